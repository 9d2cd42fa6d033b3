// SPDX-License-Identifier: GPL-3.0-or-later
// The expanding polytope algorithm (EPA): a closed cycle of triangles with corners in C, grown
// outwards from a tetrahedron, always where it is nearest to 0. Internal to the exact metrics.
//
// The levels are signed: a triangle whose plane has 0 on its outer side has a negative one, and is
// therefore the first to be expanded, so the tetrahedron may be anywhere. A new point removes the
// triangles that see it, those coplanar with it included (fewer slivers), as far as they are
// connected, and joins the horizon that is left. Whatever rounding says of "sees", the cycle stays
// closed and consistently oriented: that alone is what the depth is proven with.
//
// A Kernel is the arithmetic: Point, Plane (with `level`, a double), and
//   Plane plane(const Point&, const Point&, const Point&)   outward where they are counterclockwise
//   bool sees(const Plane&, const Point&)
//   int side(const Plane&, const Point&)   1 above, -1 below, 0 on the plane or not known
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"
#include "metrics/common/triangle_queue.hpp"

namespace touchstone {

/// The triangles of a tetrahedron whose fourth point is below the first one: each one's corners,
/// and across the edge from corner i to i + 1 the other triangle and the number of that edge there.
struct TetrahedronTriangle {
  std::array<int, 3> corner;
  std::array<int, 3> neighbour;
  std::array<std::uint8_t, 3> edge;
};
inline constexpr std::array<TetrahedronTriangle, 4> kTetrahedron = {
    {{{0, 1, 2}, {1, 2, 3}, {2, 2, 2}},
     {{0, 3, 1}, {3, 2, 0}, {1, 0, 0}},
     {{1, 3, 2}, {1, 3, 0}, {1, 0, 1}},
     {{2, 3, 0}, {2, 1, 0}, {1, 0, 2}}}};

template <class Kernel>
class Expansion {
 public:
  using Point = typename Kernel::Point;
  using Plane = typename Kernel::Plane;

  struct Triangle {
    std::array<int, 3> corner{};         ///< counterclockwise from outside
    std::array<int, 3> neighbour{};      ///< across the edge from corner i to i + 1
    std::array<std::uint8_t, 3> edge{};  ///< its number there
    bool alive = true;
    Plane plane;
  };

  /// Begins with a tetrahedron; false if its four points lie in a plane, as `kernel` sees it.
  bool begin(const Kernel& kernel, const std::array<Point, 4>& points) {
    clear();
    points_.assign(points.begin(), points.end());
    const Plane base = kernel.plane(points[0], points[1], points[2]);
    const int side = kernel.side(base, points[3]);
    if (side == 0) return false;
    if (side > 0) std::swap(points_[1], points_[2]);
    for (const TetrahedronTriangle& triangle : kTetrahedron) {
      Triangle& t = editable(add(kernel, triangle.corner));
      t.neighbour = triangle.neighbour;
      t.edge = triangle.edge;
    }
    begin_queue();
    return true;
  }

  /// Begins with the points and triangles 0 to count - 1 of another polytope; `triangle_of(i)` is
  /// triangle i.
  template <class TriangleOf>
  void take(std::span<const Point> points, int count, const TriangleOf& triangle_of) {
    clear();
    points_.assign(points.begin(), points.end());
    for (int i = 0; i < count; ++i) triangles_.push_back(triangle_of(i));
    begin_queue();
  }

  /// Begins again with the triangles that are left, their points moved by `move(point)`.
  template <class Move>
  void rebuild(const Kernel& kernel, const Move& move) {
    stack_.clear();
    compact();
    for (Point& point : points_) move(point);
    for (int i = 0; i < static_cast<int>(triangles_.size()); ++i) {
      Triangle& t = editable(i);
      t.plane = kernel.plane(corner(t, 0), corner(t, 1), corner(t, 2));
    }
    begin_queue();
  }

  /// The triangle to look at next: the one with the least level, or, in waves (which only a finite
  /// ceiling leads to), one of the lower ones; -1 if none is left.
  int next() {
    return queue_.next([this](int index) { return triangle(index).alive; }, ceiling);
  }
  /// The triangle whose plane `nearer(one, other)` says is nearest to 0. Levels that are good to
  /// the part `rounding` of themselves order all but a few.
  template <class Nearer>
  int nearest(const Nearer& nearer, double rounding) {
    int best = next();
    const double limit = triangle(best).plane.level * (1 + rounding);
    for (int i = 0; i < static_cast<int>(triangles_.size()); ++i) {
      const Triangle& t = triangle(i);
      if (!t.alive || t.plane.level > limit) continue;
      if (nearer(t.plane, triangle(best).plane)) best = i;
    }
    return best;
  }
  bool in_waves() const { return queue_.in_waves(); }
  /// In waves: next() has nothing beyond it.
  void set_aside() { queue_.set_aside(); }

