#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants each bug of tests/mutations/*.json in a copy of the sources and sees whether its tests fail.

./touchstone test --mutations runs it; docs/mutations.md describes the lists. Exit code 0: every
mutation is caught or, where the list says so, equivalent; 1: one is not, or does not apply; 2: bad
usage; 3: the unchanged sources do not build or fail their own tests.
"""
import argparse
import collections
import dataclasses
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTS = pathlib.Path("tests/mutations")
LEAST_LIMIT_S = 60  # a run of a test program may take so long at least: a hang counts as caught
LIMIT_FACTOR = 10  # times what the unchanged program takes
MEMORY_BYTES = 24 << 30  # address space: each worker maps more than a gigabyte
OUTPUT_BYTES = 2 << 30  # what a plug-in shares with its workers is a file of a gigabyte, of which little is ever written


class ListError(Exception):
    """A list that cannot be read."""


class HarnessError(Exception):
    """The unchanged sources do not build, or do not pass."""


@dataclasses.dataclass
class Mutation:
    """One line of one file and what stands there instead."""

    file: str
    line: str  # without its indentation; occurs once, or once below `after`
    replacement: str
    bug: str
    tests: dict  # test program without "touchstone_" and "_tests" -> GoogleTest filter
    after: str = ""  # the line above, without its indentation
    equivalent: str = ""  # why no test can tell

    def places(self, lines):
        """The indices of the lines that are meant."""
        texts = [line.strip() for line in lines]
        return [i for i, text in enumerate(texts)
                if text == self.line and (not self.after or (i > 0 and texts[i - 1] == self.after))]

    def name(self):
        lines = (ROOT / self.file).read_text().splitlines() if (ROOT / self.file).exists() else []
        found = self.places(lines)
        return f"{self.file}:{found[0] + 1 if len(found) == 1 else '?'}"

    def why_not_applicable(self):
        path = ROOT / self.file
        if not path.is_file():
            return "there is no such file"
        count = len(self.places(path.read_text().splitlines()))
        return "" if count == 1 else f"the line is there {count} times: {self.line}"

    def mutated(self, text):
        lines = text.splitlines(keepends=True)
        place = self.places(lines)[0]
        indentation = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
        lines[place] = indentation + self.replacement + "\n"
        return "".join(lines)

    def key(self):
        return json.dumps(dataclasses.asdict(self), sort_keys=True)

    def suites(self):
        """Patterns for the names of its tests' suites as the sources have them."""
        patterns = ":".join(self.tests.values()).split("-")[0].split(":")
        return {pattern.split(".")[0].split("/")[-1] for pattern in patterns}


@dataclasses.dataclass
class Verdict:
    status: str  # caught, survived, equivalent, "does not build", "not equivalent", "does not apply"
    how: str = ""
    seconds: float = 0

    def passed(self):
        return self.status in ("caught", "equivalent")


def read_lists():
    mutations = []
    for path in sorted((ROOT / LISTS).glob("*.json")):
        try:
            entries = json.loads(path.read_text())
            for entry in entries:
                entry["replacement"] = entry.pop("with")
                mutations.append(Mutation(**entry))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ListError(f"{path.relative_to(ROOT)}: {error}") from error
    return mutations


RUNNING = set()  # process groups, to be ended with this one


