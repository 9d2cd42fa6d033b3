// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/gauss_seidel.hpp"

#include <cmath>

#include "dynamics/complementarity/local_law.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr int kSweepsBetweenChecks = 10;

class Sweeper {
 public:
  Sweeper(const LocalStep& step, Eigen::VectorXd& P)
      : step_(step), law_(step), P_(P), mobility_(own_mobility(step)) {}

  void sweep() {
    for (int i = 0; i < step_.W.rows; ++i) {
      Eigen::Vector3d wanted = Eigen::Vector3d::Zero();
      wanted.head(step_.dimension) = P_.segment(step_.dimension * i, step_.dimension);
      wanted -= velocity(i) / mobility_[i];
      P_.segment(step_.dimension * i, step_.dimension) =
          law_.respond(step_.mu[at(i)], wanted).impulse.head(step_.dimension);
    }
  }

  double error() const {
    Eigen::VectorXd w(P_.size());
    for (int i = 0; i < step_.W.rows; ++i) {
      w.segment(step_.dimension * i, step_.dimension) = velocity(i).head(step_.dimension);
    }
    return local_error(step_, law_, mobility_, P_, w);
  }

 private:
  Eigen::Vector3d velocity(int i) const {
    const int d = step_.dimension;
    Eigen::Vector3d w = Eigen::Vector3d::Zero();
    for (int r = 0; r < d; ++r) w[r] = step_.q[at(d * i + r)];
    for (int k = step_.W.begin[at(i)]; k < step_.W.begin[at(i) + 1]; ++k) {
      const double* block = step_.W.value.data() + at(k) * at(d * d);
      const double* impulse = P_.data() + static_cast<Eigen::Index>(d) * step_.W.column[at(k)];
      for (int r = 0; r < d; ++r) {
        for (int c = 0; c < d; ++c) w[r] += block[d * r + c] * impulse[c];
      }
    }
    return w;
  }

  const LocalStep& step_;
  LocalLaw law_;
  Eigen::VectorXd& P_;
  Eigen::VectorXd mobility_;
};

}  // namespace

LocalAnswer gauss_seidel(const LocalStep& step, const GaussSeidelOptions& options) {
  Eigen::VectorXd P = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(step.q.size()));
  Sweeper sweeper(step, P);
  const TimeLimit limit(options.time_limit_s);
  LocalAnswer answer;
  answer.residual = sweeper.error();
  for (int sweep = 0; sweep < options.max_sweeps && answer.residual > options.tolerance; ++sweep) {
    answer.timed_out = limit.is_over();
    if (answer.timed_out) break;
    sweeper.sweep();
    ++answer.iterations;
    const bool last = sweep + 1 == options.max_sweeps;
    if (last || (sweep + 1) % kSweepsBetweenChecks == 0) answer.residual = sweeper.error();
  }
  answer.impulses.assign(P.begin(), P.end());
  answer.solved = answer.residual <= options.tolerance;
  return answer;
}

}  // namespace touchstone
