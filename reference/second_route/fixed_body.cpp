// SPDX-License-Identifier: GPL-3.0-or-later
// With p_i = a_i - x_A over A's vertices and q_j = b_j - x_A over B's, a point of B that A grown by
// t reaches is sum mu_j q_j = sum lambda_i p_i with sum mu_j = 1, sum lambda_i = t, all of them >=
// 0 (0 is inside A, so more than the least t may be spent on the same point). Hence
//
//   r^ = min sum lambda_i  s.t.  sum lambda_i p_i - sum mu_j q_j = 0,  sum mu_j = 1,
//
// a program in four rows whose columns are the vertices: no facet is asked for. In CGAL's exact
// solver.
#include "reference/oracle.hpp"

#include <cassert>

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

}  // namespace

std::optional<Rational> solve_fixed_body(const Pair& pair) {
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
  const auto r = program.least();
  assert(r);  // p_i span all of space: feasible; the sum is >= 0: bounded
  return r;
}

}  // namespace touchstone
