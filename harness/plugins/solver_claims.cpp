// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/solver_claims.hpp"

#include <cmath>
#include <vector>

#include "harness/plugins/plugin_claims.hpp"
#include "harness/plugins/printable.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint32_t kAllCones =
    TOUCHSTONE_CONE_ROUND | TOUCHSTONE_CONE_BOX | TOUCHSTONE_CONE_POLYGON;
constexpr std::uint64_t kMaxSolvers = 64;  ///< a library has: each gets a process
constexpr std::uint32_t kAllAbilities =
    TOUCHSTONE_SOLVER_JOINTS | TOUCHSTONE_SOLVER_PLANE | TOUCHSTONE_SOLVER_NEEDS_BODIES;

std::string claimed_text(const JsonNode& root, const char* key) {
  return printable(root.at(key).text());
}

std::uint32_t bits_of(const JsonNode& node, std::uint32_t known) {
  const std::uint64_t bits = node.whole();
  if ((bits & ~std::uint64_t{known}) != 0) node.refuse("has bits that mean nothing");
  return static_cast<std::uint32_t>(bits);
}

SolverTraits traits_of(const JsonNode& root) {
  SolverTraits traits;
  traits.name = claimed_name(root.at("name"));
  traits.version = claimed_text(root, "version");
  traits.summary = claimed_text(root, "summary");
  const std::string build = claimed_text(root, "build");
  if (!build.empty()) traits.summary += " (" + build + ")";
  traits.cones = bits_of(root.at("cones"), kAllCones);
  if (traits.cones == 0) root.at("cones").refuse("is 0: it takes no problem");
  traits.abilities = bits_of(root.at("abilities"), kAllAbilities);
  traits.max_contacts = root.at("max_contacts").whole();
  if (root.at("reserved").whole() != 0) root.at("reserved").refuse("is not 0");
  traits.tolerance = claimed_solver_tolerance(root.at("tolerance"));
  traits.in_library = root.at("in_library").whole();
  if (traits.in_library > kMaxSolvers) root.at("in_library").refuse("is above 64");
  return traits;
}

}  // namespace

double claimed_solver_tolerance(const JsonNode& node) {
  const double tolerance = node.nonnegative();
  if (tolerance > kMaxClaimedTolerance) {
    node.refuse("is above 1e-3: no verdict would mean anything");
  }
  return tolerance;
}

std::vector<std::string> cone_names(std::uint32_t bits) {
  std::vector<std::string> names;
  if ((bits & TOUCHSTONE_CONE_ROUND) != 0) names.emplace_back("round");
  if ((bits & TOUCHSTONE_CONE_BOX) != 0) names.emplace_back("box");
  if ((bits & TOUCHSTONE_CONE_POLYGON) != 0) names.emplace_back("polygon");
  return names;
}

std::string solver_claims_json(const touchstone_solver_1& solver, std::size_t in_library) {
  const auto text = [](const char* given) { return json_string(given == nullptr ? "" : given); };
  // JSON has no NaN or infinity: as a text it is rejected with its name.
  const std::string tolerance =
      std::isfinite(solver.tolerance) ? json_number(solver.tolerance) : json_string("not finite");
  return JsonObject()
      .add("name", text(solver.name))
      .add("version", text(solver.version))
      .add("build", text(solver.build))
      .add("summary", text(solver.summary))
      .add("cones", json_count(solver.cones))
      .add("abilities", json_count(solver.abilities))
      .add("max_contacts", json_count(solver.max_contacts))
      .add("reserved", json_count(solver.reserved))
      .add("tolerance", tolerance)
      .add("in_library", json_count(in_library))
      .row();
}

Result<SolverTraits> read_solver_claims(std::string_view json, const std::string& where) {
  return read_json(json, where, traits_of);
}

}  // namespace touchstone
