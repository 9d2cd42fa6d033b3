// SPDX-License-Identifier: GPL-3.0-or-later
// One run of `ask`: what was asked, and what of it can be asked about the cases that were read.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "cli/ask/asked_cases.hpp"
#include "cli/ask/asker.hpp"
#include "geometry/result.hpp"

namespace touchstone {

inline constexpr const char* kWhereJudged =
    "where something is judged: with --metric, --answer, --html, a claim or a program of --dump";

/// What is asked, and where the answers go: an empty path is nowhere.
struct AskRun {
  AskedCases cases;
  AskQuestion question;
  bool judges = false;             ///< whatever the cases claim
  std::deque<MetricRow> variants;  ///< owns metrics made for --fixed-body or --ratio-form
  std::string dump, form, certificate, refute, json, html;

  /// Whether standard output is for people.
  bool shows_text() const {
    const std::array outputs = {&dump, &certificate, &refute, &json, &html};
    return std::none_of(outputs.begin(), outputs.end(),
                        [](const std::string* path) { return *path == "-"; });
  }
  /// Whether the truth goes there or into a record.
  bool shows_truth() const { return shows_text() || !json.empty(); }
};

/// Sees what depends on the cases. Refuses what cannot be asked about them, and a tolerance that
/// none of them needs.
std::optional<Error> see_cases(const std::vector<Case>& cases, bool tolerance_given, AskRun& run);

}  // namespace touchstone
