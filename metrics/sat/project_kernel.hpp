// SPDX-License-Identifier: GPL-3.0-or-later
// project.hpp, compiled for either width of registers.
#pragma once

#include <cstddef>
#include <cstring>
#include <limits>

#include "metrics/arithmetic/kernel.hpp"
#include "metrics/sat/project.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

template <class T>
struct SatRegister {
  using Lanes [[gnu::vector_size(kSatLanes<T> * sizeof(T))]] = T;
};

template <class T>
[[gnu::always_inline]] inline void project_onto(const T* x, const T* y, const T* z, int count,
                                                const T* axes, T* least, T* most) {
  using Lanes = typename SatRegister<T>::Lanes;
  Lanes axis_x;
  Lanes axis_y;
  Lanes axis_z;
  std::memcpy(&axis_x, axes, sizeof axis_x);
  std::memcpy(&axis_y, axes + kSatLanes<T>, sizeof axis_y);
  std::memcpy(&axis_z, axes + 2 * kSatLanes<T>, sizeof axis_z);
  Lanes low = Lanes{} + std::numeric_limits<T>::infinity();
  Lanes high = Lanes{} - std::numeric_limits<T>::infinity();
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const Lanes dot = x[i] * axis_x + y[i] * axis_y + z[i] * axis_z;
    low = dot < low ? dot : low;
    high = dot > high ? dot : high;
  }
  std::memcpy(least, &low, sizeof low);
  std::memcpy(most, &high, sizeof high);
}

void project_doubles(const double* x, const double* y, const double* z, int count,
                     const double* axes, double* least, double* most) {
  project_onto(x, y, z, count, axes, least, most);
}

void project_floats(const float* x, const float* y, const float* z, int count, const float* axes,
                    float* least, float* most) {
  project_onto(x, y, z, count, axes, least, most);
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
