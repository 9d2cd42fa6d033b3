// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/certified.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "metrics/certified/contact_search.hpp"
#include "metrics/certified/distance_check.hpp"
#include "metrics/certified/distance_proof.hpp"
#include "metrics/certified/double_kernel.hpp"
#include "metrics/common/exact_distance.hpp"
#include "metrics/certified/exact_witnesses.hpp"
#include "metrics/common/expansion.hpp"
#include "metrics/certified/witnesses.hpp"
#include "metrics/common/pose_refusal.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Far beyond any honest search.
constexpr int kMaxSteps = 200;
/// Room that a workspace begins with: deep hulls of a thousand vertices make a few hundred.
constexpr std::size_t kTriangles = 2048;
/// Where sixth powers of lengths leave the range of a double: integers then [m].
constexpr double kMinReach = 1e-50;
constexpr double kMaxReach = 1e50;
/// A weight below this may be 0 or less: the proof's point nearest to 0 may be on another feature.
constexpr double kTiedWeight = 1e-10;
/// Longest arms together, in sizes: 4 roundings of a normal by 2^-54 there are 2^-50 sizes.
constexpr double kLopsided = 4;
/// Bodies in contact whose last feature is within this part of the reach still are.
constexpr double kStillTouching = 1e-9;
/// Exchanges of what only double-double sees beyond a feature.
constexpr int kMaxRounds = 32;
/// After so many of them outside C integers are asked, whatever the distance: faces that are
/// parallel to rounding, mostly.
constexpr int kPatience = 4;

/// Scratch, and what the next query may begin with.
class CertifiedWorkspace final : public Workspace {
 public:
  CertifiedWorkspace() { polytope.reserve(kTriangles); }

  Expansion<DoubleKernel> polytope;
  DifferenceSimplex feature;               ///< of the last answer, if separated
  std::array<DifferencePoint, 3> contact;  ///< feature of the last answer, if found by integers
  int contact_count = 0;
  ContactScratch contact_scratch;
  bool around_zero = false;          ///< whether the polytope is what proved the last answer
  std::size_t points_when_cold = 0;  ///< of the polytope when it was last begun anew
  std::uint64_t id_A = 0;
  std::uint64_t id_B = 0;
};

class DistanceQuery {
 public:
  DistanceQuery(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                const Pose& X_WB, CertifiedWorkspace& workspace, Answer& answer)
      : X_WA_(X_WA), X_WB_(X_WB), set_(A, X_WA, B, X_WB), workspace_(workspace), answer_(answer) {
    kernel_.margin = 4 * set_.rounding();
  }

  void run() {
    const bool known = workspace_.id_A == set_.A().id && workspace_.id_B == set_.B().id;
    const bool around_zero = std::exchange(workspace_.around_zero, false) && known;
    workspace_.id_A = set_.A().id;
    workspace_.id_B = set_.B().id;
    if (known) simplex_ = workspace_.feature;
    workspace_.feature.count = 0;
    const int points_touching = std::exchange(workspace_.contact_count, 0);
    if (!(set_.reach() > kMinReach && set_.reach() < kMaxReach)) {
      find_exactly();
    } else if (known && points_touching > 0 && still_touching(points_touching)) {
      // As in the last query.
    } else if (!(around_zero && rebuild() && expand())) {
      begin();
      if (!approach() && !touch(candidate_, candidate_count_)) find_exactly();
    }
    answer_.work.supports = supports_;
  }

 private:
  /// The polytope of the last answer with its points moved. False if 0 is not well inside any more,
  /// or if it has gathered more points than a new one would have.
  bool rebuild() {
    Expansion<DoubleKernel>& polytope = workspace_.polytope;
    if (polytope.point_count() > 2 * workspace_.points_when_cold + 16) return false;
    polytope.ceiling = kInfinity;
    polytope.rebuild(kernel_, [&](const DifferencePoint& p) { return set_.point(p.a, p.b); });
    return polytope.at(polytope.next()).plane.level > kernel_.margin;
  }

