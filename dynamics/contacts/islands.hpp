// SPDX-License-Identifier: GPL-3.0-or-later
// Islands: moving bodies that contacts or joints connect, directly or through others. What happens
// in one has no influence on another within a step. Fixed bodies connect nothing.
#pragma once

#include <span>
#include <vector>

#include "geometry/index.hpp"

namespace touchstone {

/// Numbers of what belongs to an island, each list ascending. A moving body without any contact or
/// joint is in no island.
struct Island {
  std::vector<int> bodies;  ///< moving bodies
  std::vector<int> pairs;   ///< pairs that touch
  std::vector<int> joints;
};

/// Connects bodies (union-find), then lists what belongs together.
class Islands {
 public:
  /// Makes each body a group of its own that nothing holds. `fixed` outlives the islands.
  void begin(const std::vector<char>& fixed);
  /// Connects those of the two bodies that move. False if nothing changes.
  bool connect(int A, int B);
  /// The number of a body's group, the same for all in it.
  int group(int body) {
    const auto parent = [this](int of) -> int& { return parent_[at(of)]; };
    while (parent(body) != body) body = parent(body) = parent(parent(body));
    return body;
  }
  /// Whether a contact or joint of the body's group is known.
  bool held(int body) { return held_[at(group(body))] != 0; }

  /// Lists the islands in the order of their first bodies, as yet without pairs and joints.
  void list();
  void add_pair(int body, int pair) { of(body).pairs.push_back(pair); }
  void add_joint(int body, int joint) { of(body).joints.push_back(joint); }
  std::span<const Island> islands() const { return {islands_.data(), count_}; }

 private:
  Island& of(int body);

  const std::vector<char>* fixed_ = nullptr;
  std::vector<int> parent_;
  std::vector<char> held_;       ///< whether a contact or joint of a group is known
  std::vector<int> number_;      ///< island of each group, -1: none
  std::vector<Island> islands_;  ///< at least count_: their memory is reused
  std::size_t count_ = 0;
};

}  // namespace touchstone
