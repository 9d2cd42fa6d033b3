#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a proof of a signed distance of two convex polytopes (docs/certificate-file.md).

check_certificate.py FILE [--case CASES]

With --case its bodies have to be those of a case, or a pair of vectors, in that JSON file. Prints claim, bodies, id and
verdict. Exit code 0: verified. 1: not, which calls nothing false. 2: a file cannot be read. Python 3.8 on.
"""
import itertools
import json
import math
import re
import struct
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

DOUBLE = re.compile(r"-?0x(0p\+0|1(%s)?p(\+0|[+-][1-9]\d{0,3})|0%sp-1022)" % (2 * (r"\.[0-9a-f]{0,12}[1-9a-f]",)), re.A)
FORMS = {"SIGN": re.compile("[-0+]"), "DOUBLE": DOUBLE, "WHOLE": re.compile("0|-?[1-9][0-9]{0,4999}"),
         "COUNT": re.compile("0|[1-9][0-9]{0,4999}"), "ABOVE": re.compile("[1-9][0-9]{0,4999}")}
BOUND = " SIGN COUNT ABOVE"
CLAIMS = ["claim phi =" + BOUND, "claim phi >=" + BOUND, "claim phi <=" + BOUND, "claim rho = WHOLE ABOVE",
          "claim gap DOUBLE DOUBLE DOUBLE <=" + BOUND,
          "claim far A DOUBLE DOUBLE DOUBLE > COUNT ABOVE", "claim far B DOUBLE DOUBLE DOUBLE > COUNT ABOVE"]
MAX_RAY_DIGITS, MAX_LEVEL, MAX_DEPTH = 5000, 500, 100  # binary digits; splits within each other; lists and objects
UNITS = 2 ** (2 * 1074)  # in a metre: all lengths in the world are whole
getattr(sys, "set_int_max_str_digits", abs)(0)  # some Pythons stop at 4300 digits
Unreadable = type("Unreadable", (Exception,), {})  # a file that is not what it has to be
Unproven = type("Unproven", (Exception,), {})  # evidence that does not prove the claim


def require(holds, reason, error=Unproven):
    if not holds:
        raise error(reason)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def whole(x):
    """A double times 2^1074."""
    top, bottom = x.as_integer_ratio()
    return top << (1075 - bottom.bit_length())


class Certificate:
    """Its claim is of `kind` phi, rho, gap or far, of a direction or point `about`, and names sign sqrt(P/Q), for rho
    P/Q. Bodies have R (row by row), t, interior point and vertices as read; a direction is held against `checked`."""

    def __init__(self, data):
        self.lines, self.at = data.decode("ascii").split("\n"), 0
        require(self.lines.pop() == "", "its last line does not end", Unreadable)
        self.take("touchstone.certificate/1")
        form, words = self.take(*CLAIMS)
        self.kind, self.about = form[1], tuple(words[:3])
        relation = next(word for word in form if word in ("=", ">=", "<=", ">"))
        self.sign, self.P, self.Q = (words[-3] if "SIGN" in form else 1), words[-2], words[-1]
        self.require("SIGN" not in form or (self.sign == 0) == (self.P == 0), "the sign is not the number's")
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
                    weight, *pair = self.take("pair ABOVE COUNT COUNT")[1]
                    self.pairs.append((weight, self.points(pair)))
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
            if len(form) == len(words) and all(f == w or f in FORMS for f, w in zip(form, words)):
                return form, [self.value(f, w) for f, w in zip(form, words) if f in FORMS]
        return self.require(False, "must be '%s'" % "' or '".join(forms))

    def value(self, name, word):
        self.require(FORMS[name].fullmatch(word), "'%s' is misspelt, too small or too long" % word[:40])
        if name == "DOUBLE":
            self.require(-1022 <= int(word[word.index("p") + 1:]) <= 1023, "'%s' is beyond doubles" % word[:40])
            return float.fromhex(word)
        return "-0+".index(word) - 1 if name == "SIGN" else int(word)

    def body(self, name):
        count = self.take("body " + name + " ABOVE")[1][0]
        R, t, x = (tuple(self.take(line + " DOUBLE" * n)[1]) for line, n in (("R", 9), ("t", 3), ("interior", 3)))
        self.require(count <= len(self.lines), "there are not so many vertices")
        vertices = [tuple(self.take("vertex" + 3 * " DOUBLE")[1]) for _ in range(count)]
        return SimpleNamespace(R=R, t=t, interior=x, vertices=vertices, checked=vertices)

    def points(self, pair):
        self.require(pair[0] < len(self.A.vertices) and pair[1] < len(self.B.vertices), "there is no such vertex")
        return self.A.vertices[pair[0]], self.B.vertices[pair[1]]

    def read_cover(self):
        """Two points for each leaf, three weights for each split."""
        self.take("cover")
        levels = [0] * 8  # of cones whose tree is still to come
        while levels:
            level = levels.pop()
            self.require(level <= MAX_LEVEL, "the cover has too many levels")
            node = self.take("leaf COUNT COUNT", "split COUNT COUNT COUNT")[1]
            self.cover.append(self.points(node) if len(node) == 2 else node)
            self.require(len(node) == 2 or node.count(0) < 2, "the new ray is one of the three")
            levels += [level + 1] * (3 - node.count(0) if len(node) == 3 else 0)

    def world(self, body, v):
        R, t, v = ([whole(x) for x in row] for row in (body.R, body.t, v))
        return [dot(R[3 * k:3 * k + 3], v) + (t[k] << 1074) for k in range(3)]

    def reach(self, body, u):
        return max(dot(u, self.world(body, v)) for v in body.checked)

    def apart(self, a, b):
        """The difference of a point of A and one of B, each in its own frame."""
        return [x - y for x, y in zip(self.world(self.A, a), self.world(self.B, b))]

    def compared(self, x, square):
        """Has the sign of x / sqrt(square) - the claimed number."""
        return x * abs(x) * self.Q - self.sign * self.P * square * UNITS**2

    def check(self):
        if self.pairs:
            self.check_pairs()
        self.check_cover()
        if self.u:
            self.check_direction(self.u, dot(self.u, self.u))

    def check_direction(self, u, square):
        start = [whole(x) << 1074 for x in self.about] if self.kind == "far" else None
        gap = (dot(u, start) if start else -self.reach(self.A, [-x for x in u])) - self.reach(self.far_from, u)
        along = dot(u, self.apart(self.A.interior, self.B.interior))
        if start:
            require(gap > 0 and self.compared(gap, square) > 0, "the plane is not so far from the point")
        elif self.kind == "phi":
            require(self.compared(gap, square) >= 0, "the gap along the direction is less")
        else:
            require(along > 0, "the direction is not along that of the interior points")
            require(gap * self.Q >= self.P * along, "the gap along the direction is less")

    def check_pairs(self):
        total = sum(weight for weight, _ in self.pairs)
        c = [sum(xs) for xs in zip(*([weight * x for x in self.apart(*pair)] for weight, pair in self.pairs))]
        if self.kind == "phi":
            require(dot(c, c) * self.Q <= self.P * UNITS**2 * total**2, "the points of the pairs are farther apart")
        elif self.kind == "gap":
            n = [whole(x) for x in self.about]
            require(self.compared(dot(n, c), dot(n, n) * total**2) <= 0, "the gap of the pairs is greater")
        else:
            d = self.apart(self.A.interior, self.B.interior)
            require(all(x * self.Q == self.P * y * total for x, y in zip(c, d)), "its points are not so far apart")

    def check_cover(self):
        cones = [((x, 0, 0), (0, y, 0), (0, 0, z)) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        for node in self.cover:
            cone = cones.pop()
            if len(node) == 2:
                c = self.apart(*node)
                require(all(self.compared(dot(c, r), dot(r, r)) <= 0 for r in cone), "a leaf of the cover is too near")
                continue
            digits = [max(map(abs, r)).bit_length() for r in cone]
            rays = [[x << (max(digits) - n) for x in r] for r, n in zip(cone, digits)]
            x, y, z = (sum(x * ray[k] for x, ray in zip(node, rays)) for k in range(3))
            r = tuple(entry // math.gcd(math.gcd(x, y), z) for entry in (x, y, z))
            require(max(map(abs, r)) < 1 << MAX_RAY_DIGITS, "a ray of the cover is too long")
            cones += [cone[:k] + (r,) + cone[k + 1:] for k in (2, 1, 0) if node[k] > 0]


def leaves(value, path=()):
    """(path, value) of whatever is no list and no object, or is empty. An object is a tuple of pairs."""
    if value and isinstance(value, (list, tuple)):
        for key, item in enumerate(value) if isinstance(value, list) else value:
            yield from leaves(item, path + (key,))
    else:
        require(len(path) + isinstance(value, (list, tuple)) <= MAX_DEPTH, "it is nested too deeply", ValueError)
        yield path, value


JSON = {"parse_int": float, "parse_constant": int, "object_pairs_hook": tuple}  # int() takes neither NaN nor Infinity
SHAPE, POSE = {"vertices": math.inf, "box_half_extents": 3, "interior_point": 3}, {"R": 9, "q": 4, "t": 3}
MOST = {"a": SHAPE, "b": SHAPE, "pose_a": POSE, "pose_b": POSE}  # numbers at each place


def read_case(values):
    """The numbers of a case by their places, each in its turn."""
    given = {(part, key): [] for part in MOST for key in MOST[part]}
    for (part, key, *place), value in values:
        if key == "facets" and MOST[part] is SHAPE:
            continue
        row = given.get((part, key), [])
        turn = (len(row) // 3, len(row) % 3) if key in ("vertices", "R") else (len(row),)
        good = tuple(place) == turn and len(row) < MOST[part].get(key, 0)
        good = good and isinstance(value, float) and math.isfinite(value)
        require(good, "%s.%s: no number that belongs there: %s" % (part, key[:40], str(value)[:40]), ValueError)
        row.append(value)
    for part in "ab":
        (points, box, interior), (R, q, t) = ([given[p, key] for key in MOST[p]] for p in (part, "pose_" + part))
        good = (len(box) == 0 < len(points) and len(points) % 3 == 0) or (len(box) == 3 and not points and min(box) > 0)
        require(good, "a body must have vertices, or half extents above 0", ValueError)
        good = len(t) == 3 and (len(R), len(q)) in ((9, 0), (0, 4)) and (R or any(q)) and len(interior) % 3 == 0
        require(good, "a pose must have t, and R or q; an interior point has three numbers", ValueError)
        if box:
            points += [x for k in range(8) for x in (box[j] * (1 if k >> j & 1 else -1) for j in range(3))]
            interior += [0.0] * (3 - len(interior))
    return given


def rotation(w, *v):
    """Of q = (w, v) the exact (2 v v' + (w w - v.v) 1 + 2 w [v]) / q.q, rounded to nine doubles."""
    cross, vv = (0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0), dot(v, v)
    rows = (2 * v[k // 3] * v[k % 3] + (w * w - vv if k % 4 == 0 else 0) + 2 * w * cross[k] for k in range(9))
    return tuple(float(entry / (w * w + vv)) for entry in rows)


def unlike(certificate, name, given):
    """Why a body is not the case's; else None, and it is the case's vertices that are checked."""
    body, part = getattr(certificate, name), name.lower()
    R, q, t = (tuple(given["pose_" + part, key]) for key in ("R", "q", "t"))
    points, interior = given[part, "vertices"], tuple(given[part, "interior_point"])
    if body.R != (R or rotation(*map(Fraction, q))) or body.t != t:
        return "the pose of a body is not the case's"
    body.checked = list(zip(points[::3], points[1::3], points[2::3]))
    if not set(body.vertices) <= set(body.checked):
        return "a vertex is not the case's"
    if not interior and certificate.kind == "rho":
        return "a ratio depends on interior points, which the case lacks"
    return "an interior point is not the case's" if interior and interior != body.interior else None


def compare(certificate, path):
    """Finds the bodies in the file: among a case, a list of cases, or the pairs of vectors."""
    found, reasons, parts = None, [], []
    try:
        for place, value in leaves(json.loads(Path(path).read_bytes().decode("utf-8-sig", "replace"), **JSON)):
            of_pair = place[:4:2] == ("groups", "pairs") and [*map(type, place[1:4:2])] == [int] * 2
            length = 4 if of_pair else sum(isinstance(key, int) for key in place[:1])
            if place[length:][:1] and place[length] in MOST and isinstance((place[length:] + (0,))[1], str):
                parts.append((place[:length], (place[length:], value)))
        for number, (_, case) in enumerate(itertools.groupby(parts or [((), None)], lambda part: part[0]), 1):
            given = read_case([part for _, part in case if part])
            if found is None:
                reasons.append(unlike(certificate, "A", given) or unlike(certificate, "B", given))
                found = number if reasons[-1] is None else None
    except (ValueError, RecursionError) as error:
        raise Unreadable("%s: %s" % (path, error))
    require(found, reasons[0] if len(reasons) == 1 else "its bodies are those of no case")
    print("case %d of the file" % found)


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
        certificate = Certificate(Path(arguments[0]).read_bytes())
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
