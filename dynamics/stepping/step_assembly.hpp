// SPDX-License-Identifier: GPL-3.0-or-later
// From bodies, contacts and joints to the problems of one time step, one for each island, and back
// to velocities.
//
// Velocity-level semi-implicit Euler (Stewart & Trinkle; Anitescu & Potra): M (v+ - v) = h k +
// impulses, where k is gravity and the gyroscopic torque, the latter by the implicit midpoint rule
// in the body's axes, which keeps kinetic energy and the magnitude of a free body's angular
// momentum; taken at the beginning of the step it adds energy without bound. The bound of a normal
// row is phi/h for a gap (the body may close it within the step, not more) and gamma phi/h for a
// penetration. gamma scales penetrations only: scaled gaps would be cushions. Each contact point
// has its own normal, and its method says which distance bounds its row (RowBound).
//
// A fixed body that moves on a path has columns in every island that it touches, and six bilateral
// rows there that hold its velocities. Their impulses are those that drive it: times its velocities
// they are its work. Islands stay apart, and no solver knows of paths.
#pragma once

#include <span>
#include <vector>

#include "dynamics/complementarity/sparse_problem.hpp"
#include "dynamics/contacts/pair_contacts.hpp"
#include "dynamics/scene.hpp"
#include "dynamics/stepping/joint_rows.hpp"

namespace touchstone {

/// The two tangents of a contact plane: the first is world x projected into it (world z where the
/// normal is along x), the second normal x first. Directions of a cone are counted from the first.
struct Tangents {
  Vec3 first;
  Vec3 second;
};
Tangents contact_tangents(const Vec3& normal);
/// Tangents of a planar scene: the first in the plane, the second zero.
Tangents planar_tangents(const Vec3& normal, Axis axis);

/// The problem of an island, and which bodies and pairs of the scene it is about.
struct IslandProblem {
  std::vector<int> bodies;  ///< body of each six columns: those that are driven come last
  int driven = 0;           ///< number of bodies on paths among them
  std::vector<int> pairs;   ///< pair of each contact
  SparseProblem rows;
  /// Contacts of one plane for each pair, of a contact model: unilateral where the constraints have
  /// no solution.
  std::vector<int> plane;
  std::vector<char> potential;  ///< whether each contact is an applicable potential contact
};

/// Work of the bodies on paths in an island, by the impulses of a solution of its problem [J].
double path_work(const SparseProblem& rows, const StepSolution& solution);

class StepAssembly {
 public:
  /// `scene` outlives this.
  explicit StepAssembly(const Scene& scene);

  /// The problem of each island in a step of length h, valid until the next call. A fixed body that
  /// has a velocity is driven with it.
  std::span<const IslandProblem> assemble(const std::vector<BodyState>& states,
                                          const PairContacts& contacts, double h);
  /// The islands' problems as one, with the bodies that are in no island and the contacts in the
  /// order of their pairs. Dense: its size grows with the square of the bodies.
  StepProblem whole() const;

  /// Largest distance by which a joint was off before the last step [m].
  double anchor_error() const { return anchor_error_; }
  /// Largest angle by which a joint was off before the last step [rad].
  double axis_error() const { return axis_error_; }
  /// Impulse of an island's `number`th joint on its first body, world axes [N s].
  Vec3 joint_impulse(const IslandProblem& island, std::size_t number,
                     const StepSolution& solution) const;

  /// Sets the bounds of an island's contacts [m/s].
  void set_bounds(std::size_t island, const Eigen::VectorXd& bound) {
    islands_[island].rows.bound = bound;
  }
  /// Sets the velocities of all moving bodies to those without any impulse.
  void apply_free(std::vector<BodyState>& states) const;
  /// Sets the velocities of an island's bodies to those of a solution u of its problem.
  void apply(const IslandProblem& island, const Eigen::VectorXd& u,
             std::vector<BodyState>& states) const;

 private:
  using BodyRow = Eigen::Matrix<double, 1, kDofOfBody>;
  void set_point_row(int body, double sign, const Vec3& axis_W, const Vec3& point_W,
                     const std::vector<BodyState>& states, double* out) const;
  BodyRow turn_row(int body, double sign, const Vec3& axis_W) const;
  void weigh_driven();
  void set_free(const std::vector<BodyState>& states, double h);
  void add_load(std::size_t body, double h);
  void place_bodies(const Island& island, const PairContacts& contacts, IslandProblem& out);
  void add_drives(const IslandProblem& island, SparseProblem& rows) const;
  void set_island(const Island& island, const std::vector<BodyState>& states,
                  const PairContacts& contacts, double h, IslandProblem& out);
  double row_distance(const ContactData& contact, const ContactPoint& point) const;
  void add_contacts(const BodyPair& pair, const std::vector<BodyState>& states, double h,
                    SparseProblem& rows) const;
  void add_constraints(const BodyPair& pair, IslandProblem& island) const;
  void add_joint(int joint, const std::vector<BodyState>& states, double h, SparseProblem& rows);

  const Scene& scene_;
  bool uses_model_ = false;   ///< the contact model is not `manifold`
  std::vector<Vec3> root_I_;  ///< square roots of the principal moments
  std::vector<double> root_m_;
  struct JoinedBodies {
    int A, B;
    LocalJoint joint;
  };
  std::vector<JoinedBodies> joints_;
  std::vector<int> place_;    ///< place of each body in its island, -1: none
  std::vector<Mat3> R_WB_;    ///< orientation of each body before the step
  std::vector<Mat3> R_WP_;    ///< orientation of its principal axes
  std::vector<char> driven_;  ///< whether each body is fixed and moves in this step
  std::vector<Vec3> v_free_W_, w_free_W_;
  std::vector<Eigen::Matrix<double, kDofOfBody, 1>> free_;  ///< whitened, without impulses
  std::vector<IslandProblem> islands_;  ///< at least count_: their memory is reused
  std::size_t count_ = 0;
  double anchor_error_ = 0;
  double axis_error_ = 0;
};

}  // namespace touchstone
