// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/unions/difference_facets.hpp"

#include <algorithm>

#include "geometry/index.hpp"
#include "reference/exact/exact_hull.hpp"

namespace touchstone {
namespace {

/// Two unit vectors that are farther apart are not parallel [1].
constexpr double kParallel = 0x1p-40;

/// max sign N.v over the vertices, exactly and rounded.
struct Support {
  Integer exact;
  double near = 0;
};

Support support_value(const PlacedPiece& piece, const IntegerVec3& normal, const Vec3& near,
                      int sign) {
  Support result;
  bool found = false;
  for (const int v : near_support(piece, sign * near)) {
    const Integer value = sign * normal.dot(piece.vertices[at(v)]);
    const double rounded = sign * near.dot(piece.near_vertices[at(v)]);
    result.near = found ? std::max(result.near, rounded) : rounded;
    if (!found || value > result.exact) result.exact = value;
    found = true;
  }
  return result;
}

class SpaceMaker {
 public:
  SpaceMaker(const PlacedPiece& A, const PlacedPiece& B) : A_(A), B_(B) {}

  std::vector<SeparatingHalfSpace> run() {
    for (std::size_t k = 0; k < B_.normals.size(); ++k) add(B_.normals[k], B_.near_normals[k]);
    for (std::size_t k = 0; k < A_.normals.size(); ++k) add(-A_.normals[k], -A_.near_normals[k]);
    for (std::size_t i = 0; i < A_.edges.size(); ++i) {
      for (std::size_t j = 0; j < B_.edges.size(); ++j) add_arcs(i, j);
    }
    return std::move(spaces_);
  }

 private:
  /// An arc of B and one of A turned over cross only if each has its ends on both sides of the
  /// other's plane.
  void add_arcs(std::size_t i, std::size_t j) {
    const ExactBody::Arc& a = A_.body->arcs()[i];
    const ExactBody::Arc& b = B_.body->arcs()[j];
    const Vec3 a_left = -A_.near_normals[at(a.left)], a_right = -A_.near_normals[at(a.right)];
    const Vec3& b_left = B_.near_normals[at(b.left)];
    const Vec3& b_right = B_.near_normals[at(b.right)];
    const auto parted = [](const Vec3& edge, const Vec3& left, const Vec3& right) {
      const double l = edge.dot(left), r = edge.dot(right);
      return std::min(l, r) <= kProductError && std::max(l, r) >= -kProductError;
    };
    if (!parted(B_.near_edges[j], a_left, a_right)) return;
    if (!parted(A_.near_edges[i], b_left, b_right)) return;
    const Vec3 rounded = A_.near_edges[i].cross(B_.near_edges[j]);
    if (rounded.norm() < kParallel) {  // too near to parallel: doubles do not tell their sense
      add_exact_cross(i, j, 0);
      return;
    }
    // A point of an arc shorter than half a circle has a positive product with the sum of its ends.
    const double with_b = rounded.dot(b_left + b_right), with_a = rounded.dot(a_left + a_right);
    const double doubt = 4 * kProductError;
    if (with_b >= -doubt && with_a >= -doubt) add_exact_cross(i, j, 1);
    if (with_b <= doubt && with_a <= doubt) add_exact_cross(i, j, -1);
  }

  /// `sense` 0: either sense.
  void add_exact_cross(std::size_t i, std::size_t j, int sense) {
    const IntegerVec3 normal = primitive(A_.edges[i].cross(B_.edges[j]));
    if (normal.is_zero()) return;  // arcs of one circle meet at a node
    const Vec3 rounded = near_unit(normal);
    if (sense >= 0) add(normal, rounded);
    if (sense <= 0) add(-normal, -rounded);
  }

  void add(const IntegerVec3& normal, const Vec3& rounded) {
    for (const SeparatingHalfSpace& space : spaces_) {
      if ((space.near_normal - rounded).cwiseAbs().maxCoeff() > kParallel) continue;
      if (space.normal.cross(normal).is_zero()) return;
    }
    const Support b = support_value(B_, normal, rounded, 1);
    const Support a = support_value(A_, normal, rounded, -1);
    spaces_.push_back({normal, Integer(b.exact + a.exact), rounded, b.near + a.near});
  }

  const PlacedPiece& A_;
  const PlacedPiece& B_;
  std::vector<SeparatingHalfSpace> spaces_;
};

}  // namespace

bool has_interior(const PlacedPiece& A, const PlacedPiece& B) {
  if (A.is_solid() || B.is_solid()) return true;
  std::vector<IntegerVec3> directions = {IntegerVec3()};
  for (const PlacedPiece* piece : {&A, &B}) {
    for (const IntegerVec3& v : piece->vertices) directions.push_back(v - piece->vertices[0]);
  }
  return affine_basis(directions).size() == 4;
}

std::vector<SeparatingHalfSpace> separating_half_spaces(const PlacedPiece& A,
                                                        const PlacedPiece& B) {
  return SpaceMaker(A, B).run();
}

bool interiors_meet(const PlacedPiece& A, const PlacedPiece& B) {
  for (int k = 0; k < 3; ++k) {
    if (A.low[k] > B.high[k] || B.low[k] > A.high[k]) return false;
  }
  if (!has_interior(A, B)) return false;
  const std::vector<SeparatingHalfSpace> spaces = separating_half_spaces(A, B);
  return std::all_of(spaces.begin(), spaces.end(),
                     [](const SeparatingHalfSpace& space) { return space.offset > 0; });
}

}  // namespace touchstone
