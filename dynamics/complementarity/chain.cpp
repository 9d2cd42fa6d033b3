// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/chain.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Of a quadratic program's rows, relative to the problem's scale.
constexpr double kFeasibility = 1e-10;
/// A warm start this far from accepted has the wrong active set; below, it may want refinement.
constexpr double kNearlyAccepted = 1e-6;
/// A no-slip contact with less than this share of the largest normal impulse does not press.
constexpr double kPresses = 1e-12;
constexpr int kStickingRounds = 30;
/// Sets of sticking contacts tried where the rounds go in circles.
constexpr int kStickingSets = 64;
/// mu of the cones that stand in for no-slip contacts: what Yi & Drumwright mean by no slip.
constexpr double kBoundedFriction = 100;
constexpr int kCoverings = 12;
constexpr std::uint64_t kCoveringSeed = 0x6c656d6b65;
constexpr std::array<double, 4> kRegularisations{1e-10, 1e-8, 1e-6, 1e-4};

bool finite(const StepProblem& p) {
  return p.free.allFinite() && p.normal.allFinite() && p.tangent.allFinite() &&
         p.bound.allFinite() && p.joint.allFinite() && p.joint_bound.allFinite() &&
         std::all_of(p.friction.begin(), p.friction.end(),
                     [](const ContactFriction& f) { return std::isfinite(f.mu) && f.mu >= 0; });
}

/// Solves with one attempt.
bool is_brief(SolverLink link) {
  return link == SolverLink::quadratic_program || link == SolverLink::lemke;
}

[[maybe_unused]] bool sizes_match(const StepProblem& p) {
  const Eigen::Index n = p.contacts();
  return p.normal.rows() == n && p.tangent.rows() == 2 * n &&
         p.joint.rows() == p.joint_bound.size() &&
         static_cast<Eigen::Index>(p.friction.size()) == n && p.directions >= 4 &&
         p.directions % 2 == 0 && (n == 0 || p.normal.cols() == p.dof()) &&
         (n == 0 || p.tangent.cols() == p.dof()) &&
         (p.joint.rows() == 0 || p.joint.cols() == p.dof());
}

}  // namespace

StepSolver::StepSolver(std::vector<SolverLink> chain) : chain_(std::move(chain)) {}

bool StepSolver::has(SolverLink link) const {
  return std::find(chain_.begin(), chain_.end(), link) != chain_.end();
}

const StepSolution& StepSolver::solve(const StepProblem& problem, FrictionLaw law) {
  assert(sizes_match(problem));
  law_ = law;
  pivots_ = 0;
  solution_.solved = false;
  solution_.residual = kInfinity;
  solution_.stabilisation_dropped = false;
  solution_.friction_bounded = false;
  solution_.solver = "none";
  best_.residual = kInfinity;
  no_slip_ = std::any_of(problem.friction.begin(), problem.friction.end(),
                         [](const ContactFriction& f) { return f.kind == FrictionKind::no_slip; });
  if (!finite(problem)) {
    solution_.pivots = 0;
    solution_.u = problem.free;
    const Eigen::Index n = problem.contacts();
    solution_.normal_impulse.setZero(n);
    solution_.direction_impulse.setZero(n * problem.directions);
    solution_.slip.setZero(n);
    solution_.tangent_impulse.setZero(2 * n);
    solution_.joint_impulse.setZero(problem.joint.rows());
    return solution_;
  }
  pose(problem);
  bool solved = has(SolverLink::warm_start) && warm_start();
  if (!solved) {
    solved = solve_cold();
    if (solved) {
      remember();
    } else {
      solved = solve_altered(problem);
    }
  }
  if (!solved) {
    // The best that was found; where nothing was, no impulse at all.
    problem_ = &problem;
    if (best_.residual < kInfinity) {
      solution_ = best_;
    } else {
      step_.assign(problem, rows_);
      step_.expand({}, {}, solution_);
      solution_.residual = residual_(problem, solution_, law_);
    }
    solution_.solver = "none";
    solution_.stabilisation_dropped = false;
    solution_.friction_bounded = false;
  }
  solution_.solved = solved;
  solution_.pivots = pivots_;
  return solution_;
}

/// Makes `problem` the one that is solved and judged.
void StepSolver::pose(const StepProblem& problem) {
  problem_ = &problem;
  no_slip_ = std::any_of(problem.friction.begin(), problem.friction.end(),
                         [](const ContactFriction& f) { return f.kind == FrictionKind::no_slip; });
  step_.assign(problem, StepRows::relaxed);
  rows_ = StepRows::relaxed;
  if (law_ == FrictionLaw::stewart_trinkle && step_.has_cones()) {
    rows_ = StepRows::lcp;
    step_.choose_rows(rows_);
  }
}

