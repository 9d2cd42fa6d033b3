#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A plug-in of Touchstone for bodies with a radius, the simplest ones:

    touchstone validate 'python3 spheres.py' --family spheres
    touchstone validate 'python3 spheres.py 0.01' --family spheres    # leaves out a margin of 1 cm

It needs nothing but Python. The protocol is docs/process-plugin.md.
"""
import json
import math
import sys

MARGIN = float(sys.argv[1]) if len(sys.argv) > 1 else 0.0
CLAIMS = {
    "hello": 1,
    "name": "python_spheres",
    "takes": ["sphere"],
    "offset": MARGIN,
    "separated": ["value", "normal"],
    "touching": ["value"],
    "penetrating": ["value"],
}


def center(body, pose):
    R, t, p = pose["R"], pose["t"], body["vertices"][0]
    return [R[3 * i] * p[0] + R[3 * i + 1] * p[1] + R[3 * i + 2] * p[2] + t[i] for i in range(3)]


def answer(question, bodies):
    A, B = bodies[question["A"]], bodies[question["B"]]
    if A["dimension"] > 0 or B["dimension"] > 0:
        return {"id": question["id"], "status": "skipped", "note": "not a sphere"}
    a, b = center(A, question["X_WA"]), center(B, question["X_WB"])
    apart = math.dist(a, b)
    reply = {"id": question["id"], "status": "answered",
             "value": apart - A.get("radius", 0) - B.get("radius", 0) - MARGIN}
    if apart > 0:  # else any direction will do
        reply["normal"] = [(x - y) / apart for x, y in zip(a, b)]
    return reply


def main():
    bodies = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            print(json.dumps(CLAIMS), flush=True)
        elif "body" in message:
            bodies[message["body"]] = message
        elif "questions" in message:
            replies = [answer(question, bodies) for question in message["questions"]]
            print(json.dumps({"answers": replies}), flush=True)
        elif "reset" in message:
            print(line, end="", flush=True)
        elif "forget" in message:
            bodies.clear()


if __name__ == "__main__":
    main()
