# SPDX-License-Identifier: GPL-3.0-or-later
"""The exact signed distance of two convex polytopes, judged answers, in Python 3.8 and later (docs/library.md).

    import touchstone
    truth = touchstone.truth(A_vertices, X_WA, B_vertices, X_WB)
    truth.phi, truth.phi_squared, truth.normals[0], truth.check({"value": 0.5})["word"]

Vertices are n x 3, in the body's own frame [m]; a pose takes a point p of the body to R p + t in the world. Any
sequence will do, numpy arrays too; numpy is not needed.
"""
import ctypes
import ctypes.util
import json
import os
import threading
import warnings
from fractions import Fraction

__all__ = ["Truth", "TouchstoneError", "judge", "rotation", "truth", "version"]


class TouchstoneError(RuntimeError):
    """The library itself failed. Bad input is a ValueError."""


class _Status(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("text", ctypes.c_char * 240)]


class _Pose(ctypes.Structure):
    _fields_ = [("R", ctypes.c_double * 9), ("t", ctypes.c_double * 3)]


class _Answer(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("gives_value", "gives_sign", "gives_normal", "gives_points")]
    _fields_ += [("value", ctypes.c_double), ("sign", ctypes.c_int)]
    _fields_ += [(name, ctypes.c_double * 3) for name in ("normal", "A", "B")]


class _Verdict(ctypes.Structure):
    _fields_ = [(name, ctypes.c_char * 24) for name in ("word", "value", "normal", "points")]
    _fields_ += [("error", ctypes.c_double)]


class _Question(ctypes.Structure):
    _fields_ = [(body + "_vertices", ctypes.POINTER(ctypes.c_double)) for body in "AB"]
    _fields_ += [(body + "_count", ctypes.c_size_t) for body in "AB"]
    _fields_ += [("X_W" + body, _Pose) for body in "AB"]
    _fields_ += [(body + "_interior", ctypes.c_double * 3) for body in "AB"]


_Function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_Question), ctypes.POINTER(_Answer),
                             ctypes.POINTER(ctypes.c_char))


class _Campaign(ctypes.Structure):
    _fields_ = [("families", ctypes.c_char_p), ("cases", ctypes.c_uint64), ("seed", ctypes.c_uint64),
                ("tolerance", ctypes.c_double), ("takes_flat_bodies", ctypes.c_int)]


def _load():
    """The library that TOUCHSTONE_LIBRARY names, else the one beside this file, else the system's."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libtouchstone.so")
    named = os.environ.get("TOUCHSTONE_LIBRARY")
    path = named or (beside if os.path.exists(beside) else ctypes.util.find_library("touchstone"))
    if not path:
        raise ImportError("libtouchstone.so is not installed; TOUCHSTONE_LIBRARY may name it")
    library = ctypes.CDLL(path)
    pointer, text, double = ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_double)
    signatures = {
        "touchstone_truth_version": (text, []),
        "touchstone_truth_make_body": (_Status, [double, ctypes.c_size_t, double, ctypes.POINTER(pointer)]),
        "touchstone_truth_drop_body": (None, [pointer]),
        "touchstone_truth_solve": (_Status, [pointer, ctypes.POINTER(_Pose)] * 2 + [ctypes.POINTER(pointer)]),
        "touchstone_truth_drop": (None, [pointer]),
        "touchstone_truth_vector": (text, [pointer]),
        "touchstone_truth_validate": (_Status, [ctypes.POINTER(_Campaign), text, _Function, pointer,
                                                ctypes.POINTER(pointer)]),
        "touchstone_truth_drop_text": (None, [pointer]),
        "touchstone_truth_judge": (_Status, [pointer, ctypes.POINTER(_Answer), ctypes.c_double,
                                             ctypes.POINTER(_Verdict)]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def version():
    """Version of the library, such as "1.0.0"."""
    return _library.touchstone_truth_version().decode()


def _expect(status, what=""):
    if status.code == 2:
        raise ValueError(what + status.text.decode())
    if status.code != 0:
        raise TouchstoneError(what + status.text.decode())


def _number(x, what):
    try:
        return float(x)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{what}: no double") from None


def _doubles(values):
    values = [_number(x, "a coordinate") for x in values]
    return (ctypes.c_double * len(values))(*values)


def _bytes(text, room=240):
    """A text for C, as far as there is room."""
    return str(text).encode("utf-8", "replace").replace(b"\0", b"?")[:room - 1]


def _said(problem):
    """Type and last line of an exception."""
    try:
        return f"{type(problem).__name__}: {problem}".splitlines()[-1]
    except Exception:  # its __str__ is anybody's code
        return type(problem).__name__


def _three(vector, what):
    try:
        numbers = [float(x) for x in vector]
    except (TypeError, ValueError, OverflowError):
        numbers = []
    if len(numbers) != 3:
        raise ValueError(f"{what}: not three numbers")
    return numbers


def rotation(q):
    """R, nine doubles row by row, of a quaternion (w, x, y, z) of any length: exact, then rounded once."""
    w, x, y, z = (Fraction(float(c)) for c in q)
    square = w * w + x * x + y * y + z * z
    if square == 0:
        raise ValueError("the quaternion is zero")
    rows = (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
            2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
            2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z)
    return [float(entry / square) for entry in rows]


def _pose(X, what):
    """A pose from a 4 x 4 matrix, (R, t) with R 3 x 3, or (q, t) with q = (w, x, y, z)."""
    try:
        return _pose_of(X)
    except (TypeError, ValueError, OverflowError) as problem:
        raise ValueError(f"{what}: {problem}") from None


def _pose_of(X):
    if len(X) == 4:
        rows = [[float(x) for x in row] for row in X]
        if any(len(row) != 4 for row in rows) or rows[3] != [0, 0, 0, 1]:
            raise ValueError("a pose of four rows is a 4 x 4 matrix whose last row is 0 0 0 1")
        return _Pose(_doubles(x for row in rows[:3] for x in row[:3]), _doubles(row[3] for row in rows[:3]))
    if len(X) != 2:
        raise ValueError("a pose is a 4 x 4 matrix, (R, t) or (q, t)")
    turn, t = X
    if len(turn) == 4:
        R = rotation(turn)
    elif len(turn) == 3:
        R = [x for row in turn for x in _three(row, "a row of R")]
    else:
        raise ValueError("a rotation is 3 x 3 or a quaternion (w, x, y, z)")
    return _Pose(_doubles(R), _doubles(_three(t, "t")))


class _Owned:
    """A pointer that the library's own function drops."""

    def __init__(self, drop):
        self.pointer, self._drop = ctypes.c_void_p(), drop

    def __del__(self):
        if getattr(self, "pointer", None):
            self._drop(self.pointer)


