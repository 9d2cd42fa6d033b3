#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs what `./touchstone package` made in bare Debians, and runs it there (docs/packages.md).

run.py FOLDER [NAME...]   as root; FOLDER has the package, the tar and the Dockerfile; all tests, or the named ones

Each test has a bare Debian of its own, made once by debootstrap in FOLDER-bare. Exit code 0: all is as it should be.
Times are without downloads.
"""
import argparse
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

import yaml

HERE = pathlib.Path(__file__).resolve().parents[2]
INSTALL_S, RECIPE_S, INSTALLED_KB = 60, 90, 60_000
UPLOADED = ("line.json", "badge.svg", "junit.xml", "verify.json", "report.html")
CONTRACT = '{"schema": "touchstone.contract/1", "families": ["random-boxes"]}\n'
# Enters a chroot. What runs there sees the machine's processes and network, and none of its files.
ENTER = """mount -t overlay overlay -o lowerdir="$1",upperdir="$2/upper",workdir="$2/work" "$2/root"
for m in proc sys dev; do mount --rbind "/$m" "$2/root/$m"; done
shift; root=$1/root; shift; exec env -i "$@"
"""


class Failed(Exception):
    """What is not as it should be, in a line."""


class Bare:
    """A bare Debian, of which nothing is left afterwards."""

    def __init__(self, folder, suite="bookworm"):
        self.base = folder / suite
        if not (self.base / "etc/apt").exists() or not (folder / f"{suite}.made").exists():
            make_base(self.base, suite)
            (folder / f"{suite}.made").touch()
        self.layer = folder / f"layer-{os.getpid()}"
        shutil.rmtree(self.layer, ignore_errors=True)
        for name in ("upper", "work", "root"):
            (self.layer / name).mkdir(parents=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.layer)

    def write(self, path, text):
        """A file in it, before the first command."""
        file = self.layer / "upper" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def copy(self, path, folder):
        (self.layer / "upper" / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy(path, self.layer / "upper" / folder)

    def run(self, script, folder="/", codes=(0,), user="root",
            shell=("bash", "--noprofile", "--norc", "-eo", "pipefail"), **variables):
        """Runs a script in it, and returns its standard output."""
        environment = {"HOME": "/root", "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                       "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", **variables}
        environment.update({k: v for k, v in os.environ.items() if re.fullmatch("(?i)(https?|no)_proxy", k)})
        chroot = ["chroot", f"--userspec={user}", str(self.layer / "root")]
        inside = ["env", "-C", folder, *shell, "-c", script]
        ran = subprocess.run(["unshare", "-m", "bash", "-euc", ENTER, "enter", str(self.base), str(self.layer),
                              *[f"{k}={v}" for k, v in environment.items()], *chroot, *inside],
                             stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if ran.returncode not in codes:
            raise Failed(f"exit code {ran.returncode}: {script.strip()}\n{ran.stdout[-2000:]}{ran.stderr[-3000:]}")
        return ran.stdout

    def has(self, path):
        return (self.layer / "upper" / path.lstrip("/")).exists()


def make_base(base, suite):
    """debootstrap, with the sources and settings of this machine's apt; packages come from this suite."""
    print(f"making a bare {suite}", flush=True)
    shutil.rmtree(base, ignore_errors=True)
    sites = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"],
                           check=True, capture_output=True, text=True).stdout.split()
    site = next(s for s in sites if "security" not in s)
    subprocess.run(["unshare", "-m", "debootstrap", "--variant=minbase", suite, base, site], check=True,
                   stdout=subprocess.DEVNULL)  # what it mounts ends with it
    for path in pathlib.Path("/etc/apt/apt.conf.d").iterdir():
        shutil.copy(path, base / "etc/apt/apt.conf.d")
    for path in ("/etc/resolv.conf", "/etc/hosts"):
        shutil.copy(path, base / "etc")


def file_of(folder, pattern):
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise Failed(f"{folder}: {len(found)} files {pattern}, not one: ./touchstone package makes them")
    return found[0]


def fetch(bare, packages):
    """Downloads what apt will install, so that times are those of installing."""
    bare.run(f"apt-get update -q && apt-get install -y -q -d --no-install-recommends {packages}")


def at_most(what, value, limit):
    print(f"  {what}: {value:.0f} (at most {limit})", flush=True)
    if value > limit:
        raise Failed(f"{what}: {value:.0f}, more than {limit}")


class Watch:
    """The time from here to stop() [s], and the processor time, which tells of a machine that is busy otherwise."""

    def __init__(self):
        self.wall, self.processor = time.monotonic(), self.used()

    @staticmethod
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    def stop(self):
        self.wall, self.processor = time.monotonic() - self.wall, self.used() - self.processor

    def at_most(self, what, limit):
        print(f"  {what}: {self.processor:.0f} s of processor time", flush=True)
        at_most(f"{what} [s]", self.wall, limit)


