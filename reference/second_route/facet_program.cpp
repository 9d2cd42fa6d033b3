// SPDX-License-Identifier: GPL-3.0-or-later
// With W = cof(R) n and beta = det(R) b for each half-space n.y <= b about its own interior point,
// and d = x_A - x_B, the dual of
//
//   min t  s.t.  W.z <= t beta on A,  W.(z + d) <= t beta on B
//
// is a program in four rows whose columns are the half-spaces:
//
//   max sum mu_k W_k.d  s.t.  sum lambda_k W_k + sum mu_k W_k = 0,
//                             sum lambda_k beta_k + sum mu_k beta_k = 1,  lambda, mu >= 0.
//
// A column may be multiplied by any positive number: so all of it is integers. In CGAL's exact
// solver.
#include "geometry/index.hpp"
#include "reference/oracle.hpp"

#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "geometry/half_spaces.hpp"
#include "geometry/query_scope.hpp"
#include "reference/second_route/exact_program.hpp"

namespace touchstone {
namespace {

using Rational3 = std::array<Rational, 3>;

struct ExactPose {
  std::array<Rational3, 3> cofactor;
  Rational determinant;
  Rational3 center;  ///< R c + t
};

ExactPose exactly(const Pose& X, const Vec3& c) {
  const auto R = [&X](std::size_t i, std::size_t j) {
    return Rational(X.R(static_cast<Eigen::Index>(i % 3), static_cast<Eigen::Index>(j % 3)));
  };
  ExactPose pose;
  for (std::size_t i = 0; i < 3; ++i) {
    pose.center[i] = X.t[static_cast<Eigen::Index>(i)];
    for (std::size_t j = 0; j < 3; ++j) {
      pose.cofactor[i][j] = R(i + 1, j + 1) * R(i + 2, j + 2) - R(i + 1, j + 2) * R(i + 2, j + 1);
      pose.center[i] += R(i, j) * Rational(c[static_cast<Eigen::Index>(j)]);
    }
  }
  for (std::size_t j = 0; j < 3; ++j) pose.determinant += R(0, j) * pose.cofactor[0][j];
  return pose;
}

/// W, beta and the cost -W.d, times what makes them integers.
void add_column(ExactProgram& program, int column, std::array<Rational, 5> entries) {
  Integer scale = 1;
  for (const Rational& entry : entries) scale = lcm(scale, entry.get_den());
  const auto whole = [&](std::size_t k) { return Rational(entries[k] * scale).get_num(); };
  for (int row = 0; row < 4; ++row) {
    program.set_a(column, row, whole(static_cast<std::size_t>(row)));
  }
  program.set_c(column, whole(4));
}

/// The facets come from geometry/, whose arithmetic the metrics use as well: here they are claims.
/// Throws std::logic_error unless every offset is the greatest height of a corner, up to two
/// roundings, what sums of twice the digits of a double lose, and what denormal doubles lose.
void check_offsets(const Polytope& body, const HalfSpaces& solid) {
  const Rational two_roundings = Rational(0x1p-52);
  const Rational lost_by_sums = Rational(0x1p-98);
  const Rational lost_below_range = 16 * Rational(std::numeric_limits<double>::denorm_min());
  for (std::size_t k = 0; k < solid.normals.size(); ++k) {
    Rational greatest;
    Rational terms;
    for (const int corner : body.facets()[k].vertices) {
      Rational height;
      for (Eigen::Index i = 0; i < 3; ++i) {
        const Rational term =
            Rational(solid.normals[k][i]) *
            (Rational(body.vertices()[at(corner)][i]) - Rational(body.interior_point()[i]));
        height += term;
        terms += abs(term);
      }
      if (height > greatest) greatest = height;
    }
    const Rational error = abs(Rational(solid.offsets[k]) - greatest);
    if (error > two_roundings * greatest + lost_by_sums * terms + lost_below_range) {
      throw std::logic_error("facets_about_interior_point: an offset is not its facet's height");
    }
  }
}

/// False where an offset is not above 0.
bool add_columns(ExactProgram& program, int& column, const Polytope& body, const ExactPose& pose,
                 const Rational3& d) {
  const HalfSpaces solid = facets_about_interior_point(body);
  check_offsets(body, solid);
  for (std::size_t k = 0; k < solid.normals.size(); ++k) {
    if (!(solid.offsets[k] > 0)) return false;
    std::array<Rational, 5> entries;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        entries[i] +=
            pose.cofactor[i][j] * Rational(solid.normals[k][static_cast<Eigen::Index>(j)]);
      }
      entries[4] -= entries[i] * d[i];
    }
    entries[3] = pose.determinant * Rational(solid.offsets[k]);
    add_column(program, column++, std::move(entries));
  }
  return true;
}

}  // namespace

std::optional<Rational> solve_facet_program(const Pair& pair) {
  const QueryScope scope(QueryKind::truth, "the second route");
  if (is_rounded(pair)) return std::nullopt;
  for (const Polytope* body : {pair.A.get(), pair.B.get()}) {
    if (body->dimension() < 3 || !body->interior_point_strictly_inside()) return std::nullopt;
  }
  const ExactPose A = exactly(pair.X_WA, pair.A->interior_point());
  const ExactPose B = exactly(pair.X_WB, pair.B->interior_point());
  Rational3 d;
  for (std::size_t i = 0; i < 3; ++i) d[i] = A.center[i] - B.center[i];
  ExactProgram program(ExactProgram::Form::equations);
  int column = 0;
  if (!add_columns(program, column, *pair.A, A, {}) ||
      !add_columns(program, column, *pair.B, B, d)) {
    return std::nullopt;
  }
  program.set_b(3, 1);
  const auto least = program.least();
  // Feasible where the normals span all of space. Those of a bounded body do, but as they are
  // rounded those of a sliver need not.
  if (!least) return std::nullopt;
  const Rational r = -*least;
  if (sgn(r) <= 0) return std::nullopt;
  return Rational((r - 1) / r);
}

}  // namespace touchstone
