// SPDX-License-Identifier: GPL-3.0-or-later
// The Minkowski difference C = B + (-A) of two placed bodies, by support queries: its points are
// b - a, world axes, so that gap(u) is minus its support function. In doubles, and in double-double
// for proofs. Internal to `certified`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "geometry/arithmetic/registers.hpp"
#include "geometry/pose.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/arithmetic/compensated.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/certified/support/feature_table.hpp"
#include "metrics/certified/support/scanned_arms.hpp"
#include "metrics/common/difference_point.hpp"
#include "metrics/common/flat_facets.hpp"
#include "metrics/common/prefetch.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// A body as `certified` prepares it.
struct CertifiedBody : Shape {
  explicit CertifiedBody(bool of_box) : is_box(of_box) {}
  const bool is_box;  ///< else a DifferenceBody
};

/// A body of any dimension, for support queries. Immutable; shared between threads.
class DifferenceBody : public CertifiedBody {
 public:
  DifferenceBody(const DifferenceBody&) = delete;
  DifferenceBody& operator=(const DifferenceBody&) = delete;
  /// The polytope outlives the body.
  static std::unique_ptr<DifferenceBody> of(const Polytope& polytope);

  /// Prefetches what a query reads first, but for the arms.
  void prefetch_first() const { prefetch_bytes(this, kFirst); }
  /// Local [m].
  const Vec3& vertex(int place) const { return map.body_vertex(place); }
  /// SupportMap::arm, from the vertex, which a proof reads too.
  Vec3 arm(int place) const { return vertex(place) - center; }
  exact::Body exactly() const { return {map, center, least_exponent}; }

  // Ordered as a query reads them: each line of a cache may cost a wait.
  int least_exponent = 0;  ///< vertices and centre are multiples of 2 to this
  Vec3 center;             ///< interior point, local [m]
  double center_norm = 0;  ///< [m]
  double spacing = 1;      ///< angle between neighbouring vertices, about [1]
  std::uint64_t id = 0;    ///< number of this object, which no other has
  FeatureTable features;
  SupportMap map;  ///< arms from the centre
  FlatFacets flat_facets;
  ScannedArms arms;  ///< last: their room comes next

 protected:
  /// `room` is that of the arms.
  DifferenceBody(const Polytope& polytope, std::byte* room);

 private:
  /// Bytes of the numbers above, and of what the map reads on its way to a vertex.
  static constexpr std::size_t kFirst = 192;
};

/// A body with room for its arms, which is there before the body and lies behind it: compilers
/// place what has virtual functions first.
template <std::size_t kUnits = ScannedArms::kMaxUnits>
class DifferenceBodyWith final : ArmsRoom<kUnits>, public DifferenceBody {
 public:
  explicit DifferenceBodyWith(const Polytope& polytope)
      : DifferenceBody(polytope, this->bytes.data()) {}
};

/// What a support query says about other vertices of a body that is scanned.
struct ReachedVertices {
  /// Vertices left out are below the vertex asked about by at least this, in longest arms [1].
  static constexpr double kSlack = 0x1p-24;
  /// Angle by which the direction asked may differ from the one that is meant [1].
  static constexpr double kTurned = 0x1p-26;
  bool known = false;
  ScreenedPoints places{};  ///< all others are farther below than kSlack
};

/// What is known of vertices that reach as far as the first point of a feature along its direction.
struct ReachedByFeature {
  ReachedVertices A;
  ReachedVertices B;
};

class DifferenceSet {
 public:
  /// Rounding of a double-double evaluation of a point, in parts of its terms: as kDoubleDouble of
  /// `ratio_ray`, less than 50 operations of 2^-103.
  static constexpr double kDoubleDouble = 5e-30;

  /// The bodies and poses outlive the set. Prefetches what a query reads.
  DifferenceSet(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                const Pose& X_WB, Registers registers = machine_registers());

  DifferencePoint point(int a, int b) const { return {place(a, b), a, b}; }
  /// b - a alone, for a point that moves: entries stored one by one and loaded together stall a
  /// core.
  Vec3 place(int a, int b) const {
    const Vec3 arm_A = A_.arm(a);
    const Vec3 arm_B = B_.arm(b);
    return arm_B.x() * R_WB().col(0) + arm_B.y() * R_WB().col(1) + arm_B.z() * R_WB().col(2) -
           (arm_A.x() * R_WA().col(0) + arm_A.y() * R_WA().col(1) + arm_A.z() * R_WA().col(2)) -
           offset_;
  }
  /// A point farthest along u, to rounding.
  DifferencePoint support(const Vec3& u) const {
    const Vec3 u_A = in_A(-u);
    const Vec3 u_B = in_B(u);
    const int start_A = A_.map.start(u_A);
    const int start_B = B_.map.start(u_B);
    return point(A_.map.nearly_farthest_from(u_A, start_A),
                 B_.map.nearly_farthest_from(u_B, start_B));
  }
  /// Prefetches the exact coordinates and the features of a point that may belong to the answer.
  void prefetch(const DifferencePoint& p) const {
    A_.map.prefetch_body_vertex(p.a);
    B_.map.prefetch_body_vertex(p.b);
    A_.features.prefetch(p.a);
    B_.features.prefetch(p.b);
  }
  Vec3 in_A(const Vec3& u) const { return R_WA().transpose() * u; }
  Vec3 in_B(const Vec3& u) const { return R_WB().transpose() * u; }

  const DifferenceBody& A() const { return A_; }
  const DifferenceBody& B() const { return B_; }
  const Pose& X_WA() const { return X_WA_; }
  const Pose& X_WB() const { return X_WB_; }
  const Mat3& R_WA() const { return X_WA_.R; }
  const Mat3& R_WB() const { return X_WB_.R; }
  /// Those that the kernels of a query use.
  Registers registers() const { return registers_; }
  /// Whether pose_refusal.hpp has nothing to say of the poses, for certain.
  bool surely_posed() const { return surely_posed_; }
  /// x_A - x_B, world [m].
  const Vec3& offset() const { return offset_; }
  /// x_A - x_B in double-double, world [m]; made when it is first asked for.
  const Dd3& exact_offset() const;
  /// No point of C is farther from 0 [m].
  double reach() const { return reach_; }
  /// How far point().c may be off [m].
  double rounding() const { return rounding_; }
  /// How far a point of C made in double-double may be off [m]. The terms count that cancel in the
  /// offset: centres far from their bodies' origins.
  double exact_rounding() const { return kDoubleDouble * terms_; }
  /// How far a point of either body made in double-double may be off, from the world's origin [m].
  double exact_world_rounding() const {
    return kDoubleDouble * (terms_ + X_WA_.t.lpNorm<1>() + X_WB_.t.lpNorm<1>());
  }
  /// The smaller non-zero length of the bodies' longest arms, 1 if both are 0 [m].
  double size() const { return size_; }

 private:
  const DifferenceBody& A_;
  const DifferenceBody& B_;
  const Pose& X_WA_;
  const Pose& X_WB_;
  mutable std::optional<Dd3> exact_offset_;
  Vec3 offset_;
  double reach_ = 0;
  double terms_ = 0;  ///< no smaller than the terms of a point's sum together [m]
  double rounding_ = 0;
  double size_ = 0;
  Registers registers_;
  bool surely_posed_ = false;
};

}  // namespace touchstone
