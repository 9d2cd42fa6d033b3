// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/local_multipliers.hpp"

#include <Eigen/SparseLU>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "dynamics/complementarity/gauss_seidel.hpp"
#include "dynamics/complementarity/local_law.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Multiples of the identity that are added to W, whose diagonal blocks are about the identity [1].
constexpr double kFirstShift = 0.1;
constexpr double kMinShift = 1e-9;
constexpr double kMaxShift = 1e4;
constexpr double kShiftFalls = 0.1;  ///< after an answer
constexpr double kShiftRises = 30;   ///< where Newton's method fails
/// Sweeps of Gauss-Seidel to begin with, more of them where the search fails.
constexpr std::array<int, 3> kSweepsBefore = {30, 300, 3000};
/// Where all this fails friction is led to its own from so many times this factor below it, then
/// from above, each answer the start of the next.
constexpr int kShares = 10;
constexpr double kShareChanges = 2;
constexpr double kMinStepLength = 0x1p-8;  ///< share of a step of Newton's method
constexpr double kInnerShare = 0.1;        ///< share of the error that is left to the next answer
constexpr int kMaxWholeSteps = 12;
constexpr int kStagnation = 25;  ///< answers without a better one

using Vector = Eigen::VectorXd;

/// The step with each contact's impulses divided by sqrt(s) and velocities multiplied by it.
class NewtonSearch {
 public:
  NewtonSearch(const LocalStep& step, const LocalMultipliersOptions& options)
      : step_(step),
        options_(options),
        limit_(options.time_limit_s),
        law_(step),
        d_(step.dimension),
        root_(step.q.size()) {
    const Vector mobility = own_mobility(step);
    for (int i = 0; i < step.W.rows; ++i) {
      root_.segment(d_ * i, d_).setConstant(1 / std::sqrt(mobility[i]));
    }
    W_ = root_.asDiagonal() * matrix_of(step) * root_.asDiagonal();
    q_ = root_.cwiseProduct(Eigen::Map<const Vector>(step.q.data(), root_.size()));
    unit_ = q_.size() == 0 ? 0 : q_.lpNorm<Eigen::Infinity>();
    if (!(unit_ > 0)) unit_ = 1;
  }

  LocalAnswer solve() {
    LocalAnswer best;
    best.residual = HUGE_VAL;
    best.impulses.assign(step_.q.size(), 0);
    if (!are_finite()) return best;
    std::uint64_t steps = 0;
    const auto ends_with = [&](const LocalAnswer& found) {
      steps += found.iterations;
      if (found.residual < best.residual) best = found;
      best.timed_out = limit_.is_over();
      best.iterations = steps;
      return best.solved || best.timed_out;
    };
    for (const int sweeps : kSweepsBefore) {
      if (ends_with(search_from(swept(sweeps)))) return best;
    }
    for (const double change : {kShareChanges, 1 / kShareChanges}) {
      Vector x = Vector::Zero(root_.size());
      for (int left = kShares; left > 0; --left) {
        share_of_mu_ = std::pow(change, -left);
        const LocalAnswer found = search_from(x);
        steps += found.iterations;
        if (found.impulses.empty()) break;
        x = scaled(found);
      }
      share_of_mu_ = 1;
      if (ends_with(search_from(x))) break;
    }
    return best;
  }

 private:
  /// Whether the scaled numbers are within doubles.
  bool are_finite() const {
    const Eigen::Map<const Vector> entries(W_.valuePtr(), W_.nonZeros());
    return entries.allFinite() && q_.allFinite() && std::isfinite(unit_);
  }

  /// The largest magnitude; maxima may lose what is not a number.
  static double largest(const Vector& error) {
    return error.allFinite() ? error.lpNorm<Eigen::Infinity>() : HUGE_VAL;
  }

  Vector scaled(const LocalAnswer& answer) const {
    return Eigen::Map<const Vector>(answer.impulses.data(), root_.size()).cwiseQuotient(root_);
  }

  Vector swept(int sweeps) const {
    return scaled(gauss_seidel(step_, {sweeps, options_.tolerance, options_.time_limit_s}));
  }

