#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A contact solver in Python: touchstone solve three-boxes.json --solver 'python3 my_solver.py'

It needs nothing but Python: projected Gauss-Seidel for the round cone. Lines of JSON come and go, as
docs/solvers.md says. To have your own solver judged, replace `solve` and what CLAIMS says about it.
"""
import json
import math
import sys

CLAIMS = {
    "hello": 1,  # version of the protocol
    "name": "my_solver",
    "version": "1",
    "summary": "projected Gauss-Seidel",
    "solver": {"cones": ["round"], "plane": True},
}
MOST_SWEEPS = 100000


def velocity(d, row, q, P):
    """Of the contact whose blocks are `row`: W P + q, normal first."""
    return [q[r] + sum(block[d * r + c] * P[j][c] for j, block in row for c in range(d)) for r in range(d)]


def project(P, w, diagonal, mu):
    """Moves the impulse against the velocity, and back into the cone."""
    moved = [p - v / diagonal for p, v in zip(P, w)]
    normal, tangent = max(moved[0], 0.0), moved[1:]
    size, radius = math.hypot(*tangent), mu * normal
    if size > radius:
        tangent = [t * radius / size for t in tangent]
    return [normal] + tangent


def solve(step):
    local, mu = step["local"], step["mu"]
    d, n = local["dimension"], len(step["mu"])
    q = [local["q"][d * i:d * (i + 1)] for i in range(n)]
    rows = [[] for _ in range(n)]
    diagonal = [0.0] * n
    for i, j, block in local["W"]:
        rows[i].append((j, block))
        if i == j:
            diagonal[i] = max(block[d * r + r] for r in range(d))
    P = [[0.0] * d for _ in range(n)]
    scale = max(abs(x) for x in local["q"])
    for sweep in range(1, MOST_SWEEPS + 1):
        change = 0.0
        for i in range(n):
            if diagonal[i] <= 0:
                continue
            moved = project(P[i], velocity(d, rows[i], q[i], P), diagonal[i], mu[i])
            change = max(change, max(diagonal[i] * abs(a - b) for a, b in zip(moved, P[i])))
            P[i] = moved
        if change <= 1e-13 * scale:
            break
    return {"status": "solved" if change <= 1e-13 * scale else "approximate",
            "impulses": [x for p in P for x in p], "residual": change, "iterations": sweep}


def say(message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    asked = json.loads(line)
    if "hello" in asked:
        say(CLAIMS)
    elif "step" in asked:
        say({"id": asked["id"], **solve(asked["step"])})
