// SPDX-License-Identifier: GPL-3.0-or-later
// Support queries of A - B, inlined into the search that asks. Internal to `gjk`.
#pragma once

#include "metrics/common/climb_kernel.hpp"
#include "metrics/common/scan_kernel.hpp"
#include "metrics/gjk/gjk_body.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// GjkBody::farthest of both bodies, which climb in turns. Not inlined, so that queries of small
/// bodies do not save its registers.
[[gnu::noinline]] void climb_in_turns(const SupportMap& A, Lanes u_A, const SupportMap& B,
                                      Lanes u_B, double turned, int& a, int& b) {
  const Vec3 along_A = vector_of(u_A);
  const Vec3 along_B = vector_of(u_B);
  Climb on_A(A, u_A, turned < A.near() ? a : A.start(along_A));
  Climb on_B(B, u_B, turned < B.near() ? b : B.start(along_B));
  climb_both(on_A, on_B);
  a = A.proven(along_A, on_A.place(), on_A.lead());
  b = B.proven(along_B, on_B.place(), on_B.lead());
}

/// A body of up to kMaxScannedWarm vertices: their arms, and the products of the last scan.
struct ScannedBody {
  SupportMap::Columns arms;
  ScannedProducts<SupportMap::kMaxScannedWarm> products;

  [[gnu::always_inline]] explicit ScannedBody(const SupportMap& map) : arms(map.columns()) {}
  [[gnu::always_inline]] Lanes arm(int place) const {
    return {arms.x[place], arms.y[place], arms.z[place], 0};
  }
};

/// `kSmall`: both bodies are ScannedBody.
template <bool kSmall>
class Supports {
 public:
  [[gnu::always_inline]] Supports(const GjkBody& A, const LanesOfRotation& R_A, const GjkBody& B,
                                  const LanesOfRotation& R_B)
      : A_(A),
        B_(B),
        back_A_(R_A),
        back_B_(R_B),
        scanned_A_(A.map),
        scanned_B_(B.map),
        climbs_(!A.map.scans() || !B.map.scans()) {}

  int asked() const { return count_; }
  [[gnu::always_inline]] bool takes_poses() const {
    double skew;
    return surely_rotations(back_A_, back_B_, skew);
  }
  /// The next question is similar to one along u, to which these places were the answer; 0 if there
  /// was none.
  [[gnu::always_inline]] void begin_at(const Lanes& u, int a, int b) {
    asked_ = u;
    a_ = a;
    b_ = b;
  }

  /// Sets a() and b(), the places of the support point of A - B along -u.
  [[gnu::always_inline]] void ask(const Lanes& u) {
    ++count_;
    if constexpr (kSmall) {
      a_ = scanned_A_.products.scan(scanned_A_.arms, Lanes(-back_A_.back(u).v));
      b_ = scanned_B_.products.scan(scanned_B_.arms, back_B_.back(u));
      return;
    }
    double turned = 1;
    if (climbs_) {
      const double along = dot(u, asked_);
      const double both = dot(u, u) * dot(asked_, asked_);
      if (both > 0 && along > 0) turned = 1 - along * along / both;
      asked_ = u;
    }
    const Lanes u_A(-back_A_.back(u).v);
    const Lanes u_B = back_B_.back(u);
    if (!A_.map.scans() && !B_.map.scans()) {
      int a = a_;
      int b = b_;
      climb_in_turns(A_.map, u_A, B_.map, u_B, turned, a, b);
      a_ = a;
      b_ = b;
    } else {
      a_ = A_.farthest(vector_of(u_A), a_, turned);
      b_ = B_.farthest(vector_of(u_B), b_, turned);
    }
  }
  int a() const { return a_; }
  int b() const { return b_; }
  /// The vertices of small bodies that come next along the direction that was asked.
  [[gnu::always_inline]] int next_a() const { return scanned_A_.products.scan_next(); }
  [[gnu::always_inline]] int next_b() const { return scanned_B_.products.scan_next(); }

  /// Arm of a vertex, local axes [m].
  [[gnu::always_inline]] Lanes arm_of_A(int a) const {
    if constexpr (kSmall) return scanned_A_.arm(a);
    return lanes_of(A_.map.found_arm(a));
  }
  [[gnu::always_inline]] Lanes arm_of_B(int b) const {
    if constexpr (kSmall) return scanned_B_.arm(b);
    return lanes_of(B_.map.found_arm(b));
  }

 private:
  const GjkBody& A_;
  const GjkBody& B_;
  Rows back_A_, back_B_;
  ScannedBody scanned_A_, scanned_B_;  ///< used only if small
  Lanes asked_;                        ///< direction of the last query
  int a_ = 0;
  int b_ = 0;
  int count_ = 0;
  bool climbs_;  ///< queries may begin at the last answer
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
