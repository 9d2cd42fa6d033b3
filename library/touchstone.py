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
import operator
import os
import threading
import warnings
from array import array
from fractions import Fraction
from functools import cached_property
from itertools import chain

__all__ = ["Truth", "TouchstoneError", "judge", "rotation", "truth", "version"]


class TouchstoneError(RuntimeError):
    """The library itself failed. Bad input is a ValueError."""


class _Status(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("text", ctypes.c_char * 240)]


class _Points(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double * 3) for name in ("A", "B", "low_A", "high_A", "low_B", "high_B")]


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
    pointer, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
    made, number = ctypes.POINTER(pointer), ctypes.POINTER(ctypes.c_double)
    # Arrays of doubles are given by their addresses, which costs less than a pointer of their type.
    signatures = {
        "version": (text, []),
        "make_body": (_Status, [pointer, size, pointer, made]),
        "drop_body": (None, [pointer]),
        "solve": (_Status, [pointer] * 4 + [made]),
        "drop": (None, [pointer]),
        "sign": (ctypes.c_int, [pointer]),
        "phi": (ctypes.c_double, [pointer, number]),
        "phi_squared": (text, [pointer]),
        "direction_count": (size, [pointer]),
        "direction": (text, [pointer, size, size]),
        "normal": (ctypes.c_int, [pointer, size, ctypes.c_double * 3]),
        "points_of": (ctypes.c_int, [pointer, size, ctypes.POINTER(_Points)]),
        "rho": (text, [pointer, number, number]),
        "rho_note": (text, [pointer]),
        "size": (ctypes.c_double, [pointer]),
        "vector": (text, [pointer]),
        "certificate": (_Status, [pointer, ctypes.c_int, ctypes.POINTER(text)]),
        "validate": (_Status, [ctypes.POINTER(_Campaign), text, _Function, pointer, made]),
        "drop_text": (None, [pointer]),
        "judge": (_Status, [pointer, ctypes.POINTER(_Answer), ctypes.c_double, ctypes.POINTER(_Verdict)]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, "touchstone_truth_" + name)
        function.restype, function.argtypes = result, arguments
        setattr(library, name, function)
    return library


_library = _load()


def version():
    """Version of the library, such as "1.0.0"."""
    return _library.version().decode()


def _expect(status, name=None):
    if status.code:
        text = status.text.decode("utf-8", "replace")
        raise (ValueError if status.code == 2 else TouchstoneError)(f"{name}: {text}" if name else text)


def _number(x, what):
    try:
        return float(x)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{what}: no double") from None


def _whole(digits):
    """int() of digits, however many: Python refuses long ones since 3.11."""
    if len(digits) <= 640:
        return int(digits)
    if digits.startswith(b"-"):
        return -_whole(digits[1:])
    split = len(digits) // 2
    return _whole(digits[:split]) * 10**(len(digits) - split) + _whole(digits[split:])


def _fraction(text):
    """A fraction of "p/q"."""
    return Fraction(*map(_whole, text.split(b"/")))


def _bytes(text, room=240):
    """A text for C, as far as there is room."""
    return str(text).encode("utf-8", "replace").replace(b"\0", b"?")[:room - 1]


def _said(problem):
    """Type and last line of an exception."""
    try:
        return f"{type(problem).__name__}: {problem}".splitlines()[-1]
    except Exception:  # its __str__ is anybody's code
        return type(problem).__name__


def _doubles(points, what):
    """Points as an array of doubles, three each."""
    try:
        if len(points) > 0 and set(map(len, points)) != {3}:
            raise TypeError
        return array("d", chain.from_iterable(points))
    except (TypeError, ValueError, OverflowError):
        raise ValueError(what) from None


def rotation(q):
    """R, nine doubles row by row, of a quaternion (w, x, y, z) of any length: exact, then rounded once."""
    try:
        w, x, y, z = (Fraction(float(c)) for c in q)
    except (TypeError, ValueError, OverflowError):
        raise ValueError("a quaternion is four finite numbers (w, x, y, z)") from None
    square = w * w + x * x + y * y + z * z
    if square == 0:
        raise ValueError("the quaternion is zero")
    rows = (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
            2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
            2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z)
    return [float(entry / square) for entry in rows]


def _pose(X, what):
    """Twelve doubles, R by rows and t, from a 4 x 4 matrix, (R, t) with R 3 x 3, or (q, t) with q = (w, x, y, z)."""
    shapes = f"{what}: a 4 x 4 matrix whose last row is 0 0 0 1, (R, t) or (q, t)"
    try:
        if len(X) == 4:
            if list(map(len, X)) != [4, 4, 4, 4] or list(X[3]) != [0, 0, 0, 1]:
                raise TypeError
            R, t = [row[:3] for row in X[:3]], [row[3] for row in X[:3]]
        else:
            R, t = X if len(X) == 2 else (None, None)
            if len(R) == 4:
                turned = rotation(R)
                R = turned[:3], turned[3:6], turned[6:]
        if len(R) != 3:
            raise TypeError
    except (TypeError, LookupError):
        raise ValueError(shapes) from None
    except ValueError as problem:
        raise ValueError(f"{what}: {problem}") from None
    return _doubles((*R, t), shapes)


class _Owned:
    """A pointer that the library's own function drops."""

    def __init__(self, drop):
        self.pointer, self._drop = ctypes.c_void_p(), drop

    def __del__(self):
        if getattr(self, "pointer", None):
            self._drop(self.pointer)


def _vertices(vertices, name):
    """n x 3 doubles as an array."""
    if not isinstance(vertices, (list, tuple)):
        try:
            view = memoryview(vertices)
            if view.format == "d" and view.ndim == 2 and view.shape[1] == 3:
                return array("d", view.tobytes())
        except TypeError:
            pass  # no buffer
        try:
            vertices = list(vertices)
        except TypeError:
            raise ValueError(f"{name}: vertices are n x 3 numbers") from None
    try:
        return _doubles(vertices, "")
    except ValueError:
        for k, vertex in enumerate(vertices):
            _doubles([vertex], f"{name}: vertex {k}: not three numbers")
        raise


def _body(vertices, interior_point, name):
    made = _Owned(_library.drop_body)
    flat, inside = _vertices(vertices, name), None
    if interior_point is not None:
        point = _doubles([interior_point], f"{name}: interior point: not three numbers")
        inside = point.buffer_info()[0]
    _expect(_library.make_body(flat.buffer_info()[0], len(flat) // 3, inside, ctypes.byref(made.pointer)), name)
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
        given.normal = tuple(_doubles([answer["normal"]], "normal: not three numbers"))
    if given.gives_points:
        given.A, given.B = (tuple(_doubles([p], "points: not three numbers each")) for p in answer["points"])


def _points(found):
    """Points of a direction as `vector` has them: without a range where it is the point alone."""
    said = {"a": list(found.A), "b": list(found.B)}
    for body, low, high in (("a", found.low_A, found.high_A), ("b", found.low_B, found.high_B)):
        ends = [list(low), list(high)]
        if ends != [said[body]] * 2:
            said["range_" + body] = ends
    return said


class Truth:
    """The exact answer to one pair. Immutable; threads may share it.

    sign            -1 overlapping, 0 touching, 1 apart
    phi, phi_tail   the double nearest to the signed distance [m], and the one nearest to the rest
    phi_squared     phi^2, a Fraction [m^2]
    directions      all optimal directions from B to A, whole numbers; where phi = 0, generators of their cone
    normals         the same as unit vectors, each entry the nearest double
    points          a dict for each direction, one alone where phi = 0: true points a, b, and the ranges range_a,
                    range_b of all where there are more [world, m]
    rho             the ratio metric as a Fraction, or None; rho_note then says why
    size            the length that tolerances are relative to [m]
    vector          all of it: a pair of touchstone.vectors/1 as a dict

    Each is made when it is asked for first.
    """

    def __init__(self, owned):
        self._owned, self._pointer = owned, owned.pointer

    @cached_property
    def sign(self):
        return _library.sign(self._pointer)

    @cached_property
    def phi(self):
        return _library.phi(self._pointer, None)

    @cached_property
    def phi_tail(self):
        tail = ctypes.c_double()
        _library.phi(self._pointer, tail)
        return tail.value

    @cached_property
    def phi_squared(self):
        return _fraction(_library.phi_squared(self._pointer))

    @cached_property
    def directions(self):
        get, at = _library.direction, self._pointer
        return [tuple(_whole(get(at, k, i)) for i in range(3)) for k in range(_library.direction_count(at))]

    @cached_property
    def normals(self):
        normal, get, at = (ctypes.c_double * 3)(), _library.normal, self._pointer
        return [tuple(normal) for k in range(_library.direction_count(at)) if get(at, k, normal)]

    @cached_property
    def points(self):
        found, get, at = _Points(), _library.points_of, self._pointer
        count = 1 if self.sign == 0 else _library.direction_count(at)
        return [_points(found) for k in range(count) if get(at, k, found)]

    @cached_property
    def rho(self):
        exact = _library.rho(self._pointer, None, None)
        return None if exact is None else _fraction(exact)

    @cached_property
    def rho_note(self):
        return _library.rho_note(self._pointer).decode()

    @cached_property
    def size(self):
        return _library.size(self._pointer)

    @cached_property
    def vector(self):
        return json.loads(_library.vector(self._pointer))

    def certificate(self, of_rho=False):
        """Text of a file that proves phi, or rho, to whoever checks it (docs/certificate-file.md).

        Raises ValueError where rho is undefined, TouchstoneError where no evidence is found.
        """
        text = ctypes.c_char_p()
        _expect(_library.certificate(self._pointer, bool(of_rho), text))
        return text.value.decode()

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
        _expect(_library.judge(self._pointer, given, _number(tolerance, "tolerance"), verdict))
        said = {key: getattr(verdict, key).decode() for key in ("word", "value", "normal", "points")}
        return {**said, "error": verdict.error}


def truth(A_vertices, X_WA, B_vertices, X_WB, interior_points=None):
    """The exact truth of the hulls of two lists of vertices in their poses.

    A pose is a 4 x 4 matrix, (R, t) or (q, t) with q = (w, x, y, z). interior_points: one for each body, in its
    frame, for the ratio metric; by default the means of the vertices. Raises ValueError on bad input.
    """
    try:
        inside_A, inside_B = (None, None) if interior_points is None else interior_points
    except (TypeError, ValueError):
        raise ValueError("interior_points: one for each body") from None
    A, B = _body(A_vertices, inside_A, "A"), _body(B_vertices, inside_B, "B")
    owned = _Owned(_library.drop)
    poses = _pose(X_WA, "pose of A"), _pose(X_WB, "pose of B")
    _expect(_library.solve(A.pointer, poses[0].buffer_info()[0], B.pointer, poses[1].buffer_info()[0],
                           ctypes.byref(owned.pointer)))
    return Truth(owned)


def judge(f, families=None, cases=0, seed=42, tolerance=1e-8, flat=False):
    """Puts f to cases of families and judges its answers as verify does.

    f(A_vertices, X_WA, B_vertices, X_WB) has lists of points, and poses (R, t); it returns a number, a dict as for
    Truth.check, or None for no answer. families: exact names, by default all of polytopes; cases: of each, by default
    as many as verify takes; flat: whether f takes flat bodies. Returns the rows of `verify --json` as dicts: counts by
    word, errors, ids of the worst. An exception of f counts as crashed; a warning has the last line of the first one. A crash or
    endless loop of f takes Python along: `touchstone validate 'python3 mine.py'` runs it in a process of its own.
    """
    if not callable(f):
        raise ValueError("f is no function")
    names = [families] if isinstance(families, str) else families
    try:
        named = None if names is None else ",".join(names).encode()
        cases, seed = operator.index(cases), operator.index(seed)
    except TypeError:
        raise ValueError("families are names; cases and seed are whole numbers") from None
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

    text, status = ctypes.c_void_p(), []
    campaign = _Campaign(named, cases, seed, _number(tolerance, "tolerance"), int(flat))
    called = _Function(answer)
    # In a thread of its own, so that Ctrl-C reaches this one.
    worker = threading.Thread(target=lambda: status.append(_library.validate(
        campaign, _bytes(getattr(f, "__name__", "f")), called, None, ctypes.byref(text))))
    worker.start()
    while worker.is_alive():
        try:
            worker.join(.1)
        except BaseException as stop:
            stopped.append(stop)
    if stopped and not text:
        raise stopped[0]
    if not status:
        raise TouchstoneError("the campaign did not start")
    _expect(status[0])
    try:
        rows = json.loads(ctypes.string_at(text))["results"]
    finally:
        _library.drop_text(text)
    if stopped:
        raise stopped[0]
    if crashes:
        warnings.warn(f"f failed on {len(crashes)} cases, the first time with {crashes[0]}", stacklevel=2)
    return rows
