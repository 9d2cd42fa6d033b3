// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/accelerations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "geometry/random.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kOfContact = 6;  ///< impulses and slips of a contact
constexpr int kCoverings = 3;
constexpr std::array kKinds = {"walls", "cube", "space", "plane", "wedge"};

/// Which unknowns of the mixed problem (c, beta, lambda) are those of these contacts.
std::vector<std::size_t> unknowns_of(unsigned subset, std::size_t contacts) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < kOfContact * contacts; ++k) {
    const std::size_t contact = k < contacts       ? k
                                : k < 5 * contacts ? (k - contacts) / 4
                                                   : k - 5 * contacts;
    if ((subset >> contact & 1U) != 0) chosen.push_back(k);
  }
  return chosen;
}

/// Lemke's algorithm on some unknowns, those of the others 0. Scaling unknowns and rows by the same
/// positive numbers is another covering vector.
LemkeAnswer solve_part(const ExactProblem& problem, const std::vector<std::size_t>& chosen,
                       const ExactVector& scale) {
  ExactRows M;
  ExactVector q;
  for (const std::size_t i : chosen) {
    ExactVector& row = M.emplace_back();
    for (const std::size_t j : chosen) row.push_back(scale[i] * problem.M[i][j] * scale[j]);
    q.push_back(scale[i] * problem.q[i]);
  }
  LemkeAnswer answer = exact_lemke(M, q);
  if (!answer.solved) return answer;
  ExactVector z(problem.q.size());
  for (std::size_t k = 0; k < chosen.size(); ++k) z[chosen[k]] = scale[chosen[k]] * answer.z[k];
  answer.z = std::move(z);
  return answer;
}

/// Sets the slips of contacts without force to what their directions need: max(0, -d_k.v).
void set_slips(const ExactProblem& problem, unsigned subset, std::size_t contacts, ExactVector& z) {
  for (std::size_t i = 0; i < contacts; ++i) {
    if ((subset >> i & 1U) != 0) continue;
    Rational slip;
    for (std::size_t k = contacts + 4 * i; k < contacts + 4 * i + 4; ++k) {
      slip = std::max(slip, Rational(-dot(problem.M[k], z) - problem.q[k]));
    }
    z[5 * contacts + i] = slip;
  }
}

/// The least forces within their cones that leave no velocity, if there are any: where all gaps are
/// 0 a solution, as all its rows are 0.
std::optional<ExactVector> holding_forces(const ExactStep& step) {
  const std::size_t n = step.bound.size();
  const std::size_t forces = 5 * n;
  ExactStep at_rest = step;
  at_rest.free.assign(step.free.size(), 0);
  ExactRows rows;
  ExactVector least;
  const auto ask = [&](const ExactVector& row, const Rational& of) {
    rows.push_back(row);
    least.push_back(of);
  };
  ExactRows moves(step.free.size(), ExactVector(forces));
  for (std::size_t j = 0; j < forces; ++j) {
    ExactVector z(forces + n);
    z[j] = 1;
    const ExactVector v = velocity(at_rest, z);
    for (std::size_t k = 0; k < v.size(); ++k) moves[k][j] = v[k];
    z.resize(forces);
    ask(z, 0);
  }
  for (std::size_t k = 0; k < moves.size(); ++k) {
    ask(moves[k], -step.free[k]);
    for (Rational& one : moves[k]) one = -one;
    ask(moves[k], step.free[k]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    ExactVector cone(forces);
    cone[i] = step.mu[i];
    for (std::size_t k = n + 4 * i; k < n + 4 * i + 4; ++k) cone[k] = -1;
    ask(cone, 0);
  }
  NearestAnswer found = exact_nearest(rows, least);
  if (!found.feasible) return std::nullopt;
  found.x.resize(forces + n);
  return found.x;
}

/// A body of mass 1 and radius of gyration 1/2, its frame at its centre: the row of a contact at r.
ExactVector contact_row(const std::array<Rational, 3>& r, const std::array<int, 3>& n) {
  ExactVector row = {n[0], n[1], n[2]};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t x = (k + 1) % 3, y = (k + 2) % 3;
    row.push_back(2 * (r[x] * n[y] - r[y] * n[x]));
  }
  return row;
}

void add_contact(ExactStep& step, const std::array<Rational, 3>& r, const std::array<int, 3>& n,
                 const std::array<int, 3>& along, const std::array<int, 3>& across) {
  step.normal.push_back(contact_row(r, n));
  step.tangent_x.push_back(contact_row(r, along));
  step.tangent_y.push_back(contact_row(r, across));
  step.bound.emplace_back(0);
}

/// h = 1/64 s, g = 10 m/s^2.
const Rational kFall = Rational(10) / 64;

ExactStep between_walls(Random& random) {
  ExactStep step;
  step.free = {0, 0, -kFall, 0, 0, 0};
  const Rational half(1, 2);
  for (const int side : {-1, 1}) {
    add_contact(step, {side * half, 0, 0}, {-side, 0, 0}, {0, 1, 0}, {0, 0, 1});
  }
  step.mu.assign(2, Rational(1 + static_cast<long>(random.below(8))) / 8);
  return step;
}

