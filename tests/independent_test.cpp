// SPDX-License-Identifier: GPL-3.0-or-later
// The second opinions (tests/independent/) on the oracle's truths and on two motions: that they
// agree, and that they would not if a truth or a figure were wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

Ran second_opinion(std::vector<std::string> arguments) {
  arguments.insert(
      arguments.begin(),
      {TOUCHSTONE_PYTHON, "-B", TOUCHSTONE_SOURCE_DIR "/tests/independent/second_opinion.py"});
  return run_program(std::move(arguments));
}

/// What the planar opinion says of a record of 'reproduce methods', or of its rows with these words.
Ran planar_opinion(const std::string& record, std::vector<std::string> words) {
  std::vector<std::string> all = {TOUCHSTONE_PYTHON,
                                  "-B",
                                  TOUCHSTONE_SOURCE_DIR "/tests/independent/planar_opinion.py",
                                  "--program",
                                  TOUCHSTONE_PROGRAM,
                                  record,
                                  "--only"};
  all.insert(all.end(), words.begin(), words.end());
  return run_program(std::move(all));
}

/// The record of Balance2 by all rules at h = 0.01 s, after `change` of each row.
std::string methods_record(const ScratchFolder& folder,
                           const std::function<void(json& row)>& change) {
  const Ran ran = run_touchstone({"reproduce", "methods", "balance2", "--quick", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  json record = json::parse(ran.out);
  for (json& row : record["rows"]) change(row);
  return folder.write("methods.json", record.dump());
}

std::string pose(const std::string& t) {
  return R"({"t": )" + t + R"(, "R": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]})";
}

/// Two prisms of 96 vertices, too many to be solved, over the whole points of a circle.
std::string prisms(const std::string& id, const std::string& t) {
  json points = json::array();
  for (int x = -74; x <= 74; ++x) {
    for (int y = -74; y <= 74; ++y) {
      if (x * x + y * y != 5525) continue;
      points.push_back({x, y, -20});
      points.push_back({x, y, 20});
    }
  }
  const std::string body = json{{"vertices", points}}.dump();
  return json{{"id", id},
              {"a", json::parse(body)},
              {"pose_a", json::parse(pose("[0, 0, 0]"))},
              {"b", json::parse(body)},
              {"pose_b", json::parse(pose(t))}}
      .dump();
}

std::string cubes(const std::string& id, const std::string& t) {
  return R"({"id": ")" + id + R"(", "a": {"box_half_extents": [1, 1, 1]}, "pose_a": )" +
         pose("[0, 0, 0]") + R"(, "b": {"box_half_extents": [1, 1, 0.5]}, "pose_b": )" + pose(t) +
         "}";
}

/// Every sign, one and several directions, by both ways to the truth.
std::string cases() {
  return "[" + cubes("apart", "[0.5, 3, 2.5]") + "," + cubes("kissing", "[2, 2, 0.25]") + "," +
         cubes("deep", "[0.25, 0.25, 0.5]") + "," + prisms("large-apart", "[150, 7, 50]") + "," +
         prisms("large-kissing", "[148, 14, 3]") + "," + prisms("large-deep", "[1, 0, 0]") + "]";
}

/// Up to 100 cases of a file or a family.
std::vector<json> dumped_lines(const ScratchFolder& folder, const std::string& option,
                               const std::string& source) {
  const std::string dump = folder.path("dump.jsonl");
  const Ran ran = run_touchstone({"dump", dump, "--cases", "100", option, source});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  std::vector<json> lines;
  std::istringstream stream(read_text(dump));
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

std::vector<json> dumped_lines(const ScratchFolder& folder) {
  return dumped_lines(folder, "--file", folder.write("cases.json", cases()));
}

/// One more or one less in the last digit of the number before the fraction bar.
void spoil_digits(json& text) {
  std::string digits = text;
  const std::size_t end = std::min(digits.find('/'), digits.size());
  char& last = digits[end - 1];
  last = last == '9' ? '8' : static_cast<char>(last + 1);
  text = digits;
}

void spoil_double(json& number) {
  number = std::nextafter(number.get<double>(), std::numeric_limits<double>::infinity());
}

/// What the second opinion names after a case's id.
std::vector<std::string> differences(const std::string& out, const std::string& id) {
  const std::string begin = id + ": differs in ";
  std::vector<std::string> names;
  std::istringstream stream(out);
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind(begin, 0) != 0) continue;
    std::size_t at = begin.size();
    for (std::size_t comma = 0; comma != std::string::npos; at = comma + 2) {
      comma = line.find(", ", at);
      names.push_back(line.substr(at, comma - at));
    }
  }
  return names;
}

/// A way to be wrong, and what the second opinion is to say of it.
struct Fault {
  const char* says;
  std::function<void(json& record)> make;
  std::function<bool(const json& truth)> applies = [](const json&) { return true; };
};

bool has_rho(const json& truth) { return !truth["rho"].is_null(); }
bool ties(const json& truth) { return truth["directions"].size() > 1; }
bool is_kissing(const json& truth) { return truth["sign"] == 0; }

std::vector<Fault> faults() {
  return {
      {"sign", [](json& r) { r["truth"]["sign"] = r["truth"]["sign"] == 1 ? 0 : 1; }},
      {"sign", [](json& r) { r["truth"]["sign"] = r["truth"]["sign"] == -1 ? 0 : -1; }},
      {"phi^2", [](json& r) { spoil_digits(r["truth"]["phi_squared"]); }},
      {"directions", [](json& r) { spoil_digits(r["truth"]["directions"][0][0]); }},
      {"directions", [](json& r) { spoil_digits(r["truth"]["directions"].back()[2]); }},
      {"directions",
       [](json& r) {
         r["truth"]["directions"].push_back({"3", "5", "8"});
       }},
      {"directions", [](json& r) { r["truth"]["directions"].erase(1); }, ties},
      {"phi", [](json& r) { spoil_double(r["truth"]["phi"]); }},
      {"normals", [](json& r) { spoil_double(r["truth"]["normals"][0][1]); }},
      {"features", [](json& r) { r["truth"]["features"][0]["vertices_b"].erase(0); }},
      {"features", [](json& r) { r["truth"]["features"][0]["name"] = "edge-vertex"; }},
      {"witness points", [](json& r) { spoil_digits(r["truth"]["witness_a_exact"][1]); }},
      {"witness points", [](json& r) { spoil_digits(r["truth"]["witness_b_exact"][2]); }},
      {"witness points",  // not apart, and on neither body
       [](json& r) {
         r["truth"]["witness_a_exact"] = r["truth"]["witness_b_exact"] = {"999/1", "0/1", "0/1"};
       },
       is_kissing},
      {"rounded witness points", [](json& r) { spoil_double(r["truth"]["witness_a"][0]); }},
      {"rho", [](json& r) { spoil_digits(r["truth"]["rho_exact"]); }, has_rho},
      {"rho", [](json& r) { r["truth"]["rho_exact"] = nullptr; }, has_rho},
      {"rho's directions", [](json& r) { spoil_digits(r["truth"]["rho_directions"][0][2]); },
       has_rho},
      {"rho's directions",
       [](json& r) {
         r["truth"]["rho_directions"].push_back({"1", "1", "9"});
       },
       has_rho},
      {"rho rounded", [](json& r) { spoil_double(r["truth"]["rho"]); }, has_rho},
      {"interior points", [](json& r) { spoil_double(r["truth"]["interior_point_b"][0]); }},
      {"fast sign", [](json& r) { r["fast"]["sign"] = 5; }},
      {"fast phi", [](json& r) { spoil_double(r["fast"]["phi"][0]); }},
      {"bounds of fast phi",
       [](json& r) {
         r["fast"]["phi"] = {r["fast"]["phi"][0], 1e-300, 1e-301};
         spoil_double(r["fast"]["phi"][0]);
       }},
      {"fast rho", [](json& r) { spoil_double(r["fast"]["rho"][0]); }, has_rho},
      {"bounds of fast rho",
       [](json& r) {
         r["fast"]["rho"] = {r["fast"]["rho"][0], 1e-300, 1e-301};
         spoil_double(r["fast"]["rho"][0]);
       },
       has_rho},
      // The question itself is another one.
      {"phi^2", [](json& r) { spoil_double(r["case"]["pose_b"]["t"][2]); },
       [](const json& truth) { return truth["sign"] == 1; }},
  };
}

TEST(SecondOpinion, AgreesOnCasesOfEverySmallFamily) {
  const Ran ran = second_opinion({"--program", TOUCHSTONE_PROGRAM, "--cases", "5", "1", "0"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(" passed, 0 failed\n"));
  EXPECT_THAT(ran.out, HasSubstr("random-boxes"));
  EXPECT_THAT(ran.out, HasSubstr("rounded-boxes"));
}

TEST(SecondOpinion, AgreesOnTheCasesThatAreSpoiltBelow) {
  const ScratchFolder folder;
  ASSERT_EQ(dumped_lines(folder).size(), 7U);
  const Ran ran = second_opinion({folder.path("dump.jsonl")});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, testing::ContainsRegex(" +3 +3 +0\n6 passed, 0 failed\n"));
}

TEST(SecondOpinion, CountsASingleCase) {
  const ScratchFolder folder;
  const std::vector<json> lines = dumped_lines(folder);
  const std::string one = lines[0].dump() + "\n" + lines[2].dump() + "\n";
  const Ran ran = second_opinion({folder.write("one.jsonl", one)});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, testing::EndsWith(" 1       0       0\n1 passed, 0 failed\n"));
}

