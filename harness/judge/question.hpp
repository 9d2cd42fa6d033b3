// SPDX-License-Identifier: GPL-3.0-or-later
// What a metric is asked about a case, and by which truth it is judged: the pair as it stands, or,
// where it computes in single precision, the pair rounded to that, with a truth of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "harness/cases/case.hpp"
#include "metrics/metric.hpp"
#include "reference/bracket.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Serves all metrics of one case, one thread at a time. Pairs and truths are made when they are
/// first wanted.
class Question {
 public:
  /// `pair` outlives the question.
  explicit Question(const Pair& pair) : asked_(&pair) {}
  /// The case outlives the question. Throws HarnessError where a body is a union.
  explicit Question(const Case& c) : asked_(c.asked()) {}

  /// The bodies if a core is curved, else nullptr. For those are curved_for() and bracket_for().
  const ConvexPair* curved() const {
    const auto* curved = std::get_if<const ConvexPair*>(&asked_);
    return curved != nullptr ? *curved : nullptr;
  }
  /// The bodies of curved(), which there must be, as a metric with these traits sees them, or why
  /// there are none. Valid until the question is moved.
  Result<const ConvexPair*> curved_for(const MetricTraits& traits);
  /// The proven bounds on the phi of those bodies, which there must be.
  const Bracket& bracket_for(const MetricTraits& traits);

  /// What a metric with these traits is asked about, by pair_for() or curved_for().
  Result<AskedPair> asked_for(const MetricTraits& traits);

  /// The pair that a metric with these traits sees, or why there is none. Valid until the question
  /// is moved.
  Result<const Pair*> pair_for(const MetricTraits& traits);
  /// The truth of that pair, which there must be; with rho if `with_ratio`.
  const TruthOnDemand& truth_for(const MetricTraits& traits, QuickOracle& oracle, bool with_ratio);
  /// Takes a truth of that pair that was proven otherwise. It is used without the oracle, unless
  /// rho is asked for.
  void prove(const MetricTraits& traits, TruthOnDemand truth);
  bool is_proven(const MetricTraits& traits) const;
  /// How near that pair, which there must be, is to another answer, relative to its size: by how
  /// much the second nearest facet of the Minkowski difference is farther than the nearest. Nothing
  /// where it does not penetrate, both bodies are flat or a core is curved.
  std::optional<double> relative_gap_for(const MetricTraits& traits, QuickOracle& oracle);

 private:
  /// What is known of the pair as it stands, or of the rounded one.
  struct Known {
    std::optional<TruthOnDemand> truth, proven;
    std::optional<std::optional<double>> gap;
    std::optional<Bracket> bracket;
  };
  const Known& known(const MetricTraits& traits) const {
    return traits.scalar == Scalar::float64 ? known_exact_ : known_rounded_;
  }
  Known& known(const MetricTraits& traits) {
    return traits.scalar == Scalar::float64 ? known_exact_ : known_rounded_;
  }

  AskedPair asked_;  ///< the bodies as they stand
  std::optional<Result<Pair>> rounded_;
  std::optional<Result<ConvexPair>> rounded_curved_;
  Known known_exact_, known_rounded_;
};

/// The net under truths that are settled in doubles: one case of so many of a campaign is solved
/// again exactly, chosen by its id alone, so that any run of the campaign chooses the same.
inline constexpr std::uint64_t kSampledOneIn = 1000;
/// Larger bodies' exact truths take minutes [vertices].
inline constexpr std::size_t kMaxSampled = 4096;

/// Whether the truth of this case is to be solved again, exactly.
bool is_sampled(const Case& c);

/// Holds the truth of the case `id` against the exact one; false where it was not settled in
/// doubles. Throws HarnessError, which names the case, where the two differ.
bool solve_again(const std::string& id, const TruthOnDemand& truth);

}  // namespace touchstone
