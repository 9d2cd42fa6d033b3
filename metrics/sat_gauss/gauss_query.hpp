// SPDX-License-Identifier: GPL-3.0-or-later
// The query of `sat_gauss`, in doubles or in double-double. Internal to `sat_gauss`.
//
// With P the body whose arcs are followed and Q the other, s = x_P - x_Q and m an outward direction
// of P in the world, the overlap along m is
//     o(m) = m.s + h_P(m) + h_Q(-m),   depth = min o(m) / |m|,
// h the support functions about the interior points. A facet of P has m = cof(R_P) n, as R is taken
// as it stands, and m.(R_P a) = det(R_P) n.a. Along an arc, m(t) = (1 - t) m0 + t m1, the edge is
// farthest on P, and with any vertex q of Q
//     o(m(t)) >= (1 - t) (m0.s + h_P(m0) - m0.q) + t (m1.s + h_P(m1) - m1.q),
// with equality where q is farthest.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/pose.hpp"
#include "metrics/sat_gauss/gauss_body.hpp"

namespace touchstone {

/// The scalar that an arc is walked in: double or DoubleDouble.
template <class Scalar>
struct GaussArithmetic;

template <>
struct GaussArithmetic<double> {
  using Vector = Vec3;
  /// Bound on the rounding of an overlap, in parts of |s| and the longest arms: sums of nine
  /// products of entries that are sums of three, and a division.
  static constexpr double kRounding = 64 * 0x1p-53;
  static double high(double a) { return a; }
  static double product(const Vec3& u, const SupportMap& map, int place) {
    return u.dot(map.arm(place));
  }
  /// Linear interpolation: a at t = 0, b at t = 1.
  static double mixed(double t, double a, double b) { return (1 - t) * a + t * b; }
  static Vec3 mixed(double t, const Vec3& a, const Vec3& b) { return (1 - t) * a + t * b; }
};

template <>
struct GaussArithmetic<DoubleDouble> {
  using Vector = Dd3;
  /// Bound on the rounding of a product with a vertex, in parts of the longest arm.
  static constexpr double kRounding = 0x1p-92;
  static double high(DoubleDouble a) { return a.high; }
  static DoubleDouble product(const Dd3& u, const SupportMap& map, int place) {
    return dot(u, map.exact_arm(place));
  }
  static DoubleDouble mixed(DoubleDouble t, DoubleDouble a, DoubleDouble b) {
    return a + t * (b - a);
  }
  static Dd3 mixed(DoubleDouble t, const Dd3& a, const Dd3& b) { return a + scaled(t, b - a); }
};

/// What P knows of one of its directions in a query.
template <class S>
struct GaussPlaced {
  using Scalar = S;
  typename GaussArithmetic<S>::Vector local{};  ///< m in Q's axes
  Scalar level{};                               ///< m.s
  int place = -1;                               ///< farthest along -m on Q
};

template <class Scalar>
struct GaussPending {
  int place = -1;
  Scalar from{}, to{};  ///< minus the products of its arm with the ends of the arc
};

/// Memory of a query, kept for the next one.
template <class Placed>
struct GaussMemory {
  std::vector<Placed> placed;
  std::vector<GaussPending<typename Placed::Scalar>> pending;
};

/// What the queries share: their phases, and the walk along the arcs of P. `Query` derives from
/// this and gives place_facets_of_P(), test_facets_of_Q() and
///   edge_levels(arc)             m.s + h_P(m) at both ends,
///   farthest_on_Q(local, last)   a support query, counted,
///   limit()                      overlaps above it cannot be the least (|m| about 1) [m],
///   take(overlap, t, arc, q)     takes the overlap along m(t), not divided, and the edge of Q that
///                                the arc may cross there; false if it separates.
template <class Query, class Placed>
class GaussSearch {
 public:
  double overlap() const { return best_.high; }
  const Vec3& n() const { return best_n_; }  ///< unit, out of P, world
  int supports() const { return supports_; }

