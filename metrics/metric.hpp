// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of everything that is judged: a signed-distance implementation for two convex
// polytopes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

/// What a metric's value is: the signed Euclidean distance phi [m], or the ratio metric rho [1].
enum class Quantity { euclidean, ratio };

/// What a metric computes in. The pair of a float32 metric is rounded to single precision before
/// its truth is computed (geometry/single_precision.hpp): it is judged on what it was asked.
enum class Scalar { float64, float32 };

/// How a run ended, as far as the algorithm itself can say.
enum class AnswerStatus {
  answered,   ///< `value` holds
  sign_only,  ///< only `sign` holds: the algorithm knows no more ("disjoint")
  no_answer   ///< it gave up; `note` may say why
};

struct WitnessPoints {
  Vec3 p_WA;  ///< on A, world [m]
  Vec3 p_WB;  ///< on B, world [m]
};

/// A feature of one body by index into its vertices(), edges() or facets().
struct Feature {
  enum class Kind : std::uint8_t { none, vertex, edge, facet };
  Kind kind = Kind::none;
  int index = -1;
};

/// A vertex of either body, and the part of the meeting point that the pair contributes.
struct PortalPair {
  int vertex_A = -1;  ///< index in Polytope::vertices()
  int vertex_B = -1;
  double weight = 0;  ///< >= 0 [1]
};

/// What only the ratio metric knows beyond its value.
struct RatioDetail {
  double r = 0;                               ///< growth ratio [1]
  bool no_growth = false;                     ///< r is 0: found, not left as it was
  Vec3 x_W = Vec3::Zero();                    ///< the optimal point, world [m]
  int active_count = 0;                       ///< facets with a positive multiplier
  std::array<int, 4> active_facet{};          ///< facet index within its body
  std::array<bool, 4> active_on_A{};          ///< which body the facet belongs to
  std::array<double, 4> active_multiplier{};  ///< dual multiplier in the scaling lambda.b_A +
                                              ///< mu.b_B = 1, unit normals [1/m]
  /// The facet of the Minkowski sum that the ray from 0 through d hits, as three pairs of vertices
  /// (b - x_B) - (a - x_A): sum of weights 1, their weighted sum is d/r. They prove r.
  int portal_count = 0;
  std::array<PortalPair, 3> portal{};
};

/// A vertex of either body, hence the point b - a of C = B + (-A) (world, the exactly transformed
/// vertices).
struct VertexPair {
  int vertex_A = -1;  ///< index in Polytope::vertices()
  int vertex_B = -1;
  bool operator==(const VertexPair&) const = default;
};

/// What proves a signed Euclidean distance without knowledge of how it was found (gap(u) is minus
/// the support function of C):
///
/// * Separated: `nearest` is the hull of up to three points of C whose point c nearest to 0 has
///   gap(-c) = c.c, so phi = |c|.
/// * Penetrating: `nearest` spans a plane that supports C, which bounds the depth from above, and
///   `cycle` is a closed, consistently oriented cycle of triangles around 0, none of whose planes
///   is nearer to 0, which bounds it from below.
/// * Kissing: the hull of `nearest` contains 0, and the plane through `support` and 0 supports C:
///   two points of C on two lines through 0, be C flat or not. Where all of C lies on one line
///   through 0, a point of it other than 0, and where C is 0 alone, none.
struct DistanceProof {
  int nearest_count = 0;
  std::array<VertexPair, 3> nearest{};
  int support_count = 0;
  std::array<VertexPair, 3> support{};
  std::vector<std::array<VertexPair, 3>> cycle;  ///< counterclockwise from outside
};

/// Counters of work done in one query; 0 where a metric does not count.
struct Work {
  int supports = 0;    ///< support pairs, one on each body
  int iterations = 0;  ///< pivots, expansions or axes
  int exact = 0;       ///< 1 if doubles did not decide and exact arithmetic was used
};

/// Unit normals that are nearer than this are one [1].
inline constexpr double kOneNormal = 1e-6;

struct Answer {
  AnswerStatus status = AnswerStatus::no_answer;
  double value = 0;  ///< phi [m] or rho [1], by the metric's quantity; meaningful if answered
  /// What the double leaves out of phi: value + tail has about twice the digits [m]. Where a radius
  /// cancels most of the value they are needed; empty where the metric knows no more.
  std::optional<double> tail;
  int sign = 0;  ///< -1, 0, +1; meaningful if sign_only
  /// Whether a normal that is not this one, to kOneNormal, is optimal, too, as far as the metric's
  /// rounding tells; empty where the metric does not say.
  std::optional<bool> indeterminate;
  std::optional<Vec3> normal;              ///< unit, from B to A, world
  std::optional<WitnessPoints> witnesses;  ///< p_WA - p_WB = phi n (euclidean) or rho d (ratio)
  Feature feature_A;                       ///< A's, for contact models: no judge looks at it
  Feature feature_B;                       ///< B's, for contact models: no judge looks at it
  std::optional<RatioDetail> ratio;
  std::optional<DistanceProof> proof;  ///< if Workspace::wants_proof and there is one
  Work work;
  std::string note;  ///< empty, or why there is no answer
};

/// How near a metric claims to come to the right value whatever its tolerance: where a pair is many
/// sizes apart, no value may be within a tolerance relative to size.
enum class ValueClaim : std::uint8_t {
  tolerance,         ///< the tolerance, and no more
  one_ulp,           ///< or one unit in the last place
  correctly_rounded  ///< or half of one
};

