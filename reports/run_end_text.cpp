// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/run_end_text.hpp"

#include <algorithm>
#include <cmath>

#include "benchmarks/energy/recorded_run.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxShownBodies = 20;
constexpr std::string_view kBeyond = "it is beyond 1e62 m";

RecordFields<BodyEnd> body_end_fields() {
  return RecordFields<BodyEnd>()
      .add(field("body", "name of the body"), &BodyEnd::body)
      .add(field("position_m", "centre of mass of the body in the world at the end", "m")
               .from(-kMaxDistance_m, kMaxDistance_m)
               .entries_null_where(kBeyond),
           [](const BodyEnd& end) { return entries_or_null(end.position_m); })
      .add(field("moved_m", "distance of that from where the body started", "m")
               .from(0, kMaxDistance_m)
               .null_where(kBeyond),
           &BodyEnd::moved_m);
}

RecordFields<MetExpectation> expectation_fields() {
  using Met = MetExpectation;
  return RecordFields<Met>()
      .add(field("body", "name of the body"), [](const Met& met) { return met.expected.body; })
      .add(field("position_m", "where the scene expects its centre of mass at the end", "m")
               .from(-kMaxCoordinate, kMaxCoordinate),
           [](const Met& met) { return met.expected.position_W; })
      .add(field("within_m", "how far from there it may be", "m").from(0, kMaxCoordinate),
           [](const Met& met) { return met.expected.within; })
      .add(field("away_m", "how far from there it is", "m")
               .from(0, kMaxDistance_m)
               .null_where(kBeyond),
           &Met::away_m)
      .add(field("met", "whether the run came to its end and the body is near enough"), &Met::met);
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
  return text + "and " + how_many(more, "other") + ", which moved at most " + short_text(farthest) +
         " m\n";
}

std::string missed_text(std::size_t missed) {
  if (missed == 0) return "";
  return std::to_string(missed) + (missed == 1 ? " expectation was" : " expectations were") +
         " missed";
}

std::string expectations_text(const RunEnd& end, const std::string& run) {
  constexpr double kRounding = 1e-9;  // relative to a time [1]
  const bool between = end.time_s && std::abs(*end.time_s - end.asked_s) > kRounding * end.asked_s;
  const std::string when = between ? " at " + exact_text(*end.time_s) +
                                         " s, the whole step nearest to " +
                                         exact_text(end.asked_s) + " s,"
                                   : "";
  std::string text;
  for (const MetExpectation& met : end.expectations) {
    const std::string away =
        std::isfinite(met.away_m) ? short_text(met.away_m) + " m" : "beyond all numbers";
    const std::string line = run + ": " + met.expected.body + " is" + when + " " + away +
                             " from where it is expected, within " +
                             short_text(met.expected.within) + " m: ";
    const bool is_near = met.away_m <= met.expected.within;
    text += line + (met.met ? "met" : wrong_text("missed")) +
            (is_near && !met.met ? ", as the run ended early\n" : "\n");
  }
  return text;
}

RecordFields<RunEnd> run_end_fields() {
  return RecordFields<RunEnd>()
      .add(field("bodies", "one entry for each body that moves, freely or on a path"),
           &RunEnd::bodies, body_end_fields())
      .add(field("expectations", "one entry for each place where the scene expects a body"),
           &RunEnd::expectations, expectation_fields());
}

}  // namespace touchstone
