#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes FCLIB files with HDF5's own library, by names and layouts of fclib.h and no code of ours.

fclib_files.py FOLDER      writes triplets.hdf5, columns.hdf5, rows.hdf5 (one problem, W not symmetric), global.hdf5
                           and joints.hdf5 (another one in both forms), beside.hdf5 (with texts and guesses as h5py
                           writes them, or that cannot be read) and files that have to be rejected; exit code 77 where
                           there is no HDF5
fclib_files.py FORM FROM TO  what FCLIB's own library reads of the file, of the form local or global, as it writes it;
                           exit code 77 where there is no such library
"""
import ctypes
import pathlib
import sys

ID, SIZE = ctypes.c_int64, ctypes.c_uint64
LIBRARIES = ("libhdf5_serial.so.103", "libhdf5_serial.so.310", "libhdf5.so.103", "libhdf5.so.310")


def library():
    for name in LIBRARIES:
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    sys.exit(77)


HDF5 = library()
for name in ("H5Fcreate", "H5Gcreate2", "H5Screate_simple", "H5Dcreate2", "H5Pcreate", "H5Tcopy"):
    getattr(HDF5, name).restype = ID
HDF5.H5open()
TYPES = {int: ("H5T_NATIVE_INT_g", ctypes.c_int), float: ("H5T_NATIVE_DOUBLE_g", ctypes.c_double),
         "long": ("H5T_NATIVE_LLONG_g", ctypes.c_longlong), "text": ("H5T_C_S1_g", ctypes.c_char_p)}


class File:
    def __init__(self, path):
        self.id = ID(HDF5.H5Fcreate(str(path).encode(), 2, ID(0), ID(0)))  # truncates

    def group(self, place):
        group = HDF5.H5Gcreate2(self.id, place.encode(), ID(0), ID(0), ID(0))
        HDF5.H5Gclose(ID(group))

    def put(self, place, values, kind):
        layout = ID(0)
        if kind == "external":
            kind, layout = float, ID(HDF5.H5Pcreate(ID.in_dll(HDF5, "H5P_CLS_DATASET_CREATE_ID_g")))
            HDF5.H5Pset_external(layout, b"/dev/zero", ctypes.c_int64(0), SIZE(8 * len(values)))
        symbol, plain = TYPES[kind]
        stored = ID.in_dll(HDF5, symbol)
        if kind == "text":  # of any length
            stored = ID(HDF5.H5Tcopy(stored))
            HDF5.H5Tset_size(stored, ctypes.c_size_t(-1))
        length = (SIZE * 1)(len(values))
        space = ID(HDF5.H5Screate_simple(1, length, None))
        data = ID(HDF5.H5Dcreate2(self.id, place.encode(), stored, space, ID(0), layout, ID(0)))
        HDF5.H5Dwrite(data, stored, ID(0), ID(0), ID(0), (plain * len(values))(*values))
        HDF5.H5Dclose(data)

    def close(self):
        HDF5.H5Fclose(self.id)


# Two contacts in the plane. W has a block below its diagonal and none above.
W = {(0, 0): 2.0, (0, 1): 0.25, (1, 0): 0.5, (1, 1): 3.0, (2, 0): -0.125, (2, 2): 4.0, (3, 3): 5.0}
Q, MU = [-1.0, 0.5, -2.0, 0.0], [0.5, 0.25]
# The contacts stick: with W transposed this is no solution.
F = -0.75 / 2.9375
C = (1 - 0.25 * F) / 2
SOLUTION = [C, F, (2 + 0.125 * C) / 4, 0.0]


def triplets():
    places = sorted(W, key=lambda place: (place[1], -place[0]))
    return len(W), [c for _, c in places], [r for r, _ in places], [W[p] for p in places]


def compressed(by_column):
    p, i, x = [0], [], []
    for line in range(4):
        for place in sorted(W):
            row, column = place
            if (column if by_column else row) == line:
                i.append(row if by_column else column)
                x.append(W[place])
        p.append(len(x))
    return (-1 if by_column else -2), p, i, x


def write(path, matrix, changes=(), beside=()):
    nz, p, i, x = matrix
    arrays = {"spacedim": ([2], int), "W/nzmax": ([len(x) + 3], int), "W/m": ([4], int), "W/n": ([4], int),
              "W/nz": ([nz], int), "W/p": (p, int), "W/i": (i, int), "W/x": (x, float),
              "vectors/q": (Q, float), "vectors/mu": (MU, float)}
    arrays.update(changes)
    file = File(path)
    for group in ("/fclib_local", "/fclib_local/W", "/fclib_local/vectors"):
        file.group(group)
    for place, made in arrays.items():
        if made is not None:
            file.put("/fclib_local/" + place, *made)
    for place, *made in beside:
        if made:
            file.put(place, *made)
        else:
            file.group(place)
    file.group("/solution")
    file.put("/solution/r", SOLUTION, float)
    file.close()


# v0 of 2 kg meets the ground and v2 of 2 kg is to be 1/4 m/s faster by a joint; v1 of 4 kg goes up. H and G are not
# square: rows cannot be taken for columns.
GLOBAL = {"spacedim": ([2], int), "vectors/f": ([-2.0, 2.0, -2.0], float), "vectors/w": ([0.0] * 4, float),
          "vectors/mu": ([0.5, 0.5], float), "vectors/b": ([0.25], float)}
GLOBAL_MATRICES = {"M": (3, 3, -2, [0, 1, 2, 3], [0, 1, 2], [2.0, 4.0, 2.0]),
                   "H": (3, 4, 2, [2, 0], [1, 0], [1.0, 1.0]), "G": (3, 1, -1, [0, 2], [0, 2], [1.0, -1.0])}
LOCAL = {"spacedim": ([2], int), "vectors/q": ([-1.0, 0.0, 0.5, 0.0], float), "vectors/mu": ([0.5, 0.5], float),
         "vectors/s": ([0.25], float)}
LOCAL_MATRICES = {"W": (4, 4, 2, [0, 2], [0, 2], [0.5, 0.25]), "V": (4, 1, 1, [0], [0], [0.5]),
                  "R": (1, 1, -1, [0, 1], [0], [1.0])}


def write_jointed(path, root, arrays, matrices):
    file = File(path)
    for group in (root, root + "/vectors", "/solution", *(f"{root}/{name}" for name in matrices)):
        file.group(group)
    for place, made in arrays.items():
        file.put(f"{root}/{place}", *made)
    for name, (m, n, nz, p, i, x) in matrices.items():
        for key, values in (("nzmax", [len(x)]), ("m", [m]), ("n", [n]), ("nz", [nz]), ("p", p), ("i", i)):
            file.put(f"{root}/{name}/{key}", values, int)
        file.put(f"{root}/{name}/x", x, float)
    file.put("/solution/r", [4.5, 0.0, 0.0, 0.0], float)
    file.put("/solution/l", [-2.5], float)
    file.close()


def copy(form, there, here):
    try:
        fclib = ctypes.CDLL("libfclib.so.0")
    except OSError:
        sys.exit(77)
    read, write = getattr(fclib, "fclib_read_" + form), getattr(fclib, "fclib_write_" + form)
    read.restype, write.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)
    sys.exit(0 if write(read(there.encode()), here.encode()) else 1)


def main():
    if len(sys.argv) == 4:
        copy(*sys.argv[1:])
    folder = pathlib.Path(sys.argv[1])
    nz, p, i, x = triplets()
    longer = (nz, p + [9, 9], i + [9, 9], x + [1e300, 1e300])  # nzmax may exceed nz
    write(folder / "triplets.hdf5", longer)
    write(folder / "columns.hdf5", compressed(True))
    write(folder / "rows.hdf5", compressed(False))
    write_jointed(folder / "global.hdf5", "/fclib_global", GLOBAL, GLOBAL_MATRICES)
    write_jointed(folder / "joints.hdf5", "/fclib_local", LOCAL, LOCAL_MATRICES)
    info, guesses = "/fclib_local/info", "/guesses"
    write(folder / "beside.hdf5", triplets(), beside=[
        [info], [info + "/title", [b"two contacts"], "text"], [info + "/description", [1.0], float],
        [guesses], [guesses + "/number_of_guesses", [2], "long"], [guesses + "/1"],
        [guesses + "/1/r", [float("nan")] * 4, float], [guesses + "/1/u", [1.0], float], [guesses + "/2"],
        [guesses + "/2/r", SOLUTION, float]])
    wrong = {
        "index_beyond": {"W/i": ([4] + i[1:], int)},
        "index_below": {"W/p": ([-1] + p[1:], int)},
        "too_many_triplets": {"W/nz": ([nz + 1], int)},
        "nz_below": {"W/nz": ([-3], int)},
        "other_size": {"W/m": ([6], int)},
        "twice": {"W/p": ([p[1]] + p[1:], int), "W/i": ([i[1]] + i[1:], int)},
        "no_x": {"W/x": None},
        "short_q": {"vectors/q": (Q[1:], float)},
        "not_finite": {"vectors/q": ([float("nan")] + Q[1:], float)},
        "mu_below_0": {"vectors/mu": ([0.5, -1.0], float)},
        "dimension": {"spacedim": ([4], int)},
        "real_index": {"W/i": ([0.7] + [float(k) for k in i[1:]], float)},
        "integer_q": {"vectors/q": ([-1, 0, -2, 0], int)},
        "elsewhere": {"vectors/mu": (MU, "external")},
    }
    for name, changes in wrong.items():
        write(folder / f"wrong_{name}.hdf5", triplets(), changes)
    for group in ("fclib_global", "fclib_global_rolling", "other"):
        file = File(folder / f"wrong_{group}.hdf5")
        file.group("/" + group)
        file.close()


main()
