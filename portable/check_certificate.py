#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a proof of a signed distance of two convex polytopes (docs/certificate-file.md).

check_certificate.py FILE [--case CASES]

With --case its bodies have to be those of a case of that JSON file. Prints the claim, both bodies, the pair's id and
the verdict. Exit code 0: verified. 1: not verified, which calls nothing false. 2: a file cannot be read. Python 3.8.
"""
import json
import math
import re
import struct
import sys
from fractions import Fraction

DOUBLE = re.compile(r"-?0x(0p\+0|1(%s)?p(\+0|[+-][1-9]\d{0,3})|0%sp-1022)" % (2 * (r"\.[0-9a-f]{0,12}[1-9a-f]",)), re.A)
WHOLE = re.compile(r"0|-?[1-9][0-9]{0,19999}")
NAMES = ("SIGN", "DOUBLE", "WHOLE", "COUNT", "ABOVE")  # COUNT: whole and at least 0; ABOVE: above 0
SIGNS = {"-": -1, "0": 0, "+": 1}
BOUND = " SIGN COUNT ABOVE"
CLAIMS = ["claim phi =" + BOUND, "claim phi >=" + BOUND, "claim phi <=" + BOUND, "claim rho = WHOLE ABOVE",
          "claim gap DOUBLE DOUBLE DOUBLE <=" + BOUND,
          "claim far A DOUBLE DOUBLE DOUBLE > COUNT ABOVE", "claim far B DOUBLE DOUBLE DOUBLE > COUNT ABOVE"]
getattr(sys, "set_int_max_str_digits", abs)(0)  # some Pythons stop at 4300 digits


Unreadable = type("Unreadable", (Exception,), {})  # a file that is not what it has to be
Unproven = type("Unproven", (Exception,), {})  # evidence that does not prove the claim


def require(holds, reason, error=Unproven):
    if not holds:
        raise error(reason)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def minus(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


class Body:
    """R (row by row), t, interior point and vertices, as they were read. A direction is held against `checked`."""

    def __init__(self, R, t, interior, vertices):
        self.R, self.t, self.interior, self.vertices, self.checked = R, t, interior, vertices, vertices

    def world(self, v):
        """R v + t, exactly."""
        v = [Fraction(x) for x in v]
        return tuple(sum(Fraction(self.R[3 * k + j]) * v[j] for j in range(3)) + Fraction(self.t[k]) for k in range(3))

    def reach(self, u):
        return max(dot(u, self.world(v)) for v in self.checked)


class Certificate:
    """Its claim is about `kind` (phi, rho, gap, far), of a direction or point `about`, and a bound: the real number
    sign sqrt(square), or of a ratio `square` itself."""

    def __init__(self, data):
        self.lines, self.at = data.decode("ascii").split("\n"), 0
        require(self.lines.pop() == "", "its last line does not end", Unreadable)
        self.take("touchstone.certificate/1")
        form, words = self.take(*CLAIMS)
        self.kind, self.about = form[1], tuple(words[:3])
        relation = next(word for word in form if word in ("=", ">=", "<=", ">"))
        self.sign, self.square = (words[-3] if "SIGN" in form else 1), Fraction(words[-2], words[-1])
        self.require("SIGN" not in form or (self.sign == 0) == (self.square == 0), "the sign is not the number's")
        self.require(self.kind != "gap" or any(self.about), "the direction is 0")
        self.A, self.B = self.body("A"), self.body("B")
        self.far_from = self.A if "A" in form else self.B
        self.u, self.pairs, self.cover = None, [], []
        if relation != "<=":
            self.u = self.take("direction WHOLE WHOLE WHOLE")[1]
            self.require(any(self.u), "the direction is 0")
        if relation in ("=", "<="):
            if self.kind == "phi" and self.sign < 0:
                self.read_cover()
            else:
                while not self.pairs or "".join(self.lines[self.at:self.at + 1]).startswith("pair "):
                    self.pairs.append(self.take("pair ABOVE COUNT COUNT")[1])
                    self.index(self.pairs[-1][1:])
        self.take("end")
        self.require(self.at == len(self.lines), "there is more behind it")

    def require(self, holds, reason):
        require(holds, "line %d: %s" % (self.at, reason), Unreadable)

    def take(self, *forms):
        """The next line: which form it has, and what stands for the names in capitals."""
        self.at += 1
        self.require(self.at <= len(self.lines), "the file ends before 'end'")
        words = self.lines[self.at - 1].split(" ")
        for form in (text.split(" ") for text in forms):
            if len(form) == len(words) and all(f == w or f in NAMES for f, w in zip(form, words)):
                return form, [self.value(f, w) for f, w in zip(form, words) if f in NAMES]
        return self.require(False, "must be '%s'" % "' or '".join(forms))

    def value(self, name, word):
        if name == "SIGN":
            self.require(word in SIGNS, "'%s' is no sign" % word[:40])
            return SIGNS[word]
        if name == "DOUBLE":
            self.require(DOUBLE.fullmatch(word), "'%s' is no double" % word[:40])
            self.require(-1022 <= int(word[word.index("p") + 1:]) <= 1023, "'%s' is beyond doubles" % word[:40])
            return float.fromhex(word)
        self.require(WHOLE.fullmatch(word), "'%s' is no whole number" % word[:40])
        self.require(name == "WHOLE" or int(word) >= (name == "ABOVE"), "'%s' is too small" % word[:40])
        return int(word)

    def body(self, name):
        count = self.take("body " + name + " ABOVE")[1][0]
        R, t, x = (tuple(self.take(line + " DOUBLE" * n)[1]) for line, n in (("R", 9), ("t", 3), ("interior", 3)))
        self.require(count <= len(self.lines), "there are not so many vertices")
        return Body(R, t, x, [tuple(self.take("vertex" + 3 * " DOUBLE")[1]) for _ in range(count)])

    def index(self, pair):
        self.require(pair[0] < len(self.A.vertices) and pair[1] < len(self.B.vertices), "there is no such vertex")

    def read_cover(self):
        """Two numbers for each leaf, three for each split."""
        self.take("cover")
        open_cones = 8
        while open_cones > 0:
            self.cover.append(self.take("leaf COUNT COUNT", "split COUNT COUNT COUNT")[1])
            zeros = self.cover[-1].count(0)
            if len(self.cover[-1]) == 2:
                self.index(self.cover[-1])
                open_cones -= 1
            else:
                self.require(zeros < 2, "the new ray is one of the three")
                open_cones += 2 - zeros

    def gap(self):
        return -self.A.reach([-x for x in self.u]) - self.B.reach(self.u)

    def difference(self, i, j):
        """a - b of two vertices."""
        return minus(self.A.world(self.A.vertices[i]), self.B.world(self.B.vertices[j]))

    def apart(self):
        """p - q of the points that the pairs name."""
        total = sum(w for w, _, _ in self.pairs)
        return [sum(xs) / total for xs in zip(*([w * x for x in self.difference(i, j)] for w, i, j in self.pairs))]

    def check(self):
        signed = self.sign * self.square
        if self.kind == "phi":
            if self.u:
                gap = self.gap()
                require(gap * abs(gap) >= signed * dot(self.u, self.u), "the gap along the direction is less")
            if self.pairs:
                c = self.apart()
                require(dot(c, c) <= self.square, "the points of the pairs are farther apart")
            if self.cover:
                self.check_cover()
        elif self.kind == "rho":
            d = minus(self.A.world(self.A.interior), self.B.world(self.B.interior))
            along = dot(self.u, d)
            require(along > 0, "the direction is not along that of the interior points")
            require(self.gap() >= self.square * along, "the gap along the direction is less")
            require(all(x == self.square * k for x, k in zip(self.apart(), d)), "its points are not so far apart")
        elif self.kind == "gap":
            n = [Fraction(x) for x in self.about]
            value = dot(n, self.apart())
            require(value * abs(value) <= signed * dot(n, n), "the gap of the pairs is greater")
        else:
            g = dot(self.u, [Fraction(x) for x in self.about]) - self.far_from.reach(self.u)
            require(g > 0 and g * g > self.square * dot(self.u, self.u), "the plane is not so far from the point")

    def check_cover(self):
        points = {tuple(node): self.difference(*node) for node in self.cover if len(node) == 2}
        scale = max(x.denominator for c in points.values() for x in c)  # a power of two, as all denominators are
        points = {node: [-x.numerator * (scale // x.denominator) for x in c] for node, c in points.items()}
        P, Q = self.square.numerator * scale * scale, self.square.denominator
        cones = [((x, 0, 0), (0, y, 0), (0, 0, z)) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        for node in self.cover:
            cone = cones.pop()
            if len(node) == 2:
                for r in cone:
                    along = dot(points[tuple(node)], r)
                    require(along > 0 and Q * along * along >= P * dot(r, r), "a leaf of the cover is too near")
                continue
            digits = [max(map(abs, r)).bit_length() for r in cone]
            rays = [[x << (max(digits) - n) for x in r] for r, n in zip(cone, digits)]
            x, y, z = (sum(x * ray[k] for x, ray in zip(node, rays)) for k in range(3))
            r = tuple(entry // math.gcd(math.gcd(x, y), z) for entry in (x, y, z))
            require(max(map(abs, r)) < 1 << 50000, "a ray of the cover is too long")
            cones += [cone[:k] + (r,) + cone[k + 1:] for k in (2, 1, 0) if node[k] > 0]


def read_json(path):
    def distinct(pairs):
        require(len(dict(pairs)) == len(pairs), "a key is there twice", ValueError)
        return dict(pairs)

    def no_constant(word):
        raise ValueError("JSON has no " + word)
    with open(path, encoding="utf-8-sig") as f:
        return json.load(f, parse_int=float, parse_constant=no_constant, object_pairs_hook=distinct)


def numbers(value, count):
    good = isinstance(value, list) and len(value) == count
    require(good and all(isinstance(x, float) and math.isfinite(x) for x in value),
            "must have %d numbers where it has %s" % (count, str(value)[:40]), ValueError)
    return tuple(value)


def rotation(pose):
    """Nine doubles: R, or the exact rotation of q rounded."""
    require(("R" in pose) != ("q" in pose), "a pose must have R or q", ValueError)
    if "R" in pose:
        require(len(pose["R"]) == 3, "R must have three rows", ValueError)
        return sum((numbers(row, 3) for row in pose["R"]), ())
    w, x, y, z = (Fraction(k) for k in numbers(pose["q"], 4))
    rows = (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
            2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
            2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z)
    return tuple(float(entry / (w * w + x * x + y * y + z * z)) for entry in rows)


def case_body(body, pose):
    good = set(body) <= {"vertices", "box_half_extents", "facets", "interior_point"} and set(pose) <= {"R", "q", "t"}
    require(good and ("vertices" in body) != ("box_half_extents" in body), "another kind of body or pose", ValueError)
    interior = numbers(body["interior_point"], 3) if "interior_point" in body else None
    if "box_half_extents" in body:
        h = numbers(body["box_half_extents"], 3)
        require(min(h) > 0, "a half extent is not positive", ValueError)
        vertices = [(x, y, z) for x in (-h[0], h[0]) for y in (-h[1], h[1]) for z in (-h[2], h[2])]
        interior = interior or (0.0, 0.0, 0.0)
    else:
        vertices = [numbers(v, 3) for v in body["vertices"]]
    return Body(rotation(pose), numbers(pose["t"], 3), interior, vertices)


def unlike(name, mine, theirs, kind):
    """Why a body is not the case's; else None."""
    if mine.R != theirs.R or mine.t != theirs.t:
        return "the pose of %s is not the case's" % name
    if not set(mine.vertices) <= set(theirs.vertices):
        return "a vertex of %s is not the case's" % name
    if theirs.interior is None:
        return "the case has no interior point of %s, on which a ratio depends" % name if kind == "rho" else None
    return None if mine.interior == theirs.interior else "the interior point of %s is not the case's" % name


