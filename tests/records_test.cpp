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

/// A command that writes a record with --json.
struct Writer {
  std::string record;
  std::vector<std::string> command;
};

std::vector<Writer> writers() {
  return {
      {"touchstone.check/1", {"audit", "certificates", "--family", "random-boxes", "--cases", "3"}},
      {"touchstone.check/1", {"audit", "fast-truth", "--family", "random-boxes", "--cases", "3"}},
      {"touchstone.check/1", {"audit", "half-spaces", "--family", "random-boxes", "--cases", "3"}},
      {"touchstone.check/1", {"audit", "routes", "--family", "random-boxes", "--cases", "3"}},
      {"touchstone.check/1", {"contacts", "center_normals", "--family", "random-boxes"}},
      {"touchstone.check/1", {"reproduce", "events", "--family", "kissing", "--cases", "2"}},
      {"touchstone.conjecture/2",
       {"reproduce", "conjecture", "--family", "kissing", "--cases", "1"}},
      {"touchstone.constraints/2", {"audit", "constraints", "--cases", "20"}},
      {"touchstone.contraction/1", {"reproduce", "contraction", "dice3", "--dt", ".02"}},
      {"touchstone.converge/1",
       {"reproduce", "converge", "dice3", "--dt", ".02,.01", "--gamma", "1", "--starts", "2"}},
      {"touchstone.converge/1",
       {"reproduce", "converge", "dice3", "--dt", ".02", "--starts", "1", "--model", "peg"}},
      {"touchstone.problems/1", {"audit", "problems", "--cases", "20"}},
      {"touchstone.speed/1", {"audit", "speed"}},
  };
}

TEST(Records, WhatCommandsWriteFitsThePublishedSchema) {
  const ScratchFolder folder;
  for (const Writer& writer : writers()) {
    const std::string path = folder.path("record.json");
    std::vector<std::string> command = writer.command;
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
