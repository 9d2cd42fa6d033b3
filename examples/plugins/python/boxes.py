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

CLAIMS = {
    "hello": 1,  # version of the protocol
    "name": "python_boxes",
    "version": "1",
    "summary": "separating axes; where boxes are apart, the nearest pair of features",
    "boxes_only": True,
    "separated": ["value", "normal"],
    "touching": ["value", "normal"],
    "penetrating": ["value", "normal"],
}

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
    """From the nearest point of edge B to that of edge A, where both lie inside their edges."""
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
    return minus(along(a, s, u), along(b, r, v))


def apart(A, B):
    """From the nearest point of B to that of A, of boxes that do not overlap."""
    ways = [minus(p, B.nearest(p)) for p in A.corners()]
    ways += [minus(A.nearest(p), p) for p in B.corners()]
    ways += [between_edges(e, f) for e in A.edges() for f in B.edges()]
    return min((way for way in ways if way is not None), key=lambda way: dot(way, way))


def distance(body_A, X_WA, body_B, X_WB):
    """The signed distance and the unit normal from B to A, in world axes."""
    A, B = Box(body_A, X_WA), Box(body_B, X_WB)
    gap, normal = best_axis(A, B)
    if gap <= 0:
        return gap, normal
    way = apart(A, B)
    length = math.sqrt(dot(way, way))
    if length <= gap * (1 + 1e-12):
        return gap, normal  # a face or two edges; more exact than the difference of two points
    return length, scaled(1 / length, way)


def answer(question, bodies):
    try:
        value, normal = distance(bodies[question["A"]], question["X_WA"],
                                 bodies[question["B"]], question["X_WB"])
    except Exception as fault:  # an exception that ends the program costs a new start for each question
        return {"id": question["id"], "status": "no_answer", "note": repr(fault)}
    return {"id": question["id"], "status": "answered", "value": value, "normal": normal}


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
