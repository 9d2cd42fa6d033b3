// SPDX-License-Identifier: GPL-3.0-or-later
// Records: what every command writes fits the schema that docs/schema/ publishes, and these are
// what the program describes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

const std::string& schemas_script() {
  static const std::string kPath = std::string(TOUCHSTONE_SOURCE_DIR) + "/tests/house/schemas.py";
  return kPath;
}

/// Stands for the file that a command writes.
constexpr const char* kFile = "FILE";

/// A command that writes a record, with --json unless it names kFile; or, alone, a file of the
/// repository that holds one. Where it reads a file, `maker` makes that: the path stands behind
/// both.
struct Writer {
  std::string record;
  std::vector<std::string> command;
  std::vector<std::string> maker = {};
};

std::vector<Writer> writers() {
  const std::string pair = "random-boxes:42:7";
  const std::string results = std::string(TOUCHSTONE_SOURCE_DIR) + "/results/";
  const std::string examples = std::string(TOUCHSTONE_SOURCE_DIR) + "/examples/";
  const std::string plug_in =
      "'" TOUCHSTONE_PYTHON "' '" TOUCHSTONE_SOURCE_DIR "/examples/plugins/python/boxes.py'";
  return {
      {"touchstone.accuracy/3", {results + "accuracy.json"}},
      {"touchstone.ask/1", {"ask", pair}},
      {"touchstone.ask/1", {"ask", pair, "--fixed-body", "A"}},
      {"touchstone.ask/1", {"ask", pair, "--overlap", "--metric", "all"}},
      {"touchstone.ask/1", {"ask", "random-boxes:42:680", "--metric", "gjk_epa", "--shrink"}},
      {"touchstone.ask/1", {"ask", examples + "case-file/curved.json", "--metric", "certified"}},
      {"touchstone.brazil-nut/1", {results + "brazil-nut/full.json"}},
      {"touchstone.brazil-nut/1", {"reproduce", "brazil-nut"}},
      {"touchstone.check/1", {"audit", "certificates", "--family", "random-boxes", "--cases", "3"}},
      {"touchstone.check/1", {"audit", "fast-truth", "--family", "random-boxes", "--cases", "3"}},
      {"touchstone.check/1", {"audit", "half-spaces", "--family", "random-boxes", "--cases", "3"}},
      {"touchstone.check/1", {"audit", "routes", "--family", "random-boxes", "--cases", "3"}},
      {"touchstone.check/1", {"contacts", "center_normals", "--family", "random-boxes"}},
      {"touchstone.check/1", {"reproduce", "events", "--family", "kissing", "--cases", "2"}},
      {"touchstone.compare/3",
       {"compare", results + "accuracy-quick.json", "--metric", "gjk_epa,mpr"}},
      {"touchstone.conjecture/2",
       {"reproduce", "conjecture", "--family", "kissing", "--cases", "1"}},
      {"touchstone.constraints/2", {"audit", "constraints", "--cases", "20"}},
      {"touchstone.contact-methods/1", {"list", "contacts"}},
      {"touchstone.contract/1", {examples + "gate/contract.json"}},
      {"touchstone.contraction/1", {"reproduce", "contraction", "dice3", "--dt", ".02"}},
      {"touchstone.converge/2",
       {"reproduce", "converge", "dice3", "--dt", ".02,.01", "--gamma", "1", "--starts", "2"}},
      {"touchstone.converge/2",
       {"reproduce", "converge", "dice3", "--dt", ".02", "--starts", "1", "--model", "peg",
        "--frictionless"}},
      {"touchstone.dump/1", {"dump", kFile, "--family", "kissing-face-face", "--cases", "1"}},
      {"touchstone.energy/3", {"energy", "vertex-spin", "--quick"}},
      {"touchstone.energy/3",
       {"simulate", "roll-off", "--vertices", "0x0", "--dt", "1e-2,1e-3,1e-4"}},
      {"touchstone.energy/3",
       {"simulate", "polygon-box", "--bodies", "3", "--dt", ".05", "--t-end", "1", "--overlap"}},
      {"touchstone.families/1", {"list", "families"}},
      {"touchstone.figure5/1", {"reproduce", "figure5"}},
      {"touchstone.gate/1", {examples + "gate/line.json"}},
      {"touchstone.metrics/1", {"list", "metrics"}},
      {"touchstone.models/1", {"list", "models"}},
      {"touchstone.motion/1",
       {"simulate", "dice3", "--dt", ".02", "--judge"},
       {"simulate", "dice3", "--dt", ".02", "--trajectory"}},
      {"touchstone.movie/1", {"simulate", "dice3", "--dt", ".02", "--html", kFile}},
      {"touchstone.papers/1", {"reproduce", "list"}},
      {"touchstone.peg/1",
       {"reproduce", "peg-figure21", "--dt", ".02,.01", "--starts", "2", "--model", "std,peg+corr",
        "--bodies", "2"}},
      {"touchstone.problems/1", {"audit", "problems", "--cases", "20"}},
      {"touchstone.step-families/1", {"list", "problems"}},
      {"touchstone.recording/1",
       {"simulate", "dice3", "--dt", ".02", "--t-end", ".1", "--record", kFile}},
      {"touchstone.records/1", {"list", "records"}},
      {"touchstone.report/1", {"ask", pair, "--metric", "gjk,ratio_lp,sat", "--html", kFile}},
      {"touchstone.scene/1", {examples + "scene/sliding-box.json"}},
      {"touchstone.scene/1", {"simulate", "dominoes", "--write-scene", kFile}},
      {"touchstone.scene/1",
       {"simulate", "tetra-pairs", "--model", "peg", "--friction", "frictionless", "--corrections",
        "1", "--write-scene", kFile}},
      {"touchstone.scenes/1", {"list", "scenes"}},
      {"touchstone.solve/1", {"solve", examples + "steps/three-boxes.json"}},
      {"touchstone.solve/1", {"solve", "--family", "step-mu-100", "--cases", "3"}},
      {"touchstone.speed/1", {"audit", "speed"}},
      {"touchstone.step/1", {examples + "steps/three-boxes.json"}},
      {"touchstone.steppers/1", {"list", "steppers"}},
      {"touchstone.table1/1", {"reproduce", "table1", "--cases", "20"}},
      {"touchstone.table2/1", {"reproduce", "table2", "--steps", "1"}},
      {"touchstone.thesis-drawing/1", {"reproduce", "thesis-figure3"}},
      {"touchstone.thesis-drawing/1", {"reproduce", "thesis-figure12"}},
      {"touchstone.thesis-frames/2", {"reproduce", "thesis-figure23"}},
      {"touchstone.thesis-methods/1", {"reproduce", "methods", "dice3", "--quick"}},
      {"touchstone.thesis-plot/2", {"reproduce", "thesis-figure24"}},
      {"touchstone.time-compare/1",
       {"compare", "--metric", "gjk_epa,ratio_seidel"},
       {"time", "--metric", "gjk_epa,ratio_seidel", "--family", "boxes", "--regime", "shallow",
        "--json"}},
      {"touchstone.time/1", {results + "time/default.json"}},
      {"touchstone.time/1",
       {"time", "--metric", "gjk_epa,ratio_seidel", "--family", "boxes", "--regime", "shallow"}},
      {"touchstone.trajectory/1", {"simulate", "dice3", "--dt", ".02", "--trajectory", kFile}},
      {"touchstone.vectors/1",
       {std::string(TOUCHSTONE_SOURCE_DIR) + "/portable/vectors/basic.json"}},
      {"touchstone.verify/5",
       {"verify", "--metric", "certified,gjk_epa", "--family", "random-boxes,symmetric", "--cases",
        "20", "--certify", "--degeneracy", "--properties", "4"}},
      {"touchstone.verify/5",
       {"verify", "--metric", "gjk_epa", "--family", "random-boxes", "--cases", "40", "--shrink"}},
      {"touchstone.verify/5",
       {"verify", "--metric", plug_in, "--family", "random-boxes", "--cases", "2", "--no-shrink"}},
  };
}

