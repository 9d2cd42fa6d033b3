// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/family_problem.hpp"

#include <cmath>
#include <memory>
#include <utility>

namespace touchstone {
namespace {

double dot(const Vec3& a, const Vec3& b) { return a.x() * b.x() + a.y() * b.y() + a.z() * b.z(); }

Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(),
          a.x() * b.y() - a.y() * b.x()};
}

/// What contact i and contact j have of one body in common: the block of W, row by row.
void add_block(const FamilyContact& i, const Vec3& r_i, const FamilyContact& j, const Vec3& r_j,
               double sign, const FamilyBody& body, std::size_t size, std::vector<double>& block) {
  for (std::size_t row = 0; row < size; ++row) {
    const Vec3 arm_i = cross(r_i, i.axes.at(row));
    for (std::size_t column = 0; column < size; ++column) {
      // Products in an order that makes W symmetric to the last bit.
      const Vec3 arm_j = cross(r_j, j.axes.at(column));
      const Vec3 arms{arm_i.x() * arm_j.x(), arm_i.y() * arm_j.y(), arm_i.z() * arm_j.z()};
      const double moved = body.inverse_mass * dot(i.axes.at(row), j.axes.at(column));
      block[row * size + column] += sign * (moved + dot(arms, body.inverse_inertia));
    }
  }
}

/// Velocity of A's point relative to B's along an axis [m/s].
double velocity_along(const std::vector<FamilyBody>& bodies, const FamilyContact& contact,
                      const Vec3& axis) {
  const FamilyBody& A = bodies[contact.A];
  double along = dot(axis, A.v) + dot(cross(contact.r_A, axis), A.w);
  if (contact.B >= 0) {
    const FamilyBody& B = bodies[static_cast<std::size_t>(contact.B)];
    along -= dot(axis, B.v) + dot(cross(contact.r_B, axis), B.w);
  }
  return along;
}

void add_column(const FamilyProblem& problem, const FamilyContact& i, std::size_t number_j,
                BlockRows& W) {
  const FamilyContact& j = problem.contacts[number_j];
  const std::size_t size = problem.size;
  std::vector<double> block(size * size, 0);
  bool shared = false;
  for (const bool i_at_A : {true, false}) {
    for (const bool j_at_A : {true, false}) {
      const int body = i_at_A ? static_cast<int>(i.A) : i.B;
      if (body < 0 || body != (j_at_A ? static_cast<int>(j.A) : j.B)) continue;
      shared = true;
      add_block(i, i_at_A ? i.r_A : i.r_B, j, j_at_A ? j.r_A : j.r_B, i_at_A == j_at_A ? 1 : -1,
                problem.bodies[static_cast<std::size_t>(body)], size, block);
    }
  }
  if (!shared) return;
  W.column.push_back(static_cast<int>(number_j));
  W.value.insert(W.value.end(), block.begin(), block.end());
}

/// The row of an axis: of A, then of B; velocities of a body are v, then w.
void add_row_of_axis(const FamilyContact& contact, const Vec3& axis, std::vector<double>& rows) {
  for (const bool of_A : {true, false}) {
    const Vec3 arm = cross(of_A ? contact.r_A : contact.r_B, axis);
    const double sign = of_A ? 1 : contact.B < 0 ? 0 : -1;
    for (const Vec3& part : {axis, arm}) {
      for (int k = 0; k < 3; ++k) rows.push_back(sign * part[k]);
    }
  }
}

}  // namespace

std::array<Vec3, 3> axes_about(const Vec3& n) {
  const bool along_x = std::abs(n.x()) > 0.75;
  Vec3 t = cross(n, along_x ? Vec3{0, 1, 0} : Vec3{1, 0, 0});
  t = t * (1 / std::sqrt(dot(t, t)));
  return {n, t, cross(n, t)};
}

LocalStep FamilyProblem::local() const {
  LocalStep step;
  step.dimension = static_cast<int>(size);
  step.W.rows = step.W.columns = static_cast<int>(contacts.size());
  step.W.begin.push_back(0);
  for (const FamilyContact& i : contacts) {
    step.mu.push_back(i.mu);
    for (std::size_t row = 0; row < size; ++row) {
      step.q.push_back(velocity_along(bodies, i, i.axes.at(row)) + (row == 0 ? i.bound : 0));
    }
    for (std::size_t j = 0; j < contacts.size(); ++j) add_column(*this, i, j, step.W);
    step.W.begin.push_back(static_cast<int>(step.W.column.size()));
  }
  return step;
}

LocalStep FamilyProblem::with_bodies() const {
  StepBodies made;
  for (const FamilyBody& body : bodies) {
    for (int k = 0; k < 36; ++k) {
      const int row = k / 6;
      const double inverse = row < 3 ? body.inverse_mass : body.inverse_inertia[row - 3];
      made.masses.push_back(row == k % 6 ? 1 / inverse : 0);
    }
    made.free.insert(made.free.end(), body.v.begin(), body.v.end());
    made.free.insert(made.free.end(), body.w.begin(), body.w.end());
  }
  LocalStep step;
  for (const FamilyContact& contact : contacts) {
    step.mu.push_back(contact.mu);
    made.contact_body.insert(made.contact_body.end(), {static_cast<int>(contact.A), contact.B});
    for (const Vec3& axis : contact.axes) add_row_of_axis(contact, axis, made.contact_rows);
    made.bound.push_back(contact.bound);
  }
  for (const FamilyContact& joint : joints) {
    for (const Vec3& axis : joint.axes) {
      made.joint_body.insert(made.joint_body.end(), {static_cast<int>(joint.A), joint.B});
      add_row_of_axis(joint, axis, made.joint_rows);
      made.joint_bound.push_back(joint.bound);
    }
  }
  step.system = std::make_shared<const StepSystem>(system_of(made));
  step.bodies = std::make_shared<const StepBodies>(std::move(made));
  set_local_form(step);
  return step;
}

