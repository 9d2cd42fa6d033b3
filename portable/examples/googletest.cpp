// SPDX-License-Identifier: MIT
// basic.h under GoogleTest. From this folder: g++ -I.. googletest.cpp -lccd -lgtest -lgtest_main && ./a.out
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "libccd_adapter.h"

namespace {

// What is known to be wrong, by id, with where it is discussed. Whoever mends one takes it out of the list.
const char* const kWrongFace = "Touchstone's docs/findings.md, libccd's EPA stops at a wrong face";
const char* const kNoNormal = "Touchstone's docs/findings.md, libccd gives a depth without a normal";
struct Known {
  std::string word, link;
};
const std::map<std::string, Known> kKnown = {
    {"b8a2a59084d56a7a", {"inaccurate", kWrongFace}},
    {"bdb1c71f800116ac", {"inaccurate", kWrongFace}},
    {"a6f466695fe18426", {"invalid_normal", kNoNormal}},
    {"8b0ed00086f54b94", {"invalid_normal", kNoNormal}},
    {"3548406abe23eb20", {"missing", kNoNormal}},
    {"9dd1ecf3df932cbc", {"invalid_normal", kNoNormal}},
    {"e5407471a464b3f6", {"missing", kNoNormal}},
    {"d78fc6dd1c85026b", {"invalid_normal", kNoNormal}},
    {"d6a3f1345f249f1d", {"invalid_normal", kNoNormal}},
    {"644c160dd29838b3", {"missing", kNoNormal}},
};

TEST(Touchstone, BasicPairs) {
  int skipped = 0;
  for (const touchstone_vector& pair : touchstone_basic) {
    const touchstone_verdict verdict = judge_libccd(&pair);
    skipped += verdict.word == TOUCHSTONE_SKIPPED ? 1 : 0;
    const std::string word = touchstone_word_name(verdict.word);
    const auto known = kKnown.find(pair.id);
    const std::string expected = known == kKnown.end() ? "right" : known->second.word;
    EXPECT_TRUE(word == expected || verdict.word == TOUCHSTONE_SKIPPED)
        << pair.id << " (" << pair.comment << "): " << word << ", not " << expected << "; phi is "
        << pair.phi << (known == kKnown.end() ? "" : "; " + known->second.link);
  }
  RecordProperty("skipped", skipped);
  EXPECT_EQ(skipped, 0) << "skipped pairs are no proof of anything";
}

}  // namespace
