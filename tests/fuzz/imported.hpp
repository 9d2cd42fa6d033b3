// SPDX-License-Identifier: GPL-3.0-or-later
// What the targets of import promise.
#pragma once

#include "harness/cases/files/case_file.hpp"
#include "import/import.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {

inline void require_import(const std::string& text, const ImportOptions& options) {
  const auto cases = import_case_text(text, "fuzz", options, CurvedCases::taken);
  if (!cases.ok()) {
    require_one_line(cases.reason(), cases.reason().starts_with("--") ? "--" : "fuzz: ");
    return;
  }
  require(!cases.value().empty(), "a text that is taken holds a case");
  for (const ImportedCase& one : cases.value()) {
    const std::string written = write_imported(one);
    const auto again = parse_case_text(written, "again", nullptr, CurvedCases::taken);
    require(again.ok(), "what was written is read: " + (again.ok() ? "" : again.reason()));
    require(write_case(again.value().front()) == write_case(one.c),
            "writing again gives the same text");
  }
}

}  // namespace touchstone