  void begin() {
    warm_ = simplex_.count > 0;
    for (int i = 0; i < simplex_.count; ++i) {
      DifferencePoint& p = simplex_.points[static_cast<std::size_t>(i)];
      p = set_.point(p.a, p.b);
    }
    if (warm_) return;
    const Vec3& towards = set_.offset();
    ++supports_;
    simplex_.add(set_.support(towards.isZero(0) ? Vec3::UnitX() : towards));
  }

  /// GJK. False where doubles do not lead to a proven answer.
  bool approach() {
    int rounds = 0;
    for (int step = 0; step < kMaxSteps; ++step) {
      if (!simplex_.reduce(step > 0 && rounds == 0)) return begin_polytope() && expand();
      const Vec3& v = simplex_.nearest;
      const double squared = v.squaredNorm();
      // 0 may be anywhere about so small a simplex.
      if (!(squared > 64 * kernel_.margin * kernel_.margin)) {
        if (touching(0) && touch(first_three(simplex_), simplex_.count)) return true;
        return simplex_.complete(set_, 16 * kernel_.margin, &supports_) && begin_polytope() &&
               expand();
      }
      const DifferencePoint& last = simplex_.points[0];
      const DifferencePoint next =
          std::exchange(warm_, false) ? set_.support(-v, last.a, last.b) : set_.support(-v);
      ++supports_;
      if (!simplex_.has(next) && squared - v.dot(next.c) > kernel_.margin * std::sqrt(squared)) {
        simplex_.add(next);
        continue;
      }
      DistanceCheck check = check_separated(set_, simplex_);
      if (check.proven && give_separated(check)) return true;
      consider(first_three(simplex_), simplex_.count);
      if ((touching(squared) || (rounds == kPatience && !std::exchange(asked_, true))) &&
          touch(candidate_, candidate_count_)) {
        return true;
      }
      if (++rounds > kMaxRounds) return false;
      if (check.dropped >= 0) {
        simplex_.points[static_cast<std::size_t>(check.dropped)] =
            simplex_.points[static_cast<std::size_t>(--simplex_.count)];
      } else if (check.beyond.a >= 0 && !simplex_.has(check.beyond)) {
        simplex_.add(check.beyond);
      } else {
        return false;
      }
    }
    return false;
  }

  bool begin_polytope() {
    workspace_.polytope.ceiling = kInfinity;
    workspace_.points_when_cold = 0;
    return workspace_.polytope.begin(kernel_, simplex_.points);
  }

  /// The expanding polytope. False as above.
  bool expand() {
    Expansion<DoubleKernel>& polytope = workspace_.polytope;
    const int most = 1000 + 64 * (set_.A().map.count() + set_.B().map.count());
    int rounds = 0;
    int nearer = -1;  // than one that was the least to rounding
    for (int step = 0; step < most; ++step) {
      const int nearest = nearer >= 0 ? std::exchange(nearer, -1) : polytope.next();
      if (nearest < 0) return false;
      const auto& triangle = polytope.at(nearest);
      const double level = triangle.plane.level;
      if (!std::isfinite(level)) return false;
      const DifferencePoint next = set_.support(triangle.plane.n);
      ++supports_;
      ++answer_.work.iterations;
      const double height = triangle.plane.n.dot(next.c);
      if (height < -kernel_.margin) {
        // All of C is on one side of 0. Once: to and fro is for integers.
        if (std::exchange(turned_back_, true)) return false;
        simplex_.count = 0;
        for (int i = 0; i < 3; ++i) simplex_.add(polytope.corner(triangle, i));
        return approach();
      }
      if (height > level + kernel_.margin) {
        polytope.ceiling = std::min(polytope.ceiling, height + kernel_.margin);
        if (!polytope.expand(kernel_, nearest, next)) return false;
        continue;
      }
      if (polytope.in_waves()) {
        polytope.ceiling = std::min(polytope.ceiling, std::max(height, level) + kernel_.margin);
        polytope.set_aside();
        continue;
      }
      consider(corners(triangle), 3);
      if (++rounds > kMaxRounds || !(level > 0)) return false;
      const DistanceCheck check = check_facet(set_, corners(triangle));
      if (!check.proven) {
        if (touching(level * level) && touch(candidate_, candidate_count_)) return true;
        if (check.beyond.a < 0 || !polytope.expand(kernel_, nearest, check.beyond)) return false;
        continue;
      }
      bool known = true;
      nearer = nearer_than(nearest, check.distance, known);
      if (!known) return false;
      if (nearer < 0) return give_penetrating(nearest, check);
    }
    return false;
  }

