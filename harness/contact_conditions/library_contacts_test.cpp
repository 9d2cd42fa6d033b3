// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of libraries that give manifolds in their own terms, and what is said of them.
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "geometry/single_precision.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/check/check_record.hpp"
#include "harness/check/tests/family_sources.hpp"
#include "harness/contact_conditions/contact_check.hpp"
#include "harness/contact_conditions/manifold_claims.hpp"
#include "harness/contact_conditions/shrink_manifolds.hpp"
#include "harness/manifold/contact_manifold.hpp"
#include "harness/manifold/manifold_source.hpp"

namespace touchstone {
namespace {

constexpr double kAny = std::numeric_limits<double>::infinity();

/// A library that has no points, and no answer when it is asked for contact data. Logs questions
/// for manifolds as q and resets as r.
class SilentLibrary : public ContactMethod, public ManifoldSource {
 public:
  SilentLibrary(const ManifoldPolicy& policy, std::string& log) : policy_(policy), log_(log) {}

  const ManifoldPolicy& policy() const override { return policy_; }
  const MetricTraits& traits() const override { return traits_; }
  FoundManifold find_manifold(const Pair& pair, double /*reach*/) override {
    log_ += 'q';
    FoundManifold found;
    found.applicable = pair.A->vertices().size() < 64;
    found.manifold.answered = found.applicable;
    return found;
  }
  void reset() override { log_ += 'r'; }
  std::unique_ptr<ContactShape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<ContactShape>();
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return std::make_unique<ContactWorkspace>();
  }
  void find(const ContactShape& /*A*/, const Pose& /*X_WA*/, const ContactShape& /*B*/,
            const Pose& /*X_WB*/, double /*reach*/, ContactWorkspace& /*workspace*/,
            ContactData& data) const override {
    data.refuse("silent");
  }

 private:
  ManifoldPolicy policy_;
  MetricTraits traits_;
  std::string& log_;
};

/// `certified` as a library, whose traits may be those of single precision.
class OpenLibrary : public SilentLibrary {
 public:
  struct Log {
    std::vector<double> announced, asked;  ///< the reach of each question
    std::string letters;
  };
  OpenLibrary(const ManifoldPolicy& policy, const MetricTraits& traits, bool rounds, Log& log)
      : SilentLibrary(policy, log.letters), own_traits_(traits), rounds_(rounds), log_(log) {}

  const MetricTraits& traits() const override { return own_traits_; }
  FoundManifold find_manifold(const Pair& pair, double reach) override {
    log_.asked.push_back(reach);
    const Pair seen = rounds_ ? rounded_to_float(pair).value() : pair;
    const auto A = prepare(*seen.A);
    const auto B = prepare(*seen.B);
    const auto workspace = make_workspace();
    ContactData data;
    method_->find(*A, seen.X_WA, *B, seen.X_WB, kNoLookAhead, *workspace, data);
    FoundManifold found;
    if (data.answered) found.manifold = manifold_of(data);
    return found;
  }
  void ask_ahead(std::vector<ManifoldQuestion> questions) override {
    for (const ManifoldQuestion& one : questions) log_.announced.push_back(one.reach);
  }
  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    return method_->prepare(polytope);
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return method_->make_workspace();
  }
  void find(const ContactShape& A, const Pose& X_WA, const ContactShape& B, const Pose& X_WB,
            double reach, ContactWorkspace& workspace, ContactData& data) const override {
    log_.asked.push_back(reach);
    method_->find(A, X_WA, B, X_WB, reach, workspace, data);
  }

 private:
  std::unique_ptr<ContactMethod> method_ = find_contact_row("certified")->make(registered_metric);
  MetricTraits own_traits_;
  bool rounds_;
  Log& log_;
};

using MakeLibrary = std::function<std::unique_ptr<ContactMethod>()>;

ContactRow library_row(MakeLibrary make) {
  ContactRow row;
  row.name = "silent";
  row.answers_all = true;
  row.make = [make = std::move(make)](const MetricSource& /*metrics*/) { return make(); };
  return row;
}

/// A library beside `certified`.
ContactCheckOptions options_of(const ContactRow& row, const std::string& family,
                               std::uint64_t cases) {
  ContactCheckOptions options;
  static_cast<CheckOptions&>(options) = check_options({family}, cases, 1);
  options.methods = {find_contact_row("certified"), &row};
  return options;
}

CheckReport check_library(MakeLibrary make, const std::string& family, std::uint64_t cases) {
  const ContactRow row = library_row(std::move(make));
  return check_contacts(options_of(row, family, cases));
}

