// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/random.hpp"

#include <array>
#include <cassert>
#include <cmath>

#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

/// Steele, Lea & Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014): the
/// finalizer of SplitMix64.
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15U;

}  // namespace

Random::Random(std::uint64_t a, std::uint64_t b, std::uint64_t c)
    : key_(mix(mix(mix(a + kGolden) + b + 2 * kGolden) + c + 3 * kGolden)) {}

std::uint64_t Random::bits() { return mix(key_ + ++counter_ * kGolden); }

double Random::uniform() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }

double Random::uniform(double low, double high) { return low + (high - low) * uniform(); }

std::uint64_t Random::below(std::uint64_t n) {
  assert(n >= 1);
  const std::uint64_t unfair = (0 - n) % n;  // 2^64 mod n: smaller draws are rejected
  std::uint64_t draw = bits();
  LoopBound bound = bound_of_draws("random numbers: draws below n");
  while (draw < unfair) {
    bound.step();
    draw = bits();
  }
  return draw % n;
}

Vec3 Random::unit_vector() {
  // Marsaglia, "Choosing a point from the surface of a sphere" (1972).
  double a = 0;
  double b = 0;
  double s = 2;
  LoopBound bound = bound_of_draws("random numbers: points of a disc");
  while (s >= 1) {
    bound.step();
    a = uniform(-1, 1);
    b = uniform(-1, 1);
    s = a * a + b * b;
  }
  const double root = 2 * std::sqrt(1 - s);
  const double x = a * root;
  const double y = b * root;
  const double z = 1 - 2 * s;
  const double length = std::sqrt(x * x + y * y + z * z);
  return {x / length, y / length, z / length};
}

Vec3 Random::in_unit_ball() {
  double x = 1;
  double y = 1;
  double z = 1;
  LoopBound bound = bound_of_draws("random numbers: points of a ball");
  while (x * x + y * y + z * z > 1) {
    bound.step();
    x = uniform(-1, 1);
    y = uniform(-1, 1);
    z = uniform(-1, 1);
  }
  return {x, y, z};
}

Mat3 Random::rotation() {
  // A point of the 4-ball has a uniform direction; the matrix does not depend on its length.
  std::array<double, 4> q{};
  double s = 2;
  LoopBound bound = bound_of_draws("random numbers: points of a 4-ball");
  while (s > 1 || s < 1e-6) {
    bound.step();
    for (double& entry : q) entry = uniform(-1, 1);
    s = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  }
  return make_pose(q, Vec3::Zero()).value().R;
}

}  // namespace touchstone
