// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/papers/converge_files.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

#include "cli/energy_csv.hpp"
#include "cli/output_file.hpp"
#include "reports/converge_text.hpp"
#include "reports/number_text.hpp"

namespace touchstone {
namespace {

/// "3-dice3-constant-gamma1-start0-dt0.01.csv"
bool is_table_of_run(const std::string& name) {
  const std::size_t digits = name.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string::npos || name[digits] != '-') return false;
  const std::size_t end = name.find('-', digits + 1);
  if (end == std::string::npos || !name.ends_with(".csv")) return false;
  return is_problem_of_hart(name.substr(digits + 1, end - digits - 1)) &&
         name.find("-gamma") != std::string::npos && name.find("-dt") != std::string::npos;
}

/// Tables of an earlier call, whose numbers would be taken for those of this one.
void remove_tables_of_runs(const std::string& directory) {
  std::error_code error;
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    if (is_table_of_run(entry.path().filename().string())) old.push_back(entry.path());
  }
  for (const std::filesystem::path& path : old) std::filesystem::remove(path, error);
}

}  // namespace

std::optional<Error> write_converge_csv(const std::string& directory,
                                        const std::vector<ConvergeRun>& runs) {
  if (const auto error = make_csv_directory(directory)) return error;
  remove_tables_of_runs(directory);
  if (const auto error = write_file(directory + "/runs.csv", converge_csv(runs))) return error;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const ConvergeRun& run = runs[i];
    const std::string what = run.scene + "-" + std::string(pattern_name(run.pattern)) + "-gamma" +
                             exact_text(run.gamma) + "-start" + std::to_string(run.start);
    const std::string path = directory + "/" + csv_name(i, what, run.dt);
    if (const auto error = write_file(path, converge_steps_csv(run))) return error;
  }
  return std::nullopt;
}

}  // namespace touchstone
