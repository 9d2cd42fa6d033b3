// SPDX-License-Identifier: GPL-3.0-or-later
// Adds verdicts up to the record of one metric on one family. A tally is made of the verdicts of
// one chunk of cases in case order, and the tallies of chunks are merged in case order, so that
// every sum has one order.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/campaign/campaign.hpp"
#include "harness/campaign/row_fields.hpp"

namespace touchstone {

/// min, max, mean and standard deviation of a stream by Welford's recurrence; of two streams by
/// Chan, Golub and LeVeque, "Algorithms for computing the sample variance" (1983), equation 2.1.
struct ErrorStream {
  std::uint64_t count = 0;
  double min = 0, max = 0, mean = 0;
  double squares = 0;  ///< sum of squared deviations from the mean

  void add(double error);
  /// Appends a stream that comes after this one.
  void merge(const ErrorStream& later);
  ErrorSummary summary() const;
};

/// The bin of the ulp histogram that an error of `ulps` >= 0 falls into.
int ulp_bin(double ulps);

/// Whether a case with this word is listed among the wrong ones.
inline bool is_failure(Word word) { return static_cast<std::size_t>(word) < kWrongWords; }

/// Most cases that a tally lists as its worst.
inline constexpr std::size_t kMaxWorst = 10;

/// One of the worst cases of a tally.
struct WorstCase {
  Word word = Word::no_answer;
  double error = 0;  ///< relative to size
  std::string id;
};

/// Whether the counts of a row are consistent with its number of cases.
bool adds_up(const CampaignRow& row);

/// All that a tally holds, to be stored.
struct TallyState {
  CampaignRow row;  ///< counts and names; its summaries and `worst` are left empty
  ErrorStream error_abs;
  ErrorStream error_rel_size;
  std::vector<WorstCase> worst;  ///< most serious first; equals in case order
};

class Tally {
 public:
  /// The row of `state` holds the names.
  explicit Tally(TallyState state) : state_(std::move(state)) {}
  explicit Tally(CampaignRow row) { state_.row = std::move(row); }

  /// `detail` is the outcome's; for a case that is not applicable it says why.
  void add(const std::string& id, const Verdict& verdict, const std::string& detail = "");
  /// Counts a case that add() has counted, by its distance to degeneracy.
  void add_degeneracy(double relative_gap, const std::string& id, const Verdict& verdict) {
    state_.row.degeneracy.add(relative_gap, id, verdict);
  }
  /// Counts an answer by what judged it: a certificate, or the oracle.
  void add_judged(bool by_certificate) {
    ++(by_certificate ? state_.row.certificates.judged : state_.row.certificates.oracle);
  }
  /// Counts a case whose truth was solved a second time, exactly.
  void add_solved_again() { ++state_.row.solved_again; }
  /// Counts an answer without the certificate that its metric promises.
  void add_missing_certificate(const std::string& id, const std::string& reason);
  /// Appends the tally of later cases.
  void merge(const Tally& later);

  const TallyState& state() const { return state_; }
  /// The finished record.
  CampaignRow row() const;

 private:
  void keep_worst(WorstCase bad);

  TallyState state_;
};

}  // namespace touchstone