CheckReport check_silent(const ManifoldPolicy& policy, const std::string& family,
                         std::uint64_t cases, std::deque<std::string>& logs) {
  return check_library([&] { return std::make_unique<SilentLibrary>(policy, logs.emplace_back()); },
                       family, cases);
}

TEST(ContactCheckOfLibraries, RemembersNothingBeforeACaseButItsPath) {
  ManifoldPolicy policy;
  policy.max_points = 4;
  // The first one is asked for its policy alone, and the last one whether it is steady.
  std::deque<std::string> logs;
  check_silent(policy, "random-boxes", 5, logs);
  EXPECT_EQ(logs, (std::deque<std::string>{"", "rqrqrqrqrq", "rqqqrqrqrqrqqqrqrqrq"}));
  logs.clear();
  check_silent(policy, "motion-boxes", 18, logs);
  EXPECT_EQ(logs.at(1), "r" + std::string(16, 'q') + "rqq");
}

TEST(ContactCheckOfLibraries, WhatItDoesNotTakeIsCounted) {
  ManifoldPolicy policy;
  policy.max_points = 4;
  std::deque<std::string> logs;
  const CheckReport report = check_silent(policy, "random-hulls-64-deep", 6, logs);
  EXPECT_EQ(report.rows[0].count("skipped").value, 0);
  EXPECT_EQ(report.rows[1].cases, 0U);
  EXPECT_EQ(report.rows[1].count("skipped").value, 6);
}

TEST(ContactCheckOfLibraries, PolicyThatDepartsIsInTheHeadAndNeedNotMeetConditions) {
  ManifoldPolicy policy;
  policy.max_points = 4;
  policy.relative_slack = 0.05;
  std::deque<std::string> logs;
  const CheckReport report = check_silent(policy, "random-boxes", 20, logs);
  const std::string& heading = report.check.heading;
  for (const char* line : {"silent: k = 4, slack 5 %, points midway, depth positive in overlap\n",
                           "silent, policy: k, slack never used\n",
                           "silent: no point in any case, so no normal, place or depth was "
                           "judged\n"}) {
    EXPECT_NE(heading.find(line), std::string::npos) << heading;
  }
  EXPECT_EQ(report.rows[1].unanswered, 0U);
  for (const std::string& line : report.unexpected()) {
    EXPECT_EQ(line.find("was not seen"), std::string::npos) << line;
  }
}

TEST(ContactCheckOfLibraries, EachPartOfAPolicyThatIsNeverUsedIsNamed) {
  ManifoldPolicy policy{4, 1, 1, 1, PointPlace::on_B, true, DepthMeaning::pair, true, 1, 0.5, 1};
  std::deque<std::string> logs;
  const std::string heading = check_silent(policy, "random-boxes", 5, logs).check.heading;
  EXPECT_NE(heading.find("least share 0.5, offset 1 m, points on B, depth negative in overlap\n"),
            std::string::npos)
      << heading;
  EXPECT_NE(heading.find("silent, policy: k, reach, slack, merging distance, many normals, least "
                         "share, offset never used\n"),
            std::string::npos)
      << heading;
}

TEST(ContactCheckOfLibraries, PolicyIsInTheRecord) {
  ManifoldPolicy policy;
  policy.reach = std::numeric_limits<double>::infinity();
  policy.place = PointPlace::on_A;
  std::deque<std::string> logs;
  const std::string record = check_record().document(check_silent(policy, "random-boxes", 2, logs));
  const auto json = nlohmann::json::parse(record).at("policies");
  ASSERT_EQ(json.size(), 1U) << "certified declares none";
  EXPECT_EQ(json[0].at("subject"), "silent");
  EXPECT_EQ(json[0].at("place"), "on_A");
  EXPECT_EQ(json[0].at("reach"), "Infinity");
  EXPECT_TRUE(json[0].at("max_points").is_null());
  EXPECT_EQ(json[0].size(), 12U) << record;
}

TEST(ContactCheckOfLibraries, NoAnswerWithoutLookAheadIsUnanswered) {
  std::deque<std::string> logs;
  ManifoldPolicy policy;
  policy.reach = 1;
  const CheckReport report = check_silent(policy, "random-boxes", 20, logs);
  EXPECT_EQ(report.check.heading.find("never used"), std::string::npos) << report.check.heading;
  EXPECT_EQ(report.rows[1].cases, 20U);
  EXPECT_EQ(report.rows[1].unanswered, 20U);
  EXPECT_EQ(report.rows[1].first_unanswered.why, "silent");
}

