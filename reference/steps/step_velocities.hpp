// SPDX-License-Identifier: GPL-3.0-or-later
// What impulses make of the velocities of a step's contacts and joints, in double words with a bound
// and in rationals. Internal to the judge of steps.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "reference/arithmetic/bounded.hpp"
#include "reference/steps.hpp"

namespace touchstone {

/// The double nearest to x and the one nearest to what is left.
Bounded bounded_of(const Rational& x);

class StepVelocities {
 public:
  virtual ~StepVelocities() = default;
  /// w of contact i at the claim's impulses. In the plane the last entry is 0.
  virtual std::array<Bounded, 3> bounded(std::size_t i) const = 0;
  virtual std::array<Rational, 3> exact(std::size_t i) const = 0;
  /// w of contact i where neither contacts nor joints have impulses.
  virtual std::array<Rational, 3> start(std::size_t i) const = 0;
  /// Magnitudes of the terms whose sum is w at the claim's impulses, times `scale`.
  virtual std::array<double, 3> terms(std::size_t i, double scale) const = 0;
  /// The largest such sum at no impulses; 0 where q is given [m/s].
  virtual double start_terms(std::size_t i) const = 0;
  /// W_NN, the joints free [1/kg].
  virtual double mobility(std::size_t i) const = 0;

  /// What is left of a joint's row at the claim's impulses [m/s].
  virtual Bounded bounded_joint(std::size_t r) const = 0;
  virtual Rational exact_joint(std::size_t r) const = 0;
  /// Magnitudes of the terms whose sum that is, times `scale`.
  virtual double joint_terms(std::size_t r, double scale) const = 0;
  /// V, R and s, rounded, row by row.
  virtual double joint_column(std::size_t row, std::size_t r) const = 0;
  virtual double joint_matrix(std::size_t r, std::size_t c) const = 0;
  virtual double joint_rest(std::size_t r) const = 0;
};

/// Velocities of a claim to a question in local form.
std::unique_ptr<StepVelocities> local_velocities(const StepQuestion& question,
                                                 const StepClaim& claim);
/// Velocities of a claim to a question in bodies or global form, which has `behind`; nullptr where M
/// is singular.
std::unique_ptr<StepVelocities> velocities_behind(const StepQuestion& question,
                                                  const StepClaim& claim);

/// The joints taken out in doubles: what solves R x = b on the range of R, for several b.
class JointElimination {
 public:
  explicit JointElimination(const StepVelocities& velocities, std::size_t joints);
  /// x; zeros where rows depend on others.
  std::vector<double> solve(const std::vector<double>& b) const;

 private:
  std::size_t size_;
  std::vector<double> root_;      ///< scales rows and columns to a diagonal of ones
  std::vector<double> triangle_;  ///< two triangles, pivots in the order of rows_ and columns_
  std::vector<std::size_t> rows_, columns_;
  std::size_t rank_ = 0;
};

}  // namespace touchstone
