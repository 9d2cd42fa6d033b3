// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/run_end_text.hpp"

#include <algorithm>

#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxShownBodies = 20;

const RecordFields<BodyEnd>& body_end_fields() {
  static const auto kFields =
      RecordFields<BodyEnd>()
          .add(field("body", "its name"), &BodyEnd::body)
          .add(field("position_m", "its centre", "m"), &BodyEnd::position_m)
          .add(field("moved_m", "distance from its start", "m"), &BodyEnd::moved_m);
  return kFields;
}

const RecordFields<MetExpectation>& expectation_fields() {
  using Met = MetExpectation;
  static const auto kFields =
      RecordFields<Met>()
          .add(field("body", "its name"), [](const Met& met) { return met.expected.body; })
          .add(field("position_m", "where its centre is expected", "m"),
               [](const Met& met) { return met.expected.position_W; })
          .add(field("within_m", "how far away it may be", "m"),
               [](const Met& met) { return met.expected.within; })
          .add(field("away_m", "how far away it is", "m"), &Met::away_m)
          .add(field("met", "whether it is near enough at the scene's end"), &Met::met);
  return kFields;
}

}  // namespace

std::string run_end_text(const RunEnd& end) {
  TextTable table({"body", "x\nm", "y\nm", "z\nm", "moved\nm"}, 1);
  const std::size_t shown = std::min(end.bodies.size(), kMaxShownBodies);
  for (std::size_t i = 0; i < shown; ++i) {
    const BodyEnd& body = end.bodies[i];
    table.add({body.body, short_text(body.position_m.x()), short_text(body.position_m.y()),
               short_text(body.position_m.z()), short_text(body.moved_m)});
  }
  std::string text = table.text();
  if (shown == end.bodies.size()) return text;
  double farthest = 0;
  for (std::size_t i = shown; i < end.bodies.size(); ++i) {
    farthest = std::max(farthest, end.bodies[i].moved_m);
  }
  const std::size_t more = end.bodies.size() - shown;
  return text + "and " + std::to_string(more) + (more == 1 ? " other" : " others") +
         ", which moved at most " + short_text(farthest) + " m\n";
}

std::string expectations_text(const RunEnd& end, const std::string& run) {
  std::string text;
  for (const MetExpectation& met : end.expectations) {
    const std::string line = run + ": " + met.expected.body + " is " + short_text(met.away_m) +
                             " m from where it is expected, within " +
                             short_text(met.expected.within) + " m: ";
    text += line + (met.met ? "met" : wrong_text("missed")) + "\n";
  }
  return text;
}

const RecordFields<RunEnd>& run_end_fields() {
  static const auto kFields = RecordFields<RunEnd>()
                                  .add(field("bodies", "bodies that move, on paths or freely"),
                                       &RunEnd::bodies, body_end_fields())
                                  .add(field("expectations", "what the scene expects at its end"),
                                       &RunEnd::expectations, expectation_fields());
  return kFields;
}

}  // namespace touchstone
