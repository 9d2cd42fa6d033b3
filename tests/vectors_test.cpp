// SPDX-License-Identifier: GPL-3.0-or-later
// portable/ as others find it (tests/vectors/check.py), and the command that makes its vectors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/plugins/sanitized.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kVectors = std::string(TOUCHSTONE_SOURCE_DIR) + "/portable/vectors";

TEST(Vectors, JudgesAndLintSayWhatTheyShould) {
  const Ran ran = run_program({TOUCHSTONE_PYTHON, "-B",
                               std::string(TOUCHSTONE_SOURCE_DIR) + "/tests/vectors/check.py",
                               TOUCHSTONE_PROGRAM, TOUCHSTONE_C_COMPILER});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

/// A pair of found.json as the case file that the shrinker left.
std::string shrunk_case() {
  using nlohmann::json;
  const json file = json::parse(read_text(kVectors + "/found.json"));
  for (const json& group : file.at("groups")) {
    for (const json& pair : group.at("pairs")) {
      const std::string comment = pair.at("comment");
      if (!comment.starts_with("shrunk from ") || comment.find(", shrunk") != comment.npos)
        continue;
      json c = {{"id", "shrunk"}, {"source", comment}};
      for (const char* key : {"a", "pose_a", "b", "pose_b"}) c[key] = pair.at(key);
      return c.dump();
    }
  }
  return "";
}

TEST(Vectors, AreAsTheProgramMakesThem) {
  const ScratchFolder folder;
  // found.json is its own source; what is there already joins it once.
  std::filesystem::copy(kVectors + "/found.json", folder.path("found.json"));
  const Ran made = run_touchstone(
      {"vectors", folder.path(""), "--write", "--file", folder.write("case.txt", shrunk_case())});
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

TEST(Vectors, AnArchiveHasAllThatOthersCopy) {
  const ScratchFolder folder;
  const std::string tar = folder.path("a.tar");
  const Ran made = run_touchstone({"vectors", kVectors, "--tar", tar});
  ASSERT_EQ(made.exit_code, 0) << made.out << made.err;
  EXPECT_THAT(made.out, HasSubstr("wrote " + tar + ": "));
  const Ran again =
      run_touchstone({"vectors", kVectors, "--tar", folder.path("b.tar"), "--jobs", "1"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(read_text(tar) == read_text(folder.path("b.tar")), true);
  const auto unpacked = [&](const std::string& command) {
    return run_program({"/bin/sh", "-c", "cd '" + folder.path("") + "' && " + command});
  };
  const Ran checked =
      unpacked("tar -xf a.tar && cd portable && sha256sum --quiet --strict -c SHA256SUMS");
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  const Ran listed = unpacked("tar -tf a.tar");
  for (const char* name :
       {"README.md", "SHA256SUMS", "check_certificate.c", "check_certificate.py",
        "examples/cubes.cert", "examples/cubes.json", "examples/googletest.cpp", "judge.py",
        "theorem/Checker.v", "touchstone/judge.h", "vectors/found.json"}) {
    EXPECT_THAT(listed.out, HasSubstr("portable/" + std::string(name) + "\n"));
  }
  EXPECT_THAT(listed.out, Not(HasSubstr("__pycache__")));
  // All C editions together: no name is there twice.
  std::string source;
  std::string count = "0";
  for (const auto& entry : std::filesystem::directory_iterator(kVectors)) {
    if (entry.path().extension() != ".json") continue;
    std::string name = entry.path().stem().string();
    source += "#include \"vectors/" + name + ".h\"\n";
    std::replace(name.begin(), name.end(), '-', '_');
    count += " + (touchstone_" + name + "[touchstone_" + name + "_count - 1].id[0] != 0)";
  }
  folder.write("all.c", source + "int main(void) { return " + count + "; }\n");
  const Ran compiled =
      unpacked(std::string(TOUCHSTONE_C_COMPILER) +
               " -std=c99 -Wall -Wextra -Wpedantic -Werror -Iportable all.c -o all -lm");
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  EXPECT_EQ(unpacked("./all").exit_code, 11);
}

TEST(Vectors, WhatIsWrongIsNotArchived) {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path("vectors"));
  std::filesystem::create_directories(folder.path("touchstone"));
  folder.write("touchstone/judge.h", "");
  std::string text = read_text(kVectors + "/basic.json");
  folder.write("vectors/basic.json", text);
  const std::string tar = folder.write("a.tar", "earlier");
  const std::vector<std::string> command = {"vectors", folder.path("vectors/"), "--tar", tar};
  EXPECT_EQ(run_touchstone(command).exit_code, 0);
  const std::string archive = read_text(tar);
  EXPECT_NE(archive, "earlier");
  text.replace(text.find("\"sign\":1"), 8, "\"sign\":0");
  folder.write("vectors/basic.json", text);
  const Ran wrong = run_touchstone(command);
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.out, HasSubstr("truth.sign: is 0, must be 1"));
  EXPECT_EQ(read_text(tar) == archive, true);
}

TEST(Vectors, AnArchiveReplacesNoneOfItsFiles) {
  const ScratchFolder folder;
  folder.write("touchstone/judge.h", "");
  const std::string input = folder.write("vectors/basic.json", read_text(kVectors + "/basic.json"));
  const std::string text = read_text(input);
  for (const std::string& file : {input, folder.path("vectors/../mine.h")}) {
    expect_one_line_refusal(run_touchstone({"vectors", folder.path("vectors"), "--tar", file}),
                            "is a file that is archived");
  }
  EXPECT_EQ(read_text(input) == text, true);
}

TEST(Vectors, AListWritesNothing) {
  expect_one_line_refusal(run_touchstone({"vectors", "--list", "--write"}), "--write");
  expect_one_line_refusal(run_touchstone({"vectors", "--list", "--c"}), "--c");
}

TEST(Vectors, AnArchiveLeavesNothingOutUnsaid) {
  namespace fs = std::filesystem;
  const ScratchFolder folder;
  fs::create_directories(folder.path("p/vectors"));
  fs::create_directories(folder.path("p/touchstone"));
  fs::copy(kVectors + "/flat.json", folder.path("p/vectors"));
  const std::string judge = folder.write("p/touchstone/judge.h", "");
  const std::string tar = folder.write("a.tar", "earlier");
  const auto archive = [&] {
    return run_touchstone({"vectors", folder.path("p/vectors"), "--tar", tar});
  };
  const auto refusal = [&](const std::string& says) {
    expect_one_line_refusal(archive(), says);
    EXPECT_EQ(read_text(tar), "earlier");
  };
  fs::create_symlink(judge, folder.path("p/link.h"));
  refusal("p/link.h: is a link, or no file");
  fs::rename(folder.path("p/link.h"), folder.path("p/.link.h"));
  fs::create_directory_symlink(folder.path("p/touchstone"), folder.path("p/linked"));
  refusal("p/linked: is a link, or no file");
  fs::remove(folder.path("p/linked"));
  ASSERT_EQ(run_program({"/usr/bin/mkfifo", folder.path("p/pipe.h")}).exit_code, 0);
  refusal("p/pipe.h: is a link, or no file");
  fs::remove(folder.path("p/pipe.h"));
  folder.write("p/vectors/mine.json", "{}");
  refusal("p/vectors/mine.json: vectors makes no such file");
  fs::remove(folder.path("p/vectors/mine.json"));
  folder.write("p/vectors/flat", "a program");
  const Ran made = archive();
  EXPECT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("note: --tar leaves out 1 file of other kinds, as "));
  EXPECT_THAT(made.out, HasSubstr(": 4 files"));
}

TEST(Vectors, AFolderThatCannotBeReadIsSaidInOneLine) {
  namespace fs = std::filesystem;
  const ScratchFolder folder;
  fs::permissions(folder.path(""), fs::perms(0755));
  for (const char* name : {"p/vectors", "p/touchstone", "p/examples"}) {
    fs::create_directories(folder.path(name));
  }
  fs::copy(kVectors + "/flat.json", folder.path("p/vectors"));
  folder.write("p/touchstone/judge.h", "");
  const std::string tar = folder.write("a.tar", "earlier");
  if (run_short({"--version"}, {true}).exit_code != 0) {
    GTEST_SKIP() << "a user without rights cannot run the program where it is";
  }
  fs::permissions(folder.path(""), fs::perms(0777));
  fs::permissions(tar, fs::perms(0666));
  for (const char* name : {"p/examples", "p/touchstone", "p/vectors", "p"}) {
    fs::permissions(folder.path(name), fs::perms(0));
    expect_one_line_refusal(run_short({"vectors", folder.path("p/vectors"), "--tar", tar}, {true}),
                            "ermission denied");
    EXPECT_EQ(read_text(tar), "earlier") << name;
    fs::permissions(folder.path(name), fs::perms(0755));
  }
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

TEST(Vectors, LibccdFailsAsTheTableOfBugsSays) {
  if (kSanitized) GTEST_SKIP() << "a worker has too little address space for a sanitizer";
  const Ran ran = run_program({TOUCHSTONE_PYTHON, "-B",
                               std::string(TOUCHSTONE_SOURCE_DIR) + "/tests/vectors/bugs.py",
                               TOUCHSTONE_PROGRAM});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
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
  refusal({folder.path(""), "--list", "--file", kVectors + "/basic.json"}, "is in ");
  const std::string tar = folder.path("a.tar");
  refusal({kVectors, "--write", "--tar", tar}, "--tar: has no effect");
  refusal({kVectors + "/basic.json", "--tar", tar}, "--tar: has no effect");
  refusal({kVectors, "--tar", kVectors}, "cannot write here");
  std::filesystem::create_directory(folder.path("v"));
  std::filesystem::copy(kVectors + "/basic.json", folder.path("v"));
  refusal({folder.path("v"), "--tar", tar}, "has no ../touchstone/judge.h");
  EXPECT_FALSE(std::filesystem::exists(tar));
  refusal({kVectors, "--file", folder.path("a.json")}, "--file: has no effect");
}

}  // namespace
}  // namespace touchstone
