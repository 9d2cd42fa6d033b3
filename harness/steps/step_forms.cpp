// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_forms.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "geometry/index.hpp"
#include "harness/steps/step_numbers.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kRowOfBodies = 12;  ///< numbers of a row: six of A, six of B
constexpr std::size_t kMassOfBody = 36;
constexpr std::uint64_t kMaxVelocities = 6 * plugin_channel::kMaxStepContacts;

FieldText dimension_text() {
  return field("dimension", "rows of a contact: 3 in space, 2 in the plane").from(2, 3);
}

std::string numbers_json(const double* first, std::size_t count) {
  return json_row(json_items(std::vector<double>(first, first + count), json_number));
}

std::vector<RawJson> blocks_json(const LocalStep& step) {
  const std::size_t size = at(step.dimension) * at(step.dimension);
  std::vector<RawJson> blocks;
  for (std::size_t i = 0; i < step.mu.size(); ++i) {
    for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
      blocks.push_back({json_row({std::to_string(i), std::to_string(step.W.column[at(k)]),
                                  numbers_json(step.W.value.data() + at(k) * size, size)})});
    }
  }
  return blocks;
}

/// [A, B, numbers] of each.
std::vector<RawJson> body_rows_json(const std::vector<int>& body, const std::vector<double>& rows) {
  std::vector<RawJson> items;
  const std::size_t size = body.empty() ? 0 : 2 * rows.size() / body.size();
  for (std::size_t k = 0; 2 * k < body.size(); ++k) {
    items.push_back({json_row({std::to_string(body[2 * k]), std::to_string(body[2 * k + 1]),
                               numbers_json(rows.data() + k * size, size)})});
  }
  return items;
}

std::vector<RawJson> masses_json(const LocalStep& step) {
  std::vector<RawJson> items;
  for (std::size_t k = 0; k < step.bodies->masses.size(); k += kMassOfBody) {
    items.push_back({numbers_json(step.bodies->masses.data() + k, kMassOfBody)});
  }
  return items;
}

/// A matrix whose columns are these rows, or whose rows they are.
RawJson matrix_json(const SparseRows& rows, int columns, bool is_transposed) {
  std::vector<std::string> entries;
  for (int i = 0; i < rows.rows(); ++i) {
    for (int k = rows.begin[at(i)]; k < rows.begin[at(i + 1)]; ++k) {
      const int j = rows.column[at(k)];
      entries.push_back(
          json_row({std::to_string(is_transposed ? j : i), std::to_string(is_transposed ? i : j),
                    json_number(rows.value[at(k)])}));
    }
  }
  return {JsonObject()
              .add("rows", std::to_string(is_transposed ? columns : rows.rows()))
              .add("columns", std::to_string(is_transposed ? rows.rows() : columns))
              .add("entries", json_row(entries))
              .row()};
}

RawJson mass_matrix(const LocalStep& step) {
  return matrix_json(step.system->mass, step.system->velocities, false);
}
RawJson contact_matrix(const LocalStep& step) {
  return matrix_json(step.system->contact, step.system->velocities, true);
}
std::optional<RawJson> joint_matrix(const LocalStep& step) {
  if (step.system->rest.empty()) return std::nullopt;
  return matrix_json(step.system->joint, step.system->velocities, true);
}
std::vector<RawJson> contacts_of_bodies(const LocalStep& step) {
  return body_rows_json(step.bodies->contact_body, step.bodies->contact_rows);
}
std::vector<RawJson> joints_of_bodies(const LocalStep& step) {
  return body_rows_json(step.bodies->joint_body, step.bodies->joint_rows);
}

std::size_t read_dimension(const JsonNode& node, LocalStep& step) {
  if (node.has("dimension")) {
    const std::uint64_t dimension = node.at("dimension").whole();
    if (dimension != 2 && dimension != 3) node.at("dimension").refuse("must be 2 or 3");
    step.dimension = static_cast<int>(dimension);
  }
  return at(step.dimension);
}

/// A whole number from `first` to below `count`, which `what` calls: "body: there are".
int read_index(const JsonNode& node, int first, std::size_t count, const char* what) {
  const double given = node.number();
  const bool is_one = given >= first && given < static_cast<double>(count);
  if (!is_one || given != std::floor(given)) {
    node.refuse(std::string("is no ") + what + " " + std::to_string(count) + ", counted from 0");
  }
  return static_cast<int>(given);
}

