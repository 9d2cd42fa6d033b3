// SPDX-License-Identifier: GPL-3.0-or-later
// The search of `gjk` in doubles, compiled for narrow and for wide registers. Internal to `gjk`.
#pragma once

#include <array>
#include <cstddef>

#include "geometry/index.hpp"
#include "metrics/common/shape_id.hpp"
#include "metrics/gjk/gjk_body.hpp"
#include "metrics/gjk/simplex.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Where the last query ended, and between which shapes.
class GjkWorkspace final : public Workspace {
 public:
  std::array<int, 4> a{};  ///< places of the simplex' vertices
  std::array<int, 4> b{};
  int count = 0;
  LastPair pair;
  GjkSimplex open;  ///< where a search in doubles ended without an answer
};

/// What both parts of `gjk` know of a pair.
struct GjkScale {
  double arms = 0;      ///< sum of both bodies' longest arms [m]
  double size = 0;      ///< longest arm of the smaller body that has one [m]
  double rounding = 0;  ///< error of a point of A - B [m]
  double closed = 0;    ///< gap that is rounding of arms alone: the search has converged [m]
  /// Size ratio so large that rounding of the larger body's arms is visible on the smaller one.
  bool lopsided = false;
};

/// `distance` is that of the interior points, in the 1-norm [m].
GjkScale gjk_scale(const GjkBody& A, const GjkBody& B, double distance);

/// Rounding of a point, in parts of the bodies' reach (search_kernel.hpp).
inline constexpr double kGjkRounding = 12 * 0x1p-53;
/// Gap that the error of a direction may cost, in parts of size, before double-double takes over.
inline constexpr double kGjkMaxNoise = 2e-13;
/// Far above what is needed: the distance falls in each.
inline constexpr int kGjkMaxRounds = 256;

/// Notes a simplex, of this or of the search in lanes, for the next query.
template <class Simplex>
[[gnu::always_inline]] inline void remember(GjkWorkspace& workspace, const GjkBody& A,
                                            const GjkBody& B, const Simplex& simplex) {
  workspace.count = simplex.count;
  for (std::size_t k = 0; k < at(simplex.count); ++k) {
    workspace.a[k] = simplex.point[k].a;
    workspace.b[k] = simplex.point[k].b;
  }
  workspace.pair.set(A, B);
}

/// Fills `answer`, or leaves in `workspace.open` what double-double is to begin with and returns
/// false. The same bits for both widths of registers.
using GjkSearch = bool(const GjkBody& A, const Pose& X_WA, const GjkBody& B, const Pose& X_WB,
                       GjkWorkspace& workspace, Answer& answer);
namespace narrow {
GjkSearch search_in_doubles;
}
namespace wide {
GjkSearch search_in_doubles;
}

}  // namespace touchstone