  /// Takes in a point that `from` sees. False where the horizon is not one ring: the polytope is
  /// then of no use.
  bool expand(const Kernel& kernel, int from, const Point& point) {
    horizon_.clear();
    remove(from);
    for (int e = 2; e >= 0; --e) stack_.push_back({from, e});
    // Three sides of the first triangle are looked at, and two of each other one that is removed.
    LoopBound bound("expanding polytope: what a point sees",
                    3 * static_cast<std::int64_t>(triangles_.size()));
    while (!stack_.empty()) {
      bound.step();
      const Side side = stack_.back();
      stack_.pop_back();
      const Triangle& behind = triangle(side.triangle);
      const auto s = at(side.edge);
      const int next = behind.neighbour[s];
      const int entered = behind.edge[s];
      Triangle& there = editable(next);
      if (!there.alive) continue;
      if (!kernel.sees(there.plane, point)) {
        horizon_.push_back({next, entered});
        continue;
      }
      remove(next);
      stack_.push_back({next, (entered + 2) % 3});
      stack_.push_back({next, (entered + 1) % 3});
    }
    const std::size_t size = horizon_.size();
    for (std::size_t k = 0; k < size; ++k) {
      if (last_of(horizon_[k]) != first_of(horizon_[(k + 1) % size])) return false;
    }
    if (size < 3) return false;
    const int apex = static_cast<int>(points_.size());
    points_.push_back(point);
    const int first = static_cast<int>(triangles_.size());
    const int count = static_cast<int>(size);
    for (int k = 0; k < count; ++k) {
      const Side side = horizon_[at(k)];
      const int made = add(kernel, {first_of(side), last_of(side), apex});
      Triangle& t = editable(made);
      t.neighbour = {side.triangle, first + (k + 1) % count, first + (k + count - 1) % count};
      t.edge = {static_cast<std::uint8_t>(side.edge), 2, 1};
      Triangle& outer = editable(side.triangle);
      outer.neighbour[at(side.edge)] = made;
      outer.edge[at(side.edge)] = 0;
      queue_.push(t.plane.level, made, ceiling);
    }
    return true;
  }

  const Triangle& triangle(int index) const { return triangles_[at(index)]; }
  const Point& corner(const Triangle& t, int i) const { return points_[at(t.corner[at(i)])]; }
  const std::vector<Triangle>& triangles() const { return triangles_; }
  std::size_t point_count() const { return points_.size(); }
  /// Triangles whose level is above this need not be expanded; in units of Kernel's levels.
  double ceiling = 0;

  /// Room for so many triangles over a query, those that are removed included.
  void reserve(std::size_t triangles) {
    points_.reserve(triangles / 2);
    triangles_.reserve(triangles);
    queue_.reserve(triangles);
    stack_.reserve(triangles);
    horizon_.reserve(triangles / 4);
    new_place_.reserve(triangles);
    new_point_.reserve(triangles / 2);
  }

  void clear() {
    points_.clear();
    triangles_.clear();
    queue_.clear();
    stack_.clear();
  }

 private:
  struct Side {
    int triangle;
    int edge;
  };

  Triangle& editable(int index) { return triangles_[at(index)]; }

  /// Ends of a horizon edge in the order of the removed triangle: in the outer one, which `side`
  /// names, it runs the other way.
  int first_of(const Side& side) const {
    return triangle(side.triangle).corner[at((side.edge + 1) % 3)];
  }
  int last_of(const Side& side) const { return triangle(side.triangle).corner[at(side.edge)]; }

  int add(const Kernel& kernel, const std::array<int, 3>& corner) {
    Triangle& t = triangles_.emplace_back();
    t.corner = corner;
    t.plane = kernel.plane(points_[at(corner[0])], points_[at(corner[1])], points_[at(corner[2])]);
    return static_cast<int>(triangles_.size()) - 1;
  }
  void remove(int index) { editable(index).alive = false; }
  /// Forgets what is removed.
  void compact() {
    new_place_.assign(triangles_.size(), -1);
    new_point_.assign(points_.size(), -1);
    int kept = 0;
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      if (triangles_[i].alive) new_place_[i] = kept++;
    }
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      if (!triangles_[i].alive) continue;
      Triangle& t = triangles_[i];
      for (int& neighbour : t.neighbour) {
        neighbour = new_place_[at(neighbour)];
      }
      for (const int point : t.corner) new_point_[at(point)] = 0;
      // Never upwards, so nothing that is still wanted is overwritten.
      triangles_[at(new_place_[i])] = t;
    }
    triangles_.resize(at(kept));
    int points = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (new_point_[i] < 0) continue;
      points_[at(points)] = points_[i];
      new_point_[i] = points++;
    }
    points_.resize(at(points));
    for (Triangle& t : triangles_) {
      for (int& point : t.corner) point = new_point_[at(point)];
    }
  }
  void begin_queue() {
    queue_.clear();
    queue_.begin(static_cast<int>(triangles_.size()),
                 [this](int index) { return triangle(index).plane.level; });
  }

  std::vector<Point> points_;
  std::vector<Triangle> triangles_;
  TriangleQueue queue_;
  std::vector<Side> stack_;
  std::vector<Side> horizon_;
  std::vector<int> new_place_;
  std::vector<int> new_point_;
};

}  // namespace touchstone
