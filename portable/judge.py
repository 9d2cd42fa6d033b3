# SPDX-License-Identifier: MIT
"""Judges answers to the pairs of touchstone.vectors/1 exactly, by the rules of docs/verdicts.md.

    from judge import Answer, Rules, judge, pairs
    for pair in pairs("vectors/basic.json"):
        verdict = judge(pair, Answer(value=my_distance(pair)), Rules(tolerance=1e-5, promises=("value",)))
        assert verdict.word == "right", (pair["id"], verdict)
"""
import collections
import functools
import json
import math
import struct
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

Answer = collections.namedtuple("Answer", "value sign normal points skipped")
# What the library gives: value, sign alone (-1, 0, 1), normal (from B to A) and points (on A, on B) [world]. Numbers of
# any type that is equal to a double, in sequences of any type; ValueError names what is not, or has another shape.
Answer.__new__.__defaults__ = (None, None, None, None, False)
Verdict = collections.namedtuple("Verdict", "word value sign normal points error")

# ratio: rho is judged; single: normals are of floats; open_sign: below this |value|, relative to size, no sign is
# judged; promises: what must come with a value.
Rules = collections.namedtuple("Rules", "tolerance ratio single open_sign promises")
Rules.__new__.__defaults__ = (1e-8, False, False, 0, ("value", "normal", "points"))

def number(x, name):
    """A plain float from what is equal to one, or not a number."""
    try:
        y = float(x)
        if not (isinstance(x, bool) or hasattr(x, "__len__")) and (y == x or y != y):
            return y
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError("%s: %.99r is not a double" % (name, x))

def vectors(rows, name, count=None):
    """Lists of three floats, so many."""
    rows = [[number(x, name) for x in row] for row in rows]
    if not rows or count not in (None, len(rows)) or any(len(row) != 3 for row in rows):
        raise ValueError("%s: the shape is not %s x 3" % (name, count or "n"))
    return rows

def fraction(text):
    """p or p/q with any number of digits; int() takes 4,300 at most."""
    numbers = []
    for digits in text.lstrip("-").split("/"):
        parts = [digits[k:k + 4000] for k in range(0, len(digits), 4000)]
        numbers.append(functools.reduce(lambda x, part: x * 10 ** len(part) + int(part), parts, 0))
    return Fraction(*numbers) * (-1 if text.startswith("-") else 1)

def pairs(path):
    """All pairs of a file, each with the `needs` of its group."""
    with open(path, encoding="utf-8") as file:
        for group in json.load(file)["groups"]:
            for pair in group["pairs"]:
                yield dict(pair, needs=group["needs"])

def pair_id(pair):
    """The id, computed from the doubles that were read."""
    value = 0xCBF29CE484222325
    for body, pose in ((pair[k], pair["pose_" + k]) for k in "ab"):
        points = body["vertices"] + pose["R"] + [pose["t"], body["interior_point"]]
        for x in [len(body["vertices"])] + [x for p in points for x in p]:
            for byte in struct.pack("<d", x + 0.0):
                value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return "%016x" % value

def dot(u, v):
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]

def cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]

def plus(u, k, v):
    return [x + k * y for x, y in zip(u, v)]

def exact(v):
    return list(map(Fraction, v))

def sign(x):
    return (x > 0) - (x < 0)

def root_sign(x, k, m):
    """Sign of x + k sqrt(m), m >= 0."""
    a, b = sign(x), sign(k) if m else 0
    return a or b if not a or not b or a == b else a * sign(x * x - k * k * m)

def roots_sign(x, k, m, l, n):
    """Sign of x + k sqrt(m) + l sqrt(n)."""
    a, b = root_sign(x, k, m), sign(l) if n else 0
    return a or b if not a or not b or a == b else a * root_sign(x * x + k * k * m - l * l * n, 2 * x * k, m)

def root_of(x):
    """The root of a fraction: to 100 bits and more, or exactly where it is a square."""
    return Fraction(math.isqrt(x.numerator * x.denominator << 240), x.denominator << 120)

