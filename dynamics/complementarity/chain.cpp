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
/// A warm start this far from accepted has the wrong active set; below, it may want refinement.
constexpr double kNearlyAccepted = 1e-6;
/// A residual of this size is rounding.
constexpr double kPolished = 1e-13;
/// And one of this size still is where masses differ much.
constexpr double kRounding = 1e-12;
/// Velocities of the relaxation from which contacts are read off.
constexpr int kRelaxations = 5;
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
  return link == SolverLink::quadratic_program || link == SolverLink::relaxed_active_set ||
         link == SolverLink::lemke;
}

/// Finds the active set rather than a value near the solution.
bool is_exact(SolverLink link) {
  return link == SolverLink::quadratic_program || link == SolverLink::relaxed_active_set;
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

const StepSolver::Demands StepSolver::kUsual{kAcceptedResidual, 1e-10, 1e-8, false};
const StepSolver::Demands StepSolver::kStrict{1e-13, 1e-15, 1e-14, true};

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
      polish();
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
      polish();
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
  memory_.residual = solution_.residual;
  memory_.by_contacts = by_contacts_;
  if (by_contacts_) {
    memory_.valid = contacts_.choose_unknowns(step_);
    memory_.contacts = contacts_;
  } else {
    memory_.active = active_;
  }
}

/// Solves afresh on the active set that is remembered.
bool StepSolver::solve_memory(int refinements) {
  if (memory_.by_contacts) {
    if (!memory_.contacts.resume(step_, refinements, active_, z_)) {
      return false;
    }
    step_.expand(active_, z_, solution_);
  } else {
    if (!step_.solve_active(memory_.active, refinements, z_)) {
      return false;
    }
    step_.expand(memory_.active, z_, solution_);
  }
  solution_.residual = residual_(*problem_, solution_, law_);
  return true;
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
  // Where the last problem left more than rounding this one will too.
  const double polished = std::max(kPolished, 10 * memory_.residual);
  if (solve_memory(0) && solution_.residual > polished && solution_.residual <= kNearlyAccepted) {
    solve_memory(1);
  }
  if (solution_.residual <= kAcceptedResidual) {
    if (solution_.residual > polished) {
      polish();
      remember();
    }
    return true;
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
  return solution_.residual <= demands_.residual;
}

bool StepSolver::solve_cold() { return no_slip_ ? solve_no_slip() : run_links(false); }

bool StepSolver::run_links(bool briefly) {
  return std::any_of(chain_.begin(), chain_.end(), [&](SolverLink link) {
    solution_.solver = link_name(link);
    return (!briefly || is_brief(link)) && (!demands_.strict || is_exact(link)) && run(link);
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
          program_.solve(rows_a_, q_, step_.dof(), demands_.feasibility * step_.scale());
      pivots_ += program_.steps();
      active_ = program_.active();
      return end == QuadraticProgramEnd::solved && try_active(&program_.multipliers());
    }
    case SolverLink::relaxed_active_set:
      return rows_ == StepRows::lcp && run_relaxed_active_set();
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
  const double at_rest = demands_.feasibility * step_.scale();
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

/// What every contact does in the relaxation is tried on the problem itself, and where that is not
/// its solution, Gamma = mu lambda of what comes out goes back into the relaxation.
bool StepSolver::run_relaxed_active_set() {
  const double scale = step_.scale();
  const std::size_t n = problem_->friction.size();
  gamma_.assign(n, 0);
  bool solved = false;
  for (int round = 0; round < kRelaxations; ++round) {
    step_.choose_rows(StepRows::relaxed);
    step_.shift(gamma_);
    step_.write_rows(rows_a_, q_);
    const QuadraticProgramEnd end =
        program_.solve(rows_a_, q_, step_.dof(), demands_.feasibility * scale);
    pivots_ += program_.steps();
    if (end != QuadraticProgramEnd::solved) {
      break;
    }
    if (!step_.solve_active(program_.active(), 1, z_)) {
      z_ = program_.multipliers();
    }
    step_.expand(program_.active(), z_, seen_);
    step_.choose_rows(StepRows::lcp);
    contacts_.read(step_, seen_.u.data(), demands_.acts * scale, &gamma_);
    solved = try_contacts();
    if (solved) {
      break;
    }
    bool moved = false;
    for (std::size_t i = 0; i < n; ++i) {
      const auto contact = static_cast<int>(i);
      const double gamma = step_.grips(contact) ? problem_->friction[i].mu *
                                                      step_.slip_of(contact, solution_.u.data())
                                                : 0;
      moved = moved || std::abs(gamma - gamma_[i]) > demands_.feasibility * scale;
      gamma_[i] = gamma;
    }
    if (!moved) {
      break;
    }
  }
  step_.choose_rows(rows_);
  return solved;
}

/// Solves for contacts_, without those that pull.
bool StepSolver::try_contacts() {
  do {
    contacts_.solve(step_, 1, active_, z_);
    step_.expand(active_, z_, solution_);
    if (accepted()) {
      by_contacts_ = true;
      return true;
    }
  } while (contacts_.drop_pulling());
  return false;
}

/// Makes an accepted solution better where it has more than rounding errors; true if it did.
bool StepSolver::polish() {
  if (solution_.residual <= kPolished) {
    return false;
  }
  const bool better = polish_on_contacts();
  return (solution_.residual > kRounding && polish_strictly()) || better;
}

/// Solves afresh for what each contact does at the solution's velocity.
bool StepSolver::polish_on_contacts() {
  seen_ = solution_;
  const double tolerance = demands_.acts * step_.scale();
  const std::vector<char> sticking = step_.sticking();
  if (no_slip_) {
    const std::vector<char> holding = touching_without_slip(seen_, tolerance);
    if (holding != sticking) {
      step_.stick(holding);
    }
  }
  polished_.read(step_, seen_.u.data(), tolerance);
  do {
    polished_.solve(step_, 1, trial_, z_);
    step_.expand(trial_, z_, solution_);
    solution_.residual = residual_(*problem_, solution_, law_);
    if (solution_.residual < seen_.residual) {
      by_contacts_ = true;
      std::swap(contacts_, polished_);
      return true;
    }
  } while (polished_.drop_pulling());
  std::swap(solution_, seen_);
  if (step_.sticking() != sticking) {
    step_.stick(sticking);
  }
  return false;
}

/// Several contacts touch to within what is accepted, but not all of them to rounding: solves anew
/// with tolerances that tell them apart.
bool StepSolver::polish_strictly() {
  const StepSolution usual = solution_;
  const std::vector<char> sticking = step_.sticking();
  const std::vector<int> active = active_;
  polished_ = contacts_;
  const bool by_contacts = by_contacts_;
  demands_ = kStrict;
  const bool solved = solve_cold();
  demands_ = kUsual;
  solution_.solver = usual.solver;
  if (solved && solution_.residual < usual.residual) {
    return true;
  }
  solution_ = usual;
  active_ = active;
  contacts_ = polished_;
  by_contacts_ = by_contacts;
  step_.stick(sticking);
  return false;
}

bool StepSolver::accepted() {
  return no_slip_ ? step_.error(solution_) <= demands_.residual : judge();
}

/// Solves afresh on active_; where that is singular or not accepted, `fallback` is its z.
bool StepSolver::try_active(const std::vector<double>* fallback) {
  by_contacts_ = false;
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
