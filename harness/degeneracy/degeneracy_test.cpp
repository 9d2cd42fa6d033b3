// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/degeneracy/degeneracy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/compare/verdict_records.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::IsEmpty;

constexpr int kDecades = 17;        ///< number of planted cases, whose gaps are 1e-16 .. 1
constexpr double kPlanted = 1e-18;  ///< error times gap, both relative to size [1]
constexpr double kBound = 1e-13;    ///< bound on the rounding error at a tie, relative to size [1]

class BodyShape : public Shape {
 public:
  explicit BodyShape(const Polytope& polytope) : body(polytope) {}
  const Polytope& body;
};

/// The depth of two concentric boxes with an error that grows as two facets come to tie: 1e-18
/// size^2 / gap, and 0.5 size at a tie.
class ShyOfTies : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<BodyShape>(polytope);
  }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    const auto alias = [](const Shape& shape) {
      return PolytopePtr(PolytopePtr(), &dynamic_cast<const BodyShape&>(shape).body);
    };
    const Pair pair{alias(A), X_WA, alias(B), X_WB};
    Oracle oracle;
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.value = oracle.solve(pair, false).phi;
    const auto gap = oracle.second_best_gap(pair);
    const double size = pair_size(pair);
    if (gap) answer.value += *gap == 0 ? 0.5 * size : kPlanted * size * size / *gap;
    return answer;
  }
};

MetricRow shy_of_ties() {
  MetricTraits traits;
  traits.gives = in_every_regime({.normal = false, .witnesses = false});
  return {"shy_of_ties", "exact except for an error that grows near ties", traits,
          [] { return std::unique_ptr<Metric>(std::make_unique<ShyOfTies>()); }};
}

/// Box A in the middle of the cube B: the facets of B + (-A) are at 1 + h, and the nearest is no
/// nearer than the next except for the offset of B along x, the gap being twice that.
Case offset_case(const std::string& name, double gap_relative) {
  Case c;
  c.id = "file:ties:" + name;
  c.family = "file:ties";
  std::get<Pair>(c.bodies).A = make_box({1, 2, 3});
  std::get<Pair>(c.bodies).B = make_box({1, 1, 1});
  std::get<Pair>(c.bodies).X_WB.t.x() = gap_relative * pair_size(c.pair()) / 2;
  return c;
}

/// For each decade 1e-16 .. 1 a case in the middle of it, a tie, and a separated pair.
CaseSource ties() {
  CaseSource source;
  source.name = "file:ties";
  source.group = "file";
  double gap = 5e-17;
  for (int k = 0; k < kDecades; ++k, gap *= 10) {
    source.cases.push_back(offset_case("decade" + std::to_string(k), gap));
  }
  source.cases.push_back(offset_case("tie", 0));
  source.cases.push_back(offset_case("apart", 100));
  source.count = source.cases.size();
  return source;
}

CampaignResult run(const MetricRow& metric, const CaseSource& source, bool degeneracy) {
  CampaignOptions options;
  options.metrics = {&metric};
  options.sources = {source};
  options.degeneracy = degeneracy;
  return run_campaign(options);
}

Verdict verdict_of(Word word, double error) {
  Verdict verdict;
  verdict.word = word;
  verdict.value = ValueVerdict::right;
  verdict.error_rel_size = error;
  return verdict;
}

TEST(Degeneracy, BinsAreTheTieAndTheDecades) {
  EXPECT_EQ(degeneracy_bin(0), 0U);
  EXPECT_EQ(degeneracy_bin(std::nextafter(0.0, 1.0)), 1U);
  EXPECT_EQ(degeneracy_bin(1e-15), 1U);
  EXPECT_EQ(degeneracy_bin(std::nextafter(1e-15, 1.0)), 2U);
  EXPECT_EQ(degeneracy_bin(1e-1), 15U);
  EXPECT_EQ(degeneracy_bin(std::nextafter(1e-1, 1.0)), 16U);
  EXPECT_EQ(degeneracy_bin(1e300), 16U);
  for (std::size_t k = 2; k + 1 < kDegeneracyBins; ++k) {
    EXPECT_NEAR(kDegeneracyEdges.at(k) / kDegeneracyEdges.at(k - 1), 10, 1e-12);
  }
}

TEST(Degeneracy, MergedInCaseOrderKeepsTheFirstOfTheWorst) {
  DegeneracyTally first;
  first.add(1e-3, "a", verdict_of(Word::right, 0.25));
  DegeneracyTally second;
  second.add(1e-3, "b", verdict_of(Word::inaccurate, 0.25));
  second.add(1e-3, "c", verdict_of(Word::right, 0.125));
  second.add(1e-9, "d", Verdict());
  DegeneracyTally none;
  first.merge(none);
  first.merge(second);
  none.merge(first);
  for (const DegeneracyTally* tally : {&first, &none}) {
    const DegeneracyBin& bin = tally->bins[degeneracy_bin(1e-3)];
    EXPECT_EQ(bin.cases(), 3U);
    EXPECT_EQ(bin.of(Word::right), 2U);
    EXPECT_EQ(bin.of(Word::inaccurate), 1U);
    EXPECT_EQ(bin.valued, 3U);
    EXPECT_EQ(bin.max_error, 0.25);
    EXPECT_EQ(bin.worst, "a");
    const DegeneracyBin& unanswered = tally->bins[degeneracy_bin(1e-9)];
    EXPECT_EQ(unanswered.of(Word::no_answer), 1U);
    EXPECT_EQ(unanswered.valued, 0U);
  }
}

