// SPDX-License-Identifier: GPL-3.0-or-later
// Support queries of the Minkowski difference (difference.hpp), inlined into the searches that ask.
// Internal to `certified`.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "metrics/certified/support/difference.hpp"
#include "metrics/certified/support/quantized_scan_kernel.hpp"
#include "metrics/common/climb_kernel.hpp"
#include "metrics/common/lanes_simplex_kernel.hpp"
#include "metrics/common/scan_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

[[gnu::always_inline]] inline DifferencePoint stored(const LanesPoint& p) {
  return {vector_of(p.c), p.a, p.b};
}

/// How the two bodies are asked, `mixed` where that differs. Each is compiled apart, so that none
/// carries the code and the registers of another.
enum class Bodies { doubles, quantized, climb, mixed };

/// Calls `ask` with how the bodies are asked, as a constant of the compiler.
template <class Ask>
[[gnu::always_inline]] inline auto for_bodies(const DifferenceSet& set, const Ask& ask) {
  const ScannedArms::Kind kind = set.A().arms.kind();
  if (kind != set.B().arms.kind()) return ask(std::integral_constant<Bodies, Bodies::mixed>());
  if (kind == ScannedArms::Kind::doubles) {
    return ask(std::integral_constant<Bodies, Bodies::doubles>());
  }
  if (kind == ScannedArms::Kind::quantized) {
    return ask(std::integral_constant<Bodies, Bodies::quantized>());
  }
  return ask(std::integral_constant<Bodies, Bodies::climb>());
}

/// Support queries of one body, and the products of its last scan.
template <Bodies kBodies>
class BodySupports {
  using Kind = ScannedArms::Kind;

 public:
  [[gnu::always_inline]] BodySupports(const DifferenceBody& body, const Mat3& rotation)
      : body_(body),
        map_(body.map),
        arms_(body.arms),
        columns_(arms_.columns()),
        R_(rotation),
        back_(R_) {}

  const SupportMap& map() const { return map_; }
  bool is_quantized() const { return kind() == Kind::quantized; }
  [[gnu::always_inline]] Lanes in_axes(const Lanes& u) const { return back_.back(u); }
  /// Arm of a vertex, world axes [m].
  [[gnu::always_inline]] Lanes arm(int place) const {
    if (kind() == Kind::doubles) {
      // From what a scan has just read.
      return (R_.x * columns_.x[place] + R_.y * columns_.y[place]) + R_.z * columns_.z[place];
    }
    return R_ * (kind() == Kind::climb ? lanes_of(map_.arm(place)) : local_arm(place));
  }
  /// DifferenceSet::prefetch.
  [[gnu::always_inline]] void prefetch(int place) const {
    map_.prefetch_body_vertex(place);
    body_.features.prefetch(place);
  }
  /// The place where a climb along u begins.
  [[gnu::always_inline]] int start(const Lanes& u) const { return map_.start(vector_of(u)); }

  /// The place of a vertex farthest along u, in the body's axes; `size` is not smaller than |u|_1.
  /// A climb begins at `last` if that is not negative.
  [[gnu::always_inline]] int farthest(const Lanes& u, double size, int last) {
    scanned_ = true;
    if (kind() == Kind::doubles) return products_.scan(columns_, u);
    if (kind() == Kind::quantized && size > QuantizedProducts::kMinSize && size < max_size_) {
      const int found =
          quantized_.scan(arms_, [&](int place) { return local_arm(place); }, {u, size});
      if (found >= 0) return found;
      // Vertices so near to each other are so along other directions, too.
      max_size_ = 0;
    }
    scanned_ = false;
    if (kind() != Kind::climb) return map_.nearly_farthest(vector_of(u));
    return climb(map_, u, last < 0 ? start(u) : last);
  }

  /// After farthest(): the place of the vertex that comes next along u, of a body that is scanned
  /// in doubles.
  [[gnu::always_inline]] int next() const { return products_.scan_next(); }

