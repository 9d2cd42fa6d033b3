// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps the processes of a plug-in together, so that none outlives it: namespaces where the
// kernel gives them, else a parent for all that lose theirs. Linux only.
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

/// Lets nobody without CAP_SYS_PTRACE trace this process, or look into it.
void forbid_tracing();

/// A worker may be looked into, for debuggers, but has no right to trace its supervisor any more:
/// what is traced stops, and answers the host no more.
void give_up_tracing();

/// Makes this process the parent of those below it whose parent ends. What is its child at the first
/// call is no plug-in's: call it before the first supervisor.
void adopt_orphans();

/// Kills what adopt_orphans() has made a child of this process, until there is none, or 100 rounds
/// are over. Workers lead sessions of their own, which nothing that they start can leave for that of
/// this process. Does nothing as process 1, whose children may be anybody's.
void kill_adopted();

}  // namespace touchstone::containment
