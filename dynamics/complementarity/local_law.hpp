// SPDX-License-Identifier: GPL-3.0-or-later
// The law of one contact of a local step as a projection: P = (c, f) and w obey it if and only if P
// = respond(P - s w), for any s > 0 (contact_law.hpp has discs and polygons). c is the positive
// part of c', f the point of mu c D nearest to f'. In the plane the last entries are 0.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "dynamics/complementarity/contact_law.hpp"
#include "dynamics/complementarity/local_step.hpp"

namespace touchstone {

class LocalLaw {
 public:
  explicit LocalLaw(const LocalStep& step);
  /// `wanted` = P - s w. The slope is that of the piece where `wanted` lies.
  ContactLaw::Response respond(double mu, const Eigen::Vector3d& wanted) const;

 private:
  void stay_in_box(double mu, const Eigen::Vector3d& wanted, ContactLaw::Response& out) const;

  StepCone cone_;
  ContactLaw disc_or_polygon_;
};

using LocalMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;
LocalMatrix matrix_of(const LocalStep& step);

/// 1 / s of each contact: the largest sum of magnitudes in a row of its own block, which none of
/// the block's eigenvalues exceeds; 1 where that is 0 [1/kg].
Eigen::VectorXd own_mobility(const LocalStep& step);

/// How far P is from obeying the law with the velocities w: the largest |P - respond(P - s w)| /
/// sqrt(s) of all contacts, over the largest entry of q times sqrt(s); undivided at no q [1].
double local_error(const LocalStep& step, const LocalLaw& law, const Eigen::VectorXd& mobility,
                   const Eigen::VectorXd& P, const Eigen::VectorXd& w);

}  // namespace touchstone
