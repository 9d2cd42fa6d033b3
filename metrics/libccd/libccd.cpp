// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/libccd/libccd.hpp"

#include <ccd/ccd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/loop_bound.hpp"
#include "metrics/curved_bodies.hpp"
#include "metrics/libccd/recurrence.hpp"
#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

/// libccd's return codes, which it names only in comments.
constexpr int kIntersecting = 0;
constexpr int kSeparated = -1;
constexpr int kOutOfMemory = -2;

/// A point of the circle of that radius that is farthest along w; its centre where all are.
Vec3 on_circle(double radius, double z, const Vec3& w) {
  const double across = std::hypot(w.x(), w.y());
  if (!(across > 0)) return {0, 0, z};
  return {radius * (w.x() / across), radius * (w.y() / across), z};
}

// A point of each curved core that is farthest along w, local frame.

Vec3 farthest(const Cylinder& cylinder, const Vec3& w) {
  return on_circle(cylinder.radius, std::copysign(cylinder.half_length, w.z()), w);
}

Vec3 farthest(const Cone& cone, const Vec3& w) {
  const double along = 2 * cone.half_length * w.z();
  if (along >= cone.radius * std::hypot(w.x(), w.y())) return {0, 0, cone.half_length};
  return on_circle(cone.radius, -cone.half_length, w);
}

Vec3 farthest(const Ellipsoid& ellipsoid, const Vec3& w) {
  return ellipsoid.semi_axes.cwiseProduct(ellipsoid.semi_axes.cwiseProduct(w).stableNormalized());
}

Vec3 farthest(const PolytopePtr& /*its vertices are scanned*/, const Vec3& /*w*/) {
  return Vec3::Zero();
}

/// Vertices by coordinate, so that one scan reads three streams; or a curved core.
class LibccdBody {
 public:
  explicit LibccdBody(const Polytope& polytope) : center_(polytope.interior_point()) {
    for (const Vec3& v : polytope.vertices()) {
      x_.push_back(v.x());
      y_.push_back(v.y());
      z_.push_back(v.z());
    }
  }

  /// With the radius.
  explicit LibccdBody(const ConvexBody& body) : center_(Vec3::Zero()), radius_(body.radius()) {
    if (body.is_curved()) {
      curved_ = body.core();
    } else {
      const double radius = radius_;
      *this = LibccdBody(*std::get<PolytopePtr>(body.core()));
      radius_ = radius;
    }
  }

  const Vec3& center() const { return center_; }
  /// Radius of the ball that is added to the core: 0 where polytopes are asked about [m].
  double radius() const { return radius_; }

  bool is_polytope() const { return !curved_ && radius_ == 0; }

  /// A point v of the core with the largest direction.v, local frame.
  Vec3 support(const Vec3& direction) const {
    if (curved_) {
      return std::visit([&](const auto& core) { return farthest(core, direction); }, *curved_);
    }
    std::size_t best = 0;
    double best_dot = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < x_.size(); ++k) {
      const double dot = direction.x() * x_[k] + direction.y() * y_[k] + direction.z() * z_[k];
      if (dot > best_dot) {
        best_dot = dot;
        best = k;
      }
    }
    return {x_[best], y_[best], z_[best]};
  }

 private:
  Vec3 center_;
  double radius_ = 0;
  std::optional<Core> curved_;
  std::vector<double> x_, y_, z_;
};

struct PosedBody;

/// What is watched during a call, to end it where it would not end by itself.
struct Watch {
  Recurrence recurrence;
  const char* endless = nullptr;  ///< how the call goes on without end, once that is seen
  /// Whether a search that has asked so often and recurs keeps nothing that grows.
  bool (*is_bounded)(const Watch& watch, int supports);
  const PosedBody* A;
  const PosedBody* B;
  const ccd_t* settings;
};

/// What libccd's `const void* obj` points to: a body at its pose, and the count of questions put to
/// it.
struct PosedBody {
  const LibccdBody* body;
  const Pose* X_WL;  ///< the body's local frame in the world
  Watch* watch = nullptr;
  mutable int supports = 0;
};

