// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/unions/placed_pieces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <variant>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

IntegerVec3 shifted(const IntegerVec3& v, long bits) {
  const auto count = static_cast<mp_bitcnt_t>(bits);
  return {Integer(v.x << count), Integer(v.y << count), Integer(v.z << count)};
}

IntegerVec3 to_integers(const Integer3& v) { return {v[0], v[1], v[2]}; }

/// rows 2^exponent
struct ExactMatrix {
  std::array<IntegerVec3, 3> rows;
  long exponent = 0;

  IntegerVec3 operator*(const IntegerVec3& v) const {
    return {rows[0].dot(v), rows[1].dot(v), rows[2].dot(v)};
  }
  /// The matrix that turns normals as this one turns edges, up to a factor that has the sign of the
  /// determinant.
  ExactMatrix cofactors() const {
    return {{rows[1].cross(rows[2]), rows[2].cross(rows[0]), rows[0].cross(rows[1])}, 0};
  }
};

ExactMatrix exact_matrix(const Mat3& R) {
  std::array<SplitVec3, 3> rows;
  ExactMatrix matrix;
  for (int i = 0; i < 3; ++i) {
    rows[at(i)] = split(Vec3(R.row(i)));
    const long exponent = rows[at(i)].exponent;
    matrix.exponent = i == 0 ? exponent : std::min(matrix.exponent, exponent);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    matrix.rows[i] = shifted(rows[i].vector, rows[i].exponent - matrix.exponent);
  }
  return matrix;
}

ExactMatrix operator*(const ExactMatrix& a, const ExactMatrix& b) {
  ExactMatrix product;
  product.exponent = a.exponent + b.exponent;
  for (std::size_t i = 0; i < 3; ++i) {
    const IntegerVec3& row = a.rows[i];
    product.rows[i] = b.rows[0] * row.x + b.rows[1] * row.y + b.rows[2] * row.z;
  }
  return product;
}

SplitVec3 sum(const SplitVec3& a, const SplitVec3& b) {
  const long exponent = std::min(a.exponent, b.exponent);
  return {shifted(a.vector, a.exponent - exponent) + shifted(b.vector, b.exponent - exponent),
          exponent};
}

/// A piece whose points have an exponent of their own.
struct Posed {
  std::shared_ptr<const ExactBody> body;
  ExactMatrix R;
  SplitVec3 t;

  long unit() const { return std::min(R.exponent + body->unit(), t.exponent); }
};

using Bodies = std::map<const Polytope*, std::shared_ptr<const ExactBody>>;

std::vector<Posed> pose_all(const BodyUnion& all, const Pose& X_WU, Bodies& bodies) {
  const ExactMatrix R_WU = exact_matrix(X_WU.R);
  const SplitVec3 t_WU = split(X_WU.t);
  std::vector<Posed> posed;
  for (const UnionPiece& piece : all.pieces) {
    const Polytope& polytope = *std::get<PolytopePtr>(piece.body.core());
    std::shared_ptr<const ExactBody>& body = bodies[&polytope];
    if (!body) {
      const ExactBody::Claim claim{polytope.facets(), polytope.edges()};
      body = std::make_shared<const ExactBody>(polytope.vertices(), claim);
    }
    const SplitVec3 t_UP = split(piece.X_UP.t);
    posed.push_back({body, R_WU * exact_matrix(piece.X_UP.R),
                     sum({R_WU * t_UP.vector, R_WU.exponent + t_UP.exponent}, t_WU)});
  }
  return posed;
}

PlacedPiece place(const Posed& posed, long exponent) {
  const ExactBody& body = *posed.body;
  PlacedPiece piece;
  piece.body = posed.body;
  const IntegerVec3 t = shifted(posed.t.vector, posed.t.exponent - exponent);
  for (int v = 0; v < body.vertex_count(); ++v) {
    piece.vertices.push_back(
        shifted(posed.R * to_integers(body.point(v)), posed.R.exponent + body.unit() - exponent) +
        t);
  }
  const ExactMatrix cofactors = posed.R.cofactors();
  for (int n = 0; n < static_cast<int>(body.nodes().size()); ++n) {
    piece.normals.push_back(primitive(cofactors * to_integers(body.normal(n))));
    piece.near_normals.push_back(near_unit(piece.normals.back()));
  }
  for (const ExactBody::Arc& arc : body.arcs()) {
    piece.edges.push_back(piece.vertices[at(arc.v1)] - piece.vertices[at(arc.v0)]);
    piece.near_edges.push_back(near_unit(piece.edges.back()));
  }
  return piece;
}

/// The bits of the largest coordinate.
long bits_of(const std::vector<PlacedPiece>& pieces) {
  std::size_t bits = 1;
  for (const PlacedPiece& piece : pieces) {
    for (const IntegerVec3& v : piece.vertices) {
      for (const Integer* entry : {&v.x, &v.y, &v.z}) {
        bits = std::max(bits, mpz_sizeinbase(entry->get_mpz_t(), 2));
      }
    }
  }
  return static_cast<long>(bits);
}

void round_vertices(std::vector<PlacedPiece>& pieces, const PlacedUnions& unions) {
  for (PlacedPiece& piece : pieces) {
    for (const IntegerVec3& v : piece.vertices) {
      piece.near_vertices.push_back(to_near(v, unions));
      const Vec3& rounded = piece.near_vertices.back();
      const bool is_first = piece.near_vertices.size() == 1;
      piece.low = is_first ? rounded : Vec3(piece.low.cwiseMin(rounded));
      piece.high = is_first ? rounded : Vec3(piece.high.cwiseMax(rounded));
    }
    piece.low.array() -= kScaledError;
    piece.high.array() += kScaledError;
  }
}

}  // namespace

Vec3 near_unit(const IntegerVec3& v) { return rounded_direction(v).normalized(); }

Vec3 to_near(const IntegerVec3& v, const PlacedUnions& unions) {
  const auto entry = [&](const Integer& x) {
    long bits = 0;
    const double part = mpz_get_d_2exp(&bits, x.get_mpz_t());
    return std::ldexp(part, static_cast<int>(bits + unions.exponent - unions.scale));
  };
  return {entry(v.x), entry(v.y), entry(v.z)};
}

PlacedUnions place_pieces(const UnionPair& pair) {
  Bodies bodies;
  const std::vector<Posed> A = pose_all(pair.A, pair.X_WA, bodies);
  const std::vector<Posed> B = pose_all(pair.B, pair.X_WB, bodies);
  PlacedUnions unions;
  unions.exponent = A.front().unit();
  for (const auto* side : {&A, &B}) {
    for (const Posed& posed : *side) unions.exponent = std::min(unions.exponent, posed.unit());
  }
  for (const Posed& posed : A) unions.A.push_back(place(posed, unions.exponent));
  for (const Posed& posed : B) unions.B.push_back(place(posed, unions.exponent));
  const IntegerVec3 origin = unions.A.front().vertices.front();
  for (auto* side : {&unions.A, &unions.B}) {
    for (PlacedPiece& piece : *side) {
      for (IntegerVec3& v : piece.vertices) v = v - origin;
    }
  }
  unions.scale = unions.exponent + std::max(bits_of(unions.A), bits_of(unions.B));
  round_vertices(unions.A, unions);
  round_vertices(unions.B, unions);
  return unions;
}

}  // namespace touchstone
