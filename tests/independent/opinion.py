# SPDX-License-Identifier: GPL-3.0-or-later
"""The truth of one dumped case (docs/dump.md) or vector (docs/vectors.md), found again or proven, and what differs from
it. D = A - B. Lengths are whole numbers of 1 / scale m, with one scale for a pair; directions are primitive and point
from B to A."""
from fractions import Fraction
from itertools import product
from math import isqrt, lcm

from polytopes import Sum, contains, cross, dot, extreme, neg, polygon, primitive, sides, span, sub, times
from proofs import enclosing_surface, tangent_normals

SOLVED_UP_TO = 64  # vertices of either body
EXTREME_UP_TO = 1024  # above, which vertices of a body are extreme is not found again


def common_scale(points): return lcm(*(x.denominator for p in points for x in p))
def scaled(points, scale): return [tuple(int(x * scale) for x in p) for p in points]


def rounded(x):
    """The double nearest to a fraction, None beyond the largest. Python rounds the quotient of two int correctly."""
    try:
        return x.numerator / x.denominator
    except OverflowError:
        return None


def rounded_root(x, sign):
    """The double nearest to sign * sqrt(x): at least 68 bits of the root, and one that says whether it goes on."""
    p, q = x.numerator, x.denominator
    shift = max(0, 70 + (q.bit_length() - p.bit_length()) // 2)
    root = isqrt((p << 2 * shift) // q)
    return rounded(Fraction(sign * (2 * root + (root * root * q != p << 2 * shift)), 2 << shift))


def rounded_root_less(x, sign, r):
    """The double nearest to sign * sqrt(x) - r: digits of the root until both its bounds round alike."""
    bits = 100
    while True:
        root = isqrt((x.numerator << 2 * bits) // x.denominator)
        goes_on = root * root * x.denominator != x.numerator << 2 * bits
        low, high = (rounded(Fraction(sign * y, 1 << bits) - r) for y in (root, root + goes_on))
        if low == high or (sign > 0 and x == r * r):
            return low if low == high else 0
        bits *= 2


def core_and_radius(body):
    """The core as a body of a case file, and the radius."""
    if "core" in body:
        return body["core"], Fraction(body["radius"])
    for key in ("sphere", "capsule"):
        if key in body:
            h = body[key].get("half_length", 0)
            return {"vertices": [[0, 0, -h], [0, 0, h]][: 1 + (h > 0)]}, Fraction(body[key]["radius"])
    return body, Fraction(0)


class Body:
    """A body of a case file and its pose. `world`: its vertices, then its interior point, as fractions of a metre."""

    def __init__(self, body, pose, interior_point):
        self.local = [tuple(map(Fraction, p)) for p in body.get("vertices", ())] or [
            tuple(s * Fraction(h) for s, h in zip(signs, body["box_half_extents"]))
            for signs in product((-1, 1), repeat=3)]
        known = body.get("interior_point") or (interior_point if len(self.local) > EXTREME_UP_TO else None)
        self.interior_point = known or self.default_interior_point()
        rows = [[Fraction(x) for x in (*row, s)] for row, s in zip(pose["R"], pose["t"])]
        self.world = [tuple(dot(row, v) + row[3] for row in rows)
                      for v in (*self.local, [Fraction(x) for x in self.interior_point])]

    def default_interior_point(self):
        """The correctly rounded mean of the extreme vertices."""
        scale = common_scale(self.local)
        corners = extreme(scaled(self.local, scale))
        return [rounded(Fraction(sum(x), len(corners) * scale)) for x in zip(*corners)]


def can_grow(points, x):
    """Whether a body is solid and x strictly inside, so that rho is defined."""
    body = Sum([sub(p, x) for p in points])
    return len(body.basis()) == 3 and enclosing_surface(body, lambda n, support: support > 0) is not None


def nearest(corners, v):
    """The point of a polygon, segment or point nearest to the origin, as (x, m) for x / m."""
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

    lines, rho, rho_directions = (), None, set()

    def __init__(self, D, d):
        if len(basis := D.basis()) < 3:
            return self.solve_flat(D, basis)
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
        """D is a polygon, segment or point. If it holds the origin: the rays of the cone in D's span, and `lines`."""
        axes = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
        across = [cross(*basis)] if len(basis) == 2 else [cross(axis, e) for axis in axes for e in basis] or axes
        v = next(filter(any, across))
        corners = polygon([tuple(map(sum, zip(*points))) for points in product(*D.parts)], v)
        if not self.is_apart([(corners, v)]):
            self.sign, self.lines = 0, across
            touched = [(p, q) for p, q in sides(corners) if len(basis) and not any(cross(p, q))]
            self.directions = {primitive(cross(v, sub(q, p)) if len(basis) == 2 else sub(q, p))
                               for p, q in touched if len(basis) == 2 or not any(p)}

    def agrees_with(self, directions):
        """The linear part may be spanned by any of its vectors, each with both signs."""
        across = {u for u in directions if not any(dot(u, line) for line in self.lines)}
        along = directions - across
        ranks = {len(span(vectors)) for vectors in (self.lines, along, [*self.lines, *along])}
        return across == self.directions and {neg(u) for u in along} == along and len(ranks) == 1


class Proven(Solved):
    """The same where the published optimum is one; `phi_squared` and `rho` are None where it is not."""

    def __init__(self, D, d, u, rho_directions, witnesses_hold):
        gap = -D.farthest(neg(u))[1]
        square = Fraction(gap * gap, dot(u, u))
        self.sign, self.directions = (gap > 0) - (gap < 0), {primitive(u)}
        if not witnesses_hold:  # they alone prove a distance
            self.directions = set()
        elif gap < 0:
            self.directions = {neg(v) for v in tangent_normals(D, square.numerator, square.denominator) or ()}
        elif gap == 0:
            self.directions = self.facets_about(D, u, ((0, 0, 0), 1))
        self.phi_squared = square if self.directions else None
        for u in rho_directions[:1]:
            if d and dot(u, d) > 0:
                rho = Fraction(-D.farthest(neg(u))[1], dot(u, d))
                self.rho_directions = self.facets_about(D, u, (times(rho.numerator, d), rho.denominator))
                self.rho = rho if self.rho_directions else None

    @staticmethod
    def facets_about(D, u, point):
        """Of all facets of D around a point that is in the one towards -u; none where it is not."""
        facet = D.face(primitive(neg(u)))
        inside = len(facet[2]) > 2 and contains(facet[2], neg(u), *point)
        return {neg(v) for v in D.facets(facet, point)} if inside else set()


def witnesses_hold(faces, u, gap, p_A, p_B):
    """p_A in A, p_B in B, and p_A - p_B = gap(u) u / u.u: they can only be in the faces that u touches."""
    m = common_scale((p_A, p_B))
    p_A, p_B = scaled((p_A, p_B), m)
    inside = all(contains(face, neg(u), p, m) for face, p in zip(faces, (p_A, neg(p_B))))
    return inside and times(dot(u, u), sub(p_A, p_B)) == times(gap * m, u)


class Question:
    """The bodies of a case, and their whole numbers; of bodies with a radius, the cores'."""

    def __init__(self, case, interior=(None, None)):
        cores, self.radii = zip(*[core_and_radius(case[key]) for key in "ab"])
        self.bodies = [Body(core, case["pose_" + key], x) for core, key, x in zip(cores, "ab", interior)]
        self.scale = common_scale(p for body in self.bodies for p in body.world)
        (*A, x_A), (*B, x_B) = [scaled(body.world, self.scale) for body in self.bodies]
        self.D, d = Sum(A, [neg(p) for p in B]), sub(x_A, x_B)
        self.d = d if not any(self.radii) and any(d) and can_grow(A, x_A) and can_grow(B, x_B) else None
        self.is_solved = max(len(A), len(B)) <= SOLVED_UP_TO or len(self.D.basis()) < 3

    def answer(self, u, rho_directions, held):
        return Solved(self.D, self.d) if self.is_solved else Proven(self.D, self.d, u, rho_directions, held)


def encloses(bounds, x, r=0):
    """Of bounds = value, tail, doubt: |y - r - (value + tail)| <= doubt, where x = y |y|."""
    value, tail, doubt = map(Fraction, bounds)
    low, high = value + tail - doubt + r, value + tail + doubt + r
    return low * abs(low) <= x <= high * abs(high)


def nearly_apart(u, phi, p_A, p_B):
    """Whether p_A - p_B is phi u/|u| to 1e-12 of it and of the points: a radius makes the points no fractions."""
    length = rounded_root(Fraction(dot(u, u)), 1)
    most = 1e-12 * (abs(phi) + max(map(abs, (*p_A, *p_B))))
    return all(abs(a - b - phi * x / length) <= most for a, b, x in zip(p_A, p_B, u))


def whole(directions): return [tuple(map(int, u)) for u in directions]


def judge(record):
    """("solved" or "proven", in what the record differs)"""
    case, truth, fast = record["case"], record["truth"], record["fast"]
    plain = {"core_sign": truth["sign"], "core_phi_squared": truth.get("phi_squared"), "radius": 0}
    law = truth.get("radius_law", plain)
    sign, square, r = law["core_sign"], Fraction(law["core_phi_squared"]), Fraction(law["radius"])
    directions, rho_directions = whole(truth["directions"]), whole(truth["rho_directions"])
    witnesses = [tuple(map(Fraction, truth[key])) for key in ("witness_a_exact", "witness_b_exact")]
    rho = truth["rho_exact"] and Fraction(truth["rho_exact"])
    interior = [truth["interior_point_a"], truth["interior_point_b"]]
    question = Question(case, interior)
    bodies, radii, scale, D = question.bodies, question.radii, question.scale, question.D

    def faces(u):
        return [polygon(face, neg(u)) for face in D.faces(neg(u))[1]]

    def feature(u):  # the published form: the extreme vertices that u touches, in their bodies' frames
        found = [{body.local[part.index(p)] for p in face} for body, part, face in zip(bodies, D.parts, faces(u))]
        return ["-".join(("vertex", "edge", "face")[min(len(face), 3) - 1] for face in found), *found]

    u = directions[0]
    gap = -D.farthest(neg(u))[1]
    if any(radii):
        held = nearly_apart(u, truth["phi"], truth["witness_a"], truth["witness_b"])
    else:
        held = witnesses_hold(faces(u), u, gap, *[[x * scale for x in p] for p in witnesses])
    mine = question.answer(u, rho_directions, held)
    phi = rounded_root_less(square, sign, r) if any(radii) else rounded_root(square, sign)
    rho_rounded = rho and rounded(rho)
    holds = {
        "interior points": [body.interior_point for body in bodies] == interior,
        "radius": r == sum(radii) and ("radius_law" in truth) == any(radii),
        "sign": mine.sign == sign and truth["sign"] == (phi > 0) - (phi < 0),
        "phi^2": mine.phi_squared == square * scale ** 2,
        "directions": mine.agrees_with(set(directions)),
        "phi": truth["phi"] == phi,
        "normals": truth["normals"] == [
            [rounded_root(Fraction(x * x, dot(u, u)), (x > 0) - (x < 0)) for x in u] for u in directions],
        "features": [feature(u) for u in directions] == [
            [f["name"], *[{tuple(p) for p in f["vertices_" + key]} for key in "ab"]] for f in truth["features"]],
        "witness points": held,
        "rounded witness points": [truth["witness_a"], truth["witness_b"]] == [
            [rounded(x) for x in p] for p in witnesses],
        "rho": mine.rho == rho,
        "rho's directions": mine.rho_directions == set(rho_directions),
        "rho rounded": truth["rho"] == rho_rounded,
        "fast sign": fast["sign"] == truth["sign"],
        "fast phi": fast["phi"][0] == phi,
        "bounds of fast phi": encloses(fast["phi"], sign * square, r),
        "fast rho": (fast["rho"] and fast["rho"][0]) == rho_rounded,
        # Nothing encloses a rho beyond the largest double.
        "bounds of fast rho": rho_rounded is None or fast["rho"] and encloses(fast["rho"], rho * abs(rho)),
    }
    return "solved" if question.is_solved else "proven", [name for name, is_so in holds.items() if not is_so]


def root_parts(x, sign):
    """The double nearest to sign * sqrt(x), and the one nearest to the rest."""
    near = rounded_root(x, sign)
    shift = 1200 + max(0, x.denominator.bit_length() - x.numerator.bit_length())
    root = Fraction(sign * isqrt((x.numerator << 2 * shift) // x.denominator), 1 << shift)
    return near, rounded(root - Fraction(near))


def judge_vector(pair):
    """The same of a pair of vectors: its numbers, not its points."""
    truth = pair["truth"]
    sign, square, directions = truth["sign"], Fraction(truth["phi_squared"]), whole(truth["directions"])
    question = Question(pair)
    D, u = question.D, directions[0]
    gap = -D.farthest(neg(u))[1]
    # Where they are apart, the foot of the origin on the plane of D's face shows that no point of D is nearer.
    held = gap <= 0 or contains(D.face(primitive(neg(u)))[2], neg(u), times(gap, u), dot(u, u))
    rho = truth.get("rho")
    rho_directions = whole(rho["directions"]) if rho else []
    mine = question.answer(u, rho_directions, held)
    exact = Fraction(rho["exact"]) if rho else None
    # A vector has no rho beyond the largest double.
    my_rho = None if mine.rho is None or rounded(mine.rho) is None else mine.rho
    normals = [[root_parts(Fraction(x * x, dot(v, v)), (x > 0) - (x < 0)) for x in v] for v in directions]
    holds = {
        "sign": mine.sign == sign,
        "phi^2": mine.phi_squared == square * question.scale ** 2,
        "directions": mine.agrees_with(set(directions)),
        "phi": (truth["phi"], truth["phi_tail"]) == root_parts(square, sign),
        "normals": truth["normals"] == [[x for x, _ in n] for n in normals],
        "tails of normals": truth["normal_tails"] == [[tail for _, tail in n] for n in normals],
        "rho": my_rho == exact,
        "rho's directions": rho is None or mine.rho_directions == set(rho_directions),
        "rho rounded": rho is None or [rho["value"], rho["tail"]] == [
            rounded(exact), rounded(exact - Fraction(rounded(exact)))],
    }
    return "solved" if question.is_solved else "proven", [name for name, is_so in holds.items() if not is_so]