/// The problem with less asked of it, which the solution then says.
bool StepSolver::solve_altered(const StepProblem& problem) {
  const bool stabilised =
      (problem.bound.array() < 0).any() || (problem.joint_bound.array() != 0).any();
  const bool bound_friction = no_slip_ && has(SolverLink::finite_friction);
  const bool drop = stabilised && has(SolverLink::drop_stabilisation);
  for (const auto& [bounded, dropped] :
       {std::pair{true, false}, std::pair{false, true}, std::pair{true, true}}) {
    if ((bounded && !bound_friction) || (dropped && !drop)) {
      continue;
    }
    altered_ = problem;
    if (bounded) {
      for (ContactFriction& friction : altered_.friction) {
        if (friction.kind == FrictionKind::no_slip) {
          friction = {FrictionKind::cone, kBoundedFriction};
        }
      }
    }
    if (dropped) {
      altered_.bound = problem.bound.cwiseMax(0);
      altered_.joint_bound.setZero();
    }
    pose(altered_);
    if (solve_cold()) {
      solution_.stabilisation_dropped = dropped;
      solution_.friction_bounded = bounded;
      return true;
    }
  }
  return false;
}

bool StepSolver::fits_memory() const {
  if (!memory_.valid || memory_.rows != rows_ || memory_.dof != step_.dof() ||
      memory_.size != step_.size() || memory_.directions != problem_->directions ||
      memory_.kinds.size() != problem_->friction.size()) {
    return false;
  }
  for (std::size_t i = 0; i < memory_.kinds.size(); ++i) {
    if (memory_.kinds[i] != problem_->friction[i].kind) {
      return false;
    }
  }
  return true;
}

void StepSolver::remember() {
  memory_.valid = true;
  memory_.rows = rows_;
  memory_.dof = step_.dof();
  memory_.size = step_.size();
  memory_.directions = problem_->directions;
  memory_.kinds.resize(problem_->friction.size());
  std::transform(problem_->friction.begin(), problem_->friction.end(), memory_.kinds.begin(),
                 [](const ContactFriction& f) { return f.kind; });
  memory_.sticking = step_.sticking();
  memory_.active = active_;
}

bool StepSolver::warm_start() {
  if (!fits_memory()) {
    return false;
  }
  const bool sticks =
      std::find(memory_.sticking.begin(), memory_.sticking.end(), 1) != memory_.sticking.end();
  if (sticks) {
    step_.stick(memory_.sticking);
  }
  solution_.solver = link_name(SolverLink::warm_start);
  for (int refinements = 0; refinements < 2; ++refinements) {
    if (!step_.solve_active(memory_.active, refinements, z_)) {
      break;
    }
    step_.expand(memory_.active, z_, solution_);
    solution_.residual = residual_(*problem_, solution_, law_);
    if (solution_.residual <= kAcceptedResidual) {
      return true;
    }
    if (!(solution_.residual <= kNearlyAccepted)) {
      break;
    }
  }
  if (sticks) {
    step_.stick(std::vector<char>(memory_.sticking.size(), 0));
  }
  return false;
}

bool StepSolver::judge() {
  solution_.residual = residual_(*problem_, solution_, law_);
  if (problem_ != &altered_ && solution_.residual < best_.residual) {
    best_ = solution_;
  }
  return solution_.residual <= kAcceptedResidual;
}

bool StepSolver::solve_cold() { return no_slip_ ? solve_no_slip() : run_links(false); }

/// Which no-slip contacts press. False if the set is as it was.
bool StepSolver::press(std::vector<char>& sticking) const {
  const double largest =
      solution_.normal_impulse.size() > 0 ? solution_.normal_impulse.maxCoeff() : 0;
  bool changed = false;
  for (std::size_t i = 0; i < sticking.size(); ++i) {
    const bool presses =
        problem_->friction[i].kind == FrictionKind::no_slip &&
        solution_.normal_impulse[static_cast<Eigen::Index>(i)] > kPresses * largest;
    changed = changed || presses != (sticking[i] != 0);
    sticking[i] = presses ? 1 : 0;
  }
  return changed;
}

/// Solves with the contacts that step_ has sticking; true if that solves the step's problem.
bool StepSolver::try_sticking() { return run_links(true) && judge(); }

bool StepSolver::solve_no_slip() {
  std::vector<char> sticking(static_cast<std::size_t>(problem_->contacts()), 0);
  std::vector<std::vector<char>> seen;
  for (int round = 0; round < kStickingRounds; ++round) {
    step_.stick(sticking);
    if (!run_links(false)) {
      break;
    }
    if (judge()) {
      return true;
    }
    seen.push_back(sticking);
    if (!press(sticking) || std::find(seen.begin(), seen.end(), sticking) != seen.end()) {
      break;
    }
  }
  // Change one contact of the last set, then two, and so on.
  std::vector<std::size_t> contacts;
  for (std::size_t i = 0; i < sticking.size(); ++i) {
    if (problem_->friction[i].kind == FrictionKind::no_slip) {
      contacts.push_back(i);
    }
  }
  int tried = 0;
  for (std::size_t changes = 1; changes <= contacts.size() && tried < kStickingSets; ++changes) {
    std::vector<char> changed(contacts.size(), 0);
    std::fill(changed.begin(), changed.begin() + static_cast<std::ptrdiff_t>(changes), 1);
    do {
      std::vector<char> set = sticking;
      for (std::size_t i = 0; i < contacts.size(); ++i) {
        set[contacts[i]] = static_cast<char>(set[contacts[i]] ^ changed[i]);
      }
      if (std::find(seen.begin(), seen.end(), set) == seen.end()) {
        step_.stick(set);
        if (try_sticking()) {
          return true;
        }
        ++tried;
      }
    } while (tried < kStickingSets && std::prev_permutation(changed.begin(), changed.end()));
  }
  return false;
}

