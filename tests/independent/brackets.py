#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks brackets of pairs with curved cores (reference/bracket.hpp) in fractions: standard input has what
reference/tests/bracket_text.hpp writes. Prints a line for each: "holds", or which bound is not proven.

Roots are the only rounding: whole numbers below and above them. A point of a curved core is scaled towards the core's
middle by such a root, so it is inside, exactly."""
import sys
from collections import Counter
from fractions import Fraction
from math import isqrt

from polytopes import add, cross, dot, sides, sub, times

GRID = 2 ** 300  # corners of a cycle are rounded to this part of a metre


def root_below(x):
    """At most sqrt(x), and within 2^-200 of it in proportion."""
    shift = 400 + max(0, x.denominator.bit_length() - x.numerator.bit_length())
    shift += shift % 2
    return Fraction(isqrt((x.numerator << shift) // x.denominator), 2 ** (shift // 2))


def root_above(x):
    below = root_below(x)
    return below if below * below == x else below * (1 + Fraction(1, 2 ** 180))


def turned(R, v):
    return tuple(dot(row, v) for row in R)


class Body:
    def __init__(self, kind, numbers, radius, R, t):
        self.kind, self.radius, self.R, self.t = kind, radius, R, t
        self.numbers = numbers
        if kind == "polytope":
            self.vertices = [tuple(numbers[k:k + 3]) for k in range(0, len(numbers), 3)]

    def reach(self, u):
        """At least the largest u.(R k + t) over k of the core."""
        w = turned(list(zip(*self.R)), u)
        if self.kind == "polytope":
            most = max(dot(w, v) for v in self.vertices)
        elif self.kind == "ellipsoid":
            most = root_above(sum((a * x) ** 2 for a, x in zip(self.numbers, w)))
        else:
            radius, half = self.numbers
            across = radius * root_above(w[0] ** 2 + w[1] ** 2)
            most = across + half * abs(w[2]) if self.kind == "cylinder" else max(half * w[2], across - half * w[2])
        return most + dot(u, self.t)

    def point(self, name):
        """A point of the core, in the world: that of a vertex's index or, almost, of a direction."""
        if self.kind == "polytope":
            v = self.vertices[name]
        elif self.kind == "ellipsoid":
            squares = [a * a * x for a, x in zip(self.numbers, name)]
            v = times(1 / root_above(dot(squares, name)), squares)
        else:
            radius, half = self.numbers
            length = root_above(name[0] ** 2 + name[1] ** 2)
            part = radius / length if length else 0
            rim = (part * name[0], part * name[1])
            if self.kind == "cone":
                v = (0, 0, half) if name[2] > 0 else (*rim, -half)
            else:
                v = (*rim, half if name[2] >= 0 else -half)
        return add(turned(self.R, v), self.t)


def depth_at_least(p, corners, cycle):
    """Whether closed triangles, none of whose planes is nearer than p + e, have corners within e of the points."""
    edges = Counter()
    for a, b, c in cycle:
        for edge in sides((a, b, c)):
            edges[edge] += 1
    if not cycle or p <= 0 or any(edges[b, a] != count for (a, b), count in edges.items()):
        return False
    rounded = [tuple(round(x * GRID) for x in c) for c in corners]  # by at most half a unit each: e is 1
    reach = p * GRID + 1
    for a, b, c in ([rounded[k] for k in triangle] for triangle in cycle):
        n = cross(sub(b, a), sub(c, a))
        det = dot(a, n)
        if det <= 0 or det * det * reach.denominator ** 2 < reach.numerator ** 2 * dot(n, n):
            return False
    return True


def verdict(A, B, lower, upper, direction, names, shares, cycle):
    r = A.radius + B.radius
    gap = -(B.reach(direction) + A.reach(times(-1, direction)))
    square = dot(direction, direction)
    if not square or gap / (root_above(square) if gap > 0 else root_below(square)) - r < lower:
        return "lower is not proven"
    corners = [sub(B.point(b), A.point(a)) for a, b in names]
    weight = sum(w for _, w in shares)
    if weight > 0 and all(w >= 0 for _, w in shares):
        c = (0, 0, 0)
        for k, w in shares:
            c = add(c, times(w / weight, corners[k]))
        if upper + r >= 0 and dot(c, c) <= (upper + r) ** 2:
            return "holds"
    return "holds" if depth_at_least(-upper - r, corners, cycle) else "upper is not proven"


def number(word):
    return Fraction(float.fromhex(word))


def vector(words):
    """Three numbers, or three sums high + low."""
    x = [number(word) for word in words]
    return tuple(x) if len(x) == 3 else add(tuple(x[:3]), tuple(x[3:]))


def main():
    bodies, names, shares, cycle = [], [], [], []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "body":
            kind, radius, *numbers = rest
            shape = (kind, [number(x) for x in numbers], number(radius))
        elif word == "pose":
            bodies.append(Body(*shape, [vector(rest[k:k + 3]) for k in (0, 3, 6)], vector(rest[9:])))
        elif word == "bounds":
            lower, upper = map(number, rest)
        elif word == "direction":
            direction = vector(rest)
        elif word == "corner":
            middle = rest.index("and")
            halves = (rest[:middle], rest[middle + 1:])
            names.append(tuple(int(h[0]) if len(h) == 1 else vector(h) for h in halves))
        elif word == "share":
            shares.append((int(rest[0]), number(rest[1]) + number(rest[2])))
        elif word == "triangle":
            cycle.append(tuple(map(int, rest)))
        elif word == "end":
            print(verdict(*bodies, lower, upper, direction, names, shares, cycle))
            bodies, names, shares, cycle = [], [], [], []


if __name__ == "__main__":
    main()