  static std::array<DifferencePoint, 3> first_three(const DifferenceSimplex& simplex) {
    return {simplex.points[0], simplex.points[1], simplex.points[2]};
  }

  std::array<DifferencePoint, 3> corners(const Expansion<DoubleKernel>::Triangle& triangle) const {
    const Expansion<DoubleKernel>& polytope = workspace_.polytope;
    return {polytope.corner(triangle, 0), polytope.corner(triangle, 1),
            polytope.corner(triangle, 2)};
  }

  /// A triangle whose plane is nearer to 0; -1 if there is none, unless that is not `known`.
  int nearer_than(int nearest, DoubleDouble distance, bool& known) {
    const auto& triangles = workspace_.polytope.triangles();
    const std::array<DifferencePoint, 3> facet = corners(workspace_.polytope.at(nearest));
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      const auto& t = triangles[i];
      if (!t.alive || static_cast<int>(i) == nearest) continue;
      // Its plane moves farther at the foot of 0 than its corners do.
      const double ahead = t.plane.level - distance.high - 4 * set_.rounding();
      const double turned = 16 * set_.rounding() * set_.reach();
      if (ahead > 0 && ahead * ahead > turned * turned * t.plane.slim) continue;
      const std::array<DifferencePoint, 3> corner = corners(t);
      if (known_coplanar(set_, facet, corner)) continue;
      const Order order = order_of(set_, corner, facet, distance);
      if (order == Order::nearer) return static_cast<int>(i);
      known = known && order != Order::unknown;
      if (order != Order::as_near) continue;
      tied_ = true;
      loose_ = loose_ || (lopsided() && !parallel(set_, facet, corner));
    }
    return -1;
  }

  /// False if a point of the feature does not take part after all: it is dropped.
  bool give_separated(DistanceCheck& check) {
    const DifferencePoint* points = simplex_.points.data();
    Witnesses found = refined_witnesses(set_, points, simplex_.count, check);
    if (!found.sound) found = precise_witnesses(set_, points, simplex_.count, true);
    if (found.lacking >= 0) {
      check.dropped = found.lacking;
      return false;
    }
    workspace_.feature = simplex_;
    if (!found.sound) found = exactly_known(points, simplex_.count);
    if (!found.sound || (check.loose && lopsided())) {
      find_exactly();
      return true;
    }
    found.n = -found.n;
    fill(check.distance.high, found, points, simplex_.count);
    if (!workspace_.wants_proof) return true;
    for (int i = 0; i < simplex_.count; ++i) {
      tied_ = tied_ ||
              check.weight[static_cast<std::size_t>(i)] < std::max(kTiedWeight, check.weight_error);
    }
    if (tied_ || check.tied) {
      prove_exactly();
    } else {
      answer_.proof = proof_of(set_, points, simplex_.count);
    }
    return true;
  }

  bool give_penetrating(int nearest, const DistanceCheck& check) {
    const Expansion<DoubleKernel>& polytope = workspace_.polytope;
    int holding = nearest;
    Witnesses found;
    if (!find_holding(check, holding, found)) return false;
    workspace_.around_zero = true;
    if (workspace_.points_when_cold == 0) workspace_.points_when_cold = polytope.point_count();
    const std::array<DifferencePoint, 3> facet = corners(polytope.at(holding));
    if (!found.sound) found = exactly_known(facet.data(), 3);
    if (!found.sound || ((loose_ || check.loose) && lopsided())) {
      find_exactly();
      return true;
    }
    fill(-check.distance.high, found, facet.data(), 3);
    if (!workspace_.wants_proof) return true;
    if (tied_ || check.tied) {
      prove_exactly();
      return true;
    }
    DistanceProof& proof =
        answer_.proof.emplace(proof_of(set_, corners(polytope.at(nearest)).data(), 3));
    for (const auto& t : polytope.triangles()) {
      if (!t.alive) continue;
      const std::array<DifferencePoint, 3> c = corners(t);
      proof.cycle.push_back(named(set_, c));
    }
    return true;
  }

  /// The foot of 0 may be in another triangle of the same facet: across the side that it is beyond.
  /// False where that leads nowhere.
  bool find_holding(DistanceCheck check, int& holding, Witnesses& found) const {
    const Expansion<DoubleKernel>& polytope = workspace_.polytope;
    const DoubleDouble distance = check.distance;
    const std::array<DifferencePoint, 3> first = corners(polytope.at(holding));
    for (int step = 0; step < kMaxRounds; ++step) {
      const std::array<DifferencePoint, 3> facet = corners(polytope.at(holding));
      const auto least = std::min_element(check.weight.begin(), check.weight.end());
      int lacking = -1;
      if (check.rest.known && *least < -check.weight_error) {
        lacking = static_cast<int>(least - check.weight.begin());
      } else {
        found = refined_witnesses(set_, facet.data(), 3, check);
        if (!found.sound) found = precise_witnesses(set_, facet.data(), 3, false);
        lacking = found.lacking;
      }
      if (lacking < 0) return true;
      holding = polytope.at(holding).neighbour[static_cast<std::size_t>((lacking + 1) % 3)];
      const std::array<DifferencePoint, 3> next = corners(polytope.at(holding));
      check = check_facet(set_, next);
      if (std::abs((check.distance - distance).high) > set_.rounding()) return false;
      // Its normal is to be the first one's.
      if (!known_coplanar(set_, first, next) && !parallel(set_, first, next)) return false;
    }
    return false;
  }

  /// Of a proven feature that double-double leaves open.
  Witnesses exactly_known(const DifferencePoint* points, int count) {
    answer_.work.exact = 1;
    return exact_witnesses(set_, std::span(points, static_cast<std::size_t>(count)));
  }

  /// Whether a normal right to an ulp may miss a farthest vertex by more than what is claimed: then
  /// it has to be that of the very feature, however near another one is.
  bool lopsided() const {
    return set_.A().map.longest() + set_.B().map.longest() > kLopsided * set_.size();
  }

  /// Begins where the last query ended.
  bool still_touching(int count) {
    std::array<DifferencePoint, 3> feature = workspace_.contact;
    for (int i = 0; i < count; ++i) {
      DifferencePoint& p = feature[static_cast<std::size_t>(i)];
      p = set_.point(p.a, p.b);
    }
    const Vec3& c0 = feature[0].c;
    Vec3 away = c0;
    if (count > 1) {
      const Vec3 e = feature[1].c - c0;
      away = count > 2 ? Vec3(c0.dot(e.cross(feature[2].c - c0).normalized()) * Vec3::UnitX())
                       : Vec3(c0 - (c0.dot(e) / e.squaredNorm()) * e);
    }
    const double near = kStillTouching * set_.reach();
    return away.squaredNorm() <= near * near && touch(feature, count);
  }

  /// Whether 0 is so near to a feature that integers may as well be asked before doubles have done
  /// what they can: once, since that may be in vain.
  bool touching(double squared) {
    const double near = kStillTouching * set_.reach();
    return squared <= near * near && !std::exchange(asked_, true);
  }

  void consider(const std::array<DifferencePoint, 3>& feature, int count) {
    candidate_ = feature;
    candidate_count_ = count;
  }

  /// Integers that know where to look. False if that is not where the answer is.
  bool touch(const std::array<DifferencePoint, 3>& feature, int count) {
    if (count == 0) return false;
    const auto contact =
        find_contact(set_, X_WA_, X_WB_, std::span(feature).first(static_cast<std::size_t>(count)),
                     workspace_.contact_scratch);
    if (!contact) return false;
    answer_.work.exact = 1;
    workspace_.contact = contact->nearest;
    workspace_.contact_count = contact->count;
    Witnesses found =
        contact_witnesses(set_, contact->nearest.data(), contact->count, contact->n, -contact->phi);
    if (!found.sound && found.lacking < 0) {
      found = exactly_known(contact->nearest.data(), contact->count);
    }
    if (!found.sound) {
      find_exactly();
      return true;
    }
    found.n = contact->n;  // exactly_known() has none of a foot at 0
    fill(contact->phi, found, contact->nearest.data(), contact->count);
    if (!workspace_.wants_proof) return true;
    if (!contact->holds) {
      prove_exactly();
      return true;
    }
    DistanceProof& proof =
        answer_.proof.emplace(proof_of(set_, contact->nearest.data(), contact->count));
    if (contact->phi == 0) {
      proof.support_count = proof.nearest_count;
      proof.support = proof.nearest;
    }
    return true;
  }

  void find_exactly() {
    const ExactDistance exact =
        find_exact_distance(set_.A().exactly(), X_WA_, set_.B().exactly(), X_WB_);
    answer_.work.exact = 1;
    supports_ += exact.points;
    const Witnesses found{true, exact.n, exact.p_WA, exact.p_WB, -1};
    fill(exact.phi, found, exact.nearest.data(), exact.nearest_count);
    if (workspace_.wants_proof) answer_.proof = proof_of(set_, exact);
  }

  /// Where double-double does not tell which of two features is nearer the value is right, but only
  /// integers know what to name.
  void prove_exactly() {
    answer_.work.exact = 1;
    const ExactDistance exact =
        find_exact_distance(set_.A().exactly(), X_WA_, set_.B().exactly(), X_WB_);
    assert(answer_.value >= std::nextafter(exact.phi, -kInfinity) &&
           answer_.value <= std::nextafter(exact.phi, kInfinity));
    answer_.proof = proof_of(set_, exact);
  }

  /// `found.n` from B to A.
  void fill(double phi, const Witnesses& found, const DifferencePoint* points, int count) {
    answer_.status = AnswerStatus::answered;
    answer_.value = phi;
    answer_.normal = found.n;
    answer_.witnesses = WitnessPoints{found.p_WA, found.p_WB};
    const auto last = [&](int i) { return points[std::min(i, count - 1)]; };
    answer_.feature_A = set_.A().features.feature(set_.A().map, {last(0).a, last(1).a, last(2).a});
    answer_.feature_B = set_.B().features.feature(set_.B().map, {last(0).b, last(1).b, last(2).b});
  }

  const Pose& X_WA_;
  const Pose& X_WB_;
  DifferenceSet set_;
  CertifiedWorkspace& workspace_;
  Answer& answer_;
  DoubleKernel kernel_;
  DifferenceSimplex simplex_;
  std::array<DifferencePoint, 3> candidate_;  ///< what doubles looked at last, and left open
  int candidate_count_ = 0;
  bool asked_ = false;  ///< see touching()
  int supports_ = 0;
  bool turned_back_ = false;
  bool warm_ = false;
  bool tied_ = false;   ///< as DistanceCheck::tied, of triangles
  bool loose_ = false;  ///< as DistanceCheck::loose: of those that are not parallel
};

