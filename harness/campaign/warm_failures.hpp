// SPDX-License-Identifier: GPL-3.0-or-later
// Failures that a metric has only after other questions: what it remembers of these is to blame.
#pragma once

#include "harness/campaign/campaign.hpp"

namespace touchstone {

/// Asks the first of each row's worst cases alone. Where that is right, `after` of the row gets the
/// case with which its batch begins. Left out are metrics of this program that remember nothing,
/// and plug-ins with a crash or a lost question, which would cost as much again.
void note_warm_failures(const CampaignOptions& options, CampaignResult& result);

}  // namespace touchstone
