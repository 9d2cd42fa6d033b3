// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/passes.hpp"

#include <algorithm>
#include <functional>

namespace touchstone {
namespace {

/// A change of one sort.
using Change = std::function<void(PairDraft&)>;

struct Sort {
  std::string name;
  std::vector<Change> changes;
};

constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};
constexpr std::array<const char*, 2> kBodies = {"A", "B"};

/// Quaternion entries w and along the axis: turns from a few degrees to nearly a half turn, both
/// ways.
constexpr std::array<std::array<double, 2>, 6> kRationalTurns = {
    {{20, 1}, {7, 2}, {5, -3}, {3, 4}, {2, -5}, {1, 9}}};

/// Factors of lengths that leave no number as round as it was, and round ones.
constexpr std::array<double, 5> kFactors = {0.5, 0.8125, 1.1875, 1.5, 2.25};

/// The product of two quaternions of integers.
Quaternion product(const Quaternion& p, const Quaternion& q) {
  const auto& [a, b, c, d] = p;
  const auto& [w, x, y, z] = q;
  return {a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
          a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w};
}

Quaternion about(int axis, const std::array<double, 2>& turn) {
  Quaternion q = {turn[0], 0, 0, 0};
  q[static_cast<std::size_t>(axis) + 1] = turn[1];
  return q;
}

/// A turn of body k about an axis of its own frame, through its origin.
void turn_body(PairDraft& draft, std::size_t k, const Quaternion& turn) {
  PoseDraft& pose = draft.poses[k];
  if (pose.q) {
    set_rotation(pose, product(*pose.q, turn));
  } else {
    pose.R = pose.R * rotation_of(turn);
  }
}

/// Turns the whole world about its origin.
void turn_world(PairDraft& draft, const Quaternion& turn) {
  const Mat3 R = rotation_of(turn);
  for (PoseDraft& pose : draft.poses) {
    pose.t = R * pose.t;
    if (pose.q) {
      set_rotation(pose, product(turn, *pose.q));
    } else {
      pose.R = R * pose.R;
    }
  }
}

double size_of(const PairDraft& draft) {
  double smallest = 0;
  for (const BodyDraft& body : draft.bodies) {
    const double largest = largest_coordinate(body);
    smallest = smallest == 0 ? largest : std::min(smallest, largest);
  }
  return smallest;
}

std::vector<Sort> sorts_of(const PairDraft& draft) {
  const double size = size_of(draft);
  std::vector<Sort> sorts;
  Sort frame{"rotation of the whole pair", {}};
  Sort place{"place of the whole pair in the world", {}};
  for (int axis = 0; axis < 3; ++axis) {
    frame.changes.push_back(
        [axis](PairDraft& d) { turn_world(d, about(axis, kRationalTurns[1])); });
    frame.changes.push_back(
        [axis](PairDraft& d) { turn_world(d, about(axis, kRationalTurns[4])); });
    for (const double sign : {3.0, -7.0}) {
      place.changes.push_back([axis, sign, size](PairDraft& d) {
        for (PoseDraft& pose : d.poses) pose.t[axis] += sign * size;
      });
    }
  }
  sorts.push_back(std::move(frame));
  sorts.push_back(std::move(place));
  Sort scale{"scale", {}};
  for (const double factor : {0x1p-10, 0.1, 0.7, 3.0, 1000.0}) {
    scale.changes.push_back([factor](PairDraft& d) {
      for (double* x : lengths_of(d)) *x *= factor;
    });
  }
  sorts.push_back(std::move(scale));
  for (int axis = 0; axis < 3; ++axis) {
    Sort turn{std::string("rotation of B about its ") + kAxes[static_cast<std::size_t>(axis)], {}};
    for (const auto& t : kRationalTurns) {
      turn.changes.push_back([axis, t](PairDraft& d) { turn_body(d, 1, about(axis, t)); });
    }
    sorts.push_back(std::move(turn));
  }
  for (int axis = 0; axis < 3; ++axis) {
    Sort shift{std::string("shift of B along ") + kAxes[static_cast<std::size_t>(axis)] +
                   " by a tenth of size",
               {}};
    for (const double part : {-0.1, -0.03, -0.001, 0.001, 0.03, 0.1}) {
      shift.changes.push_back(
          [axis, part, size](PairDraft& d) { d.poses[1].t[axis] += part * size; });
    }
    sorts.push_back(std::move(shift));
  }
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    if (!draft.bodies[k].half_extents) continue;
    for (int axis = 0; axis < 3; ++axis) {
      Sort length{std::string("half extent of ") + kBodies[k] + " along its " +
                      kAxes[static_cast<std::size_t>(axis)] + " between half and twice",
                  {}};
      for (const double factor : kFactors) {
        length.changes.push_back(
            [k, axis, factor](PairDraft& d) { (*d.bodies[k].half_extents)[axis] *= factor; });
      }
      sorts.push_back(std::move(length));
    }
  }
  return sorts;
}

}  // namespace

std::vector<std::string> what_does_not_matter(Search& search, const PairDraft& draft) {
  std::vector<std::string> names;
  for (const Sort& sort : sorts_of(draft)) {
    const bool all =
        std::all_of(sort.changes.begin(), sort.changes.end(), [&](const Change& change) {
          PairDraft changed = draft;
          change(changed);
          return search.fails_alike(changed);
        });
    if (all) names.push_back("any " + sort.name);
  }
  return names;
}

}  // namespace touchstone
