// SPDX-License-Identifier: GPL-3.0-or-later
// A library that takes the questions of a batch in one call, and one that brings proofs and contact
// points: what is wrong with one question is that question's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/plugins/plugin_contacts.hpp"
#include "harness/plugins/plugin_manifold.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/plugins/tests/hostile_process.hpp"
#include "harness/plugins/tests/hostile_run.hpp"
#include "harness/runners/make_runner.hpp"
#include "reference/certificates.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// Eight cases, of which one in the middle has the fault.
std::vector<Case> eight_with(const std::string& fault) {
  std::vector<Case> cases;
  for (const Case& c : random_boxes(100)) {
    if (cases.size() == 4) cases.push_back(cases_with(fault, 1).at(0));
    if (cases.size() == 8) break;
    if (fault_of(c).empty()) cases.push_back(c);
  }
  return cases;
}

TEST(PluginBatch, AnswersAreThoseOfSingleQuestions) {
  const std::vector<Case> cases = random_boxes(500);
  const std::vector<RunOutcome> alone = run(cases, 1, "hostile");
  for (const std::size_t batch : {1, 7, 64}) {
    const std::vector<RunOutcome> together = run(cases, batch, "hostile_batch");
    for (std::size_t k = 0; k < cases.size(); ++k) {
      EXPECT_TRUE(same_answer(alone[k], together[k])) << cases[k].id << " of " << batch;
    }
  }
}

TEST(PluginBatch, AFaultIsChargedToItsOwnCaseAndToNoOther) {
  std::set<std::string> faults;
  for (const FaultRange& range : kFaultRanges) faults.insert(range.fault);
  faults.erase("leak");  // hostile_campaign_test.cpp covers it
  for (const std::string& fault : faults) {
    SCOPED_TRACE(fault);
    const std::vector<Case> cases = eight_with(fault);
    const std::vector<RunOutcome> healthy = run(cases, 8, "hostile_batch");
    const std::vector<RunOutcome> hostile = run_with(fault, cases, 8, "hostile_batch");
    for (std::size_t k = 0; k < cases.size(); ++k) {
      if (k != 4 || leaves_the_answer(fault)) {
        EXPECT_TRUE(same_answer(healthy[k], hostile[k])) << k << ": " << status_text(hostile[k]);
      }
    }
    // What a batch prints is told of its first question.
    if (fault == "print") {
      EXPECT_EQ(status_text(hostile[0]), "completed: printed 18 bytes");
    } else {
      EXPECT_THAT(status_text(hostile[4]), expected_end(fault));
    }
  }
}

/// With so much time that only processor time is limited.
std::vector<RunOutcome> run_without_clock(const std::string& plugin_name,
                                          const std::vector<Case>& cases) {
  RunnerOptions options = worker_options();
  options.wall_limit_s = 600;
  std::vector<AskedPair> pairs;
  for (const Case& c : cases) pairs.push_back(&c.pair());
  return make_runner(plugin_row_of(plugin_name), options)->run(pairs);
}

TEST(PluginBatch, HasTheProcessorTimeOfAllItsQuestions) {
  const Environment environment("HOSTILE", "slow");
  for (const RunOutcome& outcome : run_without_clock("hostile_batch", random_boxes(12))) {
    EXPECT_EQ(status_text(outcome), "completed");
  }
}

TEST(PluginBatch, ALoopIsOverItsLimitOfProcessorTime) {
  const Environment environment("HOSTILE", "loop");
  for (const char* name : {"hostile", "hostile_batch"}) {
    const std::vector<RunOutcome> outcomes = run_without_clock(name, eight_with("loop"));
    EXPECT_EQ(status_text(outcomes[4]), "timed_out: over its limit of CPU time") << name;
  }
}

Pair aligned_pair(double z = 0) {
  static const PolytopePtr kA = make_box({1, 1, 1});
  static const PolytopePtr kB = make_box({2, 1.5, 1});
  Pair pair = {kA, Pose{}, kB, Pose{}};
  pair.X_WB.t = {0.25, 0.5, 3 + z};
  return pair;
}

/// Body B is far away: it is this question that has the fault.
Pair faulty_pair() { return aligned_pair(200); }

