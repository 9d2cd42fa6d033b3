// SPDX-License-Identifier: GPL-3.0-or-later
// JUnit XML: test suites of test cases.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

struct JunitCase {
  std::string name;
  std::string outcome;  ///< the XML element inside, or nothing
};

struct JunitSuite {
  std::string name;
  std::vector<JunitCase> cases;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
};

/// The suite of this name, made at the end where there is none.
JunitSuite& junit_suite(std::vector<JunitSuite>& suites, const std::string& name);

/// An element of a test case: "failure", "error" or "skipped".
std::string junit_element(const std::string& name, const std::string& message,
                          const std::string& type, const std::string& content);

std::string junit_document(const std::vector<JunitSuite>& suites, const std::string& title);

/// `text` as the content of an XML 1.0 attribute or element: markup escaped, and U+FFFD for what is
/// not UTF-8 or no character of XML.
std::string xml_text(std::string_view text);

}  // namespace touchstone
