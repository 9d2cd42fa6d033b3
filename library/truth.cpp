// SPDX-License-Identifier: GPL-3.0-or-later
// The C interface to the exact truth: bodies and truths as opaque objects, errors by value.
#include "library/touchstone/truth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"
#include "geometry/shapes.hpp"
#include "harness/judge/judge.hpp"
#include "harness/vectors/vector_file.hpp"
#include "library/conversions.hpp"
#include "library/on_demand.hpp"
#include "reference/certificates.hpp"
#include "reference/oracle.hpp"
#include "schema/version.hpp"

namespace touchstone {

/// What the interface gives as texts.
struct TruthTexts {
  std::string phi_squared, rho, no_rho;
  std::vector<WholeVector> directions;
};

}  // namespace touchstone

// The caller's names.
// NOLINTBEGIN(readability-identifier-naming)
struct touchstone_truth_body {
  touchstone::PolytopePtr polytope;
};

struct touchstone_truth {
  touchstone::Pair pair;
  touchstone::TruthOnDemand on_demand;  ///< nothing of it is left to compute
  touchstone::OnDemand<touchstone::TruthTexts> texts;
  touchstone::OnDemand<std::vector<touchstone::VectorPoints>> points;
  touchstone::OnDemand<std::string> vector;
  touchstone::OnDemand<touchstone::Result<std::string>> phi_certificate, rho_certificate;

  touchstone_truth(touchstone::Pair asked, touchstone::Truth truth)
      : pair(std::move(asked)), on_demand(std::move(truth)) {}
  const touchstone::Truth& exact() const { return on_demand.exact(); }
  /// Where a double is rho.
  const touchstone::RatioTruth* ratio() const {
    const auto& found = exact().ratio;
    return found && std::isfinite(found->rho_rounded) ? &*found : nullptr;
  }
};
// NOLINTEND(readability-identifier-naming)

