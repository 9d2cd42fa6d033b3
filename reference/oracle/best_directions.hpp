// SPDX-License-Identifier: GPL-3.0-or-later
// Directions compared exactly by what they reach, and the list of those that tie for the best.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "reference/exact/integers.hpp"
#include "reference/oracle/exact_pair.hpp"

namespace touchstone {

/// The sign of gap(u)/|u| - gap(v)/|v|.
inline int compare_phi(const ExactDirection& u, const ExactDirection& v) {
  const int sign = sgn(u.gap);
  if (sign != sgn(v.gap)) return sign < sgn(v.gap) ? -1 : 1;
  const Integer a = u.gap * u.gap * v.square;
  const Integer b = v.gap * v.gap * u.square;
  return sign * cmp(a, b);
}

/// The sign of gap(u)/(u.d) - gap(v)/(v.d), both u.d > 0.
inline int compare_ratio(const ExactDirection& u, const ExactDirection& v) {
  const Integer a = u.gap * v.along;
  const Integer b = v.gap * u.along;
  return cmp(a, b);
}

/// All that tie for the best so far; memory is kept for the next time.
class BestDirections {
 public:
  void clear() { count_ = 0; }
  std::size_t size() const { return count_; }
  ExactDirection& operator[](std::size_t k) { return list_[k]; }
  /// Where the next one is to be written before it is offered.
  ExactDirection& slot() {
    if (list_.size() == count_) list_.emplace_back();
    return list_[count_];
  }
  template <class Compare>
  void offer(const Compare& compare) {
    const int order = count_ == 0 ? 0 : compare(list_[count_], list_[0]);
    if (order < 0) return;
    if (order > 0) {
      std::swap(list_[0], list_[count_]);
      count_ = 0;
    }
    ++count_;
  }

 private:
  std::vector<ExactDirection> list_;
  std::size_t count_ = 0;
};

}  // namespace touchstone
