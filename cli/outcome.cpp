// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/outcome.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include "cli/case_input.hpp"
#include "cli/console.hpp"
#include "cli/output_file.hpp"
#include "harness/compare/accuracy.hpp"
#include "reports/accuracy_markdown.hpp"
#include "reports/junit.hpp"
#include "reports/terminal.hpp"

namespace touchstone {

namespace {

/// The outputs: JSON, JUnit, then those of the accuracy table.
constexpr std::size_t kTable = 2;

/// The files of the accuracy table in its folder: the program's, and the pages that people read,
/// which the quick table lacks.
std::vector<std::string> accuracy_files(const OutcomeArguments& arguments) {
  const std::string& folder = arguments.accuracy;
  if (folder.empty()) return {};
  if (arguments.extent == Extent::quick) return {folder + "/accuracy-quick.json"};
  std::vector<std::string> files = {folder + "/accuracy.json"};
  for (const std::string& page : accuracy_page_names()) files.push_back(folder + "/" + page);
  return files;
}

}  // namespace

void add_outcome_options(CLI::App& command, OutcomeArguments& arguments) {
  command
      .add_option("--junit", arguments.junit,
                  "JUnit XML to FILE: a suite for each metric, a case for each family")
      ->type_name("FILE")
      ->check(names_something());
  command.add_flag("--full", arguments.style.full,
                   "Show each family, and why what was not run was not");
  command.add_flag("--own-tolerance", arguments.style.own_tolerance,
                   "Also show what is right at the tolerance that each metric claims");
  add_json_option(command, arguments.json);
}

void name_outputs(const OutcomeArguments& arguments, FileNames& names) {
  if (arguments.json) names.writes("--json", *arguments.json);
  names.writes("--junit", arguments.junit);
  for (const std::string& file : accuracy_files(arguments)) {
    names.writes("--write-accuracy", file);
  }
}

Result<Outcome> Outcome::open(const OutcomeArguments& arguments) {
  std::vector<std::optional<std::string>> paths = {
      arguments.json, arguments.junit.empty() ? std::nullopt : std::optional(arguments.junit)};
  const auto table = accuracy_files(arguments);
  paths.insert(paths.end(), table.begin(), table.end());
  // A folder that cannot be made is the error of the first page in it.
  std::error_code ignored;
  if (table.size() > 1) {
    std::filesystem::create_directory(arguments.accuracy + "/accuracy", ignored);
  }
  Outcome outcome(arguments.style, arguments.extent);
  outcome.style_.room = columns_of(STDOUT_FILENO);
  for (const auto& name : paths) {
    auto output = &name == &paths[0] ? open_json(name) : OutputFile::open(name);
    if (!output) return output.error();
    outcome.outputs_.push_back(std::move(output).value());
  }
  if (outcome.outputs_[0].on_stdout() && outcome.outputs_[1].on_stdout()) {
    return Error{"--junit: standard output is where --json goes"};
  }
  return outcome;
}

int Outcome::finish(const CampaignResult& result, const std::string& closing,
                    const std::string& also_wrong) {
  const bool table = outputs_.size() > kTable;
  if (table && !is_whole_campaign(result, extent_)) {
    return complain("--write-accuracy: this is not the plain campaign", kExitBadInput);
  }
  const AccuracyCheck check = check_accuracy(result, committed_accuracy(extent_of(result)));
  const auto pages = table ? accuracy_pages(result) : std::vector<std::string>();
  const auto text_of = [&](std::size_t k) {
    if (k == 0) return campaign_json(result);
    if (k == 1) return junit_xml(result, check, also_wrong);
    return k == kTable ? accuracy_json(result) : pages[k - kTable - 1];
  };
  std::string wrote;
  bool terminal = true;
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    if (!outputs_[k].wanted()) continue;
    if (const auto error = outputs_[k].write(text_of(k))) {
      return complain(error->reason, kExitHarnessFailed);
    }
    terminal = terminal && !outputs_[k].on_stdout();
    wrote += "wrote " + outputs_[k].path() + "\n";
  }
  const std::string nothing = nothing_judged(result);
  if (terminal) {
    std::cout << report_text(result, check, style_) << closing << wrote
              << (nothing.empty() ? closing_sentence(result, check, also_wrong) : "");
  }
  if (!nothing.empty()) return complain(nothing, kExitBadInput);
  return check.unexpected || !also_wrong.empty() ? kExitJudgedWrong : kExitAsExpected;
}

}  // namespace touchstone
