// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/local_law.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/index.hpp"

namespace touchstone {

LocalLaw::LocalLaw(const LocalStep& step) : cone_(step.dimension == 2 ? StepCone::box : step.cone) {
  const int directions = cone_ == StepCone::polygon ? step.directions : kRoundCone;
  if (cone_ != StepCone::box) disc_or_polygon_.assign(FrictionLaw::stewart_trinkle, directions);
}

void LocalLaw::stay_in_box(double mu, const Eigen::Vector3d& wanted,
                           ContactLaw::Response& out) const {
  const double half = mu * wanted[0];
  for (int k = 1; k < 3; ++k) {
    if (std::abs(wanted[k]) <= half) {
      out.impulse[k] = wanted[k];
      out.slope(k, k) = 1;
    } else {
      out.impulse[k] = std::copysign(half, wanted[k]);
      out.slope(k, 0) = std::copysign(mu, wanted[k]);
    }
  }
}

ContactLaw::Response LocalLaw::respond(double mu, const Eigen::Vector3d& wanted) const {
  if (cone_ != StepCone::box) return disc_or_polygon_.respond({FrictionKind::cone, mu}, wanted);
  ContactLaw::Response out;
  if (wanted[0] <= 0) return out;
  out.impulse[0] = wanted[0];
  out.slope(0, 0) = 1;
  stay_in_box(mu, wanted, out);
  return out;
}

LocalMatrix matrix_of(const LocalStep& step) {
  const int d = step.dimension;
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(step.W.value.size());
  for (int i = 0; i < step.W.rows; ++i) {
    for (int k = step.W.begin[at(i)]; k < step.W.begin[at(i) + 1]; ++k) {
      for (int r = 0; r < d; ++r) {
        for (int c = 0; c < d; ++c) {
          entries.emplace_back(d * i + r, d * step.W.column[at(k)] + c,
                               step.W.value[at(k) * at(d * d) + at(d * r + c)]);
        }
      }
    }
  }
  LocalMatrix W(d * step.W.rows, d * step.W.rows);
  W.setFromTriplets(entries.begin(), entries.end());
  return W;
}

Eigen::VectorXd own_mobility(const LocalStep& step) {
  const std::size_t d = at(step.dimension);
  Eigen::VectorXd mobility = Eigen::VectorXd::Zero(step.W.rows);
  for (int i = 0; i < step.W.rows; ++i) {
    for (int k = step.W.begin[at(i)]; k < step.W.begin[at(i) + 1]; ++k) {
      if (step.W.column[at(k)] != i) continue;
      for (std::size_t r = 0; r < d; ++r) {
        double sum = 0;
        for (std::size_t c = 0; c < d; ++c) sum += std::abs(step.W.value[(at(k) * d + r) * d + c]);
        mobility[i] = std::max(mobility[i], sum);
      }
    }
    if (!(mobility[i] > 0)) mobility[i] = 1;
  }
  return mobility;
}

double local_error(const LocalStep& step, const LocalLaw& law, const Eigen::VectorXd& mobility,
                   const Eigen::VectorXd& P, const Eigen::VectorXd& w) {
  const int d = step.dimension;
  double error = 0;
  double unit = 0;
  for (int i = 0; i < step.W.rows; ++i) {
    Eigen::Vector3d impulse = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    impulse.head(d) = P.segment(d * i, d);
    velocity.head(d) = w.segment(d * i, d);
    const double s = 1 / mobility[i];
    const Eigen::Vector3d wanted = impulse - s * velocity;
    const Eigen::Vector3d kept = law.respond(step.mu[at(i)], wanted).impulse;
    const double here = (impulse - kept).norm() / std::sqrt(s);
    // The law responds by nothing to what is not a number.
    const bool finite = std::isfinite(here) && wanted.allFinite();
    if (!(here <= error) || !finite) error = finite ? here : HUGE_VAL;
    for (int k = 0; k < d; ++k) {
      unit = std::max(unit, std::sqrt(s) * std::abs(step.q[at(d * i + k)]));
    }
  }
  return unit > 0 ? error / unit : error;
}

}  // namespace touchstone