ExactStep sliding_cube(Random& random) {
  const auto speed = [&random](int least) {
    return Rational(Rational(least + static_cast<long>(random.below(9))) / 4);
  };
  ExactStep step;
  // 6 to 8 rad/s, times the radius of gyration.
  step.free = {speed(4), speed(4), -kFall, 0, 0, 3 + speed(0) / 2};
  const Rational half(1, 2);
  for (const int x : {-1, 1}) {
    for (const int y : {-1, 1}) {
      add_contact(step, {x * half, y * half, -half}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0});
    }
  }
  step.mu.assign(4, Rational(1 + static_cast<long>(random.below(3))) / 8);
  return step;
}

/// The forces of a solution.
ExactVector forces_of(const ExactVector& z) {
  return {z.begin(), z.end() - static_cast<std::ptrdiff_t>(z.size() / kOfContact)};
}

/// Whether the solutions of a step, where it has several, have one velocity.
ClaimFinding one_acceleration(const ExactStep& step) {
  const std::vector<ExactVector> solutions = several_solutions(step);
  if (solutions.size() < 2) return {};
  Rational apart;
  const ExactVector first = velocity(step, solutions.front());
  for (const ExactVector& z : solutions) {
    const ExactVector v = velocity(step, z);
    Rational square;
    for (std::size_t k = 0; k < v.size(); ++k) square += (v[k] - first[k]) * (v[k] - first[k]);
    apart = std::max(apart, square);
  }
  ClaimFinding found = ClaimFinding::of(apart == 0);
  found.error = found.rank = 64 * round_sqrt_to_double(apart);
  if (!found.held) found.why = "accelerations " + short_text(found.error) + " m/s^2 apart";
  return found;
}

void judge_example(AccelerationKind kind, ExactStep step, const std::string& id, CheckRow& row) {
  ++row.cases;
  const bool shown = kind == AccelerationKind::walls || kind == AccelerationKind::cube;
  const ClaimFinding one = one_acceleration(step);
  row.claim("friction").add(one, id);
  ClaimFinding differ;
  if (shown) {
    differ = ClaimFinding::of(one.checked && !one.held);
    differ.error = one.error;
  }
  row.claim("shown").add(differ, id);
  step.mu.assign(step.mu.size(), 0);
  row.claim("frictionless").add(one_acceleration(step), id);
}

}  // namespace

std::vector<ExactVector> several_solutions(const ExactStep& step) {
  const std::size_t contacts = step.bound.size();
  const ExactProblem problem = mixed_problem(step);
  const unsigned all = (1U << contacts) - 1;
  std::vector<ExactVector> found;
  const auto keep = [&](const ExactVector& z) {
    if (!solves(problem.M, problem.q, z)) return;
    const bool known = std::any_of(found.begin(), found.end(), [&](const ExactVector& other) {
      return forces_of(other) == forces_of(z);
    });
    if (!known) found.push_back(z);
  };
  const auto seek = [&](unsigned subset, const ExactVector& scale) {
    LemkeAnswer answer = solve_part(problem, unknowns_of(subset, contacts), scale);
    if (!answer.solved) return;
    set_slips(problem, subset, contacts, answer.z);
    keep(answer.z);
  };
  ExactVector scale(problem.q.size(), 1);
  for (unsigned subset = all; subset > 0; --subset) seek(subset, scale);
  Random random(contacts, 0x434f5652);  // "COVR"
  for (int k = 0; k < kCoverings; ++k) {
    for (Rational& one : scale) one = Rational(1L << random.below(8));
    seek(all, scale);
  }
  if (const auto held = holding_forces(step)) keep(*held);
  return found;
}

ExactStep contact_example(AccelerationKind kind, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 0x41434345);  // "ACCE"
  if (kind == AccelerationKind::walls) return between_walls(random);
  if (kind == AccelerationKind::cube) return sliding_cube(random);
  const auto of = kind == AccelerationKind::space   ? StepKind::space
                  : kind == AccelerationKind::plane ? StepKind::plane
                                                    : StepKind::wedge;
  ExactStep step = random_step(of, seed, index);
  step.bound.assign(step.bound.size(), 0);
  return step;
}

Check accelerations_check() {
  Check check;
  check.name = "accelerations";
  check.heading = "Accelerations of bodies whose contacts permit several forces\n";
  check.sources = "contacts";
  check.claims = {
      {"shown", "two solutions have different accelerations", kMeasuredColumns},
      {"frictionless", "without friction all solutions have one acceleration"},
      {"friction", "with friction they have one, too: not judged", kMeasuredColumns, {}, false}};
  check.legend =
      "Looked at are steps of which several solutions are found, each exact.\n"
      "max error: how far two accelerations of one step are apart, of mass 1 [m/s^2]\n";
  check.shown = 1;
  return check;
}

CheckReport check_accelerations(const ClaimOptions& options) {
  return judge_problems(
      accelerations_check(), options, kKinds,
      [&](std::size_t place, std::uint64_t index, const std::string& id, CheckRow& row) {
        const auto kind = static_cast<AccelerationKind>(place);
        judge_example(kind, contact_example(kind, options.seed, index), id, row);
      });
}

}  // namespace touchstone
