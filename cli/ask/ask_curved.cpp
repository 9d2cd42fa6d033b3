// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_curved.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cli/ask/asker.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/judge/judge.hpp"
#include "reports/text_table.hpp"
#include "reports/truth_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::string_view kNoneProven = "none is proven";

/// Nothing where 0 is inside the bracket.
std::optional<int> sign_of(const Bracket& bracket) {
  if (bracket.lower > 0) return 1;
  if (bracket.upper < 0) return -1;
  return bracket.lower == 0 && bracket.upper == 0 ? std::optional(0) : std::nullopt;
}

/// Along it the lower bound is proven.
std::optional<Vec3> normal_of(const Bracket& bracket) {
  if (!std::isfinite(bracket.lower)) return std::nullopt;
  return bracket.evidence.direction.high.normalized();
}

std::optional<double> finite(double x) {
  return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

/// The least and the largest |claim - phi| that the bracket leaves [m].
struct ErrorBounds {
  double least, most;
};
ErrorBounds claim_error(const AskedCurved& asked) {
  const double phi = asked.c.claim->phi;
  const auto [lower, upper] = std::pair(asked.bracket.lower, asked.bracket.upper);
  return {std::max({lower - phi, phi - upper, 0.0}),
          std::max(std::abs(phi - lower), std::abs(phi - upper))};
}

/// Empty where the claim lacks the part.
std::string_view decided_word(BracketPart part) {
  constexpr std::array<std::string_view, 4> kWords = {"", "valid", "invalid", kUndecided};
  return kWords.at(static_cast<std::size_t>(part));
}

std::string decided_text(BracketPart part) {
  const std::string word(decided_word(part));
  return part == BracketPart::wrong ? wrong_text(word) : word;
}

std::string claim_text(const AskedCurved& asked) {
  const CaseClaim& claim = *asked.c.claim;
  const BracketVerdict& verdict = *asked.claim;
  const std::string word(verdict.word());
  const ErrorBounds error = claim_error(asked);
  std::string text = claim_name(claim) + ": " + (verdict.is_wrong() ? wrong_text(word) : word) +
                     "\n  phi        " + exact_text(claim.phi) + ", off by " +
                     short_text(error.least) + " to " + short_text(error.most) + " m\n";
  if (claim.normal) {
    text +=
        "  normal     " + vector_text(*claim.normal) + " " + decided_text(verdict.normal) + "\n";
  }
  if (claim.points) {
    text += "  witness a  " + vector_text((*claim.points)[0]) + "\n  witness b  " +
            vector_text((*claim.points)[1]) + "\n  witnesses  " + decided_text(verdict.witness) +
            "\n";
  }
  return text;
}

RecordFields<AskedCurved> claim_fields() {
  using Curved = AskedCurved;
  const std::vector<std::string_view> words = {"valid", "invalid", kUndecided};
  const std::string_view none = "the claim gives none";
  return RecordFields<Curved>()
      .add(field("by", "program that said it").omitted_where("it is not named"),
           [](const Curved& a) { return a.c.claim->by; })
      .add(field("verdict", "verdict on the claim, in one word (docs/bodies.md)"),
           [](const Curved& a) { return a.claim->word(); })
      .add(field("value", "signed distance that is claimed", "m"),
           [](const Curved& a) { return a.c.claim->phi; })
      .add(field("error_least", "least error of the value that the bounds leave", "m"),
           [](const Curved& a) { return claim_error(a).least; })
      .add(field("error_most", "largest error of the value that the bounds leave", "m")
               .null_where("a bound is missing"),
           [](const Curved& a) { return finite(claim_error(a).most); })
      .add(field("normal_verdict", "verdict on the normal alone").one_of(words).null_where(none),
           [](const Curved& a) { return decided_word(a.claim->normal); })
      .add(field("witness_verdict", "verdict on the two witness points together")
               .one_of(words)
               .null_where(none),
           [](const Curved& a) { return decided_word(a.claim->witness); });
}

RecordFields<const MetricRow*> unasked_fields() {
  using Row = const MetricRow*;
  return RecordFields<Row>()
      .add(field("metric", "name of the metric"), [](const Row& row) { return row->name; })
      .add(field("verdict", "it is not asked about curved cores"),
           [](const Row& /*row*/) { return word_name(Word::not_applicable); });
}

}  // namespace