  /// The place of a vertex approximately farthest along u, without a bound: neither a climb nor a
  /// comparison in doubles follows. `size` as of farthest().
  [[gnu::always_inline]] int rough(const Lanes& u, double size) {
    scanned_ = false;
    if (kind() == Kind::climb) return start(u);
    if (kind() == Kind::doubles) return products_.scan(columns_, u);
    return kind() == Kind::quantized && QuantizedProducts::in_range(size)
               ? quantized_.rough(arms_, {u, size})
               : map_.nearly_farthest(vector_of(u));
  }

  /// Which vertices reach as far along u as the one at `place`, if one kernel scans the body. Else
  /// nothing is known. `size` as of farthest().
  [[gnu::always_inline]] ReachedVertices reaching(const Lanes& u, double size, int place) {
    scanned_ = true;
    if (kind() == Kind::doubles) {
      products_.scan(columns_, u);
    } else if (kind() == Kind::quantized && QuantizedProducts::in_range(size)) {
      quantized_.products(arms_, {u, size});
    } else {
      scanned_ = false;
    }
    return reached(place, size);
  }

  /// Leaves out vertices that only doubles tell to be below the one at `place`. Apart, as it is
  /// rare.
  [[gnu::noinline]] void sharpen(ReachedVertices& reached, const Lanes& u, double size,
                                 int place) const {
    if (kind() != Kind::quantized) return;
    const double least = dot(local_arm(place), u) - slack(size);
    if (QuantizedProducts::are_many(reached.places)) {
      reached.places = map_.reaching(vector_of(u), least);
      // Copies that fill up the last block are not vertices.
      for (std::size_t word = 0; word < reached.places.size(); ++word) {
        reached.places[word] &= arms_.occupied()[word];
      }
      return;
    }
    for (std::size_t word = 0; word < reached.places.size(); ++word) {
      for (std::uint64_t bits = reached.places[word]; bits != 0; bits &= bits - 1) {
        const int i = static_cast<int>(64 * word) + std::countr_zero(bits);
        if (dot(local_arm(i), u) < least) reached.places[word] &= ~(bits & -bits);
      }
    }
  }

  /// Which vertices reach as far as the one at `place` along the direction of the last scan.
  [[gnu::always_inline]] ReachedVertices reached(int place, double size) const {
    ReachedVertices found;
    found.known = scanned_;
    if (!scanned_) return found;
    if (kind() == Kind::doubles) {
      found.places = {products_.reaching(products_.along[place] - slack(size)), 0};
    } else {
      found.places = quantized_.reaching(place);
    }
    return found;
  }

 private:
  /// DifferenceBody::arm.
  [[gnu::always_inline]] Lanes local_arm(int place) const {
    return lanes_of(body_.vertex(place)) - lanes_of(body_.center);
  }

  /// ReachedVertices::kSlack, and as much again for rounding [m |u|].
  [[gnu::always_inline]] double slack(double size) const {
    return 2 * ReachedVertices::kSlack * size * map_.longest();
  }

  [[gnu::always_inline]] Kind kind() const {
    if constexpr (kBodies == Bodies::doubles) return Kind::doubles;
    if constexpr (kBodies == Bodies::quantized) return Kind::quantized;
    if constexpr (kBodies == Bodies::climb) return Kind::climb;
    return arms_.kind();
  }

  const DifferenceBody& body_;
  const SupportMap& map_;
  const ScannedArms& arms_;
  SupportMap::Columns columns_;
  LanesOfRotation R_;
  Rows back_;
  /// Up to this size of a direction integers are asked for the farthest vertex.
  double max_size_ = QuantizedProducts::kMaxSize;
  bool scanned_ = false;  ///< whether the products are those of the last farthest()
  union {
    ScannedProducts<SupportMap::kMaxScannedWarm> products_;
    QuantizedProducts quantized_;
  };
};