void read_blocks(const JsonNode& node, LocalStep& step) {
  const std::size_t contacts = step.mu.size();
  const std::size_t size = at(step.dimension) * at(step.dimension);
  std::map<std::pair<int, int>, std::vector<double>> blocks;
  for (const JsonNode& item : node.items()) {
    const std::vector<JsonNode> parts = item.items();
    if (parts.size() != 3) item.refuse("must be [i, j, numbers]");
    const std::pair place{read_index(parts[0], 0, contacts, "contact: mu has"),
                          read_index(parts[1], 0, contacts, "contact: mu has")};
    if (!blocks.emplace(place, read_doubles(parts[2], size)).second) {
      item.refuse("is a block that there is already");
    }
  }
  BlockRows& W = step.W;
  W.rows = W.columns = static_cast<int>(contacts);
  W.begin.assign(contacts + 1, 0);
  for (const auto& [place, values] : blocks) {
    W.column.push_back(place.second);
    W.value.insert(W.value.end(), values.begin(), values.end());
    for (std::size_t i = at(place.first); i < contacts; ++i) ++W.begin[i + 1];
  }
}

void read_body_rows(const JsonNode& node, std::size_t bodies, std::size_t numbers,
                    std::vector<int>& body, std::vector<double>& rows) {
  for (const JsonNode& item : node.items()) {
    const std::vector<JsonNode> parts = item.items();
    if (parts.size() != 3) item.refuse("must be [A, B, numbers]");
    for (std::size_t side = 0; side < 2; ++side) {
      body.push_back(read_index(parts[side], -1, bodies, "body: there are"));
    }
    const std::vector<double> read = read_doubles(parts[2], numbers);
    rows.insert(rows.end(), read.begin(), read.end());
  }
}

MatrixEntries read_entries(const JsonNode& node, std::size_t rows, std::size_t columns) {
  node.allow_only({"rows", "columns", "entries"});
  if (node.at("rows").whole() != rows) node.at("rows").refuse("must be " + std::to_string(rows));
  if (node.at("columns").whole() != columns) {
    node.at("columns").refuse("must be " + std::to_string(columns));
  }
  MatrixEntries entries;
  for (const JsonNode& item : node.at("entries").items()) {
    const std::vector<JsonNode> parts = item.items();
    if (parts.size() != 3) item.refuse("must be [i, j, number]");
    const std::pair place{at(read_index(parts[0], 0, rows, "row: there are")),
                          at(read_index(parts[1], 0, columns, "column: there are"))};
    if (!entries.emplace(place, parts[2].number()).second) {
      item.refuse("is an entry that there is already");
    }
  }
  return entries;
}

}  // namespace

SparseRows rows_of_entries(const MatrixEntries& entries, std::size_t rows) {
  SparseRows sparse;
  auto next = entries.begin();
  for (std::size_t row = 0; row < rows; ++row) {
    for (; next != entries.end() && next->first.first == row; ++next) {
      sparse.add(static_cast<int>(next->first.second), next->second);
    }
    sparse.end_row();
  }
  return sparse;
}

MatrixEntries transposed_entries(const MatrixEntries& entries) {
  MatrixEntries transposed;
  for (const auto& [place, value] : entries) transposed[{place.second, place.first}] = value;
  return transposed;
}

RecordFields<LocalStep> local_form_fields() {
  return RecordFields<LocalStep>()
      .add(dimension_text(), &LocalStep::dimension)
      .add(field("W",
                 "blocks [i, j, numbers] of the matrix, the numbers of a block row by row, "
                 "normal row first",
                 "1/kg")
               .with_lines(),
           blocks_json)
      .add(field("q", "velocities of the contacts at zero impulses", "m/s"), &LocalStep::q)
      .add(field("V", "what impulses of joints add to w, a row for each row of a contact", "1/kg")
               .omitted_where("there are no joints"),
           [](const LocalStep& step) { return step.joints.V; })
      .add(field("R", "mobility of the joints, row by row", "1/kg")
               .omitted_where("there are no joints"),
           [](const LocalStep& step) { return step.joints.R; })
      .add(field("s", "velocities of the joints' rows at zero impulses", "m/s")
               .omitted_where("there are no joints"),
           [](const LocalStep& step) { return step.joints.s; });
}

RecordFields<LocalStep> bodies_form_fields() {
  return RecordFields<LocalStep>()
      .add(dimension_text(), &LocalStep::dimension)
      .add(field("masses", "mass matrix of each body, 36 numbers row by row").with_lines(),
           masses_json)
      .add(field("free", "velocities without impulses, six of each body"),
           [](const LocalStep& step) { return step.bodies->free; })
      .add(field("contacts",
                 "[A, B, numbers] of each contact: its bodies, -1 where fixed, and the rows of "
                 "its velocity, normal first, six numbers of A and six of B in each")
               .with_lines(),
           contacts_of_bodies)
      .add(field("bound", "added to the normal velocity of each contact", "m/s"),
           [](const LocalStep& step) { return step.bodies->bound; })
      .add(field("joints", "[A, B, numbers] of each row of a joint")
               .with_lines()
               .omitted_where("there are no joints"),
           joints_of_bodies)
      .add(field("joint_bound", "added to the velocity of each row of a joint", "m/s")
               .omitted_where("there are no joints"),
           [](const LocalStep& step) { return step.bodies->joint_bound; });
}

