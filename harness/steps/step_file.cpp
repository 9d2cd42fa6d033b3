// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_file.hpp"

#include <array>
#include <charconv>
#include <filesystem>
#include <utility>

#include "harness/plugins/printable.hpp"
#include "harness/steps/fclib_file.hpp"
#include "harness/steps/siconos_text.hpp"
#include "harness/steps/step_forms.hpp"
#include "harness/steps/step_numbers.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kShownName = 100;  ///< bytes of a problem's name
constexpr int kMinCorners = 4;
constexpr int kMaxCorners = 64;
constexpr const char* kNeitherForm =
    "neither JSON, which begins with {, nor siconos' text, which begins with a number, nor FCLIB's "
    "HDF5";

RawJson cone_json(const StepFile& file) {
  const LocalStep& step = file.step;
  if (step.cone == StepCone::polygon) return {std::to_string(step.directions)};
  return {json_string(step.cone == StepCone::round ? "round" : "box")};
}

void read_cone(const JsonNode& node, LocalStep& step) {
  const bool is_name = node.is_string();
  const bool known = set_cone(is_name ? node.text() : node.dumped(), step);
  if (!known || is_name != (step.cone != StepCone::polygon)) {
    node.refuse(std::string("must be ") + kConeWords);
  }
}

/// The one form that the problem has.
void read_form(const JsonNode& root, LocalStep& step) {
  using ReadForm = void (*)(const JsonNode&, LocalStep&);
  constexpr std::array<std::pair<const char*, ReadForm>, 3> kForms = {
      {{"local", read_local_form}, {"bodies", read_bodies_form}, {"global", read_global_form}}};
  bool found = false;
  for (const auto& [key, read] : kForms) {
    if (!root.has(key)) continue;
    if (found) root.at(key).refuse("is a second form of the problem");
    found = true;
    read(root.at(key), step);
  }
  if (!found) root.refuse("must have one of local, bodies and global");
}

void read_origin(const JsonNode& root, StepOrigin& origin, std::size_t contacts) {
  if (root.has("gap")) origin.gap = read_doubles(root.at("gap"), contacts);
  if (root.has("restitution")) {
    origin.restitution = read_doubles(root.at("restitution"), contacts);
  }
  if (root.has("gamma")) origin.gamma = root.at("gamma").nonnegative();
  if (root.has("scene")) origin.scene = printable(root.at("scene").text(), kShownName);
  if (root.has("step")) origin.step = root.at("step").whole();
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
  read_form(root, step);
  if (step.dimension == 2 && step.cone == StepCone::polygon) {
    root.at("cone").refuse("is a polygon, and the plane has one tangent: round");
  }
  if (root.has("solution")) file.solution = read_doubles(root.at("solution"), step.q.size());
  if (root.has("joint_impulses")) {
    file.joint_impulses = read_doubles(root.at("joint_impulses"), step.joints.s.size());
  }
  read_origin(root, file.origin, coefficients.size());
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

namespace {

RecordFields<StepFile> head_fields() {
  return RecordFields<StepFile>()
      .add(field("name", "what tables call the problem").omitted_where("it is the file's"),
           &StepFile::name)
      .add(field("cone",
                 "friction cone: 'round', 'box', or the even number of a polygon's directions"),
           cone_json)
      .add(field("mu", "coefficient of friction of each contact").from(0),
           [](const StepFile& file) { return file.step.mu; });
}

/// The step, if it has such a form.
template <bool (*kHas)(const LocalStep&)>
std::optional<LocalStep> step_with(const StepFile& file) {
  return kHas(file.step) ? std::optional(file.step) : std::nullopt;
}
bool is_of_bodies(const LocalStep& step) { return step.bodies != nullptr; }
bool is_global(const LocalStep& step) { return step.system != nullptr && step.bodies == nullptr; }
bool is_local(const LocalStep& step) { return step.system == nullptr; }

RecordFields<StepOrigin> origin_fields() {
  return RecordFields<StepOrigin>()
      .add(field("gap", "distance at each contact", "m").omitted_where("it is not said"),
           &StepOrigin::gap)
      .add(field("restitution", "coefficient of restitution of each contact")
               .omitted_where("it is not said"),
           &StepOrigin::restitution)
      .add(field("gamma", "part of a penetration that the step takes back")
               .omitted_where("it is not said"),
           &StepOrigin::gamma)
      .add(field("scene", "the scene that it is a step of").omitted_where("it is not said"),
           &StepOrigin::scene)
      .add(field("step", "number of the step, counted from 0").omitted_where("it is not said"),
           &StepOrigin::step);
}

}  // namespace

bool set_cone(std::string_view word, LocalStep& step) {
  int directions = 0;
  if (word != "round" && word != "box") {
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), directions);
    const bool is_number = failed == std::errc() && end == word.data() + word.size();
    const bool in_range = directions >= kMinCorners && directions <= kMaxCorners;
    if (!is_number || !in_range || directions % 2 != 0) return false;
  }
  step.directions = directions;
  step.cone = directions > 0    ? StepCone::polygon
              : word == "round" ? StepCone::round
                                : StepCone::box;
  return true;
}

const RecordDescription<StepFile>& step_record() {
  static const RecordDescription<StepFile> kRecord = {
      "touchstone.step/1", "The contact problem of one time step",
      head_fields()
          .add(field("local", "the problem in local form: w = W P + V l + q, V'P + R l + s = 0")
                   .omitted_where("the problem has another form"),
               step_with<is_local>, local_form_fields())
          .add(field("bodies",
                     "the problem with its bodies: M (u - free) = J'P + G'l, w = J u + bound")
                   .omitted_where("the problem has another form"),
               step_with<is_of_bodies>, bodies_form_fields())
          .add(
              field("global",
                    "the problem in FCLIB's global form: M v = f + H P + G l, w = H'v + w, G'v + b "
                    "= 0")
                  .omitted_where("the problem has another form"),
              step_with<is_global>, global_form_fields())
          .add(field("solution", "impulses that are said to solve it", "N s")
                   .omitted_where("none came with it"),
               &StepFile::solution)
          .add(field("joint_impulses", "impulses of the joints in that solution", "N s")
                   .omitted_where("none came with it"),
               &StepFile::joint_impulses)
          .include([](const StepFile& file) { return file.origin; }, origin_fields())};
  return kRecord;
}

std::string step_question_json(const LocalStep& step) {
  static const auto kFields =
      head_fields()
          .add(
              field("local", "the problem in local form"),
              [](const StepFile& file) { return file.step; }, local_form_fields())
          .add(field("bodies", "the bodies of the problem").omitted_where("they are not known"),
               step_with<is_of_bodies>, bodies_form_fields());
  return kFields.row(StepFile{"", step});
}

Result<StepFile> read_step_text(std::string_view text, const std::string& name) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return Error{name + ": is empty: " + kNeitherForm};
  const bool json = text[first] == '{';
  if (!json && (text[first] < '0' || text[first] > '9')) {
    return Error{name + ": is " + kNeitherForm};
  }
  return named_after(name, json ? read_json(text, name, step_of) : read_siconos_text(text, name));
}

Result<StepFile> read_step_file(const std::string& path) {
  if (is_hdf5_file(path)) return named_after(path, read_fclib_file(path));
  const auto text = read_input_file(path);
  if (!text) return text.error();
  return read_step_text(text.value(), input_name(path));
}

}  // namespace touchstone
