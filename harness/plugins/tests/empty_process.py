#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that computes nothing: what the protocol costs (process_rate.cpp)."""
import json
import sys

EVERYWHERE = ["value", "normal"]
for line in sys.stdin:
    message = json.loads(line)
    if "questions" in message:
        print(json.dumps({"answers": [
            {"id": question["id"], "status": "answered", "value": -0.125, "normal": [0.0, 0.0, 1.0]}
            for question in message["questions"]]}), flush=True)
    elif "reset" in message:
        print(json.dumps(message), flush=True)
    elif "hello" in message:
        print(json.dumps({"hello": 1, "name": "empty", "separated": EVERYWHERE,
                          "touching": EVERYWHERE, "penetrating": EVERYWHERE}), flush=True)
