// SPDX-License-Identifier: GPL-3.0-or-later
// What a plug-in wrote as an answer, read with suspicion.
#pragma once

#include "harness/asking/run_outcome.hpp"
#include "harness/plugins/plugin_instance.hpp"
#include "harness/plugins/plugin_transport.hpp"

namespace touchstone {

/// What of an answer means nothing, "its normal is 0": a part that is NaN or infinite, or a normal
/// without a direction. nullptr if nothing does.
const char* meaningless_part(const Answer& answer);

/// The outcome as it is, but no_answer with a note where the answer has a meaningless_part():
/// whoever asks a plug-in gets finite numbers and directions.
RunOutcome checked_outcome(RunOutcome outcome);

/// The checked outcome of one question. A status that the header does not know is no_answer with a
/// note.
RunOutcome plugin_outcome(const touchstone_answer& answer, PluginFault fault);

/// Takes the points or the gradient of a question with an outcome from memory that the plug-in can
/// still write to. What means nothing there is no_answer with a note.
void take_contact_record(const plugin_channel::ContactRecord& record, const PluginTask& task);

}  // namespace touchstone
