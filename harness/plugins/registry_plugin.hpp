// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of a build as a collection of plug-ins: a library of it lets another build time them
// beside its own (docs/time.md). The build itself asks its own metrics through the same functions,
// so that both sides pay for the interface alike.
//
// The source also compiles against the sources of earlier commits (cmake/metrics_plugin.cmake):
// beyond plugin.h it stands on the registry and on polytopes alone, and on batches of metrics where
// the commit has them.
#pragma once

#include "include/touchstone/plugin.h"

/// The entry under the name that a library exports. It is a collection alone.
TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry;
