// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>

#include "geometry/predicates.hpp"

namespace touchstone {
namespace {

double largest_entry(const Vec3& v) {
  return std::max({std::abs(v.x()), std::abs(v.y()), std::abs(v.z())});
}

/// The index with the largest score above 0, else nothing: scores only choose well, they decide
/// nothing.
template <class Score>
int best_index(int count, Score score) {
  int best = 0;
  double best_score = -1;
  for (int i = 0; i < count; ++i) {
    const double s = score(i);
    if (s > best_score) {
      best_score = s;
      best = i;
    }
  }
  return best;
}

/// `guess` if it has the property, else the first index that has, else nothing.
template <class Property>
std::optional<int> find_index(int count, int guess, Property has) {
  if (has(guess)) return guess;
  for (int i = 0; i < count; ++i) {
    if (has(i)) return i;
  }
  return std::nullopt;
}

/// Points in convex position around which everything else is added: as many as the dimension + 1.
std::vector<int> first_simplex(const std::vector<Vec3>& p) {
  const auto count = static_cast<int>(p.size());
  std::vector<int> simplex = {0};
  if (count == 1) return simplex;
  const Vec3& a = p[0];
  const int far = best_index(count, [&](int i) { return largest_entry(p[i] - a); });
  simplex.push_back(far == 0 ? 1 : far);
  const Vec3& b = p[simplex[1]];
  // Differences scaled to 1: small bodies must not underflow here.
  const double scale = 1 / largest_entry(b - a);
  const Vec3 u = (b - a) * scale;
  const int off_line =
      best_index(count, [&](int i) { return largest_entry(u.cross((p[i] - a) * scale)); });
  const auto third = find_index(count, off_line, [&](int i) { return !collinear(a, b, p[i]); });
  if (!third) return simplex;
  simplex.push_back(*third);
  const Vec3& c = p[*third];
  const Vec3 normal = u.cross((c - a) * scale);
  const int off_plane =
      best_index(count, [&](int i) { return std::abs(normal.dot((p[i] - a) * scale)); });
  const auto fourth =
      find_index(count, off_plane, [&](int i) { return orientation(a, b, c, p[i]) != 0; });
  if (fourth) simplex.push_back(*fourth);
  return simplex;
}

class Quickhull {
 public:
  explicit Quickhull(const std::vector<Vec3>& points)
      : p_(points), next_outside_(points.size(), -1), face_from_(points.size(), -1) {}

  std::vector<Triangle> run(const std::vector<int>& simplex) {
    start(simplex);
    while (!waiting_.empty()) {
      const int face = waiting_.back();
      waiting_.pop_back();
      if (faces_[face].alive && faces_[face].outside >= 0) add_point(face);
    }
    return triangles();
  }

 private:
  struct Face {
    Triangle triangle;
    Vec3 normal;       // not unit
    double bound = 0;  // of the rounding error of normal . d, relative to the largest entry of d
    bool alive = true;
    int visit = 0;  // the point for which `visible` was decided
    bool visible = false;
    int outside = -1;  // list of the points above this face
    double farthest_score = 0;
    int farthest = -1;
  };
  struct HorizonEdge {
    int from;
    int to;
    int beyond;       // the face that stays
    int beyond_edge;  // its edge to -> from
  };

  int make_face(int a, int b, int c) {
    Face face;
    face.triangle.v = {a, b, c};
    const Vec3 u = p_[b] - p_[a];
    const Vec3 v = p_[c] - p_[a];
    face.normal = u.cross(v);
    // With N = |u||v| (largest entries), D = |d|, e = 2^-53: an entry of the normal is in error by
    // at most 8 e N and at most 2 N in size; normal . d adds 12 e N D for each product and 12 e N D
    // for the sums: 48 e N D in all, 64 taken.
    face.bound = 0x1p-47 * largest_entry(u) * largest_entry(v);
    faces_.push_back(face);
    return static_cast<int>(faces_.size()) - 1;
  }

