// SPDX-License-Identifier: GPL-3.0-or-later
// The point of C nearest to 0, from points near it, by GJK with exact signs (contact_search.hpp).
// Internal to `certified`.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "metrics/certified/contact_result.hpp"
#include "metrics/certified/contact_set.hpp"

namespace touchstone {

template <std::size_t kLimbs>
class ContactNearest {
 public:
  using Point = ContactPoint<kLimbs>;
  struct Simplex {
    std::size_t count = 0;
    std::array<Point, 4> corner;
  };

  explicit ContactNearest(ContactSet<kLimbs>& set) : set_(set) {}

  /// `simplex` is what it ends with: without an answer, and four points, 0 may be inside them.
  std::optional<ContactResult> find(Simplex& simplex) {
    for (int step = 0; step < kMostSteps; ++step) {
      std::optional<ContactResult> result;
      DifferencePoint next;
      const bool found = of_vertex(simplex, next, result) || of_edge(simplex, next, result) ||
                         of_triangle(simplex, next, result);
      if (!found || result) return result;
      if (next.a < 0) return std::nullopt;
      simplex.corner[simplex.count++] = set_.point(next);
    }
    return std::nullopt;
  }

 private:
  using Vector = FixedVector<kLimbs>;
  static constexpr int kMostSteps = 24;

  /// Keeps some of the corners.
  template <std::size_t kSize>
  static void keep(Simplex& simplex, const std::array<std::size_t, kSize>& of) {
    for (std::size_t k = 0; k < kSize; ++k) {
      // Ascending, so nothing that is still wanted is overwritten.
      if (of[k] != k) simplex.corner[k] = simplex.corner[of[k]];
    }
    simplex.count = kSize;
  }

  /// Of the nearest point V / D of the first corners of the simplex: a point of C beyond, or what
  /// it says.
  template <std::size_t kOfV>
  void finish(const Simplex& simplex, const FixedVector<kOfV>& V, DifferencePoint& next,
              std::optional<ContactResult>& result, std::optional<double> phi,
              const std::array<double, 3>& weight, const Vec3& direction) {
    const DifferencePoint& first = simplex.corner[0].p;
    if (!set_.find_levels(first, -V, -direction)) return;
    next = set_.beyond(first);
    if (next.a >= 0) return;
    if (!phi) return;
    ContactResult& contact = result.emplace();
    contact.phi = *phi;
    contact.n = -direction.normalized();
    contact.count = static_cast<int>(simplex.count);
    for (std::size_t k = 0; k < simplex.count; ++k) contact.nearest[k] = simplex.corner[k].p;
    contact.weight = weight;
    contact.holds = true;
  }

  bool of_vertex(Simplex& simplex, DifferencePoint& next, std::optional<ContactResult>& result) {
    for (std::size_t i = 0; i < simplex.count; ++i) {
      const Vector V = simplex.corner[i].c;
      bool nearest = !is_zero(V);
      for (std::size_t k = 0; nearest && k < simplex.count; ++k) {
        nearest = k == i || dot(V, simplex.corner[k].c - V).sign() >= 0;
      }
      if (!nearest) continue;
      keep<1>(simplex, {i});
      const RoundedVector<kLimbs> rounded_V(V);
      finish(simplex, V, next, result, quotient(dot(V, V), V, rounded_V, set_.exponent()),
             {1, 0, 0}, rounded_V.direction());
      return true;
    }
    return false;
  }

  bool of_edge(Simplex& simplex, DifferencePoint& next, std::optional<ContactResult>& result) {
    for (std::size_t j = 1; j < simplex.count; ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const Vector& p = simplex.corner[i].c;
        const Vector& q = simplex.corner[j].c;
        const Vector e = q - p;
        const FixedInteger<2 * kLimbs> of_p = dot(q, e);
        const FixedInteger<2 * kLimbs> of_q = -dot(p, e);
        if (of_p.sign() <= 0 || of_q.sign() <= 0) continue;
        const FixedVector<3 * kLimbs> V = touchstone::scaled(of_p, p) + touchstone::scaled(of_q, q);
        bool nearest = !is_zero(V);
        for (std::size_t k = 0; nearest && k < simplex.count; ++k) {
          nearest = k == i || k == j || dot(V, simplex.corner[k].c - p).sign() >= 0;
        }
        if (!nearest) continue;
        keep<2>(simplex, {i, j});
        const RoundedVector<3 * kLimbs> rounded_V(V);
        // |V| / D = V.V / (D |V|), with D = e.e = of_p + of_q and V.V = D (V.p).
        const auto along = dot(V, simplex.corner[0].c);
        const ScaledDoubleDouble part = rounded(of_p);
        const ScaledDoubleDouble other = rounded(of_q);
        const double ratio =
            std::ldexp(part.value.high / other.value.high, part.exponent - other.exponent);
        finish(simplex, V, next, result, quotient(along, V, rounded_V, set_.exponent()),
               {ratio / (1 + ratio), 1 / (1 + ratio), 0}, rounded_V.direction());
        return true;
      }
    }
    return false;
  }

  bool of_triangle(Simplex& simplex, DifferencePoint& next, std::optional<ContactResult>& result) {
    for (std::size_t left_out = simplex.count; left_out-- > 0;) {
      if (simplex.count < 3 || (simplex.count == 3 && left_out < 2)) break;
      std::array<std::size_t, 3> of{};
      for (std::size_t k = 0, i = 0; k < 3; ++i) {
        if (simplex.count == 3 || i != left_out) of[k++] = i;
      }
      const Vector& p = simplex.corner[of[0]].c;
      const Vector& q = simplex.corner[of[1]].c;
      const Vector& r = simplex.corner[of[2]].c;
      FixedVector<2 * kLimbs> u = cross(q - p, r - p);
      // |u|^2 times the weights.
      const std::array<FixedInteger<4 * kLimbs>, 3> weight = {
          dot(u, cross(q, r)), dot(u, cross(r, p)), dot(u, cross(p, q))};
      if (weight[0].sign() <= 0 || weight[1].sign() <= 0 || weight[2].sign() <= 0) continue;
      FixedInteger<3 * kLimbs> along = dot(u, p);
      if (along.sign() == 0) return false;
      if (along.sign() < 0) {
        along = -along;
        u = -u;
      }
      if (simplex.count == 4 && dot(u, simplex.corner[left_out].c - p).sign() < 0) continue;
      const std::array<ScaledDoubleDouble, 3> part = {rounded(weight[0]), rounded(weight[1]),
                                                      rounded(weight[2])};
      std::array<double, 3> share{};
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        share[k] = std::ldexp(part[k].value.high, part[k].exponent - part[0].exponent);
        sum += share[k];
      }
      for (double& w : share) w /= sum;
      keep<3>(simplex, of);
      const RoundedVector<2 * kLimbs> rounded_u(u);
      finish(simplex, u, next, result, quotient(along, u, rounded_u, set_.exponent()), share,
             rounded_u.direction());
      return true;
    }
    return false;
  }

  ContactSet<kLimbs>& set_;
};

}  // namespace touchstone
