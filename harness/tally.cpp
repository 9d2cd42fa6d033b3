// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/tally.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace touchstone {
namespace {

constexpr std::size_t kMostWorst = 10;

void count_part(CampaignRow::Part& part, PartVerdict verdict) {
  part.valid += verdict == PartVerdict::valid ? 1 : 0;
  part.invalid += verdict == PartVerdict::invalid ? 1 : 0;
  part.absent += verdict == PartVerdict::absent ? 1 : 0;
}

}  // namespace

void ErrorStream::add(double error) {
  running_.min = running_.count == 0 ? error : std::min(running_.min, error);
  running_.max = running_.count == 0 ? error : std::max(running_.max, error);
  ++running_.count;
  const double before = error - running_.mean;
  running_.mean += before / static_cast<double>(running_.count);
  squares_ += before * (error - running_.mean);
}

ErrorSummary ErrorStream::summary() const {
  ErrorSummary summary = running_;
  if (summary.count > 0) summary.std = std::sqrt(squares_ / static_cast<double>(summary.count));
  return summary;
}

int ulp_bin(double ulps) {
  if (ulps == 0) return 0;
  int bin = 1;
  for (double edge = 0.5; ulps > edge && bin < kUlpBins - 1; edge *= 2) ++bin;
  return bin;
}

void Tally::count_word(Word word) {
  switch (word) {
    case Word::crashed:
      ++row_.crashed;
      break;
    case Word::timed_out:
      ++row_.timed_out;
      break;
    case Word::no_answer:
      ++row_.no_answer;
      break;
    case Word::not_applicable:
      ++row_.not_applicable;
      break;
    case Word::right:
      ++row_.right;
      break;
    case Word::wrong_sign:
    case Word::inaccurate:
    case Word::invalid_normal:
    case Word::invalid_witness:
      break;
  }
}

void Tally::keep_worst(const std::string& id, const Verdict& verdict) {
  const Bad bad{verdict.word, verdict.error_rel_size, id};
  const auto more_serious = [](const Bad& a, const Bad& b) {
    return a.word != b.word ? a.word < b.word : a.error > b.error;
  };
  worst_.insert(std::upper_bound(worst_.begin(), worst_.end(), bad, more_serious), bad);
  if (worst_.size() > kMostWorst) worst_.pop_back();
}

void Tally::add(const std::string& id, const Verdict& verdict) {
  ++row_.cases;
  count_word(verdict.word);
  if (verdict.word != Word::right && verdict.word != Word::not_applicable) keep_worst(id, verdict);

  if (verdict.value != ValueVerdict::not_given) {
    ++row_.answered;
    row_.value.right += verdict.value == ValueVerdict::right ? 1 : 0;
    row_.value.wrong_sign += verdict.value == ValueVerdict::wrong_sign ? 1 : 0;
    row_.value.inaccurate += verdict.value == ValueVerdict::inaccurate ? 1 : 0;
    error_abs_.add(verdict.error_abs);
    error_rel_size_.add(verdict.error_rel_size);
    ++row_.ulp_histogram[static_cast<std::size_t>(ulp_bin(verdict.ulps))];
  }
  if (verdict.sign != SignVerdict::not_given) {
    ++row_.sign_only;
    row_.sign.right += verdict.sign == SignVerdict::right ? 1 : 0;
    row_.sign.wrong_sign += verdict.sign == SignVerdict::wrong_sign ? 1 : 0;
  }
  count_part(row_.normal, verdict.normal);
  count_part(row_.witness, verdict.witness);
}

CampaignRow Tally::row() const {
  CampaignRow row = row_;
  row.error_abs = error_abs_.summary();
  row.error_rel_size = error_rel_size_.summary();
  row.worst.clear();
  for (const Bad& bad : worst_) row.worst.push_back(bad.id);
  return row;
}

}  // namespace touchstone
