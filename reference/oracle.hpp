// SPDX-License-Identifier: GPL-3.0-or-later
// The exact oracle: two routes to the same truth that share nothing but the exactly transformed
// vertices; and the programs that have one route alone.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/pair.hpp"
#include "reference/truth.hpp"

namespace touchstone {

/// The fast route: candidate directions (facet normals, Gauss-crossing edge pairs) with filtered
/// exact arithmetic; separated pairs by the exact nearest point. Not thread safe; one oracle per
/// thread. Remembers the exact features of recent bodies.
class Oracle {
 public:
  Oracle();
  ~Oracle();
  Oracle(Oracle&&) noexcept;
  Oracle& operator=(Oracle&&) noexcept;

  /// phi and everything that belongs to it; rho too unless `with_ratio` is false.
  Truth solve(const Pair& pair, bool with_ratio = true);

  /// The truth of two solids without exact arithmetic, rounded correctly; nothing where doubles
  /// leave a doubt.
  std::optional<RoundedTruth> settle(const Pair& pair, bool with_ratio = true);

  /// By how much the second nearest facet of the Minkowski difference is farther from 0 than the
  /// nearest [m], 0 for a tie; nothing unless the pair penetrates and one body at least is solid.
  std::optional<double> second_best_gap(const Pair& pair);

  /// Shares of decisions that the filter settled, for reports and tests.
  struct Statistics {
    long queries = 0;
    long exact_candidates = 0;  ///< candidates evaluated in rationals
    long exact_nearest = 0;     ///< nearest-point problems that needed more than verification
  };
  const Statistics& statistics() const;

 private:
  class Impl;
  Impl* impl_;
};

/// The oracle as campaigns use it: rounded numbers at once, exact parts on demand. Two boxes take a
/// path of their own in double words, other solids the oracle's; pairs that are too close to call
/// and flat bodies are for exact arithmetic. Not thread safe; one for each thread.
class QuickOracle {
 public:
  QuickOracle() = default;
  /// For tests of whoever has to notice a wrong truth: `falsify` has its way with all that is
  /// settled without exact arithmetic.
  explicit QuickOracle(std::function<void(RoundedTruth&)> falsify) : falsify_(std::move(falsify)) {}

  TruthOnDemand solve(const Pair& pair, bool with_ratio = true);
  /// Only what needs no exact arithmetic; nothing where doubles leave a doubt.
  std::optional<RoundedTruth> settle(const Pair& pair, bool with_ratio = true);

  /// Oracle::second_best_gap of the pair, in exact arithmetic.
  std::optional<double> second_best_gap(const Pair& pair) { return oracle_.second_best_gap(pair); }

  struct Statistics {
    long queries = 0;
    long boxes = 0;           ///< pairs of two boxes
    long boxes_settled = 0;   ///< pairs of two boxes without exact arithmetic
    long others_settled = 0;  ///< other pairs without exact arithmetic
  };
  const Statistics& statistics() const { return statistics_; }

 private:
  Oracle oracle_;
  std::function<void(RoundedTruth&)> falsify_;
  Statistics statistics_;
};

/// The second route for phi: the explicit Minkowski difference C = B + (-A) as the exact hull of
/// all vertex differences. `ratio`, `features` and witnesses are left empty. Any dimension. O(V_A
/// V_B log): tests only. `inradius_squared`, where it is given, becomes the square of the inradius
/// of K = C + x_A - x_B about 0 [m^2]: 0 of a flat K, and where 0 is not inside K.
Truth solve_explicit(const Pair& pair, Rational* inradius_squared = nullptr);

/// Exact rho by the second route: the primal linear program in CGAL's exact solver. Nothing where
/// rho is undefined, as it is, here and below, where a body has a radius.
std::optional<Rational> solve_ratio_program(const Pair& pair);

/// The linear program of the ratio metric over half-spaces whose doubles are taken as they stand:
/// what a metric that is given rounded facets can know at best. rho of the half-spaces that
/// facets_about_interior_point makes of either body, exactly. Nothing where it is undefined: a body
/// is flat, its interior point is not strictly inside all of them, r = 0, or, as they are rounded,
/// they do not bound a body.
std::optional<Rational> solve_facet_program(const Pair& pair);

/// The exact growth ratio where only A grows and B stays as it is (thesis [hart2007thesis], Remark
/// 2.18): r^ = min{t >= 0 : x_A + t (A - x_A) meets B}. 0 where x_A is in B; nothing where A is
/// flat or x_A not strictly inside it, as A does not then grow over all of space. B may be flat,
/// and its interior point does not count.
std::optional<Rational> solve_fixed_body(const Pair& pair);
/// That ratio with the direction and the point in which it is attained; nothing where
/// solve_fixed_body gives nothing.
std::optional<FixedBodyTruth> solve_fixed_body_in_full(const Pair& pair);
/// The optimal direction of that ratio, r > 0, that is nearest to u, from B to A, not normalised.
/// There are several where the grown A touches B at a corner or an edge.
std::optional<ExactVec3> fixed_direction_near(const Pair& pair, const Rational& r, const Vec3& u);

}  // namespace touchstone
