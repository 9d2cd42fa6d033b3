// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/degeneracy/degeneracy.hpp"

#include <algorithm>
#include <numeric>

#include "schema/json_text.hpp"

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

std::string degeneracy_json(const DegeneracyTally& tally) {
  std::vector<std::string> items;
  for (std::size_t k = 0; k < tally.bins.size(); ++k) {
    const DegeneracyBin& bin = tally.bins[k];
    if (bin.cases() == 0) continue;
    JsonObject object;
    object.add("above", k == 0 ? "null" : json_number(kDegeneracyEdges.at(k - 1)))
        .add("up_to", json_number(kDegeneracyEdges.at(k)))
        .add("cases", std::to_string(bin.cases()));
    for (const Word word : {Word::right, Word::wrong_sign, Word::inaccurate, Word::invalid_normal,
                            Word::invalid_witness, Word::missing, Word::no_answer, Word::crashed,
                            Word::timed_out, Word::flaky, Word::order_dependent, Word::skipped}) {
      object.add(word_name(word), std::to_string(bin.of(word)));
    }
    const bool some = bin.valued > 0;
    object.add("valued", std::to_string(bin.valued))
        .add("max_error", some ? json_number(bin.max_error) : "null")
        .add("worst", some ? json_string(bin.worst) : "null");
    items.push_back(object.row());
  }
  return json_row(items);
}

}  // namespace touchstone
