// SPDX-License-Identifier: GPL-3.0-or-later
// What does not matter to a failure: changes of one sort after all of which the pair still fails
// with the same verdict.
#pragma once

#include <string>
#include <vector>

#include "harness/shrink/search.hpp"

namespace touchstone {

/// "any rotation of B about z", ... Each was tried on a fixed sample of such changes of `draft`.
std::vector<std::string> what_does_not_matter(Search& search, const PairDraft& draft);

}  // namespace touchstone
