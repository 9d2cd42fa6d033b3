// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/contacts/islands.hpp"

#include <algorithm>
#include <numeric>

#include "geometry/index.hpp"

namespace touchstone {

void Islands::begin(const std::vector<char>& fixed) {
  fixed_ = &fixed;
  parent_.resize(fixed.size());
  std::iota(parent_.begin(), parent_.end(), 0);
  held_.assign(fixed.size(), 0);
  count_ = 0;
}

bool Islands::connect(int A, int B) {
  const bool moves_A = (*fixed_)[at(A)] == 0;
  const bool moves_B = (*fixed_)[at(B)] == 0;
  if (!moves_A && !moves_B) return false;
  const int one = group(moves_A ? A : B);
  const int other = group(moves_B ? B : A);
  if (one == other && held_[at(one)] != 0) return false;
  // The first body stands for its group.
  parent_[at(std::max(one, other))] = std::min(one, other);
  held_[at(std::min(one, other))] = 1;
  return true;
}

void Islands::list() {
  number_.assign(parent_.size(), -1);
  count_ = 0;
  for (int body = 0; at(body) < parent_.size(); ++body) {
    if ((*fixed_)[at(body)] != 0 || !held(body)) continue;
    int& number = number_[at(group(body))];
    if (number < 0) {
      number = static_cast<int>(count_++);
      if (islands_.size() < count_) islands_.emplace_back();
      Island& fresh = islands_[at(number)];
      fresh.bodies.clear();
      fresh.pairs.clear();
      fresh.joints.clear();
    }
    islands_[at(number)].bodies.push_back(body);
  }
}

Island& Islands::of(int body) { return islands_[at(number_[at(group(body))])]; }

}  // namespace touchstone
