// SPDX-License-Identifier: GPL-3.0-or-later
// The point of a simplex of up to four corners that is nearest to the origin. One text for exact
// integers (the truth) and for doubles (a guess that is checked afterwards).
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace touchstone {

/// The nearest point is point / scale = sum_k weight[k] c[corner[k]] / scale over `corners`
/// corners, all weights positive.
template <class Scalar, class Vector>
struct NearestOnSimplex {
  Vector point;
  Scalar scale;
  Scalar squared_norm;  ///< |point|^2, not yet divided by scale^2
  std::array<std::size_t, 4> corner{};
  std::array<Scalar, 4> weight{};
  std::size_t corners = 0;
};

/// The affine hull of every face has one point of least norm. It is a point of the simplex if its
/// barycentric coordinates are all positive. The nearest point of the simplex is such a point of
/// some face: the least over all faces. With e = q - p the coordinates are, up to the positive
/// scale that follows,
///   edge:        (q.e, -p.e) / e.e
///   triangle:    (N.(q x r), N.(r x p), N.(p x q)) / N.N with N = p x q + q x r + r x p
///   tetrahedron: the signed volumes that the origin spans with each facet / the volume.
template <class Scalar, class Vector>
class SimplexProblem {
 public:
  using Nearest = NearestOnSimplex<Scalar, Vector>;

  SimplexProblem(const std::array<Vector, 4>& corners, std::size_t count)
      : c_(corners), count_(count) {}

  Nearest solve() {
    for (unsigned mask = 1; mask < (1U << count_); ++mask) try_face(mask);
    assert(found_);
    return best_;
  }

 private:
  void try_face(unsigned mask) {
    Nearest face;
    for (std::size_t k = 0; k < count_; ++k) {
      if ((mask >> k & 1U) != 0) face.corner[face.corners++] = k;
    }
    weigh(face);
    if (!(face.scale > 0)) return;  // the corners do not span a face; a smaller one holds the point
    for (std::size_t k = 0; k < face.corners; ++k) {
      if (!(face.weight[k] > 0)) return;
    }
    face.point = corner(face, 0) * face.weight[0];
    for (std::size_t k = 1; k < face.corners; ++k) {
      face.point = face.point + corner(face, k) * face.weight[k];
    }
    // The face that holds the origin as a tetrahedron does so exactly, whatever the sum above was
    // rounded to.
    if (face.corners == 4) face.point = face.point - face.point;
    face.squared_norm = face.point.squaredNorm();
    if (!found_ || Scalar(face.squared_norm * best_.scale * best_.scale) <
                       Scalar(best_.squared_norm * face.scale * face.scale)) {
      best_ = face;
      found_ = true;
    }
  }

  void weigh(Nearest& face) const {
    const Vector& p = corner(face, 0);
    if (face.corners == 1) {
      face.weight[0] = 1;
      face.scale = 1;
      return;
    }
    const Vector& q = corner(face, 1);
    if (face.corners == 2) {
      const Vector e = q - p;
      face.weight[0] = q.dot(e);
      face.weight[1] = -p.dot(e);
      face.scale = e.squaredNorm();
      return;
    }
    const Vector& r = corner(face, 2);
    const Vector qr = q.cross(r);
    const Vector rp = r.cross(p);
    const Vector pq = p.cross(q);
    if (face.corners == 3) {
      const Vector N = pq + qr + rp;
      face.weight[0] = N.dot(qr);
      face.weight[1] = N.dot(rp);
      face.weight[2] = N.dot(pq);
      face.scale = N.squaredNorm();
      return;
    }
    const Vector& s = corner(face, 3);
    face.weight[0] = s.dot(qr);
    face.weight[1] = s.dot(rp);
    face.weight[2] = s.dot(pq);
    face.weight[3] = -p.dot(qr);
    face.scale = face.weight[0] + face.weight[1] + face.weight[2] + face.weight[3];
    if (face.scale < 0) {
      for (Scalar& weight : face.weight) weight = -weight;
      face.scale = -face.scale;
    }
  }

  const Vector& corner(const Nearest& face, std::size_t k) const { return c_[face.corner[k]]; }

  const std::array<Vector, 4>& c_;
  std::size_t count_;
  Nearest best_;
  bool found_ = false;
};

/// `count` is 1..4; the corners need not be independent.
template <class Scalar, class Vector>
NearestOnSimplex<Scalar, Vector> nearest_on_simplex(const std::array<Vector, 4>& corners,
                                                    std::size_t count) {
  return SimplexProblem<Scalar, Vector>(corners, count).solve();
}

}  // namespace touchstone
