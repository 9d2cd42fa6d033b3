#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes certificate files, lets both checkers judge them, and spoils them (docs/certificate-file.md).

certificate_files.py --program TOUCHSTONE --checker CHECK_CERTIFICATE [--cases N] [--changes N] [--seed S] [ID ...]

For N cases of each of some families, or for the cases named: the checkers have to accept the certificates of phi and
of rho. Then N changes of each: both checkers have to say the same, and what they accept has to be true by the oracle.
Exit code 1 where something differs.
"""
import argparse
import contextlib
import io
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

HOUSE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE / "portable"))
import check_certificate  # noqa: E402

FAMILIES = ("random-boxes", "posed-boxes", "random-hulls-8-shallow", "random-hulls-16-deep", "random-hulls-8-separated",
            "kissing-vertex-face", "kissing-edge-edge-parallel-rotated", "concentric-42", "contained", "coincident",
            "symmetric", "lattice", "scale-1e6", "plates-needles", "far-1e6", "sheared", "near-duplicate-vertices",
            "planar", "ratio-1e20")
TOKEN = re.compile(r"[0-9]+")


def by_python(path, case=None):
    """(exit code, last line of what it says)."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = check_certificate.main([str(path)] + ([] if case is None else ["--case", str(case)]))
    return code, out.getvalue()


def by_c(checker, path, case=None):
    words = [checker, str(path)] + ([] if case is None else ["--case", str(case)])
    ran = subprocess.run(words, capture_output=True, timeout=60)
    return ran.returncode, ran.stdout.decode("ascii", "replace")


def changed(text, chance):
    """The certificate with one thing changed."""
    lines = text.split("\n")[:-1]
    k = chance.randrange(len(lines))
    kind = chance.randrange(8)
    if kind == 0:
        del lines[k]
    elif kind == 1:
        lines.insert(k, lines[k])
    elif kind == 2:
        other = chance.randrange(len(lines))
        lines[k], lines[other] = lines[other], lines[k]
    elif kind == 3:
        return text[:chance.randrange(len(text))]
    elif kind == 4:
        at = chance.randrange(len(text))
        return text[:at] + chr(ord(text[at]) ^ 1 << chance.randrange(7)) + text[at + 1:]
    elif kind == 5:
        words = lines[k].split(" ")
        words[chance.randrange(len(words))] = chance.choice(chance.choice(lines).split(" "))
        lines[k] = " ".join(words)
    else:
        found = list(TOKEN.finditer(lines[k]))
        if found:
            digits = chance.choice(found)
            at = chance.randrange(digits.start(), digits.end())
            lines[k] = lines[k][:at] + chance.choice("0123456789") + lines[k][at + 1:]
    return "\n".join(lines) + "\n"


def case_of(certificate):
    """The pair of a certificate as a case file has it."""
    case = {}
    for key, body in (("a", certificate.A), ("b", certificate.B)):
        case[key] = {"vertices": body.vertices}
        if certificate.kind == "rho":
            case[key]["interior_point"] = body.interior
        case["pose_" + key] = {"t": body.t, "R": [body.R[0:3], body.R[3:6], body.R[6:9]]}
    return case


def asked(program, case):
    """The truth of a case, or None where it is none that the program takes."""
    ran = subprocess.run([program, "ask", "-", "--json", "-"], input=json.dumps(case), capture_output=True, text=True)
    return None if ran.returncode == 2 else json.loads(ran.stdout)["cases"][0]


def is_true(certificate, truth):
    """Whether the claim, an equation, is what the oracle says."""
    if certificate.kind == "rho":
        return Fraction(truth["rho_exact"]) == certificate.square
    return truth["sign"] == certificate.sign and Fraction(truth["phi_squared"]) == certificate.square


class Trial:
    def __init__(self, options):
        self.options, self.chance = options, random.Random(options.seed)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="certificates-"))
        self.accepted = self.changes = self.held = self.undecided = 0
        self.faults = []

    def run(self, words):
        return subprocess.run([self.options.program] + words, capture_output=True, text=True)

    def certificates(self, name):
        """The texts of phi and of rho, where there is one; both checkers accept them for the case."""
        case = self.folder / "case.json"
        self.run(["ask", name, "--dump", str(case)])
        for more in ([], ["--ratio-form", "rho"]):
            path = self.folder / "certificate"
            ran = self.run(["ask", name, "--certificate", str(path)] + more)
            if ran.returncode != 0 and more and "rho is undefined" in ran.stderr:
                continue
            if ran.returncode != 0:
                self.faults.append("%s: no certificate: %s" % (name, ran.stderr.strip()))
                continue
            text = path.read_text()
            # A ratio depends on interior points, which a case file has only where they were given.
            lacks_points = case.read_text().count("interior_point") + case.read_text().count("box_half_extents") < 2
            mine = None if more and lacks_points else case
            said = [by_python(path, mine), by_c(self.options.checker, path, mine)]
            if said[0] != said[1] or said[0][0] != 0 or not said[0][1].endswith("s VERIFIED\n"):
                self.faults.append("%s: the checkers say %r and %r" % (name, said[0][1][-60:], said[1][1][-60:]))
            self.accepted += 1
            yield text

    def spoil(self, name, text):
        path = self.folder / "changed"
        for _ in range(self.options.changes):
            other = changed(text, self.chance)
            path.write_text(other)
            python, c = by_python(path), by_c(self.options.checker, path)
            self.changes += 1
            if python[0] != c[0] or python[0] not in (0, 1, 2):
                self.faults.append("%s: a changed file: exit codes %d and %d" % (name, python[0], c[0]))
                path.rename(self.folder / ("fault-%d" % len(self.faults)))
            if 0 not in (python[0], c[0]) or other == text:
                continue
            self.held += 1
            certificate = check_certificate.Certificate(other.encode())
            truth = asked(self.options.program, case_of(certificate))
            if truth is None or (certificate.kind == "rho" and truth["rho_exact"] is None):
                self.undecided += 1
            elif not is_true(certificate, truth):
                self.faults.append("%s: a changed file proves what is false" % name)
                path.rename(self.folder / ("fault-%d" % len(self.faults)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--cases", type=int, default=2)
    parser.add_argument("--changes", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("ids", nargs="*")
    options = parser.parse_args()
    trial = Trial(options)
    for name in options.ids or ["%s:42:%d" % (family, k) for family in FAMILIES for k in range(options.cases)]:
        for text in trial.certificates(name):
            trial.spoil(name, text)
    for fault in trial.faults:
        print(fault)
    print("%d certificates accepted by both; %d changed files, %d of them accepted, of which %d are no pair for the program"
          % (trial.accepted, trial.changes, trial.held, trial.undecided))
    print("%d faults" % len(trial.faults) + (": see %s" % trial.folder if trial.faults else ""))
    return 1 if trial.faults or trial.accepted == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
