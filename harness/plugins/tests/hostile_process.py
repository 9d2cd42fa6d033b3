#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plug-in of the tests, as a program: gaps over the facet normals of both bodies, and faults at
questions that the pose of B chooses, so that every run and every order has them at the same cases.

hostile_process.py [FAULT ...]     without a fault it is its own healthy twin; "all" is all but the
                                   last two; "crowd" ends where questions do not come alone,
                                   "always" writes garbage at each question
hostile_process.py --faults        prints each fault and the part of the questions that has it
"""
import json
import math
import os
import signal
import struct
import sys
import time

# Which chances in 10,000 have which fault. What costs a time limit is rare.
FAULTS = {
    "garbage": (0, 50),
    "half_line": (100, 150),
    "half_line_and_end": (200, 250),
    "wrong_id": (300, 350),
    "second_answer": (400, 450),
    "missing": (500, 550),
    "huge_line": (600, 605),
    "silence": (700, 705),
    "loop": (800, 805),
    "segfault": (900, 950),
    "exit": (1000, 1050),
    "close_output": (1100, 1110),
    "noise": (1200, 1300),
    "fork": (1400, 1420),
    "nan": (1500, 1550),
    "infinite": (1600, 1650),
    "long_normal": (1700, 1750),
    "bad_status": (1800, 1850),
    "short_normal": (1900, 1950),
    "skip": (2000, 2050),
    "deep": (2100, 2150),
    "wrong_reset": (2200, 2250),
    "exception": (2300, 2350),
    "leak": (2400, 2405),
    "early_answer": (2500, 2550),
    "flood": (2600, 2605),
    "not_utf8": (2700, 2750),
    "kill_parent": (2760, 2765),
    "stop_parent": (2770, 2780),
    "note": (2790, 2800),
    "half_line_and_silence": (3000, 3005),
    "deaf": (3010, 3015),
    "dies_before_reset": (3100, 3150),
    "dies_between": (3200, 3250),
    "huge_number": (3300, 3350),
    "long_note": (3400, 3450),
    "answers_for_ever": (3500, 3505),
    "later": (2800, 2850),
    "order": (2900, 2950),
}
CLAIMS = {
    "hello": 1,
    "name": "hostile_process",
    "own_tolerance": 1e-9,
    "separated": [],
    "touching": ["value", "normal"],
    "penetrating": ["value", "normal"],
}
MASK = (1 << 64) - 1


def chance(question):
    """A number that only the question decides."""
    x, y, z = struct.unpack("<3Q", struct.pack("<3d", *question["X_WB"]["t"]))
    mixed = (x ^ (y << 1) ^ (z << 2)) * 0x9E3779B97F4A7C15 & MASK
    return (mixed >> 40) % 10000


def to_world(pose, v):
    R = pose["R"]
    return [R[3 * i] * v[0] + R[3 * i + 1] * v[1] + R[3 * i + 2] * v[2] for i in range(3)]


def placed(body, pose):
    t = pose["t"]
    vertices = [[a + b for a, b in zip(to_world(pose, v), t)] for v in body["vertices"]]
    return vertices, [to_world(pose, facet["normal"]) for facet in body["facets"]]


def answer(question, bodies):
    A, normals_A = placed(bodies[question["A"]], question["X_WA"])
    B, normals_B = placed(bodies[question["B"]], question["X_WB"])
    value, normal = -math.inf, None
    for n in [[-x for x in m] for m in normals_A] + normals_B:
        nearest_A = min(n[0] * v[0] + n[1] * v[1] + n[2] * v[2] for v in A)
        farthest_B = max(n[0] * v[0] + n[1] * v[1] + n[2] * v[2] for v in B)
        if nearest_A - farthest_B > value:
            value, normal = nearest_A - farthest_B, n
    if value > 0:
        return {"id": question["id"], "status": "sign_only", "sign": 1}
    return {"id": question["id"], "status": "answered", "value": value, "normal": normal}


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def reply(message):
    write(json.dumps(message) + "\n")


class Hostile:
    def __init__(self, faults):
        self.faults = faults
        self.asked = 0
        self.dies = None  # after "answers" or "reset"

    def fault_of(self, question):
        c = chance(question)
        for name in self.faults:
            begin, end = FAULTS.get(name, (0, 0))
            if begin <= c < end:
                return name
        return None

    def answers(self, questions, bodies):
        if "crowd" in self.faults and len(questions) > 1:
            os._exit(0)
        if "always" in self.faults:
            write("x = 1\n")
        made = []
        for question in questions:
            self.asked += 1
            made += self.misbehave(self.fault_of(question), answer(question, bodies))
        return made

    def misbehave(self, fault, right):
        """What is answered instead of `right`, if there is still somebody to answer."""
        if fault is None:
            return [right]
        return getattr(self, fault)(right)

    def garbage(self, right):
        write("x = 1\n")
        return [right]

    def half_line(self, right):
        write('{"answers": [')
        return [right]

    def half_line_and_end(self, right):
        write('{"answers": [')
        os._exit(0)

    def half_line_and_silence(self, right):
        write('{"answers": [')
        self.silence(right)

    def deaf(self, right):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        self.silence(right)

    def dies_before_reset(self, right):
        self.dies = "answers"
        return [right]

    def dies_between(self, right):
        """After all that was asked: nobody waits for it then."""
        self.dies = "reset"
        return [right]

    def huge_number(self, right):
        return [{**right, "status": "answered", "value": 10 ** 400}]

    def long_note(self, right):
        return [{**right, "note": "x" * (1 << 20)}]

    def answers_for_ever(self, right):
        while True:
            reply({"answers": [right]})

    def wrong_id(self, right):
        return [{**right, "id": right["id"] + 1000000}]

    def second_answer(self, right):
        return [right, right]

    def missing(self, right):
        return []

    def huge_line(self, right):
        block = "x" * (1 << 20)
        for _ in range(1 << 10):
            write(block)
        write("\n")
        return [right]

    def silence(self, right):
        while True:
            time.sleep(1)

    def loop(self, right):
        while True:
            pass

    def segfault(self, right):
        os.kill(os.getpid(), signal.SIGSEGV)

    def exit(self, right):
        os._exit(0)

    def close_output(self, right):
        os.close(1)
        while True:
            time.sleep(1)

    def noise(self, right):
        sys.stderr.write("a warning\n" * 10000)
        return [right]

    def fork(self, right):
        """The child leaves the group and the session, and holds the pipes. It is waited for until it
        has written its number: what ends the program afterwards ends the child too."""
        written, writing = os.pipe()
        if os.fork() == 0:
            os.setsid()
            with open(os.environ.get("HOSTILE_PIDS", "/dev/null"), "a") as pids:
                pids.write(f"{os.getpid()}\n")
            os.close(written)
            os.close(writing)
            while True:
                time.sleep(1)
        os.close(writing)
        os.read(written, 1)
        os.close(written)
        return [right]

    def nan(self, right):
        return [{**right, "status": "answered", "value": math.nan}]

    def infinite(self, right):
        return [{**right, "status": "answered", "value": -math.inf}]

    def long_normal(self, right):
        return [{**right, "normal": [2, 0, 0]}]

    def bad_status(self, right):
        return [{**right, "status": "perhaps"}]

    def short_normal(self, right):
        return [{**right, "normal": [1, 0]}]

    def skip(self, right):
        return [{"id": right["id"], "status": "skipped", "note": "not this one"}]

    def deep(self, right):
        write("[" * 100000 + "]" * 100000 + "\n")
        return [right]

    def wrong_reset(self, right):
        reply({"reset": 123456789})
        return [right]

    def exception(self, right):
        raise ValueError("no such thing")

    def leak(self, right):
        hoard = []
        while True:
            hoard.append(bytearray(1 << 24))

    def early_answer(self, right):
        """Alone, and before the others: that is allowed."""
        reply({"answers": [right]})
        return []

    def flood(self, right):
        """Lines that are in the protocol, without end."""
        while True:
            write('{"answers": []}\n' * 1000)

    def not_utf8(self, right):
        sys.stdout.buffer.write(b'{"answers": "\xff\xfe"}\n')
        sys.stdout.buffer.flush()
        return [right]

    def kill_parent(self, right):
        """Where its parent cannot be killed, it goes on, and ends. It may leave a child."""
        if "HOSTILE_PIDS" in os.environ:
            self.fork(right)
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(2)
        os._exit(7)

    def stop_parent(self, right):
        os.kill(os.getppid(), signal.SIGSTOP)
        return [right]

    def note(self, right):
        return [{**right, "note": "\x1b[2J \u00b5m \u202e"}]

    def later(self, right):
        """Fails, but not as the first that the process is asked."""
        if self.asked > 1:
            os._exit(0)
        return [right]

    def order(self, right):
        """Depends on what was asked before."""
        return [{**right, "value": -self.asked, "status": "answered"}]


def main():
    if sys.argv[1:] == ["--faults"]:
        for name, (begin, end) in FAULTS.items():
            print(name, begin, end)
        return
    hostile = Hostile(sys.argv[1:] if sys.argv[1:] != ["all"] else list(FAULTS)[:-2])
    bodies = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "body" in message:
            bodies[message["body"]] = message
        elif "questions" in message:
            reply({"answers": hostile.answers(message["questions"], bodies)})
            if hostile.dies == "answers":
                os._exit(0)
        elif "reset" in message:
            reply(message)
            if hostile.dies == "reset":
                os._exit(0)
        elif "forget" in message:
            bodies.clear()
        else:
            reply(CLAIMS)


main()
