// SPDX-License-Identifier: GPL-3.0-or-later
// Writes problems as FCLIB's library does; matrices in compressed columns, which all readers take for
// the same.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "harness/steps/fclib_file.hpp"
#include "harness/steps/hdf5_library.hpp"

namespace touchstone {
namespace {

constexpr unsigned kTruncate = 2;  // H5F_ACC_TRUNC

class Hdf5Writer {
 public:
  explicit Hdf5Writer(const std::string& path)
      : file_(library_.function<Hdf5Id(const char*, unsigned, Hdf5Id, Hdf5Id)>("H5Fcreate")(
            path.c_str(), kTruncate, 0, 0)) {
    if (file_ < 0) throw Hdf5Failure("cannot be written");
  }
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;
  ~Hdf5Writer() {
    if (file_ >= 0) close();
  }

  void group(const std::string& place) const {
    const Hdf5Id made = library_.function<Hdf5Id(Hdf5Id, const char*, Hdf5Id, Hdf5Id, Hdf5Id)>(
        "H5Gcreate2")(file_, place.c_str(), 0, 0, 0);
    if (made < 0) throw Hdf5Failure(place + ": cannot be written");
    library_.function<int(Hdf5Id)>("H5Gclose")(made);
  }
  void integers(const std::string& place, const std::vector<int>& values) const {
    put(place, library_.type("H5T_NATIVE_INT_g"), values.data(), values.size());
  }
  void doubles(const std::string& place, const std::vector<double>& values) const {
    put(place, library_.type("H5T_NATIVE_DOUBLE_g"), values.data(), values.size());
  }
  /// With the zero that ends it, as fclib.h writes texts.
  void text(const std::string& place, const std::string& value) const {
    const Hdf5Id type = library_.function<Hdf5Id(Hdf5Id)>("H5Tcopy")(library_.type("H5T_C_S1_g"));
    library_.function<int(Hdf5Id, std::size_t)>("H5Tset_size")(type, value.size() + 1);
    put(place, type, value.c_str(), 1);
    library_.function<int(Hdf5Id)>("H5Tclose")(type);
  }
  /// All of it is on the disk then.
  void finish() {
    if (close() < 0) throw Hdf5Failure("cannot be written");
  }

 private:
  int close() { return library_.function<int(Hdf5Id)>("H5Fclose")(std::exchange(file_, -1)); }

  void put(const std::string& place, Hdf5Id type, const void* values, std::size_t count) const {
    const std::uint64_t size = count;
    const Hdf5Id space = library_.function<Hdf5Id(int, const std::uint64_t*, const std::uint64_t*)>(
        "H5Screate_simple")(1, &size, nullptr);
    const Hdf5Id set =
        library_.function<Hdf5Id(Hdf5Id, const char*, Hdf5Id, Hdf5Id, Hdf5Id, Hdf5Id, Hdf5Id)>(
            "H5Dcreate2")(file_, place.c_str(), type, space, 0, 0, 0);
    const int written = library_.function<int(Hdf5Id, Hdf5Id, Hdf5Id, Hdf5Id, Hdf5Id, const void*)>(
        "H5Dwrite")(set, type, 0, 0, 0, values);
    library_.function<int(Hdf5Id)>("H5Dclose")(set);
    library_.function<int(Hdf5Id)>("H5Sclose")(space);
    if (set < 0 || written < 0) throw Hdf5Failure(place + ": cannot be written");
  }

  Hdf5Library library_;
  Hdf5Id file_;
};

/// A matrix with these as its columns.
void put_columns(const Hdf5Writer& file, const std::string& place, const SparseRows& columns,
                 int rows) {
  constexpr int kCompressedColumns = -1;
  file.group(place);
  file.integers(place + "/nzmax", {static_cast<int>(columns.value.size())});
  file.integers(place + "/m", {rows});
  file.integers(place + "/n", {columns.rows()});
  file.integers(place + "/nz", {kCompressedColumns});
  file.integers(place + "/p", columns.begin);
  file.integers(place + "/i", columns.column);
  file.doubles(place + "/x", columns.value);
}

/// Rows of a matrix as its columns.
SparseRows transposed_rows(const SparseRows& rows, int columns) {
  std::vector<std::vector<std::pair<int, double>>> lines(at(columns));
  for (int i = 0; i < rows.rows(); ++i) {
    for (int k = rows.begin[at(i)]; k < rows.begin[at(i + 1)]; ++k) {
      lines[at(rows.column[at(k)])].emplace_back(i, rows.value[at(k)]);
    }
  }
  SparseRows transposed;
  for (const auto& line : lines) {
    for (const auto& [row, value] : line) transposed.add(row, value);
    transposed.end_row();
  }
  return transposed;
}

/// Dense rows as columns; zeros are left out.
SparseRows dense_columns(const std::vector<double>& values, std::size_t columns) {
  SparseRows sparse;
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row * columns < values.size(); ++row) {
      const double value = values[row * columns + column];
      if (value != 0) sparse.add(static_cast<int>(row), value);
    }
    sparse.end_row();
  }
  return sparse;
}