bool StepSolver::run_links(bool briefly) {
  return std::any_of(chain_.begin(), chain_.end(), [&](SolverLink link) {
    solution_.solver = link_name(link);
    return (!briefly || is_brief(link)) && run(link);
  });
}

bool StepSolver::run(SolverLink link) {
  switch (link) {
    case SolverLink::quadratic_program: {
      if (rows_ == StepRows::lcp) {
        return false;
      }
      step_.write_rows(rows_a_, q_);
      const QuadraticProgramEnd end =
          program_.solve(rows_a_, q_, step_.dof(), kFeasibility * step_.scale());
      pivots_ += program_.steps();
      active_ = program_.active();
      return end == QuadraticProgramEnd::solved && try_active(&program_.multipliers());
    }
    case SolverLink::lemke:
      return run_lemke(0, 0);
    case SolverLink::random_covering:
      for (int covering = 1; covering <= kCoverings; ++covering) {
        if (run_lemke(0, covering)) {
          return true;
        }
      }
      return false;
    case SolverLink::regularised:
      return std::any_of(kRegularisations.begin(), kRegularisations.end(),
                         [&](double regularisation) { return run_lemke(regularisation, 0); });
    case SolverLink::fixed_point:
      return rows_ == StepRows::lcp && run_fixed_point();
    case SolverLink::warm_start:
    case SolverLink::finite_friction:
    case SolverLink::drop_stabilisation:
      break;
  }
  return false;
}

bool StepSolver::run_lemke(double regularisation, int covering) {
  step_.write_rows(rows_a_, q_);
  step_.write_matrix(rows_a_, matrix_);
  const std::size_t n = q_.size();
  covering_.assign(n, 1);
  if (covering > 0) {
    Random random(kCoveringSeed, static_cast<std::uint64_t>(covering), n);
    for (double& d : covering_) {
      d = random.uniform(0.05, 1);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    matrix_[i * n + i] += regularisation;
  }
  const LemkeEnd end =
      lemke_.solve(matrix_.data(), q_.data(), covering_.data(), static_cast<int>(n));
  pivots_ += lemke_.pivots();
  if (end != LemkeEnd::solved) {
    return false;
  }
  active_ = lemke_.basic();
  regular_.clear();
  for (const int variable : active_) {
    regular_.push_back(lemke_.z()[static_cast<std::size_t>(variable)]);
  }
  return try_active(&regular_);
}

bool StepSolver::run_fixed_point() {
  const double at_rest = kFeasibility * step_.scale();
  const bool solved = fixed_point_.iterate(
      step_, FixedPointMap::chi_2, kFixedPointIterations, [&](const StepSolution& s) {
        // Which rows are active settles long before Gamma does.
        step_.choose_rows(StepRows::lcp);
        active_.clear();
        for (int i = 0; i < step_.size(); ++i) {
          const ScaledStep::Variable& v = step_.variables()[static_cast<std::size_t>(i)];
          const bool slides = v.kind == ScaledStep::Variable::Kind::slip &&
                              s.normal_impulse[v.contact] > 0 &&
                              step_.slip_of(v.contact, s.u.data()) > at_rest;
          const bool acts =
              (v.kind == ScaledStep::Variable::Kind::normal && s.normal_impulse[v.contact] > 0) ||
              (v.kind == ScaledStep::Variable::Kind::direction &&
               s.direction_impulse[v.contact * problem_->directions + v.k] > 0);
          if (slides || acts) {
            active_.push_back(i);
          }
        }
        if (try_active(nullptr)) {
          return true;
        }
        solution_ = s;
        solution_.solver = link_name(SolverLink::fixed_point);
        return accepted();
      });
  pivots_ += fixed_point_.steps();
  step_.choose_rows(rows_);
  return solved;
}

bool StepSolver::accepted() {
  return no_slip_ ? step_.error(solution_) <= kAcceptedResidual : judge();
}

/// Solves afresh on active_; where that is singular or not accepted, `fallback` is its z.
bool StepSolver::try_active(const std::vector<double>* fallback) {
  if (fallback != nullptr) {
    regular_ = *fallback;
  }
  const std::vector<int> given = active_;
  step_.reduce_active(active_);
  if (step_.solve_active(active_, 1, z_)) {
    step_.expand(active_, z_, solution_);
    if (accepted()) {
      return true;
    }
  }
  if (fallback == nullptr) {
    return false;
  }
  active_ = given;
  step_.expand(active_, regular_, solution_);
  return accepted();
}

}  // namespace touchstone
