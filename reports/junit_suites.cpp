// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/junit_suites.hpp"

#include <algorithm>

#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr const char* kReplacement = "\xef\xbf\xbd";  // U+FFFD
constexpr const char* kNotCharacters = "\xef\xbf";    // begins U+FFFE and U+FFFF, also others

std::string attribute(const std::string& name, std::string_view value) {
  return " " + name + "=\"" + xml_text(value) + "\"";
}

std::string suite_text(const JunitSuite& suite) {
  std::string text = "  <testsuite" + attribute("name", suite.name) +
                     attribute("tests", std::to_string(suite.cases.size())) +
                     attribute("failures", std::to_string(suite.failures)) +
                     attribute("errors", std::to_string(suite.errors)) +
                     attribute("skipped", std::to_string(suite.skipped)) + ">\n";
  for (const JunitCase& test : suite.cases) {
    text += "    <testcase" + attribute("classname", "touchstone." + suite.name) +
            attribute("name", test.name);
    text += test.outcome.empty() ? "/>\n" : ">\n      " + test.outcome + "\n    </testcase>\n";
  }
  return text + "  </testsuite>\n";
}

}  // namespace

std::string xml_text(std::string_view text) {
  const std::string valid = valid_text(text);
  std::string out;
  for (std::size_t k = 0; k < valid.size(); ++k) {
    const char c = valid[k];
    const bool no_character = valid.compare(k, 2, kNotCharacters) == 0 && k + 2 < valid.size() &&
                              (valid[k + 2] == '\xbe' || valid[k + 2] == '\xbf');
    if (no_character) {
      out += kReplacement;
      k += 2;
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\n' || c == '\t' || c == '\r') {
      out += "&#" + std::to_string(static_cast<int>(c)) + ";";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += kReplacement;
    } else {
      out += c;
    }
  }
  return out;
}

std::string junit_element(const std::string& name, const std::string& message,
                          const std::string& type, const std::string& content) {
  std::string text = "<" + name + attribute("message", message);
  if (!type.empty()) text += attribute("type", type);
  return content.empty() ? text + "/>" : text + ">" + xml_text(content) + "</" + name + ">";
}

JunitSuite& junit_suite(std::vector<JunitSuite>& suites, const std::string& name) {
  const auto known = std::find_if(suites.begin(), suites.end(),
                                  [&](const JunitSuite& suite) { return suite.name == name; });
  if (known != suites.end()) return *known;
  suites.push_back({name, {}});
  return suites.back();
}

std::string junit_document(const std::vector<JunitSuite>& suites, const std::string& title) {
  JunitSuite all;
  std::string text;
  std::size_t tests = 0;
  for (const JunitSuite& suite : suites) {
    text += suite_text(suite);
    tests += suite.cases.size();
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.skipped += suite.skipped;
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", title) +
         attribute("tests", std::to_string(tests)) +
         attribute("failures", std::to_string(all.failures)) +
         attribute("errors", std::to_string(all.errors)) +
         attribute("skipped", std::to_string(all.skipped)) + ">\n" + text + "</testsuites>\n";
}

}  // namespace touchstone
