// SPDX-License-Identifier: GPL-3.0-or-later
// The points of a plug-in's manifolds as contact data, which have conditions (docs/contacts.md).
#pragma once

#include <memory>

#include "contact/contact.hpp"
#include "harness/asking/runner.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// The method is a ManifoldSource as well. One thread at a time may use it, whatever the workspace.
/// A fault of the plug-in is no answer, with a note; a manifold without points is not applicable.
/// Throws HarnessError where no worker can be had.
std::unique_ptr<ContactMethod> make_plugin_contacts(const MetricRow& row,
                                                    const RunnerOptions& options);

}  // namespace touchstone
