// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a search that keeps a few of the points it is given goes round in a circle without end.
// Internal to `libccd`.
//
// A search whose next question follows from the points that it keeps, at most three at a time, is a
// function from states to states: a state that comes back comes back for ever. States are not seen,
// questions are. Let these repeat with a period. Points from before the first period are dropped
// one after another, three at most, and none comes back. Between two drops what is kept is the
// same points in some order, 6 at most, in one of 3 loops. So after 4 x 6 x 3 periods some state
// has come back.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

namespace touchstone {

class Recurrence {
 public:
  using Question = std::array<double, 3>;
  static constexpr std::size_t kMaxPeriod = 64;
  static constexpr std::size_t kPeriods = 100;  ///< more than 72

  /// Takes the next question. Whether the last kPeriods periods were the same, bit by bit.
  bool recurs(const Question& question) {
    if (period_ == 0 || !same(question, before(period_))) find_period(question);
    last_[count_++ % kMaxPeriod] = question;
    return period_ > 0 && ++repeated_ >= kPeriods * period_;
  }
  void forget() { count_ = period_ = repeated_ = 0; }

 private:
  static bool same(const Question& one, const Question& other) {
    return std::memcmp(one.data(), other.data(), sizeof one) == 0;
  }
  /// So many questions ago.
  const Question& before(std::size_t steps) const { return last_[(count_ - steps) % kMaxPeriod]; }
  void find_period(const Question& question) {
    repeated_ = 0;
    for (period_ = 1; period_ <= kMaxPeriod && period_ <= count_; ++period_) {
      if (same(question, before(period_))) return;
    }
    period_ = 0;
  }

  std::array<Question, kMaxPeriod> last_;  ///< by count, modulo its size
  std::size_t count_ = 0;
  std::size_t period_ = 0;    ///< 0: none
  std::size_t repeated_ = 0;  ///< so many questions in a row were those of a period before
};

}  // namespace touchstone
