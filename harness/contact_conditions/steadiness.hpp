// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the manifolds of a method stay what they are: the question asked again, the pair seen in
// another way, and a small step along a motion.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "contact/contact.hpp"
#include "geometry/pair.hpp"
#include "harness/check/check.hpp"
#include "harness/manifold/manifold.hpp"
#include "harness/manifold/manifold_source.hpp"
#include "metrics/metric.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Only every so many-th case is asked about so often.
inline constexpr std::uint64_t kSteadinessStride = 4;
/// Steps along a motion: of sizes of the pair, or of radians, whichever is more [1].
inline constexpr std::array<double, 3> kSteadinessSteps = {1e-4, 1e-3, 1e-2};

/// Four judged claims, `again`, `swap`, `rigid` and `order`, and three figures of motions.
std::vector<CheckClaim> steadiness_claims();

/// A method as it is asked here, by one thread.
struct AskedMethod {
  /// Nothing where it does not take such a pair.
  std::function<std::optional<Manifold>(const Pair&)> find;
  std::function<void()> reset;  ///< makes the next question a cold one
  /// What its answers about a pair are judged by.
  std::function<ManifoldPolicy(const Pair&)> policy;
  double tolerance = 0;  ///< relative to size [1]
  Scalar scalar = Scalar::float64;
  /// Says which questions come next, so that a library has them in one batch. The reach is its own.
  std::function<void(std::vector<ManifoldQuestion>)> ask_ahead = [](const auto&) {};
};

/// How a method answers: a library in its own terms, judged to `tolerance` or its own in single
/// precision, a method of this program by its manifold alone. `method` outlives it.
AskedMethod asked_method(ContactMethod& method, double tolerance);

/// Asks about the pair three times, and with A and B swapped, turned, and with their vertices in
/// another order. The verdict must stay, and, where the policy has no k, the hull of the points.
void judge_views(const Pair& pair, const TruthOnDemand& truth, const AskedMethod& method,
                 const std::string& id, CheckRow& row);

/// Asks about the pair and, a step away in the direction of `next`, another one, for each of the
/// steps. Looks at those in which the optimal features stay, and each corner of the manifold moves
/// with the bodies. `next` has the bodies of `pair` and A's pose.
void judge_steps(const Pair& pair, const TruthOnDemand& truth, const Pair& next,
                 const AskedMethod& method, QuickOracle& oracle, const std::string& id,
                 CheckRow& row);

/// The pair a step away, or as it is where the motion stands still. For tests.
Pair stepped(const Pair& pair, const Pair& next, double step);

}  // namespace touchstone
