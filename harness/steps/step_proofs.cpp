// SPDX-License-Identifier: GPL-3.0-or-later
// Island by island. Unknowns x with |x|^2 the energy: velocities v = v0 + C^-T x where M = C C', or the
// impulses that make w = q + B x where W = B B'. A quadratic program finds the nearest x that linear
// rows allow; where they allow none, its multipliers prove it. Polygons around friction cones make the
// rows linear.
#include "harness/steps/step_proofs.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "dynamics/complementarity/dense_rows.hpp"
#include "dynamics/complementarity/directions.hpp"
#include "dynamics/complementarity/quadratic_program.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxProgramEntries = 4'000'000;  ///< rows times unknowns
constexpr std::size_t kMaxProofRows = 450;             ///< rows of M, or of W and the joints
constexpr int kSidesAroundDisc = 16;
constexpr int kMaxTouchingRounds = 24;
constexpr std::size_t kMaxTouchingEntries = 150'000;  ///< planes of all rounds times unknowns
constexpr double kInside = 1e-6;     ///< share of the largest velocity by which w is inside a cone
constexpr double kFarInside = 1e-3;  ///< a larger share, tried before it
constexpr double kFeasibility = 1e-10;      ///< share by which a row may be violated
constexpr double kRounding = 0x1p-50;       ///< a contradiction below that share is not looked for
constexpr int kCostOfRational = 300;        ///< an operation, in multiplications of doubles
constexpr double kLeastEigenvalue = 1e-12;  ///< for a diagonal of ones; smaller ones are rounding

