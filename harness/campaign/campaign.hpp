// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign: metrics x families x counts, over all cores, the same totals whatever the number of
// jobs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/asking/runner.hpp"
#include "harness/campaign/error_histogram.hpp"
#include "harness/cases/case.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/degeneracy/degeneracy.hpp"
#include "harness/judge/judge.hpp"
#include "metrics/metric_row.hpp"
#include "schema/json_value.hpp"

namespace touchstone {

/// Cases to run: a registered family with a count, or a list of cases read from a file.
struct CaseSource {
  const Family* family = nullptr;  ///< nullptr: `cases`
  std::string name;                ///< the family's name, or "file:NAME"
  std::string group;
  std::uint64_t count = 0;
  std::vector<Case> cases;
  std::string path;  ///< the cases' file, as it was given; empty for a family

  /// The case `index` < count.
  Case make(std::uint64_t seed, std::uint64_t index) const {
    return family != nullptr ? make_case(*family, seed, index) : cases[index];
  }
  /// Whether its cases are steps of motions.
  bool is_motion() const { return family != nullptr && family->group == "motion"; }
};

/// One part of a campaign of `count` parts: the chunks k with k % count == index - 1.
struct Shard {
  std::uint64_t index = 1;  ///< 1..count
  std::uint64_t count = 1;
};

class ChunkKeeper;

/// One wrong answer, while its campaign runs.
struct CampaignFailure {
  std::size_t metric = 0;   ///< position in the options
  std::size_t source = 0;   ///< position among the options' sources
  std::uint64_t index = 0;  ///< the case's index in its source
  const RunOutcome& outcome;
  const Verdict& verdict;
  bool counts_at_asked = false;  ///< counts_at_asked(the metric, the source)
};

/// Whether the cases of a source are one's own: of a file, or of meshes.
bool are_own_cases(std::string_view source, std::string_view group);

/// Whether an answer counts as wrong although it is right at the metric's own tolerance: in double
/// precision of a plug-in, and of any metric on cases of one's own.
bool counts_at_asked(const MetricRow& metric, const CaseSource& source);

struct CampaignOptions {
  std::vector<const MetricRow*> metrics;
  std::vector<CaseSource> sources;
  std::uint64_t seed = 42;
  double tolerance = kDefaultTolerance;
  int jobs = 1;
  bool respect_default_sizes =
      true;  ///< leave out metrics above their largest default size, and say so
  /// Also tally verdicts by the distance to degeneracy, for which each penetrating case is solved
  /// once more in exact arithmetic.
  bool degeneracy = false;
  /// Judge the distances of a case by a certificate wherever the answer of one of the metrics
  /// brings one that holds (docs/certificates.md), and ask the oracle only where none does.
  bool certify = false;
  /// Cases that a runner is given at once; 0: by the size of their bodies. Not with a store.
  std::uint64_t batch = 0;
  Shard shard;
  std::string versions = "{}";  ///< versions of what judges: a JSON object
  RunnerOptions runner;
  /// Where records and failures are kept chunk by chunk, and where chunks that are there already
  /// are not judged again; made for these very options. May be nullptr.
  ChunkKeeper* store = nullptr;
  /// Called for each wrong answer, from any thread and in any order. May be empty.
  std::function<void(const CampaignFailure& failure)> failed;
  /// Asked between batches: whether to end early, without the chunks in flight. May be empty.
  std::function<bool()> stop_requested;
  /// Called now and then from one thread at a time with judged and total numbers of (metric, case)
  /// pairs.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  /// Called before `progress` with the seconds that are left, each family going on at its own rate.
  std::function<void(double left_s)> expect_left;
  /// For tests that a wrong truth is noticed: falsifies QuickOracle's truth. Empty in every
  /// program.
  std::function<void(RoundedTruth&)> falsify_fast_truth;
};

/// min, max, mean and standard deviation (of the population) of a stream, taken in case order, so
/// that they do not depend on jobs.
struct ErrorSummary {
  std::uint64_t count = 0;
  double min = 0, max = 0, mean = 0, std = 0;
};

/// Bin 0: no error; bin 1: error in (0, 1/2] ulp; bin k > 1: in (2^(k-3), 2^(k-2)] ulp; the last
/// bin takes the rest.
inline constexpr int kUlpBins = 56;

/// The record of one metric on one family.
struct CampaignRow {
  std::string metric;
  std::string family;
  std::string group;
  std::string path;            ///< the cases' file, as it was given; empty for a family
  std::string plugin;          ///< the file or command of the plug-in where the metric is one
  bool single_plugin = false;  ///< whether the plug-in computes in single precision
  std::string plugin_limits;   ///< options that limit the plug-in, as they were typed
  bool claims_exact = false;
  double own_tolerance = 0;  ///< claimed by the metric, relative to size [1]
  std::uint64_t left = 0;    ///< cases that a run which was interrupted did not come to
  std::uint64_t cases = 0, right = 0, answered = 0, sign_only = 0, no_answer = 0, crashed = 0,
                timed_out = 0, not_applicable = 0;
  /// Cases that lack a normal or witness points that the metric promises, and are right otherwise.
  std::uint64_t missing = 0;
  /// Cases that are not judged at all: they count in no other column.
  std::uint64_t flaky = 0, order_dependent = 0, skipped = 0;
  std::uint64_t undecided = 0;  ///< the bracket of a pair with a curved core is too wide
  /// Cases with this as the gravest fault; `normal` and `witness` count all that are invalid.
  std::uint64_t invalid_normal = 0, invalid_witness = 0;
  /// Decided cases that are not proven wrong at the tolerance that the metric claims for itself.
  std::uint64_t right_at_own = 0;
  struct Value {
    std::uint64_t right = 0, wrong_sign = 0, inaccurate = 0;
  } value;
  struct Sign {
    std::uint64_t right = 0, wrong_sign = 0;
  } sign;
  struct Part {
    std::uint64_t valid = 0, invalid = 0, absent = 0;
  } normal, witness;
  ErrorSummary error_abs, error_rel_size;
  std::array<std::uint64_t, kUlpBins> ulp_histogram{};
  std::optional<ErrorHistogram> error_histogram;  ///< absent in an accuracy table
  std::vector<std::string>
      worst;  ///< ids of wrong cases, at most ten, most serious first: by word, then by error
  /// Failures that only a warm metric shows, by the id of the case: the first case of a sequence that
  /// ends with the failure (note_warm_failures). A case of `worst` that is also wrong alone is not
  /// here. No record has them.
  std::map<std::string, std::string> after;
  /// Text of the failures' kinds with the simplest pair of each; empty unless they were shrunk.
  std::string kinds;
  std::string why_not_applicable;  ///< reason of the first case that is not applicable
  /// Cases whose truth was settled in doubles and solved again exactly (question.hpp): the same
  /// for all metrics that are put to the same cases.
  std::uint64_t solved_again = 0;
  /// Counts of a campaign that judges by certificates; else 0.
  struct {
    std::uint64_t judged = 0;  ///< answers judged by a phi that a certificate proves
    std::uint64_t oracle = 0;  ///< answers judged by the oracle's truth
    /// Answers of a metric that promises certificates, without one that holds.
    std::uint64_t missing = 0;
  } certificates;
  std::string first_missing;  ///< first case that counts in certificates.missing: id and reason
  /// Adds the counts of `later`, and keeps the earlier first_missing.
  void add_certificates(const CampaignRow& later) {
    certificates.judged += later.certificates.judged;
    certificates.oracle += later.certificates.oracle;
    certificates.missing += later.certificates.missing;
    if (first_missing.empty()) first_missing = later.first_missing;
  }
  DegeneracyTally degeneracy;                   ///< filled for Euclidean metrics only
  bool certify = false, by_degeneracy = false;  ///< which of these two was asked for
  /// Cases that may be right or wrong: neither undecided nor not applicable.
  std::uint64_t decided() const { return cases - undecided - not_applicable; }
  std::uint64_t wrong() const { return decided() - right; }
  bool any_wrong() const { return wrong() > 0; }
};

/// A metric that is not run on a family.
struct LeftOut {
  std::string metric;
  std::string family;
  std::string group;
};

/// What explains most of what a metric got wrong (harness/causes/).
struct LikelyCause {
  std::string metric;
  std::string name;     ///< "opposite-normal"
  std::string finding;  ///< what wrong answers have in common: "have exactly the opposite normal"
  std::string advice;   ///< "the normal points from B to A"
  bool corrected = false;       ///< whether answers that are corrected for it were judged right
  std::uint64_t failures = 0;   ///< all that the metric got wrong
  std::uint64_t examined = 0;   ///< failures looked at: the first of each family and verdict
  std::uint64_t explained = 0;  ///< examined ones that are right but for this cause