  /// Whether the point is strictly above the face; `score` is its approximate height.
  bool above(const Face& face, int point, double& score) const {
    const auto& [a, b, c] = face.triangle.v;
    const Vec3 d = p_[point] - p_[a];
    score = face.normal.x() * d.x() + face.normal.y() * d.y() + face.normal.z() * d.z();
    // The absolute term covers underflow; overflow makes the bound infinite.
    const double bound = face.bound * largest_entry(d) + 1e-250;
    if (score > bound) return true;
    if (score < -bound) return false;
    return orientation(p_[a], p_[b], p_[c], p_[point]) > 0;
  }

  /// Hands the point to the first of the faces that it is above of; otherwise it lies in the hull
  /// for good.
  void assign(int point, int first_face, int end_face) {
    for (int f = first_face; f < end_face; ++f) {
      Face& face = faces_[f];
      double score = 0;
      if (!above(face, point, score)) continue;
      next_outside_[point] = face.outside;
      face.outside = point;
      if (face.farthest < 0 || score > face.farthest_score) {
        face.farthest = point;
        face.farthest_score = score;
      }
      return;
    }
  }

  void start(const std::vector<int>& s) {
    std::array<int, 4> v = {s[0], s[1], s[2], s[3]};
    if (orientation(p_[v[0]], p_[v[1]], p_[v[2]], p_[v[3]]) > 0) std::swap(v[1], v[2]);
    // Now v[3] lies below the face (v0, v1, v2).
    make_face(v[0], v[1], v[2]);
    make_face(v[0], v[3], v[1]);
    make_face(v[1], v[3], v[2]);
    make_face(v[2], v[3], v[0]);
    faces_[0].triangle.adj = {1, 2, 3};
    faces_[1].triangle.adj = {3, 2, 0};
    faces_[2].triangle.adj = {1, 3, 0};
    faces_[3].triangle.adj = {2, 1, 0};
    for (int i = 0; i < static_cast<int>(p_.size()); ++i) {
      if (std::find(v.begin(), v.end(), i) == v.end()) assign(i, 0, 4);
    }
    waiting_ = {0, 1, 2, 3};
  }

  bool visible(int f, int point) {
    Face& face = faces_[f];
    if (face.visit != point + 1) {
      double score = 0;
      face.visit = point + 1;
      face.visible = above(face, point, score);
    }
    return face.visible;
  }

  /// The faces strictly visible from the point, and the cycle of edges around them.
  void find_horizon(int seed, int point) {
    seen_.clear();
    horizon_.clear();
    seen_.push_back(seed);
    faces_[seed].alive = false;
    faces_[seed].visit = point + 1;
    faces_[seed].visible = true;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const Triangle triangle = faces_[seen_[i]].triangle;
      for (int k = 0; k < 3; ++k) {
        const int other = triangle.adj[k];
        if (visible(other, point)) {
          if (faces_[other].alive) {
            faces_[other].alive = false;
            seen_.push_back(other);
          }
          continue;
        }
        const int from = triangle.v[k];
        const int to = triangle.v[(k + 1) % 3];
        const auto& around = faces_[other].triangle.v;
        const auto edge =
            static_cast<int>(std::find(around.begin(), around.end(), to) - around.begin());
        horizon_.push_back({from, to, other, edge});
      }
    }
  }

