#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The gates of MuJoCo's fuzz test of two boxes (test/engine/engine_collision_box_fuzz_test.cc, at
3.12.1 without a margin) for contact points of plug-ins, over the family box-fuzz, beside the words
of `touchstone contacts`: python3 peers/fuzz_gates.py TOUCHSTONE COUNT PEER.so... Standard library
only.

For phi and its normal that test takes a sweep over 20,000 directions and its own EPA, with tolerances
for both; here they are exact, the tolerances the same. Gates are checked of what a peer gives within
its reach; a box is widened by that reach where a point has to be in it."""
import ctypes
import json
import math
import os
import subprocess
import sys

FAMILY = "box-fuzz"
GATES = ["count", "mixed", "outside", "phantom", "missed", "normal", "depth"]
WORDS = ["missed", "phantom", "outside", "wrong_normal", "wrong_depth", "incomplete", "too_many"]
SWEEP = 4 / math.sqrt(20000)  # part of the scale that 20,000 directions may miss
DESIGN = 0.05  # part of the depth by which a face may be deeper than an edge
ROOM = 256
Vec = ctypes.c_double * 3
u32, f64, pointer = ctypes.c_uint32, ctypes.c_double, ctypes.c_void_p


def structure(name, fields):
    return type(name, (ctypes.Structure,), {"_fields_": fields})


Shape = structure("Shape", [("id", ctypes.c_uint64)] + [(name, u32) for name in (
    "dimension", "vertex_count", "facet_count", "corner_count", "edge_count", "is_box")] + [
    (name, pointer) for name in ("vertices", "planes", "begin", "corners", "edges")] + [
    ("interior_point", Vec), ("radius", f64), ("box_center", Vec), ("half", Vec)])
Pose = structure("Pose", [("R", f64 * 9), ("t", Vec)])
Query = structure("Query", [("A", pointer), ("B", pointer), ("X_WA", Pose), ("X_WB", Pose)])
Answer = structure("Answer", [("status", ctypes.c_int32), ("sign", ctypes.c_int32),
                              ("given", u32), ("reserved", u32), ("value", f64), ("normal", Vec),
                              ("witness_A", Vec), ("witness_B", Vec), ("note", ctypes.c_char * 104)])
Point = structure("Point", [("position", Vec), ("depth", f64), ("normal", Vec),
                            ("id", ctypes.c_uint64), ("has_id", u32), ("reserved", u32)])
FIND = ctypes.CFUNCTYPE(ctypes.c_size_t, pointer, ctypes.POINTER(Query), f64,
                        ctypes.POINTER(Answer), ctypes.POINTER(Point), ctypes.c_size_t)
Manifold = structure("Manifold", [(name, u32) for name in (
    "max_points", "place", "depth_is_gap", "depth_of_pair", "many_normals", "reserved")] + [
    (name, f64) for name in ("reach", "slack", "relative_slack", "merging", "share", "offset")] + [
    ("reserved_lengths", f64 * 2), ("find", FIND)])
CREATE = ctypes.CFUNCTYPE(pointer)
PREPARE = ctypes.CFUNCTYPE(pointer, pointer, ctypes.POINTER(Shape))
CALL = ctypes.CFUNCTYPE(None, pointer)
RELEASE = ctypes.CFUNCTYPE(None, pointer, pointer)
Instances = structure("Instances", [("create", CREATE), ("destroy", CALL), ("reset", CALL),
                                    ("prepare", PREPARE), ("release", RELEASE)])
INTERFACE = ctypes.CFUNCTYPE(pointer, ctypes.c_char_p)
Plugin = structure("Plugin", [("major", u32), ("minor", u32),
                              ("init", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p)),
                              ("deinit", pointer), ("get_interface", INTERFACE)])


def box(half, kept, number):
    """A touchstone_shape; `kept` holds its arrays."""
    corners = [s * h for k in range(8) for s, h in zip(
        (-1 if k & 1 << i == 0 else 1 for i in range(3)), half)]
    vertices = (f64 * 24)(*corners)
    kept.append(vertices)
    return Shape(id=number, dimension=3, vertex_count=8, is_box=1, half=Vec(*half),
                 vertices=ctypes.addressof(vertices), radius=math.hypot(*half))


def pose(given):
    return Pose((f64 * 9)(*(x for row in given["R"] for x in row)), Vec(*given["t"]))


class Peer:
    def __init__(self, path):
        self.library = ctypes.CDLL(os.path.abspath(path))
        entry = Plugin.in_dll(self.library, "touchstone_plugin_entry")
        if entry.init:
            entry.init(path.encode())
        get = entry.get_interface
        self.instances = Instances.from_address(get(b"touchstone.instance/1"))
        self.manifold = Manifold.from_address(get(b"touchstone.manifold/1"))
        self.instance = self.instances.create()

    def points(self, case, number):
        """(middle, gap, normal) of each contact point, or None without an answer."""
        kept = []
        shapes = [box(case[name]["box_half_extents"], kept, 2 * number + k)
                  for k, name in enumerate("ab")]
        prepared = [self.instances.prepare(self.instance, ctypes.byref(s)) for s in shapes]
        query = Query(prepared[0], prepared[1], pose(case["pose_a"]), pose(case["pose_b"]))
        answer, room = Answer(), (Point * ROOM)()
        count = self.manifold.find(self.instance, ctypes.byref(query), self.manifold.reach,
                                   ctypes.byref(answer), room, ROOM)
        for p in prepared:
            self.instances.release(self.instance, p)
        if answer.status not in (1, 2):
            return None
        found = []
        for p in room[:count]:
            gap = (p.depth if self.manifold.depth_is_gap else -p.depth) + self.manifold.offset
            part = {0: 0, 1: -0.5, 2: 0.5}[self.manifold.place]
            middle = [x + part * gap * n for x, n in zip(p.position, p.normal)]
            found.append((middle, gap, list(p.normal)))
        return found


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def column(given, i):
    return [row[i] for row in given["R"]]


def gap_along(case, n):
    """The gap of the boxes along n, from B to A [m]."""
    gap = dot(n, [a - b for a, b in zip(case["pose_a"]["t"], case["pose_b"]["t"])])
    for name in "ab":
        half = case[name]["box_half_extents"]
        gap -= sum(abs(dot(n, column(case["pose_" + name], i))) * half[i] for i in range(3))
    return gap


def outside(case, middle, by):
    for name in "ab":
        given = case["pose_" + name]
        d = [p - t for p, t in zip(middle, given["t"])]
        for i, half in enumerate(case[name]["box_half_extents"]):
            if abs(dot(d, column(given, i))) > half + by:
                return True
    return False


def failed(case, truth, points, reach):
    """The gates that a manifold does not pass."""
    scale = sum(max(case[name]["box_half_extents"]) for name in "ab")
    phi = truth["phi"]
    if not points:
        return {"missed"} if phi < -SWEEP * scale else set()
    bad = set()
    if len(points) > 8:
        bad.add("count")
    first = points[0][2]
    if any(dot(first, n) < (1 - 1e-9) * math.hypot(*first) * math.hypot(*n) for _, _, n in points):
        bad.add("mixed")
    if any(outside(case, middle, abs(gap) / 2 + 1e-6 * scale + reach) for middle, gap, _ in points):
        bad.add("outside")
    deepest = min(gap for _, gap, _ in points)
    if deepest >= 0:
        return bad
    if phi > SWEEP * scale:
        bad.add("phantom")
    turned = min(1 - abs(dot(first, best)) for best in truth["normals"])
    if turned > 1e-3 and gap_along(case, first) < phi - 0.06 * abs(phi) - 1e-4 * scale:
        bad.add("normal")
    if deepest < phi - SWEEP * scale - DESIGN * abs(phi):
        bad.add("depth")
    return bad


def words(program, path, count):
    """How many manifolds `touchstone contacts` says each word of."""
    run = subprocess.run([program, "contacts", "--metric", path, "--family", FAMILY, "--cases",
                          count, "--json", "-"], capture_output=True, text=True, check=False)
    said = {}
    for row in json.loads(run.stdout)["results"]:
        for claim in row["claims"]:
            said[claim["claim"]] = said.get(claim["claim"], 0) + claim["violated"]
    return [said[word] for word in WORDS]


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, count = sys.argv[1:3]
    dump = subprocess.run([program, "dump", "-", "--family", FAMILY, "--cases", count],
                          capture_output=True, text=True, check=True).stdout
    cases = [json.loads(line) for line in dump.splitlines()[1:]]
    print("| peer | " + " | ".join(GATES) + " | no answer | " + " | ".join(WORDS) + " |")
    print("|---" * (len(GATES) + len(WORDS) + 2) + "|")
    for path in sys.argv[3:]:
        peer, unanswered = Peer(path), 0
        counts = dict.fromkeys(GATES, 0)
        for number, row in enumerate(cases):
            points = peer.points(row["case"], number)
            if points is None:
                unanswered += 1
                continue
            for gate in failed(row["case"], row["truth"], points, peer.manifold.reach):
                counts[gate] += 1
        cells = [counts[gate] for gate in GATES] + [unanswered] + words(program, path, count)
        print(f"| {os.path.basename(path)[:-3]} | " + " | ".join(str(c or ".") for c in cells) + " |")


if __name__ == "__main__":
    main()