def compare(certificate, path):  # and take the vertices of the case
    A, B, reasons = certificate.A, certificate.B, []
    try:
        cases = read_json(path)
        for number, case in enumerate(cases if isinstance(cases, list) else [cases], 1):
            a, b = (case_body(case[name], case["pose_" + name]) for name in ("a", "b"))
            reasons.append(unlike("A", A, a, certificate.kind) or unlike("B", B, b, certificate.kind))
            if reasons[-1] is None:
                A.checked, B.checked = a.vertices, b.vertices
                return print("case %d of the file" % number)
    except (ValueError, TypeError, KeyError, ZeroDivisionError, RecursionError) as error:
        raise Unreadable("%s: %s %s" % (path, type(error).__name__, error))
    raise Unproven(reasons[0] if len(reasons) == 1 else "its bodies are those of no case")


def show(certificate):
    print(certificate.lines[1])
    hashed = 0xCBF29CE484222325
    for name, body in (("A", certificate.A), ("B", certificate.B)):
        print("%s: %d vertices" % (name, len(body.vertices)))
        values = [float(len(body.vertices))]
        frame = [("R", body.R), ("t", body.t), ("interior", body.interior)]
        for word, row in [("vertex", v) for v in body.vertices] + frame:
            print("  " + word + "".join(" %.17g" % x for x in row))
            values += row
        for byte in b"".join(struct.pack("<d", x + 0.0) for x in values):  # -0 + 0 is 0
            hashed = (hashed ^ byte) * 0x100000001B3 % 2**64
    print("id %016x" % hashed)


def main(arguments):
    if len(arguments) != 1 and (len(arguments) != 3 or arguments[1] != "--case"):
        return print("usage: check_certificate.py FILE [--case CASES]", file=sys.stderr) or 2
    try:
        with open(arguments[0], "rb") as file:
            certificate = Certificate(file.read())
        show(certificate)
        if len(arguments) == 3:
            compare(certificate, arguments[2])
        certificate.check()
    except (Unreadable, OSError, UnicodeDecodeError) as error:
        return print("%s: %s" % (arguments[0], error), file=sys.stderr) or 2
    except Unproven as error:
        return print("s NOT VERIFIED: %s" % error) or 1
    return print("s VERIFIED") or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