def end_group(group):
    """Also what a program left behind: worker processes of its own."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(command, log, limit_s=None, cwd=None):
    """The exit code; negative for a signal, None where the limit ran out."""

    def limits():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_FSIZE, (OUTPUT_BYTES, OUTPUT_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with open(log, "wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=cwd,
                                   start_new_session=True, preexec_fn=limits if limit_s else None)
        RUNNING.add(process.pid)
        try:
            return process.wait(timeout=limit_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            end_group(process.pid)
            process.wait()
            RUNNING.discard(process.pid)


def share_compiler_cache(tree):
    """Copies have the same objects; that takes paths relative to them where ccache is not told so."""
    if not shutil.which("ccache") or "CCACHE_BASEDIR" in os.environ:
        return
    known = subprocess.run(["ccache", "--get-config", "base_dir"], capture_output=True, text=True, check=False)
    if not known.stdout.strip():
        os.environ["CCACHE_BASEDIR"] = str(tree.parent)
        os.environ["CCACHE_NOHASHDIR"] = "1"


def tail(path, count=40):
    return "\n".join(path.read_text(errors="replace").splitlines()[-count:])


class Copy:
    """A copy of the sources with its own dev build, laid out so that a compiler cache knows it."""

    def __init__(self, work, number):
        self.tree = work / f"mutations-{number}"
        self.build = self.tree / "build" / "dev"
        self.log = self.tree / "build" / "log.txt"
        self.file = ""  # that was changed last

    def synchronise(self, files):
        """Makes the tree equal to the sources; what is equal keeps its time."""
        (self.tree / "build").mkdir(parents=True, exist_ok=True)
        wanted = set(files)
        for path in list(self.tree.rglob("*")):
            name = path.relative_to(self.tree)
            if name.parts[0] != "build" and path.is_file() and str(name) not in wanted:
                path.unlink()
        for name in files:
            source, target = ROOT / name, self.tree / name
            content = source.read_bytes()
            if target.is_file() and target.read_bytes() == content:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            shutil.copymode(source, target)

    def configure(self):
        """Sources that have a mutation are compiled alone: each bug costs one of them. What a bug leaves
        unused is a warning, no error."""
        share_compiler_cache(self.tree)
        apart = ";".join(sorted({mutation.file for mutation in read_lists()}))
        if run(["cmake", "--preset", "dev", f"-DTOUCHSTONE_APART={apart}", "-DTOUCHSTONE_WERROR=OFF"], self.log, cwd=self.tree) != 0:
            raise HarnessError(f"configuring failed:\n{tail(self.log)}")

    def make(self, targets, jobs):
        names = [f"touchstone_{target}_tests" for target in targets]
        return run(["cmake", "--build", str(self.build), "-j", str(jobs), "--target", *names], self.log) == 0

    def test(self, target, test_filter, limit_s):
        """What was wrong, or nothing."""
        program = self.build / "bin" / f"touchstone_{target}_tests"
        with tempfile.TemporaryDirectory(dir=self.tree / "build") as scratch:
            code = run([str(program), f"--gtest_filter={test_filter}", "--gtest_fail_fast"], self.log,
                       limit_s, cwd=scratch)
        text = self.log.read_text(errors="replace")
        failed = re.search(r"^\[  FAILED  \] ([^\s,]+)", text, re.MULTILINE)
        started = re.findall(r"^\[ RUN      \] (\S+)", text, re.MULTILINE)
        where = failed.group(1) if failed else started[-1] if started else ""
        if code is None:
            return f"hangs in {where}"
        if code != 0:
            return where if failed else f"dies of signal {-code} in {where}" if code < 0 else f"ends in {where}"
        return "" if started else "no test has that name"

    def write(self, name, text):
        (self.tree / name).write_text(text)


class Campaign:
    def __init__(self, mutations, work, jobs, results):
        self.pending = list(mutations)
        self.copies = [Copy(work, number) for number in range(min(jobs, len(mutations)))]
        self.jobs = jobs
        self.results = results
        self.total = len(mutations)
        self.limits = {}
        self.done = {}
        self.lock = threading.Lock()
        self.begin = 0.0
        self.sources = {}  # texts at the time of the copy

    def prepare(self, files):
        """Builds every copy as it is and holds the named tests to it."""
        targets = sorted({target for mutation in self.pending for target in mutation.tests})
        self.sources = {name: (ROOT / name).read_text() for name in {m.file for m in self.pending}}
        for copy in self.copies:
            copy.synchronise(files)
            copy.configure()
            say(f"building the unchanged tests in {copy.tree}")
            if not copy.make(targets, self.jobs):
                raise HarnessError(f"the unchanged sources do not build:\n{tail(copy.log)}")
        runs = sorted({test for mutation in self.pending for test in mutation.tests.items()})
        say(f"{len(runs)} runs of the unchanged tests")
        self.in_parallel(lambda copy: self.measure(copy, runs))

    def measure(self, copy, runs):
        while True:
            with self.lock:
                if not runs:
                    return
                target, test_filter = runs.pop()
            begin = time.monotonic()
            wrong = copy.test(target, test_filter, 3600)
            if wrong:
                raise HarnessError(f"{target} {test_filter} without any bug: {wrong}\n{tail(copy.log)}")
            seconds = time.monotonic() - begin
            with self.lock:
                self.limits[target, test_filter] = max(LEAST_LIMIT_S, LIMIT_FACTOR * seconds)

    def in_parallel(self, work):
        errors = []

        def guarded(copy):
            try:
                work(copy)
            except Exception as error:  # to be raised by who waits
                errors.append(error)

        threads = [threading.Thread(target=guarded, args=(copy,), daemon=True) for copy in self.copies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]

    def take(self, copy):
        """The next one: of the same file, or of one that nobody is at, so that little is rebuilt."""
        with self.lock:
            if not self.pending:
                return None
            others = {other.file for other in self.copies if other is not copy}
            chosen = next((m for m in self.pending if m.file == copy.file), None)
            chosen = chosen or next((m for m in self.pending if m.file not in others), self.pending[0])
            self.pending.remove(chosen)
            if copy.file and copy.file != chosen.file:
                copy.write(copy.file, self.sources[copy.file])
            copy.file = chosen.file
            return chosen

    def judge(self, copy, mutation):
        copy.write(mutation.file, mutation.mutated(self.sources[mutation.file]))
        if not copy.make(mutation.tests, 1):
            error = re.search(r"error: .*", copy.log.read_text(errors="replace"))
            return Verdict("does not build", error.group() if error else tail(copy.log, 1))
        for test in mutation.tests.items():
            wrong = copy.test(*test, self.limits[test])
            if wrong:
                return Verdict("not equivalent" if mutation.equivalent else "caught", wrong)
        return Verdict("equivalent" if mutation.equivalent else "survived")

    def work(self, copy):
        while mutation := self.take(copy):
            begin = time.monotonic()
            verdict = self.judge(copy, mutation)
            verdict.seconds = time.monotonic() - begin
            with self.lock:
                self.done[mutation.key()] = verdict
                self.results.add(mutation, verdict)
                left = (time.monotonic() - self.begin) / len(self.done) * (self.total - len(self.done))
                print(f"[{len(self.done)}/{self.total}] {verdict.status}: {mutation.name()}  {mutation.bug}"
                      f"{'  (' + verdict.how + ')' if verdict.how else ''}  {verdict.seconds:.0f} s,"
                      f" about {left / 60:.0f} min left", flush=True)

    def run(self):
        self.begin = time.monotonic()
        self.in_parallel(self.work)
        for copy in self.copies:
            if copy.file:
                copy.write(copy.file, self.sources[copy.file])


class Results:
    """What is known from this run and earlier ones, as long as a mutation's file and tests are unchanged."""

    def __init__(self, path, mutations, files, fresh):
        self.path = path
        self.digests = digests_of(mutations, files)
        self.known = {}
        if self.path.is_file() and not fresh:
            for line in self.path.read_text().splitlines():
                entry = json.loads(line)
                if entry["sources"] == self.digests.get(entry["mutation"]):
                    self.known[entry["mutation"]] = Verdict(**entry["verdict"])

    def add(self, mutation, verdict):
        key = mutation.key()
        entry = {"sources": self.digests[key], "mutation": key, "verdict": dataclasses.asdict(verdict)}
        with open(self.path, "a", encoding="utf-8") as out:
            out.write(json.dumps(entry) + "\n")


