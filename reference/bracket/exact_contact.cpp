// SPDX-License-Identifier: GPL-3.0-or-later
// Along a rational u, not normalised, the largest u.k of a core is a fraction plus a root with a
// factor > 0: of a cylinder radius sqrt(w_x^2 + w_y^2) + half_length |w_z| with w = R' u, and so on.
// So is the radius' share, r sqrt(u.u). The gap is a fraction less such roots. Roots of different
// square-free whole numbers are independent over the fractions. Hence a gap of 0 has no irrational
// root, and it is enough to look for 0 where all roots are fractions.
//
// Where the gap is 0, phi >= 0, and what the bodies share is in the plane between them: they touch
// just if their faces there do. A face is the hull of some points, or a disc about one.
#include "reference/bracket/exact_contact.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "geometry/arithmetic/rational.hpp"
#include "reference/exact_vector.hpp"

namespace touchstone {
namespace {

/// Faces of more differences than this are not compared: the triangles of all are tried.
constexpr std::size_t kMaxDifferences = 32;
/// Directions are tried whose largest entry is at most this.
constexpr int kMaxEntry = 64;

using Points = std::vector<ExactVec3>;

/// The points of a body that are farthest along u, and u.p of them.
struct SupportFace {
  Rational height;
  Points points;      ///< the hull of them, or
  Rational disc = 0;  ///< the disc about the only one, across u [m]
};

/// Whether rotated circles about the z axis are circles: the columns x and y are orthonormal.
bool keeps_circles(const Mat3& R) {
  const ExactVec3 x = exact(R.col(0));
  const ExactVec3 y = exact(R.col(1));
  return dot(x, x) == 1 && dot(y, y) == 1 && dot(x, y) == 0;
}

/// A core's face along w, in its frame, without the height; nothing where a root is irrational.
class CoreSupportFace {
 public:
  CoreSupportFace(const Core& core, const ExactVec3& w) : w_(w) {
    known_ = std::visit([this](const auto& shape) { return find(shape); }, core);
  }
  std::optional<SupportFace> face() && {
    return known_ ? std::optional(std::move(face_)) : std::nullopt;
  }

 private:
  bool find(const PolytopePtr& polytope) {
    Rational most;
    for (const Vec3& vertex : polytope->vertices()) {
      const ExactVec3 v = exact(vertex);
      const Rational height = dot(w_, v);
      if (!face_.points.empty() && height < most) continue;
      if (face_.points.empty() || height > most) face_.points.clear();
      face_.points.push_back(v);
      most = height;
    }
    return true;
  }

  bool find(const Cylinder& cylinder) {
    for (const int side : {1, -1}) {
      if (side * sgn(w_[2]) < 0) continue;
      if (!add_circle(cylinder.radius, side * cylinder.half_length)) return false;
    }
    return true;
  }

  // The apex is as far as the rim where 2 h w_z = R sqrt(w_x^2 + w_y^2).
  bool find(const Cone& cone) {
    const Rational apex = 2 * Rational(cone.half_length) * w_[2];
    const Rational rim_squared = Rational(cone.radius) * Rational(cone.radius) * across_squared();
    const int order = sgn(apex) <= 0 ? sgn(apex) - sgn(rim_squared) : cmp(apex * apex, rim_squared);
    if (order >= 0) face_.points.push_back({0, 0, Rational(cone.half_length)});
    return order > 0 || add_circle(cone.radius, -cone.half_length);
  }

  bool find(const Ellipsoid& ellipsoid) {
    const ExactVec3 D = exact(ellipsoid.semi_axes);
    const ExactVec3 Dw = {D[0] * w_[0], D[1] * w_[1], D[2] * w_[2]};
    const auto length = exact_root(dot(Dw, Dw));
    if (!length) return false;
    const ExactVec3 DDw = {D[0] * Dw[0], D[1] * Dw[1], D[2] * Dw[2]};
    face_.points.push_back(add_scaled({0, 0, 0}, 1 / *length, DDw));
    return true;
  }

  Rational across_squared() const { return w_[0] * w_[0] + w_[1] * w_[1]; }

  /// Adds the point of the circle about (0, 0, z) that is farthest along w, or all of its disc.
  bool add_circle(double radius, double z) {
    if (sgn(w_[0]) == 0 && sgn(w_[1]) == 0) {
      face_.points.push_back({0, 0, Rational(z)});
      face_.disc = Rational(radius);
      return true;
    }
    const auto length = exact_root(across_squared());
    if (!length) return false;
    const Rational part = Rational(radius) / *length;
    face_.points.push_back({part * w_[0], part * w_[1], Rational(z)});
    return true;
  }

