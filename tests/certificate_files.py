#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes certificate files, lets both checkers judge them, and spoils them (docs/certificate-file.md).

certificate_files.py --program TOUCHSTONE --checker LIBRARY [--cases N] [--changes N] [--seed S] [ID ...]

LIBRARY is made of tests/fuzz/checker.c. For N cases of each of some families, or for the cases named: the checkers have
to accept the certificates of phi and of rho, and of the bounds that their evidence proves. Then N changes of each, or
of its case file: both checkers have to say the same, and what they accept has to be true by the oracle. Exit code 1
where something differs. A long run: --cases 20 --changes 60, some hours.
"""
import argparse
import collections
import contextlib
import ctypes
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


class Checkers:
    """Both in this process. A text is bytes; each answers with (exit code, what it wrote)."""

    def __init__(self, library):
        self.c = ctypes.CDLL(str(pathlib.Path(library).resolve()))
        self.c.checker_output.restype = ctypes.c_char_p
        self.temporary = tempfile.TemporaryDirectory(prefix="certificates-")
        self.folder = pathlib.Path(self.temporary.name)

    def by_python(self, certificate, case):
        words = [self.folder / "certificate"] + ([] if case is None else ["--case", self.folder / "case.json"])
        for path, text in zip(words[::2], (certificate, case)):
            path.write_bytes(text)
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = check_certificate.main([str(word) for word in words])
        return code, out.getvalue()

    def by_c(self, certificate, case):
        code = self.c.checker_run(certificate, ctypes.c_size_t(len(certificate)), case, ctypes.c_size_t(len(case or b"")))
        return code, self.c.checker_output().decode("latin-1")

    def both(self, certificate, case=None):
        """(exit code, or None where they differ, and what the two wrote)."""
        python, c = self.by_python(certificate, case), self.by_c(certificate, case)
        same = python[0] == c[0] and (python[0] != 0 or python[1] == c[1])
        return (python[0] if same else None), "Python %r, C %r" % ((python[0], python[1][-90:]), (c[0], c[1][-90:]))


def changed(text, chance):
    """The text with one thing changed: a line, a token, a bit, or its end missing."""
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
        return text[:at] + chr(ord(text[at]) ^ 1 << chance.randrange(8)) + text[at + 1:]
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


def spread(case):
    """A case file with a number, a key or a bracket on each line."""
    return json.dumps(json.loads(case), indent=0) + "\n"


# ---- The truth, by the oracle and by fractions that share no line with the checkers.

def as_case(bodies):
    case = {}
    for key, (vertices, interior, R, t) in zip("ab", bodies):
        case[key] = {"vertices": vertices}
        if interior is not None:
            case[key]["interior_point"] = interior
        case["pose_" + key] = {"t": t, "R": [R[0:3], R[3:6], R[6:9]]}
    return case


def bodies_of(certificate):
    with_interior = certificate.kind == "rho"
    return [(body.vertices, body.interior if with_interior else None, body.R, body.t)
            for body in (certificate.A, certificate.B)]


def placed(vertices, R, t):
    R, t = [Fraction(x) for x in R], [Fraction(x) for x in t]
    return [[t[k] + sum(R[3 * k + j] * Fraction(v[j]) for j in range(3)) for k in range(3)] for v in vertices]


def gap(certificate, n):
    """min n.a - max n.b"""
    along = [[sum(x * y for x, y in zip(n, p)) for p in placed(body.vertices, body.R, body.t)]
             for body in (certificate.A, certificate.B)]
    return min(along[0]) - max(along[1])


def asked(program, case):
    """The truth of a case (a dict, or the text of a file), or None where it is none that the program takes."""
    text = case if isinstance(case, bytes) else json.dumps(case).encode()
    ran = subprocess.run([program, "ask", "-", "--json", "-"], input=text, capture_output=True)
    return None if ran.returncode == 2 else json.loads(ran.stdout)["cases"]


def relation_of(certificate):
    return next(word for word in ("<=", ">=", "=", ">") if " %s " % word in certificate.lines[1])


def signed(sign, square):
    return sign * Fraction(square)


def is_true(certificate, program):
    """Whether the claim is true; None where the oracle does not take the pair."""
    claimed = signed(certificate.sign, Fraction(certificate.P, certificate.Q))
    relation, bodies = relation_of(certificate), bodies_of(certificate)
    if certificate.kind == "gap":
        n = [Fraction(x) for x in certificate.about]
        value = gap(certificate, n)
        return value * abs(value) <= claimed * sum(x * x for x in n)
    if certificate.kind == "far":
        which = 0 if certificate.far_from is certificate.A else 1
        point = ([(0.0, 0.0, 0.0)], None, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), certificate.about)
        bodies = [bodies[which], point]
    truth = asked(program, as_case(bodies))
    if truth is None or (certificate.kind == "rho" and truth[0]["rho_exact"] is None):
        return None
    if certificate.kind == "rho":
        return Fraction(truth[0]["rho_exact"]) == claimed
    value = signed(truth[0]["sign"], truth[0]["phi_squared"])
    return {"=": value == claimed, "<=": value <= claimed, ">=": value >= claimed, ">": value > claimed}[relation]


def spelt(doubles):
    return " ".join(re.sub(r"\.?0*p", "p", x.hex()) for x in doubles)


def bounds(text):
    """Certificates of the other claims, by the evidence of one of phi."""
    lines = text.split("\n")
    first = next(k for k, line in enumerate(lines) if line.startswith("direction "))
    number, bodies, direction, rest = lines[1].split(" = ")[1], lines[2:first], lines[first:first + 1], lines[first + 1:-2]

    def file(claim, evidence):
        return "\n".join([lines[0], "claim " + claim] + bodies + evidence + ["end", ""])
    yield file("phi >= " + number, direction)
    yield file("phi <= " + number, rest)
    certificate = check_certificate.Certificate(text.encode())
    A, B = certificate.A, certificate.B
    n = [float(x >> max(0, max(map(abs, certificate.u)).bit_length() - 50)) for x in certificate.u]
    a, b = (placed(body.vertices[:1], body.R, body.t)[0] for body in (A, B))
    value = sum(Fraction(k) * (x - y) for k, x, y in zip(n, a, b))
    bound = Fraction(value * value) / sum(Fraction(k) ** 2 for k in n)
    sign = "-0+"[(value > 0) - (value < 0) + 1]
    claim = "gap %s <= %s %d %d" % (spelt(n), sign, bound.numerator, bound.denominator)
    yield file(claim, ["pair 1 0 0"])
    for name, body in (("A", A), ("B", B)):
        x = max(p[0] for p in placed(body.vertices, body.R, body.t))
        point = (float(x) + abs(float(x)) + 1.0, 0.0, 0.0)
        beyond = (Fraction(point[0]) - x) ** 2 * Fraction(99, 100)
        claim = "far %s %s > %d %d" % (name, spelt(point), beyond.numerator, beyond.denominator)
        yield file(claim, ["direction 1 0 0"])


class Trial:
    def __init__(self, options):
        self.options, self.chance, self.checkers = options, random.Random(options.seed), Checkers(options.checker)
        self.count = collections.Counter()
        self.faults = []

    def fault(self, name, what, *texts):
        self.faults.append("%s: %s" % (name, what))
        for k, text in enumerate(texts):
            (self.checkers.folder / ("fault-%d-%d" % (len(self.faults), k))).write_bytes(text or b"")

    def run(self, words):
        return subprocess.run([self.options.program] + words, capture_output=True, text=True)

    def certificates(self, name):
        """(certificate, case file or None): those of phi and of rho, where there is one, and of bounds."""
        case, path = (self.checkers.folder / file for file in ("dumped.json", "written"))
        self.run(["ask", name, "--dump", str(case)])
        for more in ([], ["--ratio-form", "rho"]):
            ran = self.run(["ask", name, "--certificate", str(path)] + more)
            if ran.returncode != 0 and more and "rho is undefined" in ran.stderr:
                continue
            if ran.returncode != 0:
                self.fault(name, "no certificate: " + ran.stderr.strip())
                continue
            # A ratio depends on interior points, which a case file has only where they were given.
            mine = case.read_text()
            lacks_points = more and mine.count("interior_point") + mine.count("box_half_extents") < 2
            yield path.read_text(), None if lacks_points else spread(mine)
            for other in [] if more else bounds(path.read_text()):
                yield other, None

    def accept(self, name, text, case):
        code, said = self.checkers.both(text.encode(), case and case.encode())
        self.count["accepted"] += 1
        if code != 0:
            self.fault(name, said, text.encode(), case and case.encode())

    def spoil(self, name, text, case):
        for _ in range(self.options.changes):
            spoils_case = case is not None and self.chance.randrange(4) == 0
            other = changed(case if spoils_case else text, self.chance).encode("latin-1")
            certificate, file = (text.encode(), other) if spoils_case else (other, None)
            code, said = self.checkers.both(certificate, file)
            self.count["changed"] += 1
            if code not in (0, 1, 2):
                self.fault(name, "a changed file: " + said, certificate, file)
            if code == 0 and other != (case if spoils_case else text).encode():
                self.count["held"] += 1
                self.judge(name, certificate, file, text)

    def judge(self, name, text, file, original):
        """What both accept has to be true."""
        certificate, before = (check_certificate.Certificate(x) for x in (text, original.encode()))
        if file is None and certificate.lines[1] == before.lines[1] and bodies_of(certificate) == bodies_of(before):
            return
        if file is None:
            true = is_true(certificate, self.options.program)
        else:
            truth = asked(self.options.program, file)
            exact = truth and truth[0]["rho_exact" if certificate.kind == "rho" else "phi_squared"]
            claimed = Fraction(certificate.P, certificate.Q)
            true = None if exact is None else Fraction(exact) == claimed
        self.count["judged"] += true is not None
        self.count["undecided"] += true is None
        if true is False:
            self.fault(name, "a changed file proves what is false", text, file)


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
        for text, case in trial.certificates(name):
            trial.accept(name, text, case)
            trial.spoil(name, text, case)
    for fault in trial.faults:
        print(fault)
    count = trial.count
    print("%(accepted)d certificates accepted by both; %(changed)d changed files" % count, end=", ")
    print("%d of them accepted: %d other claims judged by the oracle, %d of pairs that the program does not take"
          % (count["held"], count["judged"], count["undecided"]))
    print("%d faults" % len(trial.faults) + (": see %s" % trial.checkers.folder if trial.faults else ""))
    return 1 if trial.faults or not count["accepted"] else 0


if __name__ == "__main__":
    sys.exit(main())
