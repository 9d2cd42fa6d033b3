# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the gradients and the contact points of `touchstone ask --gradient` against others that share no line with
them, and ends with "N passed, M failed". An optimal direction u and a corner p of its manifold make a piece
(docs/gradients.md)."""
import argparse
import json
import subprocess
import sys
import tempfile
from fractions import Fraction
from functools import partial
from math import sqrt
from pathlib import Path

from opinion import Question, Solved, scaled
from polytopes import Sum, contains, cross, dot, neg, polygon, sides, sub, times

TOLERANCE = 1e-8  # for contact points, relative to size
MERGED = 1e-6  # contact points nearer to each other become one, of the size or of a metre
CLOSE = 1e-12  # pieces are compared as doubles, relative to their largest v-part and to the arms of p


def shared_corners(P, Q, u):
    """The corners of what two convex polygons, segments or points in one plane normal to u have in common."""
    P, Q = polygon(P, u), polygon(Q, u)
    found = {tuple(map(Fraction, p)) for one, other in ((P, Q), (Q, P)) for p in one if contains(other, u, p, 1)}
    for p, q in sides(P):
        for s, t in sides(Q):
            e, f = sub(q, p), sub(t, s)
            across = dot(u, cross(e, f))
            if across:
                x, y = (Fraction(dot(u, cross(sub(s, p), g)), across) for g in (f, e))
                if 0 <= x <= 1 and 0 <= y <= 1:
                    found.add(tuple(a + x * b for a, b in zip(p, e)))
    return polygon(found, u)


def cross_of(a, b): return tuple(float(x) for x in cross(a, b))


class Gradients:
    """Of a pair. Lengths are whole numbers of 1 / scale m but in pieces."""

    def __init__(self, case):
        self.question = Question(case)
        self.solved = Solved(self.question.D, self.question.d)
        self.origins = [tuple(map(Fraction, case[key]["t"])) for key in ("pose_a", "pose_b")]

    def faces(self, u):
        """The points of A nearest to B along u, those of B nearest to A, and the gap times |u|."""
        top, (face_A, face_B) = self.question.D.faces(neg(u))
        return face_A, [neg(p) for p in face_B], -top

    def pieces(self, u, n, corners):
        """Those of n, three doubles, and of points in metres."""
        made = []
        for p in corners:
            arms = [tuple(map(float, sub(p, x))) for x in self.origins]
            made.append((n, cross_of(arms[0], n), neg(n), cross_of(n, arms[1])))
        return made

    def is_cone(self):
        return self.solved.sign == 0 and (self.solved.lines or len(self.solved.directions) > 1)

    def manifold(self, u):
        """The corners of what both bodies have in common along u, on A, in metres."""
        face_A, face_B, gap = self.faces(u)
        square = dot(u, u)
        corners = shared_corners([times(square, a) for a in face_A],
                                 [tuple(square * x + gap * y for x, y in zip(b, u)) for b in face_B], u)
        return [tuple(Fraction(x) / (square * self.question.scale) for x in p) for p in corners]

    def of_phi(self):
        """All pieces; none where directions form a cone."""
        found = []
        for u in () if self.is_cone() else self.solved.directions:
            found += self.pieces(u, tuple(x / sqrt(dot(u, u)) for x in u), self.manifold(u))
        return found

    def of_rho(self):
        if self.solved.rho is None:
            return []
        scale = self.question.scale
        centres = [scaled([body.world[-1]], scale)[0] for body in self.question.bodies]
        shrink = 1 - self.solved.rho  # 1 / r
        P, Q = shrink.denominator, shrink.numerator  # r = P / Q

        def grown(points, x):
            return [tuple(Q * b + P * (a - b) for a, b in zip(p, x)) for p in points]
        found = []
        for u in self.solved.rho_directions:
            face_A, face_B, _ = self.faces(u)
            corners = shared_corners(grown(face_A, centres[0]), grown(face_B, centres[1]), u)
            along = shrink / Fraction(dot(u, self.question.d), scale)
            n = tuple(float(along * x) for x in u)
            found += self.pieces(u, n, [tuple(Fraction(x) / (Q * scale) for x in p) for p in corners])
        return found


def length(v): return sqrt(dot(v, v))


def distance(corners, u, p):
    """From a point to a polygon, segment or point, all in one plane normal to u through 0."""
    if contains(corners, u, p, 1):
        return 0
    found = []
    for a, b in sides(corners):
        e = sub(b, a)
        s = min(max(Fraction(dot(sub(p, a), e)) / (dot(e, e) or 1), 0), 1)
        found.append(length(sub(p, tuple(x + s * y for x, y in zip(a, e)))))
    return min(found)


class Contacts:
    """Contact points a on A and b on B, held to what both bodies have in common along one direction."""

    def __init__(self, gradients, record):
        self.gradients = gradients
        self.points = [(tuple(map(Fraction, p["a"])), tuple(map(Fraction, p["b"])), p["gap"])
                       for p in record["contacts"]["points"]]
        self.size = record["size"]
        self.planes = []
        for body in gradients.question.bodies:
            scale = gradients.question.scale
            solid = Sum(scaled(body.world[:-1], scale))
            self.planes.append([(v, Fraction(support, scale)) for v, (support, _) in solid.facets().items()]
                               if len(solid.basis()) == 3 else [])

    def are_in_bodies(self):
        return all(dot(v, p[k]) - support <= TOLERANCE * self.size * length(v)
                   for p in self.points for k in (0, 1) for v, support in self.planes[k])

    def fit(self, u):
        """Whether they are the manifold of u: a - b is phi along it, and no corner is beyond the hull of the points."""
        root = length(u)
        phi = float(Fraction(self.gradients.faces(u)[2], self.gradients.question.scale)) / root
        tolerance = TOLERANCE * self.size
        for a, b, gap in self.points:
            along = Fraction(gap / root)
            if abs(gap - phi) > tolerance or length(sub(sub(a, b), tuple(along * x for x in u))) > tolerance:
                return False

        def across(p): return tuple(x - Fraction(dot(u, p), dot(u, u)) * y for x, y in zip(p, u))
        hull = polygon([across(a) for a, _, _ in self.points], u)
        allowed = max(tolerance, 2 * MERGED * min(1, self.size))
        return all(distance(hull, u, across(p)) <= allowed for p in self.gradients.manifold(u))

    def are_right(self):
        if self.gradients.is_cone():
            return True
        return bool(self.points) and self.are_in_bodies() and any(map(self.fit, self.gradients.solved.directions))


def differ(found, given, arms):
    """Whether one of either list is none of the other."""
    given = [tuple(tuple(piece[key]) for key in ("v_a", "w_a", "v_b", "w_b")) for piece in given]
    largest = max((abs(x) for piece in found for x in piece[0]), default=1)

    def close(one, other):
        return all(abs(x - y) <= CLOSE * largest * (1 if k % 2 == 0 else arms[k // 2])
                   for k in range(4) for x, y in zip(one[k], other[k]))

    def within(some, others):
        return all(any(close(one, other) for other in others) for one in some)
    return not (within(found, given) and within(given, found))


def judge(record):
    """In what a case of the record differs."""
    gradients = Gradients(record["case"])
    points = [[p for p in body.world] for body in gradients.question.bodies]
    arms = [1 + max(float(abs(x)) for side in points for p in side for x in sub(p, origin)) for origin in gradients.origins]
    wrong = []
    for name, found in (("phi", gradients.of_phi()), ("rho", gradients.of_rho())):
        given = record["gradient"][name]
        if differ(found, given["pieces"], arms):
            wrong.append("the gradient of " + name)
        if given["two_sided"] != (len(found) == 1):
            wrong.append("whether rates of " + name + " are two-sided")
    if not Contacts(gradients, record).are_right():
        wrong.append("the contact points")
    return wrong


def asked(program, cases, families):
    """The record of so many cases of each family."""
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{folder}/{name}" for name in ("dump.jsonl", "cases.json", "ask.json")]
        run = partial(subprocess.run, check=True, stdout=subprocess.DEVNULL)
        run([program, "dump", names[0], "--family", ",".join(families), "--cases", str(cases)])
        with open(names[0], encoding="utf-8") as dump, open(names[1], "w", encoding="utf-8") as file:
            json.dump([json.loads(line)["case"] for line in dump.readlines()[1:]], file)
        run([program, "ask", names[1], "--gradient", "--json", names[2]])
        with open(names[2], encoding="utf-8") as file:
            return json.load(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog="Exit code 1: a pair differs.")
    parser.add_argument("--program", help="touchstone, to ask cases of families with")
    parser.add_argument("--cases", type=int, default=20, metavar="N", help="of each family")
    parser.add_argument("names", nargs="*", help="families, or without --program records")
    given = parser.parse_args()
    if given.program:
        records = [asked(given.program, given.cases, given.names)]
    else:
        records = [json.loads(Path(name).read_text(encoding="utf-8")) for name in given.names]
    cases = [case for record in records for case in record["cases"]]
    failed = 0
    for record in cases:
        wrong = judge(record)
        failed += bool(wrong)
        if wrong:
            print(f"{record['id']}: differs in {', '.join(wrong)}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