  /// `s` = x_P - x_Q, world; outlives the query.
  GaussSearch(const GaussBody& P, const Pose& X_WP, const GaussBody& Q, const Pose& X_WQ,
              const Dd3& s, GaussMemory<Placed>& memory)
      : P_(P, X_WP),
        Q_(Q, X_WQ),
        exact_s_(s),
        arms_(1.01 * (P.map.longest() + Q.map.longest())),
        rounding_of_Q_(Arithmetic::kRounding * Q.map.longest()),
        memory_(memory) {}

 protected:
  using Scalar = typename Placed::Scalar;
  using Arithmetic = GaussArithmetic<Scalar>;

  static bool less(Scalar a, Scalar b) { return Arithmetic::high(a - b) < 0; }
  static Scalar larger(Scalar a, Scalar b) { return less(a, b) ? b : a; }

  /// False if the bodies are disjoint.
  bool search() {
    memory_.placed.resize(P_.body.directions.size());
    memory_.pending.resize(at(Q_.body.map.count()));
    if (!(rounded(exact_s_).template lpNorm<Eigen::Infinity>() <= arms_)) return false;
    const std::vector<GaussBody::Arc>& arcs = P_.body.arcs;
    return query().place_facets_of_P() && query().test_facets_of_Q() &&
           std::all_of(arcs.begin(), arcs.end(),
                       [&](const GaussBody::Arc& arc) { return follow(arc); });
  }

  PosedGauss P_, Q_;
  const Dd3& exact_s_;
  double arms_;           ///< longest of P and Q together; R may lengthen them by a hundredth [m]
  double rounding_of_Q_;  ///< bound on the rounding of Q's part of an overlap [m]
  GaussMemory<Placed>& memory_;
  DoubleDouble best_{std::numeric_limits<double>::infinity(), 0};
  Vec3 best_n_ = Vec3::Zero();
  int supports_ = 0;

 private:
  Query& query() { return static_cast<Query&>(*this); }

  /// Walks along the arc from one known vertex of Q to the next; the top of the stack is the
  /// nearest of those still to come. False if the bodies are disjoint.
  bool follow(const GaussBody::Arc& arc) {
    const Placed& from = memory_.placed[at(arc.from)];
    const Placed& to = memory_.placed[at(arc.to)];
    if (from.place == to.place) return true;
    // What all vertices of Q have in common stays apart: they differ by their own lengths, of which
    // a P that is much larger would leave no digits.
    const auto [edge_from, edge_to] = query().edge_levels(arc);
    const auto pending = [&](int place) {
      return GaussPending<Scalar>{place, -Arithmetic::product(from.local, Q_.body.map, place),
                                  -Arithmetic::product(to.local, Q_.body.map, place)};
    };
    auto& stack = memory_.pending;
    GaussPending<Scalar> left = pending(from.place);
    std::size_t found = 0;
    std::size_t count = 0;
    stack[count++] = pending(to.place);
    // Each trip takes one from the stack, or finds a vertex of Q.
    LoopBound bound("sat_gauss: bends of an arc", 2 * Q_.body.map.count() + 1);
    while (count > 0) {
      bound.step();
      const GaussPending<Scalar>& right = stack[count - 1];
      // Where the two are equal: left falls behind there, if it was ahead before.
      const Scalar ahead_from = left.from - right.from;
      const Scalar sum = ahead_from + (right.to - left.to);
      const bool meet = Arithmetic::high(sum) > 0;
      Scalar t{};
      if (meet && Arithmetic::high(ahead_from) > 0) t = ahead_from / sum;
      if (Arithmetic::high(t) > 1) t = Scalar{1};
      const auto mixed = [&](const auto& a, const auto& b) { return Arithmetic::mixed(t, a, b); };
      const Scalar edge = mixed(edge_from, edge_to);
      const Scalar bend = larger(mixed(left.from, left.to), mixed(right.from, right.to));
      // Divided by |m|, a linear function has no minimum within the arc where it is positive: what
      // lies between is not below the bend and the two ends, which have been looked at.
      if (meet && !(Arithmetic::high(edge + bend) > 1.01 * query().limit())) {
        const int place = query().farthest_on_Q(-mixed(from.local, to.local), right.place);
        const GaussPending<Scalar> between = pending(place);
        const Scalar there = mixed(between.from, between.to);
        if (less(bend + Scalar{rounding_of_Q_}, there) && found + 1 < stack.size()) {
          stack[count++] = between;
          ++found;
          continue;
        }
        const Scalar overlap = edge + larger(there, bend);
        if (!query().take(overlap, t, arc, {left.place, right.place})) return false;
      }
      left = right;
      --count;
    }
    return true;
  }
};

/// A direction that may be that of the least overlap.
struct GaussCandidate {
  double overlap = 0;                           ///< rounded [m]
  Vec3 m;                                       ///< about, world
  bool of_P = false;                            ///< a facet of P, or of Q
  const GaussBody::Direction* facet = nullptr;  ///< or two edges:
  const GaussBody::Arc* arc = nullptr;          ///< that of P
  std::array<int, 2> q{-1, -1};                 ///< that of Q, as places of its map
};

/// Memory of a query, kept for the next one.
struct GaussWorkspace : GaussMemory<GaussPlaced<double>> {
  std::vector<int> places;
  std::array<GaussCandidate, 512> candidates;  ///< the deepest beyond are dropped
};

/// In doubles, the best candidates evaluated again in double-double.
class GaussQuery : public GaussSearch<GaussQuery, GaussPlaced<double>> {
 public:
  GaussQuery(const GaussBody& P, const Pose& X_WP, const GaussBody& Q, const Pose& X_WQ,
             const Dd3& s, GaussWorkspace& scratch);

