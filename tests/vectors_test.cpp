// SPDX-License-Identifier: GPL-3.0-or-later
// portable/ as others find it (tests/vectors/check.py), and the command that makes its vectors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

const std::string kVectors = std::string(TOUCHSTONE_SOURCE_DIR) + "/portable/vectors";

TEST(Vectors, JudgesAndLintSayWhatTheyShould) {
  const Ran ran = run_program({TOUCHSTONE_PYTHON, "-B",
                               std::string(TOUCHSTONE_SOURCE_DIR) + "/tests/vectors/check.py",
                               TOUCHSTONE_PROGRAM, TOUCHSTONE_C_COMPILER});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

TEST(Vectors, AreAsTheProgramMakesThem) {
  const ScratchFolder folder;
  // found.json is its own source.
  std::filesystem::copy(kVectors + "/found.json", folder.path("found.json"));
  const Ran made = run_touchstone({"vectors", folder.path(""), "--write"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  for (const auto& entry : std::filesystem::directory_iterator(kVectors)) {
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(read_text(folder.path(name)) == read_text(entry.path().string()), true) << name;
  }
  const Ran listed = run_touchstone({"vectors", folder.path(""), "--list", "--jobs", "1"});
  EXPECT_EQ(listed.out, made.out);
}

TEST(Vectors, ACommittedFileIsLintedClean) {
  const Ran ran = run_touchstone({"vectors", kVectors});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

TEST(Vectors, AnotherReaderOfSchemasAcceptsEveryFile) {
  const std::string python = "/usr/bin/python3";
  if (run_program({python, "-c", "import jsonschema"}).exit_code != 0) {
    GTEST_SKIP() << "there is no python3-jsonschema";
  }
  const Ran ran =
      run_program({python, "-c",
                   "import json, pathlib, sys, jsonschema\n"
                   "schema = json.loads(pathlib.Path(sys.argv[1]).read_text())\n"
                   "files = sorted(pathlib.Path(sys.argv[2]).glob('*.json'))\n"
                   "for file in files: jsonschema.validate(json.loads(file.read_text()), schema)\n"
                   "print(len(files), 'files')",
                   std::string(TOUCHSTONE_SOURCE_DIR) + "/docs/schema/vectors.json", kVectors});
  EXPECT_EQ(ran.out, "11 files\n") << ran.err;
}

TEST(Vectors, AreReadAsCaseFiles) {
  const Ran ran =
      run_touchstone({"verify", "--metric", "certified", "--file", kVectors + "/basic.json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("file:basic.json     50    100"));
}

TEST(Vectors, RefusesInOneLine) {
  const ScratchFolder folder;
  const auto refusal = [](const std::vector<std::string>& more, const std::string& says) {
    std::vector<std::string> words = {"vectors"};
    words.insert(words.end(), more.begin(), more.end());
    expect_one_line_refusal(run_touchstone(words), says);
  };
  refusal({folder.path("none.json")}, "no such file");
  refusal({folder.path("")}, "has no vectors");
  refusal({folder.write("a.json", "{}")}, "schema");
  refusal({kVectors, "--c"}, "--c: has no effect");
  refusal({kVectors, "--file", folder.path("a.json")}, "--file: has no effect");
}

}  // namespace
}  // namespace touchstone
