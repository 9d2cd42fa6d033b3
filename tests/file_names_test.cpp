// SPDX-License-Identifier: GPL-3.0-or-later
// No output of any command takes the place of an input, a store or another output, and no name of a
// file is taken for another thing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class FileNames : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path(name); }
  std::string write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }

  /// verify on a few cases.
  static std::vector<std::string> verify(const std::vector<std::string>& more) {
    std::vector<std::string> words = {"verify",       "--metric", "sat", "--family",
                                      "random-boxes", "--cases",  "10"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::string store(const std::string& name, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = verify({"--db", path(name)});
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run_touchstone(words).exit_code, 0);
    return path(name);
  }
  std::string case_file(const std::string& name) const {
    const Ran ran = run_touchstone({"ask", "random-boxes:42:7", "--dump", path(name)});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return path(name);
  }

  /// Refused as a clash, and the file is what it was.
  static void expect_kept(const std::string& file, const std::vector<std::string>& command) {
    SCOPED_TRACE(command.back());
    const std::string before = read_text(file);
    expect_one_line_refusal(run_touchstone(command), "which would be lost");
    EXPECT_TRUE(fs::exists(file));
    EXPECT_TRUE(read_text(file) == before) << file << " was overwritten";
  }

 private:
  ScratchFolder folder_;
};

TEST_F(FileNames, AStoreIsNotOverwritten) {
  const std::string db = store("a.db");
  expect_kept(db, {"verify", "--db", db, "--json", db});
  expect_kept(db, {"verify", "--db", db, "--junit", db});
  fs::create_symlink(db, path("link"));
  fs::create_hard_link(db, path("hard"));
  expect_kept(db, {"verify", "--db", db, "--json", path("link")});
  expect_kept(db, {"verify", "--db", path("link"), "--json", path("hard")});
  fs::create_directory(path("x"));
  expect_kept(db, {"verify", "--db", path("./a.db"), "--json", path("x/../a.db")});
  write("a.db-wal", "");
  expect_kept(path("a.db-wal"), {"verify", "--db", db, "--json", path("a.db-wal")});
  expect_kept(db, {"compare", db, store("b.db"), "--json", db});
  expect_kept(db, {"compare", path("b.db"), db, "--json", db});
  // Neither is there yet.
  expect_one_line_refusal(run_touchstone(verify({"--db", path("new"), "--json", path("new")})),
                          "which would be lost");
  fs::create_symlink(path("new"), path("dangling"));
  expect_one_line_refusal(run_touchstone(verify({"--db", path("new"), "--json", path("dangling")})),
                          "which would be lost");
  EXPECT_FALSE(fs::exists(path("new")));
}

TEST_F(FileNames, AShardOrTheMergedStoreIsNotOverwritten) {
  const std::string one = store("s1.db", {"--shard", "1/2"});
  const std::string two = store("s2.db", {"--shard", "2/2"});
  expect_kept(one, {"merge", path("all.db"), one, two, "--json", one});
  expect_kept(two, {"merge", path("all.db"), one, two, "--junit", two});
  expect_one_line_refusal(
      run_touchstone({"merge", path("all.db"), one, two, "--json", path("all.db")}),
      "which would be lost");
  EXPECT_FALSE(fs::exists(path("all.db")));
  EXPECT_EQ(run_touchstone({"merge", path("all.db"), one, two, "--json", path("j")}).exit_code, 0);
}

TEST_F(FileNames, ACaseFileIsNotOverwritten) {
  const std::string file = case_file("p.json");
  expect_kept(file, {"verify", "--file", file, "--json", file});
  expect_kept(file, {"verify", "--metric", "sat", "--file", file, "--junit", file});
  expect_kept(file, {"ask", file, "--json", file});
  expect_kept(file, {"ask", file, "--dump", file});
  expect_kept(file, {"ask", file, "--html", file});
  const std::string mesh = write("a.off", "OFF\n0 0 0\n");
  expect_kept(mesh, {"verify", "--meshes", path("."), "--json", mesh});
}

TEST_F(FileNames, OneOutputIsNotAnother) {
  const auto refused = [](const std::vector<std::string>& command) {
    expect_one_line_refusal(run_touchstone(command), "which would be lost");
  };
  refused(verify({"--json", path("x"), "--junit", path("x")}));
  refused(verify({"--json", path("x"), "--junit", path("./x")}));
  refused({"ask", "random-boxes:42:7", "--dump", path("z"), "--json", path("z")});
  refused({"time", "--metric", "ratio_ray", "--json", path("x"), "--csv", path("x")});
  EXPECT_FALSE(fs::exists(path("x")));
  EXPECT_FALSE(fs::exists(path("z")));
  // A device keeps nothing that could be lost.
  EXPECT_EQ(run_touchstone(verify({"--json", "/dev/null", "--junit", "/dev/null"})).exit_code, 0);
}

