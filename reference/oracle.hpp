// SPDX-License-Identifier: GPL-3.0-or-later
// The exact oracle: two routes to the same truth that share nothing but the exactly transformed
// vertices.
#pragma once

#include <optional>

#include "geometry/pair.hpp"
#include "reference/oracle/truth_on_demand.hpp"

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

  /// The same of two solids without exact arithmetic, rounded correctly; nothing where doubles
  /// leave a doubt.
  std::optional<RoundedTruth> settle(const Pair& pair, bool with_ratio = true);

  /// Of a penetrating pair of which one body is solid at least: by how much the second nearest
  /// facet of the Minkowski difference is farther than the nearest [m], 0 for a tie; nothing
  /// otherwise.
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

/// The second route for phi: the explicit Minkowski difference C = B + (-A) as the exact hull of
/// all vertex differences. `ratio`, `features` and witnesses are left empty. Any dimension. O(V_A
/// V_B log): tests only.
Truth solve_explicit(const Pair& pair);

/// Exact rho by the second route: the primal linear program in CGAL's exact solver. Nothing where
/// rho is undefined.
std::optional<Rational> solve_ratio_program(const Pair& pair);

}  // namespace touchstone
