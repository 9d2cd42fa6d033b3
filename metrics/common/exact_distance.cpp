// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/common/exact_distance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"
#include "metrics/arithmetic/exact_rounding.hpp"
#include "metrics/common/exact_set.hpp"
#include "metrics/common/expansion.hpp"

namespace touchstone {
namespace {

using namespace exact;

struct ExactSimplex {
  int count = 0;
  std::array<ExactPoint, 4> points;
  Foot foot;

  /// Keeps the smallest subset whose foot is the nearest point of all; four if 0 is inside them.
  void reduce() {
    for (int size = 1; size <= std::min(count, 3); ++size) {
      std::array<int, 3> of{};
      if (try_subsets(size, 0, 0, of)) return;
    }
    foot = Foot{};
  }

 private:
  bool try_subsets(int size, int chosen, int from, std::array<int, 3>& of) {
    if (chosen == size) return is_nearest(size, of);
    for (int i = from; i < count; ++i) {
      of[at(chosen)] = i;
      if (try_subsets(size, chosen + 1, i + 1, of)) return true;
    }
    return false;
  }

  bool is_nearest(int size, const std::array<int, 3>& of) {
    std::array<const ExactPoint*, 3> p{};
    for (std::size_t k = 0; k < at(size); ++k) {
      p[k] = &points[at(of[k])];
    }
    Foot candidate = foot_of(p, size);
    if (!candidate.exists || !candidate.inside(size)) return false;
    const Integer squared = dot(candidate.V, candidate.V);
    for (int i = 0; i < count; ++i) {
      const Integer3& c = points[at(i)].c;
      if (dot(candidate.V, c) * candidate.D < squared) return false;
    }
    for (std::size_t k = 0; k < at(size); ++k) {
      // Ascending, so nothing that is still wanted is overwritten.
      if (at(of[k]) != k) {
        points[k] = points[at(of[k])];
      }
    }
    count = size;
    foot = std::move(candidate);
    return true;
  }
};

struct ExactKernel {
  using Point = ExactPoint;
  struct Plane {
    Integer3 n;
    Integer offset;
    double level = 0;  ///< rounded: an order to work in
  };

  static Plane plane(const Point& p0, const Point& p1, const Point& p2) {
    Plane plane;
    plane.n = cross(p1.c - p0.c, p2.c - p0.c);
    plane.offset = dot(plane.n, p0.c);
    long exponent_n = std::numeric_limits<long>::min();
    for (const Integer& entry : plane.n) {
      if (sgn(entry) != 0) {
        exponent_n = std::max(exponent_n, static_cast<long>(mpz_sizeinbase(entry.get_mpz_t(), 2)));
      }
    }
    const double length = rounded_direction(plane.n).norm();
    long exponent = 0;
    const double offset = mpz_get_d_2exp(&exponent, plane.offset.get_mpz_t());
    plane.level =
        offset == 0 ? 0 : std::ldexp(offset / length, static_cast<int>(exponent - exponent_n));
    return plane;
  }
  static int side(const Plane& plane, const Point& p) {
    return cmp(dot(plane.n, p.c), plane.offset);
  }
  static bool sees(const Plane& plane, const Point& p) { return side(plane, p) >= 0; }
};

/// Whether the first plane is nearer to 0: offset / |n|, both offsets >= 0.
bool nearer(const ExactKernel::Plane& one, const ExactKernel::Plane& other) {
  return one.offset * one.offset * dot(other.n, other.n) <
         other.offset * other.offset * dot(one.n, one.n);
}

class ExactSearch {
 public:
  ExactSearch(const exact::Body& A, const Pose& X_WA, const exact::Body& B, const Pose& X_WB)
      : vertices_A_(A.map.count()), vertices_B_(B.map.count()), set_(A, X_WA, B, X_WB) {}

  ExactDistance run() {
    approach({});
    if (apart()) {
      give_apart();
    } else if (complete()) {
      expand();
    } else {
      touch_flat();
    }
    result_.points = set_.supports();
    return std::move(result_);
  }