namespace touchstone {
namespace {

constexpr std::size_t kMaxVertexCount =
    std::numeric_limits<int>::max();  ///< vertices have int indices

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

touchstone_truth_status solve(const touchstone_truth_body& A, const touchstone_truth_pose& X_WA,
                              const touchstone_truth_body& B, const touchstone_truth_pose& X_WB,
                              touchstone_truth** truth) {
  const auto pose_A = pose_of(X_WA);
  if (!pose_A) return status(TOUCHSTONE_TRUTH_BAD_INPUT, "pose of A: " + pose_A.reason());
  const auto pose_B = pose_of(X_WB);
  if (!pose_B) return status(TOUCHSTONE_TRUTH_BAD_INPUT, "pose of B: " + pose_B.reason());
  Pair pair{A.polytope, pose_A.value(), B.polytope, pose_B.value()};
  thread_local Oracle oracle;
  Truth exact = oracle.solve(pair);
  *truth = new touchstone_truth(std::move(pair), std::move(exact));
  return status(TOUCHSTONE_TRUTH_OK);
}

const TruthTexts* texts_of(const touchstone_truth& truth) {
  return truth.texts.find([&] {
    const Truth& exact = truth.exact();
    return TruthTexts{fraction_text(exact.phi_squared),
                      truth.ratio() != nullptr ? fraction_text(exact.ratio->rho) : "",
                      truth.on_demand.ratio_note(), whole_entries(exact.directions)};
  });
}

touchstone_truth_status give_certificate(const touchstone_truth& truth, bool of_rho,
                                         const char** text) {
  if (of_rho && !truth.exact().ratio) {
    return status(TOUCHSTONE_TRUTH_BAD_INPUT, "rho is undefined: " + truth.exact().ratio_note);
  }
  const auto& made = (of_rho ? truth.rho_certificate : truth.phi_certificate).get([&] {
    return certificate_file(truth.pair, truth.exact(),
                            of_rho ? Quantity::ratio : Quantity::euclidean);
  });
  if (!made) return status(TOUCHSTONE_TRUTH_FAILED, made.reason());
  *text = made.value().c_str();
  return status(TOUCHSTONE_TRUTH_OK);
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
  return guarded([&] {
    if (body == nullptr) return null_status("body");
    *body = nullptr;
    if (vertices == nullptr && count > 0) return null_status("vertices");
    if (count > kMaxVertexCount) return status(TOUCHSTONE_TRUTH_BAD_INPUT, "too many vertices");
    PolytopeInput input;
    input.vertices.reserve(count);
    for (std::size_t k = 0; k < count; ++k) input.vertices.push_back(vector_of(vertices + 3 * k));
    if (interior_point != nullptr) input.interior_point = vector_of(interior_point);
    return keep_body(make_polytope(input), body);
  });
}

touchstone_truth_status touchstone_truth_make_box(const double half_extents[3],
                                                  touchstone_truth_body** body) {
  return guarded([&] {
    if (body == nullptr) return null_status("body");
    *body = nullptr;
    if (half_extents == nullptr) return null_status("half extents");
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
  return guarded([&] {
    if (truth == nullptr) return null_status("truth");
    *truth = nullptr;
    if (A == nullptr || B == nullptr) return null_status(A == nullptr ? "A" : "B");
    if (X_WA == nullptr || X_WB == nullptr) return null_status(X_WA == nullptr ? "X_WA" : "X_WB");
    return solve(*A, *X_WA, *B, *X_WB, truth);
  });
}

void touchstone_truth_drop(touchstone_truth* truth) { delete truth; }

int touchstone_truth_sign(const touchstone_truth* truth) { return truth->exact().sign; }

double touchstone_truth_phi(const touchstone_truth* truth, double* tail) {
  const OwnFloatingPoint own;
  if (tail != nullptr) *tail = phi_tail(truth->exact());
  return truth->exact().phi;
}

const char* touchstone_truth_phi_squared(const touchstone_truth* truth) {
  const TruthTexts* texts = texts_of(*truth);
  return texts != nullptr ? texts->phi_squared.c_str() : nullptr;
}

size_t touchstone_truth_direction_count(const touchstone_truth* truth) {
  return truth->exact().directions.size();
}

const char* touchstone_truth_direction(const touchstone_truth* truth, size_t k, size_t coordinate) {
  const TruthTexts* texts = texts_of(*truth);
  if (texts == nullptr || k >= texts->directions.size() || coordinate >= 3) return nullptr;
  return texts->directions[k][coordinate].c_str();
}

int touchstone_truth_normal(const touchstone_truth* truth, size_t k, double normal[3]) {
  const std::vector<Vec3>& normals = truth->exact().normals;
  if (k >= normals.size()) return 0;
  copy_vector(normals[k], normal);
  return 1;
}

int touchstone_truth_points_of(const touchstone_truth* truth, size_t k,
                               touchstone_truth_points* points) {
  if (k >= truth->exact().directions.size()) return 0;
  const auto* all =
      truth->points.find([truth] { return vector_points(truth->pair, truth->on_demand); });
  if (all == nullptr) return 0;
  const VectorPoints& at = (*all)[std::min(k, all->size() - 1)];
  copy_vector(at.a, points->A);
  copy_vector(at.b, points->B);
  copy_range(at.range_a, at.a, points->low_A, points->high_A);
  copy_range(at.range_b, at.b, points->low_B, points->high_B);
  return 1;
}

const char* touchstone_truth_rho(const touchstone_truth* truth, double* rho, double* tail) {
  const RatioTruth* ratio = truth->ratio();
  if (ratio == nullptr) return nullptr;
  const OwnFloatingPoint own;
  if (rho != nullptr) *rho = ratio->rho_rounded;
  if (tail != nullptr) *tail = rho_tail(*ratio);
  const TruthTexts* texts = texts_of(*truth);
  return texts != nullptr ? texts->rho.c_str() : nullptr;
}

const char* touchstone_truth_rho_note(const touchstone_truth* truth) {
  const TruthTexts* texts = texts_of(*truth);
  return texts != nullptr ? texts->no_rho.c_str() : nullptr;
}

double touchstone_truth_size(const touchstone_truth* truth) { return pair_size(truth->pair); }

const char* touchstone_truth_vector(const touchstone_truth* truth) {
  const std::string* json = truth->vector.find([truth] {
    const Pair& pair = truth->pair;
    return vector_json(solved_vector(pair, question_of(pair), truth->on_demand).pair);
  });
  return json != nullptr ? json->c_str() : nullptr;
}

touchstone_truth_status touchstone_truth_certificate(const touchstone_truth* truth, int of_rho,
                                                     const char** text) {
  return guarded([&] {
    if (text == nullptr) return null_status("text");
    *text = nullptr;
    if (truth == nullptr) return null_status("truth");
    return give_certificate(*truth, of_rho != 0, text);
  });
}

touchstone_truth_status touchstone_truth_judge(const touchstone_truth* truth,
                                               const touchstone_truth_answer* answer,
                                               double tolerance,
                                               touchstone_truth_verdict* verdict) {
  return guarded([&] {
    if (verdict == nullptr) return null_status("verdict");
    *verdict = {};
    if (truth == nullptr || answer == nullptr) {
      return null_status(truth == nullptr ? "truth" : "answer");
    }
    if (!is_tolerance(tolerance)) return status(TOUCHSTONE_TRUTH_BAD_INPUT, kBadTolerance);
    const RunOutcome outcome{RunStatus::completed, answer_of(*answer), ""};
    const Verdict judged =
        judge(truth->pair, truth->on_demand, traits_of(*answer), outcome, tolerance);
    copy_text(word_name(judged.word), verdict->word);
    copy_text(value_text(judged.value), verdict->value);
    copy_text(part_text(judged.normal), verdict->normal);
    copy_text(part_text(judged.witness), verdict->points);
    verdict->error = judged.error_abs;
    return status(TOUCHSTONE_TRUTH_OK);
  });
}
