// SPDX-License-Identifier: GPL-3.0-or-later
// rho from the linear program of Hart & Anitescu in exact integers. About A's interior point, with
// d = x_B - x_A and y = x - x_A:
//   minimise t subject to n.y <= t b for A's facets, n.y - t b <= n.d for B's, t >= 0,
// where n is a facet's outward normal and b > 0 its offset from its own body's interior point.
#include "geometry/query_scope.hpp"
#include "reference/exact/ensure.hpp"
#include "reference/exact/exact_hull.hpp"
#include "reference/oracle.hpp"
#include "reference/second_route/exact_program.hpp"
#include "reference/second_route/integer_routes.hpp"

namespace touchstone {
namespace {

constexpr int kT = 3;  ///< the variable t, after y

/// The facets about the interior point: normal.(v - x) <= offset. Nothing unless the point is
/// strictly inside a solid.
std::optional<std::vector<IntegerPlane>> facets_about_interior(const IntegerBody& body) {
  if (affine_basis(body.vertices).size() < 4) return std::nullopt;
  std::vector<IntegerPlane> planes = distinct_planes(solid_hull(body.vertices));
  for (IntegerPlane& plane : planes) {
    plane.offset -= plane.normal.dot(body.interior);
    if (plane.offset <= 0) return std::nullopt;
  }
  return planes;
}

void add_rows(ExactProgram& program, const std::vector<IntegerPlane>& planes,
              const IntegerVec3& center, int& row) {
  for (const IntegerPlane& plane : planes) {
    program.set_a(0, row, plane.normal.x);
    program.set_a(1, row, plane.normal.y);
    program.set_a(2, row, plane.normal.z);
    program.set_a(kT, row, -plane.offset);
    program.set_b(row, plane.normal.dot(center));
    ++row;
  }
}

}  // namespace

std::optional<Rational> solve_ratio_program(const Pair& pair) {
  const QueryScope scope(QueryKind::truth, "the second route");
  if (is_rounded(pair)) return std::nullopt;
  return solve_ratio_program(to_integers(pair));
}

std::optional<Rational> solve_ratio_program(const IntegerPair& integers) {
  const IntegerVec3 d = integers.B.interior - integers.A.interior;
  if (d.is_zero()) return std::nullopt;
  const auto facets_A = facets_about_interior(integers.A);
  const auto facets_B = facets_about_interior(integers.B);
  if (!facets_A || !facets_B) return std::nullopt;

  ExactProgram program(ExactProgram::Form::inequalities);
  int row = 0;
  add_rows(program, *facets_A, {0, 0, 0}, row);
  add_rows(program, *facets_B, d, row);
  program.require_nonnegative(kT);
  program.set_c(kT, 1);
  const auto least = program.least();
  // The bodies grow over all of space: feasible; t >= 0: bounded.
  ensure(least.has_value(), "the program of the ratio metric has no solution");
  const Rational& t = *least;
  return Rational((t - 1) / t);
}

}  // namespace touchstone
