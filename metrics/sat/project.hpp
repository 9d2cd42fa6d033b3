// SPDX-License-Identifier: GPL-3.0-or-later
// Algorithm 1 of Yi & Drumwright [yi_drumwright], PROJECT, of one body onto several axes at once,
// without the extremal vertices themselves. Internal to `sat`.
#pragma once

namespace touchstone {

/// Axes are tested this many at a time, one in each lane: a running minimum over vertices does not
/// vectorise, several running minima side by side do.
template <class T>
inline constexpr int kSatLanes = 32 / sizeof(T);

/// The least and the most of x[i] axis_x + y[i] axis_y + z[i] axis_z over i < count for each of
/// kSatLanes axes; `axes` are their x, then y, then z. The same bits in registers of either width.
template <class T>
using SatProjection = void(const T* x, const T* y, const T* z, int count, const T* axes, T* least,
                           T* most);
template <class T>
using SatProject = SatProjection<T>*;

namespace narrow {
SatProjection<double> project_doubles;
SatProjection<float> project_floats;
}  // namespace narrow
namespace wide {
SatProjection<double> project_doubles;
SatProjection<float> project_floats;
}  // namespace wide

}  // namespace touchstone