def say(text):
    print(text, file=sys.stderr, flush=True)


def source_files():
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"],
                            check=True, capture_output=True).stdout.decode()
    return sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())


def digests_of(mutations, files):
    """For each mutation: a digest of the texts of its file and of all files that define its tests."""
    texts = {name: (ROOT / name).read_bytes() for name in files if name.endswith((".cpp", ".hpp", ".h", ".c", ".py"))}
    defined = collections.defaultdict(set)  # suite -> files
    for name, text in texts.items():
        for suite in re.findall(rb"^(?:TYPED_)?TEST(?:_F|_P)?\((\w+),", text, re.MULTILINE):
            defined[suite.decode()].add(name)
    digests = {}
    for mutation in mutations:
        of_tests = {pattern: fnmatch.filter(defined, pattern) for pattern in mutation.suites()}
        if missing := [pattern for pattern, suites in of_tests.items() if not suites]:
            raise ListError(f"{mutation.file}: no source has tests called {missing[0]}")
        names = {mutation.file}.union(*(defined[suite] for suites in of_tests.values() for suite in suites))
        digest = hashlib.sha256()
        for name in sorted(names):
            digest.update(name.encode() + b"\0" + hashlib.sha256(texts[name]).digest())
        digests[mutation.key()] = digest.hexdigest()
    return digests


