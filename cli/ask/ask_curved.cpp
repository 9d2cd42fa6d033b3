// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_curved.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "harness/campaign/tally.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/judge/judge.hpp"
#include "harness/judge/question.hpp"
#include "harness/runners/make_runner.hpp"
#include "reports/shrink_text.hpp"
#include "reports/text_table.hpp"
#include "reports/truth_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::string_view kNoneProven = "none is proven";

/// Along it the lower bound is proven.
std::optional<Vec3> normal_of(const Bracket& bracket) {
  if (!std::isfinite(bracket.lower)) return std::nullopt;
  return bracket.evidence.direction.high.normalized();
}

std::optional<double> finite(double x) {
  return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

/// The note of an answer with a value; else the reason that there is no value.
std::string detail_of(const RunOutcome& outcome) {
  const Answer& answer = outcome.answer;
  if (!outcome.detail.empty()) return outcome.detail;
  const bool is_sign =
      outcome.status == RunStatus::completed && answer.status == AnswerStatus::sign_only;
  if (!answer.note.empty() || !is_sign) return answer.note;
  return "says only " + std::string(sign_name(answer.sign));
}

/// Empty without a verdict.
std::string_view decided_word(PartVerdict part) {
  constexpr std::array<std::string_view, 5> kWords = {"", "valid", "invalid", "absent",
                                                      "undecided"};
  return kWords.at(static_cast<std::size_t>(part));
}

std::string decided_text(PartVerdict part) {
  const std::string word(decided_word(part));
  const bool wrong = part == PartVerdict::invalid || part == PartVerdict::absent;
  return wrong ? wrong_text(word) : word;
}

RecordFields<CurvedReply> judged_fields() {
  using Reply = CurvedReply;
  const std::vector<std::string_view> words = {"valid", "invalid", "absent", "undecided"};
  const std::string_view none = "the answer gives none";
  const auto point = [](std::size_t k) {
    return [k](const Reply& r) {
      const bool there = r.said && r.said->points;
      return there ? std::optional((*r.said->points)[k]) : std::nullopt;
    };
  };
  return RecordFields<Reply>()
      .add(field("verdict", "verdict in one word (docs/verdicts.md), or undecided"),
           [](const Reply& r) { return word_name(r.verdict.word); })
      .add(field("value", "signed distance that was answered", "m").null_where(none),
           [](const Reply& r) { return r.said ? std::optional(r.said->phi) : std::nullopt; })
      .add(field("error_least", "least error of the value that the bounds leave", "m")
               .null_where(none),
           [](const Reply& r) { return r.error_least; })
      .add(field("error_most", "largest error of the value that the bounds leave", "m")
               .null_where(none),
           [](const Reply& r) { return r.error_most ? finite(*r.error_most) : std::nullopt; })
      .add(field("normal", "normal that was answered, from B to A").null_where(none),
           [](const Reply& r) { return r.said ? r.said->normal : std::nullopt; })
      .add(field("normal_verdict", "verdict on the normal alone").one_of(words).null_where(none),
           [](const Reply& r) {
             return r.said && r.said->normal ? decided_word(r.verdict.normal) : "";
           })
      .add(field("witness_a", "witness point of A that was answered", "m").null_where(none),
           point(0))
      .add(field("witness_b", "witness point of B that was answered", "m").null_where(none),
           point(1))
      .add(field("witness_verdict", "verdict on the two witness points together")
               .one_of(words)
               .null_where(none),
           [](const Reply& r) {
             return r.said && r.said->points ? decided_word(r.verdict.witness) : "";
           })
      .add(field("note", "note of the answer; without an answer the reason for that")
               .omitted_where("nothing was said"),
           &Reply::detail);
}

/// "0.1 to 0.2 m (0.2 to 0.4 of size)"; one number where both look alike.
std::string error_text(const CurvedReply& reply, double size) {
  const auto range = [&](double unit) {
    const std::string least = short_text(*reply.error_least / unit);
    const std::string most = short_text(*reply.error_most / unit);
    return least == most ? least : least + " to " + most;
  };
  return range(1) + " m (" + range(size) + " of size)";
}

/// What was shrunk, and what is proven of it.
std::string shrunk_pair_text(const CurvedReply& reply) {
  const Bracket bracket = find_bracket(std::get<ConvexPair>(reply.shrunk->bodies));
  return shrunk_text(*reply.shrunk, reply.name, reply.id) + "  phi        in " +
         bracket_text(bracket) + " m\n";
}

}  // namespace