TEST(SecondOpinion, CatchesEveryWrongTruth) {
  const ScratchFolder folder;
  const std::vector<json> lines = dumped_lines(folder);
  std::string text = lines[0].dump() + "\n";
  std::map<std::string, std::string> expected;
  const std::vector<Fault> all = faults();
  for (std::size_t k = 0; k < all.size(); ++k) {
    bool applied = false;
    for (std::size_t line = 1; line < lines.size(); ++line) {
      json record = lines[line];
      if (!all[k].applies(record["truth"])) continue;
      const std::string id = std::to_string(k) + "-" + record["case"]["id"].get<std::string>();
      record["truth"]["id"] = id;
      all[k].make(record);
      text += record.dump() + "\n";
      expected[id] = all[k].says;
      applied = true;
    }
    EXPECT_TRUE(applied) << all[k].says;
  }
  const Ran ran = second_opinion({folder.write("spoilt.jsonl", text)});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\n0 passed, " + std::to_string(expected.size()) + " failed\n"));
  for (const auto& [id, says] : expected) {
    EXPECT_THAT(differences(ran.out, id), testing::Contains(says)) << id;
  }
}

TEST(SecondOpinion, CatchesEveryWrongTruthOfBodiesWithARadius) {
  const std::vector<Fault> faults = {
      {"radius", [](json& r) { spoil_double(r["case"]["a"]["radius"]); }},
      {"radius", [](json& r) { spoil_digits(r["truth"]["radius_law"]["radius"]); }},
      {"phi^2", [](json& r) { spoil_digits(r["truth"]["radius_law"]["core_phi_squared"]); }},
      {"sign", [](json& r) { r["truth"]["radius_law"]["core_sign"] = -1; }},
      {"sign", [](json& r) { r["truth"]["sign"] = -1; }},
      {"phi", [](json& r) { spoil_double(r["truth"]["phi"]); }},
      {"witness points", [](json& r) { r["truth"]["witness_a"] = r["truth"]["witness_b"]; }},
      {"rounded witness points", [](json& r) { spoil_double(r["truth"]["witness_b"][2]); }},
      {"fast phi", [](json& r) { spoil_double(r["fast"]["phi"][0]); }},
  };
  const ScratchFolder folder;
  const std::vector<json> lines = dumped_lines(folder, "--family", "rounded-boxes");
  std::string text = lines[0].dump() + "\n";
  for (std::size_t k = 0; k < faults.size(); ++k) {
    json record = lines[1];
    record["truth"]["id"] = std::to_string(k);
    faults[k].make(record);
    text += record.dump() + "\n";
  }
  const Ran ran = second_opinion({folder.write("wrong.jsonl", text)});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, testing::EndsWith("\n0 passed, 9 failed\n"));
  for (std::size_t k = 0; k < faults.size(); ++k) {
    EXPECT_THAT(differences(ran.out, std::to_string(k)), testing::Contains(faults[k].says)) << k;
  }
}