/// Hardly any honest search takes so many steps; before, nothing is watched.
constexpr int kUnwatchedSupports = 500;
/// Ten times what any honest query about polytopes takes, in all families (476:
/// docs/notebook/campaigns.md). Curved bodies have new support points without end.
constexpr int kMaxSupports = 10 * 476;

void write(const Vec3& p, ccd_vec3_t* out) { ccdVec3Set(out, p.x(), p.y(), p.z()); }

/// Whether the call has no end, by the direction that it asks for.
bool is_endless(const PosedBody& posed, const ccd_vec3_t& direction) {
  Watch& watch = *posed.watch;
  if (watch.endless != nullptr) return true;
  if (posed.supports > kMaxSupports && watch.A->body->is_polytope() &&
      watch.B->body->is_polytope()) {
    watch.endless = "libccd asks for support points without end";
  } else if (watch.recurrence.recurs({direction.v[0], direction.v[1], direction.v[2]})) {
    if (watch.is_bounded(watch, posed.supports)) watch.endless = "libccd goes round in a circle";
    watch.recurrence.forget();
  }
  return watch.endless != nullptr;
}

/// A point of A so far behind that libccd's loops end by themselves, and free their memory: to GJK
/// and to the search for a portal it says that the bodies are apart, to the other loops that nothing
/// is beyond what they have.
Vec3 point_far_behind(const Vec3& u_W) { return -1e100 * u_W.stableNormalized(); }

// The callbacks neither allocate nor throw: nothing crosses libccd's C frames.
void support_callback(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const auto& posed = *static_cast<const PosedBody*>(object);
  if (++posed.supports > kUnwatchedSupports && posed.watch != nullptr &&
      is_endless(posed, *direction)) {
    write(point_far_behind(Vec3(direction->v[0], direction->v[1], direction->v[2])), out);
    return;
  }
  // max of u.(R v + t) over v is attained where (R'u).v is largest, whether or not R is
  // orthonormal.
  const Vec3 u_W(direction->v[0], direction->v[1], direction->v[2]);
  const Vec3 v = posed.body->support(posed.X_WL->R.transpose() * u_W);
  Vec3 p = posed.X_WL->R * v + posed.X_WL->t;
  if (posed.body->radius() > 0) p += posed.body->radius() * u_W.stableNormalized();
  write(p, out);
}

/// MPR keeps three points.
bool portal_is_bounded(const Watch& /*watch*/, int /*supports*/) { return true; }

/// GJK keeps up to three points, the expanding polytope all. It is still GJK if that alone, which
/// does the same each time, asks as often.
bool simplex_is_bounded(const Watch& watch, int supports) {
  PosedBody A = *watch.A;
  PosedBody B = *watch.B;
  A.watch = nullptr;
  A.supports = 0;
  ccd_t settings = *watch.settings;
  settings.max_iterations = static_cast<unsigned long>(supports);
  ccdGJKIntersect(&A, &B, &settings);
  return A.supports >= supports;
}

void center_callback(const void* object, ccd_vec3_t* out) {
  const auto& posed = *static_cast<const PosedBody*>(object);
  write(posed.X_WL->R * posed.body->center() + posed.X_WL->t, out);
}

using PenetrationFunction = int (*)(const void*, const void*, const ccd_t*, ccd_real_t*,
                                    ccd_vec3_t*, ccd_vec3_t*);

class LibccdMetric final : public TypedMetric<LibccdBody>, public CurvedBodies {
 public:
  using IsBounded = bool(const Watch& watch, int supports);

  LibccdMetric(PenetrationFunction penetration, IsBounded* is_bounded, double tolerance)
      : penetration_(penetration), is_bounded_(is_bounded) {
    CCD_INIT(&settings_);
    settings_.support1 = settings_.support2 = support_callback;
    settings_.center1 = settings_.center2 = center_callback;
    settings_.epa_tolerance = tolerance;
    settings_.mpr_tolerance = tolerance;
    settings_.dist_tolerance = std::min(settings_.dist_tolerance, tolerance);
  }

