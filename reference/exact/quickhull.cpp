// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/quickhull.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

// Shewchuk 1997, o3derrboundA = (7 + 56 u) u times the permanent, u = 2^-53; rounded up. The points
// are scaled to 1, and the second term covers what may be lost to underflow.
constexpr double kRelativeError = 0x1p-50;
constexpr double kUnderflow = 0x1p-1000;

class Quickhull {
 public:
  Quickhull(int count, const Orientation& orientation)
      : count_(count), orientation_(orientation), face_from_(static_cast<std::size_t>(count), -1) {}

  std::vector<HullTriangle> run(const std::vector<int>& basis) {
    start(basis);
    for (int p = 0; p < count_; ++p) {
      if (std::find(basis.begin(), basis.end(), p) == basis.end()) orphans_.push_back(p);
    }
    hand_out(0);
    // New faces are appended, so every face is looked at once; those that have died have handed on
    // their points. Each point adds no more faces than a hull can have.
    LoopBound bound("oracle: faces of a hull", 4 + 2 * static_cast<std::int64_t>(count_) * count_);
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      bound.step();
      if (faces_[f].alive && !faces_[f].outside.empty()) add_farthest(static_cast<int>(f));
    }
    return result();
  }

 private:
  struct Face {
    HullTriangle triangle;
    Orientation::Plane plane;
    std::vector<int> outside;  ///< points strictly beyond the plane, each handed to one face
    bool alive = true;
    bool visible = false;
  };

  struct HorizonEdge {
    int from;
    int to;
    int beyond;  ///< the face that stays
    int side;    ///< the edge's index within it
  };

  void start(const std::vector<int>& basis) {
    std::array<int, 4> p{basis[0], basis[1], basis[2], basis[3]};
    if (orientation_.sign(orientation_.plane(p[0], p[1], p[2]), p[3]) > 0) std::swap(p[0], p[1]);
    // Now p3 lies below the triangle p0 p1 p2: this one, and the three at p3.
    add_face({p[0], p[1], p[2]}, {2, 3, 1});
    add_face({p[3], p[0], p[2]}, {2, 0, 3});
    add_face({p[3], p[1], p[0]}, {3, 0, 1});
    add_face({p[3], p[2], p[1]}, {1, 0, 2});
  }

  void add_face(const std::array<int, 3>& corner, const std::array<int, 3>& adjacent) {
    Face face;
    face.triangle = {corner, adjacent};
    face.plane = orientation_.plane(corner[0], corner[1], corner[2]);
    faces_.push_back(std::move(face));
  }

  /// Hands each orphan to the first face from `first` on that it sees; those that see none are in
  /// the hull: a point that saw a removed face sees a new one or none at all.
  void hand_out(std::size_t first) {
    for (const int p : orphans_) {
      for (std::size_t f = first; f < faces_.size(); ++f) {
        if (orientation_.sign(faces_[f].plane, p) > 0) {
          faces_[f].outside.push_back(p);
          break;
        }
      }
    }
  }

  void add_farthest(int f) {
    const Orientation::Plane plane = faces_[f].plane;
    const int apex =
        *std::max_element(faces_[f].outside.begin(), faces_[f].outside.end(), [&](int p, int q) {
          return orientation_.height(plane, p) < orientation_.height(plane, q);
        });
    find_horizon(f, apex);
    const std::size_t first = faces_.size();
    add_cone(apex);
    orphans_.clear();
    for (const int v : visible_) {
      for (const int p : faces_[v].outside) {
        if (p != apex) orphans_.push_back(p);
      }
      faces_[v].alive = false;
      faces_[v].outside = {};
    }
    hand_out(first);
  }

  /// The faces strictly visible from `apex` form a disc, for of coplanar triangles all are seen or
  /// none. Its rim is the horizon.
  void find_horizon(int f, int apex) {
    visible_.assign(1, f);
    horizon_.clear();
    faces_[f].visible = true;
    for (std::size_t k = 0; k < visible_.size(); ++k) {
      const HullTriangle& t = faces_[visible_[k]].triangle;
      for (std::size_t i = 0; i < 3; ++i) {
        const int g = t.adjacent[i];
        if (faces_[g].visible) continue;
        if (orientation_.sign(faces_[g].plane, apex) > 0) {
          faces_[g].visible = true;
          visible_.push_back(g);
          continue;
        }
        // Seen from the other side the edge ends where it begins here.
        const auto& corner = faces_[g].triangle.corner;
        const auto end = std::find(corner.begin(), corner.end(), t.corner[i]) - corner.begin();
        horizon_.push_back(
            {t.corner[i], t.corner[(i + 1) % 3], g, (static_cast<int>(end) + 2) % 3});
      }
    }
  }

  void add_cone(int apex) {
    const int first = static_cast<int>(faces_.size());
    int face = first;
    for (const HorizonEdge& e : horizon_) {
      face_from_[e.from] = face;
      faces_[e.beyond].triangle.adjacent[e.side] = face++;
    }
    // A face knows the one that begins where it ends; the one that ends where it begins is set
    // from there.
    for (const HorizonEdge& e : horizon_) {
      add_face({e.from, e.to, apex}, {e.beyond, face_from_[e.to], -1});
    }
    for (int f = first; f < face; ++f) {
      faces_[faces_[f].triangle.adjacent[1]].triangle.adjacent[2] = f;
    }
  }

  std::vector<HullTriangle> result() const {
    std::vector<int> new_index(faces_.size(), -1);
    int alive = 0;
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      if (faces_[f].alive) new_index[f] = alive++;
    }
    std::vector<HullTriangle> out;
    out.reserve(static_cast<std::size_t>(alive));
    for (const Face& face : faces_) {
      if (!face.alive) continue;
      out.push_back(face.triangle);
      for (int& neighbour : out.back().adjacent) neighbour = new_index[neighbour];
    }
    return out;
  }

  int count_;
  const Orientation& orientation_;
  std::vector<Face> faces_;
  std::vector<int> face_from_;  ///< in the cone: the face whose horizon edge begins at a point
  std::vector<int> visible_;
  std::vector<int> orphans_;
  std::vector<HorizonEdge> horizon_;
};

}  // namespace

