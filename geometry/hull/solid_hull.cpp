// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/solid_hull.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

/// Bound of what underflow takes from normal.(x - origin), for coordinates up to kMaxCoordinate
/// [m^3].
constexpr double kHeightUnderflow = 1e-250;

constexpr int kNone = -1;

/// A triangle of the growing surface, alive until a point sees it. The points outside of it are a
/// list through Builder::next_outside_.
struct Face {
  Triangle triangle;
  Vec3 normal;           ///< (v1 - v0) x (v2 - v0), rounded
  Vec3 origin;           ///< v0
  double error = 0;      ///< bound of the rounding of normal.(x - origin) for all points x [m^3]
  int outside = kNone;   ///< first of the points outside
  int farthest = kNone;  ///< the highest of them
  double height = 0;     ///< its normal.(x - origin), rounded
  bool alive = true;
  bool seen = false;
};

/// Quickhull. Keeps its memory from one hull to the next.
class Builder {
 public:
  std::vector<Triangle> run(const std::vector<Vec3>& points, double blur,
                            const ExactOrientation* exact, const std::array<int, 4>& simplex) {
    clear(points);
    blur_ = blur;
    exact_ = exact;
    start(simplex);
    for (int p = 0; p < static_cast<int>(points.size()); ++p) {
      if (std::find(simplex.begin(), simplex.end(), p) == simplex.end()) hand_out(p);
    }
    // Each point is inserted once, and makes at most one face for each edge of a planar graph.
    const auto count = static_cast<std::int64_t>(points.size());
    LoopBound bound("solid hull: faces with points outside", 4 + 3 * count * count);
    while (!pending_.empty()) {
      bound.step();
      const int f = pending_.back();
      pending_.pop_back();
      if (faces_[f].alive && faces_[f].outside != kNone) add_point(f);
    }
    return result();
  }

 private:
  void clear(const std::vector<Vec3>& points) {
    points_ = points;
    next_outside_.assign(points.size(), kNone);
    faces_.clear();
    free_.clear();
    pending_.clear();
    newest_.clear();
    Vec3 low = points.front();
    Vec3 high = points.front();
    for (const Vec3& p : points) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    extent_ = high - low;
  }

  struct HorizonEdge {
    int from;
    int to;
    int beyond;  ///< the face across the edge, which stays
    int side;    ///< index of the edge in that face
  };
  struct Step {
    int face;
    int side;  ///< the edge by which it was entered
    int done;  ///< how many of its edges have been looked at
  };

  void start(const std::array<int, 4>& simplex) {
    auto [a, b, c, d] = simplex;
    if (orientation_of(a, b, c, d) > 0) std::swap(a, b);
    // d is below abc.
    add_face(a, b, c, {3, 1, 2});
    add_face(c, b, d, {0, 3, 2});
    add_face(a, c, d, {0, 1, 3});
    add_face(b, a, d, {0, 2, 1});
  }

  int add_face(int a, int b, int c, const std::array<int, 3>& adjacent) {
    int index = static_cast<int>(faces_.size());
    if (free_.empty()) {
      faces_.emplace_back();
    } else {
      index = free_.back();
      free_.pop_back();
    }
    Face& face = faces_[index];
    face.triangle = {{a, b, c}, adjacent};
    face.origin = points_[a];
    const Vec3 e = points_[b] - points_[a];
    const Vec3 f = points_[c] - points_[a];
    double permanent = 0;
    for (int i = 0; i < 3; ++i) {
      const int j = i == 2 ? 0 : i + 1;
      const int k = i == 0 ? 2 : i - 1;
      const double plus = e[j] * f[k];
      const double minus = e[k] * f[j];
      face.normal[i] = plus - minus;
      permanent += (std::abs(plus) + std::abs(minus)) * extent_[i];
    }
    face.error = kOrientationError * permanent + kHeightUnderflow + blurred(e, f);
    face.outside = kNone;
    face.farthest = kNone;
    face.height = 0;
    face.alive = true;
    face.seen = false;
    newest_.push_back(index);
    return index;
  }

  /// Largest change of det(e, f, x - origin) by the blur of the points: each entry of a difference
  /// is off by 2 blur, and a determinant with one row of ones is at most six times the product of
  /// the other rows' largest entries. The rows with their own errors bound the terms of higher
  /// order.
  double blurred(const Vec3& e, const Vec3& f) const {
    if (blur_ == 0) return 0;
    const double off = 2 * blur_;
    const double e_most = e.cwiseAbs().maxCoeff() + off;
    const double f_most = f.cwiseAbs().maxCoeff() + off;
    const double x_most = extent_.maxCoeff() + off;
    return 7 * off * (e_most * f_most + (e_most + f_most) * x_most);
  }

  int orientation_of(int a, int b, int c, int d) const {
    if (exact_ != nullptr) return (*exact_)(a, b, c, d);
    return orientation(points_[a], points_[b], points_[c], points_[d]);
  }

  double height(const Face& face, int p) const {
    const Vec3& x = points_[p];
    return face.normal[0] * (x[0] - face.origin[0]) + face.normal[1] * (x[1] - face.origin[1]) +
           face.normal[2] * (x[2] - face.origin[2]);
  }

  /// Whether p lies strictly above the face; `h` is its rounded height.
  bool is_above(const Face& face, int p, double h) const {
    if (h > face.error) return true;
    if (h < -face.error) return false;
    const auto& [a, b, c] = face.triangle.v;
    if (p == a || p == b || p == c) return false;
    return orientation_of(a, b, c, p) > 0;
  }

