// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/fclib_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/steps/step_forms.hpp"
#include "harness/steps/step_numbers.hpp"
#include "schema/foreign_file.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

std::int64_t integer_of(const JsonNode& node) {
  const double number = node.number();  // exact: it was read into 32 bits
  return static_cast<std::int64_t>(number);
}

std::int64_t only_integer(const JsonNode& node) {
  const std::vector<JsonNode> items = node.items();
  if (items.size() != 1) node.refuse("must be one number");
  return integer_of(items.front());
}

/// The arrays p, i and x of a matrix of that size.
class FclibMatrix {
 public:
  FclibMatrix(const JsonNode& node, std::size_t rows, std::size_t columns)
      : rows_(rows),
        columns_(columns),
        p_(node.at("p").items()),
        i_(node.at("i").items()),
        x_(node.at("x").items()) {
    check_size(node.at("m"), rows);
    check_size(node.at("n"), columns);
    const std::int64_t nz = only_integer(node.at("nz"));
    if (nz < -2) node.at("nz").refuse("must be a number of triplets, -1 or -2");
    if (nz >= 0) {
      read_triplets(node, static_cast<std::size_t>(nz));
    } else {
      read_compressed(node, nz == -1);
    }
  }

  const MatrixEntries& entries() const { return entries_; }

 private:
  static void check_size(const JsonNode& node, std::size_t size) {
    if (only_integer(node) != static_cast<std::int64_t>(size)) {
      node.refuse("must be " + std::to_string(size) + " by the lengths of the vectors");
    }
  }

  static std::size_t index(const JsonNode& node, std::size_t size) {
    const std::int64_t given = integer_of(node);
    if (given < 0 || given >= static_cast<std::int64_t>(size)) {
      node.refuse("must be from 0 to " + std::to_string(size - 1));
    }
    return static_cast<std::size_t>(given);
  }

  void add(std::size_t row, std::size_t column, std::size_t at) {
    if (!entries_.emplace(std::pair{row, column}, x_[at].number()).second) {
      x_[at].refuse("is an entry that there is already");
    }
  }

  void need(const JsonNode& node, std::size_t count, bool of_p) const {
    if ((of_p && p_.size() < count) || i_.size() < count || x_.size() < count) {
      node.refuse("has fewer than " + std::to_string(count) + " entries in p, i or x");
    }
  }

  /// Arrays may be longer: nzmax may exceed nz.
  void read_triplets(const JsonNode& node, std::size_t count) {
    need(node, count, true);
    for (std::size_t k = 0; k < count; ++k) add(index(i_[k], rows_), index(p_[k], columns_), k);
  }

  void read_compressed(const JsonNode& node, bool columns) {
    const std::size_t lines = columns ? columns_ : rows_;
    if (p_.size() < lines + 1) node.at("p").refuse("has fewer entries than lines and one more");
    std::int64_t begin = integer_of(p_[0]);
    if (begin != 0) p_[0].refuse("must be 0");
    for (std::size_t line = 0; line < lines; ++line) {
      const std::int64_t end = integer_of(p_[line + 1]);
      if (end < begin) p_[line + 1].refuse("must not be below the one before");
      need(node, static_cast<std::size_t>(end), false);
      for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k) {
        const std::size_t across = index(i_[k], columns ? rows_ : columns_);
        add(columns ? across : line, columns ? line : across, k);
      }
      begin = end;
    }
  }

  std::size_t rows_, columns_;
  std::vector<JsonNode> p_, i_, x_;
  MatrixEntries entries_;
};

/// Blocks of a matrix, those in which there is an entry.
BlockRows blocks_of(const MatrixEntries& entries, std::size_t contacts, std::size_t dimension) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> blocks;
  for (const auto& [place, number] : entries) {
    const auto& [row, column] = place;
    auto& block = blocks[{row / dimension, column / dimension}];
    block.resize(dimension * dimension);
    block[row % dimension * dimension + column % dimension] = number;
  }
  BlockRows W;
  W.rows = W.columns = static_cast<int>(contacts);
  W.begin.assign(contacts + 1, 0);
  for (const auto& [place, block] : blocks) {
    ++W.begin[place.first + 1];
    W.column.push_back(static_cast<int>(place.second));
    W.value.insert(W.value.end(), block.begin(), block.end());
  }
  for (std::size_t i = 0; i < contacts; ++i) W.begin[i + 1] += W.begin[i];
  return W;
}

MatrixEntries read_matrix(const JsonNode& root, const char* key, std::size_t rows,
                          std::size_t columns) {
  return FclibMatrix(root.at(key), rows, columns).entries();
}

std::vector<double> dense_of_entries(const MatrixEntries& entries, std::size_t rows,
                                     std::size_t columns) {
  std::vector<double> dense(rows * columns, 0);
  for (const auto& [place, number] : entries) dense[place.first * columns + place.second] = number;
  return dense;
}

