#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A contact solver as a program that does what its argument says; it knows one problem's solution."""
import json
import os
import sys
import time

DEED = sys.argv[1]
HELLO = {"hello": 1, "name": "hostile_program", "solver": {"cones": ["round"]}}
CHANGED_HELLOS = {
    "other_version": {**HELLO, "hello": 2},
    "no_solver": {"hello": 1, "name": "hostile_program"},
    "metric": {"hello": 1, "name": "hostile_program", "separated": ["value"], "touching": [], "penetrating": []},
    "no_cone": {**HELLO, "solver": {"cones": []}},
    "unknown_cone": {**HELLO, "solver": {"cones": ["disc"]}},
    "unknown_key": {**HELLO, "solver": {"cones": ["round"], "bends": True}},
    "bad_name": {**HELLO, "name": "a b"},
    "own_name": {**HELLO, "name": "nsgs"},
    "much_tolerance": {**HELLO, "solver": {"cones": ["round"], "tolerance": 1}},
}
IMPULSES = [1, 0, 0]
CHANGED_REPLIES = {
    "lie": {"impulses": [1.0001, 0, 0]},
    "nan": {"impulses": [float("nan"), 0, 0]},
    "too_few": {"impulses": [1, 0]},
    "too_many": {"impulses": IMPULSES * 1000},
    "no_impulses": {"impulses": None},
    "text": {"impulses": ["one", 0, 0]},
    "velocities": {"velocities": [1, 0, 0]},
    "own_velocities": {"velocities": [0, 0, 0]},
    "other_id": {"id": 17},
    "status": {"status": "fine"},
    "gave_up": {"status": "gave_up"},
    "unknown_reply_key": {"force": 1},
    "approximate": {"status": "approximate", "impulses": [2, 0, 0]},
}


def say(message):
    print(message if isinstance(message, str) else json.dumps(message), flush=True)


for line in sys.stdin:
    asked = json.loads(line)
    if "hello" in asked:
        say("welcome" if DEED == "greets" else CHANGED_HELLOS.get(DEED, HELLO))
        continue
    if DEED == "exit":
        sys.exit(3)
    if DEED == "abort":
        os.abort()
    if DEED == "loop":
        while True:
            pass
    if DEED == "raise":
        raise RuntimeError("of its own")
    if DEED == "chatter":
        say("iteration 1")
    if DEED == "endless_line":
        while True:
            sys.stdout.write("[" * 1000000)
    reply = {"id": asked["id"], "status": "solved", "impulses": IMPULSES}
    reply.update(CHANGED_REPLIES.get(DEED, {}))
    say(reply)
