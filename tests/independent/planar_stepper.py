# SPDX-License-Identifier: GPL-3.0-or-later
"""Algorithm 6.5 of Hart's thesis (hart2007thesis) in the plane, from its text alone.

Bodies are convex polygons {x : a_k.(x - x_i) <= 1}; a state has x, y [m] and theta [rad] of each. t is a growth
ratio, rho = 1 - 1/t. A row n.v + b >= 0 is complementary to its impulse [N s]; b and n.v are in m/s.
"""
from math import cos, hypot, inf, sin

from linear_complementarity import solve

GRAVITY = 9.81  # m/s^2, along -y
RESTS = 1e-9  # m/s and rad/s


def cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


class Body:
    """A polygon about its centre of mass, counter-clockwise, of mass 0 if it is fixed."""

    def __init__(self, corners, density, position, velocity=(0.0, 0.0, 0.0)):
        self.corners = corners
        pairs = list(zip(corners, corners[1:] + corners[:1]))
        # The facet k goes from corner k to the next; n.x = d on it, n its outer unit normal.
        self.facets = []
        for p, q in pairs:
            length = hypot(q[0] - p[0], q[1] - p[1])
            n = ((q[1] - p[1]) / length, (p[0] - q[0]) / length)
            self.facets.append((n[0], n[1], n[0] * p[0] + n[1] * p[1]))
        # Sums over the triangles from the centre to each facet.
        self.mass = density * sum(cross(p, q) / 2 for p, q in pairs)
        self.inertia = density * sum(
            cross(p, q) / 12 * (p[0] * p[0] + p[1] * p[1] + p[0] * q[0] + p[1] * q[1] + q[0] * q[0] + q[1] * q[1])
            for p, q in pairs)
        self.radius = max(hypot(*p) for p in corners)
        self.x, self.y, self.theta = *position, 0.0
        self.v = list(velocity)
        self.place()

    def place(self):
        """Corners about the centre and facets (n, d), in world axes."""
        c, s = cos(self.theta), sin(self.theta)
        self.p = [(c * x - s * y, s * x + c * y) for x, y in self.corners]
        self.f = [(c * x - s * y, s * x + c * y, d) for x, y, d in self.facets]

    def move(self, h):
        self.x += h * self.v[0]
        self.y += h * self.v[1]
        self.theta += h * self.v[2]
        self.place()


def ratio_of(one, two, corner, facet):
    """t at which the corner of `one` is on the facet of `two`, both grown (Remark 3.10)."""
    v, (nx, ny, d) = one.p[corner], two.f[facet]
    denominator = d - nx * v[0] - ny * v[1]
    if denominator <= 1e-12:
        return None
    return (nx * (one.x - two.x) + ny * (one.y - two.y)) / denominator


def best_event(one, two):
    """The largest t of a facet and the other body's support corner, which is r, and (t, flip, corner, facet).

    `flip`: the facet is of `one`. Every facet of the Minkowski sum is one of these in the plane.
    """
    best = (-inf, False, 0, 0)
    for flip, (a, b) in enumerate(((one, two), (two, one))):
        for k, (nx, ny, _) in enumerate(b.f):
            corner = min(range(len(a.p)), key=lambda i: nx * a.p[i][0] + ny * a.p[i][1])
            t = ratio_of(a, b, corner, k)
            if t is not None and t > best[0]:
                best = (t, bool(flip), corner, k)
    return best


def depth(one, two):
    """The deepest overlap in metres, 0 if the bodies are apart: along one of the facets' normals."""
    best = -inf
    for a, b in ((one, two), (two, one)):
        for nx, ny, d in b.f:
            least = min(nx * p[0] + ny * p[1] for p in a.p)
            best = max(best, nx * (a.x - b.x) + ny * (a.y - b.y) + least - d)
    return max(0.0, -best)


def outside(body, point, t):
    """How far the point is outside the grown body at most, as a.(x - x_i) - t with facets a.x <= 1."""
    rx, ry = point[0] - body.x, point[1] - body.y
    return max((nx * rx + ny * ry) / d - t for nx, ny, d in body.f)


