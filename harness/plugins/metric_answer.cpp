// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/metric_answer.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace touchstone {
namespace {

/// Makes a bool of a byte that may have any value.
void repair(bool& flag) {
  unsigned char byte = 0;
  std::memcpy(&byte, &flag, sizeof byte);
  flag = byte != 0;
}

bool is_in_range(const Feature& feature) {
  return static_cast<unsigned>(feature.kind) <= static_cast<unsigned>(Feature::Kind::facet);
}

bool is_in_range(const RatioDetail& ratio) {
  return ratio.active_count >= 0 &&
         ratio.active_count <= static_cast<int>(ratio.active_facet.size()) &&
         ratio.portal_count >= 0 && ratio.portal_count <= static_cast<int>(ratio.portal.size());
}

}  // namespace

void write_answer(const Answer& answer, MetricAnswer& out) {
  out.status = static_cast<std::int32_t>(answer.status);
  out.sign = answer.sign;
  out.value = answer.value;
  out.given = 0;
  if (answer.normal) {
    out.given |= MetricAnswer::kHasNormal;
    out.normal = *answer.normal;
  }
  if (answer.witnesses) {
    out.given |= MetricAnswer::kHasWitnesses;
    out.witnesses = *answer.witnesses;
  }
  if (answer.ratio) {
    out.given |= MetricAnswer::kHasRatio;
    out.ratio = *answer.ratio;
  }
  if (answer.tail) {
    out.given |= MetricAnswer::kHasTail;
    out.tail = *answer.tail;
  }
  out.feature_A = answer.feature_A;
  out.feature_B = answer.feature_B;
  out.work = answer.work;
  const std::size_t length = std::min(answer.note.size(), MetricAnswer::kMaxNote);
  std::copy_n(answer.note.begin(), length, out.note.begin());
  out.note.at(length) = 0;
}

std::optional<Answer> read_answer(const MetricAnswer& shared) {
  MetricAnswer own;
  std::memcpy(static_cast<void*>(&own), &shared, sizeof own);
  std::atomic_signal_fence(std::memory_order_seq_cst);  // nothing is read from there again
  repair(own.ratio.no_growth);
  for (bool& on_A : own.ratio.active_on_A) repair(on_A);
  const bool has_ratio = (own.given & MetricAnswer::kHasRatio) != 0;
  if (own.status < 0 || own.status > static_cast<int>(AnswerStatus::no_answer) ||
      !is_in_range(own.feature_A) || !is_in_range(own.feature_B) ||
      (has_ratio && !is_in_range(own.ratio))) {
    return std::nullopt;
  }
  Answer answer;
  answer.status = static_cast<AnswerStatus>(own.status);
  answer.sign = own.sign;
  answer.value = own.value;
  if ((own.given & MetricAnswer::kHasNormal) != 0) answer.normal = own.normal;
  if ((own.given & MetricAnswer::kHasWitnesses) != 0) answer.witnesses = own.witnesses;
  if (has_ratio) answer.ratio = own.ratio;
  if ((own.given & MetricAnswer::kHasTail) != 0) answer.tail = own.tail;
  answer.feature_A = own.feature_A;
  answer.feature_B = own.feature_B;
  answer.work = own.work;
  answer.note.assign(own.note.begin(), std::find(own.note.begin(), own.note.end(), '\0'));
  return answer;
}

}  // namespace touchstone