def print_summary(verdicts):
    """A row for each file, then what is wrong, then the closing line. Returns how many are wrong."""
    statuses = ["caught", "equivalent", "survived", "not equivalent", "does not build", "does not apply"]
    table = collections.defaultdict(collections.Counter)
    for mutation, verdict in verdicts:
        table[mutation.file][verdict.status] += 1
    shown = [status for status in statuses if any(row[status] for row in table.values())]
    width = max([len(name) for name in table] + [4])
    print("\n" + "file".ljust(width) + "".join(f"  {status}" for status in shown))
    for name in sorted(table):
        print(name.ljust(width) + "".join(f"  {table[name][status]:{len(status)}}" for status in shown))
    failed = [(mutation, verdict) for mutation, verdict in verdicts if not verdict.passed()]
    for mutation, verdict in failed:
        print(f"\n{verdict.status}: {mutation.name()}  {mutation.bug}\n  {mutation.line}\n  -> {mutation.replacement}")
        if verdict.how:
            print(f"  {verdict.how}")
    hung = sum(verdict.how.startswith("hangs") for _, verdict in verdicts)
    if hung:
        print(f"\n{hung} of the caught ones by running out of time")
    print(f"\n{len(verdicts) - len(failed)} passed, {len(failed)} failed")
    return len(failed)


def list_mutations(mutations):
    wrong = 0
    for mutation in mutations:
        why = mutation.why_not_applicable()
        wrong += bool(why)
        print(f"{mutation.name()}  {mutation.bug}{'  (equivalent)' if mutation.equivalent else ''}"
              f"{'  DOES NOT APPLY: ' + why if why else ''}")
    print(f"{len(mutations) - wrong} apply, {wrong} do not")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(prog="touchstone test --mutations", description=__doc__.split("\n")[0])
    parser.add_argument("--only", metavar="REGEX", default="", help="those whose file:line or bug matches")
    parser.add_argument("--list", action="store_true", help="print them, and whether each applies; run nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="copies of the sources (default: cores)")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build", metavar="DIR",
                        help="where the copies are made (default: build)")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    options = parser.parse_args()
    try:
        pattern = re.compile(options.only)
    except re.error as error:
        parser.error(f"--only: {error}")
    if options.jobs < 1:
        parser.error("--jobs: at least 1")
    mutations = [m for m in read_lists() if pattern.search(f"{m.name()} {m.bug}")]
    if not mutations:
        parser.error("--only: no mutation matches")
    if options.list:
        return list_mutations(mutations)

    begin = time.monotonic()
    verdicts = {m.key(): Verdict("does not apply", why) for m in mutations if (why := m.why_not_applicable())}
    files = source_files()
    options.work.mkdir(parents=True, exist_ok=True)
    results = Results(options.work / "mutations.jsonl", [m for m in mutations if m.key() not in verdicts], files,
                      options.fresh)
    verdicts.update({m.key(): results.known[m.key()] for m in mutations if m.key() in results.known})
    pending = sorted((m for m in mutations if m.key() not in verdicts), key=lambda m: m.file)
    if results.known:
        say(f"{len(mutations) - len(pending)} of {len(mutations)} are known from earlier runs")
    if pending:
        campaign = Campaign(pending, options.work, options.jobs, results)
        campaign.prepare(files)
        say(f"prepared in {(time.monotonic() - begin) / 60:.1f} min")
        campaign.run()
        verdicts.update(campaign.done)
    say(f"took {(time.monotonic() - begin) / 60:.1f} min")
    return 1 if print_summary([(m, verdicts[m.key()]) for m in mutations]) else 0


def interrupted(*_):
    for group in list(RUNNING):
        end_group(group)
    say("mutations: interrupted; the same command goes on")
    os._exit(130)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGTERM, interrupted)
    try:
        sys.exit(main())
    except ListError as error:
        say(f"mutations: {error}")
        sys.exit(2)
    except (HarnessError, subprocess.CalledProcessError) as error:
        say(f"mutations: {error}")
        sys.exit(3)