  /// Adds the point to those outside of the first of the newest faces that it is above. A point
  /// that is above none of them lies in the hull: a point that saw a removed face sees either a new
  /// face or no face.
  void hand_out(int p) {
    for (const int f : newest_) {
      Face& face = faces_[f];
      const double h = height(face, p);
      if (!is_above(face, p, h)) continue;
      if (face.outside == kNone) pending_.push_back(f);
      if (face.outside == kNone || h > face.height) {
        face.farthest = p;
        face.height = h;
      }
      next_outside_[p] = face.outside;
      face.outside = p;
      return;
    }
  }

  void add_point(int f) {
    const int apex = faces_[f].farthest;
    find_horizon(f, apex);
    int orphans = kNone;
    LoopBound listed("solid hull: points outside of a face",
                     static_cast<std::int64_t>(points_.size()));
    for (const int v : seen_) {
      for (int p = faces_[v].outside; p != kNone;) {
        listed.step();
        const int next = next_outside_[p];
        if (p != apex) {
          next_outside_[p] = orphans;
          orphans = p;
        }
        p = next;
      }
      faces_[v].alive = false;
      faces_[v].outside = kNone;
    }
    add_cone(apex);
    // Only now: a cone must not be built from the faces that it replaces while these are named.
    free_.insert(free_.end(), seen_.begin(), seen_.end());
    LoopBound orphaned("solid hull: points of removed faces",
                       static_cast<std::int64_t>(points_.size()));
    while (orphans != kNone) {
      orphaned.step();
      const int next = next_outside_[orphans];
      hand_out(orphans);
      orphans = next;
    }
  }

  /// The faces that the apex is strictly above form a disc: coplanar ones are seen together, and
  /// moving the apex a little towards the inside changes nothing. A walk through them that takes
  /// each face's edges counter-clockwise from the one it came in by meets the horizon in order.
  void find_horizon(int f, int apex) {
    horizon_.clear();
    seen_.assign(1, f);
    steps_.assign(1, {f, 2, 0});
    faces_[f].seen = true;
    LoopBound bound("solid hull: faces that a point sees",
                    4 + 4 * static_cast<std::int64_t>(faces_.size()));
    while (!steps_.empty()) {
      bound.step();
      Step& step = steps_.back();
      const int edges = steps_.size() == 1 ? 3 : 2;
      if (step.done == edges) {
        steps_.pop_back();
        continue;
      }
      const int side = (step.side + 1 + step.done) % 3;
      ++step.done;
      const Triangle& triangle = faces_[step.face].triangle;
      const int beyond = triangle.adj[side];
      Face& other = faces_[beyond];
      if (other.seen) continue;
      const int from = triangle.v[side];
      const int to = triangle.v[(side + 1) % 3];
      // Seen from there the edge begins at `to`.
      const int back = other.triangle.v[0] == to ? 0 : (other.triangle.v[1] == to ? 1 : 2);
      if (is_above(other, apex, height(other, apex))) {
        other.seen = true;
        seen_.push_back(beyond);
        steps_.push_back({beyond, back, 0});
      } else {
        horizon_.push_back({from, to, beyond, back});
      }
    }
  }

  void add_cone(int apex) {
    newest_.clear();
    for (const HorizonEdge& edge : horizon_) {
      const int face = add_face(edge.from, edge.to, apex, {edge.beyond, kNone, kNone});
      faces_[edge.beyond].triangle.adj[edge.side] = face;
    }
    const std::size_t n = newest_.size();
    for (std::size_t k = 0; k < n; ++k) {
      const int next = newest_[k + 1 == n ? 0 : k + 1];
      faces_[newest_[k]].triangle.adj[1] = next;
      faces_[next].triangle.adj[2] = newest_[k];
    }
  }

  std::vector<Triangle> result() {
    std::vector<Triangle> triangles;
    triangles.reserve(faces_.size() - free_.size());
    place_.assign(faces_.size(), kNone);
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      if (!faces_[f].alive) continue;
      place_[f] = static_cast<int>(triangles.size());
      triangles.push_back(faces_[f].triangle);
    }
    for (Triangle& triangle : triangles) {
      for (int& other : triangle.adj) other = place_[other];
    }
    return triangles;
  }

  std::span<const Vec3> points_;
  double blur_ = 0;
  const ExactOrientation* exact_ = nullptr;  ///< decides for blurred points, else nullptr
  Vec3 extent_;
  std::vector<Face> faces_;
  std::vector<int> free_;
  std::vector<int> pending_;  ///< faces that were given points
  std::vector<int> newest_;
  std::vector<int> seen_;
  std::vector<int> next_outside_;
  std::vector<int> place_;  ///< index of each face among those alive
  std::vector<HorizonEdge> horizon_;
  std::vector<Step> steps_;
};

Builder& thread_builder() {
  thread_local Builder builder;
  return builder;
}

}  // namespace

std::vector<Triangle> solid_hull_triangles(const std::vector<Vec3>& points,
                                           const std::array<int, 4>& simplex) {
  return thread_builder().run(points, 0, nullptr, simplex);
}

std::vector<Triangle> solid_hull_triangles(const std::vector<Vec3>& points, double blur,
                                           const ExactOrientation& orientation,
                                           const std::array<int, 4>& simplex) {
  return thread_builder().run(points, blur, &orientation, simplex);
}

}  // namespace touchstone
