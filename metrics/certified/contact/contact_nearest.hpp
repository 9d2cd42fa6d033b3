// SPDX-License-Identifier: GPL-3.0-or-later
// The point of C nearest to 0, from points near it, by GJK with exact signs (contact_search.hpp).
// Internal to `certified`.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "metrics/certified/contact/contact_set.hpp"

namespace touchstone {

template <std::size_t kLimbs>
class ContactNearest {
 public:
  using Point = FixedDifferencePoint<kLimbs>;
  struct Simplex {
    std::size_t count = 0;
    std::array<Point, 4> corner;
    std::array<Vec3, 4> rounded;  ///< corners, each entry rounded once, over one power of two

    void add(const Point& point) {
      corner[count] = point;
      const RoundedVector<kLimbs> c(point.c);
      rounded[count++] =
          std::ldexp(1.0, c.exponent - static_cast<int>(64 * kLimbs)) * c.direction();
    }
  };

  explicit ContactNearest(ContactSet<kLimbs>& set) : set_(set) {}

  /// `simplex` becomes what the search ends with: without an answer, 0 may be inside four points.
  std::optional<ContactResult> find(Simplex& simplex) {
    result_.reset();
    for (int step = 0; step < kMaxSteps; ++step) {
      next_ = {};
      if (!of_vertex(simplex) && !of_edge(simplex) && !of_triangle(simplex)) return std::nullopt;
      if (result_ || next_.a < 0) return result_;
      simplex.add(set_.point(next_));
    }
    return std::nullopt;
  }

 private:
  using Vector = FixedVector<kLimbs>;
  static constexpr int kMaxSteps = 24;

  /// Keeps some of the corners.
  template <std::size_t kSize>
  static void keep(Simplex& simplex, const std::array<std::size_t, kSize>& of) {
    for (std::size_t k = 0; k < kSize; ++k) {
      // `of` ascends, so nothing that is still wanted is overwritten.
      if (of[k] == k) continue;
      simplex.corner[k] = simplex.corner[of[k]];
      simplex.rounded[k] = simplex.rounded[of[k]];
    }
    simplex.count = kSize;
  }

  /// The sign of exact(), which doubles know as `value`: a sum of products of rounded coordinates
  /// with at most 40 roundings, in parts of `terms`, the product of the factors' lengths.
  template <class Exact>
  static int sign_of(double value, double terms, const Exact& exact) {
    const double error = 0x1p-46 * terms + 1e-290;
    if (value > error) return 1;
    if (value < -error) return -1;
    return exact().sign();
  }

  /// Ends with the nearest point V / D of the first corners of the simplex, |V| / D = along / |V|:
  /// finds a point of C beyond it, or the answer.
  template <std::size_t kOfV, class Along>
  void finish(const Simplex& simplex, const FixedVector<kOfV>& V, const Along& along) {
    const DifferencePoint& first = simplex.corner[0].p;
    const RoundedVector<kOfV> rounded_V(V);
    const Vec3 direction = rounded_V.direction();
    if (!set_.farthest(first, -V, -direction)) {
      next_ = set_.beyond(first);
      return;
    }
    const auto phi = quotient(along(), V, rounded_V, set_.exponent());
    if (!phi) return;
    ContactResult& contact = result_.emplace();
    contact.phi = *phi;
    contact.n = -rounded_V.unit();
    contact.count = static_cast<int>(simplex.count);
    for (std::size_t k = 0; k < simplex.count; ++k) contact.nearest[k] = simplex.corner[k].p;
    contact.holds = true;
  }

  bool of_vertex(Simplex& simplex) {
    for (std::size_t i = 0; i < simplex.count; ++i) {
      const Vec3& v = simplex.rounded[i];
      const Vector& V = simplex.corner[i].c;
      bool nearest = !is_zero(V);
      for (std::size_t k = 0; nearest && k < simplex.count; ++k) {
        const Vec3& c = simplex.rounded[k];
        nearest = k == i || sign_of(v.dot(c) - v.dot(v), v.norm() * (c.norm() + v.norm()),
                                    [&] { return dot(V, simplex.corner[k].c - V); }) >= 0;
      }
      if (!nearest) continue;
      keep<1>(simplex, {i});
      const Vector found = simplex.corner[0].c;
      finish(simplex, found, [&] { return dot(found, found); });
      return true;
    }
    return false;
  }