FamilyBody random_body(Random& random, double mass) {
  FamilyBody body;
  body.inverse_mass = 1 / mass;
  for (int k = 0; k < 3; ++k) body.inverse_inertia[k] = 1 / (mass * random.uniform(0.2, 0.6));
  body.v = random.in_unit_ball();
  body.w = random.in_unit_ball();
  return body;
}

FamilyContact random_contact(Random& random, std::size_t bodies, double mu) {
  FamilyContact contact;
  contact.A = random.below(bodies);
  contact.B = static_cast<int>(random.below(bodies + 1)) - 1;
  if (contact.B == static_cast<int>(contact.A)) contact.B = -1;
  contact.r_A = random.in_unit_ball();
  contact.r_B = random.in_unit_ball();
  contact.axes = axes_about(random.unit_vector());
  contact.mu = mu;
  contact.bound = random.uniform(0, 0.1);
  return contact;
}

FamilyProblem random_problem(Random& random, std::size_t bodies, std::size_t contacts, double mu,
                             double mass_ratio) {
  FamilyProblem problem;
  double mass = 1;
  const double growth = bodies > 1 ? mass_ratio : 1;
  for (std::size_t k = 0; k < bodies; ++k) {
    problem.bodies.push_back(random_body(random, mass));
    mass = k == 0 ? growth : 1;  // the second body is the heavy one
  }
  for (std::size_t k = 0; k < contacts; ++k) {
    problem.contacts.push_back(random_contact(random, bodies, mu));
  }
  return problem;
}

// The tangent of atan(mu) + d is (mu + t) / (1 - mu t), with t = tan(d).
FamilyProblem wedged_problem(Random& random, std::uint64_t index) {
  constexpr std::array kOff = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
  FamilyProblem problem;
  const std::array<Vec3, 3> axes = axes_about(random.unit_vector());
  problem.bodies.push_back(random_body(random, 1));
  const double mu = random.uniform(0.1, 1);
  const double off = kOff.at(index / 2 % kOff.size());
  const bool is_steep = index % 2 == 0;
  // Where there is a solution, what comes in is of the size of `off`: else its impulses would be so
  // large that rounding decides.
  Vec3& v = problem.bodies[0].v;
  v = v - axes[0] * (is_steep ? dot(axes[0], v) + off : 1);
  const double t = is_steep ? off : -off;
  const double tangent = (mu + t) / (1 - mu * t);
  for (const double side : {1.0, -1.0}) {
    FamilyContact contact;
    const Vec3 n = (axes[1] * side + axes[0] * tangent) * (1 / std::sqrt(1 + tangent * tangent));
    contact.r_A = n * -0.5;
    contact.axes = axes_about(n);
    contact.mu = mu;
    contact.bound = is_steep ? -off * random.uniform(10, 100) : -random.uniform(0.01, 0.1);
    problem.contacts.push_back(contact);
  }
  return problem;
}

/// Few enough bits that the sum of two is exact.
Vec3 of_few_bits(const Vec3& v) {
  constexpr int kBits = 26;
  Vec3 rounded{0, 0, 0};
  for (int k = 0; k < 3; ++k) rounded[k] = std::ldexp(std::round(std::ldexp(v[k], kBits)), -kBits);
  return rounded;
}

// Normal rows n of walls whose sum is exactly 0, without arms, and bounds below 0: y = 1 proves
// that there is no solution. Those of three walls are not of unit length.
FamilyProblem squeezed_problem(Random& random, std::uint64_t index) {
  FamilyProblem problem = random_problem(random, 3, 3, random.uniform(0, 1));
  const double mu = random.uniform(0, 1);
  const Vec3 n = of_few_bits(random.unit_vector());
  const auto press = [&](std::size_t A, int B, const Vec3& normal) {
    FamilyContact contact;
    contact.A = A;
    contact.B = B;
    contact.r_A = normal * -0.5;
    contact.r_B = normal * 0.5;
    contact.axes = axes_about(normal * (1 / std::sqrt(dot(normal, normal))));
    contact.axes[0] = normal;
    contact.mu = mu;
    contact.bound = -random.uniform(0.01, 0.1);
    problem.contacts.push_back(contact);
  };
  press(0, -1, n);
  if (index % 3 == 0) {
    press(0, -1, -n);
  } else if (index % 3 == 1) {
    const Vec3 other = of_few_bits(random.unit_vector());
    press(0, -1, other);
    press(0, -1, -(n + other));
  } else {
    press(1, 0, n);
    press(1, -1, -n);
  }
  return problem;
}

}  // namespace touchstone