/// A question that waits for another one's answer would cost a message of its own.
TEST(ContactCheckOfLibraries, WhatIsAskedOfABlockIsAskedInOneBatch) {
  ManifoldPolicy policy;
  policy.reach = kAny;
  policy.depth_is_gap = true;
  std::deque<OpenLibrary::Log> logs;
  const CheckReport report = check_library(
      [&] {
        return std::make_unique<OpenLibrary>(policy, MetricTraits{}, false, logs.emplace_back());
      },
      "motion-boxes", 18);
  for (const char* condition : {"N1", "P1", "P2"}) {
    EXPECT_EQ(report.rows[1].claim(condition).held, 18U) << condition;
  }
  EXPECT_EQ(report.check.heading.find("no point"), std::string::npos) << report.check.heading;
  EXPECT_EQ(logs.at(1).asked.size(), 3U * 18 + 1) << "and N2 after the first block of 16";
  EXPECT_EQ(logs.at(1).asked, logs.at(1).announced);
}

TEST(ContactCheckOfLibraries, SinglePrecisionIsHeldToThePairThatItSeesAndToItsClaim) {
  ManifoldPolicy policy;
  policy.reach = kAny;
  policy.depth_is_gap = true;
  policy.merging_distance = 1e-6;
  MetricTraits single;
  single.scalar = Scalar::float32;
  // Floats of 1e4 m are a millimetre apart.
  const auto wrong = [&](bool rounds, double claimed) {
    single.own_tolerance = claimed;
    std::deque<OpenLibrary::Log> logs;
    const CheckReport report = check_library(
        [&] { return std::make_unique<OpenLibrary>(policy, single, rounds, logs.emplace_back()); },
        "far-1e4", 20);
    std::uint64_t violated = 0;
    for (const std::string_view word : kManifoldWords) {
      violated += report.rows[1].claim(word).violated;
    }
    return violated;
  };
  EXPECT_EQ(wrong(true, 1e-8), 0U);
  EXPECT_GT(wrong(false, 1e-8), 10U);
  EXPECT_LT(wrong(false, 0.01), wrong(false, 1e-8) / 2);
}

TEST(ContactCheckOfLibraries, WhatTheyMissIsShrunkAndDrawn) {
  std::deque<std::string> logs;
  const ContactRow row = library_row(
      [&] { return std::make_unique<SilentLibrary>(ManifoldPolicy{}, logs.emplace_back()); });
  const ContactCheckOptions options = options_of(row, "random-boxes", 10);
  const std::vector<ShrunkCase> shrunk = shrink_manifolds(options, check_contacts(options));
  ASSERT_EQ(shrunk.size(), 1U);
  EXPECT_EQ(shrunk[0].subject, "silent");
  EXPECT_NE(shrunk[0].kind.find("missed"), std::string::npos) << shrunk[0].kind;
  EXPECT_FALSE(shrunk[0].case_file.json.empty()) << shrunk[0].why_not;
  ASSERT_TRUE(shrunk[0].manifold.has_value());
  EXPECT_TRUE(shrunk[0].manifold->points.empty());
  EXPECT_FALSE(shrunk[0].manifold->true_corners.empty());
}

TEST(ManifoldClaims, CountWhatIsRightByThePolicyAndHowLargeFiguresAre) {
  Check check;
  check.claims = manifold_claims();
  CheckRow row = empty_row(check);
  ManifoldVerdict verdict;
  verdict.of(ManifoldWord::wrong_normal).checked = true;
  verdict.uses = kUsesSlack;
  verdict.share = 0.5;
  verdict.spread = 0.05;
  add_verdict(verdict, "by slack", row);
  verdict.uses = 0;
  verdict.share.reset();
  verdict.spread = 1e-7;
  add_verdict(verdict, "right", row);
  ClaimCounts& normal = row.claim("wrong_normal");
  EXPECT_EQ(normal.held, 2U);
  EXPECT_EQ(normal.count("by_policy").value, 1);
  ClaimCounts& spread = row.claim("spread");
  EXPECT_EQ(spread.held, 2U);
  EXPECT_EQ(spread.largest, 0.05);
  EXPECT_EQ(spread.count("above 1e-6").value, 1);
  EXPECT_EQ(spread.count("above 0.01").value, 1);
  EXPECT_EQ(spread.count("above 0.1").value, 0);
  EXPECT_EQ(row.claim("lost_share").held, 1U);
  EXPECT_EQ(row.claim("lost_share").largest, 0.5);
}

}  // namespace
}  // namespace touchstone