AskedCurved ask_curved(const Case& c, const std::vector<const MetricRow*>& metrics,
                       double tolerance) {
  AskedCurved asked{c, find_bracket(*c.curved), metrics, {}};
  if (c.claim) asked.claim = judge_by_bracket(*c.curved, asked.bracket, *c.claim, tolerance);
  // What proves the bounds can be long.
  const FineVec3 direction = asked.bracket.evidence.direction;
  asked.bracket.evidence = {};
  asked.bracket.evidence.direction = direction;
  return asked;
}

std::string bracket_text(const Bracket& bracket) {
  return "[" + exact_text(bracket.lower) + ", " + exact_text(bracket.upper) + "]";
}

std::string bracket_sign(const Bracket& bracket) {
  const auto sign = sign_of(bracket);
  return sign ? std::string(sign_name(*sign)) : "of either sign";
}

std::string curved_text(const AskedCurved& asked) {
  const Bracket& bracket = asked.bracket;
  const double width = bracket.upper - bracket.lower;
  const double size = pair_size(*asked.c.curved);
  std::string text = asked.c.id + "\n  phi        in " + bracket_text(bracket) + " m, " +
                     bracket_sign(bracket) + "\n  width      " + short_text(width) + " m, " +
                     short_text(width / size) + " of size\n";
  if (const auto normal = normal_of(bracket)) {
    text += "  normal     " + vector_text(*normal) + " from B to A, proves the lower bound\n";
  }
  text += "  size       " + exact_text(size) + " m\n";
  if (asked.claim) text += claim_text(asked);
  for (const MetricRow* metric : asked.metrics) {
    text += metric->name + ": " + std::string(word_name(Word::not_applicable)) +
            "\n  detail     a core is curved\n";
  }
  return text;
}

const RecordFields<AskedCurved>& curved_fields() {
  using Curved = AskedCurved;
  static const auto kFields =
      RecordFields<Curved>()
          .add(field("id", "id of the case, by which `touchstone ask` finds it"),
               [](const Curved& a) { return a.c.id; })
          .add(field("lower", "proven lower bound on phi", "m").null_where(kNoneProven),
               [](const Curved& a) { return finite(a.bracket.lower); })
          .add(field("upper", "proven upper bound on phi", "m").null_where(kNoneProven),
               [](const Curved& a) { return finite(a.bracket.upper); })
          .add(field("sign", "sign of phi: -1, 0 or 1")
                   .from(-1, 1)
                   .null_where("the bounds do not tell it"),
               [](const Curved& a) { return sign_of(a.bracket); })
          .add(field("normal",
                     "unit vector from B to A, world axes, along which the lower bound is proven, "
                     "rounded")
                   .null_where(kNoneProven),
               [](const Curved& a) { return normal_of(a.bracket); })
          .add(
              field("size",
                    "size of the pair: the smaller bounding radius above 0 of the two bodies", "m"),
              [](const Curved& a) { return pair_size(*a.c.curved); })
          .add_part(field("claim", "answer that the case file claims, and its verdict")
                        .omitted_where("the file claims nothing"),
                    claim_fields(), [](const Curved& a) { return a.claim.has_value(); })
          .add(
              field("metrics", "metrics that were named").omitted_where("none was"),
              [](const Curved& a) -> const auto& { return a.metrics; }, unasked_fields())
          .add(field("case", "the two bodies and their poses, as a case file (docs/case-file.md)"),
               [](const Curved& a) {
                 std::string text = write_case(a.c);
                 text.pop_back();  // the end of its last line
                 return RawJson{text};
               });
  return kFields;
}

}  // namespace touchstone
