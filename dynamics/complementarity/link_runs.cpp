// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/link_runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

/// Velocities of the relaxation from which contacts are read off.
constexpr int kRelaxations = 5;
/// Covering vectors that random_covering tries.
constexpr int kRandomCoverings = 12;
constexpr std::uint64_t kCoveringSeed = 0x6c656d6b65;
constexpr std::array<double, 4> kRegularisations{1e-10, 1e-8, 1e-6, 1e-4};

/// Solves with one attempt.
bool is_brief(SolverLink link) {
  return link == SolverLink::quadratic_program || link == SolverLink::relaxed_active_set ||
         link == SolverLink::lemke;
}

/// Finds the active set rather than a value near the solution.
bool is_exact(SolverLink link) {
  return link == SolverLink::quadratic_program || link == SolverLink::relaxed_active_set;
}

/// The variables of an lcp that are not zero in a solution of the relaxation. A contact slides if
/// its slip is above `at_rest`.
void read_active(const ScaledStep& step, const StepSolution& s, double at_rest,
                 std::vector<int>& active) {
  using Kind = ScaledStep::Variable::Kind;
  active.clear();
  for (int i = 0; i < step.size(); ++i) {
    const ScaledStep::Variable& v = step.variables()[at(i)];
    const bool presses = s.normal_impulse[v.contact] > 0;
    const bool slides =
        v.kind == Kind::slip && presses && step.scaled().slip_of(v.contact, s.u.data()) > at_rest;
    const bool acts = (v.kind == Kind::normal && presses) ||
                      (v.kind == Kind::direction &&
                       s.direction_impulse[v.contact * step.problem().directions + v.k] > 0);
    if (slides || acts) {
      active.push_back(i);
    }
  }
}

}  // namespace

LinkRuns::LinkRuns(std::vector<SolverLink> chain) : chain_(std::move(chain)) {}

void LinkRuns::set_stop(const StopToken& stop) {
  stop_ = stop;
  program_.set_stop(stop);
  lemke_.set_stop(stop);
  fixed_point_.set_stop(stop);
}

bool LinkRuns::has(SolverLink link) const {
  return std::find(chain_.begin(), chain_.end(), link) != chain_.end();
}

bool LinkRuns::run(Attempt& a, bool briefly) {
  return std::any_of(chain_.begin(), chain_.end(), [&](SolverLink link) {
    a.solution.solver = link_name(link);
    return (!briefly || is_brief(link)) && (!a.demands.strict || is_exact(link)) &&
           run_link(link, a);
  });
}

bool LinkRuns::run_link(SolverLink link, Attempt& a) {
  if (stop_.seen()) return false;
  switch (link) {
    case SolverLink::quadratic_program:
      return a.rows != StepRows::lcp && run_program(a);
    case SolverLink::relaxed_active_set:
      return a.rows == StepRows::lcp && run_relaxed_active_set(a);
    case SolverLink::lemke:
      return run_lemke(a, 0, 0);
    case SolverLink::random_covering:
      for (int covering = 1; covering <= kRandomCoverings && !stop_.seen(); ++covering) {
        if (run_lemke(a, 0, covering)) {
          return true;
        }
      }
      return false;
    case SolverLink::regularised:
      return std::any_of(kRegularisations.begin(), kRegularisations.end(),
                         [&](double regularisation) { return run_lemke(a, regularisation, 0); });
    case SolverLink::fixed_point:
      return a.rows == StepRows::lcp && run_fixed_point(a);
    case SolverLink::warm_start:
    case SolverLink::finite_friction:
    case SolverLink::drop_stabilisation:
      break;
  }
  return false;
}

bool LinkRuns::run_program(Attempt& a) {
  const bool solved = program_.solve(a.step, a.demands.feasibility);
  a.pivots += program_.steps();
  a.set->active = program_.active();
  return solved && a.try_active(&program_.multipliers());
}

bool LinkRuns::run_lemke(Attempt& a, double regularisation, int covering) {
  a.step.write_rows(rows_, q_);
  a.step.write_matrix(rows_, matrix_);
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
  a.pivots += lemke_.pivots();
  if (end != LemkeEnd::solved) {
    return false;
  }
  a.set->active = lemke_.basic();
  z_.clear();
  for (const int variable : a.set->active) {
    z_.push_back(lemke_.z()[at(variable)]);
  }
  return a.try_active(&z_);
}

bool LinkRuns::run_fixed_point(Attempt& a) {
  const double at_rest = a.demands.feasibility * a.step.scale();
  const bool solved = fixed_point_.iterate(a.step, FixedPointMap::chi_2, kFixedPointIterations,
                                           [&](const StepSolution& s) {
                                             // Which rows are active settles long before Gamma
                                             // does.
                                             a.step.choose_rows(StepRows::lcp);
                                             read_active(a.step, s, at_rest, a.set->active);
                                             if (a.try_active(nullptr)) {
                                               return true;
                                             }
                                             a.solution = s;
                                             a.solution.solver = link_name(SolverLink::fixed_point);
                                             return a.accepted();
                                           });
  a.pivots += fixed_point_.steps();
  a.step.choose_rows(a.rows);
  return solved;
}

/// What every contact does in the relaxation is tried on the problem itself. If that does not solve
/// it, Gamma = mu lambda of the result goes back into the relaxation.
bool LinkRuns::run_relaxed_active_set(Attempt& a) {
  const double scale = a.step.scale();
  gamma_.assign(a.problem->friction.size(), 0);
  bool solved = false;
  for (int round = 0; round < kRelaxations && relax(a); ++round) {
    a.set->contacts.read(a.step, relaxed_.u.data(), a.demands.acts * scale, &gamma_);
    solved = a.drop_until(a.set->contacts, a.set->active, [&] { return a.accepted(); });
    bool moved = false;
    for (int i = 0; i < a.step.contacts() && !solved; ++i) {
      const ScaledRows& rows = a.step.scaled();
      const double gamma =
          rows.grips(i) ? rows.friction(i).mu * rows.slip_of(i, a.solution.u.data()) : 0;
      moved = moved || std::abs(gamma - gamma_[at(i)]) > a.demands.feasibility * scale;
      gamma_[at(i)] = gamma;
    }
    if (!moved) {
      break;
    }
  }
  a.step.choose_rows(a.rows);
  return solved;
}

/// The relaxation's solution with gamma_ added to the bounds.
bool LinkRuns::relax(Attempt& a) {
  a.step.choose_rows(StepRows::relaxed);
  a.step.shift(gamma_);
  const bool solved = program_.solve(a.step, a.demands.feasibility);
  a.pivots += program_.steps();
  if (solved) {
    program_.expand(a.step, relaxed_);
    a.step.choose_rows(StepRows::lcp);
  }
  return solved;
}

}  // namespace touchstone
