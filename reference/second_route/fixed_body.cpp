// SPDX-License-Identifier: GPL-3.0-or-later
// With p_i = a_i - x_A over A's vertices and q_j = b_j - x_A over B's, a point of B that A grown by
// t reaches is sum mu_j q_j = sum lambda_i p_i with sum mu_j = 1, sum lambda_i = t, all of them >=
// 0 (0 is inside A, so more than the least t may be spent on the same point). Hence
//
//   r^ = min sum lambda_i  s.t.  sum lambda_i p_i - sum mu_j q_j = 0,  sum mu_j = 1,
//
// a program in four rows whose columns are the vertices: no facet is asked for. In CGAL's exact
// solver.
#include "geometry/index.hpp"
#include "reference/oracle.hpp"

#include <algorithm>
#include <array>

#include "geometry/query_scope.hpp"
#include "reference/exact/ensure.hpp"
#include "reference/exact/exact_body.hpp"
#include "reference/exact/integer_space.hpp"
#include "reference/second_route/exact_program.hpp"

namespace touchstone {
namespace {

void set_column(ExactProgram& program, int column, const IntegerVec3& v) {
  program.set_a(column, 0, v.x);
  program.set_a(column, 1, v.y);
  program.set_a(column, 2, v.z);
}

/// Sets three columns of a row, the first of them given.
void set_row(ExactProgram& program, int first, int row, const IntegerVec3& v) {
  program.set_a(first, row, v.x);
  program.set_a(first + 1, row, v.y);
  program.set_a(first + 2, row, v.z);
}

/// Integers in the ratio of a vector's entries.
IntegerVec3 integer_direction(const Vec3& u) {
  const ExactVec3 exact = {Rational(u.x()), Rational(u.y()), Rational(u.z())};
  Integer denominator = 1;  // powers of two: the largest is a multiple of the others
  for (const Rational& x : exact) denominator = std::max(denominator, Integer(x.get_den()));
  const auto entry = [&](const Rational& x) {
    return Integer(x.get_num() * (denominator / x.get_den()));
  };
  return {entry(exact[0]), entry(exact[1]), entry(exact[2])};
}

}  // namespace

std::optional<FixedBodyTruth> solve_fixed_body_in_full(const Pair& pair) {
  const QueryScope scope(QueryKind::truth, "the second route");
  if (is_rounded(pair)) return std::nullopt;
  const ExactBody body(pair.A->vertices(), {pair.A->facets(), pair.A->edges()});
  if (!body.strictly_inside(pair.A->interior_point())) return std::nullopt;
  const IntegerPair integers = to_integers(pair);
  const IntegerVec3& x_A = integers.A.interior;
  ExactProgram program(ExactProgram::Form::equations);
  int column = 0;
  for (const IntegerVec3& a : integers.A.vertices) {
    set_column(program, column, a - x_A);
    program.set_c(column++, 1);
  }
  for (const IntegerVec3& b : integers.B.vertices) {
    set_column(program, column, x_A - b);
    program.set_a(column++, 3, 1);
  }
  program.set_b(3, 1);
  const auto solution = program.solve();
  // p_i span all of space: feasible; the sum is >= 0: bounded.
  ensure(solution.has_value(), "the program of a fixed body has no solution");
  // Multipliers v, w of the rows have 1 + v.p_i >= 0 and w >= v.q_j, and r = -w.
  FixedBodyTruth truth;
  truth.r = solution->least;
  for (std::size_t i = 0; i < 3 && truth.r > 0; ++i) truth.direction[i] = solution->multipliers[i];
  const auto world = [&](const Rational& x) {
    return scaled_ratio(x.get_num(), x.get_den(), integers.exponent);
  };
  const auto entries = [](const IntegerVec3& v) { return std::array<Integer, 3>{v.x, v.y, v.z}; };
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t first_b = integers.A.vertices.size();
    truth.x_A[i] = world(entries(x_A)[i]);
    Rational x = 0;
    for (std::size_t j = 0; j < integers.B.vertices.size(); ++j) {
      const Rational& weight = solution->values[first_b + j];
      if (weight != 0) x += weight * entries(integers.B.vertices[j])[i];
    }
    truth.x[i] = world(x);
  }
  return truth;
}

// The multipliers v of all proofs of r: v.p_i >= -1 and v.q_j <= -r. Of these the one with the least
// s for which no entry of t u - v is beyond s, with any t >= 0. Each inequality has a slack.
std::optional<ExactVec3> fixed_direction_near(const Pair& pair, const Rational& r, const Vec3& u) {
  const QueryScope scope(QueryKind::truth, "the second route");
  const IntegerPair integers = to_integers(pair);
  const IntegerVec3& x_A = integers.A.interior;
  ExactProgram program(ExactProgram::Form::equations);
  constexpr int kScale = 6;  // columns 0 to 2 are v's positive parts, 3 to 5 the negative ones
  constexpr int kOff = 7;
  int slack = 8;
  int row = 0;
  const auto set_v = [&](const IntegerVec3& x) {
    set_row(program, 0, row, x);
    set_row(program, 3, row, {-x.x, -x.y, -x.z});
  };
  for (const IntegerVec3& a : integers.A.vertices) {
    set_v(x_A - a);
    program.set_a(slack++, row, 1);
    program.set_b(row++, 1);
  }
  for (const IntegerVec3& b : integers.B.vertices) {
    const IntegerVec3 q = b - x_A;
    const Integer& many = r.get_den();
    set_v({many * q.x, many * q.y, many * q.z});
    program.set_a(slack++, row, 1);
    program.set_b(row++, -r.get_num());
  }
  const IntegerVec3 wanted = integer_direction(u);
  const std::array<Integer, 3> entries = {wanted.x, wanted.y, wanted.z};
  for (int k = 0; k < 3; ++k) {
    for (const int sign : {1, -1}) {
      program.set_a(k, row, -sign);
      program.set_a(3 + k, row, sign);
      program.set_a(kScale, row, sign * entries[at(k)]);
      program.set_a(kOff, row, -1);
      program.set_a(slack++, row++, 1);
    }
  }
  program.set_c(kOff, 1);
  const auto solution = program.solve();
  if (!solution) return std::nullopt;
  ExactVec3 v;
  for (std::size_t i = 0; i < 3; ++i) v[i] = solution->values[i] - solution->values[3 + i];
  return v;
}

std::optional<Rational> solve_fixed_body(const Pair& pair) {
  const auto truth = solve_fixed_body_in_full(pair);
  return truth ? std::optional(truth->r) : std::nullopt;
}

}  // namespace touchstone