const std::string kBasicVectors = TOUCHSTONE_SOURCE_DIR "/portable/vectors/basic.json";

TEST(SecondOpinion, AgreesOnVectors) {
  const Ran ran = second_opinion({kBasicVectors});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, testing::EndsWith("\n50 passed, 0 failed\n"));
}

TEST(SecondOpinion, CatchesEveryWrongVector) {
  const std::vector<std::pair<std::string, std::function<void(json & truth)>>> faults = {
      {"sign", [](json& t) { t["sign"] = t["sign"] == 1 ? -1 : 1; }},
      {"phi^2", [](json& t) { spoil_digits(t["phi_squared"]); }},
      {"directions", [](json& t) { spoil_digits(t["directions"][0][1]); }},
      {"phi", [](json& t) { spoil_double(t["phi"]); }},
      {"phi", [](json& t) { spoil_double(t["phi_tail"]); }},
      {"normals", [](json& t) { spoil_double(t["normals"][0][0]); }},
      {"tails of normals", [](json& t) { spoil_double(t["normal_tails"][0][2]); }},
      {"rho", [](json& t) { spoil_digits(t["rho"]["exact"]); }},
      {"rho's directions", [](json& t) { spoil_digits(t["rho"]["directions"][0][0]); }},
      {"rho rounded", [](json& t) { spoil_double(t["rho"]["value"]); }},
      {"rho rounded", [](json& t) { spoil_double(t["rho"]["tail"]); }},
  };
  const ScratchFolder folder;
  json file = json::parse(read_text(kBasicVectors));
  json& pairs = file["groups"][0]["pairs"];
  const json pair = pairs[0];
  pairs = json::array();
  for (std::size_t k = 0; k < faults.size(); ++k) {
    json wrong = pair;
    wrong["id"] = std::to_string(k);
    faults[k].second(wrong["truth"]);
    pairs.push_back(wrong);
  }
  file["groups"] = json::array({file["groups"][0]});
  const Ran ran = second_opinion({folder.write("wrong.json", file.dump())});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, testing::EndsWith("\n0 passed, 11 failed\n"));
  for (std::size_t k = 0; k < faults.size(); ++k) {
    EXPECT_THAT(differences(ran.out, std::to_string(k)), testing::Contains(faults[k].first)) << k;
  }
}