  ExactVec3 w_;
  SupportFace face_;
  bool known_ = false;
};

/// The body's face along u; nothing where it is not known.
std::optional<SupportFace> face_along(const ConvexBody& body, const Pose& X, const ExactVec3& u) {
  auto face = CoreSupportFace(body.core(), exact_product(X.R.transpose(), u)).face();
  if (!face || (sgn(face->disc) > 0 && !keeps_circles(X.R))) return std::nullopt;
  ExactVec3 shift = exact(X.t);
  if (body.radius() > 0) {
    const auto length = exact_root(dot(u, u));
    if (!length) return std::nullopt;
    shift = add_scaled(shift, Rational(body.radius()) / *length, u);
  }
  for (ExactVec3& point : face->points) point = exact_product(X.R, point) + shift;
  face->height = dot(u, face->points.front());
  return face;
}

/// The square of the distance of 0 to the segment.
Rational squared_distance(const ExactVec3& a, const ExactVec3& b) {
  const ExactVec3 ab = b - a;
  const Rational along = dot(a, a - b);
  const Rational length = dot(ab, ab);
  if (sgn(along) <= 0) return dot(a, a);
  if (along >= length) return dot(b, b);
  return dot(a, a) - along * along / length;
}

/// Whether 0 is within `reach` of the hull of points in the plane through 0 across u.
bool reaches_origin(const Points& points, const ExactVec3& u, const Rational& reach) {
  const Rational most = reach * reach;
  const auto orientation = [&](std::size_t i, std::size_t j) {
    return sgn(dot(u, cross(points[i], points[j])));
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      if (squared_distance(points[i], points[j]) <= most) return true;
      for (std::size_t k = 0; k < j; ++k) {
        const int around = orientation(i, j);
        if (around != 0 && around == orientation(j, k) && around == orientation(k, i)) return true;
      }
    }
  }
  return false;
}

bool proves_contact(const ConvexPair& pair, const ExactVec3& u) {
  if (sgn(dot(u, u)) == 0) return false;
  const auto A = face_along(pair.A, pair.X_WA, {-u[0], -u[1], -u[2]});
  if (!A) return false;
  const auto B = face_along(pair.B, pair.X_WB, u);
  if (!B || A->height + B->height != 0) return false;
  if (A->points.size() * B->points.size() > kMaxDifferences) return false;
  Points differences;
  for (const ExactVec3& a : A->points) {
    for (const ExactVec3& b : B->points) differences.push_back(b - a);
  }
  return reaches_origin(differences, u, A->disc + B->disc);
}

}  // namespace

bool proves_contact(const ConvexPair& pair, const FineVec3& direction) {
  if (!direction.high.allFinite() || !direction.low.allFinite()) return false;
  return proves_contact(pair, exact(direction.high) + exact(direction.low));
}

Vec3 find_contact_direction(const ConvexPair& pair, const Vec3& direction) {
  const double largest = direction.cwiseAbs().maxCoeff();
  if (!(largest > 0) || !std::isfinite(largest)) return Vec3::Zero();
  std::vector<Vec3> tried = {Vec3::UnitX(),  Vec3::UnitY(),  Vec3::UnitZ(),
                             -Vec3::UnitX(), -Vec3::UnitY(), -Vec3::UnitZ()};
  for (int entry = 1; entry <= kMaxEntry; ++entry) {
    const Vec3 whole = (entry / largest * direction).array().round().matrix();
    // Multiples of one direction are one.
    const auto is_known = [&](const Vec3& known) {
      return known.cross(whole).isZero(0) && known.dot(whole) > 0;
    };
    if (std::none_of(tried.begin(), tried.end(), is_known)) tried.push_back(whole);
  }
  // Nearly all are told apart from a proof by doubles.
  const auto proof = std::find_if(tried.begin(), tried.end(), [&](const Vec3& u) {
    const GapBounds gap = proven_gap(pair, u);
    return gap.lower <= 0 && gap.upper >= 0 && proves_contact(pair, exact(u));
  });
  return proof == tried.end() ? Vec3::Zero() : *proof;
}

}  // namespace touchstone
