// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/libccd/libccd.hpp"

#include <ccd/ccd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace touchstone {
namespace {

/// libccd's return codes, which it names only in comments.
constexpr int kIntersecting = 0;
constexpr int kSeparated = -1;
constexpr int kOutOfMemory = -2;

/// Vertices by coordinate, so that one scan reads three streams.
class LibccdShape final : public Shape {
 public:
  explicit LibccdShape(const Polytope& polytope) : center_(polytope.interior_point()) {
    for (const Vec3& v : polytope.vertices()) {
      x_.push_back(v.x());
      y_.push_back(v.y());
      z_.push_back(v.z());
    }
  }

  const Vec3& center() const { return center_; }

  /// A vertex v with the largest direction.v, local frame.
  Vec3 support(const Vec3& direction) const {
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
  std::vector<double> x_, y_, z_;
};

/// What libccd's `const void* obj` points to: a body at its pose, and the count of questions put to
/// it.
struct PosedShape {
  const LibccdShape* shape;
  const Pose* X_WL;  ///< the body's local frame in the world
  mutable int supports = 0;
};

void write(const Vec3& p, ccd_vec3_t* out) { ccdVec3Set(out, p.x(), p.y(), p.z()); }

// The callbacks neither allocate nor throw: nothing crosses libccd's C frames.
void support_callback(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const auto& body = *static_cast<const PosedShape*>(object);
  ++body.supports;
  // max of u.(R v + t) over v is attained where (R'u).v is largest, whether or not R is
  // orthonormal.
  const Vec3 u_W(direction->v[0], direction->v[1], direction->v[2]);
  const Vec3 v = body.shape->support(body.X_WL->R.transpose() * u_W);
  write(body.X_WL->R * v + body.X_WL->t, out);
}

void center_callback(const void* object, ccd_vec3_t* out) {
  const auto& body = *static_cast<const PosedShape*>(object);
  write(body.X_WL->R * body.shape->center() + body.X_WL->t, out);
}

using PenetrationFunction = int (*)(const void*, const void*, const ccd_t*, ccd_real_t*,
                                    ccd_vec3_t*, ccd_vec3_t*);

class LibccdMetric final : public Metric {
 public:
  LibccdMetric(PenetrationFunction penetration, double tolerance) : penetration_(penetration) {
    CCD_INIT(&settings_);
    settings_.support1 = settings_.support2 = support_callback;
    settings_.center1 = settings_.center2 = center_callback;
    settings_.epa_tolerance = tolerance;
    settings_.mpr_tolerance = tolerance;
    settings_.dist_tolerance = std::min(settings_.dist_tolerance, tolerance);
  }

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<LibccdShape>(polytope);
  }

  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    const PosedShape posed_A{static_cast<const LibccdShape*>(&A), &X_WA};
    const PosedShape posed_B{static_cast<const LibccdShape*>(&B), &X_WB};
    // libccd may return 0 without writing a depth: NaN then says so.
    ccd_real_t depth = std::numeric_limits<double>::quiet_NaN();
    ccd_vec3_t direction{};
    ccd_vec3_t position{};
    const int code = penetration_(&posed_A, &posed_B, &settings_, &depth, &direction, &position);

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
      // is no normal.
      const Vec3 n(-direction.v[0], -direction.v[1], -direction.v[2]);
      if (n.allFinite() && !n.isZero(0)) answer.normal = n;
      if (std::isnan(depth)) answer.note = "libccd says intersecting without a depth";
    } else {
      answer.note = code == kOutOfMemory ? "libccd: memory allocation failed (-2)"
                                         : "libccd: unknown return code " + std::to_string(code);
    }
    return answer;
  }

 private:
  PenetrationFunction penetration_;
  ccd_t settings_{};
};

}  // namespace

std::unique_ptr<Metric> make_gjk_epa(double tolerance) {
  return std::make_unique<LibccdMetric>(ccdGJKPenetration, tolerance);
}

std::unique_ptr<Metric> make_mpr(double tolerance) {
  return std::make_unique<LibccdMetric>(ccdMPRPenetration, tolerance);
}

}  // namespace touchstone
