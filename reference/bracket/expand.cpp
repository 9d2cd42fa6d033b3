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

/// Points nearer than this to a plane are in it: double words have 106 bits. Faces that a new point
/// is in make way for larger ones, so that no sliver is left.
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
      if (!add_face(corners[f])) return false;
      faces_.back().beyond = beyond[f];
    }
    return true;
  }

  /// Until the width is reached or the steps are used up; true where it is reached.
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
    DoubleWord distance;           ///< of 0 behind its plane
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
    std::size_t side;  ///< of that face
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

  bool add_face(const std::array<int, 3>& corners) {
    Face face;
    face.corners = corners;
    const BoundedVec3& a = points_[at(corners[0])].c;
    const BoundedVec3 N = cross(points_[at(corners[1])].c - a, points_[at(corners[2])].c - a);
    const DoubleWord squared = dot(N, N).value;
    if (!(squared.high > 0)) return false;
    face.normal = Bounded(DoubleWord{1, 0} / sqrt(squared), 0) * N;
    face.distance = dot(face.normal, a).value;
    queue_.push({face.distance.high, static_cast<int>(faces_.size())});
    faces_.push_back(face);
    return true;
  }

  void drop_dead() {
    while (!queue_.empty() && !faces_[at(queue_.top().face)].alive) queue_.pop();
  }

  bool sees(const BoundedVec3& c, const Face& face) const {
    return (dot(face.normal, c).value - face.distance).high > -kInPlane;
  }

  /// Puts a cone from the point to the horizon in the place of all that it sees. False, and nothing
  /// is changed, where rounding leaves no simple horizon.
  bool replace_visible(int first, const SearchPoint& point) {
    std::vector<int> seen = {first};
    std::vector<Rim> rims;
    faces_[at(first)].alive = false;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const Face face = faces_[at(seen[k])];
      for (std::size_t side = 0; side < 3; ++side) {
        Face& other = faces_[at(face.beyond[side])];
        if (!other.alive) continue;
        if (sees(point.c, other)) {
          other.alive = false;
          seen.push_back(face.beyond[side]);
          continue;
        }
        const int from = face.corners[side];
        const int to = face.corners[(side + 1) % 3];
        const std::size_t back = to == other.corners[0] ? 0 : to == other.corners[1] ? 1 : 2;
        rims.push_back({from, to, face.beyond[side], back});
      }
    }
    if (is_simple(rims) && add_cone(rims, point)) return true;
    for (const int face : seen) faces_[at(face)].alive = true;
    return false;
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
    const std::size_t before = faces_.size();
    points_.push_back(point);
    for (const Rim& rim : rims) {
      starts_[rim.from] = static_cast<int>(faces_.size());
      if (add_face({rim.from, rim.to, apex})) continue;
      for (std::size_t k = before; k < faces_.size(); ++k) faces_[k].alive = false;
      return false;
    }
    for (std::size_t k = 0; k < rims.size(); ++k) {
      const int face = static_cast<int>(before + k);
      const int next = starts_[rims[k].to];
      faces_[at(face)].beyond[0] = rims[k].face;
      faces_[at(face)].beyond[1] = next;
      faces_[at(next)].beyond[2] = face;
      faces_[at(rims[k].face)].beyond[rims[k].side] = face;
    }
    return true;
  }

  const CoreDifference& C_;
  BestDirection& best_;
  std::vector<SearchPoint> points_;
  std::vector<Face> faces_;
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