std::vector<RunOutcome> ask_for_proofs(const std::string& fault, bool proofs = true) {
  const Environment environment("ALIGNED", fault);
  RunnerOptions options = worker_options();
  options.wants_proof = proofs;
  const std::array<Pair, 3> pairs = {aligned_pair(), faulty_pair(), aligned_pair(1)};
  const std::array<AskedPair, 3> batch = {&pairs[0], &pairs[1], &pairs[2]};
  return make_runner(plugin_row_of("aligned_boxes"), options)->run(batch);
}

bool is_proven(const Pair& pair, const RunOutcome& outcome) {
  return outcome.answer.proof && check_distance_certificate(pair, *outcome.answer.proof).proven;
}

TEST(PluginProof, IsAskedForAndHolds) {
  const std::vector<RunOutcome> outcomes = ask_for_proofs("");
  EXPECT_TRUE(is_proven(aligned_pair(), outcomes[0]));
  EXPECT_TRUE(is_proven(faulty_pair(), outcomes[1]));
  EXPECT_TRUE(is_proven(aligned_pair(1), outcomes[2]));
  for (const RunOutcome& outcome : ask_for_proofs("", false)) {
    EXPECT_FALSE(outcome.answer.proof.has_value());
  }
}

TEST(PluginProof, ThatIsWrongIsNeverBelieved) {
  for (const char* fault : {"other_vertex", "no_vertex", "negative_vertex", "too_many_nearest",
                            "too_many_triangles", "nothing"}) {
    const std::vector<RunOutcome> outcomes = ask_for_proofs(fault);
    EXPECT_TRUE(is_proven(aligned_pair(), outcomes[0])) << fault;
    EXPECT_FALSE(is_proven(faulty_pair(), outcomes[1])) << fault;
    EXPECT_TRUE(is_proven(aligned_pair(1), outcomes[2])) << fault;
    EXPECT_EQ(status_text(outcomes[1]), "completed") << fault;
    EXPECT_EQ(outcomes[1].answer.value, 201) << fault;
  }
}

TEST(PluginProof, ThatFailsCostsItsOwnQuestion) {
  for (const auto& [fault, end] : std::map<std::string, std::string>{
           {"crash_in_proof", "crashed: SIGSEGV"},
           {"past_the_cycle", "crashed: wrote outside the buffer of its answer"}}) {
    const std::vector<RunOutcome> outcomes = ask_for_proofs(fault);
    EXPECT_TRUE(is_proven(aligned_pair(), outcomes[0])) << fault;
    EXPECT_EQ(status_text(outcomes[1]), end);
    EXPECT_TRUE(is_proven(aligned_pair(1), outcomes[2])) << fault;
  }
}

/// The contact points of the pairs, in this order, from one instance.
std::vector<ContactData> find_contacts(const std::string& fault, const std::vector<Pair>& pairs) {
  const Environment environment("ALIGNED", fault);
  const auto method = make_plugin_contacts(plugin_row_of("aligned_boxes"), worker_options());
  const auto workspace = method->make_workspace();
  std::vector<ContactData> found(pairs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto A = method->prepare(*pairs[k].A);
    const auto B = method->prepare(*pairs[k].B);
    method->find(*A, pairs[k].X_WA, *B, pairs[k].X_WB, 1000, *workspace, found[k]);
  }
  return found;
}

TEST(PluginContacts, AreThoseThatThePluginFinds) {
  const std::vector<ContactData> found = find_contacts("", {aligned_pair(), faulty_pair()});
  for (const ContactData& data : found) {
    ASSERT_TRUE(data.answered) << data.note;
    EXPECT_EQ(data.points.size(), 4U);
    EXPECT_EQ(data.manifold_points, 4);
    EXPECT_EQ(data.normal, Vec3(0, 0, -1));
  }
  EXPECT_EQ(found[0].phi, 1);
  EXPECT_EQ(found[1].phi, 201);
}