def test_deb(folder):
    """From `apt install` to the first verdict table, and all that the package brings."""
    deb = file_of(folder, "touchstone_*_amd64.deb")
    with Bare(folder.with_name(folder.name + "-bare")) as bare:
        bare.copy(deb, "opt")
        fetch(bare, f"/opt/{deb.name} gcc libc6-dev man-db bash-completion")
        watch = Watch()
        table = bare.run(f"apt-get install -y -q --no-install-recommends /opt/{deb.name} >&2\n"
                         "touchstone verify --quick")
        watch.stop()
        if "right" not in table:
            raise Failed(f"no verdict table:\n{table}")
        at_most("package: installed kB", int(bare.run("dpkg-query -W -f '${Installed-Size}' touchstone")), INSTALLED_KB)
        print("  beside", bare.run("dpkg-query -W -f '${Depends}' touchstone"))
        bare.run("apt-get install -y -q --no-install-recommends gcc libc6-dev man-db bash-completion")
        if "-prefix-map" in bare.run("grep -ao 'f[a-z]*-prefix-map=[^ ]*' /usr/bin/touchstone || true"):
            raise Failed("the program contains the folder of its build")
        for name in ("control", "verify"):
            bare.copy(HERE / "debian/tests" / name, "opt/tests")
        bare.run("/opt/tests/verify")
        if "MANDATORY" in bare.run("MANPAGER=cat man touchstone 2>&1") or not bare.run("man -w touchstone"):
            raise Failed("there is no manual page")
        completed = bare.run(". /usr/share/bash-completion/completions/touchstone\n"
                             "COMP_WORDS=(touchstone verify --metric gjk_) COMP_CWORD=3\n"
                             "_touchstone; echo ${COMPREPLY[*]}")
        if "gjk_epa" not in completed:
            raise Failed("the completion does not know gjk_epa")
        watch.at_most("package: to the first verdict table", INSTALL_S)


def test_dockerfile(folder):
    """Each step of the Dockerfile after FROM."""
    deb = file_of(folder, "touchstone_*_amd64.deb")
    text = (folder / "Dockerfile").read_text().replace("\\\n", "")
    with Bare(folder.with_name(folder.name + "-bare")) as bare:
        steps = [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]
        if steps[0] != ["FROM", "debian:12"] or [s for s, _ in steps].count("RUN") < 1:
            raise Failed(f"other steps than expected: {steps}")
        place = "/"
        entry = []
        for step, rest in steps[1:]:
            if step == "COPY":
                source, target = rest.split()
                bare.copy(file_of(folder, source), target.lstrip("/"))
            elif step == "RUN":
                bare.run(rest, shell=("sh",), folder=place)
            elif step == "WORKDIR":
                place = rest
                bare.run(f"mkdir -p {place}")
            elif step == "ENTRYPOINT":
                entry = yaml.safe_load(rest)
            elif step != "CMD":
                raise Failed(f"unknown step {step}")
        if bare.has(f"tmp/{deb.name}"):
            raise Failed("the package is left in the image")
        bare.run(" ".join(entry) + " verify --quick --metric certified --family random-boxes", folder=place)


def example_repository(bare, folder):
    """A repository /repo with the example plug-in, its contract and the package."""
    deb = file_of(folder, "touchstone_*_amd64.deb")
    for path in ("my_boxes.c", "CMakeLists.txt"):
        bare.copy(HERE / "examples/plugins/c" / path, "repo")
    for path in (HERE / "include/touchstone").iterdir():
        bare.copy(path, "repo/touchstone")
    bare.copy(deb, "repo")
    bare.write("repo/contract.json", CONTRACT)
    return deb.name


def check_uploaded(bare):
    for name in UPLOADED:
        if not bare.has(f"repo/touchstone-gate/{name}"):
            raise Failed(f"no touchstone-gate/{name}")
    line = (bare.layer / "upper/repo/touchstone-gate/line.json").read_text()
    if '"passes": true' not in line or line.count("\n") != 1:
        raise Failed(f"the line of the gate: {line}")


def workflow():
    """The steps of the workflow in docs/ci.md, those of action.yml put in where it uses them."""
    page = (HERE / "docs/ci.md").read_text()
    job = next(j for j in re.findall(r"```yaml\n(.*?)```", page, re.S) if "runs-on" in j)
    steps = []
    for step in yaml.safe_load(job)["jobs"]["touchstone"]["steps"]:
        if "deb" not in step.get("with", {}):
            steps.append(step)
            continue
        action = yaml.safe_load((HERE / "action.yml").read_text())
        inputs = {name: given.get("default", "") for name, given in action["inputs"].items()}
        unknown = set(step["with"]) - set(inputs)
        if unknown:
            raise Failed(f"docs/ci.md: action.yml has no input {unknown}")
        inputs.update(step["with"])
        for inner in action["runs"]["steps"]:
            variables = {k: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: inputs[m[1]], v)
                         for k, v in inner.get("env", {}).items()}
            steps.append({**inner, "env": variables})
    return steps