  ExactDistance run_apart(std::span<const DifferencePoint> start) {
    approach(start);
    if (apart()) give_apart();
    result_.points = set_.supports();
    return std::move(result_);
  }

 private:
  bool apart() const { return simplex_.count < 4 && !simplex_.foot.at_zero(); }

  void give_apart() {
    const DoubleDouble root =
        set_.rounded_root(dot(simplex_.foot.V, simplex_.foot.V), simplex_.foot.D * simplex_.foot.D);
    result_.phi = root.high;
    result_.tail = root.low;
    result_.n = -rounded_unit(simplex_.foot.V);
    name_nearest(simplex_.foot, {&simplex_.points[0], &simplex_.points[1], &simplex_.points[2]},
                 simplex_.count);
  }

  static DifferencePoint named(const ExactPoint& p) { return {Vec3::Zero(), p.a, p.b}; }

  void name_nearest(const Foot& foot, const std::array<const ExactPoint*, 3>& p, int count) {
    result_.nearest_count = count;
    for (std::size_t i = 0; i < at(count); ++i) {
      result_.nearest[i] = named(*p[i]);
    }
    result_.p_WA = set_.rounded_point(true, p, foot.weight, count);
    result_.p_WB = set_.rounded_point(false, p, foot.weight, count);
  }

  /// GJK.
  void approach(std::span<const DifferencePoint> start) {
    const Integer one = 1;
    for (const DifferencePoint& p : start) {
      simplex_.points[at(simplex_.count++)] = set_.point(p.a, p.b);
    }
    if (start.empty()) {
      simplex_.points[0] =
          set_.support(is_zero(set_.offset()) ? Integer3{one, 0, 0} : set_.offset());
      simplex_.count = 1;
    }
    // Generous: the distance falls with each point, and few of the vertices are ever looked at.
    LoopBound bound("exact distance: GJK", 1000 + 64 * (vertices_A_ + vertices_B_));
    for (;;) {
      bound.step();
      simplex_.reduce();
      const Integer3& V = simplex_.foot.V;
      if (simplex_.count == 4 || simplex_.foot.at_zero()) return;
      ExactPoint next = set_.support(-V);
      if (dot(V, next.c) * simplex_.foot.D >= dot(V, V)) return;
      simplex_.points[at(simplex_.count++)] = std::move(next);
    }
  }

  /// Adds points until there are four that do not lie in a plane; false if C does.
  bool complete() {
    while (simplex_.count < 4) {
      if (!add_outside()) return false;
    }
    return true;
  }

  /// Adds a point outside the span of those there are.
  bool add_outside() {
    const Integer one = 1;
    const std::array<Integer3, 3> axes = {Integer3{one, 0, 0}, Integer3{0, one, 0},
                                          Integer3{0, 0, one}};
    const Integer3& c0 = simplex_.points[0].c;
    std::array<Integer3, 3> directions = axes;
    Integer3 span;  // an edge, or a normal
    if (simplex_.count == 2) {
      span = simplex_.points[1].c - c0;
      for (std::size_t i = 0; i < 3; ++i) directions[i] = cross(span, axes[i]);
    } else if (simplex_.count == 3) {
      span = cross(simplex_.points[1].c - c0, simplex_.points[2].c - c0);
      directions = {span, {}, {}};
    }
    for (const Integer3& along : directions) {
      for (const int sign : {1, -1}) {
        if (is_zero(along)) continue;
        ExactPoint next = set_.support(sign > 0 ? along : -along);
        const Integer3 step = next.c - c0;
        const bool outside = simplex_.count == 1   ? !is_zero(step)
                             : simplex_.count == 2 ? !is_zero(cross(span, step))
                                                   : sgn(dot(span, step)) != 0;
        if (!outside) continue;
        simplex_.points[at(simplex_.count++)] = std::move(next);
        return true;
      }
    }
    return false;
  }