TEST(PluginContacts, FaultsLeaveTheirOwnQuestionUnanswered) {
  for (const auto& [fault, why] :
       std::map<std::string, std::string>{{"crash", "crashed: SIGSEGV"},
                                          {"loop", "ran out of time"},
                                          {"too_many", "more than 256 points"},
                                          {"far_too_many", "more than 256 points"},
                                          {"past_the_room", "wrote outside the buffer"},
                                          {"nan_point", "the position of a point is not finite"},
                                          {"infinite_depth", "the depth of a point is not finite"},
                                          {"nan_point_normal", "is not a unit vector"},
                                          {"long_point_normal", "is not a unit vector"},
                                          {"another_normal", "its policy says one for all"},
                                          {"nan_value", "its value is not finite"},
                                          {"infinite_normal", "its normal is not finite"},
                                          {"no_point", "gives no contact points"},
                                          {"no_answer", "the plug-in: no answer"}}) {
    const std::vector<ContactData> found =
        find_contacts(fault, {aligned_pair(), faulty_pair(), aligned_pair()});
    EXPECT_FALSE(found[1].answered) << fault;
    EXPECT_THAT(std::string(found[1].note), HasSubstr(why)) << fault;
    for (const std::size_t k : {0, 2}) {
      EXPECT_TRUE(found[k].answered) << fault << ": " << found[k].note;
      EXPECT_EQ(found[k].phi, 1) << fault;
      EXPECT_EQ(found[k].points.size(), 4U) << fault;
    }
  }
}

TEST(PluginContacts, TakeTheLeastGapWithoutAValue) {
  const ContactData data = find_contacts("sign_alone", {faulty_pair()}).front();
  ASSERT_TRUE(data.answered) << data.note;
  EXPECT_EQ(data.phi, 201);
}

