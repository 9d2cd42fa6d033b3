#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A plug-in of Touchstone in Python: touchstone validate 'python3 boxes.py'

It needs nothing but Python, and is right on boxes. The protocol is docs/process-plugin.md. To have
an algorithm of your own judged, replace `distance` and what CLAIMS says about it.
"""
import itertools
import json
import math
import sys

# True: it gives a manifold, for `touchstone contacts --metric`, `energy` and `simulate` to take in
# place of the points that they make themselves. Here it is a single point, as CLAIMS says.
GIVES_MANIFOLD = False

CLAIMS = {
    "hello": 1,  # version of the protocol
    "name": "python_boxes",
    "version": "1",
    "summary": "separating axes; where boxes are apart, the nearest pair of features",
    "boxes_only": True,
    "separated": ["value", "normal"],
    "touching": ["value", "normal"],
    "penetrating": ["value", "normal"],
    "gradient": True,
}
if GIVES_MANIFOLD:
    # What is on purpose. A library that returns more than one point has them judged as corners of
    # the true manifold (docs/contacts.md).
    CLAIMS["manifold"] = {"max_points": 1, "place": "middle"}

# Edges whose directions differ by less [1] count as parallel.
PARALLEL = 1e-9


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def along(p, s, d):
    return (p[0] + s * d[0], p[1] + s * d[1], p[2] + s * d[2])


def scaled(s, a):
    return (s * a[0], s * a[1], s * a[2])


def clamp(x, low, high):
    return min(max(x, low), high)


class Box:
    """A box in the world: center, unit axes, half extents."""

    def __init__(self, body, pose):
        R, t = pose["R"], pose["t"]  # row by row
        self.axes = [(R[i], R[3 + i], R[6 + i]) for i in range(3)]
        self.half = body["box"]["half_extents"]
        self.center = tuple(t)
        for x, axis in zip(body["box"]["center"], self.axes):
            self.center = along(self.center, x, axis)

    def reach(self, n):
        """How far the box reaches from its center along n."""
        return sum(h * abs(dot(axis, n)) for h, axis in zip(self.half, self.axes))

    def corner(self, signs):
        p = self.center
        for sign, h, axis in zip(signs, self.half, self.axes):
            p = along(p, sign * h, axis)
        return p

    def corners(self):
        return [self.corner(signs) for signs in itertools.product((-1, 1), repeat=3)]

    def edges(self):
        """Middle, unit direction and half length of each."""
        for i in range(3):
            for a, b in itertools.product((-1, 1), repeat=2):
                signs = [a, b]
                signs.insert(i, 0)
                yield self.corner(signs), self.axes[i], self.half[i]

    def nearest(self, p):
        """The point of the box that is nearest to p."""
        q = self.center
        for h, axis in zip(self.half, self.axes):
            q = along(q, clamp(dot(minus(p, self.center), axis), -h, h), axis)
        return q


def best_axis(A, B):
    """The largest gap over face normals and crossed edges, and its direction from B to A."""
    crossed = (cross(a, b) for a in A.axes for b in B.axes)
    directions = A.axes + B.axes + [c for c in crossed if dot(c, c) > PARALLEL * PARALLEL]
    best = (-math.inf, None)
    for direction in directions:
        n = scaled(1 / math.sqrt(dot(direction, direction)), direction)
        between = dot(minus(A.center, B.center), n)
        gap = abs(between) - A.reach(n) - B.reach(n)
        if gap > best[0]:
            best = (gap, n if between >= 0 else scaled(-1, n))
    return best


def between_edges(edge_A, edge_B):
    """The nearest points of edge A and of edge B, where both lie inside their edges."""
    (a, u, length_A), (b, v, length_B) = edge_A, edge_B
    uv = dot(u, v)
    across = cross(u, v)
    sine = dot(across, across)  # squared
    if sine < PARALLEL * PARALLEL:
        return None  # then an end of one of them is as near
    w = minus(a, b)
    s = (uv * dot(v, w) - dot(u, w)) / sine
    r = (dot(v, w) - uv * dot(u, w)) / sine
    if abs(s) > length_A or abs(r) > length_B:
        return None
    return along(a, s, u), along(b, r, v)


def nearest_points(A, B):
    """On A and on B, of boxes that do not overlap."""
    pairs = [(p, B.nearest(p)) for p in A.corners()]
    pairs += [(A.nearest(p), p) for p in B.corners()]
    pairs += [between_edges(e, f) for e in A.edges() for f in B.edges()]

    def squared_distance(pair):
        way = minus(*pair)
        return dot(way, way)
    return min((pair for pair in pairs if pair is not None), key=squared_distance)


def distance(body_A, X_WA, body_B, X_WB):
    """The signed distance and the unit normal from B to A, in world axes."""
    A, B = Box(body_A, X_WA), Box(body_B, X_WB)
    gap, normal = best_axis(A, B)
    if gap <= 0:
        return gap, normal
    way = minus(*nearest_points(A, B))
    length = math.sqrt(dot(way, way))
    if length <= gap * (1 + 1e-12):
        return gap, normal  # a face or two edges; more exact than the difference of two points
    return length, scaled(1 / length, way)


def contact_point(body_A, X_WA, body_B, X_WB, value, normal):
    """Half way between the points of A and B that touch once B is moved by phi n."""
    A, B = Box(body_A, X_WA), Box(body_B, X_WB)
    B.center = along(B.center, value, normal)
    p_A, p_B = nearest_points(A, B)
    return along(scaled(0.5, along(p_A, 1, p_B)), -value / 2, normal)


def gradient(p, normal, X_WA, X_WB):
    """How fast phi changes when the bodies move (docs/gradients.md): a velocity v of a body's frame
    and an angular velocity w about its origin move the contact point p by v + w x arm."""
    return {"v_A": normal, "w_A": cross(minus(p, X_WA["t"]), normal),
            "v_B": scaled(-1, normal), "w_B": cross(normal, minus(p, X_WB["t"]))}


def answer(question, bodies):
    pair = bodies[question["A"]], question["X_WA"], bodies[question["B"]], question["X_WB"]
    try:
        value, normal = distance(*pair)
        made = {"id": question["id"], "status": "answered", "value": value, "normal": normal}
        if "gradient" in question or "manifold_reach" in question:
            p = contact_point(*pair, value, normal)
        if "gradient" in question:
            made["gradient"] = gradient(p, normal, question["X_WA"], question["X_WB"])
        if "manifold_reach" in question:  # none where boxes are apart: CLAIMS has no reach
            point = {"position": p, "depth": -value, "normal": normal}
            made["points"] = [] if value > 0 else [point]
    except Exception as fault:  # an exception that ends the program costs a new start for each question
        return {"id": question["id"], "status": "no_answer", "note": repr(fault)}
    return made


def main():
    bodies = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "body" in message:
            bodies[message["body"]] = message
            continue
        if "questions" in message:
            reply = {"answers": [answer(q, bodies) for q in message["questions"]]}
        elif "reset" in message:
            reply = message  # here a warm start would be forgotten
        elif "forget" in message:
            bodies.clear()
            continue
        else:
            reply = CLAIMS  # the hello
        print(json.dumps(reply), flush=True)


main()
