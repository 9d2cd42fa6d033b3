// SPDX-License-Identifier: GPL-3.0-or-later
// The ratio metric of Hart & Anitescu [hart_anitescu_ratio, hart2007thesis] by shooting a ray:
// K = (B - x_B) + (-(A - x_A)) is left by the ray from 0 through d = x_A - x_B at d/r, and
// rho = (r - 1)/r [1]. K is known by its support function alone, so that a query looks at a few
// vertices only, whatever their number.
//
// 1. Portal refinement in doubles (portal_search_kernel.hpp) finds the three vertex pairs of K's
//    facet.
// 2. The facet is proven and its value evaluated (exit_proof.hpp) from the vertices and poses as
//    they stand, with a bound on every rounding.
// 3. What that leaves open (contact to the last bit, ties) is decided in integers
//    (exact_portal.hpp).
//
// 4. Weights and normal are of first order in what the facet's proof bounds to second order. They
//    are corrected by what double-doubles leave of their equations, and have bounds of their own;
//    where these do not hold, integers have the last word.
//
// rho is within an ulp of the exact one, each entry of the normal within an ulp of the exact one's
// or within 2^-55 of it, each coordinate of the witness points within an ulp of an exact one's (one
// that is below 1e-21 of the smaller body only to that). The three pairs and their weights
// (RatioDetail::portal) are the certificate: they are the multipliers of the program's dual, and
// prove the answer to whoever computes with rationals.
//
// Warm start: the workspace keeps the last portal, which is where the next query between the same
// two shapes begins if the ray still passes through it. The value does not depend on it.
//
// No answer where x_A = x_B (r = 0) or an interior point is not strictly inside.
#pragma once

#include <memory>
#include <mutex>

#include "geometry/arithmetic/registers.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

MetricRow ratio_ray_row();

std::unique_ptr<Metric> make_ratio_ray();
/// Computes with these registers, which the machine must have; every choice gives the same bits.
std::unique_ptr<Metric> make_ratio_ray(Registers registers);
/// The variant in which only A grows is another program: ratio_ray_fixed.hpp.
std::unique_ptr<Metric> make_ratio_ray_fixed();

class RayBody;

/// The tables of `ratio_ray` for a body of another metric, which hands it the few pairs that its
/// own facets do not decide. Shared between threads. The tables are made once, for the first query
/// that asks for them: most bodies never need theirs, and no later query allocates.
class RayBodyOnDemand {
 public:
  /// `polytope` outlives this.
  explicit RayBodyOnDemand(const Polytope& polytope);
  ~RayBodyOnDemand();

  const RayBody& get() const;

 private:
  const Polytope& polytope_;
  mutable std::once_flag made_;
  mutable std::unique_ptr<const RayBody> body_;
};

/// Answers by `ratio_ray`, or its fixed-body variant, without a warm start, so that the answer
/// depends on the pair alone. The fixed-body variant does not refuse bodies or poses.
Answer ask_ratio_ray(const RayBodyOnDemand& A, const Pose& X_WA, const RayBodyOnDemand& B,
                     const Pose& X_WB, bool fixed_B);

}  // namespace touchstone
