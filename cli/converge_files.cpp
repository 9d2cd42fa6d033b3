// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/converge_files.hpp"

#include "cli/energy_csv.hpp"
#include "cli/output_file.hpp"
#include "reports/converge_text.hpp"
#include "reports/number_text.hpp"

namespace touchstone {

std::optional<Error> write_converge_csv(const std::string& directory,
                                        const std::vector<ConvergeRun>& runs) {
  if (const auto error = make_csv_directory(directory)) return error;
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