  LocalAnswer search_from(const Vector& start) {
    Vector x = Vector::Zero(root_.size());
    LocalAnswer answer;
    answer.residual = HUGE_VAL;
    keep_if_better(x, answer);
    if (keep_if_better(start, answer)) x = start;
    double shift = kFirstShift;
    int without_gain = 0;
    for (int k = 0;
         k < options_.max_outer_iterations && !answer.solved && without_gain < kStagnation; ++k) {
      if (limit_.is_over()) break;
      Vector next = x;
      const double wanted = std::max(options_.tolerance / 4, kInnerShare * answer.residual) * unit_;
      // Whole steps change what contacts do at once. Where two contacts are nearly one the way from
      // both carrying to one of them is uphill.
      bool found = solve_about(x, shift, wanted, kMaxWholeSteps, false, next, answer);
      if (!found) {
        next = x;
        found = solve_about(x, shift, wanted, options_.max_steps, true, next, answer);
      }
      if (found) x = next;
      without_gain = keep_if_better(next, answer) ? 0 : without_gain + 1;
      shift = found ? std::max(shift * kShiftFalls, kMinShift)
                    : std::min(shift * kShiftRises, kMaxShift);
    }
    return answer;
  }

  bool keep_if_better(const Vector& x, LocalAnswer& answer) const {
    const double error = largest(residual_at(x, x, 0)) / unit_;
    const Vector P = x.cwiseProduct(root_);
    if (!(error < answer.residual) || !P.allFinite()) return false;
    const bool is_much_better = error < 0.9 * answer.residual;
    answer.residual = error;
    answer.solved = error <= options_.tolerance;
    answer.impulses.assign(P.begin(), P.end());
    return is_much_better;
  }

  /// Returns x - respond(x - w), where w includes shift (x - centre). An entry is NaN where x - w
  /// is, since the law would respond to NaN by 0. Stores the slopes.
  Vector residual_at(const Vector& x, const Vector& centre, double shift) const {
    const Vector wanted = x - (W_ * x + q_ + shift * (x - centre));
    Vector result = x;
    slopes_.resize(at(step_.W.rows));
    for (int i = 0; i < step_.W.rows; ++i) {
      Eigen::Vector3d one = Eigen::Vector3d::Zero();
      one.head(d_) = wanted.segment(d_ * i, d_);
      const ContactLaw::Response response = law_.respond(share_of_mu_ * step_.mu[at(i)], one);
      result.segment(d_ * i, d_) -= response.impulse.head(d_);
      if (!one.allFinite()) result[d_ * i] = NAN;
      slopes_[at(i)] = response.slope;
    }
    return result;
  }

  /// The derivative of residual_at() where the slopes were noted: 1 - D ((1 - shift) 1 - W).
  Eigen::SparseMatrix<double> derivative(double shift) const {
    std::vector<Eigen::Triplet<double>> entries;
    const auto add_slope = [&](int i, const Eigen::Matrix3d& slope) {
      for (int r = 0; r < d_; ++r) {
        for (int c = 0; c < d_; ++c) entries.emplace_back(d_ * i + r, d_ * i + c, slope(r, c));
      }
    };
    for (int i = 0; i < step_.W.rows; ++i) add_slope(i, slopes_[at(i)]);
    Eigen::SparseMatrix<double> D(W_.rows(), W_.cols());
    D.setFromTriplets(entries.begin(), entries.end());
    Eigen::SparseMatrix<double> one(W_.rows(), W_.cols());
    one.setIdentity();
    return one - D * ((1 - shift) * one - Eigen::SparseMatrix<double>(W_));
  }

  /// Newton's method from `x`; whether the error came down to `wanted`.
  bool solve_about(const Vector& centre, double shift, double wanted, int most, bool damped,
                   Vector& x, LocalAnswer& answer) {
    Vector error = residual_at(x, centre, shift);
    for (int k = 0; k < most && !limit_.is_over(); ++k) {
      if (largest(error) <= wanted) return true;
      ++answer.iterations;
      lu_.compute(derivative(shift));
      if (lu_.info() != Eigen::Success) return false;
      const Vector move = lu_.solve(error);
      if (!move.allFinite()) return false;
      const double before = error.norm();
      double step_length = 1;
      Vector tried = x - move;
      error = residual_at(tried, centre, shift);
      while (damped && !(error.norm() < (1 - step_length / 4) * before) &&
             step_length > kMinStepLength) {
        step_length /= 2;
        tried = x - step_length * move;
        error = residual_at(tried, centre, shift);
      }
      if (damped && !(error.norm() < before)) return false;
      x = tried;
    }
    return largest(error) <= wanted;
  }

  const LocalStep& step_;
  const LocalMultipliersOptions& options_;
  TimeLimit limit_;
  LocalLaw law_;
  int d_;
  Vector root_;    ///< sqrt(s) of each row
  LocalMatrix W_;  ///< scaled
  Vector q_;
  double unit_ = 1;
  double share_of_mu_ = 1;
  mutable std::vector<Eigen::Matrix3d> slopes_;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu_;
};

}  // namespace

LocalAnswer local_multipliers(const LocalStep& step, const LocalMultipliersOptions& options) {
  return NewtonSearch(step, options).solve();
}

}  // namespace touchstone
