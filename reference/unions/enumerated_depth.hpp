// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: the depth of two unions by full enumeration. It shares no text with the search: world
// vertices in fractions, differences as hulls of all vertex differences, and every point that is the
// nearest one to 0 of one, two or three of their planes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "geometry/body_union.hpp"
#include "reference/exact/exact_hull.hpp"
#include "reference/exact_vector.hpp"

namespace touchstone {

class EnumeratedDepth {
 public:
  explicit EnumeratedDepth(const UnionPair& pair) {
    for (const UnionPiece& a : pair.A.pieces) {
      for (const UnionPiece& b : pair.B.pieces) {
        add_difference(world(a, pair.X_WA), world(b, pair.X_WB));
      }
    }
  }

  /// Whether A + t and B have no interior point of two solid pieces in common.
  bool parts(const ExactVec3& t) const {
    return std::all_of(differences_.begin(), differences_.end(), [&](const auto& planes) {
      return std::any_of(planes.begin(), planes.end(), [&](const Plane& plane) {
        const double slack = plane.near_normal.dot(near(t)) - plane.near_offset;
        if (std::abs(slack) > kDoubt) return slack > 0;
        return dot(plane.normal, t) >= plane.offset;
      });
    });
  }

  /// The square of the depth [m^2]; nothing where the unions do not overlap.
  std::optional<Rational> squared() const {
    if (parts({0, 0, 0})) return std::nullopt;
    std::vector<Candidate> candidates = near_candidates();
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate& a, const Candidate& b) { return a.length < b.length; });
    std::optional<Rational> best;
    for (const Candidate& candidate : candidates) {
      if (best && candidate.length > std::sqrt(best->get_d()) + kDoubt) break;
      const std::optional<ExactVec3> t = meeting_point(candidate);
      if (!t || (best && dot(*t, *t) >= *best) || !parts(*t)) continue;
      best = dot(*t, *t);
    }
    return best;
  }

 private:
  static constexpr double kDoubt = 1e-9;  ///< doubles decide what is farther apart [m]

  struct Plane {
    ExactVec3 normal;
    Rational offset;
    Vec3 near_normal;
    double near_offset = 0;
  };
  struct Candidate {
    double length = 0;
    std::array<const Plane*, 3> planes{};
  };

  static Vec3 near(const ExactVec3& v) { return {v[0].get_d(), v[1].get_d(), v[2].get_d()}; }

  static std::vector<ExactVec3> world(const UnionPiece& piece, const Pose& X_WU) {
    std::vector<ExactVec3> vertices;
    for (const Vec3& v : std::get<PolytopePtr>(piece.body.core())->vertices()) {
      vertices.push_back(exact_point(X_WU, exact_point(piece.X_UP, exact(v))));
    }
    return vertices;
  }

  void add_difference(const std::vector<ExactVec3>& A, const std::vector<ExactVec3>& B) {
    Integer common = 1;
    for (const auto* side : {&A, &B}) {
      for (const ExactVec3& v : *side) {
        for (const Rational& x : v) common = lcm(common, x.get_den());
      }
    }
    const auto whole = [&](const Rational& x) {
      return Integer(x.get_num() * (common / x.get_den()));
    };
    std::vector<IntegerVec3> points;
    for (const ExactVec3& a : A) {
      for (const ExactVec3& b : B) {
        const ExactVec3 d = b - a;
        points.push_back({whole(d[0]), whole(d[1]), whole(d[2])});
      }
    }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (affine_basis(points).size() < 4) return;
    auto& planes = differences_.emplace_back();
    for (const IntegerPlane& plane : distinct_planes(solid_hull(points))) {
      Rational offset(plane.offset, common);
      offset.canonicalize();
      const Vec3 normal = rounded_unit(plane.normal);
      // n.v = offset for some vertex difference v, whose double will do.
      const double length = std::sqrt(Rational(plane.normal.squaredNorm()).get_d());
      planes.push_back({to_exact(plane.normal), offset, normal, offset.get_d() / length});
    }
  }

  /// What is not longer than the best point of one plane that doubles find outside, and a little.
  std::vector<Candidate> near_candidates() const {
    std::vector<const Plane*> all;
    for (const auto& planes : differences_) {
      for (const Plane& plane : planes) {
        const bool known = std::any_of(all.begin(), all.end(), [&](const Plane* other) {
          return other->normal == plane.normal && other->offset == plane.offset;
        });
        if (!known) all.push_back(&plane);
      }
    }
    std::vector<Candidate> candidates;
    double most = HUGE_VAL;
    const auto add = [&](const Vec3& t, const std::array<const Plane*, 3>& planes) {
      const double length = t.norm();
      if (!(length <= most + kDoubt)) return;
      candidates.push_back({length, planes});
      if (nearly_parts(t)) most = std::min(most, length);
    };
    for (const Plane* a : all) add(a->near_offset * a->near_normal, {a});
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vec3 &a = all[i]->near_normal, &b = all[j]->near_normal;
        const Vec3 n = a.cross(b);
        if (n.norm() < 1e-7) continue;
        const Vec3 t =
            (all[i]->near_offset * b.cross(n) + all[j]->near_offset * n.cross(a)) / n.squaredNorm();
        add(t, {all[i], all[j]});
        for (std::size_t k = 0; k < j; ++k) {
          const Vec3& c = all[k]->near_normal;
          const double volume = c.dot(n);
          if (std::abs(volume) < 1e-9) continue;
          const Vec3 corner = (all[k]->near_offset * n + all[i]->near_offset * b.cross(c) +
                               all[j]->near_offset * c.cross(a)) /
                              volume;
          add(corner, {all[i], all[j], all[k]});
        }
      }
    }
    std::erase_if(candidates, [&](const Candidate& c) { return c.length > most + kDoubt; });
    return candidates;
  }

  /// Whether doubles find t well outside.
  bool nearly_parts(const Vec3& t) const {
    return std::all_of(differences_.begin(), differences_.end(), [&](const auto& planes) {
      return std::any_of(planes.begin(), planes.end(), [&](const Plane& plane) {
        return plane.near_normal.dot(t) - plane.near_offset > -kDoubt / 10;
      });
    });
  }

  /// By elimination of Gram's equations G w = o, t = sum w n.
  static std::optional<ExactVec3> meeting_point(const Candidate& candidate) {
    std::vector<const Plane*> planes;
    for (const Plane* plane : candidate.planes) {
      if (plane != nullptr) planes.push_back(plane);
    }
    const std::size_t m = planes.size();
    std::vector<std::vector<Rational>> rows(m, std::vector<Rational>(m + 1));
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < m; ++j) rows[i][j] = dot(planes[i]->normal, planes[j]->normal);
      rows[i][m] = planes[i]->offset;
    }
    for (std::size_t p = 0; p < m; ++p) {
      if (rows[p][p] == 0) return std::nullopt;
      for (std::size_t i = 0; i < m; ++i) {
        if (i == p) continue;
        const Rational factor = rows[i][p] / rows[p][p];
        for (std::size_t k = p; k <= m; ++k) rows[i][k] -= factor * rows[p][k];
      }
    }
    ExactVec3 t = {0, 0, 0};
    for (std::size_t i = 0; i < m; ++i) {
      t = add_scaled(t, rows[i][m] / rows[i][i], planes[i]->normal);
    }
    return t;
  }

  std::vector<std::vector<Plane>> differences_;
};

}  // namespace touchstone