class CertifiedShape final : public Shape {
 public:
  explicit CertifiedShape(const Polytope& polytope) : body(polytope) {}
  DifferenceBody body;
};

class Certified final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<CertifiedShape>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<CertifiedWorkspace>();
  }
  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer;
    if (const char* why = pose_refusal(X_WA, X_WB); why != nullptr) {
      answer.note = why;
      return answer;
    }
    DistanceQuery(static_cast<const CertifiedShape&>(shape_A).body, X_WA,
                  static_cast<const CertifiedShape&>(shape_B).body, X_WB,
                  static_cast<CertifiedWorkspace&>(workspace), answer)
        .run();
    return answer;
  }
};

}  // namespace

std::unique_ptr<Metric> make_certified() { return std::make_unique<Certified>(); }

MetricRow certified_row() {
  MetricTraits traits;
  traits.own_tolerance = 1e-15;  // an ulp; witness points and normal are rounded
  traits.value_claim = ValueClaim::one_ulp;
  traits.gives_features = true;
  traits.gives_certificate = true;
  traits.claims_exact = true;
  traits.flat = true;
  traits.largest_default_vertices = 1 << 17;
  return {.name = "certified",
          .summary =
              "GJK and the expanding polytope in doubles, proven in double-double or "
              "solved in integers; to an ulp",
          .traits = traits,
          .make = make_certified};
}

}  // namespace touchstone
