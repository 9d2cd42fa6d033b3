// SPDX-License-Identifier: GPL-3.0-or-later
// The worker's side: one process that loads a plug-in and answers batches of questions.
#pragma once

#include <cstdint>
#include <string>

namespace touchstone {

/// Loads `library` and answers batches on `socket` until the host closes it. Never returns: what
/// the plug-in registered for the end of a process does not run.
[[noreturn]] void run_plugin_worker(const std::string& library, int socket,
                                    std::uint64_t memory_limit_bytes);

}  // namespace touchstone