/// W, row by row.
SparseRows rows_of_blocks(const LocalStep& step) {
  const std::size_t size = at(step.dimension);
  SparseRows rows;
  for (std::size_t row = 0; row < step.q.size(); ++row) {
    for (int k = step.W.begin[row / size]; k < step.W.begin[row / size + 1]; ++k) {
      for (std::size_t c = 0; c < size; ++c) {
        const double value = step.W.value[(at(k) * size + row % size) * size + c];
        if (value != 0)
          rows.add(step.W.column[at(k)] * step.dimension + static_cast<int>(c), value);
      }
    }
    rows.end_row();
  }
  return rows;
}

void put_local(const Hdf5Writer& file, const LocalStep& step) {
  const std::string root = "/fclib_local";
  const auto rows = static_cast<int>(step.q.size());
  const LocalJoints& joints = step.joints;
  file.group(root);
  file.integers(root + "/spacedim", {step.dimension});
  put_columns(file, root + "/W", transposed_rows(rows_of_blocks(step), rows), rows);
  file.group(root + "/vectors");
  file.doubles(root + "/vectors/q", step.q);
  file.doubles(root + "/vectors/mu", step.mu);
  if (joints.s.empty()) return;
  put_columns(file, root + "/V", dense_columns(joints.V, joints.s.size()), rows);
  put_columns(file, root + "/R", dense_columns(joints.R, joints.s.size()),
              static_cast<int>(joints.s.size()));
  file.doubles(root + "/vectors/s", joints.s);
}

/// M times `free`, which FCLIB does not have, plus `force`.
std::vector<double> all_force(const StepSystem& system) {
  std::vector<double> force = system.force;
  force.resize(at(system.velocities), 0);
  for (int i = 0; i < system.velocities && !system.free.empty(); ++i) {
    for (int k = system.mass.begin[at(i)]; k < system.mass.begin[at(i + 1)]; ++k) {
      force[at(i)] += system.mass.value[at(k)] * system.free[at(system.mass.column[at(k)])];
    }
  }
  return force;
}

void put_global(const Hdf5Writer& file, const LocalStep& step) {
  const std::string root = "/fclib_global";
  const StepSystem& system = *step.system;
  file.group(root);
  file.integers(root + "/spacedim", {step.dimension});
  put_columns(file, root + "/M", transposed_rows(system.mass, system.velocities),
              system.velocities);
  put_columns(file, root + "/H", system.contact, system.velocities);
  file.group(root + "/vectors");
  file.doubles(root + "/vectors/f", all_force(system));
  file.doubles(root + "/vectors/w", system.offset);
  file.doubles(root + "/vectors/mu", step.mu);
  if (system.rest.empty()) return;
  put_columns(file, root + "/G", system.joint, system.velocities);
  file.doubles(root + "/vectors/b", system.rest);
}

void put_vectors(const Hdf5Writer& file, const std::string& group, const FclibVectors& vectors) {
  file.group(group);
  const auto put = [&](const char* key, const std::vector<double>& values) {
    if (!values.empty()) file.doubles(group + "/" + key, values);
  };
  put("u", vectors.u);
  put("r", vectors.r);
  put("v", vectors.v);
  put("l", vectors.l);
}

void put_beside(const Hdf5Writer& file, const std::string& root, const StepFile& problem) {
  const FclibBeside& beside = problem.fclib;
  if (!beside.title.empty() || !beside.description.empty() || !beside.math_info.empty()) {
    file.group(root + "/info");
    file.text(root + "/info/title", beside.title);
    file.text(root + "/info/description", beside.description);
    file.text(root + "/info/math_info", beside.math_info);
  }
  FclibVectors solution = beside.solution;
  solution.r = problem.solution;
  solution.l = problem.joint_impulses;
  const bool has_solution =
      !solution.u.empty() || !solution.r.empty() || !solution.v.empty() || !solution.l.empty();
  if (has_solution) put_vectors(file, "/solution", solution);
  if (beside.guesses.empty()) return;
  file.group("/guesses");
  file.integers("/guesses/number_of_guesses", {static_cast<int>(beside.guesses.size())});
  for (std::size_t k = 0; k < beside.guesses.size(); ++k) {
    put_vectors(file, "/guesses/" + std::to_string(k + 1), beside.guesses[k]);
  }
}

}  // namespace

std::optional<Error> write_fclib_file(const std::string& path, const StepFile& problem) {
  const LocalStep& step = problem.step;
  if (step.cone != StepCone::round && step.dimension == 3) {
    return Error{path + ": FCLIB has the round cone alone"};
  }
  try {
    Hdf5Writer file(path);
    if (step.system == nullptr) {
      put_local(file, step);
    } else {
      put_global(file, step);
    }
    put_beside(file, step.system == nullptr ? "/fclib_local" : "/fclib_global", problem);
    file.finish();
  } catch (const Hdf5Failure& failure) {
    return Error{path + ": " + failure.what()};
  }
  return std::nullopt;
}

}  // namespace touchstone