RawJson case_json(const Case& c) {
  std::string text = write_case(c);
  text.pop_back();  // the end of its last line
  return {text};
}

CurvedReply reply_of(std::string name, std::optional<CaseClaim> said, const Verdict& verdict,
                     std::string detail, const Bracket& bracket) {
  CurvedReply reply{
      std::move(name), std::move(said), verdict, std::move(detail), {}, {}, {}, {}, {}, false};
  reply.counts_as_wrong = is_failure(verdict.word);
  if (!reply.said) return reply;
  const double phi = reply.said->phi;
  reply.error_least = verdict.error_abs;
  reply.error_most = std::max(std::abs(phi - bracket.lower), std::abs(phi - bracket.upper));
  return reply;
}

std::string curved_reply_text(const CurvedReply& reply, double size) {
  const std::string word(word_name(reply.verdict.word));
  std::string text =
      reply.name + ": " + (is_failure(reply.verdict.word) ? wrong_text(word) : word) + "\n";
  if (!reply.detail.empty()) text += "  detail     " + reply.detail + "\n";
  if (!reply.said) return text;
  const CaseClaim& said = *reply.said;
  text += "  phi        " + exact_text(said.phi) + ", off by " + error_text(reply, size) + "\n";
  if (said.normal) {
    text += "  normal     " + vector_text(*said.normal) + " " + decided_text(reply.verdict.normal) +
            "\n";
  }
  if (said.points) {
    text += "  witness a  " + vector_text((*said.points)[0]) + "\n  witness b  " +
            vector_text((*said.points)[1]) + "\n  witnesses  " +
            decided_text(reply.verdict.witness) + "\n";
  }
  return text;
}

RecordFields<CurvedReply> reply_fields_of(const char* who) {
  return RecordFields<CurvedReply>()
      .add(field("metric", who), &CurvedReply::name)
      .include(judged_fields())
      .add(field("shrunk", "the simplest pair that was found to fail alike, as a case file")
               .omitted_where("the failure was not shrunk"),
           [](const CurvedReply& r) { return r.shrunk ? case_json(r.small_case()) : RawJson{}; });
}

bool AskedCurved::counts_as_wrong() const {
  return (claim && claim->counts_as_wrong) ||
         std::ranges::any_of(metrics, [](const CurvedReply& r) { return r.counts_as_wrong; });
}

RunOutcome CurvedAsker::outcome_of(const MetricRow& metric, const ConvexPair& bodies) {
  std::unique_ptr<Runner>& runner = runners_[&metric];
  if (runner == nullptr) {
    RunnerOptions options = question_.metrics.runner_for(metric);
    options.asks_again = false;
    runner = make_runner(metric, options);
  }
  const AskedPair asked = &bodies;
  return runner->run({&asked, 1}).front();
}

AskedCurved CurvedAsker::ask(const Case& c) {
  const double tolerance = question_.tolerance;
  const ConvexPair& pair = *c.curved();
  Question question(c);
  AskedCurved asked{c, question.bracket_for({}), {}, {}};
  if (c.claim) {
    asked.claim =
        reply_of(claim_name(*c.claim), *c.claim,
                 judge_by_bracket(pair, asked.bracket, *c.claim, tolerance), "", asked.bracket);
  }
  const MetricChoice& metrics = question_.metrics;
  for (const MetricRow* metric : metrics.rows) {
    // A metric in single precision sees rounded bodies.
    const auto seen = question.curved_for(metric->traits);
    const RunOutcome outcome = seen ? outcome_of(*metric, *seen.value())
                                    : RunOutcome{RunStatus::not_applicable, {}, seen.reason()};
    const ConvexPair& bodies = seen ? *seen.value() : pair;
    const Bracket& bracket = seen ? question.bracket_for(metric->traits) : asked.bracket;
    asked.metrics.push_back(
        reply_of(metric->name, claim_of(outcome),
                 judge_by_bracket(bodies, bracket, metric->traits, outcome, tolerance),
                 detail_of(outcome), less_offset(bracket, metric->traits.offset)));
    CurvedReply& reply = asked.metrics.back();
    reply.id = c.id;
    reply.counts_as_wrong =
        counts_as_wrong(*metric, reply.verdict, c, tolerance, metrics.is_plugin(*metric));
    if (!question_.shrink || !is_failure(reply.verdict.word)) continue;
    auto shrunk = shrink(c.bodies, suspect_metric(*metric, metrics.runner_for(*metric), tolerance));
    if (shrunk) {
      reply.shrunk = std::move(shrunk).value();
    } else {
      reply.why_not_shrunk = shrunk.reason();
    }
  }
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
  const auto sign = proven_sign(bracket);
  return sign ? std::string(sign_name(*sign)) : "sign not proven";
}

