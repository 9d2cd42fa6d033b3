// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/asking/agreement.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace touchstone {
namespace {

/// All numbers of an answer that hold something.
std::vector<std::uint64_t> bits_of_answer(const Answer& answer) {
  std::vector<std::uint64_t> bits = {static_cast<std::uint64_t>(answer.status)};
  const auto add = [&](double x) { bits.push_back(std::bit_cast<std::uint64_t>(x)); };
  const auto add_entries = [&](const Vec3& v) {
    for (int i = 0; i < 3; ++i) add(v[i]);
  };
  if (answer.status == AnswerStatus::answered) add(answer.value);
  if (answer.status == AnswerStatus::sign_only) add(answer.sign);
  if (answer.normal) add_entries(*answer.normal);
  if (answer.witnesses) {
    add_entries(answer.witnesses->p_WA);
    add_entries(answer.witnesses->p_WB);
  }
  return bits;
}

}  // namespace

bool agree(const MetricTraits& traits, double size, const RunOutcome& a, const RunOutcome& b) {
  if (a.status != b.status || b.fault != RunFault::none) return false;
  if (a.status != RunStatus::completed) return true;
  const Answer& x = a.answer;
  const Answer& y = b.answer;
  if (x.status != y.status || x.sign != y.sign || x.normal.has_value() != y.normal.has_value() ||
      x.witnesses.has_value() != y.witnesses.has_value()) {
    return false;
  }
  const bool both_nan = std::isnan(x.value) && std::isnan(y.value);
  const bool is_ratio = traits.quantity == Quantity::ratio;
  const double scale = is_ratio ? std::max(1.0, std::fabs(x.value)) : size;
  return both_nan || x.value == y.value ||
         std::fabs(x.value - y.value) <= traits.own_tolerance * scale;
}

bool same_bits(const RunOutcome& a, const RunOutcome& b) {
  return a.status == b.status && bits_of_answer(a.answer) == bits_of_answer(b.answer);
}

}  // namespace touchstone
