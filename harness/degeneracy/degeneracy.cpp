// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/degeneracy/degeneracy.hpp"

#include <algorithm>
#include <numeric>

namespace touchstone {

std::size_t degeneracy_bin(double relative_gap) {
  const auto* const edge =
      std::lower_bound(kDegeneracyEdges.begin(), kDegeneracyEdges.end(), relative_gap);
  return static_cast<std::size_t>(edge - kDegeneracyEdges.begin());
}

std::uint64_t DegeneracyBin::cases() const {
  return std::accumulate(words.begin(), words.end(), std::uint64_t{0});
}

void DegeneracyBin::merge(const DegeneracyBin& later) {
  for (std::size_t k = 0; k < words.size(); ++k) words.at(k) += later.words.at(k);
  if (later.valued > 0 && (valued == 0 || later.max_error > max_error)) {
    max_error = later.max_error;
    worst = later.worst;
  }
  valued += later.valued;
}

void DegeneracyTally::add(double relative_gap, const std::string& id, const Verdict& verdict) {
  DegeneracyBin bin;
  bin.words.at(static_cast<std::size_t>(verdict.word)) = 1;
  if (verdict.value != ValueVerdict::not_given) {
    bin.valued = 1;
    bin.max_error = verdict.error_rel_size;
    bin.worst = id;
  }
  bins.resize(kDegeneracyBins);
  bins[degeneracy_bin(relative_gap)].merge(bin);
}

void DegeneracyTally::merge(const DegeneracyTally& later) {
  if (later.bins.empty()) return;
  bins.resize(kDegeneracyBins);
  for (std::size_t k = 0; k < bins.size(); ++k) bins[k].merge(later.bins[k]);
}

std::vector<DegeneracyLine> degeneracy_lines(const DegeneracyTally& tally) {
  std::vector<DegeneracyLine> lines;
  for (std::size_t k = 0; k < tally.bins.size(); ++k) {
    if (tally.bins[k].cases() > 0) lines.push_back({k, tally.bins[k]});
  }
  return lines;
}

RecordFields<DegeneracyLine> degeneracy_fields() {
  using Line = DegeneracyLine;
  return [] {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    RecordFields<Line> fields;
    fields
        .add(field("above",
                   "lower end of the distances to degeneracy that these cases have: how much "
                   "farther the second nearest facet of the difference of A and B is, relative to "
                   "the pair's size")
                 .null_where("they are 0, a tie")
                 .from(0),
             [](const Line& line) {
               return line.place == 0 ? kNone : kDegeneracyEdges.at(line.place - 1);
             })
        .add(field("up_to",
                   "upper end of these distances to degeneracy, relative to the pair's size")
                 .null_where("there is no limit")
                 .from(0)
                 .not_below("above"),
             [](const Line& line) { return kDegeneracyEdges.at(line.place); })
        .add(field("cases", "cases that were judged").counts(),
             [](const Line& line) { return line.bin.cases(); });
    for (std::size_t k = 0; k < kWords; ++k) {
      const auto word = static_cast<Word>(k);
      if (word == Word::not_applicable || word == Word::undecided) continue;
      fields.add(field(word_name(word), "cases with the verdict that the key names").counts(),
                 [word](const Line& line) { return line.bin.of(word); });
    }
    fields
        .add(field("valued", "cases with a finite value").counts(),
             [](const Line& line) { return line.bin.valued; })
        .add(field("max_error", "largest error of a value, relative to the pair's size")
                 .null_where("there is no value, or it overflows")
                 .from(0),
             [](const Line& line) { return line.bin.valued > 0 ? line.bin.max_error : kNone; })
        .add(field("worst", "id of the first case with that error").null_where("there is no value"),
             [](const Line& line) { return line.bin.worst; });
    return fields;
  }();
}

}  // namespace touchstone