std::string reply_cell(const CurvedReply& reply) {
  const std::string word(word_name(reply.verdict.word));
  if (!reply.said) return word;
  const std::string value = exact_text(reply.said->phi);
  return reply.verdict.word == Word::right ? value : value + " " + word;
}

std::string curved_text(const AskedCurved& asked) {
  const Bracket& bracket = asked.bracket;
  const double width = bracket.upper - bracket.lower;
  const double size = pair_size(*asked.c.curved());
  std::string text = asked.c.id + "\n  phi        in " + bracket_text(bracket) + " m, " +
                     bracket_sign(bracket) + "\n  width      " + short_text(width) + " m, " +
                     short_text(width / size) + " of size\n";
  if (const auto normal = normal_of(bracket)) {
    text += "  normal     " + vector_text(*normal) + " from B to A, proves the lower bound" +
            (std::isfinite(bracket.upper) ? "; points of both bodies prove the upper\n" : "\n");
  }
  text += "  size       " + exact_text(size) + " m\n";
  if (asked.claim) text += curved_reply_text(*asked.claim, size);
  for (const CurvedReply& reply : asked.metrics) {
    text += curved_reply_text(reply, size);
    if (reply.shrunk) text += shrunk_pair_text(reply);
    if (!reply.why_not_shrunk.empty()) {
      text += reply.name + " is not shrunk: " + reply.why_not_shrunk + "\n";
    }
  }
  return text;
}

RecordFields<AskedCurved> curved_fields() {
  using Curved = AskedCurved;
  return RecordFields<Curved>()
      .add(field("id", "id of the case, by which `touchstone ask` finds it"),
           [](const Curved& a) { return a.c.id; })
      .add(field("lower", "proven lower bound on phi", "m").null_where(kNoneProven),
           [](const Curved& a) { return finite(a.bracket.lower); })
      .add(field("upper", "proven upper bound on phi", "m").null_where(kNoneProven),
           [](const Curved& a) { return finite(a.bracket.upper); })
      .add(field("sign", "sign of phi: -1, 0 or 1")
               .from(-1, 1)
               .null_where("the bounds do not tell it"),
           [](const Curved& a) { return proven_sign(a.bracket); })
      .add(field("normal",
                 "unit vector from B to A, world axes, along which the lower bound is proven, "
                 "rounded")
               .null_where(kNoneProven),
           [](const Curved& a) { return normal_of(a.bracket); })
      .add(
          field("size", "size of the pair: the smaller of the bodies' bounding radii above 0", "m"),
          [](const Curved& a) { return pair_size(*a.c.curved()); })
      .add(field("claim", "answer that the case file claims, and its verdict")
               .omitted_where("the file claims nothing"),
           &Curved::claim, reply_fields_of("claim, and by which program"))
      .add(
          field("metrics", "what became of each metric that was named")
              .with_lines()
              .omitted_where("none was"),
          [](const Curved& a) -> const auto& { return a.metrics; },
          reply_fields_of("name of the metric"))
      .add(field("case", "the two bodies and their poses, as a case file (docs/case-file.md)"),
           [](const Curved& a) { return case_json(a.c); });
}

}  // namespace touchstone