RecordFields<LocalStep> global_form_fields() {
  return RecordFields<LocalStep>()
      .add(dimension_text(), &LocalStep::dimension)
      .add(field("M", "mass matrix, with rows, columns and entries [i, j, number]"), mass_matrix)
      .add(field("H", "matrix with a column for each row of a contact, normal first"),
           contact_matrix)
      .add(field("G", "matrix with a column for each row of a joint")
               .omitted_where("there are no joints"),
           joint_matrix)
      .add(field("f", "impulses on the velocities before the contacts act"),
           [](const LocalStep& step) { return step.system->force; })
      .add(field("w", "added to the velocities of the contacts", "m/s"),
           [](const LocalStep& step) { return step.system->offset; })
      .add(field("b", "added to the velocity of each row of a joint", "m/s")
               .omitted_where("there are no joints"),
           [](const LocalStep& step) { return step.system->rest; });
}

void read_local_form(const JsonNode& node, LocalStep& step) {
  node.allow_only({"dimension", "W", "q", "V", "R", "s"});
  const std::size_t rows = step.mu.size() * read_dimension(node, step);
  read_blocks(node.at("W"), step);
  step.q = read_doubles(node.at("q"), rows);
  if (!node.has("V") && !node.has("R") && !node.has("s")) return;
  const std::size_t joints = node.at("s").items().size();
  if (joints * (joints + rows) > kMaxJointEntries) node.at("s").refuse("has too many joints");
  step.joints = {read_doubles(node.at("V"), rows * joints),
                 read_doubles(node.at("R"), joints * joints), read_doubles(node.at("s"), joints)};
}

void read_bodies_form(const JsonNode& node, LocalStep& step) {
  node.allow_only({"dimension", "masses", "free", "contacts", "bound", "joints", "joint_bound"});
  StepBodies bodies;
  const std::size_t dimension = read_dimension(node, step);
  bodies.dimension = step.dimension;
  const std::vector<JsonNode> masses = node.at("masses").items();
  if (masses.size() * 6 > kMaxVelocities) node.at("masses").refuse("has too many bodies");
  for (const JsonNode& item : masses) {
    const std::vector<double> mass = read_doubles(item, kMassOfBody);
    bodies.masses.insert(bodies.masses.end(), mass.begin(), mass.end());
  }
  bodies.free = read_doubles(node.at("free"), 6 * masses.size());
  if (node.at("contacts").items().size() != step.mu.size()) {
    node.at("contacts").refuse("must be as many as mu: " + std::to_string(step.mu.size()));
  }
  read_body_rows(node.at("contacts"), masses.size(), dimension * kRowOfBodies, bodies.contact_body,
                 bodies.contact_rows);
  bodies.bound = read_doubles(node.at("bound"), step.mu.size());
  if (node.has("joints") || node.has("joint_bound")) {
    read_body_rows(node.at("joints"), masses.size(), kRowOfBodies, bodies.joint_body,
                   bodies.joint_rows);
    bodies.joint_bound = read_doubles(node.at("joint_bound"), bodies.joint_body.size() / 2);
  }
  step.system = std::make_shared<const StepSystem>(system_of(bodies));
  step.bodies = std::make_shared<const StepBodies>(std::move(bodies));
  if (const std::string fault = set_local_form(step); !fault.empty()) {
    node.at("masses").refuse(fault);
  }
}

void read_global_form(const JsonNode& node, LocalStep& step) {
  node.allow_only({"dimension", "M", "H", "G", "f", "w", "b"});
  StepSystem system;
  const std::size_t rows = step.mu.size() * read_dimension(node, step);
  const std::size_t size = node.at("f").items().size();
  if (size > kMaxVelocities) node.at("f").refuse("has too many velocities");
  system.velocities = static_cast<int>(size);
  system.force = read_doubles(node.at("f"), size);
  system.mass = rows_of_entries(read_entries(node.at("M"), size, size), size);
  system.contact =
      rows_of_entries(transposed_entries(read_entries(node.at("H"), size, rows)), rows);
  system.offset = read_doubles(node.at("w"), rows);
  if (node.has("G") || node.has("b")) {
    const std::size_t joints = node.at("b").items().size();
    system.rest = read_doubles(node.at("b"), joints);
    system.joint =
        rows_of_entries(transposed_entries(read_entries(node.at("G"), size, joints)), joints);
  }
  step.system = std::make_shared<const StepSystem>(std::move(system));
  if (const std::string fault = set_local_form(step); !fault.empty()) node.at("M").refuse(fault);
}

}  // namespace touchstone
