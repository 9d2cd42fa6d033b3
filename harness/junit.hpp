// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign as JUnit XML, for continuous integration.
#pragma once

#include <string>
#include <string_view>

#include "harness/accuracy.hpp"

namespace touchstone {

/// A testsuite for each metric, a testcase for each family. Wrong answers are a failure, crashes
/// and answers over the time limit an error, with the counts and the ids of the worst cases; where
/// the accuracy table covers the cell, a difference from it is the failure, and nothing else. What
/// was not run is skipped, with the reason.
std::string junit_xml(const CampaignResult& result, const AccuracyCheck& check);

/// `text` as the content of an XML 1.0 attribute or element: markup escaped, and U+FFFD for what is
/// not UTF-8 or no character of XML.
std::string xml_text(std::string_view text);

}  // namespace touchstone