  static Integer3 orthogonal(const Integer3& e) {
    const Integer one = 1;
    // Across the axis along which e is shortest.
    std::size_t least = 0;
    for (std::size_t i = 1; i < 3; ++i) {
      if (abs(e[i]) < abs(e[least])) least = i;
    }
    Integer3 axis;
    axis[least] = one;
    return cross(e, axis);
  }

  /// 0 is in a C without volume: its normals are at right angles to all of it.
  void touch_flat() {
    result_.phi = 0;
    result_.support_count = simplex_.count;
    for (std::size_t i = 0; i < at(simplex_.count); ++i) {
      result_.support[i] = named(simplex_.points[i]);
    }
    const Integer3& c0 = simplex_.points[0].c;
    if (simplex_.count == 3) {
      result_.n = rounded_unit(cross(simplex_.points[1].c - c0, simplex_.points[2].c - c0));
    } else if (simplex_.count == 2) {
      result_.n = rounded_unit(orthogonal(simplex_.points[1].c - c0));
    } else {
      result_.n = Vec3::UnitX();
    }
    simplex_.reduce();
    name_nearest(simplex_.foot, {&simplex_.points[0], &simplex_.points[1], &simplex_.points[2]},
                 simplex_.count);
  }

  void expand() {
    polytope_.ceiling = std::numeric_limits<double>::infinity();
    polytope_.begin(kernel_, simplex_.points);
    // Each point is a vertex of C that the polytope did not have, and C has no more than this.
    LoopBound bound("exact distance: the expanding polytope", vertices_A_ * vertices_B_ + 1);
    for (;;) {
      bound.step();
      const int nearest = polytope_.nearest(nearer, 1e-12);
      const ExactKernel::Plane& plane = polytope_.triangle(nearest).plane;
      const ExactPoint next = set_.support(plane.n);
      if (ExactKernel::side(plane, next) <= 0) return finish(nearest);
      polytope_.expand(kernel_, nearest, next);
    }
  }

  void finish(int nearest) {
    const ExactKernel::Plane& plane = polytope_.triangle(nearest).plane;
    if (sgn(plane.offset) > 0) {
      const DoubleDouble root =
          set_.rounded_root(plane.offset * plane.offset, dot(plane.n, plane.n));
      result_.phi = -root.high;
      result_.tail = -root.low;
    }
    result_.n = rounded_unit(plane.n);
    for (const auto& t : polytope_.triangles()) {
      if (!t.alive) continue;
      if (sgn(plane.offset) > 0) {
        result_.cycle.push_back({named(polytope_.corner(t, 0)), named(polytope_.corner(t, 1)),
                                 named(polytope_.corner(t, 2))});
      }
      // One of the facet's triangles holds the foot.
      if (result_.nearest_count > 0 || sgn(dot(plane.n, t.plane.n)) <= 0 ||
          !is_zero(cross(plane.n, t.plane.n))) {
        continue;
      }
      const std::array<const ExactPoint*, 3> corner = {
          &polytope_.corner(t, 0), &polytope_.corner(t, 1), &polytope_.corner(t, 2)};
      const Foot foot = foot_of(corner, 3);
      if (!foot.exists || !foot.inside(3)) continue;
      name_nearest(foot, corner, 3);
    }
    if (sgn(plane.offset) == 0) {
      result_.support_count = result_.nearest_count;
      result_.support = result_.nearest;
    }
  }

  std::int64_t vertices_A_;
  std::int64_t vertices_B_;
  ExactSet set_;
  ExactSimplex simplex_;
  ExactKernel kernel_;
  Expansion<ExactKernel> polytope_;
  ExactDistance result_;
};

}  // namespace

ExactDistance find_exact_distance(const exact::Body& A, const Pose& X_WA, const exact::Body& B,
                                  const Pose& X_WB) {
  return ExactSearch(A, X_WA, B, X_WB).run();
}

ExactDistance find_exact_nearest(const exact::Body& A, const Pose& X_WA, const exact::Body& B,
                                 const Pose& X_WB, std::span<const DifferencePoint> start) {
  return ExactSearch(A, X_WA, B, X_WB).run_apart(start);
}

}  // namespace touchstone