template <Bodies kBodies>
class DifferenceSupports {
 public:
  [[gnu::always_inline]] explicit DifferenceSupports(const DifferenceSet& set)
      : A_(set.A(), set.R_WA()), B_(set.B(), set.R_WB()), offset_(lanes_of(set.offset())) {}

  int asked() const { return asked_; }

  /// A point farthest along u, to rounding. Climbs begin at `last` if that has places.
  [[gnu::always_inline]] LanesPoint farthest(const Lanes& u, int last_a = -1, int last_b = -1) {
    const Lanes u_A(-A_.in_axes(u).v);
    const Lanes u_B = B_.in_axes(u);
    ++asked_;
    if constexpr (kBodies == Bodies::climb) {
      // In turns, so that their waits overlap.
      Climb climb_A(A_.map(), u_A, last_a < 0 ? A_.start(u_A) : last_a);
      Climb climb_B(B_.map(), u_B, last_b < 0 ? B_.start(u_B) : last_b);
      climb_both(climb_A, climb_B);
      return point(climb_A.place(), climb_B.place());
    }
    // |u|_1 in the axes of a body is less than this.
    size_ = 1.75 * norm_1(u);
    const int a = A_.farthest(u_A, size_, last_a);
    A_.prefetch(a);
    const int b = B_.farthest(u_B, size_, last_b);
    B_.prefetch(b);
    return point(a, b);
  }

  /// A point farthest along u, and both that differ from it by the next vertex of one body. Both
  /// bodies are scanned in doubles.
  [[gnu::always_inline]] void farthest_and_next(const Lanes& u, LanesPoint (&points)[3]) {
    points[0] = farthest(u);
    points[1] = point(A_.next(), points[0].b);
    points[2] = point(points[0].a, B_.next());
  }

  /// A point approximately farthest along u, without a bound: where a climb begins, or the result
  /// of a scan in integers of 16 bits.
  [[gnu::always_inline]] LanesPoint rough(const Lanes& u) {
    int a;
    int b;
    rough_places(u, a, b);
    return point(a, b);
  }

  /// Three points as of rough(u), whose vertices are prefetched together.
  [[gnu::always_inline]] void rough(const Lanes (&u)[3], LanesPoint (&points)[3]) {
    int a[3];
    int b[3];
#pragma GCC unroll 1
    for (std::size_t i = 0; i < 3; ++i) {
      rough_places(u[i], a[i], b[i]);
      A_.prefetch(a[i]);
      B_.prefetch(b[i]);
    }
    for (std::size_t i = 0; i < 3; ++i) points[i] = point(a[i], b[i]);
  }

  /// Prefetches what the proof of a feature with this point reads.
  [[gnu::always_inline]] void prefetch(const LanesPoint& p) const {
    A_.prefetch(p.a);
    B_.prefetch(p.b);
  }

  /// DifferenceSet::place.
  [[gnu::always_inline]] LanesPoint point(int a, int b) const {
    return {B_.arm(b) - A_.arm(a) - offset_, a, b};
  }

  /// Which vertices reach as far as those of the pair (a, b) along the last farthest()'s direction.
  [[gnu::always_inline]] ReachedByFeature reached(int a, int b) const {
    return {A_.reached(a, size_), B_.reached(b, size_)};
  }

 private:
  [[gnu::always_inline]] void rough_places(const Lanes& u, int& a, int& b) {
    ++asked_;
    const double size = kBodies == Bodies::climb ? 0 : 1.75 * norm_1(u);
    a = A_.rough(-A_.in_axes(u), size);
    b = B_.rough(B_.in_axes(u), size);
  }

  BodySupports<kBodies> A_;
  BodySupports<kBodies> B_;
  Lanes offset_;
  int asked_ = 0;
  double size_ = 0;  ///< no smaller than |u|_1 of the direction asked last, in any axes
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
