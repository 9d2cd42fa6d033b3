// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/curved_questions.hpp"

#include <utility>

#include "harness/asking/runner.hpp"

namespace touchstone {
namespace {

std::uint8_t bit_of(const Core& core) {
  if (std::holds_alternative<Cylinder>(core)) return kTakesCylinder;
  return std::holds_alternative<Cone>(core) ? kTakesCone : kTakesEllipsoid;
}

std::string why_not(const MetricRow& metric, const ConvexBody& body) {
  const MetricTraits& traits = metric.traits;
  if (const auto* polytope = std::get_if<PolytopePtr>(&body.core())) {
    std::string why = why_not_applicable(traits, {*polytope, {}, *polytope, {}});
    const std::string first = "body A ";
    return why.starts_with(first) ? why.substr(first.size()) : why;
  }
  if ((traits.rounded_cores & bit_of(body.core())) == 0) {
    return "has a curved core that is not taken";
  }
  const bool is_plugin = metric.plugin.kind != PluginSource::Kind::none;
  if (is_plugin && body.radius() > 0 && (traits.rounded_cores & kRoundedSolid) == 0) {
    return "has a radius around a core that is not taken with one";
  }
  return "";
}

}  // namespace

std::string why_not_applicable(const MetricRow& metric, const AskedPair& asked) {
  const MetricTraits& traits = metric.traits;
  if (const auto* pair = std::get_if<const Pair*>(&asked)) {
    return why_not_applicable(traits, **pair);
  }
  const ConvexPair& pair = *std::get<const ConvexPair*>(asked);
  if (metric.plugin.kind == PluginSource::Kind::none) {
    const bool is_library = !metric.plugin.where.empty();
    if (is_library) return "a core is curved, and --in-process asks about polytopes alone";
    if (!takes_curved_cores(metric)) return "a core is curved";
  }
  for (const auto& [body, name] : {std::pair(&pair.A, "body A "), {&pair.B, "body B "}}) {
    const std::string why = why_not(metric, *body);
    if (!why.empty()) return name + why;
  }
  return "";
}

}  // namespace touchstone