  std::unique_ptr<Shape> prepare_body(const ConvexBody& body) const override {
    return std::make_unique<ShapeOf<LibccdBody>>(body);
  }

 private:
  Answer ask(const LibccdBody& A, const Pose& X_WA, const LibccdBody& B, const Pose& X_WB,
             Workspace& /*scratch*/) const override {
    Watch watch;
    const PosedBody posed_A{&A, &X_WA, &watch};
    const PosedBody posed_B{&B, &X_WB};
    watch.is_bounded = is_bounded_;
    watch.A = &posed_A;
    watch.B = &posed_B;
    watch.settings = &settings_;
    // libccd may return 0 without writing a depth: NaN then says so.
    ccd_real_t depth = std::numeric_limits<double>::quiet_NaN();
    ccd_vec3_t direction{};
    ccd_vec3_t position{};
    const int code = penetration_(&posed_A, &posed_B, &settings_, &depth, &direction, &position);
    if (watch.endless != nullptr) throw EndlessLoop(watch.endless);

    Answer answer;
    answer.work.supports = std::max(posed_A.supports, posed_B.supports);
    if (code == kSeparated) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = 1;
    } else if (code == kIntersecting) {
      answer.status = AnswerStatus::answered;
      answer.value = 0 - depth;  // no negative zero
      // Translating obj2 = B by depth along `direction` separates the bodies: it points from A to
      // B, n the other way. At a touching contact libccd has no direction (zero or 0/0): then there
      // is not a normal.
      const Vec3 n(-direction.v[0], -direction.v[1], -direction.v[2]);
      if (n.allFinite() && !n.isZero(0)) answer.normal = n;
      if (std::isnan(depth)) answer.note = "libccd says intersecting without a depth";
    } else {
      answer.note = code == kOutOfMemory ? "libccd: memory allocation failed (-2)"
                                         : "libccd: unknown return code " + std::to_string(code);
    }
    return answer;
  }

  PenetrationFunction penetration_;
  IsBounded* is_bounded_;
  ccd_t settings_{};
};

/// `tolerance` in libccd's units, metres: an honest reading is relative to bodies of size 1.
MetricTraits traits_at(double tolerance) {
  MetricTraits traits;
  traits.gives = value_when_penetrating({.witnesses = false});  // one position, not a pair
  traits.own_tolerance = tolerance;
  traits.flat = true;  // "any convex shape": nothing but a support function is asked for
  traits.rounded_cores = kTakesCurved;
  traits.isolated = true;
  return traits;
}

}  // namespace

std::unique_ptr<Metric> make_gjk_epa(double tolerance) {
  return std::make_unique<LibccdMetric>(ccdGJKPenetration, simplex_is_bounded, tolerance);
}

std::unique_ptr<Metric> make_mpr(double tolerance) {
  return std::make_unique<LibccdMetric>(ccdMPRPenetration, portal_is_bounded, tolerance);
}

MetricRow gjk_epa_row() {
  return {.name = "gjk_epa",
          .summary = "GJK + EPA of libccd at its default tolerances; sign only when disjoint",
          .traits = traits_at(kLibccdDefaultTolerance),
          .make = [] { return make_gjk_epa(kLibccdDefaultTolerance); }};
}

MetricRow mpr_row() {
  return {.name = "mpr",
          .summary =
              "Minkowski portal refinement of libccd at its default tolerances; sign only "
              "when disjoint",
          .traits = traits_at(kLibccdDefaultTolerance),
          .make = [] { return make_mpr(kLibccdDefaultTolerance); }};
}

MetricRow gjk_epa_tight_row() {
  return {.name = "gjk_epa_1e-8",
          .summary = "as gjk_epa, all tolerances 1e-8",
          .traits = traits_at(1e-8),
          .make = [] { return make_gjk_epa(1e-8); }};
}

MetricRow mpr_tight_row() {
  return {.name = "mpr_1e-8",
          .summary = "as mpr, all tolerances 1e-8",
          .traits = traits_at(1e-8),
          .make = [] { return make_mpr(1e-8); }};
}

}  // namespace touchstone
