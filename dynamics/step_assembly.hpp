// SPDX-License-Identifier: GPL-3.0-or-later
// From bodies, contacts and joints to the problem of one time step, and back to velocities.
//
// Velocity-level semi-implicit Euler (Stewart & Trinkle; Anitescu & Potra): M (v+ - v) = h k +
// impulses, where k is gravity and the gyroscopic torque. The latter is that of the implicit
// midpoint rule in the body's axes, which keeps kinetic energy and the size of the angular momentum
// of a free body; taken at the beginning of the step it adds energy without bound. The bound of
// a normal row is phi/h for a gap (the body may close it within the step, not more) and gamma phi/h
// for a penetration. gamma scales penetrations only: scaled gaps would be cushions.
#pragma once

#include <vector>

#include "dynamics/complementarity/step_problem.hpp"
#include "dynamics/pair_contacts.hpp"
#include "dynamics/scene.hpp"

namespace touchstone {

/// The two tangents of a contact plane: the first is world x projected into it (world z where the
/// normal is along x), the second normal x first. Directions of a cone are counted from the first.
struct Tangents {
  Vec3 first;
  Vec3 second;
};
Tangents contact_tangents(const Vec3& normal);

class StepAssembly {
 public:
  /// `scene` outlives this.
  explicit StepAssembly(const Scene& scene);

  /// The problem of a step of length h, valid until the next call.
  const StepProblem& assemble(const std::vector<BodyState>& states, const PairContacts& contacts,
                              double h);
  /// Velocities after the step, of the solution of the last problem.
  void apply(const Eigen::VectorXd& u, std::vector<BodyState>& states) const;

 private:
  void place_body_row(RowMatrix& rows, Eigen::Index row, int body, double sign, const Vec3& axis_W,
                      const Vec3& point_W, const std::vector<BodyState>& states) const;
  void place_turn_row(RowMatrix& rows, Eigen::Index row, int body, double sign,
                      const Vec3& axis_W) const;
  void set_free(const std::vector<BodyState>& states, double h);
  void set_contacts(const std::vector<BodyState>& states, const PairContacts& contacts, double h);
  void set_joints(const std::vector<BodyState>& states, double h);

  /// A joint in the frames of its bodies.
  struct LocalJoint {
    Joint::Kind kind;
    int A, B;
    Vec3 anchor_A, anchor_B;  ///< local [m]
    Vec3 axis_A, axis_B;      ///< local, unit
  };

  const Scene& scene_;
  std::vector<int> column_;   ///< of each body's six velocities, -1 if fixed
  std::vector<Vec3> root_I_;  ///< square roots of the principal moments
  std::vector<double> root_m_;
  std::vector<LocalJoint> joints_;
  std::vector<Mat3> R_WB_;  ///< of the step
  std::vector<Vec3> v_free_W_, w_free_W_;
  StepProblem problem_;
};

}  // namespace touchstone