TEST(Degeneracy, EveryWordOfACaseIsInTheJson) {
  DegeneracyTally tally;
  for (std::size_t k = 0; k < kWords; ++k) {
    Verdict verdict;
    verdict.word = static_cast<Word>(k);
    if (verdict.word < Word::undecided) tally.add(0, "a", verdict);
  }
  const auto bin = nlohmann::json::parse(degeneracy_fields().row(degeneracy_lines(tally).at(0)));
  EXPECT_EQ(bin.at("cases"), kWords - 2);
  for (std::size_t k = 0; k < kWords; ++k) {
    const std::string name(word_name(static_cast<Word>(k)));
    EXPECT_EQ(bin.value(name, 0), static_cast<Word>(k) < Word::undecided ? 1 : 0) << name;
  }
}

TEST(Degeneracy, AnErrorThatGrowsNearTiesIsSeenDecadeByDecade) {
  const MetricRow metric = shy_of_ties();
  const CampaignResult result = run(metric, ties(), true);
  const CampaignRow& row = result.rows.front();
  EXPECT_EQ(row.cases, static_cast<std::uint64_t>(kDecades + 2));
  ASSERT_EQ(row.degeneracy.bins.size(), kDegeneracyBins);
  EXPECT_EQ(row.degeneracy.bins[0].cases(), 1U);
  EXPECT_NEAR(row.degeneracy.bins[0].max_error, 0.5, kBound);
  EXPECT_EQ(row.degeneracy.bins[0].worst, "file:ties:tie");
  // Two decades are in the first bin (gaps 5e-17 and 5e-16), then one in each.
  EXPECT_EQ(row.degeneracy.bins[1].cases(), 2U);
  EXPECT_EQ(row.degeneracy.bins[1].worst, "file:ties:decade0");
  for (std::size_t k = 2; k < kDegeneracyBins; ++k) {
    const DegeneracyBin& bin = row.degeneracy.bins[k];
    EXPECT_EQ(bin.cases(), 1U) << k;
    EXPECT_EQ(bin.worst, "file:ties:decade" + std::to_string(k));
    const double gap = 0.5 * kDegeneracyEdges.at(k == 16 ? 15 : k) * (k == 16 ? 10 : 1);
    // phi itself is rounded, to 1e-16 of size.
    EXPECT_NEAR(bin.max_error, kPlanted / gap, 1e-3 * kPlanted / gap + 3e-16) << k;
  }
}

TEST(Degeneracy, IsTalliedOnlyWhereItIsAskedFor) {
  const MetricRow metric = shy_of_ties();
  const CampaignResult plain = run(metric, ties(), false);
  EXPECT_THAT(plain.rows.front().degeneracy.bins, IsEmpty());
  EXPECT_FALSE(json::parse(campaign_json(plain)).at("results")[0].contains("degeneracy"));
  const CampaignResult asked = run(metric, ties(), true);
  const json list = json::parse(campaign_json(asked)).at("results")[0].at("degeneracy");
  ASSERT_EQ(list.size(), kDegeneracyBins);
  EXPECT_EQ(list[0].at("above"), nullptr);
  EXPECT_EQ(list[0].at("up_to"), 0);
  EXPECT_EQ(list[1].at("above"), 0);
  EXPECT_EQ(list[1].at("up_to"), 1e-15);
  EXPECT_EQ(list[16].at("above"), 0.1);
  EXPECT_EQ(list[16].at("up_to"), nullptr);
  EXPECT_EQ(list[0].at("cases"), 1);
  EXPECT_EQ(list[0].at("wrong_sign").get<int>() + list[0].at("inaccurate").get<int>(), 1);
  EXPECT_EQ(list[0].at("worst"), "file:ties:tie");
  // But for that the records are the same.
  CampaignResult stripped = asked;
  for (CampaignRow& row : stripped.rows) row.by_degeneracy = false;
  EXPECT_EQ(campaign_json(stripped), campaign_json(plain));
}

TEST(Degeneracy, CountsEveryPenetratingCaseOnceWhateverTheNumberOfJobs) {
  const MetricRow* metric = find_metric("minkowski_float");
  ASSERT_NE(metric, nullptr);
  CampaignOptions options;
  options.metrics = {metric, find_metric("sat_float32"), find_metric("ratio_seidel")};
  CaseSource source;
  source.family = find_family("symmetric");
  source.name = source.family->name;
  source.group = source.family->group;
  source.count = 1500;  // two chunks, so that tallies are merged
  options.sources = {source};
  options.degeneracy = true;
  const std::string alone = campaign_json(run_campaign(options));
  options.jobs = 3;
  const CampaignResult result = run_campaign(options);
  EXPECT_EQ(campaign_json(result), alone);

  Oracle oracle;
  std::vector<std::uint64_t> expected(kDegeneracyBins, 0);
  for (std::uint64_t k = 0; k < source.count; ++k) {
    const Case c = make_case(*source.family, options.seed, k);
    const auto gap = oracle.second_best_gap(c.pair());
    if (gap) ++expected[degeneracy_bin(*gap / pair_size(c.pair()))];
  }
  ASSERT_EQ(result.rows[0].degeneracy.bins.size(), kDegeneracyBins);
  std::vector<std::uint64_t> found;
  for (const DegeneracyBin& bin : result.rows[0].degeneracy.bins) found.push_back(bin.cases());
  EXPECT_EQ(found, expected);
  EXPECT_GT(expected.front(), 0U) << "no ties in the sample";
  EXPECT_FALSE(result.rows[1].degeneracy.bins.empty());
  EXPECT_TRUE(result.rows[2].degeneracy.bins.empty()) << "rho has other ties";
}

}  // namespace
}  // namespace touchstone
