// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps the processes of a plug-in together, so that none outlives it: namespaces where the
// kernel gives them, else a secret in the environment. Linux only.
#pragma once

#include <string>

namespace touchstone::containment {

/// Whether the kernel lets this user make the namespaces below. It is tried in a child: some kernels
/// give a user namespace and then no rights in it.
bool may_make_namespaces();

/// Puts a supervisor and all that it starts into namespaces of their own, of processes and of
/// mounts. The caller goes on as the first process there: the others cannot signal it, and all of
/// them end when it ends. Returns false where the kernel gives no such namespace. Call it before
/// the first thread.
bool enter_process_namespace();

/// Puts a worker, which is a fork of such a supervisor, into a namespace of IPC objects of its own.
/// Its /dev/shm, which is its folder for temporary files, and its pseudoterminals are private.
/// What it needs at `path` stays reachable.
void enter_worker_namespace(const std::string& path);

/// The environment variable that holds a secret.
inline constexpr const char* kSecretVariable = "TOUCHSTONE_PLUGIN_RUN";

/// A text that nobody guesses.
std::string new_secret();

/// Makes this process the parent of those below it whose parent ends.
void adopt_orphans();

/// Kills every process that has `secret` in its environment, until there is none.
void kill_marked(const std::string& secret);

}  // namespace touchstone::containment