TEST(SecondOpinion, OfNothingIsNoAgreement) {
  const ScratchFolder folder;
  const std::string empty = folder.write(
      "empty.jsonl", "{\"schema\": \"touchstone.dump/1\", \"seed\": 42, \"cases\": 0}\n");
  EXPECT_EQ(second_opinion({empty}).exit_code, 1);
}

TEST(SecondOpinion, SaysWhenTheProgramFails) {
  const Ran ran = second_opinion({"--program", "/bin/false"});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.err, HasSubstr("touchstone: failed with exit code 1: /bin/false list families"));
  EXPECT_THAT(ran.out, Not(HasSubstr("passed")));
}

Ran polygon_opinion(const std::string& program, int cases) {
  return run_program({TOUCHSTONE_PYTHON, "-B",
                      TOUCHSTONE_SOURCE_DIR "/tests/independent/polygon_opinion.py", "--program",
                      program, "--cases", std::to_string(cases)});
}

TEST(PolygonOpinion, AgreesOnPolygons) {
  const Ran ran = polygon_opinion(TOUCHSTONE_PROGRAM, 400);
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, testing::EndsWith("\n400 passed, 0 failed\n"));
}

TEST(PolygonOpinion, CatchesWrongTruths) {
  const ScratchFolder folder;
  for (const char* fault :
       {R"(s/"phi": \([0-9]\)/"phi": 1\1/)", R"(s/"normals": \[\[-/"normals": [[/)"}) {
    const std::string program = folder.write(
        "spoilt", "#!/bin/sh\n" TOUCHSTONE_PROGRAM " \"$@\" | sed '" + std::string(fault) + "'\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const Ran ran = polygon_opinion(program, 100);
    EXPECT_EQ(ran.exit_code, 1) << fault << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("differs in ")) << fault;
  }
}

TEST(PolygonOpinion, SaysWhenTheProgramFails) {
  EXPECT_EQ(polygon_opinion("/bin/false", 1).exit_code, 3);
}

TEST(PlanarOpinion, AgreesOnBalance2) {
  const ScratchFolder folder;
  const Ran ran = planar_opinion(methods_record(folder, [](json&) {}), {"relaxed"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, testing::EndsWith("\n2 passed, 0 failed\n"));  // (4.15) and (4.17)
}

TEST(PlanarOpinion, CatchesEveryWrongFigure) {
  const ScratchFolder folder;
  const std::string record = methods_record(folder, [](json& row) {
    row["average_m"] = row["average_m"].get<double>() * 1.03;
    row["average_ratio"] = row["average_ratio"].get<double>() * 0.97;
    row["potential_J"] = row["potential_J"].get<double>() * 1.02;
  });
  const Ran ran = planar_opinion(record, {"own", "relaxed"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("  differs in I, I by rho, energy\n0 passed, 1 failed\n"));
}

TEST(PlanarOpinion, OfNothingIsNoAgreement) {
  const ScratchFolder folder;
  const std::string none = folder.write("methods.json", R"({"dt": [0.02, 0.01], "rows": []})");
  const Ran ran = planar_opinion(none, {});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, testing::EndsWith("\n0 passed, 0 failed\n"));
}

}  // namespace
}  // namespace touchstone
