// SPDX-License-Identifier: GPL-3.0-or-later
// In which way an answer fails: what a shrunk pair must have in common with the pair that it comes
// from.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/pair.hpp"
#include "harness/asking/runner.hpp"
#include "harness/cases/case.hpp"
#include "harness/judge/judge.hpp"
#include "metrics/metric_row.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Puts a pair to what is examined: two polytopes, or two bodies of which a core is curved. Called
/// by one thread, once for each pair.
class Ask {
 public:
  /// `ask` takes a Pair, a ConvexPair or both. What it does not take is never put.
  template <class Asks>
  requires(!std::same_as<std::remove_cvref_t<Asks>, Ask>)
      Ask(Asks ask) {  // NOLINT(google-explicit-constructor): whatever can be called is one
    if constexpr (std::is_invocable_v<Asks, const ConvexPair&>) curved_ = ask;
    if constexpr (std::is_invocable_v<Asks, const Pair&>) polytopes_ = std::move(ask);
  }
  RunOutcome operator()(const Pair& pair) const { return polytopes_(pair); }
  RunOutcome operator()(const ConvexPair& pair) const { return curved_(pair); }

 private:
  std::function<RunOutcome(const Pair&)> polytopes_;
  std::function<RunOutcome(const ConvexPair&)> curved_;
};

/// Asks one metric, each time as in a batch of its own.
Ask ask_metric(const MetricRow& metric, const RunnerOptions& options);

/// What is wrong with the manifold that was asked for last, which is of that pair, as
/// ManifoldVerdict::said(); empty if nothing is, or there is none.
using ManifoldWords = std::function<std::string(const Pair& pair, const TruthOnDemand& truth)>;

struct FailureKind {
  Word word = Word::no_answer;
  RunStatus status = RunStatus::completed;
  AnswerStatus answer = AnswerStatus::no_answer;  ///< how a completed run answered
  bool at_own = true;         ///< whether it fails at the tolerance that the metric claims as well
  int said = 0;               ///< sign of the answer; 0 for a value below kSignThreshold of size
  std::string signal;         ///< how a crash ended: "SIGSEGV"
  std::string manifold = {};  ///< the words of a manifold, which then are all that is judged
  /// Whether a program crashed by writing what is not in its protocol.
  bool breaks_protocol = false;
  std::optional<int> sign = 0;  ///< sign of the true phi; nothing where no bracket proves it
  /// "vertex-face", "edge-edge", ...: of every optimal direction of the truth, each once, whichever
  /// of the two bodies has which feature; sorted. Of curved cores their names: "cone".
  std::vector<std::string> features;

  auto operator<=>(const FailureKind&) const = default;
};

/// "inaccurate, penetrating, edge-edge"; "inaccurate (says kissing), penetrating, edge-edge";
/// "crashed (SIGSEGV), separated, vertex-face".
std::string kind_text(const FailureKind& kind);

/// How one pair was answered and judged.
struct Examined {
  RunOutcome outcome;
  Verdict verdict;
  /// Error of a wrong value, or of the gap along a wrong normal, relative to size (ratio metrics:
  /// to max(1, |rho|)) [1]; else 0.
  double error = 0;
  std::optional<FailureKind> kind;      ///< given where the pair fails
  std::vector<ExactFeatures> features;  ///< the truth's, where polytopes fail
  /// Width of the bracket by which a pair with a curved core is judged, relative to size [1].
  double bracket_width = 0;
};

/// Whether `error` is within a factor of 10 of `other`.
bool similar_error(double error, double other);

/// Judges answers to pairs as verify does. One thread.
class Examiner {
 public:
  /// With `words`, the manifold that was asked for is judged, and not the outcome.
  Examiner(const MetricTraits& traits, double tolerance, ManifoldWords words = {})
      : traits_(traits), tolerance_(tolerance), words_(std::move(words)) {}
  bool asks_for_words() const { return words_ != nullptr; }

  /// Single precision is asked and judged on the rounded bodies. A pair that cannot be rounded is not
  /// applicable, and not put. A pair with a curved core is judged by a bracket that takes no more
  /// than some milliseconds; with `in_full`, what that leaves undecided by the campaign's bracket.
  /// Unions are not put.
  Examined examine(const CaseBodies& bodies, const Ask& ask, bool in_full = false);

 private:
  Examined examine_polytopes(const Pair& pair, const Ask& ask);
  Examined examine_curved(const ConvexPair& bodies, const Ask& ask, bool in_full) const;

  MetricTraits traits_;
  double tolerance_;
  ManifoldWords words_;
  QuickOracle oracle_;
};

}  // namespace touchstone
