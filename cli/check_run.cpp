// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/check_run.hpp"

#include "cli/console.hpp"
#include "cli/end_signal.hpp"
#include "cli/file_names.hpp"

namespace touchstone {

std::string foreign_campaign_option(const VerifyArguments& a) {
  if (!a.metrics.empty()) return "--metric";
  if (!a.db.empty()) return "--db";
  if (a.shard) return "--shard";
  if (a.properties) return "--properties";
  if (a.degeneracy) return "--degeneracy";
  if (a.certify) return "--certify";
  if (!a.outcome.junit.empty()) return "--junit";
  if (!a.outcome.accuracy.empty()) return "--write-accuracy";
  if (!a.outcome.fail_on.empty()) return "--fail-on";
  if (!a.outcome.baseline.empty()) return "--baseline";
  if (a.outcome.style.own_tolerance) return "--own-tolerance";
  return "";
}

Result<OutputFile> open_check(const VerifyArguments& arguments) {
  FileNames names;
  for (const std::string& file : arguments.files) names.reads("--file", file);
  names.reads_meshes("--meshes", arguments.meshes);
  name_outputs(arguments.outcome, names);
  if (const auto clash = names.clash()) return *clash;
  catch_end_signals();
  return OutputFile::open(arguments.outcome.json);
}

std::string partial_heading() {
  return end_signal() == 0 ? "" : "PARTIAL, as the run was interrupted:\n\n";
}

int check_interrupted(const std::string& what) {
  return complain("verify: interrupted while " + what + "; nothing is kept",
                  kExitBySignal + end_signal());
}

}  // namespace touchstone