/// The command with its file in place.
std::vector<std::string> with_file(std::vector<std::string> command, const std::string& path) {
  const auto file = std::find(command.begin(), command.end(), kFile);
  if (file == command.end()) {
    command.insert(command.end(), {"--json", path});
  } else {
    *file = path;
  }
  return command;
}

/// The command of a writer behind whose words the file stands that its maker has made there.
std::vector<std::string> with_made_file(const Writer& writer, const std::string& path) {
  std::vector<std::string> command = writer.command;
  if (writer.maker.empty()) return command;
  std::vector<std::string> maker = writer.maker;
  for (auto* words : {&maker, &command}) words->push_back(path);
  EXPECT_EQ(run_touchstone(maker).exit_code, 0) << writer.record;
  return command;
}

TEST(Records, WhatCommandsWriteFitsThePublishedSchema) {
  const ScratchFolder folder;
  for (const Writer& writer : writers()) {
    std::string path = writer.command.front();
    if (writer.command.size() > 1) {
      path = folder.path("record.json");
      const std::vector<std::string> command = with_made_file(writer, folder.path("made"));
      const Ran ran = run_touchstone(with_file(command, path));
      ASSERT_LE(ran.exit_code, 1) << writer.record << ": " << ran.err;
    }
    const Ran held = run_program({TOUCHSTONE_PYTHON, schemas_script(), path});
    EXPECT_EQ(held.out, writer.record + ": as described\n") << held.err;
  }
}

