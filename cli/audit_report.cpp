// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit_report.hpp"
#include "cli/console.hpp"
#include "cli/output_file.hpp"
#include "reports/number_text.hpp"

#include <iostream>

namespace touchstone {

int report_audit(OutputFile& output, const std::string& json, const std::string& text,
                 double elapsed_s, int jobs, int verdict) {
  if (output.wanted()) {
    const auto error = output.write(json);
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (!output.on_stdout()) {
    std::cout << text << elapsed_text(elapsed_s, jobs) << "\n";
    if (output.wanted()) std::cout << "wrote " << output.path() << "\n";
  }
  return verdict;
}

}  // namespace touchstone
