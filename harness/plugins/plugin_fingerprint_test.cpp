// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_fingerprint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace touchstone {
namespace {

using testing::ElementsAre;

TEST(PluginFingerprint, ChangesWithTheContentOfAFile) {
  const std::string name = std::filesystem::temp_directory_path() /
                           ("touchstone fingerprint " + std::to_string(::getpid()));
  const auto of = [&](const std::string& content) {
    std::ofstream(name) << content;
    EXPECT_EQ(plugin_fingerprint("python3 '" + name + "' /nonesuch /dev/null"),
              plugin_fingerprint(name));
    return plugin_fingerprint(name);
  };
  const std::string one = of("one");
  EXPECT_EQ(of("one"), one);
  EXPECT_NE(of("two"), one);
  EXPECT_NE(of("one\n"), one);
  EXPECT_NE(of(""), "");
  EXPECT_NE(of(std::string(100000, 'x')), of(std::string(100001, 'x')));
  std::filesystem::remove(name);
  EXPECT_EQ(plugin_fingerprint("python3 " + name), "");
}

TEST(PluginFingerprint, CutsACommandAsAShellDoes) {
  EXPECT_THAT(command_words("python3 mine.py --fast"), ElementsAre("python3", "mine.py", "--fast"));
  EXPECT_THAT(command_words("exec './my file.py' \"it's\" a\\ b;next"),
              ElementsAre("exec", "./my file.py", "it's", "a b", "next"));
  EXPECT_THAT(command_words(""), ElementsAre());
}

}  // namespace
}  // namespace touchstone
