// SPDX-License-Identifier: GPL-3.0-or-later
// Records: what every command writes fits the schema that docs/schema/ publishes, and these are
// what the program describes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

/// A command that writes a record with --json. Where it needs a file, `maker` makes that: the path
/// stands behind both.
struct Writer {
  std::string record;
  std::vector<std::string> command;
  std::vector<std::string> maker = {};
};

std::string committed(const std::string& result) {
  return std::string(TOUCHSTONE_SOURCE_DIR) + "/results/" + result;
}

std::vector<Writer> writers() {
  return {
      {"touchstone.contraction/1", {"reproduce", "contraction", "dice3", "--dt", ".02"}},
      {"touchstone.converge/1",
       {"reproduce", "converge", "dice3", "--dt", ".02,.01", "--gamma", "1", "--starts", "2"}},
      {"touchstone.converge/1",
       {"reproduce", "converge", "dice3", "--dt", ".02", "--starts", "1", "--model", "peg"}},
      {"touchstone.energy/3", {"energy", "vertex-spin", "--quick"}},
      {"touchstone.energy/3",
       {"simulate", "roll-off", "--vertices", "0x0", "--dt", "1e-2,1e-3,1e-4"}},
      {"touchstone.energy/3",
       {"simulate", "polygon-box", "--bodies", "3", "--dt", ".05", "--t-end", "1", "--overlap"}},
      {"touchstone.figure5/1", {"reproduce", "figure5"}},
      {"touchstone.motion/1",
       {"simulate", "dice3", "--dt", ".02", "--judge"},
       {"simulate", "dice3", "--dt", ".02", "--trajectory"}},
      {"touchstone.peg/1",
       {"reproduce", "peg-figure21", "--dt", ".02,.01", "--starts", "2", "--model", "std,peg+corr",
        "--bodies", "2"}},
      {"touchstone.table1/1", {"reproduce", "table1", "--pairs", "20"}},
      {"touchstone.table2/1", {"reproduce", "table2", "--steps", "1"}},
      {"touchstone.thesis-drawing/1", {"reproduce", "thesis-figure3"}},
      {"touchstone.thesis-drawing/1", {"reproduce", "thesis-figure12"}},
      {"touchstone.thesis-frames/1", {"reproduce", "thesis-figure23"}},
      {"touchstone.thesis-plot/1", {"reproduce", "thesis-figure24"}},
      {"touchstone.time-compare/1",
       {"compare", committed("time/default.json"), committed("time/default.json")}},
      {"touchstone.time/1",
       {"time", "--metric", "gjk_epa,ratio_seidel", "--family", "boxes", "--regime", "shallow"}},
  };
}

TEST(Records, WhatCommandsWriteFitsThePublishedSchema) {
  const ScratchFolder folder;
  for (const Writer& writer : writers()) {
    const std::string path = folder.path("record.json");
    std::vector<std::string> command = writer.command;
    if (!writer.maker.empty()) {
      std::vector<std::string> maker = writer.maker;
      for (auto* words : {&maker, &command}) words->push_back(folder.path("file"));
      ASSERT_EQ(run_touchstone(maker).exit_code, 0) << writer.record;
    }
    command.insert(command.end(), {"--json", path});
    const Ran ran = run_touchstone(command);
    ASSERT_LE(ran.exit_code, 1) << writer.record << ": " << ran.err;
    EXPECT_EQ(json::parse(read_text(path)).at("schema"), writer.record);
    const Ran held = run_program({TOUCHSTONE_PYTHON, schemas_script(), path});
    EXPECT_EQ(held.out, "all as described\n") << writer.record << held.err;
  }
}

TEST(Records, DocsPublishWhatTheProgramDescribesAndSomeCommandWritesIt) {
  const ScratchFolder folder;
  const std::string list = folder.path("list.json");
  ASSERT_EQ(run_touchstone({"list", "records", "--json", list}).exit_code, 0);
  const Ran same = run_program({TOUCHSTONE_PYTHON, schemas_script(), "--same", list});
  EXPECT_EQ(same.out, "all as described\n") << same.err;
  std::set<std::string> described, written;
  for (const json& record : json::parse(read_text(list)).at("records")) {
    described.insert(record.at("name").get<std::string>());
  }
  for (const Writer& writer : writers()) written.insert(writer.record);
  EXPECT_EQ(described, written);
}

}  // namespace
}  // namespace touchstone
