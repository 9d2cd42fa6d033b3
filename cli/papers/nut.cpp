// SPDX-License-Identifier: GPL-3.0-or-later
// `reproduce brazil-nut`: the rank of a large body among small ones that are shaken.
#include <unistd.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/papers/names.hpp"
#include "reports/nut_record.hpp"
#include "reports/nut_text.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

int shake_nut(const RunArguments& typed) {
  const std::vector<NutRun> runs = nut_runs(*typed.full);
  return run_recorded(typed, "runs", Interrupted::shown, [&](Progress& progress) -> Result<Made> {
    const std::vector<NutRise> rises =
        shake_nuts(runs, guarded_metric, {*typed.jobs, stop_requested, progress.updates()});
    return Made{nut_text(rises, columns_of(STDOUT_FILENO)), nut_record().document({rises}),
                std::none_of(rises.begin(), rises.end(), nut_run_failed), nut_csv(rises),
                nut_svg(rises)};
  });
}

}  // namespace

RunArguments& add_nut(Command& command) {
  RunArguments& a = command.runs(shake_nut);
  command.full(a.full, "270 bodies and 40 shakes, and 120 with one thing varied at a time");
  command.jobs(a.jobs);
  return a.add_drawing(command);
}

}  // namespace touchstone
