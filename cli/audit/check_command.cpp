// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/check_command.hpp"

#include <iostream>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/progress.hpp"
#include "harness/check/check_record.hpp"
#include "reports/check_text.hpp"

namespace touchstone {
namespace {

int exit_code_of(const CheckReport& found) {
  if (found.as_expected()) return kExitAsExpected;
  return found.check.of_the_truth ? kExitHarnessFailed : kExitJudgedWrong;
}

}  // namespace

int run_check_command(const CheckCommand& command, const Arguments& typed,
                      const std::function<CheckReport(const RunControl&)>& run) {
  if (const auto error = typed.unread_option()) return complain(error->reason, kExitBadInput);
  catch_end_signals();
  auto opened = OutputFile::open(command.json);
  if (!opened) return complain(opened.reason(), kExitBadInput);
  OutputFile output = std::move(opened).value();
  CheckReport found;
  double elapsed_s = 0;
  {
    Progress progress(command.name, command.unit);
    found = run({command.jobs, [] { return end_signal() != 0; }, progress.updates()});
    elapsed_s = progress.elapsed_s();
  }
  const bool stopped = end_signal() != 0;
  const std::string text = output.on_stdout() ? "" : check_text(found, command.by_family, stopped);
  if (!stopped) {
    return report(output, check_record().document(found), text, elapsed_s, command.jobs,
                  exit_code_of(found));
  }
  if (!text.empty()) std::cout << "PARTIAL, as the run was interrupted:\n\n" << text;
  return complain(command.name + ": interrupted; nothing is kept", kExitBySignal + end_signal());
}

}  // namespace touchstone
