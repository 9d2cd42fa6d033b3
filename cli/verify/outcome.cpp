// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify/outcome.hpp"

#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include "cli/process/output_file.hpp"
#include "cli/report_context.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/compare/verdict_records.hpp"
#include "reports/accuracy_markdown.hpp"
#include "reports/junit.hpp"
#include "reports/terminal.hpp"
#include "reports/verify_svg.hpp"
#include "schema/number_text.hpp"

namespace touchstone {

namespace {

/// The outputs: JSON, JUnit, SVG, then those of the accuracy table.
constexpr std::size_t kTable = 3;

/// The files of the accuracy table in its folder: the program's, and the pages that people read,
/// which the quick table lacks.
std::vector<std::string> accuracy_files(const std::string& folder, Extent extent) {
  if (folder.empty()) return {};
  if (extent == Extent::quick) return {folder + "/accuracy-quick.json"};
  std::vector<std::string> files = {folder + "/accuracy.json"};
  for (const std::string& page : accuracy_page_names()) files.push_back(folder + "/" + page);
  return files;
}

}  // namespace

void add_outcome_options(Command& command, OutcomeArguments& arguments) {
  add_json_option(command, arguments.json);
  command.junit(arguments.junit,
                "Write JUnit XML: a suite for each metric, a case for each family");
  command.svg(arguments.svg, "Draw what share is right, by metric and group, for print");
  constexpr const char* kInTable = "in the table, which --json -, --junit - and --svg - leave out";
  command.full(arguments.full, "Show each family, and why what was not run was not").only(kInTable);
  command
      .flag("--own-tolerance", arguments.own_tolerance,
            "Also show what is right at the tolerance that each metric claims")
      .only(kInTable);
  command.texts("--fail-on", "VERDICT", arguments.fail_on,
                "Exit code 1 exactly if such a verdict occurred: " + joined(wrong_word_names()),
                true);
  command.baseline(arguments.baseline, "Exit code 1 only for what got worse than in this record")
      .only("without --fail-on");
}

Result<Outcome> Outcome::open(const OutcomeArguments& arguments, Extent extent,
                              const Arguments& all_arguments, const std::string& command) {
  Outcome outcome(arguments.style(), extent);
  outcome.style_.room = columns_of(STDOUT_FILENO);
  auto words = words_of_names(*arguments.fail_on, command);
  if (!words) return Error{"--fail-on: " + words.reason()};
  outcome.fail_on_ = std::move(words).value();
  // Each of the two says by itself what the exit code is.
  if (outcome.fail_on_.empty() && !arguments.baseline->empty()) {
    auto baseline = read_record(*arguments.baseline);
    if (!baseline) return Error{"--baseline: " + baseline.reason()};
    outcome.baseline_ = std::move(baseline).value();
  }
  std::vector<std::string> paths = {*arguments.json, *arguments.junit, *arguments.svg};
  const auto table = accuracy_files(*arguments.accuracy, extent);
  paths.insert(paths.end(), table.begin(), table.end());
  if (auto error = all_arguments.unread_option()) return std::move(*error);
  // A folder that cannot be made is the error of the first page in it.
  std::error_code ignored;
  if (table.size() > 1) {
    std::filesystem::create_directory(*arguments.accuracy + "/accuracy", ignored);
  }
  for (const std::string& path : paths) {
    if (auto error = outcome.outputs_.emplace_back().open(path)) return std::move(*error);
  }
  return outcome;
}

std::optional<Error> Outcome::why_not_comparable(const CampaignOptions& options) const {
  if (!baseline_) return std::nullopt;
  auto error = why_not_a_baseline(*baseline_, options);
  if (error) error->reason = "--baseline: " + error->reason;
  return error;
}

Result<std::optional<RuleCheck>> Outcome::check_rule(const CampaignResult& result) const {
  std::optional<RuleCheck> rule;
  if (!fail_on_.empty()) rule = check_words(result, fail_on_);
  if (!baseline_) return rule;
  auto checked = check_baseline(result, *baseline_);
  if (!checked) return Error{"--baseline: " + checked.reason()};
  rule = std::move(checked).value();
  return rule;
}

int Outcome::finish(const CampaignResult& result, const std::string& closing,
                    const std::string& also_wrong, bool of_plugin) {
  const bool table = outputs_.size() > kTable;
  if (table && !is_whole_campaign(result, extent_)) {
    return fail("--write-accuracy: this is not the plain campaign", kExitBadInput);
  }
  const std::string nothing = nothing_judged(result);
  const int nothing_code = of_plugin ? kExitJudgedWrong : kExitBadInput;
  const auto checked = check_rule(result);
  if (!checked && nothing.empty()) return fail(checked.reason(), kExitBadInput);
  const std::optional<RuleCheck> rule = checked ? checked.value() : std::nullopt;
  // Another rule makes nothing of the table.
  const AccuracyCheck check =
      rule ? AccuracyCheck() : check_accuracy(result, committed_accuracy(extent_of(result)));
  const auto pages = table ? accuracy_pages(result) : std::vector<std::string>();
  const auto text_of = [&](std::size_t k) {
    if (k == 0) return campaign_json(result);
    if (k == 1) return rule ? junit_xml(result, *rule) : junit_xml(result, check, also_wrong);
    if (k == 2) return verify_svg(result, made_by());
    return k == kTable ? accuracy_json(result) : pages[k - kTable - 1];
  };
  std::string wrote;
  bool terminal = true;
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    if (!outputs_[k].wanted()) continue;
    if (const auto error = outputs_[k].write(text_of(k))) {
      return fail(error->reason, kExitHarnessFailed);
    }
    terminal = terminal && !outputs_[k].on_stdout();
    wrote += wrote_text(outputs_[k]);
  }
  if (terminal) {
    std::cout << report_text(result, check, style_) << closing << wrote;
    if (!nothing.empty()) {
      std::cout << "Exit code " << nothing_code << ": nothing was judged.\n";
    } else {
      std::cout << (rule ? rule_text(result, *rule, style_.full)
                         : closing_sentence(result, check, also_wrong));
    }
  }
  if (!nothing.empty()) return fail(nothing, nothing_code);
  if (rule) return rule->failed() ? kExitJudgedWrong : kExitAsExpected;
  return check.unexpected || !also_wrong.empty() ? kExitJudgedWrong : kExitAsExpected;
}

Result<std::string> Outcome::write_part(const CampaignResult& result) {
  OutputFile& json = outputs_.front();
  if (!json.wanted()) return std::string();
  return write_partial(json, campaign_json(result));
}

}  // namespace touchstone
