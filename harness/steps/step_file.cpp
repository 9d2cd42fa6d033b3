// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_file.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "harness/plugins/printable.hpp"
#include "harness/steps/fclib_file.hpp"
#include "harness/steps/siconos_text.hpp"
#include "harness/steps/step_numbers.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kShownName = 100;  ///< bytes of a problem's name
constexpr std::uint64_t kMaxDirections = 64;

RawJson cone_json(const StepFile& file) {
  const LocalStep& step = file.step;
  if (step.cone == StepCone::polygon) return {std::to_string(step.directions)};
  return {json_string(step.cone == StepCone::round ? "round" : "box")};
}

std::vector<RawJson> blocks_json(const LocalStep& step) {
  const std::size_t size = static_cast<std::size_t>(step.dimension) * step.dimension;
  std::vector<RawJson> blocks;
  for (std::size_t i = 0; i < step.mu.size(); ++i) {
    for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const auto begin = step.W.value.begin() + static_cast<std::ptrdiff_t>(at * size);
      const std::vector<double> block(begin, begin + static_cast<std::ptrdiff_t>(size));
      blocks.push_back({json_row({std::to_string(i), std::to_string(step.W.column[at]),
                                  json_row(json_items(block, json_number))})});
    }
  }
  return blocks;
}

const RecordFields<LocalStep>& local_step_fields() {
  static const auto kFields =
      RecordFields<LocalStep>()
          .add(field("dimension", "rows of a contact: 3 in space, 2 in the plane").from(2, 3),
               &LocalStep::dimension)
          .add(field("W",
                     "blocks [i, j, numbers] of the matrix, the numbers of a block row by row, "
                     "normal row first",
                     "1/kg")
                   .with_lines(),
               blocks_json)
          .add(field("q", "velocities of the contacts at zero impulses", "m/s"), &LocalStep::q);
  return kFields;
}

void read_cone(const JsonNode& node, LocalStep& step) {
  if (node.is_string()) {
    const std::string word = node.text();
    if (word != "round" && word != "box") node.refuse("must be round, box or an even number");
    step.cone = word == "round" ? StepCone::round : StepCone::box;
    return;
  }
  const std::uint64_t directions = node.whole();
  if (directions < 4 || directions > kMaxDirections || directions % 2 != 0) {
    node.refuse("must be round, box or an even number from 4 to 64");
  }
  step.cone = StepCone::polygon;
  step.directions = static_cast<int>(directions);
}

int read_contact(const JsonNode& node, std::size_t contacts) {
  const std::uint64_t contact = node.whole();
  if (contact >= contacts) {
    node.refuse("is no contact: there are " + std::to_string(contacts) + ", counted from 0");
  }
  return static_cast<int>(contact);
}

void read_blocks(const JsonNode& node, LocalStep& step) {
  const std::size_t contacts = step.mu.size();
  const std::size_t size = static_cast<std::size_t>(step.dimension) * step.dimension;
  std::map<std::pair<int, int>, std::vector<double>> blocks;
  for (const JsonNode& item : node.items()) {
    const std::vector<JsonNode> parts = item.items();
    if (parts.size() != 3) item.refuse("must be [i, j, numbers]");
    const std::pair place{read_contact(parts[0], contacts), read_contact(parts[1], contacts)};
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
    for (std::size_t i = static_cast<std::size_t>(place.first); i < contacts; ++i) ++W.begin[i + 1];
  }
}

StepFile step_of(const JsonNode& root) {
  step_record().check_keys(root);
  StepFile file;
  LocalStep& step = file.step;
  if (root.has("name")) file.name = printable(root.at("name").text(), kShownName);
  read_cone(root.at("cone"), step);
  const std::vector<JsonNode> coefficients = root.at("mu").items();
  check_contact_count(root.at("mu"), coefficients.size());
  for (const JsonNode& mu : coefficients) step.mu.push_back(mu.nonnegative());
  const JsonNode local = root.at("local");
  local.allow_only({"dimension", "W", "q"});
  if (local.has("dimension")) {
    const std::uint64_t dimension = local.at("dimension").whole();
    if (dimension != 2 && dimension != 3) local.at("dimension").refuse("must be 2 or 3");
    step.dimension = static_cast<int>(dimension);
  }
  if (step.dimension == 2 && step.cone == StepCone::polygon) {
    root.at("cone").refuse("is a polygon, and the plane has one tangent: round");
  }
  read_blocks(local.at("W"), step);
  const std::size_t rows = step.mu.size() * static_cast<std::size_t>(step.dimension);
  step.q = read_doubles(local.at("q"), rows);
  if (root.has("solution")) file.solution = read_doubles(root.at("solution"), rows);
  return file;
}

/// The problem, called after its file where it has no name.
Result<StepFile> named_after(const std::string& path, Result<StepFile> file) {
  if (!file || !file.value().name.empty()) return file;
  StepFile named = std::move(file).value();
  named.name = printable(std::filesystem::path(path).filename().string(), kShownName);
  return named;
}

}  // namespace

const RecordDescription<StepFile>& step_record() {
  static const RecordDescription<StepFile> kRecord = {
      "touchstone.step/1", "The contact problem of one time step",
      RecordFields<StepFile>()
          .add(field("name", "what tables call the problem").omitted_where("it is the file's"),
               &StepFile::name)
          .add(field("cone",
                     "friction cone: 'round', 'box', or the even number of a polygon's directions"),
               cone_json)
          .add(field("mu", "coefficient of friction of each contact").from(0),
               [](const StepFile& file) { return file.step.mu; })
          .add(
              field("local", "the problem in local form: w = W P + q"),
              [](const StepFile& file) { return file.step; }, local_step_fields())
          .add(field("solution", "impulses that are said to solve it", "N s")
                   .omitted_where("none came with it"),
               &StepFile::solution)};
  return kRecord;
}

Result<StepFile> read_step_text(std::string_view text, const std::string& name) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool json = first != std::string_view::npos && text[first] == '{';
  return named_after(name, json ? read_json(text, name, step_of) : read_siconos_text(text, name));
}

Result<StepFile> read_step_file(const std::string& path) {
  if (is_hdf5_file(path)) return named_after(path, read_fclib_file(path));
  const auto text = read_input_file(path);
  if (!text) return text.error();
  return read_step_text(text.value(), input_name(path));
}

}  // namespace touchstone
