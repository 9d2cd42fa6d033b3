// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/causes/tests/planted_causes.hpp"
#include "geometry/vector.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "harness/cases/families/family.hpp"

namespace touchstone {
namespace {

constexpr double kMargin = 0.02;
constexpr double kUnit = 1000;  ///< millimetres
constexpr double kAbsolute = 1e-4;
constexpr double kDegreesInRadian = 57.29577951308232;

/// The body that the algorithm works on.
class PlantedShape final : public Shape {
 public:
  PolytopePtr misread;  ///< nullptr: the body as it is
  std::unique_ptr<Shape> sound;
};

class PlantedWorkspace final : public Workspace {
 public:
  std::unique_ptr<Workspace> sound;
  std::optional<Pose> before;  ///< B's pose in the question before
};

double to_float(double x) { return static_cast<double>(static_cast<float>(x)); }
Vec3 to_float(const Vec3& v) { return {to_float(v.x()), to_float(v.y()), to_float(v.z())}; }

class PlantedMetric final : public Metric {
 public:
  PlantedMetric(std::string mistake, std::unique_ptr<Metric> sound)
      : mistake_(std::move(mistake)), sound_(std::move(sound)) {}

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    auto shape = std::make_unique<PlantedShape>();
    const bool twice = has("half-sides");
    if (twice || has("single-precision")) {
      PolytopeInput input;
      for (const Vec3& v : polytope.vertices()) {
        input.vertices.push_back(twice ? Vec3(2 * v) : to_float(v));
      }
      shape->misread = make_polytope(input).value();
    }
    shape->sound = sound_->prepare(shape->misread ? *shape->misread : polytope);
    return shape;
  }

  std::unique_ptr<Workspace> make_workspace() const override {
    auto workspace = std::make_unique<PlantedWorkspace>();
    workspace->sound = sound_->make_workspace();
    return workspace;
  }

  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    auto& own = static_cast<PlantedWorkspace&>(workspace);
    const Shape& sound_A = *static_cast<const PlantedShape&>(A).sound;
    const Shape& sound_B = *static_cast<const PlantedShape&>(B).sound;
    const Pose stale_B = own.before.value_or(X_WB);
    own.before = X_WB;
    const Pose seen_A = misread(X_WA);
    const Pose seen_B = misread(has("stale-state") ? stale_B : X_WB);
    Answer answer = has("exchanged-bodies")
                        ? sound_->evaluate(sound_B, seen_B, sound_A, seen_A, *own.sound)
                        : sound_->evaluate(sound_A, seen_A, sound_B, seen_B, *own.sound);
    answer.proof.reset();
    if (answer.status == AnswerStatus::answered) spoil(answer, X_WB);
    return answer;
  }

 private:
  bool has(std::string_view mistake) const { return mistake_ == mistake; }

  Pose misread(Pose X) const {
    if (has("transposed-rotation")) X.R.transposeInPlace();
    if (has("degrees")) {
      Eigen::AngleAxisd rotation(X.R);
      rotation.angle() *= kDegreesInRadian;
      X.R = rotation.toRotationMatrix();
    }
    if (has("single-precision")) {
      for (double& entry : X.R.reshaped()) entry = to_float(entry);
      X.t = to_float(X.t);
    }
    return X;
  }

  void spoil(Answer& answer, const Pose& X_WB) const {
    double& value = answer.value;
    std::optional<Vec3>& normal = answer.normal;
    if (has("margin") || has("skin")) value -= kMargin;
    if (has("value-factor")) value *= kUnit;
    if (has("squared-value")) value *= value;
    if (has("opposite-sign") || has("engine-convention")) value = std::abs(value);
    if (has("absolute-length")) value = kAbsolute * std::floor(value / kAbsolute);
    if (has("single-precision")) value = to_float(value);
    const bool turned = has("opposite-normal") || has("engine-convention");
    if (normal && turned) *normal = -*normal;
    if (normal && has("normal-length")) *normal *= 2;
    if (normal && has("body-axes")) *normal = X_WB.R.transpose() * *normal;
    if (normal && has("single-precision")) *normal = to_float(*normal);
    if (!answer.witnesses) return;
    auto& [p_A, p_B] = *answer.witnesses;
    if (has("exchanged-witnesses")) std::swap(p_A, p_B);
    if (has("value-factor")) {
      p_A *= kUnit;
      p_B *= kUnit;
    }
    if (has("skin") && normal) {
      p_A -= kMargin / 2 * *normal;
      p_B += kMargin / 2 * *normal;
    }
    if (has("body-axes")) {
      p_A = X_WB.R.transpose() * (p_A - X_WB.t);
      p_B = X_WB.R.transpose() * (p_B - X_WB.t);
    }
    if (has("single-precision")) {
      p_A = to_float(p_A);
      p_B = to_float(p_B);
    }
  }

  std::string mistake_;
  std::unique_ptr<Metric> sound_;
};

}  // namespace

MetricRow plant(const MetricRow& sound, std::string_view mistake) {
  MetricRow row = sound;
  row.traits.isolated = row.traits.claims_exact = row.traits.gives_certificate = false;
  row.traits.value_claim = ValueClaim::tolerance;
  row.plugin.kind = PluginSource::Kind::library;
  row.make = [make = sound.make, mistake = std::string(mistake)] {
    return std::unique_ptr<Metric>(std::make_unique<PlantedMetric>(mistake, make()));
  };
  return row;
}

CampaignOptions planted_campaign(const MetricRow& metric, const std::vector<std::string>& families,
                                 std::uint64_t cases) {
  CampaignOptions options;
  options.metrics = {&metric};
  for (const Family& family : family_registry(CurvedCases::taken)) {
    for (const std::string& name : families) {
      if (name != family.name && name != family.group) continue;
      const std::uint64_t all = family.finite_cases == 0 ? cases : family.finite_cases;
      options.sources.push_back({&family, family.name, family.group, std::min(cases, all), {}, ""});
    }
  }
  options.jobs = 2;
  return options;
}

FoundCauses causes_in(CampaignOptions options) {
  FailureCollector failures;
  options.failed = [&](const CampaignFailure& failure) { failures.take(failure); };
  run_campaign(options);
  return find_causes(options, failures, {options.jobs, {}, {}});
}

}  // namespace touchstone
