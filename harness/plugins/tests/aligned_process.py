#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manifolds and gradients of aligned_boxes_plugin.c, as a program: aligned_process.py [FAULT [POLICY]]

FAULT spoils the answers of pairs whose B is more than 100 from the origin along z. POLICY is JSON
that is added to the policy.
"""
import json
import math
import os
import sys

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
POLICY = {"max_points": 4, "place": "on_A", "reach": math.inf}
POLICY.update(json.loads(sys.argv[2]) if len(sys.argv) > 2 else {})
CLAIMS = {"hello": 1, "name": "aligned_process", "boxes_only": True, "separated": ["value"],
          "touching": ["value"], "penetrating": ["value"], "manifold": POLICY,
          "gradient": True}


def extent(body, pose):
    box = body["box"]
    middle = [t + c for t, c in zip(pose["t"], box["center"])]
    half = box["half_extents"]
    return [m - h for m, h in zip(middle, half)], [m + h for m, h in zip(middle, half)]


def points_of(low_A, high_A, low_B, high_B):
    above = [(b - a, i, 1) for i, (b, a) in enumerate(zip(low_B, high_A))]
    below = [(a - b, i, -1) for i, (a, b) in enumerate(zip(low_A, high_B))]
    gap, axis, side = max(above + below)
    normal = [0.0, 0.0, 0.0]
    normal[axis] = float(-side)
    points = []
    for corner in range(4):
        ends, bit = [0.0, 0.0, 0.0], 1
        for i in range(3):
            if i == axis:
                ends[i] = high_A[i] if side > 0 else low_A[i]
                continue
            high = corner & bit
            ends[i] = min(high_A[i], high_B[i]) if high else max(low_A[i], low_B[i])
            bit <<= 1
        points.append({"position": ends, "depth": -gap, "normal": normal, "id": corner})
    return gap, points


def spoil(fault, points):
    if fault == "crash":
        os._exit(3)
    if fault == "too_many":
        points *= 65
    if fault == "nan_point":
        points[1]["position"] = [math.nan, 0, 0]
    if fault == "infinite_depth":
        points[1]["depth"] = math.inf
    if fault == "long_point_normal":
        points[2]["normal"] = [0, 0, 2]
    if fault == "another_normal":
        points[2]["normal"] = [0, 1, 0]
    if fault == "short_position":
        points[0]["position"] = [0, 0]
    if fault == "no_depth":
        del points[0]["depth"]
    if fault == "another_key":
        points[0]["distance"] = 1
    return points


def cross(a, b):
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def gradient_of(points, question):
    n = points[0]["normal"]
    p = [sum(point["position"][i] for point in points) / 4 for i in range(3)]
    arms = [[x - t for x, t in zip(p, question[X]["t"])] for X in ("X_WA", "X_WB")]
    return {"v_A": n, "w_A": cross(arms[0], n), "v_B": [-x for x in n], "w_B": cross(n, arms[1]),
            "differentiable": False}


def spoil_gradient(fault, given):
    if fault == "crash":
        os._exit(3)
    if fault == "nan_rate":
        given["w_B"] = [0, math.nan, 0]
    if fault == "short_rate":
        given["w_B"] = [0, 0]
    if fault == "not_said":
        del given["differentiable"]
    if fault == "unknown_flag":
        given["differentiable"] = 3
    if fault == "no_w":
        del given["w_A"]
    return given


def answer(question, bodies):
    gap, points = points_of(*extent(bodies[question["A"]], question["X_WA"]),
                            *extent(bodies[question["B"]], question["X_WB"]))
    made = {"id": question["id"], "status": "answered", "value": gap}
    fault = FAULT if question["X_WB"]["t"][2] > 100 else ""
    if question.get("gradient") is True and fault != "no_gradient":
        made["gradient"] = spoil_gradient(fault, gradient_of(points, question))
    if "manifold_reach" not in question:
        return made
    float(question["manifold_reach"])
    return made if fault == "no_points" else {**made, "points": spoil(fault, points)}


def main():
    bodies = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "body" in message:
            bodies[message["body"]] = message
        elif "questions" in message:
            print(json.dumps({"answers": [answer(q, bodies) for q in message["questions"]]}), flush=True)
        elif "reset" in message:
            print(line, end="", flush=True)
        elif "forget" in message:
            bodies.clear()
        else:
            print(json.dumps(CLAIMS), flush=True)


main()
