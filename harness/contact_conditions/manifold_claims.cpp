// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/contact_conditions/manifold_claims.hpp"

#include <array>
#include <cmath>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::array<std::string_view, kManifoldWords.size()> kMeanings = {
    "no point, though the bodies overlap",
    "a point, though the bodies are farther apart than the reach of the policy",
    "a point that is not in both bodies",
    "a normal whose gap is less than phi, and not by the policy",
    "a depth that the bodies have at no place near the point",
    "a corner of the true manifold is not in the hull of the points",
    "more points than the policy says",
    "the points keep less of the manifold than the policy says"};

/// Bounds of the figures that are counted, with their names [1].
struct CountedBound {
  double bound;
  std::string_view name;
};
constexpr std::array<CountedBound, 3> kBounds = {
    {{1e-6, "above 1e-6"}, {0.01, "above 0.01"}, {0.1, "above 0.1"}}};

}  // namespace

CheckClaim figure_claim(std::string_view name, std::string_view meaning) {
  CheckClaim claim{name, meaning, kLargestColumn};
  claim.judged = false;
  for (const CountedBound& counted : kBounds) {
    claim.counts.push_back({counted.name, "manifolds in which it is so large"});
  }
  return claim;
}

void add_figure(std::string_view name, double value, const std::string& id, CheckRow& row) {
  ClaimFinding finding = ClaimFinding::of(true);
  finding.error = value;
  for (std::size_t k = 0; k < kBounds.size(); ++k) {
    finding.counted |= value > kBounds.at(k).bound ? 1U << k : 0U;
  }
  row.claim(name).add(finding, id);
}

std::vector<CheckClaim> manifold_claims() {
  std::vector<CheckClaim> claims;
  for (std::size_t k = 0; k < kManifoldWords.size(); ++k) {
    CheckClaim claim{kManifoldWords.at(k), kMeanings.at(k), kViolatedColumn};
    claim.need_not_be_seen = true;
    claims.push_back(claim);
  }
  claims[static_cast<std::size_t>(ManifoldWord::wrong_normal)].counts = {
      {"by_policy", "normals that are right by the policy's slack alone", "by policy"}};
  claims.push_back(
      figure_claim("lost_share", "1 less what k points keep of the most that they could"));
  claims.push_back(
      figure_claim("spread", "farthest true corner from the points, over the diameter"));
  for (CheckClaim& claim : claims) claim.table = 1;
  return claims;
}

std::string policy_text(const ManifoldPolicy& policy) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  const auto length = [&](const std::string& name, double x) {
    if (x > 0) add(name + (std::isfinite(x) ? " " + exact_text(x) + " m" : " unlimited"));
  };
  if (policy.max_points > 0) add("k = " + std::to_string(policy.max_points));
  length("reach", policy.reach);
  length("slack", policy.slack);
  if (policy.relative_slack > 0) add("slack " + short_text(100 * policy.relative_slack) + " %");
  if (policy.depth == DepthMeaning::pair) add("one depth");
  if (policy.many_normals) add("many normals");
  length("merging distance", policy.merging_distance);
  if (policy.least_share > 0) add("least share " + exact_text(policy.least_share));
  length("offset", policy.offset);
  switch (policy.place) {
    case PointPlace::middle:
      add("points midway");
      break;
    case PointPlace::on_A:
      add("points on A");
      break;
    case PointPlace::on_B:
      add("points on B");
  }
  add(std::string("depth ") + (policy.depth_is_gap ? "negative" : "positive") + " in overlap");
  return text;
}

std::vector<CountText> policy_counts() {
  static constexpr std::array<std::string_view, kPolicyParts.size()> kUses = {
      "manifolds of more than k corners",
      "manifolds of bodies that are apart",
      "normals that are right by the slack alone",
      "manifolds with corners that are merged",
      "manifolds with normals that differ",
      "manifolds whose points keep less than k corners could",
      "manifolds whose depths are right with the offset alone"};
  std::vector<CountText> counts;
  for (std::size_t k = 0; k < kPolicyParts.size(); ++k) {
    counts.push_back({kPolicyParts.at(k), kUses.at(k)});
  }
  return counts;
}

void count_uses(const ManifoldVerdict& verdict, CheckRow& row) {
  for (std::size_t k = 0; k < kPolicyParts.size(); ++k) {
    row.count(kPolicyParts.at(k)).add(verdict.uses >> k & 1U);
  }
}

std::string never_seen(const ManifoldPolicy& policy, const CheckRow& row) {
  const std::array<bool, kPolicyParts.size()> declared = {
      policy.max_points > 0,
      policy.reach > 0,
      policy.slack > 0 || policy.relative_slack > 0,
      policy.merging_distance > 0,
      policy.many_normals,
      policy.least_share > 0,
      policy.offset > 0};
  std::string parts;
  for (std::size_t k = 0; k < kPolicyParts.size(); ++k) {
    if (!declared.at(k) || row.count(kPolicyParts.at(k)).value > 0) continue;
    parts += (parts.empty() ? "" : ", ") + std::string(kPolicyParts.at(k));
  }
  const std::string& who = row.subject.name;
  std::string lines;
  if (!parts.empty()) lines = who + ", policy: " + parts + " never used\n";
  // Wherever there is a point, its normal is looked at.
  if (row.claim("wrong_normal").checked() == 0) {
    lines += who + ": no point in any case, so no normal, place or depth was judged\n";
  }
  return lines;
}

void add_verdict(const ManifoldVerdict& verdict, const std::string& id, CheckRow& row) {
  for (std::size_t k = 0; k < kManifoldWords.size(); ++k) {
    const WordFinding& word = verdict.words.at(k);
    if (!word.checked) continue;
    ClaimFinding finding{true, !word.wrong, word.why};
    const bool of_normal = k == static_cast<std::size_t>(ManifoldWord::wrong_normal);
    finding.counted = of_normal && verdict.by_policy() ? 1 : 0;
    row.claim(kManifoldWords.at(k)).add(finding, id);
  }
  if (verdict.share) add_figure("lost_share", 1 - *verdict.share, id, row);
  if (verdict.spread) add_figure("spread", *verdict.spread, id, row);
}

}  // namespace touchstone
