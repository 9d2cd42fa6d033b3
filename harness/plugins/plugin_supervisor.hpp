// SPDX-License-Identifier: GPL-3.0-or-later
// The process between the host and the workers of a plug-in, which are forks that load a library,
// or commands. It runs no code of the plug-in, and every process that a plug-in starts ends up
// below it, so that all can be killed.
#pragma once

#include <cstdint>
#include <string>

namespace touchstone {

/// Serves the host on the descriptors of plugin_channel.hpp until the host is gone, and kills what
/// is left. Workers load `library`. Returns the exit code.
int serve_plugin_workers(const std::string& library, std::uint64_t memory_limit_bytes);

/// The same; workers are what /bin/sh makes of `command`, and the host gets their standard streams.
int serve_command_workers(const std::string& command, std::uint64_t memory_limit_bytes);

}  // namespace touchstone
