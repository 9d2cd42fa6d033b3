// SPDX-License-Identifier: GPL-3.0-or-later
// A caller's function as a metric, put to families of cases and judged as verify judges.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "harness/asking/run_outcome.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/compare/verdict_records.hpp"
#include "library/conversions.hpp"
#include "library/touchstone/truth.h"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

struct FunctionShape : Shape {
  explicit FunctionShape(const Polytope& made_of) : polytope(made_of) {}
  const Polytope& polytope;
};

touchstone_truth_pose pose_of(const Pose& X) {
  touchstone_truth_pose pose{};
  for (int i = 0; i < 9; ++i) pose.R[i] = X.R(i / 3, i % 3);
  copy_vector(X.t, pose.t);
  return pose;
}

class FunctionMetric : public Metric {
 public:
  FunctionMetric(touchstone_truth_function function, void* data, std::atomic<bool>& stops)
      : function_(function), data_(data), stops_(stops) {}

  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<FunctionShape>(polytope);
  }

  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    const Polytope& A = static_cast<const FunctionShape&>(shape_A).polytope;
    const Polytope& B = static_cast<const FunctionShape&>(shape_B).polytope;
    touchstone_truth_question question{A.vertices().front().data(),
                                       B.vertices().front().data(),
                                       A.vertices().size(),
                                       B.vertices().size(),
                                       pose_of(X_WA),
                                       pose_of(X_WB),
                                       {},
                                       {}};
    copy_vector(A.interior_point(), question.A_interior);
    copy_vector(B.interior_point(), question.B_interior);
    touchstone_truth_answer answer{};
    char crash[240] = "";
    if (function_(data_, &question, &answer, crash) != 0) stops_ = true;
    crash[sizeof crash - 1] = '\0';
    if (crash[0] != '\0') throw AlgorithmCrash(crash);
    return answer_of(answer);
  }

 private:
  touchstone_truth_function function_;
  void* data_;
  std::atomic<bool>& stops_;
};

/// The sources of the named families, or the name that is none.
Result<std::vector<CaseSource>> sources_of(const touchstone_truth_campaign& campaign) {
  std::vector<CaseSource> sources;
  const auto add = [&](const Family& family) {
    std::uint64_t count = campaign.cases == 0 ? family.default_cases : campaign.cases;
    if (family.finite_cases > 0) count = std::min(count, family.finite_cases);
    CaseSource source;
    source.family = &family;
    source.name = family.name;
    source.group = family.group;
    source.count = count;
    sources.push_back(std::move(source));
  };
  if (campaign.families == nullptr) {
    for (const Family& family : family_registry()) {
      // The others are not for a function without a radius.
      if (is_of_polytopes(family)) add(family);
    }
    return sources;
  }
  const std::string names = campaign.families;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::string name = names.substr(begin, end - begin);
    const Family* family = find_family(name);
    if (family == nullptr) return unknown_row("family", name, family_registry(), "list families");
    add(*family);
    begin = end + 1;
  }
  return sources;
}

touchstone_truth_status validate(const touchstone_truth_campaign& campaign, const char* name,
                                 touchstone_truth_function function, void* data, char** json) {
  if (!is_tolerance(campaign.tolerance)) return status(TOUCHSTONE_TRUTH_BAD_INPUT, kBadTolerance);
  auto sources = sources_of(campaign);
  if (!sources) return status(TOUCHSTONE_TRUTH_BAD_INPUT, sources.reason());
  MetricRow row;
  row.name = name;
  row.summary = "a function of the library's caller";
  row.traits.gives = in_every_regime({true, false, false});
  row.traits.flat = campaign.takes_flat_bodies != 0;
  std::atomic<bool> stops = false;
  row.make = [&stops, function, data] {
    return std::make_unique<FunctionMetric>(function, data, stops);
  };
  CampaignOptions options;
  options.metrics = {&row};
  options.sources = std::move(sources).value();
  options.seed = campaign.seed;
  options.tolerance = campaign.tolerance;
  options.stop_requested = [&stops] { return stops.load(); };
  const std::string record = campaign_json(run_campaign(options));
  auto text = std::make_unique<char[]>(record.size() + 1);  // NOLINT(modernize-avoid-c-arrays)
  std::memcpy(text.get(), record.c_str(), record.size() + 1);
  *json = text.release();
  return status(TOUCHSTONE_TRUTH_OK);
}

}  // namespace
}  // namespace touchstone

touchstone_truth_status touchstone_truth_validate(const touchstone_truth_campaign* campaign,
                                                  const char* name,
                                                  touchstone_truth_function function, void* data,
                                                  char** json) {
  using touchstone::null_status;
  return touchstone::guarded([&] {
    if (json == nullptr) return null_status("json");
    *json = nullptr;
    if (campaign == nullptr) return null_status("campaign");
    if (name == nullptr) return null_status("name");
    if (function == nullptr) return null_status("function");
    return touchstone::validate(*campaign, name, function, data, json);
  });
}

void touchstone_truth_drop_text(char* text) { delete[] text; }
