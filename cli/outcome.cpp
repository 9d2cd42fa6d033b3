// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/outcome.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <iostream>
#include <utility>

#include "cli/case_input.hpp"
#include "cli/console.hpp"
#include "cli/output_file.hpp"
#include "harness/compare/accuracy.hpp"
#include "reports/junit.hpp"
#include "reports/terminal.hpp"

namespace touchstone {

namespace {

/// The files of the accuracy table in its directory: the program's, and what a person reads, which
/// the quick table lacks.
std::array<std::optional<std::string>, 2> accuracy_files(const OutcomeArguments& arguments) {
  const std::string& folder = arguments.accuracy;
  if (folder.empty()) return {};
  if (arguments.extent == Extent::quick) return {folder + "/accuracy-quick.json", std::nullopt};
  return {folder + "/accuracy.json", folder + "/accuracy.md"};
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
  for (const auto& file : accuracy_files(arguments)) {
    if (file) names.writes("--write-accuracy", *file);
  }
}

Result<Outcome> Outcome::open(const OutcomeArguments& arguments) {
  const auto accuracy = accuracy_files(arguments);
  const std::array paths{arguments.json,
                         arguments.junit.empty() ? std::nullopt : std::optional(arguments.junit),
                         accuracy[0], accuracy[1]};
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
  if (outputs_[2].wanted() && !is_whole_campaign(result, extent_)) {
    return complain("--write-accuracy: this is not the plain campaign", kExitBadInput);
  }
  const AccuracyCheck check = check_accuracy(result, committed_accuracy(extent_of(result)));
  const auto text_of = [&](std::size_t k) {
    if (k == 0) return campaign_json(result);
    if (k == 1) return junit_xml(result, check, also_wrong);
    return k == 2 ? accuracy_json(result) : accuracy_markdown(result);
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
