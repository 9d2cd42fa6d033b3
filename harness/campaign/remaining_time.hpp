// SPDX-License-Identifier: GPL-3.0-or-later
// How long a campaign will still take. Cases of one family cost ten thousand times those of
// another, so that a share of answers says little: each source's own rate counts as soon as there
// is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

class RemainingTime {
 public:
  /// `cases` of each source in the order of the options: those that are still to be judged.
  RemainingTime(const CampaignOptions& options, const std::vector<std::uint64_t>& cases);

  /// Records that `cases` of a source took one thread that many seconds.
  void add(std::size_t source, std::uint64_t cases, double seconds);
  /// Time left for `jobs` threads, from what was added so far [s]; 0 before anything was.
  double left_s(int jobs) const;

 private:
  struct Source {
    double guess_s = 0;  ///< guessed time of one case, before any was judged [s]
    std::uint64_t left = 0;
    std::uint64_t judged = 0;
    double spent_s = 0;
  };
  std::vector<Source> sources_;
};

}  // namespace touchstone
