// SPDX-License-Identifier: GPL-3.0-or-later
// The C interface to the exact truth: bodies and truths as opaque objects, errors by value.
#include "library/touchstone/truth.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"
#include "geometry/shapes.hpp"
#include "harness/judge/judge.hpp"
#include "harness/vectors/vector_file.hpp"
#include "library/conversions.hpp"
#include "reference/oracle.hpp"
#include "schema/version.hpp"

// The caller's names.
// NOLINTBEGIN(readability-identifier-naming)
struct touchstone_truth_body {
  touchstone::PolytopePtr polytope;
};

struct touchstone_truth {
  touchstone::Pair pair;
  touchstone::TruthOnDemand exact;  ///< nothing of it is left to compute
  touchstone::VectorPair vector;
  std::string json;
};
// NOLINTEND(readability-identifier-naming)

namespace touchstone {
namespace {

Result<Pose> pose_of(const touchstone_truth_pose& X) {
  Mat3 R;
  for (int i = 0; i < 9; ++i) R(i / 3, i % 3) = X.R[i];
  const Vec3 t = vector_of(X.t);
  // Squares of what is farther leave the range of a double.
  if (t.cwiseAbs().maxCoeff() > kMaxCoordinate) return Error{"t is beyond 1e60 m"};
  return make_pose(R, t);
}

touchstone_truth_status keep_body(Result<PolytopePtr> made, touchstone_truth_body** body) {
  if (!made) return status(TOUCHSTONE_TRUTH_BAD_INPUT, made.reason());
  *body = new touchstone_truth_body{std::move(made).value()};
  return status(TOUCHSTONE_TRUTH_OK);
}

touchstone_truth_status solve(const touchstone_truth_body* A, const touchstone_truth_pose* X_WA,
                              const touchstone_truth_body* B, const touchstone_truth_pose* X_WB,
                              touchstone_truth** truth) {
  const auto pose_A = pose_of(*X_WA);
  if (!pose_A) return status(TOUCHSTONE_TRUTH_BAD_INPUT, "pose of A: " + pose_A.reason());
  const auto pose_B = pose_of(*X_WB);
  if (!pose_B) return status(TOUCHSTONE_TRUTH_BAD_INPUT, "pose of B: " + pose_B.reason());
  const Pair pair{A->polytope, pose_A.value(), B->polytope, pose_B.value()};
  thread_local Oracle oracle;
  TruthOnDemand exact(oracle.solve(pair));
  VectorPair vector = solved_vector(pair, question_of(pair), exact).pair;
  std::string json = vector_json(vector);
  *truth = new touchstone_truth{pair, std::move(exact), std::move(vector), std::move(json)};
  return status(TOUCHSTONE_TRUTH_OK);
}

const VectorPoints* points_at(const touchstone_truth& truth, std::size_t k) {
  const VectorTruth& vector = truth.vector.truth;
  if (k >= vector.directions.whole.size() || vector.points.empty()) return nullptr;
  return &vector.points[std::min(k, vector.points.size() - 1)];
}

void copy_range(const std::optional<std::array<Entries, 2>>& range, const Vec3& point, double* low,
                double* high) {
  if (!range) {
    copy_vector(point, low);
    copy_vector(point, high);
    return;
  }
  std::copy_n((*range)[0].data(), 3, low);
  std::copy_n((*range)[1].data(), 3, high);
}

/// An answer promises no more than it gives.
MetricTraits traits_of(const touchstone_truth_answer& given) {
  MetricTraits traits;
  const Gives gives = {given.gives_value != 0, given.gives_normal != 0, given.gives_points != 0};
  traits.gives = in_every_regime(gives);
  traits.flat = true;
  return traits;
}

std::string_view value_text(ValueVerdict value) {
  constexpr std::array<std::string_view, 4> kTexts = {"not_given", "right", "wrong_sign",
                                                      "inaccurate"};
  return kTexts.at(static_cast<std::size_t>(value));
}

std::string_view part_text(PartVerdict part) {
  constexpr std::array<std::string_view, 4> kTexts = {"not_given", "valid", "invalid", "absent"};
  return kTexts.at(static_cast<std::size_t>(part));
}

}  // namespace
}  // namespace touchstone

using namespace touchstone;  // NOLINT(google-build-using-namespace): C has no namespaces

const char* touchstone_truth_version(void) {
  static const std::string kVersion = version_number();
  return kVersion.c_str();
}

