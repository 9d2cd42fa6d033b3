// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/process_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using process_protocol::BatchReader;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

constexpr std::uint64_t kFirst = 70;
constexpr std::uint64_t kReset = 9;

BatchReader reader_of(std::size_t count) { return {kFirst, count, kReset}; }

/// The outcome of a single question that was answered so.
RunOutcome outcome_of(const std::string& fields) {
  BatchReader reader = reader_of(1);
  EXPECT_EQ(reader.take("{\"answers\": [{\"id\": 70, " + fields + "}]}"), LineTaken::more)
      << reader.fault();
  EXPECT_EQ(reader.take("{\"reset\": 9}"), LineTaken::last);
  return reader.replies().front().outcome;
}

void expect_broken(const std::string& line, const std::string& why) {
  BatchReader reader = reader_of(2);
  EXPECT_EQ(reader.take(line), LineTaken::broken) << line.substr(0, 80);
  EXPECT_THAT(reader.fault(), HasSubstr(why));
  EXPECT_LT(reader.fault().size(), 600U);
}

TEST(ProcessProtocol, AnswersComeInAnyOrderAndInAnyNumberOfLines) {
  BatchReader reader = reader_of(3);
  EXPECT_EQ(reader.take(R"({"answers": [{"id": 72, "status": "answered", "value": 3}]})"),
            LineTaken::more);
  EXPECT_EQ(reader.take(R"({"answers": []})"), LineTaken::more);
  EXPECT_EQ(reader.take(R"({"answers": [{"id": 71, "status": "answered", "value": 2},)"
                        R"( {"id": 70, "status": "answered", "value": 1}]})"),
            LineTaken::more);
  EXPECT_EQ(reader.take("{\"reset\": 9}\r"), LineTaken::last);
  ASSERT_THAT(reader.replies(), SizeIs(3));
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(reader.replies()[static_cast<std::size_t>(k)].outcome.answer.value, k + 1);
  }
}

TEST(ProcessProtocol, AFullAnswerIsRead) {
  const RunOutcome outcome = outcome_of(
      R"("status": "answered", "value": -0.1, "normal": [0, 0, 1], "witness_A": [1, 2, 3],)"
      R"( "witness_B": [4, 5, 6e-7], "note": "fine")");
  EXPECT_EQ(outcome.status, RunStatus::completed);
  EXPECT_EQ(outcome.answer.status, AnswerStatus::answered);
  EXPECT_EQ(outcome.answer.value, -0.1);
  EXPECT_EQ(outcome.answer.normal, Vec3(0, 0, 1));
  ASSERT_TRUE(outcome.answer.witnesses);
  EXPECT_EQ(outcome.answer.witnesses->p_WA, Vec3(1, 2, 3));
  EXPECT_EQ(outcome.answer.witnesses->p_WB, Vec3(4, 5, 6e-7));
  EXPECT_EQ(outcome.detail, "fine");
}

