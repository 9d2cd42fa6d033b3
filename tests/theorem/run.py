#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the theorem of portable/theorem/ and lets Coq decide certificates: ./touchstone test --coq.

The theory has no axioms but those of Coq's real numbers. Certificates that the program writes are accepted, and
claims that are made false are not. Exit code 0 if all that holds, 1 if not.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
THEORY = ["Distance", "Dyadic", "Checker", "Soundness"]
THEOREMS = ["sound", "apart_points", "overlap_moves"]
# The axioms of the real numbers of Coq 8.16's standard library.
AXIOMS = {
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}
PAIRS_OF_FAMILY = 4
FAMILIES = [
    "random-boxes", "posed-boxes", "random-hulls-8-shallow", "random-hulls-8-separated", "random-hulls-16-deep",
    "random-hulls-16-separated", "kissing-vertex-face", "kissing-edge-edge-rotated", "symmetric", "scale-1e6",
    "plates-needles", "far-1e4",
]


class Theory:
    """The compiled theory in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        for name in THEORY:
            shutil.copy(ROOT / f"portable/theorem/{name}.v", folder)

    def compile(self, name):
        """Returns whether Coq accepts NAME.v, and what it says."""
        done = subprocess.run(["coqc", "-q", "-Q", ".", "Touchstone", f"{name}.v"], cwd=self.folder,
                              capture_output=True, text=True, timeout=600)
        return done.returncode == 0, done.stdout + done.stderr

    def axioms(self):
        lines = ["From Touchstone Require Import Soundness."] + [f"Print Assumptions {name}." for name in THEOREMS]
        (self.folder / "Assumptions.v").write_text("\n".join(lines))
        accepted, said = self.compile("Assumptions")
        return set(re.findall(r"^([\w.]+)(?=\s*:|$)", said, re.M)) - {"Axioms"} if accepted else {said}

    def proves(self, certificate):
        (self.folder / "goal.cert").write_text(certificate)
        goal = subprocess.run([sys.executable, "-B", ROOT / "portable/theorem/certificate_goal.py", "goal.cert"],
                              cwd=self.folder, capture_output=True, text=True)
        if goal.returncode != 0:
            return False, goal.stderr
        (self.folder / "goal.v").write_text(goal.stdout)
        return self.compile("goal")


def falsified(certificate):
    """Claims that the certificate does not prove: phi^2 a billionth larger and smaller, other bodies, less evidence."""
    sign, top, bottom = re.search(r"^claim phi = (\S) (\d+) (\d+)$", certificate, re.M).groups()
    claim = f"claim phi = {sign} {top} {bottom}"
    billion = 10**9
    for numerator in (int(top) * (billion + 1), int(top) * (billion - 1)):
        if numerator:
            yield certificate.replace(claim, f"claim phi = {sign} {numerator} {int(bottom) * billion}")
    if top == "0":
        yield certificate.replace(claim, "claim phi = + 1 1000000000")
        yield certificate.replace(claim, "claim phi = - 1 1000000000")
    moved = re.sub(r"^t (\S+)", lambda m: "t " + (float.fromhex(m[1]) + 1e-3).hex(), certificate, count=1, flags=re.M)
    yield moved
    yield re.sub(r"^direction .*$", "direction 0 0 0", certificate, flags=re.M)


def certificate_of(program, case, folder):
    path = folder / "pair.cert"
    path.unlink(missing_ok=True)
    done = subprocess.run([program, "ask", case, "--certificate", path], capture_output=True, text=True)
    if not path.exists():
        sys.exit(f"ask {case} --certificate: {done.stderr}")
    return path.read_text()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    program = parser.parse_args().program.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        theory = Theory(folder)
        begin = time.monotonic()
        for file in THEORY:
            accepted, said = theory.compile(file)
            if not accepted:
                sys.exit(f"Coq does not accept {file}.v: {said}")
        print(f"the theory compiles in {time.monotonic() - begin:.0f} s")
        others = theory.axioms() - AXIOMS
        wrong = [f"an axiom that is not one of the real numbers: {axiom}" for axiom in sorted(others)]
        proven = rejected = 0
        for family in FAMILIES:
            for index in range(PAIRS_OF_FAMILY):
                case = f"{family}:42:{index}"
                certificate = certificate_of(program, case, folder)
                accepted, said = theory.proves(certificate)
                proven += accepted
                wrong += [] if accepted else [f"{case}: not proven: {said}"]
                for false in falsified(certificate) if index == 0 else ():
                    accepted, _ = theory.proves(false)
                    rejected += not accepted
                    wrong += [f"{case}: Coq accepts a false claim:\n{false}"] if accepted else []
        print(f"Coq: {proven} pairs proven, {rejected} false claims rejected")
        print("\n".join(wrong), end="\n" if wrong else "")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