TEST(Records, WhatIsNoneIsSaidInOneLine) {
  const ScratchFolder folder;
  const auto refused = [&](const std::string& path, const std::string& why) {
    const Ran held = run_program({TOUCHSTONE_PYTHON, schemas_script(), path});
    EXPECT_EQ(held.exit_code, 2);
    EXPECT_EQ(held.err, "schemas.py: " + path + ": " + why + "\n");
  };
  refused(folder.path("none"), "No such file or directory");
  refused(folder.write("a.csv", "a,b\n1,2\n"),
          "is neither JSON, nor JSON lines, nor the page of a report");
  refused(folder.write("a.json", "{}"), "is no record: it has no \"schema\"");
  refused(folder.write("b.json", R"({"schema": "touchstone.nope/1"})"),
          "docs/schema/ has no touchstone.nope/1");
  const Ran unfit = run_program({TOUCHSTONE_PYTHON, schemas_script(),
                                 folder.write("c.json", R"({"schema": "touchstone.time/1"})")});
  EXPECT_EQ(unfit.exit_code, 1) << unfit.out;
}

TEST(Records, DescriptionsThatCannotBeUnderstoodAloneAreNamed) {
  const ScratchFolder folder;
  const std::string list = R"({"records": [{"name": "touchstone.x/1", "schema": {"properties": {
    "seed": {"type": "integer", "description": "of the families"},
    "dt": {"type": "number", "description": "step [s]"},
    "steps": {"type": "integer", "description": "steps"},
    "end": {"type": ["number", "null"], "description": "time of the last step [s]"},
    "fault": {"type": ["string", "null"], "description": "why it ended; null where it did not"},
    "curve": {"type": "array", "items": {"type": ["number", "null"]},
              "description": "energies over time [J]"}}}}]})";
  const Ran unclear =
      run_program({TOUCHSTONE_PYTHON, schemas_script(), "--same", folder.write("list.json", list)});
  EXPECT_EQ(unclear.exit_code, 1) << unclear.err;
  const auto named = [&](const char* key, const char* why) {
    EXPECT_THAT(unclear.out, testing::HasSubstr(std::string("touchstone.x/1.") + key +
                                                ": its description " + why));
  };
  named("seed", "begins in the middle of a sentence: 'of the families'");
  named("dt", "has fewer than 3 words: 'step [s]'");
  named("end", "does not say when it is null");
  named("curve", "does not say when an entry is null");
  for (const char* clear : {"touchstone.x/1.steps", "touchstone.x/1.fault"}) {
    EXPECT_THAT(unclear.out, testing::Not(testing::HasSubstr(clear)));
  }
}

TEST(Records, DocsPublishWhatTheProgramDescribesAndSomeCommandWritesIt) {
  const ScratchFolder folder;
  const std::string list = folder.path("list.json");
  ASSERT_EQ(run_touchstone({"list", "records", "--json", list}).exit_code, 0);
  const Ran same = run_program({TOUCHSTONE_PYTHON, schemas_script(), "--same", list});
  EXPECT_EQ(same.out, "all as described\n") << same.err;
  std::set<std::string> described, written;
  const json listing = json::parse(read_text(list));
  for (const json& record : listing.at("records")) {
    described.insert(record.at("name").get<std::string>());
    // Each says which commit and build wrote it, but for vectors, which have the same bytes whoever
    // writes them.
    if (record.at("name") == "touchstone.vectors/1") continue;
    json schema = record.at("schema").at("allOf").at(0);
    if (schema.contains("anyOf")) schema = schema.at("anyOf").at(0);
    const json versions = schema.at("properties").at("versions").at("properties");
    EXPECT_TRUE(versions.contains("commit") && versions.contains("compiler")) << record.at("name");
  }
  for (const Writer& writer : writers()) written.insert(writer.record);
  EXPECT_EQ(described, written);
}

}  // namespace
}  // namespace touchstone
