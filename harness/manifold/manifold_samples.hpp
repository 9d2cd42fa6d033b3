// SPDX-License-Identifier: GPL-3.0-or-later
// Manifolds of `certified`, for the tests of their judge.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contact/registry.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/contact_conditions/contact_check.hpp"
#include "harness/manifold/contact_manifold.hpp"
#include "harness/manifold/manifold_judge.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// A pair with its truth, an answer and the policy that it is judged by.
struct JudgedSample {
  std::string id;
  Pair pair;
  TruthOnDemand truth;
  Manifold manifold;
  ManifoldPolicy policy;

  ManifoldVerdict verdict(double tolerance = 1e-8) const {
    return judge_manifold(pair, truth, manifold, policy, tolerance);
  }
};

/// The answer of `certified` with points up to 0.05 sizes beyond phi; nothing where it gives none.
inline std::optional<JudgedSample> certified_sample(const std::string& family,
                                                    std::uint64_t index) {
  const auto method = find_contact_row("certified")->make(registered_metric);
  const auto workspace = method->make_workspace();
  const Case one = make_case(*find_family(family), 42, index);
  const Pair& pair = one.pair();
  const auto A = method->prepare(*pair.A);
  const auto B = method->prepare(*pair.B);
  const TruthOnDemand truth = QuickOracle().solve(pair, false);
  // Methods know the cores of rounded bodies alone.
  const double reach = is_rounded(pair) ? kNoLookAhead : reach_beyond(truth.phi().value, pair);
  ContactData data;
  method->find(*A, pair.X_WA, *B, pair.X_WB, reach, *workspace, data);
  if (!data.answered) return std::nullopt;
  for (ContactPoint& point : data.points) {
    point.p_WA -= pair.A->radius() * data.normal;
    point.p_WB += pair.B->radius() * data.normal;
    point.gap -= pair.A->radius() + pair.B->radius();
  }
  constexpr double kAny = std::numeric_limits<double>::infinity();
  const ManifoldPolicy policy = contact_policy(pair, is_rounded(pair) ? kAny : reach);
  return JudgedSample{one.id, pair, truth, manifold_of(data), policy};
}

/// Answers of `certified` to the first `count` cases of each family.
inline std::vector<JudgedSample> certified_samples(const std::vector<std::string>& families,
                                                   std::uint64_t count) {
  std::vector<JudgedSample> samples;
  for (const std::string& name : families) {
    for (std::uint64_t index = 0; index < count; ++index) {
      if (auto sample = certified_sample(name, index)) samples.push_back(*std::move(sample));
    }
  }
  return samples;
}

}  // namespace touchstone
