// SPDX-License-Identifier: GPL-3.0-or-later
// The peers that `./touchstone peers` has built: plug-ins for libraries that people use. They lie
// in the folder TOUCHSTONE_PEERS if that is set, else in build/peers beside this program's build.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/asking/runner.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Their rows, by file name. Says which ones cannot be loaded, and leaves them out.
Result<std::vector<std::shared_ptr<const MetricRow>>> find_peers(const RunnerOptions& runner);

/// The names, separated by commas, of those that were not built for want of their library, or do
/// not build; empty where that is not known.
std::string missing_peers(const RunnerOptions& runner);

/// What to type where `name` is that of a peer: "is a peer, named by its file: DIR/fcl.so". Empty
/// where no peer has that name.
std::string peer_hint(const std::string& name);

}  // namespace touchstone