class Rules:
    """What chapters 3 to 5 leave open, with the tolerances printed in 7.1 and 7.2."""

    def __init__(self, bounds="pair", rows="literal", window="one", stepper="relaxed",
                 eps_x=0.01, eps_t=0.1, eps_0=0.0001, gamma=1.0):
        self.bounds, self.rows, self.window, self.stepper = bounds, rows, window, stepper
        self.eps_x, self.eps_t, self.eps_0, self.gamma = eps_x, eps_t, eps_0, gamma


def active_facets(one, two, event):
    """Algorithm 3.15, step 2: the facets of each that a basic solution of the linear program has active."""
    _, flip, corner, facet = event
    a = (two if flip else one)
    of_corner = [corner, (corner - 1) % len(a.p)]
    return ([facet], of_corner) if flip else (of_corner, [facet])


def nearly_active(one, two, rules):
    """rho of the pair, and its nearly active events (t, flip, corner, facet): Algorithm 3.15 with 3.14."""
    best = best_event(one, two)
    t_star = best[0]
    if 1 - 1 / t_star > rules.eps_t:
        return 1 - 1 / t_star, []
    low = t_star - (rules.eps_0 if rules.window == "one" else rules.eps_t)
    active = active_facets(one, two, best)
    found = []
    for flip, (a, b, of_a, of_b) in enumerate(((one, two, *active), (two, one, *reversed(active)))):
        corners = sorted({i % len(a.p) for k in of_a for i in (k, k + 1)})
        for k in of_b:
            for corner in corners:
                t = ratio_of(a, b, corner, k)
                if t is None or not low <= t <= t_star + rules.eps_t:
                    continue
                point = (a.x + t * a.p[corner][0], a.y + t * a.p[corner][1])
                if max(outside(a, point, t), outside(b, point, t)) <= rules.eps_x:
                    found.append((t, bool(flip), corner, k))
    return 1 - 1 / t_star, found


class Row:
    """n of an event and its friction row d as {body: (x, y, moment)}, and its bound b [m/s]."""

    def __init__(self, bodies, pair, event, rho, rules, h):
        t, flip, corner, facet = event
        i, j = reversed(pair) if flip else pair  # i has the corner
        a, b = bodies[i], bodies[j]
        p, (nx, ny, d) = a.p[corner], b.f[facet]
        # The gradient of t is n/(d - n.p) at the event point of each grown body (3.8), that of rho the same by t^2.
        # Rows are divided by its length: impulses and friction are in N s then.
        literal = rules.rows == "literal"
        grown = t if literal else 1.0
        arm = (grown * p[0], grown * p[1])
        other = (a.x + arm[0] - b.x, a.y + arm[1] - b.y)
        gap = (rho if rules.bounds == "pair" else 1 - 1 / t) * (d - nx * p[0] - ny * p[1])
        gap *= t * t if literal else t  # the gap in metres is (t - 1)(d - n.p)
        self.b = (rules.gamma if gap < 0 else 1.0) * gap / h
        self.n, self.d = ({k: (s * u[0], s * u[1], s * cross(lever, u))
                           for k, s, lever in ((i, 1.0, arm), (j, -1.0, other)) if bodies[k].mass}
                          for u in ((nx, ny), (-ny, nx)))


def rows_of(bodies, rules, h):
    """Steps 1 and 2 of Algorithm 6.5: the rows of all nearly active events."""
    rows = []
    for j, two in enumerate(bodies):
        for i, one in enumerate(bodies[:j]):
            if not (one.mass or two.mass):
                continue
            # rho is at least s/D, s the distance and D that of the centres.
            distance = hypot(one.x - two.x, one.y - two.y)
            if distance - one.radius - two.radius > rules.eps_t * distance:
                continue
            rho, events = nearly_active(one, two, rules)
            rows += [Row(bodies, (i, j), event, rho, rules, h) for event in events]
    return rows


def islands(rows):
    """Rows that share no moving body with others are apart."""
    groups = []
    for row in rows:
        bodies, members = set(row.n), [row]
        for group in [g for g in groups if g[0] & bodies]:
            groups.remove(group)
            bodies |= group[0]
            members = group[1] + members
        groups.append((bodies, members))
    return [members for _, members in groups]


def dot(row, v):
    return sum(u * w for k, part in row.items() for u, w in zip(part, v[k]))


def weighed(row, bodies):
    """M^-1 row."""
    return {k: (x / bodies[k].mass, y / bodies[k].mass, m / bodies[k].inertia) for k, (x, y, m) in row.items()}


