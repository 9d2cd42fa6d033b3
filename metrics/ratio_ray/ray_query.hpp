// SPDX-License-Identifier: GPL-3.0-or-later
// A query of `ratio_ray`, compiled for narrow and for wide registers: search, proof, witness
// points. Internal to `ratio_ray`.
#pragma once

#include <cstdint>

#include "metrics/arithmetic/registers.hpp"
#include "metrics/metric.hpp"
#include "metrics/ratio_ray/portal.hpp"

namespace touchstone {

/// The last portal, and between which shapes.
class RayWorkspace final : public Workspace {
 public:
  Portal last;
  std::uint64_t id_A = 0;
  std::uint64_t id_B = 0;
};

/// No answer for bodies and poses that are refused (ray_body.hpp). The bits do not depend on
/// `registers`, which the machine has to have.
Answer ask_ray(Registers registers, const RayBody& A, const Pose& X_WA, const RayBody& B,
               const Pose& X_WB, RayWorkspace& workspace);

}  // namespace touchstone
