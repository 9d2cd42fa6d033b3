// SPDX-License-Identifier: GPL-3.0-or-later
// The search for a simpler pair that fails in the same way: holds the simplest so far, and what was
// found on the way.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/shrink/failure_kind.hpp"
#include "harness/shrink/pair_draft.hpp"

namespace touchstone {

struct ShrinkLimits {
  int calls = 2000;      ///< calls of the suspect
  int idle_calls = 200;  ///< in a row without progress
  /// What a call that ran into its time limit counts for: it costs as much as hundreds of others.
  int timed_out_call = 5;
};

/// A failure of another kind that a search came by.
struct AlsoFound {
  PairDraft draft;  ///< the simplest
  DraftOrder order;
  double error = 0;
  int count = 0;
};

/// The draft with B moved by a trifle, in two directions. `size` is the pair's [m].
std::array<PairDraft, 2> nudged(const PairDraft& draft, double size);

class Search {
 public:
  /// `start` fails as `examined` says. References outlive the search.
  Search(PairDraft start, const Examined& examined, Examiner& examiner, const Ask& ask,
         const ShrinkLimits& limits);

  const PairDraft& current() const { return accepted_.back(); }
  /// Optimal features of the current pair's truth, as indices of its vertices.
  const std::vector<ExactFeatures>& features() const { return features_; }
  /// Takes `candidate` if it is simpler and fails in the same way. Candidates that are not simpler,
  /// that were asked before, whose numbers make no pair or that flatten a solid are not asked.
  bool accept(PairDraft candidate);
  /// Whether `candidate` fails with the same verdict and status, whatever its features and error;
  /// asked outside the budget.
  bool fails_alike(const PairDraft& candidate);
  /// Whether the start still fails when B is nudged. Then every accepted pair must do so too, lest
  /// the result hang on last bits.
  bool robust() const { return robust_; }
  /// Whether the budget is spent: nothing is asked any more.
  bool over() const;

  int calls() const { return calls_; }
  /// The start and every pair that took the place of the one before.
  const std::vector<PairDraft>& accepted() const { return accepted_; }
  const std::map<FailureKind, AlsoFound>& also_found() const { return also_found_; }
  const FailureKind& goal() const { return goal_; }

 private:
  Examined examine(const Pair& pair);
  bool survives_nudges(const PairDraft& draft);
  int cost_of(const Examined& examined) const;
  bool is_alike(const Examined& examined) const;
  void keep_other(const PairDraft& draft, const Examined& examined);

  FailureKind goal_;
  double error_;
  Examiner& examiner_;
  const Ask& ask_;
  ShrinkLimits limits_;
  std::array<int, 2> dimensions_{};
  bool robust_ = false;
  std::vector<PairDraft> accepted_;
  DraftOrder order_;
  std::vector<ExactFeatures> features_;
  std::map<FailureKind, AlsoFound> also_found_;
  std::set<std::string> asked_;  ///< the bits of the candidates
  int calls_ = 0;
  int spent_ = 0;
  int idle_ = 0;
};

}  // namespace touchstone
