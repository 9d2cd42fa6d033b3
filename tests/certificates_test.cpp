// SPDX-License-Identifier: GPL-3.0-or-later
// What answers prove, as a person sees it: `ask --metric` and `verify --certify`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kUpright = "[1, 0, 0, 0]";
constexpr const char* kTurned = "[0.8, 0.1, 0.3, 0.5]";

/// A cube of half-width 1, and a box moved along x and turned by q.
std::string boxes(const std::string& id, const std::string& x, const std::string& q) {
  return R"({"id": ")" + id +
         R"(", "a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
  "b": {"box_half_extents": [1, 0.75, 1.5]}, "pose_b": {"t": [)" +
         x + ", 0.25, 0.125], \"q\": " + q + "}}";
}

/// Separated, penetrating, kissing; with phi and without a double that is phi.
std::string several() {
  return "[" + boxes("apart", "3", kUpright) + "," + boxes("apart-turned", "3.5", kTurned) + "," +
         boxes("deep", "1.5", kUpright) + "," + boxes("deep-turned", "1.25", kTurned) + "," +
         boxes("kissing", "2", kUpright) + "]";
}

std::vector<std::string> lines_with(const std::string& text, const std::string& word) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) {
    if (line.find(word) != std::string::npos) lines.push_back(line);
  }
  return lines;
}

TEST(Certificates, BoundsOfACertifiedAnswerAreAnUlpApartAndHoldTheTruth) {
  const Ran ran = run_touchstone({"ask", "-", "--metric", "certified", "--json", "-"}, several());
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json cases = json::parse(ran.out).at("cases");
  ASSERT_EQ(cases.size(), 5U);
  int between = 0;
  std::vector<int> signs;
  for (const json& c : cases) {
    const json& reply = c.at("metrics").at(0);
    SCOPED_TRACE(c.at("id").get<std::string>());
    EXPECT_EQ(reply.at("certificate"), "accepted");
    EXPECT_EQ(reply.at("bounds").at("exact"), true);
    const double lower = reply.at("bounds").at("lower");
    const double upper = reply.at("bounds").at("upper");
    const double phi = c.at("phi");
    EXPECT_LE(lower, phi);
    EXPECT_LE(phi, upper);
    EXPECT_LE(upper, std::nextafter(lower, std::numeric_limits<double>::infinity()));
    between += lower < upper ? 1 : 0;
    signs.push_back(c.at("sign"));
  }
  EXPECT_THAT(signs, testing::ElementsAre(1, 1, -1, -1, 0));
  EXPECT_GE(between, 1) << "every phi is a double";
}

TEST(Certificates, WhatOtherAnswersProveIsLess) {
  const Ran ran =
      run_touchstone({"ask", "-", "--metric", "sat,ratio_ray", "--json", "-"}, several());
  const json record = json::parse(ran.out);
  for (const json& c : record.at("cases")) {
    SCOPED_TRACE(c.at("id").get<std::string>());
    const json& sat = c.at("metrics").at(0);
    EXPECT_EQ(sat.at("certificate"), nullptr);
    EXPECT_EQ(sat.at("bounds").at("exact"), false);
    EXPECT_EQ(sat.at("bounds").at("upper"), nullptr);
    const json& ray = c.at("metrics").at(1);
    EXPECT_EQ(ray.at("certificate"), "accepted");
    EXPECT_EQ(ray.at("bounds").at("exact"), false);
    // Points prove that bodies overlap, not how deeply.
    if (c.at("sign") == -1) {
      EXPECT_EQ(ray.at("bounds").at("upper"), 0.0);
    }
  }
}

TEST(Certificates, OneCaseHasALineBelowTheMetrics) {
  const Ran ran =
      run_touchstone({"ask", "-", "--metric", "certified,sat"}, boxes("deep", "1.5", kUpright));
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(lines_with(ran.out, "proves"),
              testing::ElementsAre("  proves     -0.5 <= phi <= -0.5; certificate accepted",
                                   "  proves     phi >= -0.5"));
}

TEST(Certificates, SeveralCasesHaveALineForEachAnswerThatProvesSomething) {
  const Ran ran = run_touchstone({"ask", "-", "--metric", "certified,sat"}, several());
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(lines_with(ran.out, "certificate accepted").size(), 5U) << ran.out;
  const auto kissing = lines_with(ran.out, "0 <= phi <= 0; certificate accepted");
  ASSERT_EQ(kissing.size(), 1U);
  EXPECT_THAT(kissing.front(), HasSubstr("kissing  "));
  EXPECT_THAT(kissing.front(), HasSubstr("certified"));
  // sat says the sign only of bodies apart, and proves nothing.
  EXPECT_EQ(lines_with(ran.out, "sat ").size(), 3U) << ran.out;
  const Ran none = run_touchstone({"ask", "-"}, several());
  EXPECT_THAT(none.out, Not(HasSubstr("proves")));
}

