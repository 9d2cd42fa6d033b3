// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/gate_text.hpp"

#include <algorithm>

#include "reports/svg/svg_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

std::string right_of_all(const GateLine& line) {
  return std::to_string(line.right) + " of " + std::to_string(line.questions);
}

std::string rule_line(const GateRule& rule) {
  std::string line = "  " + rule.name + ": ";
  if (rule.compared == 0) return line + "nothing was compared\n";
  if (rule.timed) {
    return line + short_text(rule.found) + " (at most " + short_text(rule.limit) + ")\n";
  }
  return line + std::to_string(static_cast<std::uint64_t>(rule.found)) + " (at most " +
         std::to_string(static_cast<std::uint64_t>(rule.limit)) + ")\n";
}

/// A line for each verdict that the contract forbids and that occurred.
std::string forbidden_words(const GateLine& line) {
  const std::vector<std::string>& forbidden = line.contract.forbidden;
  std::string text;
  for (const WordCount& count : line.words) {
    if (std::find(forbidden.begin(), forbidden.end(), count.word) == forbidden.end()) continue;
    text += "    " + count.word + ": " + std::to_string(count.questions) + "\n";
  }
  return text;
}

/// Whether the library took no pair at all.
bool takes_none(const GateLine& line) {
  return line.words.size() == 1 && line.words.front().word == word_name(Word::not_applicable);
}

}  // namespace

std::string gate_text(const GateLine& line) {
  if (!line.touchstone.empty()) {
    return line.metric + " uses " + line.touchstone + " itself, and is not judged\n";
  }
  std::string text = line.metric + (line.passes ? " passes: " : " does not pass: ") +
                     right_of_all(line) + " right, " + how_many(line.deals, "deal") + "\n";
  if (line.deals < deals_for(line.contract)) {
    text += "  ended early: too many questions timed out\n";
  }
  if (takes_none(line)) return text + "  it takes no pair of these families\n";
  for (const GateRule& rule : line.rules) {
    if (!rule.holds) text += rule_line(rule);
    if (!rule.holds && rule.name == "words") text += forbidden_words(line);
  }
  if (line.replays) {
    text += *line.replays ? "The line that was given has the same verdict.\n"
                          : "The line that was given has another verdict.\n";
  }
  return text;
}

std::string gate_badge(const GateLine& line) {
  constexpr double kHeight = 20;
  constexpr double kLetter = 6.5;  // width of a letter, about
  const bool green = line.passes && line.questions > 0 && line.right == line.questions;
  const std::string said =
      (line.touchstone.empty() ? "right on " + right_of_all(line) : "not judged") +
      ", exact judge, " + line.judged_at.substr(0, 10);
  const double width = kLetter * static_cast<double>(said.size()) + 20;
  return svg_document(width, kHeight,
                      svg_polygon({{0, 0}, {width, 0}, {width, kHeight}, {0, kHeight}},
                                  green ? "#bfe8bf" : "#f3c6c0", "none") +
                          svg_label({width / 2, 14}, said, "middle"),
                      said);
}

}  // namespace touchstone