def _body(vertices, interior_point, name):
    made = _Owned(_library.touchstone_truth_drop_body)
    if not hasattr(vertices, "__iter__"):
        raise ValueError(f"{name}: vertices are a list of points")
    flat = [x for v in vertices for x in _three(v, f"{name}: a vertex")]
    inside = None if interior_point is None else _doubles(_three(interior_point, f"{name}: interior point"))
    _expect(_library.touchstone_truth_make_body(_doubles(flat), len(flat) // 3, inside, ctypes.byref(made.pointer)),
            f"{name}: ")
    return made


def _fill(given, answer):
    """Writes an answer as a dict into its structure."""
    if not isinstance(answer, dict):
        raise ValueError("an answer is a dict of value, sign, normal, points")
    unknown = set(answer) - {"value", "sign", "normal", "points"}
    if unknown:
        raise ValueError(f"an answer has no {sorted(map(str, unknown))[0]!r}")
    if answer.get("sign") not in (None, -1, 0, 1):
        raise ValueError("sign: -1, 0 or 1")
    if answer.get("points") is not None and len(answer["points"]) != 2:
        raise ValueError("points: two points, on A and on B")
    for key in ("value", "sign", "normal", "points"):
        setattr(given, "gives_" + key, int(answer.get(key) is not None))
    given.value, given.sign = _number(answer.get("value") or 0, "value"), int(answer.get("sign") or 0)
    if given.gives_normal:
        given.normal = _doubles(_three(answer["normal"], "normal"))
    if given.gives_points:
        given.A, given.B = (_doubles(_three(p, "points")) for p in answer["points"])


class Truth:
    """The exact answer to one pair. Immutable; threads may share it.

    sign            -1 overlapping, 0 touching, 1 apart
    phi, phi_tail   the double nearest to the signed distance [m], and the one nearest to the rest
    phi_squared     phi^2, a Fraction [m^2]
    directions      all optimal directions from B to A, whole numbers; where phi = 0, generators of their cone
    normals         the same as unit vectors, each entry the nearest double
    points          a dict for each direction: true points a, b, and the ranges of all [world, m]
    rho             the ratio metric as a Fraction, or None; rho_note then says why
    size            the length that tolerances are relative to [m]
    vector          all of it: a pair of touchstone.vectors/1 as a dict
    """

    def __init__(self, owned):
        self._owned = owned
        self.vector = json.loads(_library.touchstone_truth_vector(owned.pointer))
        found = self.vector["truth"]
        self.sign, self.phi, self.phi_tail = found["sign"], found["phi"], found["phi_tail"]
        self.phi_squared, self.size = Fraction(found["phi_squared"]), found["size"]
        self.directions = [tuple(int(x) for x in u) for u in found["directions"]]
        self.normals = [tuple(n) for n in found["normals"]]
        self.points = found["points"]
        self.rho = Fraction(found["rho"]["exact"]) if "rho" in found else None
        self.rho_note = found.get("no_rho", "")

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError("a Truth is not pickled; its `vector` is a dict of all that it says")

    def check(self, answer, tolerance=1e-8):
        """Judges an answer by docs/verdicts.md: a dict with any of value [m], sign, normal, points (on A, on B).

        Returns a dict: word, and of each part value, normal, points what it is; error [m].
        """
        given = _Answer()
        _fill(given, answer)
        verdict = _Verdict()
        _expect(_library.touchstone_truth_judge(self._owned.pointer, given, _number(tolerance, "tolerance"), verdict))
        said = {key: getattr(verdict, key).decode() for key in ("word", "value", "normal", "points")}
        return {**said, "error": verdict.error}


def truth(A_vertices, X_WA, B_vertices, X_WB, interior_points=None):
    """The exact truth of the hulls of two lists of vertices in their poses.

    A pose is a 4 x 4 matrix, (R, t) or (q, t) with q = (w, x, y, z). interior_points: one for each body, in its
    frame, for the ratio metric; by default the means of the vertices. Raises ValueError on bad input.
    """
    inside = interior_points if interior_points is not None else (None, None)
    if len(inside) != 2:
        raise ValueError("interior_points: one for each body")
    A, B = _body(A_vertices, inside[0], "A"), _body(B_vertices, inside[1], "B")
    owned = _Owned(_library.touchstone_truth_drop)
    poses = _pose(X_WA, "pose of A"), _pose(X_WB, "pose of B")
    _expect(_library.touchstone_truth_solve(A.pointer, poses[0], B.pointer, poses[1], ctypes.byref(owned.pointer)))
    return Truth(owned)


def judge(f, families=None, cases=0, seed=42, tolerance=1e-8, flat=False):
    """Puts f to cases of families and judges its answers as verify does.

    f(A_vertices, X_WA, B_vertices, X_WB) has lists of points, and poses (R, t); it returns a number, a dict as for
    Truth.check, or None for no answer. families: exact names, all by default; cases: of each, by default as many as verify
    takes; flat: whether f takes flat bodies. Returns the rows of `verify --json` as dicts: counts by word, errors,
    ids of the worst. An exception of f counts as crashed; a warning has the last line of the first one. A crash or
    endless loop of f takes Python along: `touchstone validate 'python3 mine.py'` runs it in a process of its own.
    """
    if not callable(f):
        raise ValueError("f is no function")
    if not (0 <= cases < 2**64 and 0 <= seed < 2**64):
        raise ValueError("cases and seed are from 0 to 2^64 - 1")
    stopped, crashes = [], []

    def points(flat_list, count):
        return [flat_list[3 * k:3 * k + 3] for k in range(count)]

    def answer(_, asked, given, crash):
        if stopped:
            return 1
        try:
            q = asked.contents
            poses = [([list(X.R[3 * k:3 * k + 3]) for k in range(3)], list(X.t)) for X in (q.X_WA, q.X_WB)]
            said = f(points(q.A_vertices, q.A_count), poses[0], points(q.B_vertices, q.B_count), poses[1])
            if said is not None:
                _fill(given.contents, said if isinstance(said, dict) else {"value": said})
        except Exception as problem:  # every one is a verdict
            crashes.append(_said(problem))
            text = _bytes(crashes[-1])
            ctypes.memmove(crash, text + b"\0", len(text) + 1)
        except BaseException as stop:  # ends the campaign, not f alone
            stopped.append(stop)
            return 1
        return 0

    names = [families] if isinstance(families, str) else families
    named = None if families is None else _bytes(",".join(names), 65536)
    text, status = ctypes.c_void_p(), []
    campaign = _Campaign(named, cases, seed, _number(tolerance, "tolerance"), int(flat))
    called = _Function(answer)
    # In a thread of its own, so that Ctrl-C reaches this one.
    worker = threading.Thread(target=lambda: status.append(_library.touchstone_truth_validate(
        campaign, _bytes(getattr(f, "__name__", "f")), called, None, ctypes.byref(text))))
    worker.start()
    while worker.is_alive():
        try:
            worker.join(.1)
        except BaseException as stop:
            stopped.append(stop)
    _expect(status[0])
    try:
        rows = json.loads(ctypes.string_at(text))["results"]
    finally:
        _library.touchstone_truth_drop_text(text)
    if stopped:
        raise stopped[0]
    if crashes:
        warnings.warn(f"f failed on {len(crashes)} cases, the first time with {crashes[0]}", stacklevel=2)
    return rows
