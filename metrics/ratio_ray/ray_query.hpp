// SPDX-License-Identifier: GPL-3.0-or-later
// A query of `ratio_ray`, compiled for narrow and for wide registers (the same bits), and what it
// leaves open, in integers. Internal to `ratio_ray`.
#pragma once

#include "metrics/common/shape_id.hpp"
#include "metrics/metric.hpp"
#include "metrics/ratio_ray/portal.hpp"

namespace touchstone {

/// The last portal, and between which shapes.
class RayWorkspace final : public Workspace {
 public:
  Portal last;
  LastPair pair;
};

/// No answer for bodies and poses that are refused (ray_body.hpp).
using RayQuery = Answer(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
                        RayWorkspace& workspace);
namespace narrow {
RayQuery ask_ray;
}
namespace wide {
RayQuery ask_ray;
}

/// Answers in integers, from `start`. `towards`: about x_A - x_B.
void find_ray_exactly(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                      const Pose& X_WB, const Vec3& towards, const Portal& start);
/// Answers in integers where only noise is left of d in double-double, or lengths are out of its
/// range; or gives the reason why there is no value.
void ask_ray_exactly(Answer& answer, const RayBody& A, const Pose& X_WA, const RayBody& B,
                     const Pose& X_WB);

/// Radius of a ball about 0 inside K: R may shrink lengths by its distance from orthonormal.
inline double ray_ball(const RayBody& A, const RayBody& B) {
  return 0.9 * (A.inradius + B.inradius);
}

/// Fills in the certificate: the three pairs and their weights.
[[gnu::always_inline]] inline void fill_certificate(RatioDetail& detail, const RayBody& A,
                                                    const RayBody& B,
                                                    const std::array<PortalPoint, 3>& points,
                                                    const Vec3& weight) {
  detail.portal_count = 3;
  for (std::size_t i = 0; i < 3; ++i) {
    detail.portal[i] = {A.map.vertex(points[i].a), B.map.vertex(points[i].b), weight.data()[i]};
  }
}

}  // namespace touchstone
