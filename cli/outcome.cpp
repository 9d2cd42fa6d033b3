// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/outcome.hpp"

#include <array>
#include <iostream>
#include <utility>

#include "cli/case_input.hpp"
#include "harness/accuracy.hpp"
#include "harness/junit.hpp"

namespace touchstone {

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
  if (arguments.accuracy.empty()) return;
  for (const char* file : {"/accuracy.json", "/accuracy.md"}) {
    names.writes("--write-accuracy", arguments.accuracy + file);
  }
}

Result<Outcome> Outcome::open(const OutcomeArguments& arguments) {
  const auto path = [](const std::string& name) {
    return name.empty() ? std::nullopt : std::optional(name);
  };
  const std::string& folder = arguments.accuracy;
  const std::array paths{arguments.json, path(arguments.junit),
                         folder.empty() ? std::nullopt : path(folder + "/accuracy.json"),
                         folder.empty() ? std::nullopt : path(folder + "/accuracy.md")};
  Outcome outcome(arguments.style);
  for (const auto& name : paths) {
    auto output = &name == &paths[0] ? open_json(name) : JsonOutput::open(name);
    if (!output) return output.error();
    outcome.outputs_.push_back(std::move(output).value());
  }
  if (outcome.outputs_[0].on_stdout() && outcome.outputs_[1].on_stdout()) {
    return Error{"--junit: standard output is where --json goes"};
  }
  return outcome;
}

int Outcome::finish(const CampaignResult& result, const std::string& closing) {
  if (outputs_[2].wanted() && !is_whole_campaign(result)) {
    return complain("--write-accuracy: this is not the plain campaign", kExitBadInput);
  }
  const AccuracyCheck check = check_accuracy(result, committed_accuracy());
  const auto text_of = [&](std::size_t k) {
    if (k == 0) return campaign_json(result);
    if (k == 1) return junit_xml(result, check);
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
  if (terminal) std::cout << report_text(result, check, style_) << closing << wrote;
  const std::string nothing = nothing_judged(result);
  if (!nothing.empty()) return complain(nothing, kExitBadInput);
  return check.unexpected ? kExitJudgedWrong : kExitAsExpected;
}

}  // namespace touchstone
