# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions for touchstone.judge; functions.py NAME is a program that answers by one (docs/process-plugin.md)."""
import json
import sys

import touchstone


def right(a, X_WA, b, X_WB):
    truth = touchstone.truth(a, X_WA, b, X_WB)
    return {"value": truth.phi, "normal": truth.normals[0]}


def wrong(a, X_WA, b, X_WB):
    """Every third value is off, every fifth normal."""
    said, key = right(a, X_WA, b, X_WB), int(abs(X_WB[1][0]) * 1e9)
    if key % 3 == 0:
        said["value"] = -said["value"] if key % 2 else said["value"] * (1 + 1e-6)
    if key % 5 == 0:
        said["normal"] = said["normal"][1:] + said["normal"][:1]
    return said


def raises(a, X_WA, b, X_WB):
    """Fails on some overlaps, and says nothing of some."""
    said = right(a, X_WA, b, X_WB)
    if said["value"] < -1:
        raise RuntimeError("too deep")
    return said if said["value"] > -.1 else None


def answer(f, bodies, question):
    poses = [([X["R"][:3], X["R"][3:6], X["R"][6:]], X["t"]) for X in (question["X_WA"], question["X_WB"])]
    said = f(bodies[question["A"]], poses[0], bodies[question["B"]], poses[1])
    return {"id": question["id"], **({"status": "no_answer"} if said is None else {"status": "answered", **said})}


def main(f):
    bodies = {}
    for message in map(json.loads, sys.stdin):
        if "body" in message:
            bodies[message["body"]] = message["vertices"]
        elif "forget" in message:
            bodies.clear()
        else:
            reply = message
            if "questions" in message:
                reply = {"answers": [answer(f, bodies, q) for q in message["questions"]]}
            elif "hello" in message:
                claims = dict.fromkeys(("separated", "touching", "penetrating"), ["value"])
                reply = {"hello": 1, "name": f.__name__, **claims}
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main(globals()[sys.argv[1]])