TEST(ProcessProtocol, TheOtherStatusesAreRead) {
  const RunOutcome sign = outcome_of(R"("status": "sign_only", "sign": -1)");
  EXPECT_EQ(sign.answer.status, AnswerStatus::sign_only);
  EXPECT_EQ(sign.answer.sign, -1);
  const RunOutcome none = outcome_of(R"("status": "no_answer", "note": "gave up")");
  EXPECT_EQ(none.status, RunStatus::completed);
  EXPECT_EQ(none.answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(none.detail, "gave up");
  const RunOutcome skipped = outcome_of(R"("status": "skipped", "note": "too large")");
  EXPECT_EQ(skipped.status, RunStatus::skipped);
  EXPECT_EQ(skipped.detail, "too large");
  EXPECT_EQ(outcome_of(R"("status": "skipped")").detail, "without a reason");
}

TEST(ProcessProtocol, WhatMeansNothingMakesNoAnswerAsPythonWritesItAndAsText) {
  for (const auto& [fields, part] : std::vector<std::pair<std::string, std::string>>{
           {R"("value": NaN)", "value"},
           {R"("value": Infinity)", "value"},
           {R"("value":-Infinity)", "value"},
           {R"("value": "-Infinity")", "value"},
           {R"("value": -1, "normal": [NaN,Infinity,-1])", "normal"},
           {R"("value": 1, "witness_A": [0,0,0], "witness_B": [0,NaN,0])", "witness point"}}) {
    const RunOutcome outcome = outcome_of(R"("status": "answered", )" + fields);
    EXPECT_EQ(outcome.status, RunStatus::completed) << fields;
    EXPECT_EQ(outcome.answer.status, AnswerStatus::no_answer) << fields;
    EXPECT_EQ(outcome.detail, "its " + part + " is not finite") << fields;
  }
  const std::string zero = R"("status": "answered", "value": -1, "normal": [0, -0.0, 0])";
  EXPECT_EQ(outcome_of(zero).answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(outcome_of(zero).detail, "its normal is 0");
  // In a text they are text.
  EXPECT_EQ(outcome_of(R"("status": "no_answer", "note": "NaN \"Infinity\" -Infinity")").detail,
            "NaN \"Infinity\" -Infinity");
}

TEST(ProcessProtocol, AnAnswerThatIsNotOneIsItsQuestionsAlone) {
  for (const auto& [fields, why] : std::vector<std::pair<std::string, std::string>>{
           {R"("value": 1)", "status"},
           {R"("status": 1)", "status: must be a string"},
           {R"("status": "perhaps")", "must be answered, sign_only, no_answer or skipped"},
           {R"("status": "answered")", "\"value\" is missing"},
           {R"("status": "answered", "value": null)", "value: must be a number"},
           {R"("status": "answered", "value": "1")", "value: must be a number"},
           {R"("status": "sign_only", "sign": 2)", "sign: must be -1, 0 or 1"},
           {R"("status": "answered", "value": 1, "normal": [1, 0])", "list of 3 numbers"},
           {R"("status": "answered", "value": 1, "normal": 7)", "normal: must be a list"},
           {R"("status": "answered", "value": 1, "witness_A": [0,0,0])", "witness_B"},
           {R"("status": "answered", "value": 1, "normals": [1,0,0])", "unknown key 'normals'"},
           {R"("status": "no_answer", "note": 5)", "note: must be a string"}}) {
    const RunOutcome outcome = outcome_of(fields);
    EXPECT_EQ(outcome.status, RunStatus::completed) << fields;
    EXPECT_EQ(outcome.answer.status, AnswerStatus::no_answer) << fields;
    EXPECT_THAT(outcome.detail, StartsWith("its answer is not one: ")) << fields;
    EXPECT_THAT(outcome.detail, HasSubstr(why));
    EXPECT_THAT(outcome.detail, testing::Not(HasSubstr("answers["))) << "place in the batch";
  }
}

TEST(ProcessProtocol, AQuestionThatIsLeftOutHasNoAnswer) {
  BatchReader reader = reader_of(2);
  reader.take(R"({"answers": [{"id": 71, "status": "answered", "value": 2}]})");
  EXPECT_EQ(reader.take("{\"reset\": 9}"), LineTaken::last);
  EXPECT_EQ(reader.replies()[0].outcome.answer.status, AnswerStatus::no_answer);
  EXPECT_EQ(reader.replies()[0].outcome.detail, "it gave this question no answer");
  EXPECT_EQ(reader.replies()[1].outcome.answer.value, 2);
}

TEST(ProcessProtocol, LinesThatAreNotInTheProtocolBreakTheBatch) {
  expect_broken("", "unexpected end of input");
  expect_broken("hello", "'hello'");
  expect_broken("{\"answers\": [", "unexpected end of input");
  expect_broken("[]", "must be an object");
  expect_broken("7", "must be an object");
  expect_broken("{}", "\"answers\" is missing");
  expect_broken("{\"answers\": {}}", "must be a list");
  expect_broken("{\"answers\": [7]}", "must be an object");
  expect_broken("{\"answers\": [{\"status\": \"answered\"}]}", "\"id\" is missing");
  expect_broken("{\"answers\": [{\"id\": -1}]}", "must be a whole number");
  expect_broken("{\"answers\": [{\"id\": 69}]}", "answers what was not asked");
  expect_broken("{\"answers\": [{\"id\": 72}]}", "answers what was not asked");
  expect_broken("{\"answers\": [{\"id\": 18446744073709551615}]}", "answers what was not asked");
  expect_broken("{\"answers\": [{\"id\": 71}, {\"id\": 71}]}", "answers for the second time");
  expect_broken("{\"reset\": 8}", "is not the reset of this batch");
  expect_broken("{\"reset\": true}", "must be a whole number");
  expect_broken("{\"answers\": [{\"id\": 70, \"value\": 1e999}]}", "");
  expect_broken("{\"answers\": \"\xff\"}", "UTF-8");
  expect_broken("{\"answers\": [{\"id\": 70, \"value\": NaNNaN}]}", "");
  expect_broken("NaN", "must be an object");
  expect_broken("\"\\", "");
}

TEST(ProcessProtocol, LinesThatWouldCostMuchMemoryAreRejectedBefore) {
  expect_broken(std::string(1000000, '['), "nested too deep");
  std::string many = "{\"answers\": [0";
  for (int k = 0; k < 1000; ++k) many += ",0";
  expect_broken(many + "]}", "too many values");
}

TEST(ProcessProtocol, WhatIsSentIsJsonWithEveryNumberAsItIs) {
  const PolytopePtr box = make_box({1, 0.1, 1.0 / 3});
  const Pair pair = {box, Pose{}, box, Pose{Mat3::Identity(), {-0.0, 1e-300, 0.1}}};
  std::string message;
  process_protocol::append_forget(message);
  process_protocol::append_body(4, *box, message);
  process_protocol::BatchWriter writer(message);
  writer.add(70, 4, pair.X_WA, 4, pair.X_WB);
  writer.add(71, 4, pair.X_WA, 4, pair.X_WB);
  writer.end(9);
  std::vector<nlohmann::json> lines;
  LineReader reader(1U << 20U);
  reader.append(message);
  while (const auto line = reader.next()) lines.push_back(nlohmann::json::parse(*line));
  EXPECT_FALSE(reader.in_line());
  ASSERT_THAT(lines, SizeIs(4));
  EXPECT_EQ(lines[0].dump(), R"({"forget":true})");
  EXPECT_EQ(lines[1]["body"], 4);
  ASSERT_THAT(lines[1]["vertices"], SizeIs(8));
  for (std::size_t v = 0; v < 8; ++v) {
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(lines[1]["vertices"][v][i].get<double>(),
                box->vertices()[v][static_cast<Eigen::Index>(i)]);
    }
  }
  EXPECT_THAT(lines[1]["facets"], SizeIs(6));
  EXPECT_THAT(lines[1]["facets"][0]["vertices"], SizeIs(4));
  EXPECT_THAT(lines[1]["edges"], SizeIs(12));
  EXPECT_EQ(lines[1]["box"]["half_extents"][2].get<double>(),
            box->vertices().front().cwiseAbs()[2]);
  ASSERT_THAT(lines[2]["questions"], SizeIs(2));
  EXPECT_EQ(lines[2]["questions"][1]["id"], 71);
  EXPECT_EQ(lines[2]["questions"][0]["A"], 4);
  EXPECT_EQ(lines[2]["questions"][0]["X_WB"]["t"][1].get<double>(), 1e-300);
  EXPECT_TRUE(std::signbit(lines[2]["questions"][0]["X_WB"]["t"][0].get<double>()));
  EXPECT_EQ(lines[3].dump(), R"({"reset":9})");
}

TEST(ProcessProtocol, AHelloIsARow) {
  const auto row = process_protocol::read_hello(
      R"({"hello": 1, "name": "mine", "version": "2", "separated": ["value"],)"
      R"( "touching": ["value", "normal"], "penetrating": [], "takes_flat": true})",
      "`mine`");
  ASSERT_TRUE(row.ok()) << row.reason();
  EXPECT_EQ(row.value().name, "mine");
  const GivesByRegime& gives = row.value().traits.gives;
  EXPECT_TRUE(gives.separated.value);
  EXPECT_FALSE(gives.separated.normal);
  EXPECT_TRUE(gives.touching.normal);
  EXPECT_FALSE(gives.penetrating.value);
  EXPECT_TRUE(row.value().traits.flat);
  EXPECT_TRUE(row.value().traits.isolated);
}

TEST(ProcessProtocol, AHelloThatIsNotOneIsRejectedInOneLine) {
  for (const auto& [line, why] : std::vector<std::pair<std::string, std::string>>{
           {"Loading model...", "is not a hello"},
           {"{}", "\"hello\" is missing"},
           {R"({"hello": true})", "must be a whole number"},
           {R"({"hello": 2, "name": "mine"})", "version 2 of the protocol"},
           {R"({"hello": 1, "tolerance": 1})", "unknown key 'tolerance'"},
           {R"({"hello": 1})", "\"name\" is missing"},
           {R"({"hello": 1, "name": "a b", "separated": [], "touching": [], "penetrating": []})",
            "letters, digits"},
           {R"({"hello": 1, "name": "a", "own_tolerance": NaN, "separated": [],)"
            R"( "touching": [], "penetrating": []})",
            "own_tolerance"},
           {R"({"hello": 1, "name": "a", "own_tolerance": 0.01, "separated": [],)"
            R"( "touching": [], "penetrating": []})",
            "1e-3"},
           {std::string(1 << 20, '['), "nested too deep"}}) {
    const auto row = process_protocol::read_hello(line, "`mine`");
    ASSERT_FALSE(row.ok()) << line;
    EXPECT_THAT(row.reason(), StartsWith("`mine`: "));
    EXPECT_THAT(row.reason(), HasSubstr(why));
    EXPECT_LT(row.reason().size(), 600U);
    EXPECT_EQ(row.reason().find('\n'), std::string::npos);
  }
}

TEST(LineReader, LinesAreTheSameHoweverTheyArrive) {
  const std::string stream = "one\n\nthree three\n4\nhalf";
  for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
    LineReader reader(20);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      reader.append(std::string_view(stream).substr(at, piece));
      while (const auto line = reader.next()) lines.emplace_back(*line);
    }
    EXPECT_THAT(lines, testing::ElementsAre("one", "", "three three", "4")) << piece;
    EXPECT_TRUE(reader.in_line());
    EXPECT_FALSE(reader.too_long());
  }
}

TEST(LineReader, ALineIsTooLongWhetherItEndsOrNot) {
  LineReader open(4);
  open.append("1234");
  EXPECT_FALSE(open.too_long());
  open.append("5");
  EXPECT_FALSE(open.next());
  EXPECT_TRUE(open.too_long());
  LineReader complete(4);
  complete.append("12345\nab\n");
  EXPECT_FALSE(complete.next());
  EXPECT_TRUE(complete.too_long());
}

}  // namespace
}  // namespace touchstone
