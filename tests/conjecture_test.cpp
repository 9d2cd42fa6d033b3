// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone reproduce conjecture`, as a person calls it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

// Boxes that kiss with corners have several normals, of which the ray takes another than the depth;
// those that kiss with faces have one.
TEST(Conjecture, StandsForOneNormalAndNotForCorners) {
  const Ran ran =
      run_touchstone({"reproduce", "conjecture", "--family", "kissing", "--cases", "8"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("  plane distance: it stands for vertex-face, edge-edge, "
                                 "edge-face, face-face\n    not for vertex-vertex: another limit"));
  EXPECT_THAT(ran.out, HasSubstr("  |p1-p2|: it stands for no kind of contact\n"));
  EXPECT_THAT(ran.out, HasSubstr("exactly: 0 violations;\n"));
}

TEST(Conjecture, SaysWhereNothingIsSeen) {
  const Ran ran =
      run_touchstone({"reproduce", "conjecture", "--family", "coincident", "--cases", "2"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("plane distance: no case came to the smallest depths\n"));
}

TEST(Conjecture, RecordDoesNotDependOnTheThreads) {
  const auto record = [](const char* jobs) {
    return run_touchstone({"reproduce", "conjecture", "--family", "boxes,random-hulls-8", "--cases",
                           "3", "--seed", "7", "--jobs", jobs, "--json", "-"});
  };
  const Ran one = record("1");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(one.out, record("2").out);
  const json made = json::parse(one.out);
  EXPECT_EQ(made.at("schema"), "touchstone.conjecture/2");
  EXPECT_EQ(made.at("seed"), 7);
  ASSERT_EQ(made.at("claims").size(), 4U);
  for (const json& claim : made.at("claims")) {
    EXPECT_EQ(claim.at("violated"), 0) << claim;
    EXPECT_EQ(claim.at("not_applicable"), 0) << claim;
    EXPECT_EQ(claim.at("held"), made.at("overlaps")) << claim;
    EXPECT_LE(claim.at("largest"), 1e-12) << claim;
  }
  std::uint64_t cases = made.at("not_applicable");
  std::uint64_t overlaps = 0;
  for (const json& contact : made.at("contacts")) {
    cases += contact.at("cases").get<std::uint64_t>();
    for (const json& at : contact.at("plane").at("depths")) {
      overlaps += at.at("cases").get<std::uint64_t>();
      EXPECT_TRUE(at.at("median").is_null() ? at.at("cases") == 0 : at.at("median") >= 1 - 1e-15);
    }
  }
  EXPECT_EQ(cases, made.at("cases"));
  EXPECT_EQ(overlaps, made.at("overlaps"));
  EXPECT_GT(overlaps, 8 * (cases - made.at("not_applicable").get<std::uint64_t>()) / 2);
  EXPECT_EQ(made.at("families").at(0).at("name"), "random-boxes");
}

TEST(Conjecture, TablesHaveARowForEachOverlapAndEachKind) {
  const ScratchFolder folder;
  const std::string tables = folder.path("tables");
  const Ran ran = run_touchstone(
      {"reproduce", "conjecture", "--family", "random-boxes", "--cases", "4", "--csv", tables});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("wrote " + tables));
  const std::string cases = read_text(tables + "/cases.csv");
  EXPECT_THAT(cases, StartsWith("case,contact,depth_of_size,depth_m,plane_over_depth"));
  EXPECT_THAT(cases, HasSubstr("\nrandom-boxes:42:3,"));
  EXPECT_EQ(std::count(cases.begin(), cases.end(), '\n'), 1 + 4 * 8);
  EXPECT_THAT(read_text(tables + "/contacts.csv"), HasSubstr(",1e-08,"));
}

TEST(Conjecture, RefusesWhatItCannotLookAt) {
  expect_one_line_refusal(run_touchstone({"reproduce", "conjecture", "--family", "none"}), "none");
  expect_one_line_refusal(run_touchstone({"reproduce", "conjecture", "--cases", "0"}), "--cases");
  expect_one_line_refusal(run_touchstone({"reproduce", "conjecture", "dice3"}), "dice3");
}

TEST(Conjecture, AnInterruptedRunKeepsTheCasesThatHaveEnded) {
  const ScratchFolder folder;
  const std::string file = folder.path("c.json");
  const Ran ran =
      interrupt_touchstone({"reproduce", "conjecture", "--cases", "5000", "--json", file}, 2000);
  EXPECT_EQ(ran.exit_code, 130);
  EXPECT_THAT(ran.out, StartsWith("PARTIAL, as the run was interrupted:\n"));
  EXPECT_THAT(ran.err, HasSubstr("reproduce conjecture: interrupted after "));
  EXPECT_GT(json::parse(read_text(file)).at("cases"), 0);
}

}  // namespace
}  // namespace touchstone