TEST(Certificates, AVerdictByThemNeedsNoOracle) {
  const std::vector<std::string> plain = {"verify",
                                          "--metric",
                                          "certified,sat,ratio_ray",
                                          "--family",
                                          "kissing,random-boxes,random-hulls-16",
                                          "--cases",
                                          "40",
                                          "--json",
                                          "-"};
  std::vector<std::string> certify = plain;
  certify.emplace_back("--certify");
  const Ran by_proofs = run_touchstone(certify);
  EXPECT_EQ(by_proofs.exit_code, 0) << by_proofs.err;
  const json proofs = json::parse(by_proofs.out).at("results");
  const json oracle = json::parse(run_touchstone(plain).out).at("results");
  ASSERT_EQ(proofs.size(), oracle.size());
  ASSERT_GT(proofs.size(), 20U);
  for (std::size_t k = 0; k < proofs.size(); ++k) {
    SCOPED_TRACE(proofs[k].at("metric").get<std::string>() + " on " +
                 proofs[k].at("family").get<std::string>());
    const json& counts = proofs[k].at("certificates");
    const bool ratio = proofs[k].at("metric") == "ratio_ray";
    EXPECT_EQ(counts.at("judged"), ratio ? 0 : 40);
    EXPECT_EQ(counts.at("oracle"), ratio ? 40 : 0);
    EXPECT_EQ(counts.at("missing"), 0);
    EXPECT_EQ(counts.at("first_missing"), nullptr);
    EXPECT_FALSE(oracle[k].contains("certificates"));
    for (const char* key : {"right", "value", "sign", "normal", "witness", "ulp_histogram"}) {
      EXPECT_EQ(proofs[k].at(key), oracle[k].at(key)) << key;
    }
  }
}

TEST(Certificates, TheReportSaysWhoIsJudgedByWhat) {
  const Ran ran = run_touchstone({"verify", "--metric", "sat,ratio_ray,certified", "--family",
                                  "random-boxes", "--cases", "30", "--certify"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("judged by certificates: 60 answers; by the oracle: 30\n"
                                 "by the oracle as always: ratio_ray\n"));
  const Ran all = run_touchstone({"verify", "--metric", "sat,certified", "--family", "random-boxes",
                                  "--cases", "30", "--certify"});
  EXPECT_THAT(all.out, HasSubstr("judged by certificates: 60 answers; by the oracle: 0\n"));
  EXPECT_THAT(all.out, Not(HasSubstr("as always")));
}

TEST(Certificates, MetricsOfWhichNoneProvesADistanceAreRefused) {
  for (const char* metrics : {"sat", "sat,gjk_epa", "ratio_ray,sat"}) {
    const Ran ran = run_touchstone(
        {"verify", "--metric", metrics, "--family", "random-boxes", "--cases", "5", "--certify"});
    expect_one_line_refusal(ran, "--certify: nothing here proves a distance");
    EXPECT_THAT(ran.err, HasSubstr("add --metric certified"));
    EXPECT_THAT(ran.err, HasSubstr("what ratio_ray proves is a ratio"));
  }
}

TEST(Certificates, AStoreKeepsThem) {
  const ScratchFolder folder;
  const std::vector<std::string> campaign = {"verify",   "--metric",     "sat,certified",
                                             "--family", "random-boxes", "--cases",
                                             "2000",     "--certify"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = campaign;
    words.insert(words.end(), more.begin(), more.end());
    return run_touchstone(words);
  };
  const std::string plain = with({"--json", "-"}).out;
  ASSERT_EQ(json::parse(plain).at("results").at(0).at("certificates").at("judged"), 2000);
  const std::string db = folder.path("whole.db");
  EXPECT_EQ(with({"--json", "-", "--db", db}).out, plain);
  EXPECT_EQ(run_touchstone({"verify", "--db", db, "--json", "-"}).out, plain);
  EXPECT_EQ(run_touchstone({"verify", "--db", db, "--certify", "--json", "-"}).out, plain);
  for (const std::string k : {"1", "2"}) {
    EXPECT_EQ(with({"--shard", k + "/2", "--db", folder.path(k)}).exit_code, 0);
  }
  EXPECT_EQ(run_touchstone(
                {"merge", folder.path("all"), folder.path("1"), folder.path("2"), "--json", "-"})
                .out,
            plain);
}

TEST(Certificates, AStoreGoesOnAsItWasBegun) {
  const ScratchFolder folder;
  const std::string db = folder.path("store.db");
  const std::vector<std::string> without = {"verify",   "--metric",     "sat,certified",
                                            "--family", "random-boxes", "--cases",
                                            "10",       "--db",         db};
  std::vector<std::string> certify = without;
  certify.emplace_back("--certify");
  ASSERT_EQ(run_touchstone(without).exit_code, 0);
  const std::string why = "made without --certify, this asks for it";
  expect_one_line_refusal(run_touchstone(certify), why);
  expect_one_line_refusal(run_touchstone({"verify", "--db", db, "--certify"}), why);
  std::filesystem::remove(db);
  ASSERT_EQ(run_touchstone(certify).exit_code, 0);
  expect_one_line_refusal(run_touchstone(without),
                          "made with --certify, this asks for a campaign without it");
}

}  // namespace
}  // namespace touchstone