  /// Whether it explains nine of ten, as one cause of all does.
  bool explains_all() const { return 10 * explained >= 9 * examined; }
};

struct CampaignResult {
  std::string command = "verify";  ///< the command that ran the campaign
  std::uint64_t seed = 0;
  double tolerance = 0;
  std::string versions = "{}";
  Shard shard;
  std::vector<CampaignRow> rows;  ///< by metric, then source, in the order of the options
  std::vector<std::string>
      not_run;                    ///< one line for each metric and family left out, with the reason
  std::vector<LeftOut> left_out;  ///< those left out altogether, by metric, then source
  bool complete = true;           ///< false: ended early, and the rows cover only what was judged
  std::uint64_t done = 0, total = 0;           ///< (metric, case) pairs judged, and to be judged
  bool certify = false;                        ///< whether certificates were asked for
  bool degeneracy = false;                     ///< whether distances to degeneracy were tallied
  std::optional<RawJson> properties;           ///< report of the properties, where examined
  std::optional<std::vector<RawJson>> shrunk;  ///< failures that were shrunk, of each metric
  std::vector<LikelyCause> causes;             ///< one for each metric that has one

  /// Cases of all families and files whose truth was solved again, each once.
  std::uint64_t solved_again() const;
};

/// Throws HarnessError if the harness fails: no worker can start, the oracle throws, the store
/// cannot be written.
CampaignResult run_campaign(const CampaignOptions& options);

}  // namespace touchstone
