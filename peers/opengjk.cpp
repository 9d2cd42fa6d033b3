// SPDX-License-Identifier: GPL-3.0-or-later
// openGJK's compute_minimum_distance() as the plug-in `opengjk`, and that of its SIMD edition
// (PEER_SIMD) as `opengjk_simd`: a distance of bodies that are apart, and no depth.
//
// Conventions of openGJK, and what becomes of them here:
// - A body is its vertices in the world: posed here, in double precision.
// - The distance is 0 where bodies touch or penetrate, which is not told apart: sign -1.
// - There is no normal; the witness points give one. simplex.witnesses are in the world.
// - `s` is a first guess of the support: the first vertex; the simplex begins empty (nvrtx = 0).
// - openGJK has no margin. USE_32BITS, with which the library was built, has to be defined here
//   too: cmake -D OPENGJK_SINGLE=ON.
// - The SIMD edition takes vertices by rows or by coordinates. Its loop reads rows alone. In double
//   precision it is made for registers of 256 bits. At 174d3aa its S3D_vector() keeps vertices that
//   are not those of its distance (v of s and si, S[0] = sk): wrong witness points, and so normals.
// Parameters: none.
#ifdef PEER_SIMD
#include <opengjk_simd.hh>
#else
#include <openGJK/openGJK.h>
#endif

#include "peers/peer.hpp"

namespace {

#ifdef PEER_SIMD
using Float = opengjk::simd::gjkFloat;
using Vertices = opengjk::simd::Polytope;
using Simplex = opengjk::simd::Simplex;
constexpr const char* kName = "opengjk_simd";
constexpr const char* kSummary = "openGJK's distance, SIMD edition";
#else
using Float = gkFloat;
using Vertices = gkPolytope;
using Simplex = gkSimplex;
constexpr const char* kName = "opengjk";
constexpr const char* kSummary = "openGJK's distance";
#endif
constexpr bool kDouble = sizeof(Float) == sizeof(double);

struct Body {
  std::vector<peer::Point> vertices;

  explicit Body(const touchstone_shape& shape) {
    for (std::uint32_t k = 0; k < shape.vertex_count; ++k) {
      vertices.push_back(peer::vertex(shape, k));
    }
  }
};

/// The vertices in the world, as openGJK takes them, in memory that grows to the largest body.
class Posed {
 public:
  void pose(const Body& body, const peer::Pose& X) {
    const std::size_t count = body.vertices.size();
    if (count > rows_.size()) make_room(count);
    const peer::Pose own = X;  // a store to points_ could change X: it would be read each time
    Float* to = points_.data();
    for (const peer::Point& v : body.vertices) {
      for (std::size_t i = 0; i < 3; ++i) {
        const double* R = own.R.data() + 3 * i;
        *to++ = static_cast<Float>(own.t[i] + (R[0] * v[0] + R[1] * v[1] + R[2] * v[2]));
      }
    }
    polytope_.numpoints = static_cast<int>(count);
    polytope_.coord = rows_.data();
    std::copy_n(points_.begin(), 3, polytope_.s);
    polytope_.s_idx = 0;
  }

  const Vertices& polytope() const { return polytope_; }

 private:
  void make_room(std::size_t count) {
    points_.resize(3 * count);
    rows_.resize(count);
    for (std::size_t k = 0; k < count; ++k) rows_[k] = points_.data() + 3 * k;
  }

  std::vector<Float> points_;
  std::vector<Float*> rows_;
  Vertices polytope_{};
};

class Engine {
 public:
  void reset() {}

  void answer(const Body& A, const peer::Pose& X_WA, const Body& B, const peer::Pose& X_WB,
              touchstone_answer& out) {
    A_.pose(A, X_WA);
    B_.pose(B, X_WB);
    Simplex simplex{};
    const Float distance = compute_minimum_distance(A_.polytope(), B_.polytope(), &simplex);
    if (distance == 0) {
      peer::give_sign(out, -1);
      return;
    }
    peer::give_value(out, distance);
    peer::give_witnesses(out, simplex.witnesses[0], simplex.witnesses[1]);
    peer::derive_normal(out);
  }

 private:
  Posed A_;
  Posed B_;
};

const touchstone_descriptor kDescriptor = {
    .name = kName,
    .version = PEER_VERSION,
    .build = PEER_BUILD,
    .summary = kSummary,
    .policy = "a distance where bodies are apart, a sign where they are not",
    .scalar = kDouble ? TOUCHSTONE_FLOAT64 : TOUCHSTONE_FLOAT32,
    .takes_flat = 1,
    .max_vertices = peer::kMaxVertices,
    .own_tolerance = kDouble ? 0 : 1e-5,
    .when_separated = peer::kAll,
    .when_touching = 0,
    .when_penetrating = 0,
};

}  // namespace

TOUCHSTONE_PEER(Engine, Body, kDescriptor)
