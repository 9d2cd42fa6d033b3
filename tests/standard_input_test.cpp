// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The words of the first ask command that a report prints.
std::vector<std::string> ask_words(const std::string& report) {
  const std::string begin = "./touchstone ask ";
  const auto at = report.find(begin);
  if (at == std::string::npos) return {};
  std::istringstream line(report.substr(at, report.find('\n', at) - at));
  std::vector<std::string> words;
  for (std::string word; line >> word;) words.push_back(word);
  words.erase(words.begin());
  return words;
}

TEST(VerifyStandardInput, AWrongCaseCanBeAskedAboutAsPrintedOnceItIsSaved) {
  const Ran dumped = run_touchstone({"ask", "random-boxes:42:0", "--dump", "-"});
  ASSERT_EQ(dumped.exit_code, 0) << dumped.err;
  const Ran ran = run_touchstone(
      {"verify", "--metric", "gjk_epa", "--file", "-", "--tolerance", "1e-300"}, dumped.out);
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("save it to a file first"));
  EXPECT_THAT(ran.out, Not(HasSubstr("ask - ")));

  std::vector<std::string> words = ask_words(ran.out);
  ASSERT_EQ(words.front(), "ask") << ran.out;
  const ScratchFolder folder;
  const std::string saved = folder.write("mine.json", dumped.out);
  for (std::string& word : words) {
    if (word == "SAVED") word = saved;
  }
  const Ran again = run_touchstone(words);
  EXPECT_EQ(again.exit_code, 1) << again.err;
  EXPECT_THAT(again.out, HasSubstr("inaccurate"));
}

TEST(VerifyStandardInput, NothingIsSaidOfSavingWhereTheCasesAreInAFile) {
  const Ran dumped = run_touchstone({"ask", "random-boxes:42:0", "--dump", "-"});
  const ScratchFolder folder;
  const std::string saved = folder.write("mine.json", dumped.out);
  const Ran ran =
      run_touchstone({"verify", "--metric", "gjk_epa", "--file", saved, "--tolerance", "1e-300"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, Not(HasSubstr("SAVED")));
  EXPECT_THAT(ran.out, HasSubstr("ask " + saved + " --case "));
}

}  // namespace
}  // namespace touchstone