Orientation::Plane Orientation::plane(int p0, int p1, int p2) const {
  Plane out;
  out.corner = {p0, p1, p2};
  const Vec3 e = points_[p1] - points_[p0];
  const Vec3 f = points_[p2] - points_[p0];
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    const double plus = e[j] * f[k];
    const double minus = e[k] * f[j];
    out.normal[i] = plus - minus;
    out.permanent[i] = std::abs(plus) + std::abs(minus);
  }
  return out;
}

int Orientation::sign(const Plane& plane, int q) const {
  const Vec3 g = points_[q] - points_[plane.corner[0]];
  const double det = plane.normal.dot(g);
  const double error = kRelativeError * plane.permanent.dot(g.cwiseAbs()) + kUnderflow;
  if (det > error) return 1;
  if (det < -error) return -1;
  Integer3 a;
  Integer3 b;
  Integer3 c;
  Integer3 normal;
  const Integer3& base = integers_[plane.corner[0]];
  set_difference(a, integers_[plane.corner[1]], base);
  set_difference(b, integers_[plane.corner[2]], base);
  set_difference(c, integers_[q], base);
  set_cross(normal, a, b);
  return dot_sign(normal, c);
}

bool Orientation::collinear(int p0, int p1, int p2) const {
  const Plane rounded = plane(p0, p1, p2);
  const Vec3 excess =
      rounded.normal.cwiseAbs() - kRelativeError * rounded.permanent - Vec3::Constant(kUnderflow);
  if (excess.maxCoeff() > 0) return false;
  Integer3 a;
  Integer3 b;
  Integer3 cross;
  set_difference(a, integers_[p1], integers_[p0]);
  set_difference(b, integers_[p2], integers_[p0]);
  set_cross(cross, a, b);
  return is_zero(cross);
}

std::vector<int> spanning_points(int count, const Orientation& orientation,
                                 const std::vector<Vec3>& points) {
  // The farthest point, then the one that makes the largest triangle, then the highest:
  // well-shaped starts keep the filter sharp. What rounding calls zero is searched again exactly.
  std::vector<int> basis{0};
  if (count == 1) return basis;
  const auto best = [&](const auto& measure) {
    int arg = 0;
    double most = 0;
    for (int p = 0; p < count; ++p) {
      const double value = measure(p);
      if (value > most) {
        most = value;
        arg = p;
      }
    }
    return arg;
  };
  int b = best([&](int p) { return (points[p] - points[0]).cwiseAbs().maxCoeff(); });
  if (b == 0) b = 1;  // the differences were lost to underflow: any other point will do
  basis.push_back(b);
  int c = best([&](int p) { return orientation.plane(0, b, p).normal.squaredNorm(); });
  for (int p = 0; orientation.collinear(0, b, c); ++p) {
    if (p == count) return basis;
    c = p;
  }
  basis.push_back(c);
  const Orientation::Plane plane = orientation.plane(0, b, c);
  int d = best([&](int p) { return std::abs(orientation.height(plane, p)); });
  for (int p = 0; orientation.sign(plane, d) == 0; ++p) {
    if (p == count) return basis;
    d = p;
  }
  basis.push_back(d);
  return basis;
}

std::vector<HullTriangle> quickhull(int count, const Orientation& orientation,
                                    const std::vector<int>& basis) {
  return Quickhull(count, orientation).run(basis);
}

}  // namespace touchstone
