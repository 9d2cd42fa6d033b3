// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/tally.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

/// Counts the verdicts that no part of a row counts.
void count_word(CampaignRow& row, Word word) {
  for (const RowField& field : kRowFields) {
    if (field.word == word && field.part.empty()) ++field.write(row);
  }
}

void count_part(CampaignRow::Part& part, PartVerdict verdict) {
  part.valid += verdict == PartVerdict::valid ? 1 : 0;
  part.invalid += verdict == PartVerdict::invalid ? 1 : 0;
  part.absent += verdict == PartVerdict::absent ? 1 : 0;
}

}  // namespace

void ErrorStream::add(double error) {
  min = count == 0 ? error : std::min(min, error);
  max = count == 0 ? error : std::max(max, error);
  ++count;
  const double before = error - mean;
  mean += before / static_cast<double>(count);
  squares += before * (error - mean);
}

void ErrorStream::merge(const ErrorStream& later) {
  if (later.count == 0) return;
  if (count == 0) {
    *this = later;
    return;
  }
  min = std::min(min, later.min);
  max = std::max(max, later.max);
  const auto m = static_cast<double>(count);
  const auto n = static_cast<double>(later.count);
  const double apart = later.mean - mean;
  mean += apart * (n / (m + n));
  squares += later.squares + apart * apart * (m * (n / (m + n)));
  count += later.count;
}

ErrorSummary ErrorStream::summary() const {
  ErrorSummary summary{count, min, max, mean, 0};
  if (count > 0) summary.std = std::sqrt(squares / static_cast<double>(count));
  return summary;
}

int ulp_bin(double ulps) {
  if (ulps == 0) return 0;
  int bin = 1;
  for (double edge = 0.5; ulps > edge && bin < kUlpBins - 1; edge *= 2) ++bin;
  return bin;
}

bool adds_up(const CampaignRow& row) {
  // A sum of counts, each at most that of the cases, does not overflow.
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max() / 16;
  const bool within = row.cases <= kMax &&
                      std::all_of(kRowFields.begin(), kRowFields.end(), [&](const RowField& field) {
                        return field.read(row) <= row.cases;
                      });
  if (!within) return false;
  const std::uint64_t ended = row.answered + row.sign_only + row.no_answer + unjudged(row);
  const std::uint64_t values = row.value.right + row.value.wrong_sign + row.value.inaccurate;
  const std::uint64_t signs = row.sign.right + row.sign.wrong_sign;
  std::uint64_t with_verdict = 0;
  for (std::size_t k = 0; k < kWords; ++k) with_verdict += cases_with(row, static_cast<Word>(k));
  const auto fits = [&](const CampaignRow::Part& part) {
    return part.valid + part.invalid + part.absent <= row.cases - unjudged(row);
  };
  return ended == row.cases && values == row.answered && signs == row.sign_only &&
         with_verdict == row.cases && row.invalid_normal <= row.normal.invalid &&
         row.invalid_witness <= row.witness.invalid &&
         row.missing <= row.normal.absent + row.witness.absent && fits(row.normal) &&
         fits(row.witness);
}

void Tally::keep_worst(WorstCase bad) {
  const auto more_serious = [](const WorstCase& a, const WorstCase& b) {
    return a.word != b.word ? a.word < b.word : a.error > b.error;
  };
  auto& worst = state_.worst;
  const auto place = std::upper_bound(worst.begin(), worst.end(), bad, more_serious);
  if (place == worst.end() && worst.size() == kMaxWorst) return;
  worst.insert(place, std::move(bad));
  if (worst.size() > kMaxWorst) worst.pop_back();
}

void Tally::add(const std::string& id, const Verdict& verdict, const std::string& detail) {
  CampaignRow& row = state_.row;
  ++row.cases;
  count_word(row, verdict.word);
  if (is_failure(verdict.word)) keep_worst({verdict.word, verdict.error_rel_size, id});
  if (verdict.word == Word::not_applicable && row.why_not_applicable.empty()) {
    row.why_not_applicable = detail;
  }
  // Proven bounds that are too wide for a verdict at the own tolerance prove no fault there.
  const bool own_fault = verdict.own_word != Word::right && verdict.own_word != Word::undecided;
  row.right_at_own += verdict.word == Word::undecided || own_fault ? 0 : 1;
  // No part of what is undecided counts as right or wrong.
  if (verdict.word == Word::undecided) return;

  if (verdict.value != ValueVerdict::not_given) {
    ++row.answered;
    // Beside a part that is wrong, an undecided value passes for right.
    row.value.right +=
        verdict.value == ValueVerdict::right || verdict.value == ValueVerdict::undecided ? 1 : 0;
    row.value.wrong_sign += verdict.value == ValueVerdict::wrong_sign ? 1 : 0;
    row.value.inaccurate += verdict.value == ValueVerdict::inaccurate ? 1 : 0;
    state_.error_abs.add(verdict.error_abs);
    state_.error_rel_size.add(verdict.error_rel_size);
    ++row.ulp_histogram[static_cast<std::size_t>(ulp_bin(verdict.ulps))];
    if (row.error_histogram) row.error_histogram->add(verdict.error_rel_size);
  }
  // A sign where a value was promised counts as no answer.
  if (verdict.sign != SignVerdict::not_given && verdict.word != Word::no_answer) {
    ++row.sign_only;
    row.sign.right += verdict.sign == SignVerdict::right ? 1 : 0;
    row.sign.wrong_sign += verdict.sign == SignVerdict::wrong_sign ? 1 : 0;
  }
  count_part(row.normal, verdict.normal);
  count_part(row.witness, verdict.witness);
}

void Tally::add_missing_certificate(const std::string& id, const std::string& reason) {
  CampaignRow& row = state_.row;
  if (++row.certificates.missing == 1) row.first_missing = id + ": " + reason;
}

void Tally::merge(const Tally& later) {
  CampaignRow& row = state_.row;
  const CampaignRow& more = later.state_.row;
  row.add_certificates(more);
  row.solved_again += more.solved_again;
  if (row.why_not_applicable.empty()) row.why_not_applicable = more.why_not_applicable;
  for (const RowField& field : kRowFields) field.write(row) += field.read(more);
  for (std::size_t k = 0; k < row.ulp_histogram.size(); ++k) {
    row.ulp_histogram[k] += more.ulp_histogram[k];
  }
  if (row.error_histogram && more.error_histogram) {
    row.error_histogram->merge(*more.error_histogram);
  }
  state_.error_abs.merge(later.state_.error_abs);
  state_.error_rel_size.merge(later.state_.error_rel_size);
  for (const WorstCase& bad : later.state_.worst) keep_worst(bad);
  row.degeneracy.merge(more.degeneracy);
}

CampaignRow Tally::row() const {
  CampaignRow row = state_.row;
  row.error_abs = state_.error_abs.summary();
  row.error_rel_size = state_.error_rel_size.summary();
  row.worst.clear();
  for (const WorstCase& bad : state_.worst) row.worst.push_back(bad.id);
  return row;
}

}  // namespace touchstone
