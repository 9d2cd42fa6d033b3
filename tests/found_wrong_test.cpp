// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest cases of what was found wrong once, tests/found_wrong/: expected.json says what was,
// and what is said of each today.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string& found_wrong_folder() {
  static const std::string kFolder = TOUCHSTONE_SOURCE_DIR "/tests/found_wrong/";
  return kFolder;
}

const json& expected_words() {
  static const json kExpected = json::parse(read_text(found_wrong_folder() + "expected.json"));
  return kExpected;
}

/// A command line, with files of the folder in full.
std::vector<std::string> words_of(const json& command) {
  std::vector<std::string> words;
  for (std::string word : command.at("words")) {
    const std::string file = found_wrong_folder() + word;
    words.push_back(std::filesystem::is_regular_file(file) ? file : word);
  }
  return words;
}

/// `words` with --file for each judged file.
Ran run_on_all(std::vector<std::string> words) {
  for (const json& row : expected_words().at("judged")) {
    words.insert(words.end(), {"--file", found_wrong_folder() + row.at("file").get<std::string>()});
  }
  return run_touchstone(words);
}

TEST(FoundWrong, IsRightTodayOrNotApplicable) {
  const Ran ran = run_on_all({"verify", "--metric",
                              "certified,gjk,vclip,box15,sat,sat_gauss,ratio_ray,ratio_seidel,"
                              "ratio_facets,minkowski",
                              "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  std::map<std::string, json> by_file;
  for (const json& row : expected_words().at("judged")) {
    by_file["file:" + row.at("file").get<std::string>()] = row.at("not_applicable");
  }
  std::size_t judged = 0;
  const json record = json::parse(ran.out);
  for (const json& row : record.at("results")) {
    const std::string metric = row.at("metric");
    SCOPED_TRACE(metric + " on " + row.at("family").get<std::string>());
    const int not_applicable = by_file.at(row.at("family")).value(metric, 0);
    EXPECT_EQ(row.at("not_applicable"), not_applicable);
    EXPECT_EQ(row.at("right").get<int>() + not_applicable, row.at("cases").get<int>());
    EXPECT_EQ(row.at("right_at_own_tolerance"), row.at("right"));
    ++judged;
  }
  EXPECT_EQ(judged, 10 * by_file.size());
}

TEST(FoundWrong, KeepsWhatIsClaimedOfEvents) {
  const Ran ran = run_on_all({"reproduce", "events"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

TEST(FoundWrong, KeepsTheConditionsOnContacts) {
  const Ran ran = run_on_all({"contacts", "certified"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

TEST(FoundWrong, EndsAsTheListSays) {
  for (const json& command : expected_words().at("commands")) {
    SCOPED_TRACE(command.dump());
    const Ran ran = run_touchstone(words_of(command));
    EXPECT_EQ(ran.exit_code, command.at("exit")) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(command.at("says").get<std::string>()));
  }
}

TEST(FoundWrong, IsRefusedInALineWhereItIsNoCase) {
  for (const json& command : expected_words().at("refused")) {
    SCOPED_TRACE(command.dump());
    expect_one_line_refusal(run_touchstone(words_of(command)), command.at("says"));
  }
}

TEST(FoundWrong, HasAnExpectationForEachFile) {
  std::set<std::string> named = {"expected.json"};
  for (const json& row : expected_words().at("judged")) named.insert(row.at("file"));
  for (const char* list : {"commands", "refused"}) {
    for (const json& command : expected_words().at(list)) {
      for (const json& word : command.at("words")) {
        const auto name = word.get<std::string>();
        if (std::filesystem::is_regular_file(found_wrong_folder() + name)) named.insert(name);
      }
    }
  }
  std::set<std::string> there;
  for (const auto& entry : std::filesystem::directory_iterator(found_wrong_folder())) {
    there.insert(entry.path().filename().string());
  }
  EXPECT_EQ(there, named);
}

}  // namespace
}  // namespace touchstone
