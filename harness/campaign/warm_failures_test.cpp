// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/warm_failures.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "metrics/registry.hpp"

namespace touchstone {
namespace {

struct QuestionCount : Workspace {
  int questions = 0;
};

/// Right where it has not been asked before; later it adds 1 m. If `forgetful` it adds 1 km for each
/// question so far, the first one too.
class RememberingMetric : public Metric {
 public:
  RememberingMetric(std::unique_ptr<Metric> sound, bool forgetful)
      : sound_(std::move(sound)), forgetful_(forgetful) {}
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return sound_->prepare(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<QuestionCount>();
  }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const auto plain = sound_->make_workspace();
    Answer answer = sound_->evaluate(A, X_WA, B, X_WB, *plain);
    const int questions = ++static_cast<QuestionCount&>(workspace).questions;
    if (forgetful_) answer.value += 1000 * questions;
    if (!forgetful_ && questions > 1) answer.value += 1;
    return answer;
  }

 private:
  std::unique_ptr<Metric> sound_;
  bool forgetful_;
};

MetricRow remembering_row(const std::string& name, bool forgetful) {
  MetricRow row = *find_metric("certified");
  row.name = name;
  row.make = [forgetful] {
    return std::make_unique<RememberingMetric>(find_metric("certified")->make(), forgetful);
  };
  return row;
}

CaseSource hundred_boxes() {
  CaseSource source;
  source.family = find_family("random-boxes");
  source.name = source.family->name;
  source.group = source.family->group;
  source.count = 100;
  return source;
}

/// The first of a row's worst cases, and the case from which on it is wrong; empty: it is alone.
std::pair<std::string, std::string> worst_and_first(const MetricRow& metric,
                                                    const CaseSource& source) {
  CampaignOptions options;
  options.metrics = {&metric};
  options.sources = {source};
  CampaignResult result = run_campaign(options);
  note_warm_failures(options, result);
  const CampaignRow& row = result.rows.front();
  const std::string id = row.worst.empty() ? "" : row.worst.front();
  return {id, row.after.count(id) > 0 ? row.after.at(id) : ""};
}

TEST(WarmFailures, AreThoseThatAreRightAlone) {
  const auto [id, first] = worst_and_first(remembering_row("remembering", false), hundred_boxes());
  EXPECT_NE(id, "");
  EXPECT_NE(first, "");
  EXPECT_EQ(first.rfind("random-boxes:42:", 0), 0U);
  EXPECT_LT(std::stoi(first.substr(first.rfind(':') + 1)), std::stoi(id.substr(id.rfind(':') + 1)));
}

TEST(WarmFailures, OfAFileHaveTheIdsOfItsCases) {
  CaseSource file;
  for (const char* id : {"one", "two", "three"}) {
    file.cases.push_back(hundred_boxes().make(42, file.cases.size()));
    file.cases.back().id = std::string("file:f.json:") + id;
  }
  file.name = file.group = "file:f.json";
  file.count = file.cases.size();
  EXPECT_EQ(worst_and_first(remembering_row("remembering", false), file).second, "file:f.json:one");
}

TEST(WarmFailures, AreNotThoseThatFailAlone) {
  const auto [id, first] = worst_and_first(remembering_row("wrong", true), hundred_boxes());
  EXPECT_NE(id, "random-boxes:42:0") << "the first case of a batch has no questions before it";
  EXPECT_EQ(first, "");
}

}  // namespace
}  // namespace touchstone