def times(row, velocity_rows):
    return [sum(u * w for k in row.keys() & other.keys() for u, w in zip(row[k], other[k])) for other in velocity_rows]


def combined(n, d, factor):
    return {k: tuple(x + factor * y for x, y in zip(n[k], d[k])) for k in n}


def impulses(rows, v, bodies, mu, relaxed):
    """Pairs of a row and the impulse along it: by (5.1), or by (5.7), which has the velocities of (5.6)."""
    if relaxed:
        lines = [combined(row.n, row.d, s * mu) for row in rows for s in (1, -1)]
        q = [dot(line, v) + rows[k // 2].b for k, line in enumerate(lines)]
        weights = [weighed(line, bodies) for line in lines]
        return list(zip(lines, solve([times(line, weights) for line in lines], q)))
    count = len(rows)
    lines = [row.n for row in rows]
    for row in rows:
        lines += [row.d, {k: tuple(-x for x in part) for k, part in row.d.items()}]
    weights = [weighed(line, bodies) for line in lines]
    q = [dot(line, v) + (rows[k].b if k < count else 0.0) for k, line in enumerate(lines)] + [0.0] * count
    m = [times(line, weights) + [0.0] * count for line in lines]
    for k in range(count):  # lambda of contact k
        pair = (count + 2 * k, count + 2 * k + 1)
        for beta in pair:
            m[beta][3 * count + k] = 1.0
        m.append([mu if c == k else -1.0 if c in pair else 0.0 for c in range(4 * count)])
    return list(zip(lines, solve(m, q)))


def step(bodies, rules, mu, h):
    for body in bodies:
        if body.mass:
            body.v[1] -= h * GRAVITY
    for rows in islands(rows_of(bodies, rules, h)):
        v = {k: bodies[k].v for row in rows for k in row.n}
        for line, impulse in impulses(rows, v, bodies, mu, rules.stepper == "relaxed"):
            for k, part in weighed(line, bodies).items():
                bodies[k].v = [u + impulse * w for u, w in zip(bodies[k].v, part)]
    for body in bodies:
        if body.mass:
            body.move(h)  # by the new velocity: with the printed v^(l) nothing comes to rest


def infeasibility(bodies):
    """(6.1): the deepest overlap of any pair in metres, and the largest -rho."""
    metres, ratio = 0.0, 0.0
    for j, two in enumerate(bodies):
        for one in bodies[:j]:
            if (one.mass or two.mass) and hypot(one.x - two.x, one.y - two.y) < one.radius + two.radius:
                deep = depth(one, two)
                if deep > 0:
                    metres, ratio = max(metres, deep), max(ratio, 1 / best_event(one, two)[0] - 1)
    return metres, ratio


def energy(bodies):
    """Potential and kinetic, in J."""
    return (sum(b.mass * GRAVITY * b.y for b in bodies),
            sum(b.mass * (b.v[0] ** 2 + b.v[1] ** 2) + b.inertia * b.v[2] ** 2 for b in bodies) / 2)


def bodies_of(scene):
    """Of a planar scene file (docs/scene-file.md) whose bodies are not turned."""
    bodies = []
    for body in scene["bodies"]:
        corners = [(x, y) for x, y, z in body["vertices"] if z > 0]
        x, y, _ = body["position"]
        vx, vy, _ = body.get("velocity", (0.0, 0.0, 0.0))
        bodies.append(Body(corners, 0.0 if body.get("fixed") else body["density"], (x, y), (vx, vy, 0.0)))
    return bodies


def run(scene, rules, h):
    """Average I in metres and as a ratio, potential and kinetic energy at the end, in J.

    A scene that has been at rest for a quarter of a second stays as it is: its last steps are not computed.
    """
    bodies = bodies_of(scene)
    steps = round(scene["t_end"] / h)
    sums, resting = (0.0, 0.0), 0
    for k in range(1, steps + 1):
        step(bodies, rules, scene["friction"]["mu"], h)
        now = infeasibility(bodies)
        resting = resting + 1 if all(abs(u) < RESTS for body in bodies for u in body.v) else 0
        like_this = steps - k + 1 if resting * h >= 0.25 else 1
        sums = tuple(a + like_this * i for a, i in zip(sums, now))
        if like_this > 1:
            break
    return (*(a / steps for a in sums), *energy(bodies))
