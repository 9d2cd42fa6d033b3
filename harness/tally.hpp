// SPDX-License-Identifier: GPL-3.0-or-later
// Adds verdicts up to the record of one metric on one family. Verdicts come in case order, so that
// every sum has one order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/campaign.hpp"

namespace touchstone {

/// min, max, mean and standard deviation of a stream by Welford's recurrence.
class ErrorStream {
 public:
  void add(double error);
  ErrorSummary summary() const;

 private:
  ErrorSummary running_;
  double squares_ = 0;  ///< sum of squared deviations from the mean so far
};

/// The bin of the ulp histogram that an error of `ulps` >= 0 falls into.
int ulp_bin(double ulps);

class Tally {
 public:
  /// `row` holds the names; its counts are 0.
  explicit Tally(CampaignRow row) : row_(std::move(row)) {}

  void add(const std::string& id, const Verdict& verdict);
  /// The finished record.
  CampaignRow row() const;

 private:
  struct Bad {
    Word word;
    double error;  ///< relative to size
    std::string id;
  };

  void count_word(Word word);
  void keep_worst(const std::string& id, const Verdict& verdict);

  CampaignRow row_;
  ErrorStream error_abs_;
  ErrorStream error_rel_size_;
  std::vector<Bad> worst_;  ///< most serious first; equals in case order
};

}  // namespace touchstone