/// The manifold of an aligned pair that is 1 apart.
TEST(PluginManifold, IsGivenInTheLibrarysOwnTermsWithItsPolicy) {
  const auto manifolds = make_plugin_manifolds(plugin_row_of("aligned_boxes"), worker_options());
  ASSERT_TRUE(manifolds.ok()) << manifolds.reason();
  const ManifoldPolicy& policy = manifolds.value()->policy();
  EXPECT_EQ(policy.max_points, 4U);
  EXPECT_EQ(policy.place, PointPlace::on_A);
  EXPECT_EQ(policy.reach, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(policy.depth_is_gap || policy.many_normals);
  const FoundManifold found = manifolds.value()->find(aligned_pair(), 0);
  ASSERT_TRUE(found.manifold.answered) << found.manifold.note;
  EXPECT_EQ(found.manifold.normal, Vec3(0, 0, -1));
  ASSERT_EQ(found.manifold.points.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    const ManifoldPoint& point = found.manifold.points[k];
    EXPECT_EQ(point.depth, -1);
    EXPECT_EQ(gap_of(policy, point), 1);
    EXPECT_EQ(point.normal, Vec3(0, 0, -1));
    EXPECT_EQ(point.id, k);
  }
}

TEST(PluginManifold, PoliciesThatMakeNoSenseAreRejectedInALine) {
  for (const auto& [spoiled, why] : std::map<std::string, std::string>{
           {"no_points", "manifold.max_points: must be at least 1"},
           {"place", "manifold.place: must be middle, on_A or on_B"},
           {"flag", "manifold.depth_is_gap: must be true or false"},
           {"slack", "manifold.slack: must be a number that is not negative"},
           {"nan_slack", "manifold.relative_slack: must be a number"},
           {"reach", "manifold.reach: must be a number that is not negative"},
           {"share", "manifold.least_share: must be at most 1"},
           {"offset", "manifold.offset: must be a number"},
           {"reserved", "reserved"}}) {
    const Environment environment("POLICY", spoiled);
    const auto row = plugin_row(plugin("aligned_boxes"), worker_options());
    ASSERT_FALSE(row.ok()) << spoiled;
    EXPECT_THAT(row.reason(), HasSubstr(why)) << spoiled;
  }
}

std::string aligned_process(const std::string& words) {
  return python() + " '" TOUCHSTONE_SOURCE_DIR "/harness/plugins/tests/aligned_process.py' " +
         words;
}

/// The manifolds of the pairs, in this order, by a program.
std::vector<FoundManifold> ask_process(const std::string& fault, const std::vector<Pair>& pairs) {
  const auto row = process_plugin_row(aligned_process(fault), worker_options());
  if (!row.ok()) throw std::runtime_error(row.reason());
  EXPECT_TRUE(row.value().plugin.gives_contacts);
  const auto manifolds = make_plugin_manifolds(row.value(), worker_options());
  if (!manifolds.ok()) throw std::runtime_error(manifolds.reason());
  EXPECT_EQ(manifolds.value()->policy().max_points, 4U);
  EXPECT_EQ(manifolds.value()->policy().place, PointPlace::on_A);
  std::vector<FoundManifold> found;
  for (const Pair& pair : pairs) {
    found.push_back(manifolds.value()->find(pair, -std::numeric_limits<double>::infinity()));
  }
  return found;
}

TEST(PluginManifold, AProgramsIsTheSame) {
  const auto manifolds = make_plugin_manifolds(plugin_row_of("aligned_boxes"), worker_options());
  const std::vector<Pair> pairs = {aligned_pair(), faulty_pair()};
  const std::vector<FoundManifold> found = ask_process("", pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const FoundManifold twin = manifolds.value()->find(pairs[k], 0);
    ASSERT_TRUE(found[k].manifold.answered) << found[k].manifold.note;
    EXPECT_EQ(found[k].answer.value, twin.answer.value);
    ASSERT_EQ(found[k].manifold.points.size(), twin.manifold.points.size());
    for (std::size_t p = 0; p < twin.manifold.points.size(); ++p) {
      const ManifoldPoint& point = found[k].manifold.points[p];
      EXPECT_EQ(point.p_W, twin.manifold.points[p].p_W);
      EXPECT_EQ(point.depth, twin.manifold.points[p].depth);
      EXPECT_EQ(point.normal, twin.manifold.points[p].normal);
      EXPECT_EQ(point.id, twin.manifold.points[p].id);
    }
  }
}

TEST(PluginManifold, AProgramsFaultIsItsOwnQuestions) {
  for (const auto& [fault, why] : std::map<std::string, std::string>{
           {"crash", "gives no manifold: "},
           {"too_many", "has more than 256 points"},
           {"nan_point", "the position of a point is not finite"},
           {"infinite_depth", "the depth of a point is not finite"},
           {"long_point_normal", "is not a unit vector"},
           {"another_normal", "its policy says one for all"},
           {"short_position", "points[0].position: must be a list of 3 numbers"},
           {"no_depth", "points[0]: the key \"depth\" is missing"},
           {"another_key", "unknown key 'distance'"}}) {
    const std::vector<FoundManifold> found =
        ask_process(fault, {aligned_pair(), faulty_pair(), aligned_pair()});
    EXPECT_FALSE(found[1].manifold.answered) << fault;
    EXPECT_THAT(found[1].manifold.note, HasSubstr(why)) << fault;
    EXPECT_TRUE(found[0].manifold.answered && found[2].manifold.answered) << fault;
  }
}

TEST(PluginManifold, AProgramsPolicyThatMakesNoSenseIsRejectedInALine) {
  for (const auto& [policy, why] : std::map<std::string, std::string>{
           {R"({"max_points": 0})", "manifold.max_points: must be at least 1"},
           {R"({"slack": -1})", "manifold.slack: must be a number that is not negative"},
           {R"({"least_share": 1.01})", "manifold.least_share: must be at most 1"},
           {R"({"offset": NaN})", "manifold.offset: must be a number"},
           {R"({"place": "on_both"})", "manifold.place: must be middle, on_A or on_B"},
           {R"({"points": 4})", "unknown key 'points'"}}) {
    const auto row = process_plugin_row(aligned_process("none '" + policy + "'"), worker_options());
    ASSERT_FALSE(row.ok()) << policy;
    EXPECT_THAT(row.reason(), HasSubstr(why)) << policy;
  }
}

/// A body that is gone may be followed by another one at its address.
TEST(PluginContacts, RememberBodiesThatAreGone) {
  const auto method = make_plugin_contacts(plugin_row_of("aligned_boxes"), worker_options());
  const auto workspace = method->make_workspace();
  for (int k = 0; k < 20; ++k) {
    const PolytopePtr box = make_box({1.0 + k % 3, 1, 1});
    const auto shape = method->prepare(*box);
    Pose away;
    away.t = {10, 0, 0};
    ContactData data;
    method->find(*shape, Pose{}, *shape, away, 1000, *workspace, data);
    ASSERT_TRUE(data.answered) << data.note;
    EXPECT_EQ(data.phi, 8.0 - 2 * (k % 3));
  }
}

}  // namespace
}  // namespace touchstone
