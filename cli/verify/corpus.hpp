// SPDX-License-Identifier: GPL-3.0-or-later
// A directory of cases on which an algorithm failed once: each is judged again, and new ones come
// to it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/shrink/shrink_failures.hpp"

namespace touchstone {

/// Paths of the case files (*.json) in a corpus, sorted by name. Empty if the directory does not
/// exist.
Result<std::vector<std::string>> corpus_files(const std::string& directory);

/// Makes the directory if it does not exist. Returns why it failed, or nothing.
std::optional<Error> make_corpus(const std::string& directory);

/// Writes each shrunk failure of a family, as a case file whose name is that of its content, unless
/// it is there. Returns how many are new.
Result<std::size_t> add_to_corpus(const std::string& directory,
                                  const std::vector<MetricFailures>& failures);

}  // namespace touchstone