/// What a metric gives for the pairs of one regime.
struct Gives {
  bool value = true;      ///< else a sign is enough
  bool normal = true;     ///< beside every value
  bool witnesses = true;  ///< beside every value
  bool nothing = false;   ///< it may skip such a pair
};

/// What a metric gives in each regime of pairs, which the sign of phi names.
struct GivesByRegime {
  Gives separated;
  Gives touching;  ///< phi is 0
  Gives penetrating;

  const Gives& at(int sign) const {
    if (sign == 0) return touching;
    return sign > 0 ? separated : penetrating;
  }
  /// Whether this is given in some regime.
  bool ever(bool Gives::*part) const {
    return separated.*part || touching.*part || penetrating.*part;
  }
};

constexpr GivesByRegime in_every_regime(Gives gives) { return {gives, gives, gives}; }

/// A value in one regime, the sign in the others. Touching pairs need a sign only, as rounding may
/// take them for either neighbour. `beside` says what comes with a value, wherever it is given.
constexpr GivesByRegime value_when_separated(Gives beside = {}) {
  const Gives sign_only = {false, beside.normal, beside.witnesses};
  return {beside, sign_only, sign_only};
}
constexpr GivesByRegime value_when_penetrating(Gives beside = {}) {
  const Gives sign_only = {false, beside.normal, beside.witnesses};
  return {sign_only, sign_only, beside};
}

/// Which function of the growth ratio r is the value [1].
enum class RatioForm : std::uint8_t {
  rho,    ///< f_1(r) = (r - 1)/r; undefined at r = 0
  growth  ///< f_2(r) = r - 1
};

/// Which body of the ratio metric stays as it is while the other one grows.
enum class FixedBody : std::uint8_t { none, A, B };

/// Which bounding radii a metric's arithmetic suffices for.
struct SizeRange {
  double min = 0;                                              ///< [m]
  double max = std::numeric_limits<double>::infinity();        ///< [m]
  double max_ratio = std::numeric_limits<double>::infinity();  ///< larger over smaller [1]

  /// Why bodies of these radii are not for the metric, or nullptr.
  const char* refusal(double radius_A, double radius_B) const {
    const auto [smaller, larger] = std::minmax({radius_A, radius_B});
    if (smaller < min) return "a body is too small";
    if (larger > max) return "a body is too large";
    return larger > max_ratio * smaller ? "the bodies' sizes are too far apart" : nullptr;
  }
};

/// Bodies with a radius, by their cores.
enum RoundedCore : std::uint8_t {
  kRoundedPoint = 1,
  kRoundedSegment = 2,
  kRoundedPolygon = 4,
  kRoundedBox = 8,    ///< along its local axes
  kRoundedSolid = 16  ///< any other
};

/// What a metric claims about itself; the judge holds it to that.
struct MetricTraits {
  Quantity quantity = Quantity::euclidean;
  RatioForm form = RatioForm::rho;    ///< form of the value (ratio metrics)
  FixedBody fixed = FixedBody::none;  ///< body that does not grow (ratio metrics)
  Scalar scalar = Scalar::float64;
  GivesByRegime gives;
  bool gives_features = false;
  /// Every answer brings RatioDetail::portal, or Answer::proof where that is asked for.
  bool gives_certificate = false;
  bool claims_exact = false;    ///< a wrong answer is then a failure of Touchstone itself
  double own_tolerance = 1e-8;  ///< claimed by its authors, relative to size [1]
  bool flat = false;            ///< takes bodies of dimension < 3
  bool boxes_only = false;      ///< takes boxes along their local axes and no other body
  /// RoundedCore's that a plug-in takes with their radius. Where it is 0, metrics are asked about
  /// cores alone, and plug-ins about bodies without a radius.
  std::uint8_t rounded_cores = 0;
  double offset = 0;  ///< the value is phi - offset on purpose [m]
  /// Where phi - offset is larger, the answer only says apart [m].
  double reach = std::numeric_limits<double>::infinity();
  SizeRange sizes;        ///< sizes of bodies that it can be asked about
  bool isolated = false;  ///< runs in worker processes by default: it may crash or loop
  ValueClaim value_claim = ValueClaim::tolerance;  ///< beside own_tolerance
  /// Pairs whose larger body has more vertices are not run by default.
  int largest_default_vertices = 1024;
};

/// A polytope as one metric wants it: the tables that it makes once.
class Shape {
 public:
  virtual ~Shape() = default;
};

/// Scratch space and warm start of one thread's queries. No allocation per query beyond its first
/// growth.
class Workspace {
 public:
  virtual ~Workspace() = default;
  /// Whether answers shall bring what costs more: a DistanceProof, which allocates, and witness
  /// points that a metric does not give with every value.
  bool wants_proof = false;
};

class Metric {
 public:
  virtual ~Metric() = default;
  /// `polytope` outlives the shape.
  virtual std::unique_ptr<Shape> prepare(const Polytope& polytope) const = 0;
  virtual std::unique_ptr<Workspace> make_workspace() const {
    return std::make_unique<Workspace>();
  }
  /// Shapes and workspace come from this metric. May throw only what a third party throws: the
  /// guard makes it no_answer.
  virtual Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                          Workspace& workspace) const = 0;
};

}  // namespace touchstone