/// Corners of a polygon around the set D of friction directions; in the plane y is 0.
std::vector<Eigen::Vector2d> directions_around(const StepQuestion& question) {
  if (question.dimension == 2) return {{1, 0}, {-1, 0}};
  if (question.cone == StepQuestion::Cone::box) return {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  const bool round = question.cone == StepQuestion::Cone::round;
  const double radius = round ? 1 / std::cos(std::numbers::pi / kSidesAroundDisc) : 1;
  std::vector<double> corners(question.polygon.begin(), question.polygon.end());
  if (round) corners = cone_directions(kSidesAroundDisc);
  std::vector<Eigen::Vector2d> around;
  for (std::size_t k = 0; k + 1 < corners.size(); k += 2) {
    around.emplace_back(radius * corners[k], radius * corners[k + 1]);
  }
  return around;
}

/// Rows of x: those of contacts and of joints, with their values at x = 0.
struct ProofRows {
  DenseRows contact, joint;
  Eigen::VectorXd w0, s0;
  Eigen::Index unknowns() const { return contact.cols(); }
};

/// Linear rows a.x + b >= 0.
struct ProgramRows {
  std::vector<double> a, b;
  double largest = 0;  ///< |b| over the length of its row
  void add(const Eigen::RowVectorXd& row, double constant) {
    const double length = row.norm();
    if (length > 0) largest = std::max(largest, std::abs(constant) / length);
    a.insert(a.end(), row.begin(), row.end());
    b.push_back(constant);
  }
  void add_joints(const ProofRows& rows) {
    for (Eigen::Index r = 0; r < rows.joint.rows(); ++r) {
      add(rows.joint.row(r), rows.s0[r]);
      add(-rows.joint.row(r), -rows.s0[r]);
    }
  }
};

/// Whether the island has more rows than a search takes.
bool is_too_large(const StepQuestion& whole, const StepIsland& island) {
  const std::size_t impulses = at(whole.dimension) * island.contacts.size() + island.joints.size();
  return (whole.behind != nullptr ? island.velocities.size() : impulses) > kMaxProofRows;
}

/// The search on an island.
class ProofSearch {
 public:
  ProofSearch(const StepQuestion& whole, const StepIsland& island, ProofWork& work)
      : work_(work),
        whole_(whole),
        island_(island),
        owned_(question_of_island(whole, island)),
        question_(*owned_),
        d_(whole.dimension),
        around_(directions_around(whole)) {}

  ProvenStep search(bool looks_for_solution) {
    const bool has_velocities = question_.behind != nullptr;
    if (!(has_velocities ? take_velocities() : take_impulses())) return ProvenStep::nothing;
    const std::size_t rows = question_.mu.size() * around_.size() + at(2 * rows_.joint.rows());
    if (rows * at(rows_.unknowns()) > kMaxProgramEntries) return ProvenStep::nothing;
    if (looks_for_solution && is_solvable()) return ProvenStep::solvable;
    return shown_by_multipliers();
  }

 private:
  bool take_velocities() {
    const StepBehind& behind = *question_.behind;
    const auto size = static_cast<Eigen::Index>(behind.velocities);
    const Eigen::LLT<Eigen::MatrixXd> factor(dense_of_rows(behind.mass, size));
    if (factor.info() != Eigen::Success) return false;
    v0_ = Eigen::VectorXd::Zero(size);
    if (!behind.force.empty()) v0_ = factor.solve(vector_of(behind.force));
    if (!behind.free.empty()) v0_ += vector_of(behind.free);
    by_x_ = factor.matrixU().solve(Eigen::MatrixXd::Identity(size, size));
    const auto rows = static_cast<Eigen::Index>(question_.rows() + question_.joints());
    spend(size * size * (size + rows));
    const DenseRows H = dense_of_rows(behind.contact, size);
    const DenseRows G = dense_of_rows(behind.joint, size);
    rows_ = {H * by_x_, G * by_x_, H * v0_ + vector_of(behind.offset),
             G * v0_ + vector_of(behind.rest)};
    return true;
  }

  /// The symmetric part of A = [[W, V], [V', R]] is B B', but for rounding.
  bool take_impulses() {
    const auto contacts = static_cast<Eigen::Index>(question_.q.size());
    const auto joints = static_cast<Eigen::Index>(question_.joint_rest.size());
    const Eigen::Index size = contacts + joints;
    A_ = Eigen::MatrixXd::Zero(size, size);
    for (std::size_t i = 0; i < question_.mu.size(); ++i) {
      for (int k = question_.begin[i]; k < question_.begin[i + 1]; ++k) {
        A_.block(d_ * static_cast<Eigen::Index>(i), d_ * question_.column[at(k)], d_, d_) =
            Eigen::Map<const DenseRows>(question_.blocks.data() + at(k) * at(d_ * d_), d_, d_);
      }
    }
    if (joints > 0) {
      const Eigen::Map<const DenseRows> V(question_.joint_columns.data(), contacts, joints);
      A_.topRightCorner(contacts, joints) = V;
      A_.bottomLeftCorner(joints, contacts) = V.transpose();
      A_.bottomRightCorner(joints, joints) =
          Eigen::Map<const DenseRows>(question_.joint_matrix.data(), joints, joints);
    }
    A_ = (0.5 * (A_ + A_.transpose())).eval();
    if (!(A_.diagonal().array() > 0).all()) return false;
    root_ = A_.diagonal().cwiseSqrt();
    const Eigen::VectorXd scale = root_.cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(scale.asDiagonal() * A_ *
                                                               scale.asDiagonal());
    constexpr int kCostOfVectors = 9;  // Golub and Van Loan: of all eigenvectors
    spend(kCostOfVectors * size * size * size);
    if (eigen.info() != Eigen::Success) return false;
    std::vector<Eigen::Index> kept;
    for (Eigen::Index k = 0; k < size; ++k) {
      if (eigen.eigenvalues()[k] > kLeastEigenvalue * static_cast<double>(size)) kept.push_back(k);
    }
    DenseRows B(size, static_cast<Eigen::Index>(kept.size()));
    v0_ = Eigen::VectorXd::Zero(size);
    by_x_.resize(size, B.cols());
    for (Eigen::Index k = 0; k < B.cols(); ++k) {
      const double length = std::sqrt(eigen.eigenvalues()[kept[at(k)]]);
      const auto vector = eigen.eigenvectors().col(kept[at(k)]);
      B.col(k) = root_.cwiseProduct(vector) * length;
      by_x_.col(k) = vector.cwiseQuotient(root_) / length;
    }
    rows_ = {B.topRows(contacts), B.bottomRows(joints), vector_of(question_.q),
             vector_of(question_.joint_rest)};
    return true;
  }

  using Directions = std::vector<Eigen::Vector2d>;

  /// The nearest x with w_N + mu f.w_T >= depth for the directions f of each contact. The depth is
  /// `share` times the length of the normal row.
  std::optional<Eigen::VectorXd> inside_cones(const std::vector<Directions>& directions,
                                              double share, double feasibility) const {
    ProgramRows program_rows;
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(question_.mu.size()); ++i) {
      const double mu = question_.mu[at(i)];
      const double depth = share * rows_.contact.row(d_ * i).norm();
      for (const Eigen::Vector2d& corner : directions[at(i)]) {
        Eigen::RowVectorXd row = rows_.contact.row(d_ * i);
        double constant = rows_.w0[d_ * i] - depth;
        for (int k = 1; k < d_ && mu > 0; ++k) {
          row += mu * corner[k - 1] * rows_.contact.row(d_ * i + k);
          constant += mu * corner[k - 1] * rows_.w0[d_ * i + k];
        }
        program_rows.add(row, constant);
        if (mu == 0) break;
      }
    }
    program_rows.add_joints(rows_);
    QuadraticProgram program;
    const auto end = solve(program, program_rows, feasibility);
    if (end != QuadraticProgramEnd::solved) return std::nullopt;
    return Eigen::Map<const Eigen::VectorXd>(program.x().data(), rows_.unknowns());
  }

  void spend(Eigen::Index products) const { work_.done += static_cast<double>(products); }

  /// Each step looks at all rows, then makes one orthogonal to the active ones twice.
  QuadraticProgramEnd solve(QuadraticProgram& program, const ProgramRows& rows,
                            double feasibility) const {
    const Eigen::Index size = rows_.unknowns();
    const Eigen::Index of_step = size * (static_cast<Eigen::Index>(rows.b.size()) + 2 * size);
    const auto cost = [&] { return static_cast<double>((program.steps() + 1) * of_step); };
    StopRequest request;
    request.set([&] { return work_.done + cost() >= work_.limit; });
    program.set_stop(StopToken(request));
    const auto end = program.solve(rows.a, rows.b, static_cast<int>(size), feasibility);
    work_.done += cost();
    return end;
  }

  /// The largest velocity at x = 0, over the length of its row; 1 where all are 0 [sqrt(J)].
  double largest_start() const {
    ProgramRows all;
    for (Eigen::Index r = 0; r < rows_.contact.rows(); ++r) {
      all.add(rows_.contact.row(r), rows_.w0[r]);
    }
    all.add_joints(rows_);
    return all.largest > 0 ? all.largest : 1;
  }

  bool is_solvable() {
    unit_ = largest_start();
    const std::vector<Directions> around(question_.mu.size(), around_);
    // A velocity that is far inside needs fewer planes, and is less subject to rounding.
    for (const double share : {1.0, kFarInside, kInside}) {
      const auto x = inside_cones(around, share * unit_, kFeasibility * unit_);
      if (x && proves(*x)) return true;
    }
    return is_disc() && (touching_planes_prove(unit_) || touching_planes_prove(kInside * unit_));
  }

  bool is_disc() const { return d_ == 3 && question_.cone == StepQuestion::Cone::round; }

  bool proves(const Eigen::VectorXd& x) const {
    const Eigen::VectorXd v = v0_ + by_x_ * x;
    if (question_.behind == nullptr) return impulses_prove(x, v);
    constexpr int kEntriesOfRow = 12;  // two bodies
    spend(kCostOfRational * kEntriesOfRow * (rows_.contact.rows() + rows_.joint.rows() + v.size()));
    return proves_solvable(question_, {{v.begin(), v.end()}});
  }

  /// Replaces the polygon around each cone by planes that touch the cone. Each velocity that is
  /// found outside a cone adds a plane in its direction, so that a cone that leaves little room is
  /// met to any precision. `inside`: depth of w behind each plane, the share of inside_cones().
  bool touching_planes_prove(double inside) const {
    const std::size_t planes = question_.mu.size() * at(kSidesAroundDisc + kMaxTouchingRounds);
    if (planes * at(rows_.unknowns()) > kMaxTouchingEntries) return false;
    std::vector<Directions> touching(question_.mu.size());
    const auto corners = cone_directions(kSidesAroundDisc);
    for (Directions& directions : touching) {
      for (std::size_t k = 0; k + 1 < corners.size(); k += 2) {
        directions.emplace_back(corners[k], corners[k + 1]);
      }
    }
    for (int round = 0; round < kMaxTouchingRounds; ++round) {
      const auto x = inside_cones(touching, inside, kFeasibility / kInside * inside);
      if (!x) return false;
      if (proves(*x)) return true;
      const Eigen::VectorXd w = rows_.contact * *x + rows_.w0;
      bool is_inside = true;
      for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(touching.size()); ++i) {
        if (depth_at(w, i) > 0) continue;
        is_inside = false;
        touching[at(i)].emplace_back(-w.segment<2>(3 * i + 1).normalized());
      }
      if (is_inside) return false;
    }
    return false;
  }

  /// Impulses r that lead to w inside the cones. Contacts share what SolvableProof allows.
  bool impulses_prove(const Eigen::VectorXd& x, const Eigen::VectorXd& r) const {
    const auto contacts = static_cast<Eigen::Index>(question_.mu.size());
    const Eigen::Index joints = A_.rows() - d_ * contacts;
    const Eigen::VectorXd w = rows_.contact * x + rows_.w0;
    const double energy = std::max(x.squaredNorm(), kInside * unit_ * kInside * unit_);
    Eigen::VectorXd shifts(contacts + joints);
    double added = 0;  // energy that they add to that of r
    for (Eigen::Index i = 0; i < contacts; ++i) {
      const double mu = question_.mu[at(i)];
      const double depth = depth_at(w, i);
      if (!(depth > 0)) return false;
      shifts[i] = depth * depth / (4 * energy * (1 + 2 * mu * mu));  // no f is longer than sqrt(2)
      added += shifts[i] * r.segment(d_ * i, d_).squaredNorm();
    }
    if (added > 0) shifts.head(contacts) *= std::min(1.0, 0.5 * std::sqrt(energy / added));
    constexpr double kStrictly = 1e-9;
    shifts.tail(joints) = kStrictly * A_.diagonal().tail(joints);
    Eigen::MatrixXd shifted = A_;
    for (Eigen::Index i = 0; i < contacts; ++i) {
      // The other half is for rounding.
      shifted.diagonal().segment(d_ * i, d_).array() += shifts[i] / 2;
    }
    shifted.diagonal().tail(joints) -= 2 * shifts.tail(joints);
    const Eigen::VectorXd scale = root_.cwiseInverse();
    const Eigen::LLT<Eigen::MatrixXd> factor(scale.asDiagonal() * shifted * scale.asDiagonal());
    constexpr int kCostOfProducts = 5;  // n^3 / 6 of them, in double words
    spend(A_.size() * (kCostOfRational + kCostOfProducts * A_.rows()));
    if (factor.info() != Eigen::Success) return false;
    const Eigen::MatrixXd L = root_.asDiagonal() * Eigen::MatrixXd(factor.matrixL());
    SolvableProof proof{{}, {r.begin(), r.end()}, {shifts.begin(), shifts.end()}};
    for (Eigen::Index row = 0; row < L.rows(); ++row) {
      for (Eigen::Index c = 0; c <= row; ++c) proof.triangle.push_back(L(row, c));
    }
    return proves_solvable(question_, proof);
  }

  /// How far w of contact i is inside w_N >= mu h(w_T), rounded [m/s].
  double depth_at(const Eigen::VectorXd& w, Eigen::Index i) const {
    const auto slip = w.segment(d_ * i + 1, d_ - 1);
    double largest = is_disc() ? slip.norm() : 0;
    for (const Eigen::Vector2d& f : around_) {
      if (!is_disc()) largest = std::max(largest, f.head(d_ - 1).dot(slip));
    }
    return w[d_ * i] - question_.mu[at(i)] * largest;
  }

  ProvenStep shown_by_multipliers() const {
    ProgramRows program_rows;
    const auto contacts = static_cast<Eigen::Index>(question_.mu.size());
    for (Eigen::Index i = 0; i < contacts; ++i) {
      program_rows.add(rows_.contact.row(d_ * i), rows_.w0[d_ * i]);
    }
    program_rows.add_joints(rows_);
    QuadraticProgram program;
    const auto end = solve(program, program_rows, kRounding * program_rows.largest);
    if (end != QuadraticProgramEnd::infeasible) return ProvenStep::nothing;
    const InfeasibleProof proof = in_whole(program.certificate());
    if (proves_infeasible(whole_, proof)) return ProvenStep::infeasible;
    InfeasibleProof rounded = proof;
    round_to_few_bits(rounded);
    if (proves_infeasible(whole_, rounded)) return ProvenStep::infeasible;
    const bool far = is_out_of_reach(whole_, proof) || is_out_of_reach(whole_, rounded);
    return far ? ProvenStep::out_of_reach : ProvenStep::nothing;
  }

  /// Multipliers of the island's contacts, then of its joints, each in both directions: as those of
  /// the whole step.
  InfeasibleProof in_whole(const std::vector<double>& y) const {
    InfeasibleProof proof{std::vector<double>(whole_.mu.size(), 0),
                          std::vector<double>(whole_.joints(), 0)};
    std::size_t r = 0;
    for (const std::size_t contact : island_.contacts) proof.contacts[contact] = y[r++];
    for (const std::size_t joint : island_.joints) {
      proof.joints[joint] = y[r] - y[r + 1];
      r += 2;
    }
    return proof;
  }

  /// Rows that cancel exactly do so with multipliers of few bits.
  static void round_to_few_bits(InfeasibleProof& proof) {
    constexpr int kBits = 30;
    double largest = 0;
    for (const auto* y : {&proof.contacts, &proof.joints}) {
      for (const double x : *y) largest = std::max(largest, std::abs(x));
    }
    if (largest == 0) return;
    for (auto* y : {&proof.contacts, &proof.joints}) {
      for (double& x : *y) x = std::ldexp(std::round(std::ldexp(x / largest, kBits)), -kBits);
    }
  }

  ProofWork& work_;
  const StepQuestion& whole_;
  const StepIsland& island_;
  std::shared_ptr<const StepQuestion> owned_;
  const StepQuestion& question_;  ///< the island alone
  Eigen::Index d_;
  std::vector<Eigen::Vector2d> around_;
  ProofRows rows_;
  double unit_ = 1;       ///< largest_start()
  Eigen::VectorXd v0_;    ///< velocities without impulses; 0 in local form
  Eigen::MatrixXd by_x_;  ///< C^-T; in local form impulses with B'r = x
  Eigen::MatrixXd A_;     ///< symmetric part
  Eigen::VectorXd root_;  ///< roots of its diagonal
};

}  // namespace

ProvenStep prove_step(const StepQuestion& question, ProofWork& work) {
  ProvenStep proven = ProvenStep::solvable;
  for (const StepIsland& island : islands_of_step(question)) {
    ProvenStep found = ProvenStep::nothing;
    if (work.done < work.limit && !is_too_large(question, island)) {
      found = ProofSearch(question, island, work).search(proven == ProvenStep::solvable);
    }
    if (found == ProvenStep::infeasible) return found;
    const bool leaves_open = found == ProvenStep::nothing && proven == ProvenStep::solvable;
    if (found == ProvenStep::out_of_reach || leaves_open) proven = found;
  }
  return proven;
}

}  // namespace touchstone