  void add_point(int seed) {
    const int apex = faces_[seed].farthest;
    find_horizon(seed, apex);
    const auto first_new = static_cast<int>(faces_.size());
    for (const HorizonEdge& edge : horizon_) {
      const int f = make_face(edge.from, edge.to, apex);
      faces_[f].triangle.adj[0] = edge.beyond;
      faces_[edge.beyond].triangle.adj[edge.beyond_edge] = f;
      face_from_[edge.from] = f;
    }
    const auto end_new = static_cast<int>(faces_.size());
    for (int f = first_new; f < end_new; ++f) {
      const int follower = face_from_[faces_[f].triangle.v[1]];
      faces_[f].triangle.adj[1] = follower;
      faces_[follower].triangle.adj[2] = f;
    }
    // A point above a removed face that is outside the new hull is above a new face: the plane
    // through a horizon edge and the apex is a combination, with coefficients >= 0, of the planes
    // of the two faces at that edge.
    for (const int old : seen_) {
      for (int point = faces_[old].outside; point >= 0;) {
        const int next = next_outside_[point];
        if (point != apex) assign(point, first_new, end_new);
        point = next;
      }
    }
    for (int f = first_new; f < end_new; ++f) {
      if (faces_[f].outside >= 0) waiting_.push_back(f);
    }
  }

  std::vector<Triangle> triangles() const {
    std::vector<int> position(faces_.size(), -1);
    std::vector<Triangle> result;
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      if (!faces_[f].alive) continue;
      position[f] = static_cast<int>(result.size());
      result.push_back(faces_[f].triangle);
    }
    for (Triangle& triangle : result) {
      for (int& other : triangle.adj) other = position[other];
    }
    return result;
  }

  const std::vector<Vec3>& p_;
  std::vector<Face> faces_;
  std::vector<int> waiting_;
  std::vector<int> next_outside_;
  std::vector<int> face_from_;  // of a horizon: the new face whose first corner is the index
  std::vector<int> seen_;
  std::vector<HorizonEdge> horizon_;
};

/// Andrew's monotone chain in the projection along an axis in which the plane does not collapse:
/// extreme points only.
std::vector<int> planar_hull(const std::vector<Vec3>& p, int axis) {
  const int x = (axis + 1) % 3;
  const int y = (axis + 2) % 3;
  std::vector<int> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return p[i][x] != p[j][x] ? p[i][x] < p[j][x] : p[i][y] < p[j][y];
  });
  std::vector<int> chain;
  const auto extend = [&](std::size_t base, int i) {
    while (chain.size() >= base + 2 &&
           orientation_along(axis, p[chain[chain.size() - 2]], p[chain.back()], p[i]) <= 0) {
      chain.pop_back();
    }
    chain.push_back(i);
  };
  for (const int i : order) extend(0, i);
  chain.pop_back();
  const std::size_t base = chain.size();
  std::reverse(order.begin(), order.end());
  for (const int i : order) extend(base, i);
  chain.pop_back();
  return chain;
}

/// Points on a line are ordered by any coordinate in which two of them differ.
std::vector<int> line_ends(const std::vector<Vec3>& p, int a, int b) {
  const int axis = p[a].x() != p[b].x() ? 0 : (p[a].y() != p[b].y() ? 1 : 2);
  const auto [low, high] = std::minmax_element(
      p.begin(), p.end(), [axis](const Vec3& s, const Vec3& t) { return s[axis] < t[axis]; });
  return {static_cast<int>(low - p.begin()), static_cast<int>(high - p.begin())};
}

}  // namespace

Hull convex_hull(const std::vector<Vec3>& points) {
  assert(!points.empty());
  const std::vector<int> simplex = first_simplex(points);
  Hull hull;
  hull.dimension = static_cast<int>(simplex.size()) - 1;
  if (hull.dimension == 3) {
    hull.triangles = Quickhull(points).run(simplex);
  } else if (hull.dimension == 2) {
    while (orientation_along(hull.plane_axis, points[simplex[0]], points[simplex[1]],
                             points[simplex[2]]) == 0) {
      ++hull.plane_axis;
    }
    hull.cycle = planar_hull(points, hull.plane_axis);
  } else if (hull.dimension == 1) {
    hull.cycle = line_ends(points, simplex[0], simplex[1]);
  } else {
    hull.cycle = simplex;
  }
  return hull;
}

}  // namespace touchstone