  /// False if the bodies are disjoint.
  bool run();

 private:
  friend GaussSearch;
  bool place_facets_of_P();
  bool test_facets_of_Q();
  std::array<double, 2> edge_levels(const GaussBody::Arc& arc) const {
    return {memory_.placed[at(arc.from)].level + P_.volume * arc.offset_from,
            memory_.placed[at(arc.to)].level + P_.volume * arc.offset_to};
  }
  int farthest_on_Q(const Vec3& local, int last) {
    ++supports_;
    return Q_.body.map.farthest(local, last);
  }
  bool take(double overlap, double t, const GaussBody::Arc& arc, std::array<int, 2> q);
  double limit() const;
  void keep(const GaussCandidate& candidate);
  bool evaluate();
  void consider(const GaussCandidate& candidate);
  DoubleDouble farthest(const PosedGauss& posed, const Dd3& m, const Vec3& local,
                        int made_from) const;

  Vec3 s_;           ///< exact_s_, rounded
  double rounding_;  ///< bound on the rounding of an overlap [m]
  double slack_;     ///< [m]
  GaussWorkspace& scratch_;
  std::size_t count_ = 0;  ///< candidates
};

/// What P knows of one of its directions in a query.
struct PreciselyPlaced : GaussPlaced<DoubleDouble> {
  Dd3 n{};  ///< local, about 1 long
  Dd3 m{};  ///< world
};

using PreciseGaussWorkspace = GaussMemory<PreciselyPlaced>;

/// In double-double from end to end, for bodies of unequal sizes. Beside a large P doubles do not
/// tell where an arc of P bends: by a rounding of Q's vertices the bend moves along the arc, and
/// the overlap changes there by the size of P. So normals come from the corners of the exact hull,
/// farthest vertices are proven so, and each candidate is evaluated when it is found.
class PreciseGaussQuery : public GaussSearch<PreciseGaussQuery, PreciselyPlaced> {
 public:
  using GaussSearch::GaussSearch;
  /// False if the bodies are disjoint.
  bool run();

 private:
  friend GaussSearch;
  bool place_facets_of_P();
  bool test_facets_of_Q();
  std::array<DoubleDouble, 2> edge_levels(const GaussBody::Arc& arc) const;
  int farthest_on_Q(const Dd3& local, int /*last*/) { return farthest(Q_.body.map, local); }
  bool take(DoubleDouble overlap, DoubleDouble t, const GaussBody::Arc& arc, std::array<int, 2> q);
  bool consider(DoubleDouble overlap, const Dd3& m);
  Dd3 normal_of(const GaussBody& body, const GaussBody::Direction& direction) const;
  int farthest(const SupportMap& map, const Dd3& u);
  double limit() const;
};

}  // namespace touchstone
