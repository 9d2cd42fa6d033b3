// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/vclip/vclip.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "metrics/arithmetic/edge_weights.hpp"
#include "metrics/common/exact_distance.hpp"
#include "metrics/common/pose_refusal.hpp"
#include "metrics/common/shape_id.hpp"
#include "metrics/typed_metric.hpp"
#include "metrics/vclip/feature_walk.hpp"
#include "metrics/vclip/nearest_pairs.hpp"

namespace touchstone {
namespace {

/// A walk from the last features that takes longer began far away: support queries are nearer.
constexpr int kMaxWarmSteps = 40;
/// Enough for any walk from a support pair; what takes longer is settled by the proof.
constexpr int kMaxSteps = 2000;
/// Distance below which squares of lengths are finite [m].
constexpr double kFarthest = 1e150;

/// The features of the last query, and its shapes.
class ClipWorkspace final : public Workspace {
 public:
  FeaturePair last;
  LastPair pair;
};

/// Up to three vertex pairs whose weighted differences make the nearest points of two features.
struct StartingPairs {
  std::array<WeightedPair, 3> pairs;
  std::size_t count = 0;

  void add(std::size_t side, int place, int other, double weight) {
    pairs[count++] =
        side == 0 ? WeightedPair{place, other, weight} : WeightedPair{other, place, weight};
  }
};

class ClipQuery {
 public:
  ClipQuery(const ClipBody& A, const Pose& X_WA, const ClipBody& B, const Pose& X_WB)
      : body_{&A, &B},
        X_W_{&X_WA, &X_WB},
        d_(rounded((rotate(X_WA.R, A.center) - rotate(X_WB.R, B.center)) +
                   difference(X_WA.t, X_WB.t))),
        walk_(A, X_WA.R, B, X_WB.R, d_),
        proof_(A, X_WA, B, X_WB) {}

  Answer run(ClipWorkspace& workspace) {
    FeaturePair pair = workspace.last;
    const bool warm = workspace.pair.is(*body_[0], *body_[1]);
    auto end = FeatureWalk::End::far;
    if (warm) end = walk_.run(pair, kMaxWarmSteps);
    if (end != FeatureWalk::End::nearest) {
      pair = support_pair();
      end = walk_.run(pair, kMaxSteps);
    }
    const bool nearest = end == FeatureWalk::End::nearest;
    const StartingPairs start = nearest_points(pair);
    const NearestPairs::End proven = proof_.run({start.pairs.data(), start.count});
    if (!nearest || proof_.entered() > 0) pair = proven_features();
    workspace.last = pair;
    workspace.pair.set(*body_[0], *body_[1]);
    return answer(pair, proven);
  }

 private:
  /// The vertices that lie farthest towards each other's interior points.
  FeaturePair support_pair() {
    const double length = d_.lpNorm<Eigen::Infinity>();
    const Vec3 towards_A = length > 0 ? Vec3(d_ / length) : Vec3::UnitX();
    ++supports_;
    const auto vertex = [&](std::size_t k, const Vec3& u_W) {
      const int place = body_[k]->map.nearly_farthest(X_W_[k]->R.transpose() * u_W);
      return Feature{FeatureKind::vertex, body_[k]->corner_near(place)};
    };
    return {{vertex(0, -towards_A), vertex(1, towards_A)}};
  }

  StartingPairs nearest_points(const FeaturePair& pair) const {
    const auto [a, b] = pair.of;
    if (a.kind == FeatureKind::edge && b.kind == FeatureKind::edge)
      return between_edges(a.index, b.index);
    if (a.kind == FeatureKind::vertex && b.kind != FeatureKind::vertex)
      return to_vertex(0, a.index, b);
    if (b.kind == FeatureKind::vertex && a.kind != FeatureKind::vertex)
      return to_vertex(1, b.index, a);
    return some_points(pair);
  }

  /// From the vertex of body k to an edge or facet of the other.
  StartingPairs to_vertex(std::size_t k, int vertex, const Feature& feature) const {
    const ClipBody& other = *body_[1 - k];
    const Vec3 x = walk_.seen(k, vertex);
    StartingPairs start;
    if (feature.kind == FeatureKind::edge) {
      const ClipEdge& edge = other.edge(feature.index);
      const Vec3& tail = other.map.arm(edge.end[0]);
      const Vec3 u = other.map.arm(edge.end[1]) - tail;
      const double at = std::clamp(u.dot(x - tail) / u.squaredNorm(), 0.0, 1.0);
      start.add(k, vertex, edge.end[0], 1 - at);
      start.add(k, vertex, edge.end[1], at);
      return start;
    }
    // The triangle of a fan about the first corner in which x is seen.
    const std::span<const int> corners = other.corners(feature.index);
    const Vec3& n = other.facet(feature.index).normal;
    const Vec3& hub = other.map.arm(corners.front());
    const Vec3 y = x - hub;
    std::size_t i = 1;
    while (i + 2 < corners.size() && n.cross(other.map.arm(corners[i + 1]) - hub).dot(y) > 0) {
      ++i;
    }
    const Vec3 e1 = other.map.arm(corners[i]) - hub;
    const Vec3 e2 = other.map.arm(corners[i + 1]) - hub;
    const Vec3 across = e1.cross(e2);
    const double square = across.squaredNorm();
    const auto [of_e1, of_e2] = edge_weights(across, e1, e2, y);
    const double w1 = std::clamp(of_e1 / square, 0.0, 1.0);
    const double w2 = std::clamp(of_e2 / square, 0.0, 1 - w1);
    start.add(k, vertex, corners.front(), 1 - w1 - w2);
    start.add(k, vertex, corners[i], w1);
    start.add(k, vertex, corners[i + 1], w2);
    return start;
  }

