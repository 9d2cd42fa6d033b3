// SPDX-License-Identifier: MIT
// basic.h under Catch2. From this folder: g++ -I.. catch2.cpp -lccd && ./a.out
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "libccd_adapter.h"

// What is known to be wrong, by id. Whoever mends one takes it out of the list. In Touchstone's docs/findings.md all of
// "inaccurate" are in "libccd's EPA stops at a wrong face", the others in "libccd gives a depth without a normal".
static const std::map<std::string, std::string> known = {
    {"b8a2a59084d56a7a", "inaccurate"},     {"bdb1c71f800116ac", "inaccurate"},
    {"a6f466695fe18426", "invalid_normal"}, {"8b0ed00086f54b94", "invalid_normal"},
    {"3548406abe23eb20", "missing"},        {"9dd1ecf3df932cbc", "invalid_normal"},
    {"e5407471a464b3f6", "missing"},        {"644c160dd29838b3", "missing"},
    {"d78fc6dd1c85026b", "invalid_normal"}, {"d6a3f1345f249f1d", "invalid_normal"},
};

TEST_CASE("basic pairs of Touchstone") {
  int skipped = 0;
  for (const touchstone_vector& pair : touchstone_basic) {
    const touchstone_verdict verdict = judge_libccd(&pair);
    if (verdict.word == TOUCHSTONE_SKIPPED) {
      ++skipped;
      continue;
    }
    const auto listed = known.find(pair.id);
    const std::string expected = listed == known.end() ? "right" : listed->second;
    const std::string word = touchstone_word_name(verdict.word);
    INFO(pair.id << " (" << pair.comment << "), phi is " << pair.phi);
    CHECK(word == expected);
  }
  INFO("skipped pairs are no proof of anything");
  CHECK(skipped == 0);
}
