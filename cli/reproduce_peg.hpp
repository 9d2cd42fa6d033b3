// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone reproduce peg-figure21`, 22 and 24.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// The words typed for a peg figure, not yet parsed.
struct PegFigureArguments {
  std::vector<std::string> dt, models;
  std::optional<std::string> starts, bodies, seed;
  bool full = false;
};

struct PegFigureOutput {
  std::string text, json, csv, svg;
  int exit_code = 0;
};

/// All but the seed, which other tables have as well.
void add_peg_figure_options(Command& command, PegFigureArguments& arguments);

/// `name` is that of a figure. The exit code is 1 where a run of `peg` failed.
Result<PegFigureOutput> reproduce_peg_figure(
    const std::string& name, const PegFigureArguments& arguments, int jobs,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace touchstone