  /// The differences of two edges are a parallelogram: three of its corners are enough.
  StartingPairs between_edges(int edge_A, int edge_B) const {
    const ClipEdge& a = body_[0]->edge(edge_A);
    const ClipEdge& b = body_[1]->edge(edge_B);
    const Vec3 p = walk_.seen(0, a.end[0]);
    const Vec3 u = walk_.seen(0, a.end[1]) - p;
    const Vec3& q = body_[1]->map.arm(b.end[0]);
    const Vec3 v = body_[1]->map.arm(b.end[1]) - q;
    const auto [s, t] = nearest_on_segments(p, u, q, v);
    StartingPairs start;
    if (s + t <= 1) {
      start.add(0, a.end[0], b.end[0], 1 - s - t);
      start.add(0, a.end[1], b.end[0], s);
      start.add(0, a.end[0], b.end[1], t);
    } else {
      start.add(0, a.end[1], b.end[1], s + t - 1);
      start.add(0, a.end[1], b.end[0], 1 - t);
      start.add(0, a.end[0], b.end[1], 1 - s);
    }
    return start;
  }

  int some_vertex(std::size_t k, const Feature& feature) const {
    if (feature.kind == FeatureKind::vertex) return feature.index;
    if (feature.kind == FeatureKind::edge) return body_[k]->edge(feature.index).end[0];
    return body_[k]->corners(feature.index).front();
  }
  StartingPairs some_points(const FeaturePair& pair) const {
    StartingPairs start;
    start.add(0, some_vertex(0, pair.of[0]), some_vertex(1, pair.of[1]), 1);
    return start;
  }

  FeaturePair proven_features() const {
    std::array<WeightedPair, 4> pairs;
    for (std::size_t i = 0; i < proof_.count(); ++i) pairs[i] = proof_.pair(i);
    return features_of({pairs.data(), proof_.count()}, proof_.normal());
  }

  /// The features that up to four vertex pairs belong to.
  FeaturePair features_of(std::span<const WeightedPair> pairs, const Vec3& n) const {
    FeaturePair pair;
    for (std::size_t k = 0; k < 2; ++k) {
      std::array<int, 4> places{};
      std::size_t count = 0;
      for (const WeightedPair& p : pairs) {
        const int place = k == 0 ? p.a : p.b;
        const auto end = places.begin() + static_cast<std::ptrdiff_t>(count);
        if (std::find(places.begin(), end, place) == end) places[count++] = place;
      }
      const Vec3 outward = X_W_[k]->R.transpose() * (k == 0 ? Vec3(-n) : n);
      pair.of[k] = feature_of(*body_[k], {places.data(), count}, outward);
    }
    return pair;
  }

  /// A vertex; the edge between two; else the facet about the first that faces `outward` most.
  static Feature feature_of(const ClipBody& body, std::span<const int> places,
                            const Vec3& outward) {
    const int corner = body.corner_near(places[0]);
    if (places.size() == 1 && corner == places[0]) return {FeatureKind::vertex, corner};
    Feature best;
    double most = -2;
    for (const ClipSpoke& spoke : body.spokes(corner)) {
      const ClipEdge& edge = body.edge(spoke.edge);
      if (places.size() == 2 && (edge.end[0] == places[1] || edge.end[1] == places[1]) &&
          corner == places[0]) {
        return {FeatureKind::edge, spoke.edge};
      }
      for (const int facet : edge.facet) {
        const double facing = body.facet(facet).normal.dot(outward);
        if (facing <= most) continue;
        most = facing;
        best = {FeatureKind::facet, facet};
      }
    }
    return best;
  }