std::size_t count_of_joints(const JsonNode& root, const char* key, std::size_t rows) {
  const std::size_t joints = root.at(key).items().size();
  if (joints * (joints + rows) > kMaxJointEntries) root.at(key).refuse("has too many joints");
  return joints;
}

void read_local(const JsonNode& root, std::size_t rows, LocalStep& step) {
  step.q = read_doubles(root.at("q"), rows);
  step.W = blocks_of(read_matrix(root, "W", rows, rows), step.mu.size(),
                     static_cast<std::size_t>(step.dimension));
  if (!root.has("V") && !root.has("R")) return;
  const std::size_t joints = count_of_joints(root, "s", rows);
  step.joints = {dense_of_entries(read_matrix(root, "V", rows, joints), rows, joints),
                 dense_of_entries(read_matrix(root, "R", joints, joints), joints, joints),
                 read_doubles(root.at("s"), joints)};
}

void read_global(const JsonNode& root, std::size_t rows, LocalStep& step) {
  StepSystem system;
  const std::size_t size = root.at("f").items().size();
  system.velocities = static_cast<int>(size);
  system.force = read_doubles(root.at("f"), size);
  system.mass = rows_of_entries(read_matrix(root, "M", size, size), size);
  system.contact = rows_of_entries(transposed_entries(read_matrix(root, "H", size, rows)), rows);
  system.offset = read_doubles(root.at("w"), rows);
  if (root.has("G")) {
    const std::size_t joints = count_of_joints(root, "b", rows);
    system.joint =
        rows_of_entries(transposed_entries(read_matrix(root, "G", size, joints)), joints);
    system.rest = read_doubles(root.at("b"), joints);
  }
  step.system = std::make_shared<const StepSystem>(std::move(system));
  if (const std::string fault = set_local_form(step); !fault.empty()) root.at("M").refuse(fault);
}

/// Vectors of these sizes, or empty ones: older files have those of joints where there are none.
/// In a guess, a vector of another size is left out; elsewhere it is an error.
FclibVectors read_vectors(const JsonNode& node, const LocalStep& step, bool guessed) {
  const auto read = [&](const char* key, std::size_t size) {
    const std::size_t given = node.has(key) ? node.at(key).items().size() : 0;
    const bool takes = size > 0 && given > 0 && (given == size || !guessed);
    return takes ? read_doubles(node.at(key), size) : std::vector<double>();
  };
  const auto velocities =
      static_cast<std::size_t>(step.system != nullptr ? step.system->velocities : 0);
  return {read("u", step.q.size()), read("r", step.q.size()), read("v", velocities),
          read("l", step.joints.s.size())};
}

void read_beside(const JsonNode& root, StepFile& file) {
  if (root.has("solution")) {
    file.fclib.solution = read_vectors(root.at("solution"), file.step, false);
    file.solution = std::exchange(file.fclib.solution.r, {});
    file.joint_impulses = std::exchange(file.fclib.solution.l, {});
  }
  if (root.has("info")) {
    const JsonNode info = root.at("info");
    const auto read = [&info](const char* key) {
      return info.has(key) ? info.at(key).text() : std::string();
    };
    file.fclib.title = read("title");
    file.fclib.description = read("description");
    file.fclib.math_info = read("math_info");
  }
  if (!root.has("guesses")) return;
  for (const JsonNode& guess : root.at("guesses").items()) {
    file.fclib.guesses.push_back(read_vectors(guess, file.step, true));
  }
}

StepFile fclib_problem(const JsonNode& root) {
  StepFile file;
  LocalStep& step = file.step;
  const std::int64_t dimension = only_integer(root.at("spacedim"));
  if (dimension != 2 && dimension != 3) root.at("spacedim").refuse("must be 2 or 3");
  step.dimension = static_cast<int>(dimension);
  const JsonNode mu = root.at("mu");
  const std::size_t contacts = mu.items().size();
  check_contact_count(mu, contacts);
  for (const JsonNode& item : mu.items()) step.mu.push_back(item.nonnegative());
  const std::size_t rows = contacts * static_cast<std::size_t>(dimension);
  if (root.at("form").text() == "local") {
    read_local(root, rows, step);
  } else {
    read_global(root, rows, step);
  }
  read_beside(root, file);
  return file;
}

}  // namespace

bool is_hdf5_file(const std::string& path) {
  constexpr std::string_view kBegin = "\x89HDF\r\n\x1a\n";
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return false;
  std::array<char, kBegin.size()> begin{};
  std::ifstream(path, std::ios::binary).read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == kBegin;
}

Result<StepFile> read_fclib_text(std::string_view text, const std::string& name) {
  return read_json(text, name, fclib_problem);
}

Result<StepFile> read_fclib_file(const std::string& path) {
  const auto text = read_in_worker({"HDF5's library", kMaxInputFile,
                                    [&](int descriptor) { write_fclib_text(path, descriptor); }});
  if (!text) return Error{path + ": " + text.reason()};
  return read_fclib_text(text.value(), path);
}

}  // namespace touchstone
