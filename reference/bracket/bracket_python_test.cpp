// SPDX-License-Identifier: GPL-3.0-or-later
// What tests/independent/brackets.py says of brackets, in fractions: those that are found hold, and
// a bound that is moved past the truth does not. TOUCHSTONE_AGREEMENT_CASES asks for more pairs.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "reference/bracket.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/bracket_text.hpp"
#include "reference/tests/curved_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 4121;

/// What the script prints, line by line.
std::vector<std::string> opinions(const std::string& path) {
  const std::string command = std::string(TOUCHSTONE_PYTHON) +
                              " -B " TOUCHSTONE_SOURCE_DIR "/tests/independent/brackets.py < " +
                              path + " > " + path + ".out";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream in(path + ".out");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(BracketPython, FractionsAcceptWhatHoldsAndNothingElse) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("touchstone_brackets_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const int cases = agreement_cases(67);
  int written = 0;
  {
    std::ofstream out(folder / "brackets");
    for (int k = 0; k < cases; ++k) {
      Random random(kSeed, static_cast<std::uint64_t>(k));
      const auto kind = [&random](std::uint64_t n) { return kBodyKinds[random.below(n)]; };
      const BodyKind curved = kind(3);
      const ConvexPair pair = pair_sample(random, curved, kind(7));
      Bracket bracket = find_bracket(pair);
      ASSERT_EQ(why_not_proven(pair, bracket), "");
      if (bracket.upper - bracket.lower > 1e-10 * pair_size(pair)) continue;
      const double past = 1e-9 * pair_size(pair);
      for (const auto& [up, down] : {std::pair{0.0, 0.0}, {past, 0.0}, {0.0, past}}) {
        Bracket moved = bracket;
        moved.lower += up;
        moved.upper -= down;
        EXPECT_EQ(why_not_proven(pair, moved).empty(), up + down == 0);
        write_bracket(out, pair, moved);
      }
      ++written;
    }
  }
  const std::vector<std::string> said = opinions((folder / "brackets").string());
  EXPECT_GT(written, cases * 9 / 10);
  ASSERT_EQ(said.size(), 3U * static_cast<std::size_t>(written));
  for (std::size_t k = 0; k < said.size(); k += 3) {
    EXPECT_EQ(said[k], "holds") << k;
    EXPECT_EQ(said[k + 1], "lower is not proven") << k;
    EXPECT_EQ(said[k + 2], "upper is not proven") << k;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace touchstone
