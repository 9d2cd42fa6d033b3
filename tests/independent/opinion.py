# SPDX-License-Identifier: GPL-3.0-or-later
"""The truth of one dumped case (docs/dump.md): found again, or proven, and in what it differs from what was published.

D = A - B. Lengths are in units of 2^-places m, one for the pair; directions point from B to A and are primitive.
"""
from fractions import Fraction
from itertools import product
from math import isqrt, lcm

from polytopes import Sum, contains, cross, dot, extreme, neg, polygon, primitive, sides, span, sub, times
from proofs import encloses_origin, tangent_normals

SOLVED_UP_TO = 64  # vertices of either body
EXTREME_UP_TO = 700  # vertices of a body: above, which are extreme is not found again


def binary_places(numbers):
    return max(float(x).as_integer_ratio()[1].bit_length() - 1 for x in numbers)


def whole(p, places):
    """p * 2^places for doubles that have no more binary places."""
    ratios = [float(x).as_integer_ratio() for x in p]
    return tuple((numerator << places) // denominator for numerator, denominator in ratios)


def rounded(x):
    """The double nearest to a fraction, None beyond the largest. Python rounds the quotient of two int correctly."""
    try:
        return x.numerator / x.denominator
    except OverflowError:
        return None


def rounded_root(x, sign=1):
    """The double nearest to sign * sqrt(x): at least 68 bits of the root, and one that says whether it goes on."""
    p, q = x.numerator, x.denominator
    shift = max(0, 70 + (q.bit_length() - p.bit_length()) // 2)
    root = isqrt((p << 2 * shift) // q)
    return rounded(Fraction(sign * (2 * root + (root * root * q != p << 2 * shift)), 2 << shift))


class Body:
    """A body of a case file and its pose: its vertices and interior point in the world."""

    def __init__(self, body, pose):
        self.local = [tuple(p) for p in body.get("vertices", ())] or [
            tuple(s * h for s, h in zip(signs, body["box_half_extents"])) for signs in product((-1, 1), repeat=3)]
        self.given = body.get("interior_point")
        self.R, self.t = pose["R"], pose["t"]
        self.R_places = binary_places(x for row in self.R for x in row)

    def default_interior_point(self):
        """The correctly rounded mean of the extreme vertices."""
        places = binary_places(x for p in self.local for x in p)
        corners = extreme([whole(p, places) for p in self.local])
        return [rounded(Fraction(sum(p[i] for p in corners), len(corners) << places)) for i in range(3)]

    def places(self):
        """How many it takes for R v + t to be whole."""
        self.v_places = binary_places(x for p in (*self.local, self.interior_point) for x in p)
        return max(self.v_places + self.R_places, binary_places(self.t))

    def put_into(self, places):
        R, t = [whole(row, self.R_places) for row in self.R], whole(self.t, places)
        shift = places - self.v_places - self.R_places
        *self.points, self.x = [tuple((dot(row, whole(v, self.v_places)) << shift) + s for row, s in zip(R, t))
                                for v in (*self.local, self.interior_point)]

    def can_grow(self):
        """Whether it is solid with its interior point strictly inside, so that rho is defined."""
        body = Sum([sub(p, self.x) for p in self.points])
        return len(body.basis()) == 3 and encloses_origin(body)


def nearest(corners, v):
    """The point of a polygon, segment or point nearest to the origin: (x, m) for x / m."""
    if len(corners) > 2 and all(dot(v, cross(p, q)) >= 0 for p, q in sides(corners)):
        return times(dot(v, corners[0]), v), dot(v, v)
    found = [(p, 1) for p in corners]
    for p, q in sides(corners):
        e = sub(q, p)
        s, square = -dot(p, e), dot(e, e)
        if 0 < s < square:
            found.append((tuple(square * a + s * b for a, b in zip(p, e)), square))
    return min(found, key=lambda point: Fraction(dot(point[0], point[0]), point[1] ** 2))


class Solved:
    """phi and, with d, rho of a pair from all facets of D. `lines` spans the linear part of a cone of directions."""

    lines = ()
    rho, rho_directions = None, set()

    def __init__(self, D, d):
        basis = D.basis()
        if len(basis) < 3:
            self.solve_flat(D, basis)
            return
        facets = D.facets()
        gap = {v: Fraction(-support * abs(support), dot(v, v)) for v, (support, _) in facets.items()}
        if not self.is_apart([(corners, v) for v, (_, corners) in facets.items() if gap[v] > 0]):
            best = max(gap.values())
            self.sign, self.phi_squared = -(best < 0), -best
            self.directions = {neg(v) for v in facets if gap[v] == best}
        if d:
            ratio = {neg(v): Fraction(support, dot(v, d)) for v, (support, _) in facets.items() if dot(v, d) < 0}
            self.rho = max(ratio.values())
            self.rho_directions = {u for u in ratio if ratio[u] == self.rho}

    def is_apart(self, polygons):
        """Whether the origin is outside D, which shows these to the origin: then phi is known."""
        points = [nearest(*shown) for shown in polygons]
        squares = [Fraction(dot(x, x), m * m) for x, m in points]
        self.sign, self.phi_squared = 1, min(squares, default=0)
        if self.phi_squared > 0:
            self.directions = {primitive(points[squares.index(self.phi_squared)][0])}
        return self.phi_squared > 0

    def solve_flat(self, D, basis):
        """D is a polygon, segment or point. Around the origin in it: a cone, whose rays across `lines` are in D's span."""
        v = cross(*basis) if len(basis) == 2 else (1, 0, 0)
        if len(basis) == 1:
            v = cross(basis[0], (1, 0, 0)) if any(basis[0][1:]) else (0, 0, 1)
        corners = polygon([tuple(map(sum, zip(*points))) for points in product(*D.parts)], v)
        if self.is_apart([(corners, v)]):
            return
        self.sign = 0
        axes = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
        self.lines = [axes, [cross(axis, e) for axis in axes for e in basis], [v]][len(basis)]
        touched = [(p, q) for p, q in sides(corners) if len(corners) > 1 and not any(cross(p, q))]
        self.directions = {primitive(cross(v, sub(q, p)) if len(basis) == 2 else sub(q, p))
                           for p, q in touched if len(basis) == 2 or not any(p)}

    def agrees_with(self, directions):
        """The linear part may be spanned by any of its vectors, each with both signs."""
        across = {u for u in directions if not any(dot(u, line) for line in self.lines)}
        along = directions - across
        rank = len(span(self.lines))
        return across == self.directions and {neg(u) for u in along} == along and (
            len(span(along)) == rank == len(span([*self.lines, *along])))


class Proven(Solved):
    """The same where the published optimum is one; `phi_squared` and `rho` are None where it is not."""

    def __init__(self, D, d, published, witnesses_hold):
        u = published.directions[0]
        gap = -D.farthest(neg(u))[1]
        square = Fraction(gap * gap, dot(u, u))
        self.sign, self.phi_squared, self.directions = (gap > 0) - (gap < 0), square, {u}
        if gap < 0:
            normals = tangent_normals(D, square.numerator, square.denominator)
            self.directions = {neg(v) for v in normals or ()}
        elif gap == 0:
            self.directions = self.normals_about(D, u, ((0, 0, 0), 1))
        if not witnesses_hold or not self.directions:
            self.phi_squared = None
        u = published.rho_directions[0] if d and published.rho_directions else (0, 0, 0)
        if d and dot(u, d) > 0:
            rho = Fraction(-D.farthest(neg(u))[1], dot(u, d))
            self.rho_directions = self.normals_about(D, u, (times(rho.numerator, d), rho.denominator))
            self.rho = rho if self.rho_directions else None

    @staticmethod
    def normals_about(D, u, point):
        """Of all facets of D around a point that is in the one towards -u; none where it is not."""
        facet = D.face(neg(u))
        inside = len(facet[2]) > 2 and contains(facet[2], neg(u), *point)
        return {neg(v) for v in D.facets(facet, point)} if inside else set()


class Published:
    """The exact part of a dumped truth."""

    def __init__(self, truth):
        self.sign, self.phi_squared = truth["sign"], Fraction(truth["phi_squared"])
        self.directions = [tuple(map(int, u)) for u in truth["directions"]]
        self.witnesses = [tuple(map(Fraction, truth[key])) for key in ("witness_a_exact", "witness_b_exact")]
        self.rho = None if truth["rho_exact"] is None else Fraction(truth["rho_exact"])
        self.rho_directions = [tuple(map(int, u)) for u in truth["rho_directions"]]


def witnesses_hold(D, u, witnesses, places):
    """p_A in A, p_B in B, and p_A - p_B = gap(u) u / u.u: they can only be in the faces that u touches."""
    support, faces = D.faces(neg(u))
    m = lcm(*(x.denominator for p in witnesses for x in p))
    p_A, p_B = [tuple(int(x * m) << places for x in p) for p in witnesses]
    inside = all(contains(polygon(face, neg(u)), neg(u), p, m) for face, p in zip(faces, (p_A, neg(p_B))))
    return inside and times(dot(u, u), sub(p_A, p_B)) == times(-support * m, u)


def feature_holds(D, u, feature, bodies):
    """The extreme vertices that u touches, as they are in their bodies' frames."""
    _, faces = D.faces(neg(u))
    faces = [polygon(face, neg(u)) for face in faces]
    places = [dict(zip(part, body.local)) for part, body in zip(D.parts, bodies)]
    found = [{place[p] for p in face} for face, place in zip(faces, places)]
    name = "-".join(("vertex", "edge", "face")[min(len(face), 3) - 1] for face in faces)
    return name == feature["name"] and found == [
        {tuple(p) for p in feature[key]} for key in ("vertices_a", "vertices_b")]


def encloses(bounds, x):
    """Of bounds = value, tail, doubt: |y - (value + tail)| <= doubt, where x = y |y|."""
    value, tail, doubt = map(Fraction, bounds)
    low, high = value + tail - doubt, value + tail + doubt
    return low * abs(low) <= x <= high * abs(high)


def judge(record):
    """("solved" or "proven", what differs)"""
    truth, fast, published = record["truth"], record["fast"], Published(record["truth"])
    bodies = A, B = [Body(record["case"][key], record["case"]["pose_" + key]) for key in "ab"]
    for body, key in zip(bodies, "ab"):
        there = truth["interior_point_" + key]
        known = body.given or len(body.local) > EXTREME_UP_TO and there
        body.interior_point = known or body.default_interior_point()
    places = max(body.places() for body in bodies)
    for body in bodies:
        body.put_into(places)
    D, d = Sum(A.points, [neg(p) for p in B.points]), sub(A.x, B.x)
    d = d if any(d) and A.can_grow() and B.can_grow() else None
    witnesses = witnesses_hold(D, published.directions[0], published.witnesses, places)
    solved = max(len(A.points), len(B.points)) <= SOLVED_UP_TO or len(D.basis()) < 3
    mine = Solved(D, d) if solved else Proven(D, d, published, witnesses)
    square, sign, rho = published.phi_squared, published.sign, published.rho
    phi, rho_rounded = rounded_root(square, sign), None if rho is None else rounded(rho)
    normals = [[rounded_root(Fraction(x * x, dot(u, u)), (x > 0) - (x < 0)) for x in u] for u in published.directions]
    held = {
        "interior points": [body.interior_point for body in bodies] == [truth["interior_point_" + k] for k in "ab"],
        "sign": mine.sign == sign,
        "phi^2": mine.phi_squared == square * (1 << 2 * places),
        "directions": mine.agrees_with(set(published.directions)),
        "phi": truth["phi"] == phi,
        "normals": truth["normals"] == normals,
        "features": len(truth["features"]) == len(published.directions) and all(
            feature_holds(D, u, feature, bodies) for u, feature in zip(published.directions, truth["features"])),
        "witness points": witnesses,
        "rounded witness points": [truth["witness_a"], truth["witness_b"]] == [
            [rounded(x) for x in p] for p in published.witnesses],
        "rho": mine.rho == rho,
        "rho's directions": mine.rho_directions == set(published.rho_directions),
        "rho's double": truth["rho"] == rho_rounded,
        "fast sign": fast["sign"] == sign,
        "fast phi": fast["phi"][0] == phi and encloses(fast["phi"], sign * square),
        "fast rho": fast["rho"] is None if rho is None else (
            fast["rho"][0] == rho_rounded and encloses(fast["rho"], rho * abs(rho))),
    }
    return "solved" if solved else "proven", [name for name, holds in held.items() if not holds]
