// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>

#include "geometry/index.hpp"
#include "reference/bracket/search.hpp"

namespace touchstone {
namespace {

/// Points nearer than this to a plane are in it, to a line on it: double words have 106 bits.
constexpr double kInPlane = 1e-28;
/// A body flatter than this has no tetrahedron inside.
constexpr double kFlat = 1e-26;

class Surface {
 public:
  Surface(const CoreDifference& C, BestDirection& best) : C_(C), best_(best) {}

  /// Makes a tetrahedron of the points and others; false where C is flat.
  bool begin(const std::vector<SearchPoint>& start) {
    for (std::size_t k = 0; k < std::min<std::size_t>(4, start.size()); ++k) {
      if (spread_with(start[k].c) > kFlat) points_.push_back(start[k]);
    }
    while (points_.size() < 4) {
      if (!add_farthest()) return false;
    }
    if (dot(cross(edge(1), edge(2)), edge(3)).value.high > 0) std::swap(points_[1], points_[2]);
    const std::array<std::array<int, 3>, 4> corners = {
        {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
    const std::array<std::array<int, 3>, 4> beyond = {{{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}}};
    for (std::size_t f = 0; f < 4; ++f) {
      if (add_face(corners[f]) < 0) return false;
      faces_.back().beyond = beyond[f];
    }
    return true;
  }

  /// Until the width is reached, no step gains any more, or the steps are used up: false in the last
  /// case alone.
  bool expand(double width, int max_steps) {
    while (steps_ < max_steps) {
      drop_dead();
      if (queue_.empty()) return true;
      const Nearest nearest = queue_.top();
      const BoundedVec3 u = faces_[at(nearest.face)].normal;
      const DoubleWord distance = faces_[at(nearest.face)].distance;
      const auto next = farthest_point(C_, u);
      ++steps_;
      if (!next) return true;
      const DoubleWord height = dot(u, next->c).value;
      best_.offer(-height, u);
      if ((-best_.gap - distance).high <= width) return true;
      if ((height - distance).high <= kInPlane || height.high < 0) return true;
      if (!replace_visible(nearest.face, *next)) return true;
    }
    return false;
  }

  ExpandedSurface result() {
    ExpandedSurface out;
    out.steps = steps_;
    drop_dead();
    if (queue_.empty()) return out;
    out.depth = queue_.top().distance;
    std::vector<int> renamed(points_.size(), -1);
    for (const Face& face : faces_) {
      if (!face.alive) continue;
      std::array<std::uint32_t, 3> triangle{};
      for (std::size_t k = 0; k < 3; ++k) {
        int& name = renamed[at(face.corners[k])];
        if (name < 0) {
          name = static_cast<int>(out.points.size());
          out.points.push_back(points_[at(face.corners[k])]);
        }
        triangle[k] = static_cast<std::uint32_t>(name);
      }
      out.triangles.push_back(triangle);
    }
    return out;
  }

 private:
  struct Face {
    std::array<int, 3> corners{};  ///< counter-clockwise seen from outside
    std::array<int, 3> beyond{};   ///< the face beyond the edge from corner k to the next
    BoundedVec3 normal;            ///< outward, unit
    DoubleWord distance;           ///< how far 0 is behind its plane
    bool alive = true;
  };
  struct Nearest {
    double distance;
    int face;
    bool operator>(const Nearest& other) const { return distance > other.distance; }
  };
  /// An edge of the horizon, with the face beyond it that stays.
  struct Rim {
    int from;
    int to;
    int face;
    std::size_t side;  ///< the edge's place in that face
  };

  BoundedVec3 edge(std::size_t k) const { return points_[k].c - points_[0].c; }

  /// How far c is from the point, line or plane through the points so far; 1 where there is none.
  double spread_with(const BoundedVec3& c) const {
    if (points_.empty()) return 1;
    const BoundedVec3 d = c - points_[0].c;
    const auto length = [](const BoundedVec3& x) { return rounded(x).norm(); };
    if (points_.size() == 1) return length(d);
    if (points_.size() == 2) return length(cross(edge(1), d)) / length(edge(1));
    const BoundedVec3 N = cross(edge(1), edge(2));
    return std::abs(dot(N, d).value.high) / length(N);
  }

  std::vector<Vec3> directions_off() const {
    if (points_.size() < 2) return {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    const Vec3 e = rounded(edge(1)).normalized();
    if (points_.size() == 2) {
      int least = 0;
      e.cwiseAbs().minCoeff(&least);
      const Vec3 across = e.cross(Vec3::Unit(least)).normalized();
      return {across, e.cross(across)};
    }
    return {rounded(cross(edge(1), edge(2))).normalized()};
  }

  bool add_farthest() {
    SearchPoint farthest;
    double most = kFlat;
    for (const Vec3& direction : directions_off()) {
      for (const double sign : {1.0, -1.0}) {
        const BoundedVec3 u = bounded(Vec3(sign * direction));
        const auto next = farthest_point(C_, u);
        ++steps_;
        if (!next) continue;
        best_.offer(-dot(u, next->c).value, u);
        const double spread = spread_with(next->c);
        if (spread <= most) continue;
        most = spread;
        farthest = *next;
      }
    }
    if (most > kFlat) points_.push_back(farthest);
    return most > kFlat;
  }

  /// Its index; -1 where it is flat.
  int add_face(const std::array<int, 3>& corners) {
    Face face;
    face.corners = corners;
    const BoundedVec3& a = points_[at(corners[0])].c;
    const BoundedVec3 N = cross(points_[at(corners[1])].c - a, points_[at(corners[2])].c - a);
    const DoubleWord squared = dot(N, N).value;
    if (!(squared.high > 0)) return -1;
    face.normal = Bounded(DoubleWord{1, 0} / sqrt(squared), 0) * N;
    face.distance = dot(face.normal, a).value;
    auto index = static_cast<int>(faces_.size());
    if (free_.empty()) {
      faces_.push_back(face);
    } else {
      index = free_.back();
      free_.pop_back();
      faces_[at(index)] = face;
    }
    queue_.push({face.distance.high, index});
    return index;
  }

  void drop_dead() {
    const auto is_dead = [this](const Nearest& nearest) {
      const Face& face = faces_[at(nearest.face)];
      return !face.alive || face.distance.high != nearest.distance;
    };
    while (!queue_.empty() && is_dead(queue_.top())) queue_.pop();
  }

  /// Whether a cone from c may not keep `other`, which lies beyond the edge: c is above its plane,
  /// or in it where the triangle of the edge and c would be a sliver or lie on top of it.
  bool sees(const BoundedVec3& c, const Face& other, int from, int to) const {
    const double above = (dot(other.normal, c).value - other.distance).high;
    if (std::abs(above) > kInPlane) return above > 0;
    const BoundedVec3& a = points_[at(from)].c;
    const BoundedVec3 side = points_[at(to)].c - a;
    return dot(cross(side, c - a), other.normal).value.high <= kInPlane * rounded(side).norm();
  }

  /// Puts a cone from the point to the horizon in the place of all that it sees. False, and the
  /// surface is as it was, where rounding leaves no simple horizon or a flat face.
  bool replace_visible(int first, const SearchPoint& point) {
    std::vector<int> seen = {first};
    faces_[at(first)].alive = false;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const Face& face = faces_[at(seen[k])];
      for (std::size_t side = 0; side < 3; ++side) {
        Face& other = faces_[at(face.beyond[side])];
        if (!other.alive) continue;
        if (!sees(point.c, other, face.corners[side], face.corners[(side + 1) % 3])) continue;
        other.alive = false;
        seen.push_back(face.beyond[side]);
      }
    }
    const std::vector<Rim> rims = horizon(seen);
    if (is_simple(rims) && add_cone(rims, point)) {
      free_.insert(free_.end(), seen.begin(), seen.end());
      return true;
    }
    for (const int face : seen) faces_[at(face)].alive = true;
    return false;
  }

  std::vector<Rim> horizon(const std::vector<int>& seen) const {
    std::vector<Rim> rims;
    for (const int k : seen) {
      const Face& face = faces_[at(k)];
      for (std::size_t side = 0; side < 3; ++side) {
        const Face& other = faces_[at(face.beyond[side])];
        if (!other.alive) continue;
        const int to = face.corners[(side + 1) % 3];
        const std::size_t back = to == other.corners[0] ? 0 : to == other.corners[1] ? 1 : 2;
        rims.push_back({face.corners[side], to, face.beyond[side], back});
      }
    }
    return rims;
  }

  bool is_simple(const std::vector<Rim>& rims) {
    starts_.clear();
    for (const Rim& rim : rims) {
      if (!starts_.emplace(rim.from, 0).second) return false;
    }
    return rims.size() >= 3 && std::all_of(rims.begin(), rims.end(), [this](const Rim& rim) {
             return starts_.count(rim.to) == 1;
           });
  }

  bool add_cone(const std::vector<Rim>& rims, const SearchPoint& point) {
    const int apex = static_cast<int>(points_.size());
    points_.push_back(point);
    std::vector<int> cone;
    for (const Rim& rim : rims) {
      const int face = add_face({rim.from, rim.to, apex});
      if (face >= 0) cone.push_back(face);
      starts_[rim.from] = face;
    }
    if (cone.size() < rims.size()) {
      for (const int face : cone) faces_[at(face)].alive = false;
      return false;
    }
    for (std::size_t k = 0; k < rims.size(); ++k) {
      const int next = starts_[rims[k].to];
      faces_[at(cone[k])].beyond[0] = rims[k].face;
      faces_[at(cone[k])].beyond[1] = next;
      faces_[at(next)].beyond[2] = cone[k];
      faces_[at(rims[k].face)].beyond[rims[k].side] = cone[k];
    }
    return true;
  }

  const CoreDifference& C_;
  BestDirection& best_;
  std::vector<SearchPoint> points_;
  std::vector<Face> faces_;
  std::vector<int> free_;  ///< faces that are no more, to be used again
  std::priority_queue<Nearest, std::vector<Nearest>, std::greater<>> queue_;
  std::unordered_map<int, int> starts_;  ///< the new face that begins at a corner of the horizon
  int steps_ = 0;
};

}  // namespace

ExpandedSurface expand_surface(const CoreDifference& C, const std::vector<SearchPoint>& start,
                               const BracketBudget& budget, double scale, BestDirection& best) {
  Surface surface(C, best);
  if (!surface.begin(start)) return {};
  if (!surface.expand(budget.width * scale, budget.expansions)) {
    surface.expand(budget.wide_width * scale, budget.wide_expansions);
  }
  return surface.result();
}

}  // namespace touchstone