TEST_F(FileNames, WhatFailsLeavesNothingBehind) {
  const std::string db = path("new.db");
  expect_one_line_refusal(run_touchstone(verify({"--db", db, "--json", "/nonexistent/x"})),
                          "/nonexistent/x");
  EXPECT_FALSE(fs::exists(db));
  const std::string text = write("text.db", std::string(9999, 'x'));
  expect_one_line_refusal(run_touchstone(verify({"--db", text, "--json", path("new.json")})),
                          "is not a store");
  EXPECT_FALSE(fs::exists(path("new.json")));
  const std::string kept = write("kept.json", "earlier");
  expect_one_line_refusal(run_touchstone(verify({"--db", text, "--json", kept})), "is not a store");
  EXPECT_EQ(read_text(kept), "earlier");
}

TEST_F(FileNames, AnEmptyNameIsRefused) {
  for (const char* option : {"--db", "--meshes", "--junit", "--write-accuracy", "--file"}) {
    SCOPED_TRACE(option);
    expect_one_line_refusal(run_touchstone({"verify", "--metric", "sat", option, ""}), option);
  }
  for (const char* option : {"--dump", "--meshes", "--html", "--json", "--case"}) {
    SCOPED_TRACE(option);
    expect_one_line_refusal(run_touchstone({"ask", "random-boxes:42:7", option, ""}), option);
  }
  for (const Words& words : {Words{"merge", "", "a", "b"}, Words{"compare", "", "a"},
                             Words{"time", "--csv", ""}, Words{"report", "-o", ""}}) {
    expect_one_line_refusal(run_touchstone(words), "must not be empty");
  }
}

TEST_F(FileNames, SqlitesOwnNamesAreNamesOfFiles) {
  const fs::path here = fs::current_path();
  fs::current_path(path("."));
  for (const char* name : {":memory:", "file:uri.db?mode=memory", "-odd"}) {
    SCOPED_TRACE(name);
    EXPECT_EQ(run_touchstone(verify({std::string("--db=") + name})).exit_code, 0);
    EXPECT_TRUE(fs::exists(path(name)));
    EXPECT_EQ(run_touchstone({"verify", std::string("--db=") + name}).exit_code, 0);
  }
  EXPECT_EQ(run_touchstone({"merge", "file:m?mode=memory", ":memory:"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(path("file:m?mode=memory")));
  fs::current_path(here);
}

TEST_F(FileNames, WithAStoreCasesAreFromAFileThatStays) {
  const std::string text = read_text(case_file("p.json"));
  expect_one_line_refusal(
      run_touchstone({"verify", "--metric", "sat", "--file", "-", "--db", path("a.db")}, text),
      "could not read it again");
  expect_one_line_refusal(
      run_touchstone({"verify", "--metric", "sat", "--file", "/dev/stdin", "--db", path("a.db")},
                     text),
      "could not read it again");
  EXPECT_FALSE(fs::exists(path("a.db")));
}

TEST_F(FileNames, StandardOutputTakesOneOutput) {
  const auto refused = [](std::vector<std::string> words, const std::string& said) {
    expect_one_line_refusal(run_touchstone(words), said);
  };
  refused({"reproduce", "thesis-figure19", "--svg", "-", "--csv", "-"},
          "--svg: standard output is where --csv goes");
  refused({"reproduce", "thesis-figure19", "--svg", "-", "--json", "-"},
          "standard output is where ");
}

TEST_F(FileNames, ADirectoryOfTablesIsNoOtherOutput) {
  const std::string tables = path("tables");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"energy", "stack"}, {"reproduce", "converge", "dice3"}}) {
    for (const std::string& csv : std::vector<std::string>{tables, tables + "/"}) {
      for (const auto& [json, says] : {std::pair{tables, "is the directory of --csv"},
                                       {tables + "/x.json", "is in the directory of --csv"}}) {
        std::vector<std::string> words = command;
        words.insert(words.end(), {"--csv", csv, "--json", json});
        expect_one_line_refusal(run_touchstone(words), says);
      }
    }
  }
}

TEST_F(FileNames, AFigureOnStandardOutputIsAlone) {
  for (const Words& command :
       {Words{"reproduce", "thesis-figure23"}, Words{"verify", "--metric", "sat", "--cases", "2"},
        Words{"time", "--metric", "sat", "--family", "boxes", "--regime", "shallow", "--start",
              "cold"}}) {
    Words words = command;
    words.insert(words.end(), {"--svg", "-"});
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out.rfind("<svg", 0), 0U) << ran.out.substr(0, 200);
    EXPECT_EQ(ran.out.find("</svg>\n") + 7, ran.out.size());
  }
}

}  // namespace
}  // namespace touchstone
