// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/manifold_policy.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "geometry/arithmetic/unit_vector.hpp"
#include "metrics/metric.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

/// The places by their numbers in touchstone/plugin.h.
constexpr std::array<PointPlace, 3> kPlaces = {PointPlace::middle, PointPlace::on_A,
                                               PointPlace::on_B};
static_assert(TOUCHSTONE_POINT_MIDDLE == 0 && TOUCHSTONE_POINT_ON_A == 1 &&
              TOUCHSTONE_POINT_ON_B == 2);

PointPlace read_place(const JsonNode& node) {
  const std::string word = node.text();
  for (const PointPlace place : kPlaces) {
    if (word == place_word(place)) return place;
  }
  node.refuse("must be middle, on_A or on_B");
}

double read_reach(const JsonNode& node) {
  const bool infinite = node.is_string() && node.text() == "Infinity";
  return infinite ? std::numeric_limits<double>::infinity() : node.nonnegative();
}

/// A flag is 0 or 1: another number is refused, as it is neither true nor false.
std::string flag_json(std::uint32_t flag) {
  if (flag > 1) return json_count(flag);
  return flag == 1 ? "true" : "false";
}

}  // namespace

std::string manifold_policy_json(const touchstone_manifold_policy& policy) {
  JsonObject made;
  if (policy.max_points != TOUCHSTONE_ANY_COUNT) {
    made.add("max_points", json_count(policy.max_points));
  }
  const bool known = policy.place < kPlaces.size();
  made.add("place", json_string(known ? place_word(kPlaces.at(policy.place)) : "unknown"))
      .add("depth_is_gap", flag_json(policy.depth_is_gap))
      .add("depth_of_pair", flag_json(policy.depth_of_pair))
      .add("many_normals", flag_json(policy.many_normals))
      .add("reach", json_any_real(policy.reach))
      .add("slack", json_any_real(policy.slack))
      .add("relative_slack", json_any_real(policy.relative_slack))
      .add("merging_distance", json_any_real(policy.merging_distance))
      .add("least_share", json_any_real(policy.least_share))
      .add("offset", json_any_real(policy.offset));
  const bool clear =
      policy.reserved == 0 && policy.reserved_lengths[0] == 0 && policy.reserved_lengths[1] == 0;
  if (!clear) made.add("reserved", json_string("not 0"));
  return made.row();
}

ManifoldPolicy read_manifold_policy(const JsonNode& node) {
  node.allow_only({"max_points", "place", "depth_is_gap", "depth_of_pair", "many_normals", "reach",
                   "slack", "relative_slack", "merging_distance", "least_share", "offset",
                   "reserved"});
  if (node.has("reserved")) node.at("reserved").refuse("must be 0");
  ManifoldPolicy policy;
  if (node.has("max_points")) {
    policy.max_points = node.at("max_points").count();
    if (policy.max_points == 0) node.at("max_points").refuse("must be at least 1");
  }
  if (node.has("place")) policy.place = read_place(node.at("place"));
  const auto flag = [&](const char* key) { return node.has(key) && node.at(key).truth(); };
  policy.depth_is_gap = flag("depth_is_gap");
  if (flag("depth_of_pair")) policy.depth = DepthMeaning::pair;
  policy.many_normals = flag("many_normals");
  if (node.has("reach")) policy.reach = read_reach(node.at("reach"));
  const auto length = [&](const char* key) {
    if (node.has(key) && node.at(key).is_string() && node.at(key).text() == "Infinity") {
      node.at(key).refuse("must be finite");
    }
    const double given = node.has(key) ? node.at(key).nonnegative() : 0;
    if (given > kLargestNumber) node.at(key).refuse("is too large");
    return given;
  };
  policy.slack = length("slack");
  policy.relative_slack = length("relative_slack");
  policy.merging_distance = length("merging_distance");
  policy.least_share = length("least_share");
  if (policy.least_share > 1) node.at("least_share").refuse("must be at most 1");
  policy.offset = length("offset");
  return policy;
}

Result<ManifoldPolicy> manifold_policy_of(std::string_view claims, const std::string& where) {
  return read_json(claims, where,
                   [](const JsonNode& root) { return read_manifold_policy(root.at("manifold")); });
}

std::string manifold_fault(const ManifoldPolicy& policy, const Manifold& given) {
  for (const ManifoldPoint& point : given.points) {
    if (!point.p_W.allFinite()) return "the position of a point is not finite";
    if (!std::isfinite(point.depth)) return "the depth of a point is not finite";
    const double largest = point.p_W.cwiseAbs().maxCoeff();
    if (largest > kLargestNumber) return "the position of a point is too large";
    if (std::abs(point.depth) > kLargestNumber) return "the depth of a point is too large";
    if (!is_unit(point.normal)) return "the normal of a point is not a unit vector";
    const bool another = (point.normal - given.points.front().normal).norm() > kOneNormal;
    if (another && !policy.many_normals) {
      return "its points have different normals, and its policy says one for all";
    }
  }
  return {};
}

}  // namespace touchstone