touchstone_truth_status touchstone_truth_make_body(const double* vertices, size_t count,
                                                   const double* interior_point,
                                                   touchstone_truth_body** body) {
  *body = nullptr;
  return guarded([&] {
    PolytopeInput input;
    for (std::size_t k = 0; k < count; ++k) input.vertices.push_back(vector_of(vertices + 3 * k));
    if (interior_point != nullptr) input.interior_point = vector_of(interior_point);
    return keep_body(make_polytope(input), body);
  });
}

touchstone_truth_status touchstone_truth_make_box(const double half_extents[3],
                                                  touchstone_truth_body** body) {
  *body = nullptr;
  return guarded([&] {
    const Vec3 h = vector_of(half_extents);
    if (const char* why = why_no_box(h)) {
      return status(TOUCHSTONE_TRUTH_BAD_INPUT, std::string("half extents: ") + why);
    }
    return keep_body(make_box(h), body);
  });
}

void touchstone_truth_drop_body(touchstone_truth_body* body) { delete body; }

touchstone_truth_status touchstone_truth_solve(const touchstone_truth_body* A,
                                               const touchstone_truth_pose* X_WA,
                                               const touchstone_truth_body* B,
                                               const touchstone_truth_pose* X_WB,
                                               touchstone_truth** truth) {
  *truth = nullptr;
  return guarded([&] { return solve(A, X_WA, B, X_WB, truth); });
}

void touchstone_truth_drop(touchstone_truth* truth) { delete truth; }

int touchstone_truth_sign(const touchstone_truth* truth) { return truth->vector.truth.sign; }

double touchstone_truth_phi(const touchstone_truth* truth, double* tail) {
  if (tail != nullptr) *tail = truth->vector.truth.phi_tail;
  return truth->vector.truth.phi;
}

const char* touchstone_truth_phi_squared(const touchstone_truth* truth) {
  return truth->vector.truth.phi_squared.c_str();
}

size_t touchstone_truth_direction_count(const touchstone_truth* truth) {
  return truth->vector.truth.directions.whole.size();
}

const char* touchstone_truth_direction(const touchstone_truth* truth, size_t k, size_t coordinate) {
  const auto& whole = truth->vector.truth.directions.whole;
  return k < whole.size() && coordinate < 3 ? whole[k][coordinate].c_str() : nullptr;
}

int touchstone_truth_normal(const touchstone_truth* truth, size_t k, double normal[3]) {
  const auto& normals = truth->vector.truth.directions.normals;
  if (k >= normals.size()) return 0;
  copy_vector(normals[k], normal);
  return 1;
}

int touchstone_truth_points_of(const touchstone_truth* truth, size_t k,
                               touchstone_truth_points* points) {
  const VectorPoints* at = points_at(*truth, k);
  if (at == nullptr) return 0;
  copy_vector(at->a, points->A);
  copy_vector(at->b, points->B);
  copy_range(at->range_a, at->a, points->low_A, points->high_A);
  copy_range(at->range_b, at->b, points->low_B, points->high_B);
  return 1;
}

const char* touchstone_truth_rho(const touchstone_truth* truth, double* rho, double* tail) {
  const std::optional<VectorRho>& found = truth->vector.truth.rho;
  if (!found) return nullptr;
  if (rho != nullptr) *rho = found->value;
  if (tail != nullptr) *tail = found->tail;
  return found->exact.c_str();
}

const char* touchstone_truth_rho_note(const touchstone_truth* truth) {
  return truth->vector.truth.no_rho.c_str();
}

double touchstone_truth_size(const touchstone_truth* truth) { return truth->vector.truth.size; }

const char* touchstone_truth_vector(const touchstone_truth* truth) { return truth->json.c_str(); }

touchstone_truth_status touchstone_truth_judge(const touchstone_truth* truth,
                                               const touchstone_truth_answer* answer,
                                               double tolerance,
                                               touchstone_truth_verdict* verdict) {
  *verdict = {};
  return guarded([&] {
    if (!is_tolerance(tolerance)) return status(TOUCHSTONE_TRUTH_BAD_INPUT, kBadTolerance);
    const RunOutcome outcome{RunStatus::completed, answer_of(*answer), ""};
    const Verdict judged = judge(truth->pair, truth->exact, traits_of(*answer), outcome, tolerance);
    copy_text(word_name(judged.word), verdict->word);
    copy_text(value_text(judged.value), verdict->value);
    copy_text(part_text(judged.normal), verdict->normal);
    copy_text(part_text(judged.witness), verdict->points);
    verdict->error = judged.error_abs;
    return status(TOUCHSTONE_TRUTH_OK);
  });
}
