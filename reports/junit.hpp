// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign as JUnit XML, for continuous integration.
#pragma once

#include <string>

#include "harness/compare/accuracy.hpp"
#include "harness/compare/exit_rule.hpp"

namespace touchstone {

/// A testsuite for each metric, a testcase for each family. A testcase fails where it makes the
/// exit code 1 (AccuracyCheck::unexpected), and nowhere else: as an error where something crashed
/// or ran out of time that should not, else as a failure, with the counts and the ids of the worst
/// cases. What was not run is skipped, with the reason. `also_wrong`, a further reason for exit
/// code 1, fails a testsuite of its own.
std::string junit_xml(const CampaignResult& result, const AccuracyCheck& check,
                      const std::string& also_wrong = "");

/// A JUnit report under a rule in place of the accuracy table: a testcase fails where it says so.
std::string junit_xml(const CampaignResult& result, const RuleCheck& rule);

}  // namespace touchstone
