# SPDX-License-Identifier: GPL-3.0-or-later
"""Convex polytopes in whole numbers: the facets of a Minkowski sum by gift wrapping. The sum is known by its support
function alone: from a facet the plane turns about one of its edges until it meets the sum again, in the next facet.
Points and vectors are triples of int."""
from functools import reduce
from itertools import product
from math import gcd


def add(a, b): return (a[0] + b[0], a[1] + b[1], a[2] + b[2])
def sub(a, b): return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
def neg(a): return (-a[0], -a[1], -a[2])
def times(m, a): return (m * a[0], m * a[1], m * a[2])
def dot(a, b): return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
def cross(a, b): return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
def sides(corners): return zip(corners, corners[1:] + corners[:1])


def primitive(a):
    """The shortest whole vector along a."""
    g = gcd(*a)
    return (a[0] // g, a[1] // g, a[2] // g)


def span(vectors):
    """Linearly independent ones of these, as many as there are."""
    basis = []
    for v in vectors:
        rank = len(basis)
        if rank == 0 and any(v) or rank == 1 and any(cross(basis[0], v)) or rank == 2 and dot(cross(*basis), v):
            basis.append(v)
    return basis


def polygon(points, v):
    """The corners of the hull of points in a plane normal to v, counter-clockwise seen from where v points to; two
    where the points lie on a line, one where they are one."""
    k = max(range(3), key=lambda i: abs(v[i]))
    i, j = ((k + 1) % 3, (k + 2) % 3) if v[k] > 0 else ((k + 2) % 3, (k + 1) % 3)
    ordered = sorted(set(points), key=lambda p: (p[i], p[j]))
    corners = []
    for run in (ordered, ordered[::-1]):
        chain = []
        for p in run:
            while len(chain) > 1:
                a, b = chain[-2:]
                if (b[i] - a[i]) * (p[j] - a[j]) > (b[j] - a[j]) * (p[i] - a[i]):
                    break
                chain.pop()
            chain.append(p)
        corners += chain[:-1]
    return corners or ordered


def contains(corners, v, y, m):
    """Whether a polygon, segment or point (as `polygon` gives it) contains y / m."""
    p = corners[0]
    r = sub(y, times(m, p))
    if len(corners) == 1:
        return not any(r)
    if len(corners) == 2:
        e = sub(corners[1], p)
        return not any(cross(e, r)) and 0 <= dot(e, r) <= m * dot(e, e)
    return dot(v, r) == 0 and all(dot(v, cross(sub(q, p), sub(y, times(m, p)))) >= 0 for p, q in sides(corners))


class Sum:
    """The Minkowski sum of point sets."""

    def __init__(self, *parts):
        self.parts = parts

    def basis(self):
        return span(sub(p, part[0]) for part in self.parts for p in part)

    def heights(self, v):
        """v.p for each point of each part, and the greatest for each part."""
        x, y, z = v
        heights = [[x * p[0] + y * p[1] + z * p[2] for p in part] for part in self.parts]
        return heights, [max(row) for row in heights]

    def faces(self, v):
        """The greatest v.p in the sum, and for each part the points that it takes."""
        heights, tops = self.heights(v)
        return sum(tops), [[p for p, height in zip(part, row) if height == top]
                           for part, row, top in zip(self.parts, heights, tops)]

    def farthest(self, v):
        """One point of the sum where v.p is greatest, and this v.p."""
        heights, tops = self.heights(v)
        points = [part[row.index(top)] for part, row, top in zip(self.parts, heights, tops)]
        return reduce(add, points), sum(tops)

    def face(self, v):
        """v, the greatest v.p, and the corners of the face where it is."""
        support, faces = self.faces(v)
        return v, support, polygon([reduce(add, points) for points in product(*faces)], v)

    def turn(self, p, e, x):
        """The face at which a supporting plane with outward normal n arrives that turns about the line p + s e towards
        e x n, where it holds no point of the sum; x is any point of the sum off the plane."""
        while True:
            v = primitive(cross(sub(x, p), e))
            x, support = self.farthest(v)
            if support == dot(v, p):
                return self.face(v)

    def first_facet(self):
        v, p, e = (1, 0, 0), reduce(add, map(max, self.parts)), (0, 0, 1)  # p: x, then y, then z is greatest
        corners = ()
        while len(corners) < 3:
            v, support, corners = self.turn(p, e, self.farthest(neg(v))[0])
            p, e = corners[0], sub(corners[1], corners[0])
        return v, support, corners

    def facets(self, first=None, about=None):
        """{outward normal: (support, corners)} for all facets of a solid sum; with `about` = (x, m) for those that
        contain the point x / m, of which `first` is one."""
        found, border = {}, {}

        def enter(v, support, corners):
            assert v not in found
            found[v] = support, corners
            low = self.farthest(neg(v))[0]
            for p, q in sides(corners):
                if about and any(cross(sub(q, p), sub(about[0], times(about[1], p)))):
                    continue
                if border.pop((q, p), None) is None:
                    border[p, q] = low

        enter(*(first or self.first_facet()))
        while border:
            (p, q), low = next(iter(border.items()))
            enter(*self.turn(p, sub(q, p), low))
            assert (p, q) not in border
        return found


def extreme(points):
    """The extreme ones of distinct points."""
    basis = Sum(points).basis()
    if len(basis) == 3:
        return {p for _, corners in Sum(points).facets().values() for p in corners}
    return set(polygon(points, cross(*basis))) if len(basis) == 2 else {min(points), max(points)}
