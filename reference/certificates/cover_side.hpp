// SPDX-License-Identifier: GPL-3.0-or-later
// The vertices of one body as the search of a cover sees them: in doubles to find what is far along
// a direction, in integers to decide.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/index.hpp"
#include "reference/exact/integer_space.hpp"

namespace touchstone {

/// num / den in doubles; den > 0.
inline double rounded_ratio(const Integer& num, const Integer& den) {
  long n = 0;
  long d = 0;
  const double mantissa = mpz_get_d_2exp(&n, num.get_mpz_t()) / mpz_get_d_2exp(&d, den.get_mpz_t());
  return std::ldexp(mantissa, static_cast<int>(n - d));
}

/// The points of one body of C: those of B, or those of A negated.
class CoverSide {
 public:
  /// Coordinates in doubles are those in integers times 2^-`shift`.
  CoverSide(const Polytope& body, const std::vector<IntegerVec3>& vertices, int sense, long shift)
      : index_(body.extreme()) {
    const Integer one = Integer(1) << static_cast<mp_bitcnt_t>(shift);
    for (const int v : index_) {
      exact_.push_back(sense > 0 ? vertices[at(v)] : -vertices[at(v)]);
      const IntegerVec3 from_first = exact_.back() - exact_.front();
      rounded_.emplace_back(rounded_ratio(from_first.x, one), rounded_ratio(from_first.y, one),
                            rounded_ratio(from_first.z, one));
      radius_ = std::max(radius_, rounded_.back().norm());
    }
  }

  int index(int k) const { return index_[at(k)]; }
  const IntegerVec3& exact(int k) const { return exact_[at(k)]; }
  double radius() const { return radius_; }

  /// A vertex that is farthest along u, except for rounding.
  int farthest(const Vec3& u) const {
    int best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < rounded_.size(); ++k) {
      const double along = rounded_[k].dot(u);
      if (along <= most) continue;
      most = along;
      best = static_cast<int>(k);
    }
    return best;
  }

  /// All vertices that may be farthest along the unit vector u.
  std::vector<int> near(const Vec3& u) const {
    const double least = rounded_[at(farthest(u))].dot(u) - kNear * radius_;
    std::vector<int> some;
    for (std::size_t k = 0; k < rounded_.size(); ++k) {
      if (rounded_[k].dot(u) >= least) some.push_back(static_cast<int>(k));
    }
    return some;
  }

  /// All vertices that are farthest along r, decided exactly; `unit` is r / |r| rounded.
  std::vector<int> face(const IntegerVec3& r, const Vec3& unit) const {
    std::vector<int> farthest_ones;
    Integer most;
    for (const int k : near(unit)) {
      const Integer along = exact_[at(k)].dot(r);
      const int order = farthest_ones.empty() ? 1 : cmp(along, most);
      if (order < 0) continue;
      if (order > 0) farthest_ones.clear();
      most = along;
      farthest_ones.push_back(k);
    }
    return farthest_ones;
  }

  /// That one of `some` vertices which is farthest along u.
  int farthest_of(const std::vector<int>& some, const Vec3& u) const {
    return *std::max_element(some.begin(), some.end(), [&](int k, int l) {
      return rounded_[at(k)].dot(u) < rounded_[at(l)].dot(u);
    });
  }

 private:
  /// Well above the error of a product of doubles, relative to the radius [1].
  static constexpr double kNear = 0x1p-46;

  std::vector<int> index_;
  std::vector<IntegerVec3> exact_;
  std::vector<Vec3> rounded_;
  double radius_ = 0;
};

}  // namespace touchstone
