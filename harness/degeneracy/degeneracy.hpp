// SPDX-License-Identifier: GPL-3.0-or-later
// Errors against the distance to degeneracy: how near a penetrating case is to having two nearest
// facets of the Minkowski difference, and what a metric made of the cases of each decade of that.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "harness/judge/judge.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// Bin 0: a tie; bin 1: a relative gap in (0, 1e-15]; then a bin for each decade; the last bin
/// takes what is above 0.1.
inline constexpr std::size_t kDegeneracyBins = 17;
inline constexpr double kWidest = std::numeric_limits<double>::infinity();
/// The largest relative gap of each bin.
inline constexpr std::array<double, kDegeneracyBins> kDegeneracyEdges = {
    0,    1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9,   1e-8,
    1e-7, 1e-6,  1e-5,  1e-4,  1e-3,  1e-2,  1e-1,  kWidest};

std::size_t degeneracy_bin(double relative_gap);

/// The cases of one bin.
struct DegeneracyBin {
  std::array<std::uint64_t, kWords> words{};  ///< number of cases with each Word
  std::uint64_t valued = 0;                   ///< number of cases with a finite value
  double max_error = 0;                       ///< largest error of a value, relative to size [1]
  std::string worst;                          ///< id of the first case with that error

  std::uint64_t cases() const;
  std::uint64_t of(Word word) const { return words.at(static_cast<std::size_t>(word)); }
  void merge(const DegeneracyBin& later);
};

struct DegeneracyTally {
  std::vector<DegeneracyBin> bins;  ///< kDegeneracyBins, or none where nothing was counted

  void add(double relative_gap, const std::string& id, const Verdict& verdict);
  /// Appends the tally of later cases.
  void merge(const DegeneracyTally& later);
};

/// A bin that has cases, as the records of campaigns have it (docs/degeneracy.md).
struct DegeneracyLine {
  std::size_t place = 0;
  DegeneracyBin bin;
};
std::vector<DegeneracyLine> degeneracy_lines(const DegeneracyTally& tally);
RecordFields<DegeneracyLine> degeneracy_fields();

}  // namespace touchstone
