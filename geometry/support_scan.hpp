// SPDX-License-Identifier: GPL-3.0-or-later
// The scan behind support queries of small bodies: which of n points lies farthest along a
// direction. One kernel for each instruction set, chosen when the program runs, so that one build
// runs on every machine. All give the same answer, because no kernel contracts multiply and add.
#pragma once

#include <span>

#include "geometry/vector.hpp"

namespace touchstone {

/// Points come in whole blocks of so many, padded with copies of the last one.
inline constexpr int kScanBlock = 8;

/// The first index of the largest x[i] u.x + y[i] u.y + z[i] u.z, for i < count, a positive
/// multiple of kScanBlock; 0 if u is not a number. Points are finite.
using SupportScan = int (*)(const double* x, const double* y, const double* z, int count,
                            const Vec3& u);

struct NamedSupportScan {
  const char* name;  ///< of the instruction set
  SupportScan scan;
};

/// The kernels that this machine can run, the fastest last; never empty.
std::span<const NamedSupportScan> support_scans();

}  // namespace touchstone
