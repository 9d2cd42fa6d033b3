// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/vectors/vector_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "geometry/shapes.hpp"
#include "harness/cases/families/family.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Pair cubes(const Vec3& apart) {
  const PolytopePtr cube = make_box({1, 1, 1});
  return {cube, {}, cube, {Mat3::Identity(), apart}};
}

SolvedVector solved(const Pair& pair) {
  Oracle oracle;
  return solve_vector(question_of(pair), oracle).value();
}

TEST(VectorFile, AQuestionStandsForExactlyItsPair) {
  for (const Family& family : family_registry()) {
    if (family.largest_vertices > 64 || !is_of_polytopes(family)) continue;
    const Pair pair = make_case(family, 42, 1).pair();
    const VectorQuestion question = question_of(pair);
    const Pair again = pair_of(question).value();
    EXPECT_EQ(again.A->content_hash(), pair.A->content_hash()) << family.name;
    EXPECT_EQ(again.B->content_hash(), pair.B->content_hash()) << family.name;
    EXPECT_EQ(question_of(again), question) << family.name;
  }
}

TEST(VectorFile, APairThatIsThereTakesEachNameOnce) {
  VectorQuestion question = question_of(cubes({3, 0, 0}));
  question.comment = "random-boxes:42:10";
  std::vector<VectorQuestions::From> all = {{"random-boxes", question}};
  for (const char* name : {"random-boxes:42:1", "boxes:42:10", "shrunk from a; b fails: c, d",
                           "random-boxes:42:10", "boxes:42:10", "shrunk from a; b fails: c, d"}) {
    question.comment = name;
    EXPECT_TRUE(joins_earlier(question, all)) << name;
  }
  EXPECT_EQ(all.front().question.comment,
            "random-boxes:42:10, random-boxes:42:1, boxes:42:10, shrunk from a; b fails: c, d");
  question.X_WB.t[0] = 4;
  EXPECT_FALSE(joins_earlier(question, all));
}

TEST(VectorFile, AnIdIsOfTheDoublesAlone) {
  VectorQuestion question = question_of(cubes({3, 0, 0}));
  const std::string id = question_id(question);
  EXPECT_EQ(id.size(), 16U);
  question.comment = "another";
  question.A.facets.clear();
  question.X_WB.t[1] = -0.0;
  EXPECT_EQ(question_id(question), id);
  question.X_WB.t[1] = 0x1p-1074;
  EXPECT_NE(question_id(question), id);
}

TEST(VectorFile, APairApartHasOneDirectionAndARangeOfPoints) {
  const VectorPair pair = solved(cubes({3, 0, 0})).pair;
  EXPECT_EQ(pair.truth.phi_squared, "1/1");
  EXPECT_EQ(pair.truth.phi_tail, 0);
  EXPECT_EQ(pair.result, "valid");
  EXPECT_EQ(pair.policy, "");
  EXPECT_THAT(pair.truth.directions.whole, ElementsAre(WholeVector{"-1", "0", "0"}));
  ASSERT_TRUE(pair.truth.points.front().range_a);
  EXPECT_EQ((*pair.truth.points.front().range_a)[0], (Entries{1, -1, -1}));
  EXPECT_EQ((*pair.truth.points.front().range_a)[1], (Entries{1, 1, 1}));
  EXPECT_THAT(pair.flags, Contains("face-face"));
  EXPECT_THAT(pair.flags, Contains("many-points"));
}

TEST(VectorFile, TailsAreWhatDoublesLeave) {
  // Apart by (1, 1, 0): phi is the root of 2.
  const VectorPair pair = solved(cubes({3, 3, 0})).pair;
  EXPECT_EQ(pair.truth.phi, std::sqrt(2.0));
  EXPECT_EQ(pair.truth.phi_tail, -0x1.bdd3413b26456p-54);
  EXPECT_EQ(pair.truth.directions.normals.front()[0], -std::sqrt(0.5));
  EXPECT_EQ(pair.truth.directions.tails.front()[0], 0x1.bdd3413b26456p-55);
}

