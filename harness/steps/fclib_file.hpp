// SPDX-License-Identifier: GPL-3.0-or-later
// FCLIB's HDF5 files (https://frictionalcontactlibrary.github.io), in local form, u = W r + V l + q with
// V'r + R l + s = 0, and in global form, M v = f + H r + G l with u = H'v + w and G'v + b = 0. HDF5's C
// library reads them in a worker process, from where it is installed.
//
// A sparse matrix is `m`, `n`, `nz` and arrays p, i, x: with nz >= 0 triplets, p columns and i rows
// (fclib.h says the reverse of what its files hold); with nz = -1 compressed columns, -2 rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "geometry/result.hpp"
#include "harness/steps/step_file.hpp"

namespace touchstone {

/// Whether the file begins as HDF5 does.
bool is_hdf5_file(const std::string& path);

/// Reads the problem, which has a round cone, and its solution where there is one. Rejects, in one
/// line that begins with the path: rolling friction, what breaks a rule, and every file where the
/// library is not installed.
Result<StepFile> read_fclib_file(const std::string& path);

/// The problem of a text that write_fclib_text() wrote. Rejects, in one line that begins with
/// `name`, what breaks a rule.
Result<StepFile> read_fclib_text(std::string_view text, const std::string& name);

/// Serves read_fclib_file: writes the arrays of the file to the descriptor, as JSON, or "!" and why
/// not. Runs in the worker.
void write_fclib_text(const std::string& path, int descriptor);

/// Writes a problem and its solution where it has one: in global form if it has velocities. Rejects
/// other cones than the round one, and what cannot be written.
std::optional<Error> write_fclib_file(const std::string& path, const StepFile& problem);

}  // namespace touchstone
