// SPDX-License-Identifier: GPL-3.0-or-later
// No option is accepted and ignored: each command gets each pair of its options, up to where its
// work would begin. Either all of them were read by then, or one line names one that has no effect.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "tests/help_text.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using Words = std::vector<std::string>;
using testing::HasSubstr;

/// In an order in which the tests of the slow ones do not follow each other.
constexpr std::array kCommands = {"verify",     "validate", "contacts", "dump",       "ask",
                                  "time",       "energy",   "simulate", "audit",      "reproduce",
                                  "merge",      "compare",  "list",     "report",     "man",
                                  "new-plugin", "test",     "peers",    "completion", "vectors",
                                  "import",     "solve",    "campaign", "gate",       "package"};

/// A plausible value of an option, by its name or else by its type in the help.
std::string value_of(const HelpCommand& command, const HelpOption& option,
                     const ScratchFolder& folder) {
  const std::string root = TOUCHSTONE_SOURCE_DIR;
  static const std::map<std::string, std::string> kOfOne = {
      {"compare --metric", "sat,gjk"},
      {"solve --family", "step-one"},
      {"reproduce converge --model", "manifold"},
      {"verify --baseline", root + "/results/accuracy.json"},
      {"validate --baseline", root + "/results/accuracy.json"},
      {"merge --baseline", root + "/results/accuracy.json"}};
  static const std::map<std::string, std::string> kByName = {
      {"--metric", "certified"},
      {"--family", "boxes"},
      {"--regime", "near"},
      {"--start", "cold"},
      {"--vertices", "8"},
      {"--contacts", "vclip_sat"},
      {"--stepper", "fixed_point"},
      {"--model", "peg"},
      {"--language", "c"},
      {"--kind", "solver"},
      {"--solver", "nsgs"},
      {"--format", "md"},
      {"--fail-on", "crashed"},
      {"--shard", "1/2"},
      {"--cases-of", "boxes=3"},
      {"--as", "libccd"},
      {"--case", "field:fcl-503"},
      {"--meshes", root + "/examples/meshes/shapes"},
      {"--file", root + "/examples/case-file/pairs.json"},
      {"--dt", "0.01"},
      {"--tolerance", "1e-6"}};
  static const std::map<std::string, std::string> kByType = {
      {"NAME", "certified"}, {"T", "0.5"}, {"MB", "900"}};
  const auto one = kOfOne.find(command.name() + " " + option.name);
  if (one != kOfOne.end()) return one->second;
  const auto named = kByName.find(option.name);
  if (named != kByName.end()) return named->second;
  const bool is_path = option.type == "FILE" || option.type == "DIR";
  if (is_path) return folder.path(option.name.substr(2));
  const auto typed = kByType.find(option.type);
  return typed != kByType.end() ? typed->second : "3";
}

/// The words that a command needs besides its options.
Words needed_words(const HelpCommand& command, const ScratchFolder& folder) {
  const std::string pair = std::string(TOUCHSTONE_SOURCE_DIR) + "/examples/case-file/pair.json";
  const std::map<std::string, std::string> kValues = {
      {"WHAT", "metrics"},         {"SHELL", "bash"},
      {"SCENE", "stack"},          {"FILE-or-ID", pair},
      {"OUT", folder.path("out")}, {"OLD", "a.json"},
      {"NEW", "b.json"},           {"DIR", folder.path("made")},
      {"METRIC", "certified"}};
  const std::map<std::string, std::string> kOfOne = {{"audit half-spaces METRIC", "ratio_facets"},
                                                     {"merge RECORD", "in.db"},
                                                     {"reproduce contraction SCENE", "dice3"},
                                                     {"reproduce converge SCENE", "dice3"}};
  Words words;
  for (const std::string& positional : command.positionals) {
    const auto one = kOfOne.find(command.name() + " " + positional);
    if (one != kOfOne.end()) {
      words.push_back(one->second);
      continue;
    }
    const auto value = kValues.find(positional);
    if (value != kValues.end()) words.push_back(value->second);
  }
  return words;
}

void add_option(const HelpCommand& command, const HelpOption& option, const ScratchFolder& folder,
                Words& words) {
  words.push_back(option.name);
  if (!option.type.empty()) words.push_back(value_of(command, option, folder));
}

/// The commands of this name and below it that have options of their own.
std::vector<HelpCommand> commands_of(const std::string& name) {
  std::vector<HelpCommand> commands;
  for (HelpCommand& command : commands_of_help()) {
    if (command.words.front() == name && command.below.empty()) {
      commands.push_back(std::move(command));
    }
  }
  return commands;
}

class Options : public testing::TestWithParam<const char*> {};

TEST_P(Options, OfEachPairAreReadOrOneIsNamed) {
  const Variable only("TOUCHSTONE_OPTIONS_ONLY", "1");
  const ScratchFolder folder;
  for (const HelpCommand& command : commands_of(GetParam())) {
    for (auto one = command.options.begin(); one != command.options.end(); ++one) {
      for (auto other = command.options.begin(); other != one; ++other) {
        if (one->name == "--help" || other->name == "--help") continue;
        Words words = command.words;
        for (const std::string& word : needed_words(command, folder)) words.push_back(word);
        const bool counts = one->name == "--cases" || other->name == "--cases";
        if (command.name() == "dump" && !counts) words.insert(words.end(), {"--cases", "2"});
        add_option(command, *other, folder, words);
        add_option(command, *one, folder, words);
        SCOPED_TRACE(testing::PrintToString(words));
        const Ran ran = run_touchstone(words);
        expect_one_line_refusal(ran, "");
        EXPECT_THAT(ran.err, testing::AnyOf(HasSubstr("every option is read"), HasSubstr(one->name),
                                            HasSubstr(other->name)));
      }
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("."))) {
    ADD_FAILURE() << "work has begun: " << entry.path();
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, Options, testing::ValuesIn(kCommands), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(OptionsOfCommands, AreAllTested) {
  std::set<std::string> names;
  for (const HelpCommand& command : commands_of_help()) {
    const std::string& name = command.words.front();
    names.insert(name);
    EXPECT_THAT(kCommands, testing::Contains(name));
  }
}

/// Each name is tried with a command that does not have it.
TEST(OptionsOfCommands, AreRejectedWhereACommandHasThemNot) {
  std::vector<HelpCommand> commands;
  std::set<std::string> names;
  for (HelpCommand& command : commands_of_help()) {
    for (const HelpOption& option : command.options) names.insert(option.name);
    const bool launchers =
        command.name() == "test" || command.name() == "peers" || command.name() == "package";
    if (command.below.empty() && !launchers) commands.push_back(std::move(command));
  }
  names.erase("--help");
  std::size_t next = 0;
  for (const std::string& name : names) {
    const auto lacks_it = [&] { return !commands[next % commands.size()].has(name); };
    for (std::size_t tried = 0; tried < commands.size() && !lacks_it(); ++tried) ++next;
    if (!lacks_it()) continue;
    Words words = commands[next++ % commands.size()].words;
    words.push_back(name);
    SCOPED_TRACE(testing::PrintToString(words));
    const Ran ran = run_touchstone(words);
    expect_one_line_refusal(ran, name);
    EXPECT_THAT(ran.err, testing::AnyOf(HasSubstr("unknown option"), HasSubstr(" is now ")));
  }
}

}  // namespace
}  // namespace touchstone