TEST(VectorFile, ResultsFollowFromTheTruth) {
  EXPECT_EQ(solved(cubes({0, 0, 0})).pair.result, "tie");
  EXPECT_THAT(solved(cubes({0, 0, 0})).pair.flags, Contains("concentric"));
  EXPECT_EQ(solved(cubes({2, 0, 0})).pair.result, "valid");
  const VectorPair edges = solved(cubes({2, 2, 0})).pair;
  EXPECT_EQ(edges.result, "tie");
  EXPECT_EQ(edges.truth.points.size(), 1U);
  EXPECT_THAT(edges.flags, Contains("cone"));
  const VectorPair near = solved(cubes({2 + 1e-10, 0, 0})).pair;
  EXPECT_EQ(near.result, "acceptable");
  EXPECT_EQ(near.policy, "near-contact");
  PolytopeInput triangle;
  triangle.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const SolvedVector flat = solved(
      {make_polytope(triangle).value(), {}, make_box({1, 1, 1}), {Mat3::Identity(), {4, 0, 0}}});
  EXPECT_EQ(flat.pair.policy, "flat");
  EXPECT_THAT(flat.needs, ElementsAre("flat"));
  EXPECT_FALSE(flat.pair.truth.rho);
  EXPECT_EQ(flat.pair.truth.no_rho, "body A is flat");
}

TEST(VectorFile, NeedsFollowFromTheNumbers) {
  EXPECT_THAT(solved(cubes({3, 0, 0})).needs, IsEmpty());
  EXPECT_THAT(solved(cubes({3e4, 0, 0})).needs, ElementsAre("far"));
  EXPECT_THAT(solved(cubes({3, 1e-310, 0})).needs, ElementsAre("denormal"));
  const Pair unequal{
      make_box({1, 1, 1}), {}, make_box({1e-4, 1e-4, 1e-4}), {Mat3::Identity(), {0.5, 0, 0}}};
  EXPECT_THAT(solved(unequal).needs, Contains("size-ratio"));
  const Pair thin{make_box({1, 1, 1e-4}), {}, make_box({1, 1, 1}), {Mat3::Identity(), {3, 0, 0}}};
  EXPECT_THAT(solved(thin).needs, ElementsAre("thin"));
}

/// The text of a file of one pair.
std::string small_file() {
  VectorQuestions questions{"small", "a title", {{"family", question_of(cubes({3, 3, 0}))}}};
  Oracle oracle;
  std::vector<SolvedVector> all;
  all.push_back(solve_vector(questions.questions.front().question, oracle).value());
  return vectors_document(assembled(questions, std::move(all)));
}

TEST(VectorFile, AFileReadsBackAndIsLintedClean) {
  const std::string text = small_file();
  const VectorFile file = read_vectors("small", text).value();
  EXPECT_EQ(vectors_document(file), text);
  EXPECT_THAT(lint_vectors("small", text, 1), IsEmpty());
  EXPECT_THAT(vectors_header("small", file), HasSubstr("touchstone_small_count = 1"));
}

TEST(VectorFile, ALintNamesThePlace) {
  std::string text = small_file();
  const auto line_of = [&](const std::string& from, const std::string& to) {
    std::string damaged = text;
    damaged.replace(damaged.find(from), from.size(), to);
    const std::vector<std::string> lines = lint_vectors("small", damaged, 1);
    return lines.empty() ? "" : lines.front();
  };
  EXPECT_THAT(line_of("\"phi\":1.4142135623730951", "\"phi\":1.414213562373095"),
              HasSubstr("truth.phi: is 1.414213562373095, must be 1.4142135623730951"));
  EXPECT_THAT(line_of("\"valid\"", "\"tie\""), HasSubstr("result: is \"tie\", must be \"valid\""));
  EXPECT_THAT(line_of("\"valid\"", "\"right\""), HasSubstr("must be valid, tie or acceptable"));
  EXPECT_THAT(line_of("\"id\":\"", "\"id\": \""), HasSubstr("is not formatted"));
}

TEST(VectorFile, EveryFamilyIsInSomeFile) {
  std::set<std::string> sources;
  for (const std::string& name : vector_file_names()) {
    const VectorQuestions made = vector_questions(name, {});
    for (const auto& one : made.questions) sources.insert(one.source);
  }
  for (const Family& family : family_registry()) {
    EXPECT_EQ(sources.contains(family.name), is_of_polytopes(family)) << family.name;
  }
}

}  // namespace
}  // namespace touchstone