  bool of_edge(Simplex& simplex) {
    for (std::size_t j = 1; j < simplex.count; ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const Vector& p = simplex.corner[i].c;
        const Vector& q = simplex.corner[j].c;
        const Vec3& x = simplex.rounded[i];
        const Vec3& y = simplex.rounded[j];
        const double lengths = x.norm() + y.norm();
        if (sign_of(y.dot(y) - y.dot(x), y.norm() * lengths, [&] { return dot(q, q - p); }) <= 0 ||
            sign_of(x.dot(x) - x.dot(y), x.norm() * lengths, [&] { return dot(p, p - q); }) <= 0) {
          continue;
        }
        const Vector e = q - p;
        const FixedInteger<2 * kLimbs> of_p = dot(q, e);
        const FixedInteger<2 * kLimbs> of_q = -dot(p, e);
        const FixedVector<3 * kLimbs> V = touchstone::scaled(of_p, p) + touchstone::scaled(of_q, q);
        bool nearest = !is_zero(V);
        for (std::size_t k = 0; nearest && k < simplex.count; ++k) {
          nearest = k == i || k == j || dot(V, simplex.corner[k].c - p).sign() >= 0;
        }
        if (!nearest) continue;
        keep<2>(simplex, {i, j});
        // D = e.e = of_p + of_q, and V.V = D (V.p).
        finish(simplex, V, [&] { return dot(V, simplex.corner[0].c); });
        return true;
      }
    }
    return false;
  }

  bool of_triangle(Simplex& simplex) {
    for (std::size_t left_out = simplex.count; left_out-- > 0;) {
      if (simplex.count < 3 || (simplex.count == 3 && left_out < 2)) break;
      std::array<std::size_t, 3> of{};
      for (std::size_t k = 0, i = 0; k < 3; ++i) {
        if (simplex.count == 3 || i != left_out) of[k++] = i;
      }
      const auto at = [&](std::size_t k) -> const Vec3& { return simplex.rounded[of[k % 3]]; };
      const auto c = [&](std::size_t k) -> const Vector& { return simplex.corner[of[k % 3]].c; };
      const Vec3 normal = at(0).cross(at(1)) + at(1).cross(at(2)) + at(2).cross(at(0));
      const double products =
          at(0).norm() * at(1).norm() + at(1).norm() * at(2).norm() + at(2).norm() * at(0).norm();
      // |u|^2 times the weight of corner k.
      const auto weight = [&](std::size_t k, const FixedVector<2 * kLimbs>& u) {
        return dot(u, cross(c(k + 1), c(k + 2)));
      };
      FixedVector<2 * kLimbs> u;
      bool known = false;
      bool inside = true;
      for (std::size_t k = 0; inside && k < 3; ++k) {
        inside = sign_of(normal.dot(at(k + 1).cross(at(k + 2))),
                         products * at(k + 1).norm() * at(k + 2).norm(), [&] {
                           if (!std::exchange(known, true)) u = cross(c(1) - c(0), c(2) - c(0));
                           return weight(k, u);
                         }) > 0;
      }
      if (!inside) continue;
      if (!known) u = cross(c(1) - c(0), c(2) - c(0));
      FixedInteger<3 * kLimbs> along = dot(u, c(0));
      if (along.sign() == 0) return false;
      if (along.negative()) {
        along = -along;
        u = -u;
      }
      if (simplex.count == 4 && dot(u, simplex.corner[left_out].c - c(0)).sign() < 0) continue;
      keep<3>(simplex, of);
      finish(simplex, u, [&] { return along; });
      return true;
    }
    return false;
  }

  ContactSet<kLimbs>& set_;
  DifferencePoint next_;  ///< beyond the simplex; none if integers cannot tell
  std::optional<ContactResult> result_;
};

}  // namespace touchstone
