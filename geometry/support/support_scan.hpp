// SPDX-License-Identifier: GPL-3.0-or-later
// The scans behind support queries of small bodies: which of n points lies farthest along a
// direction, and which lie as far as a level. One kernel for each instruction set, chosen when the
// program runs, so that one build runs on every machine. All give the same answer, because no
// kernel contracts multiply and add.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "geometry/vector.hpp"

namespace touchstone {

/// Points in a block. Scans take whole blocks, padded with copies of the last point.
inline constexpr int kScanBlock = 8;

/// The first index of the largest x[i] u.x + y[i] u.y + z[i] u.z, for i < count, a positive
/// multiple of kScanBlock; 0 if u is not a number. Points are finite.
using SupportScan = int (*)(const double* x, const double* y, const double* z, int count,
                            const Vec3& u);

/// Largest number of points that are screened.
inline constexpr int kMaxScreened = 128;
/// A set of points: bit i % 64 of word i / 64 belongs to point i.
using ScreenedPoints = std::array<std::uint64_t, kMaxScreened / 64>;

/// The points whose x[i] u.x + y[i] u.y + z[i] u.z is not below `level`: all of them if that is not
/// a number. `count`: a positive multiple of kScanBlock, at most kMaxScreened.
using SupportScreen = ScreenedPoints (*)(const double* x, const double* y, const double* z,
                                         int count, const Vec3& u, double level);

struct NamedSupportScan {
  const char* name;  ///< the instruction set
  SupportScan scan;
  SupportScreen screen;
};

/// The kernels that this machine can run, the fastest last; never empty.
std::span<const NamedSupportScan> support_scans();

}  // namespace touchstone