  Answer answer(const FeaturePair& pair, NearestPairs::End proven) const {
    Answer answer;
    answer.work.supports = supports_ + proof_.supports();
    answer.work.iterations = walk_.steps() + proof_.entered();
    Vec3 n = Vec3::Zero();
    if (proven == NearestPairs::End::tied) {
      const NearestPairs::Touching touching = proof_.touching(d_);
      proven = touching.end;
      n = touching.normal;
    }
    if (proven == NearestPairs::End::stuck) return answer_exactly(answer.work);
    if (proven == NearestPairs::End::overlap) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = -1;
      return answer;
    }
    const bool separated = proven == NearestPairs::End::separated;
    answer.status = AnswerStatus::answered;
    answer.value = separated ? proof_.distance() : 0;
    answer.normal = separated ? proof_.normal() : n;
    answer.witnesses = proof_.witnesses();
    answer.feature_A = in_polytope(0, pair.of[0]);
    answer.feature_B = in_polytope(1, pair.of[1]);
    return answer;
  }

  /// The signed distance in integers; starts from the points of the proof if the bodies are apart.
  ExactDistance exact_distance() const {
    std::array<DifferencePoint, 3> start;
    const std::size_t count = std::min(proof_.count(), start.size());
    for (std::size_t i = 0; i < count; ++i) {
      start[i] = {Vec3::Zero(), proof_.pair(i).a, proof_.pair(i).b};
    }
    ExactDistance exact = find_exact_nearest(body_[0]->exactly(), *X_W_[0], body_[1]->exactly(),
                                             *X_W_[1], {start.data(), count});
    if (exact.nearest_count > 0) return exact;
    return find_exact_distance(body_[0]->exactly(), *X_W_[0], body_[1]->exactly(), *X_W_[1]);
  }

  /// What double-doubles leave open: bodies of unequal sizes, or so thin that the points of the
  /// proof span nothing.
  Answer answer_exactly(const Work& work) const {
    const ExactDistance exact = exact_distance();
    Answer answer;
    answer.work = work;
    answer.work.exact = 1;
    answer.work.supports += exact.points;
    if (exact.phi < 0) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = -1;
      return answer;
    }
    std::array<WeightedPair, 3> pairs;
    const auto count = static_cast<std::size_t>(exact.nearest_count);
    for (std::size_t i = 0; i < count; ++i) {
      pairs[i] = {exact.nearest[i].a, exact.nearest[i].b, 0};
    }
    const FeaturePair features = features_of({pairs.data(), count}, exact.n);
    answer.status = AnswerStatus::answered;
    answer.value = exact.phi;
    answer.normal = exact.n;
    answer.witnesses = WitnessPoints{exact.p_WA, exact.p_WB};
    answer.feature_A = in_polytope(0, features.of[0]);
    answer.feature_B = in_polytope(1, features.of[1]);
    return answer;
  }

  Feature in_polytope(std::size_t k, const Feature& feature) const {
    if (feature.kind != FeatureKind::vertex) return feature;
    return {FeatureKind::vertex, body_[k]->map.vertex(feature.index)};
  }

  std::array<const ClipBody*, 2> body_;
  std::array<const Pose*, 2> X_W_;
  Vec3 d_;  ///< x_A - x_B, world [m]
  FeatureWalk walk_;
  NearestPairs proof_;
  int supports_ = 0;
};

const char* refusal(const ClipBody& A, const Pose& X_WA, const ClipBody& B, const Pose& X_WB) {
  if (!A.solid || !B.solid) return "flat body";
  if (const char* why = pose_refusal(X_WA, X_WB); why != nullptr) return why;
  const double reach =
      A.reach + B.reach + X_WA.t.lpNorm<Eigen::Infinity>() + X_WB.t.lpNorm<Eigen::Infinity>();
  return reach < kFarthest ? nullptr : "farther apart than the squares of lengths reach";
}

class VClip final : public TypedMetric<ClipBody, ClipWorkspace> {
  Answer ask(const ClipBody& A, const Pose& X_WA, const ClipBody& B, const Pose& X_WB,
             ClipWorkspace& scratch) const override {
    if (const char* why = refusal(A, X_WA, B, X_WB); why != nullptr) return refused(why);
    return ClipQuery(A, X_WA, B, X_WB).run(scratch);
  }
};

}  // namespace

std::unique_ptr<Metric> make_vclip() { return std::make_unique<VClip>(); }

MetricRow vclip_row() {
  MetricTraits traits;
  traits.gives = value_when_separated();
  traits.gives_features = true;
  // Where rounding stops the proof, values are right to 1e-14 or to an ulp; docs/vclip.md says what
  // normals in contact are right to.
  traits.own_tolerance = 1e-11;
  traits.value_claim = ValueClaim::one_ulp;
  traits.largest_default_vertices = 1 << 17;
  return {.name = "vclip",
          .summary =
              "V-Clip: closest features of disjoint bodies by a walk over Voronoi "
              "regions; of bodies that overlap it says that they do, and no depth",
          .traits = traits,
          .make = make_vclip};
}

}  // namespace touchstone