def next_up(x):
    """The spacing of doubles from x > 0 upwards."""
    return math.ldexp(1.0, max(math.frexp(x)[1] - 53, -1074))

class Scaled:
    """World vertices as whole numbers in one unit, so that no fraction is ever reduced."""

    def __init__(self, body, pose):
        R, (t,) = vectors(pose["R"], "R", 3), vectors([pose["t"]], "t", 1)
        local = vectors([body["interior_point"]], "interior_point", 1) + vectors(body["vertices"], "vertices")
        R, t, local = list(map(exact, R)), exact(t), map(exact, local)
        self.interior, *points = [[dot(row, p) + x for row, x in zip(R, t)] for p in local]
        self.unit = max(x.denominator for p in points for x in p)
        self.points = [[x.numerator * (self.unit // x.denominator) for x in p] for p in points]

    def least(self, u):
        """min u.p, exactly, for whole numbers u."""
        return Fraction(min(dot(u, p) for p in self.points), self.unit)

def whole(u):
    """Whole numbers along u."""
    u = exact(u)
    unit = functools.reduce(lambda n, x: n * x.denominator // math.gcd(n, x.denominator), u, 1)
    return [int(x * unit) for x in u]

def nearest(corners):
    """The point of the hull of at most four points that is nearest to 0, and the corners that it rests on."""
    best = (math.inf,)
    for some in (some for size in range(1, len(corners) + 1) for some in combinations(corners, size)):
        edges = [plus(c, -1, some[0]) for c in some[1:]]
        e = edges + [cross(*edges)] if len(edges) == 2 else edges
        # Each dual times its own edge is the determinant, times the others it is 0.
        duals = [cross(e[k - 2], e[k - 1]) for k in range(3)] if len(e) == 3 else e
        determinant = dot(e[0], duals[0]) if e else Fraction(1)
        weights = [-dot(dual, some[0]) / determinant for dual, _ in zip(duals, edges)] if determinant else [-1]
        if all(w >= 0 for w in weights) and sum(weights) <= 1:
            q = functools.reduce(lambda q, k: plus(q, weights[k], edges[k]), range(len(edges)), some[0])
            best = min(best, (dot(q, q), q, list(some)), key=lambda found: found[0])
    return best

def within(body, p, tolerance, margin):
    """Whether p is within the tolerance of the body, each coordinate moved first by as much as that of the margin.
    Exact steps to the nearest point (Gilbert, Johnson & Keerthi 1988)."""
    p, margin, limit = exact(p), exact(margin), Fraction(tolerance) ** 2
    def support(q):
        u = whole(q)
        k = min(range(len(body.points)), key=lambda i: dot(u, body.points[i]))
        return [Fraction(x, body.unit) - y - sign(d) * m for x, y, d, m in zip(body.points[k], p, q, margin)]
    corners = [support(plus([Fraction(x, body.unit) for x in body.points[0]], -1, p))]
    while True:
        square, q, corners = nearest(corners)
        if square <= limit:
            return True
        corner = support(q)
        along = dot(q, corner)
        if along > 0 and along * along > limit * square or along >= square:
            return False  # the plane across q is too far, or q is the nearest point
        corners.append(corner)

def near_length(off, m, tolerance, margin):
    """Whether the vector of numbers x + y sqrt(m), each moved towards 0 by the margin, is at most so long."""
    rational, root = -Fraction(tolerance) ** 2, Fraction(0)
    for (x, y), most in zip(off, margin):
        side = root_sign(x, y, m)
        if root_sign(x - side * most, y, m) == side != 0:
            x -= side * most
            rational, root = rational + x * x + y * y * m, root + 2 * x * y
    return root_sign(rational, root, m) <= 0

class Judge:
    def __init__(self, pair, rules):
        self.rules, truth = rules._replace(tolerance=number(rules.tolerance, "tolerance")), pair["truth"]
        self.A, self.B = (Scaled(pair[k], pair["pose_" + k]) for k in "ab")
        self.sign, self.size = truth["sign"], truth["size"]
        self.phi, self.phi_squared = truth["phi"], fraction(truth["phi_squared"])
        source = truth.get("rho") if rules.ratio else truth
        self.defined, self.cone = source is not None, rules.ratio or self.sign == 0
        if not self.defined:
            return
        self.directions = [[fraction(x).numerator for x in u] for u in source["directions"]]
        if rules.ratio:
            self.expected, self.scale, self.points = source["value"], max(1.0, abs(source["value"])), [source["points"]]
            self.rho, self.d = fraction(source["exact"]), plus(self.A.interior, -1, self.B.interior)
            self.apart = [[self.rho * x for x in self.d]]
        else:  # apart: phi u/|u|, which is rational
            self.expected, self.scale, self.points = self.phi, self.size, truth["points"]
            along = [(u, dot(u, u)) for u in self.directions[:len(self.points)]]
            self.apart = [[x * (self.sign * root_of(self.phi_squared * uu) / uu) for x in u] for u, uu in along]

    def sign_matters(self):
        return abs(self.phi) > 1e-9 * self.size and abs(self.expected) > self.rules.open_sign * self.scale

    def value(self, value):
        if self.sign_matters() and sign(value) != self.sign:
            return "wrong_sign"
        ulp = next_up(abs(self.expected or (1.0 if self.rules.ratio else self.size)))
        limit = Fraction(max(self.rules.tolerance * self.scale, ulp))
        low, high = Fraction(value) - limit, Fraction(value) + limit
        if self.rules.ratio:
            return "right" if low <= self.rho <= high else "inaccurate"
        below, above = (root_sign(x, -self.sign, self.phi_squared) for x in (low, high))
        return "right" if below <= 0 <= above else "inaccurate"

    def normal(self, n):
        unit = abs(math.sqrt(n[0] * n[0] + (n[1] * n[1] + n[2] * n[2])) - 1) <= 1e-6
        return unit and (self.reaches(whole(n)) or self.near(whole(n)))

    def reaches(self, u):
        """Whether gap(u)/|u| >= phi - tolerance, or gap(u)/(u.d) >= rho - tolerance."""
        gap = self.A.least(u) + self.B.least([-x for x in u])
        tau, uu = Fraction(self.rules.tolerance * self.scale), dot(u, u)
        if self.rules.ratio:
            return gap >= (self.rho - tau) * dot(u, self.d)  # never where u.d <= 0, as gap(u) < u.d and rho < 1
        first = root_sign(gap, tau, uu)
        squares = root_sign(gap * gap + (tau * tau - self.phi_squared) * uu, 2 * gap * tau, uu)
        return first > self.sign or first == self.sign and (squares >= 0 if first >= 0 else squares <= 0)

    def near(self, n):
        """Whether each entry of n/|n| is within four units of that of an optimal direction."""
        most = Fraction(4 * 2.0 ** (-24 if self.rules.single else -53))
        rays = combinations_with_replacement(self.directions, 2) if self.cone else zip(*[self.directions] * 2)
        return any(self.is_near_between(n, r, s, most) for r, s in rays)

    @staticmethod
    def is_near(n, u, most):
        nn, uu = dot(n, n), dot(u, u)
        offs = [(Fraction(x, nn), Fraction(y) / uu) for x, y in zip(n, u)]
        return all(roots_sign(-most, k * a, nn, -k * b, uu) <= 0 for a, b in offs for k in (1, -1))

    def is_near_between(self, n, r, s, most):
        """The same of a direction between r and s, or of r where these are parallel. Of all directions in their plane
        that are near it takes the middle one: if that is not between r and s, none is but where r or s is near."""
        w = cross(r, s)
        ww, nn, height = dot(w, w), dot(n, n), dot(n, w)  # height: of n above the plane of r and s, times |w|
        if not ww:
            return self.is_near(n, r, most)
        if height * height > 16 * most * most * ww * nn:
            return False
        across, wide, length = cross(w, n), root_of(Fraction(ww)), root_of(Fraction(nn))
        limits = []  # of those t where an entry is near: of n's part in the plane + t times across
        for x, y in zip(w, across):
            off, step = height * x / (ww * length), y / (wide * length)
            limits += [sorted(((off - most) / step, (off + most) / step))] if step else []
        t = (max(low for low, _ in limits) + min(high for _, high in limits)) / 2
        u = plus(plus([x * ww for x in n], -height, w), t * wide, across)
        return dot(cross(r, u), w) >= 0 and dot(cross(u, s), w) >= 0 and self.is_near(n, u, most)

    def witnesses(self, p, normal):
        if not all(map(math.isfinite, p[0] + p[1])):
            return False
        normal = whole(normal) if normal is not None and not self.cone else None
        return any(self.good_points(p, normal, *truth) for truth in zip(self.points, self.apart))

    def good_points(self, p, normal, points, way):
        tolerance, off = self.rules.tolerance * self.size, plus(exact(p[0]), -1, exact(p[1]))
        margins = [self.margin(x, points[k], points.get("range_" + k)) for x, k in zip(p, "ab")]
        both = exact(map(sum, zip(*margins)))
        apart = near_length([(x, 0) for x in plus(off, -1, way)], 0, tolerance, both)
        if not apart and normal is not None:
            nn = dot(normal, normal)
            roots = [(x, -self.sign * Fraction(y, nn)) for x, y in zip(off, normal)]
            apart = near_length(roots, self.phi_squared * nn, tolerance, both)
        return apart and all(within(body, x, tolerance, m) for body, x, m in zip((self.A, self.B), p, margins))

    @staticmethod
    def margin(p, point, limits):
        near = [min(max(x, low), high) for x, low, high in zip(p, *(limits or (point, point)))]
        return [4 * next_up(abs(x)) if x else 0.0 for x in near]

def absent(v):
    return not (all(map(math.isfinite, v)) and any(v))

def judge(pair, answer, rules=Rules()):
    """The verdict on an answer: its word and, beside that, what its parts are. `error`: |value - truth|."""
    j = Judge(pair, rules)
    value, n, p = answer.value, answer.normal, answer.points
    value = None if value is None else number(value, "value")
    n, p = None if n is None else vectors([n], "normal", 1)[0], None if p is None else vectors(p, "points", 2)
    if answer.sign not in (None, -1, 0, 1):
        raise ValueError("sign: %.99r is not -1, 0 or 1" % (answer.sign,))
    valued = value is not None and math.isfinite(value)
    given = valued or value is None and answer.sign is not None
    if answer.skipped or not j.defined or not given:
        word = "skipped" if answer.skipped else "no_answer" if j.defined else "not_applicable"
        return Verdict(word, None, None, None, None, None)
    judged = j.value(value) if valued else None
    sign_word = None if valued else "wrong_sign" if j.sign_matters() and answer.sign != j.sign else "right"
    normal = points = "absent"
    if n is not None and not (valued and absent(n)):
        normal = "valid" if j.normal(n) else "invalid"
    if p is not None and j.witnesses(p, n if normal == "valid" else None):
        points = "valid"
    elif p is not None and not (valued and absent(p[0] + p[1])):
        points = "invalid"
    lacks = [part for part, found in (("normal", normal), ("points", points)) if found == "absent"]
    near_contact = j.sign != 0 and not j.sign_matters()
    word = ("wrong_sign" if "wrong_sign" in (judged, sign_word) else "inaccurate" if judged == "inaccurate" else
            "invalid_normal" if normal == "invalid" else "invalid_witness" if points == "invalid" else
            "missing" if valued and set(lacks) & set(rules.promises) else
            "no_answer" if not valued and "value" in rules.promises and not near_contact else "right")
    return Verdict(word, judged, sign_word, normal, points, abs(value - j.expected) if valued else None)
