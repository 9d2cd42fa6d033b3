// SPDX-License-Identifier: GPL-3.0-or-later
// Manifolds of a library and of a program: what is wrong with one question is that question's, and
// a policy that makes no sense is rejected in a line.
#include "harness/plugins/plugin_manifold.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/plugins/plugin_contacts.hpp"
#include "harness/plugins/plugin_runner.hpp"
#include "harness/plugins/tests/aligned_pairs.hpp"
#include "harness/plugins/tests/hostile_process.hpp"
#include "harness/plugins/tests/hostile_run.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// The contact points of the pairs, in this order, from one instance.
std::vector<ContactData> find_contacts(const std::string& fault, const std::vector<Pair>& pairs,
                                       double reach = 1000) {
  const Environment environment("ALIGNED", fault);
  const auto method = make_plugin_contacts(plugin_row_of("aligned_boxes"), worker_options());
  const auto workspace = method->make_workspace();
  std::vector<ContactData> found(pairs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto A = method->prepare(*pairs[k].A);
    const auto B = method->prepare(*pairs[k].B);
    method->find(*A, pairs[k].X_WA, *B, pairs[k].X_WB, reach, *workspace, found[k]);
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
                                          {"largest_position", "position of a point is too large"},
                                          {"largest_depth", "the depth of a point is too large"},
                                          {"nan_point_normal", "is not a unit vector"},
                                          {"long_point_normal", "is not a unit vector"},
                                          {"another_normal", "its policy says one for all"},
                                          {"nan_value", "its value is not finite"},
                                          {"infinite_normal", "its normal is not finite"},
                                          {"zero_normal", "its normal is 0"},
                                          {"no_point", "gives no contact points"},
                                          {"no_answer", "gives no manifold: no answer"}}) {
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

TEST(PluginContacts, WithinTheReachAloneStandBesideTheManifold) {
  const auto points = [](double reach) {
    return find_contacts("one_beyond", {faulty_pair()}, reach).front().points.size();
  };
  EXPECT_EQ(points(1000), 4U);
  EXPECT_EQ(points(201.5), 3U);
  EXPECT_EQ(points(kNoLookAhead), 3U);
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
  EXPECT_EQ(policy.max_points, 0U) << "any";
  EXPECT_EQ(policy.place, PointPlace::on_A);
  EXPECT_EQ(policy.reach, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(policy.depth_is_gap || policy.many_normals);
  const FoundManifold found = manifolds.value()->find_manifold(aligned_pair(), 0);
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

/// Asks for the manifolds of a right, a faulty and a right pair, in one batch or one by one, and
/// for another one in between.
std::vector<FoundManifold> find_manifolds(const std::string& fault, bool ahead) {
  const Environment environment("ALIGNED", fault);
  const auto manifolds = make_plugin_manifolds(plugin_row_of("aligned_boxes"), worker_options());
  const std::vector<Pair> pairs = {aligned_pair(), faulty_pair(), aligned_pair()};
  if (ahead) {
    manifolds.value()->ask_ahead({{pairs[0], 0, true}, {pairs[1]}, {pairs[2], 0, true}});
  }
  std::vector<FoundManifold> found;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (k != 1) manifolds.value()->reset();
    found.push_back(manifolds.value()->find_manifold(pairs[k], 0));
    Pair other = aligned_pair();
    other.X_WB.t[2] += 1.0 + static_cast<double>(k);
    found.push_back(manifolds.value()->find_manifold(other, 0));
  }
  return found;
}

TEST(PluginManifold, AskedAheadIsThatOfOneByOne) {
  for (const char* fault : {"", "crash", "far_too_many", "past_the_room", "nan_value"}) {
    const std::vector<FoundManifold> alone = find_manifolds(fault, false);
    const std::vector<FoundManifold> ahead = find_manifolds(fault, true);
    EXPECT_EQ(alone[2].manifold.answered, std::string(fault).empty()) << fault;
    for (std::size_t k = 0; k < alone.size(); ++k) {
      EXPECT_EQ(alone[k].manifold.answered, ahead[k].manifold.answered) << fault << k;
      EXPECT_EQ(alone[k].manifold.note, ahead[k].manifold.note) << fault << k;
      EXPECT_EQ(alone[k].answer.value, ahead[k].answer.value) << fault << k;
      EXPECT_EQ(alone[k].manifold.points.size(), ahead[k].manifold.points.size()) << fault << k;
    }
    for (const std::size_t k : {1, 3, 5}) EXPECT_NE(ahead[k].answer.value, 1) << "of another pair";
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
           {"offset", "manifold.offset: must be finite"},
           {"largest_slack", "manifold.slack: is too large"},
           {"largest_part", "manifold.relative_slack: is too large"},
           {"largest_merging", "manifold.merging_distance: is too large"},
           {"largest_offset", "manifold.offset: is too large"},
           {"reserved", "manifold.reserved: must be 0"}}) {
    const Environment environment("POLICY", spoiled);
    const auto row = plugin_row(plugin("aligned_boxes"), worker_options());
    ASSERT_FALSE(row.ok()) << spoiled;
    EXPECT_THAT(row.reason(), HasSubstr(why)) << spoiled;
  }
}

TEST(PluginManifold, OfContactsOneARemarkIsMade) {
  EXPECT_EQ(plugin_row_of("aligned_boxes").plugin.remark, "");
  const Environment environment("POLICY", "old");
  const MetricRow row = plugin_row_of("aligned_boxes");
  EXPECT_FALSE(row.plugin.gives_manifolds);
  EXPECT_EQ(row.plugin.remark,
            "offers touchstone.contacts/1, which is not asked for any more: touchstone.manifold/1 "
            "replaces it");
}

std::string aligned_process(const std::string& words) {
  return python() + " '" TOUCHSTONE_SOURCE_DIR "/harness/plugins/tests/aligned_process.py' " +
         words;
}

/// The manifolds of the pairs, in this order, by a program.
std::vector<FoundManifold> ask_process(const std::string& fault, const std::vector<Pair>& pairs) {
  const auto row = process_plugin_row(aligned_process(fault), program_options());
  if (!row.ok()) throw std::runtime_error(row.reason());
  EXPECT_TRUE(row.value().plugin.gives_manifolds);
  const auto manifolds = make_plugin_manifolds(row.value(), program_options());
  if (!manifolds.ok()) throw std::runtime_error(manifolds.reason());
  EXPECT_EQ(manifolds.value()->policy().max_points, 4U);
  EXPECT_EQ(manifolds.value()->policy().place, PointPlace::on_A);
  std::vector<FoundManifold> found;
  for (const Pair& pair : pairs) {
    found.push_back(
        manifolds.value()->find_manifold(pair, -std::numeric_limits<double>::infinity()));
  }
  return found;
}

TEST(PluginManifold, AProgramsIsTheSame) {
  const auto manifolds = make_plugin_manifolds(plugin_row_of("aligned_boxes"), worker_options());
  const std::vector<Pair> pairs = {aligned_pair(), faulty_pair()};
  const std::vector<FoundManifold> found = ask_process("", pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const FoundManifold twin = manifolds.value()->find_manifold(pairs[k], 0);
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
           {"no_points", "the key \"points\" is missing"},
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
           {R"({"offset": 1.7e308})", "manifold.offset: is too large"},
           {R"({"points": 4})", "unknown key 'points'"}}) {
    const auto row =
        process_plugin_row(aligned_process("none '" + policy + "'"), program_options());
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