def test_action(folder):
    """The workflow of docs/ci.md as it stands, with action.yml: what it runs, and what it uploads."""
    with Bare(folder.with_name(folder.name + "-bare")) as bare:
        name = example_repository(bare, folder)
        fetch(bare, f"/repo/{name} cmake g++ make git curl ca-certificates")
        values = {"github.sha": "0123456789abcdef", "vars.TOUCHSTONE_DEB": f"file:///repo/{name}"}

        def run(step, codes=(0,)):
            text = {k: re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda m: values[m[1]], v)
                    for k, v in {"run": step["run"], **step.get("env", {})}.items()}
            bare.run(text.pop("run"), folder="/repo", codes=codes, **text)

        watch, uses = Watch(), []
        for step in workflow():
            if "uses" in step:
                uses.append(step["uses"])
                continue
            run(step)
            if step.get("name") == "Gate":
                watch.stop()
        if [u.split("@")[0] for u in uses] != ["actions/checkout", "actions/upload-artifact"]:
            raise Failed(f"other actions than expected: {uses}")
        check_uploaded(bare)
        # After a gate that fails come the steps that always come.
        bare.run("rm -r touchstone-gate; sed -i 's/= gap.phi;/= gap.phi + 1;/' my_boxes.c; cmake --build build",
                 folder="/repo")
        steps = [step for step in workflow() if "run" in step]
        gate = [step.get("name") for step in steps].index("Gate")
        run(steps[gate], codes=(1,))
        for step in steps[gate + 1:]:
            if step.get("if") == "always()":
                run(step)
        bare.run("cd touchstone-gate; grep -q '<failure' junit.xml; ls report.html", folder="/repo")
        watch.at_most("recipe: to the verdict", RECIPE_S)


def test_gitlab(folder):
    """The GitLab template, as a job that extends it."""
    job = yaml.safe_load((HERE / "examples/ci/gitlab.yml").read_text())[".touchstone-gate"]
    with Bare(folder.with_name(folder.name + "-bare")) as bare:
        name = example_repository(bare, folder)
        fetch(bare, f"/repo/{name} gcc libc6-dev")
        bare.run("apt-get install -y -q --no-install-recommends gcc libc6-dev; mkdir -p build; "
                 "gcc -O2 -fPIC -shared -I. my_boxes.c -o build/my_boxes.so -lm", folder="/repo")
        variables = {**job["variables"], "DEB": name, "METRIC": "build/my_boxes.so", "CONTRACT": "contract.json",
                     "CI_COMMIT_SHA": "0123456789abcdef"}
        watch = Watch()
        bare.run("\n".join(job["before_script"] + job["script"]), folder="/repo", **variables)
        watch.stop()
        bare.run("\n".join(job["after_script"]), folder="/repo", **variables)
        check_uploaded(bare)
        # A gate that fails has a report and a page, too.
        bare.run("rm -r touchstone-gate; sed -i 's/= gap.phi;/= gap.phi + 1;/' my_boxes.c; "
                 "gcc -O2 -fPIC -shared -I. my_boxes.c -o build/my_boxes.so -lm", folder="/repo")
        bare.run("\n".join(job["script"]), folder="/repo", codes=(1,), **variables)
        bare.run("\n".join(job["after_script"]), folder="/repo", **variables)
        bare.run("cd touchstone-gate; grep -q '<failure' junit.xml; ls report.html", folder="/repo")
        watch.at_most("recipe: to the verdict", RECIPE_S)
        if job["artifacts"]["reports"]["junit"] != "touchstone-gate/junit.xml":
            raise Failed("the JUnit report is not among the artifacts")


def tar_in(folder, suite):
    tar = file_of(folder, "touchstone-*-linux-amd64.tar.gz")
    with Bare(folder.with_name(folder.name + "-bare"), suite) as bare:
        bare.copy(tar, "opt")
        bare.run("mkdir /home/user && chown 1000:1000 /home/user && chmod 644 /opt/*")
        table = bare.run(f"tar -xzf /opt/{tar.name}; {tar.name[:-len('.tar.gz')]}/bin/touchstone verify --quick",
                         folder="/home/user", user="1000:1000")
        if "right" not in table:
            raise Failed(f"no verdict table:\n{table}")


def test_tar_debian12(folder):
    """The tar in Debian 12, without root."""
    tar_in(folder, "bookworm")


def test_tar_debian13(folder):
    """The tar in Debian 13, without root."""
    tar_in(folder, "trixie")


def main():
    tests = {name[5:]: test for name, test in globals().items() if name.startswith("test_")}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", choices=[*tests, []])
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    failed = 0
    for name in arguments.names or tests:
        print(f"{name}: {tests[name].__doc__}", flush=True)
        try:
            tests[name](folder)
        except Failed as why:
            failed += 1
            print(f"  FAILED: {why}", flush=True)
    print(f"{len(arguments.names or tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
