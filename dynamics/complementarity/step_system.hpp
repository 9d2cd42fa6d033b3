// SPDX-License-Identifier: GPL-3.0-or-later
// The contacts of one step with the velocities v behind them:
//
//   M (v - free) = force + H P + G l,   w = H'v + offset,   G'v + rest = 0,
//
// where P are the impulses and w the velocities of the contacts, normal first, and l the impulses of
// joints. FCLIB's global form has no `free`; that of bodies has no `force`.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

/// The rows of a matrix, one after another, of which only some entries are there.
struct SparseRows {
  std::vector<int> begin = {0};  ///< first entry of each row; one more than rows
  std::vector<int> column;
  std::vector<double> value;

  int rows() const { return static_cast<int>(begin.size()) - 1; }
  void add(int at, double entry) {
    column.push_back(at);
    value.push_back(entry);
  }
  void end_row() { begin.push_back(static_cast<int>(column.size())); }
};

struct StepSystem {
  int velocities = 0;          ///< length of v
  SparseRows mass;             ///< M, square
  std::vector<double> free;    ///< velocities [m/s, rad/s]
  std::vector<double> force;   ///< impulses [N s, N m s]
  SparseRows contact;          ///< H': the rows of each contact, normal first
  std::vector<double> offset;  ///< [m/s]
  SparseRows joint;            ///< G'
  std::vector<double> rest;    ///< [m/s]
};

/// Such contacts between bodies of six velocities each.
struct StepBodies {
  int dimension = 3;                 ///< rows of a contact
  std::vector<double> masses;        ///< 6 x 6 of each body, row by row
  std::vector<double> free;          ///< velocities without impulses, 6 of each body
  std::vector<int> contact_body;     ///< A and B of each contact; -1: fixed
  std::vector<double> contact_rows;  ///< dimension x 12 of each: of A, then of B
  std::vector<double> bound;         ///< added to the normal velocity of each contact [m/s]
  std::vector<int> joint_body;       ///< A and B of each joint row
  std::vector<double> joint_rows;    ///< 12 of each
  std::vector<double> joint_bound;   ///< [m/s]
};

StepSystem system_of(const StepBodies& bodies);

/// Velocities that an M may couple with each other: it is inverted in rationals by its judge.
inline constexpr int kMaxCoupledVelocities = 60;
/// Entries of a matrix of joints that a step may have.
inline constexpr std::size_t kMaxJointEntries = 20'000'000;
/// Blocks of W that a step may have.
inline constexpr std::size_t kMaxBlocks = 20'000'000;

struct LocalStep;

/// Sets W, q and the joints of `step` to those of its system. What is wrong with M, or with its
/// size; empty if nothing is.
std::string set_local_form(LocalStep& step);

}  // namespace touchstone
