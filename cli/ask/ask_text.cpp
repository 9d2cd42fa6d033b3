// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/arithmetic/unit_vector.hpp"
#include "harness/campaign/failure.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/shrink/shrunk_record.hpp"
#include "reference/oracle.hpp"
#include "reports/shrink_text.hpp"
#include "reports/truth_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Characters of most doubles in the shortest form that is exact: "-0.12345678901234567".
constexpr std::size_t kUsualNumber = 20;

/// A cell of the table: the metric's value, else its sign or the status of its answer.
std::string reply_cell(const MetricReply& r) {
  if (r.valued()) return exact_text(r.outcome.answer.value);
  const std::string_view status = status_name(r.outcome);
  return std::string(status == "sign_only" ? sign_name(r.outcome.answer.sign) : status);
}

std::string part_text(PartVerdict verdict) {
  if (verdict == PartVerdict::valid) return " valid";
  return verdict == PartVerdict::invalid ? " " + wrong_text("invalid") : "";
}

/// The verdict is on both together; where each is says which of them is to blame.
std::string witnesses_text(const MetricReply& r) {
  const WitnessPoints& points = *r.outcome.answer.witnesses;
  const auto where = [](double outside) {
    return outside > 0 ? ", off its body by " + short_text(outside) + " m"
                       : std::string(", in its body");
  };
  const bool ratio = r.metric->traits.quantity == Quantity::ratio;
  std::string text = "  witness a  " + vector_text(points.p_WA);
  if (r.witnesses) text += where(r.witnesses->a_outside);
  text += "\n  witness b  " + vector_text(points.p_WB);
  if (r.witnesses) text += where(r.witnesses->b_outside);
  text += "\n";
  // Points that are all 0 count as if there were none.
  text +=
      "  witnesses " + (r.verdict.witness == PartVerdict::absent ? " " + wrong_text("absent")
                                                                 : part_text(r.verdict.witness));
  if (r.witnesses) {
    text += std::string(": a - b is off ") + (ratio ? "rho d" : "phi n") + " by " +
            short_text(r.witnesses->difference) + " m";
  }
  return text + "\n";
}

/// What is wrong with a normal: its length, else the angle between it and the nearest true one.
/// Empty where the true normals form a cone.
std::string normal_fault_text(const MetricReply& r, const Truth& truth) {
  constexpr double kDegrees = 180 / 3.14159265358979323846;
  constexpr double kOpposite = 179;
  const double length = r.outcome.answer.normal->norm();
  const bool is_wrong =
      r.verdict.normal == PartVerdict::invalid || r.verdict.normal == PartVerdict::absent;
  if (is_wrong && std::isfinite(length) && !is_unit(*r.outcome.answer.normal)) {
    return ", its length is " + exact_text(length) + ", must be 1 to " +
           short_text(kUnitLengthTolerance);
  }
  const bool ratio = r.metric->traits.quantity == Quantity::ratio;
  if (r.verdict.normal != PartVerdict::invalid || ratio || truth.core_sign() == 0 ||
      !(length > 0) || !std::isfinite(length)) {
    return "";
  }
  double least = kDegrees * 4;
  for (const Vec3& n : truth.normals) {
    const Vec3 u = *r.outcome.answer.normal / length;
    least = std::min(least, kDegrees * std::atan2(u.cross(n).norm(), u.dot(n)));
  }
  return ", " + short_text(least) + " degrees from the true one" +
         (least > kOpposite ? ": it must point from B to A" : "");
}

/// "phi >= 1", "1 <= phi <= 2", or nothing.
std::string bounds_text(const DistanceBounds& bounds) {
  std::string text;
  if (std::isfinite(bounds.lower) && std::isfinite(bounds.upper)) {
    text = exact_text(bounds.lower) + " <= phi <= " + exact_text(bounds.upper);
  } else if (std::isfinite(bounds.lower)) {
    text = "phi >= " + exact_text(bounds.lower);
  } else if (std::isfinite(bounds.upper)) {
    text = "phi <= " + exact_text(bounds.upper);
  }
  return text;
}

/// What the answer proves of phi, whatever its value: bounds, and what became of its certificate;
/// empty where it proves nothing.
std::string proven_text(const MetricReply& r) {
  std::string text = bounds_text(r.bounds);
  if (r.certificate) {
    text += (text.empty() ? "" : "; ") + (r.certificate->empty()
                                              ? "certificate accepted"
                                              : "certificate refused: " + *r.certificate);
  }
  return text;
}

std::string reply_text(const MetricReply& r, const Truth& truth, double tolerance) {
  const std::string word(word_name(r.verdict.word));
  const bool fine = r.verdict.word == Word::right || r.verdict.word == Word::not_applicable;
  std::string text = r.metric->name + ": " + (fine ? word : wrong_text(word)) + "\n";
  const Answer& answer = r.outcome.answer;
  const std::string within = r.right_within(tolerance);
  if (!within.empty()) text += "  tolerance  " + within + "\n";
  if (!r.outcome.detail.empty()) text += "  detail     " + r.outcome.detail + "\n";
  if (r.outcome.status != RunStatus::completed) return text;
  if (!answer.note.empty() && answer.note != r.outcome.detail)
    text += "  note       " + answer.note + "\n";
  if (answer.status == AnswerStatus::sign_only) {
    text += "  sign       " + std::string(sign_name(answer.sign)) + ", and no value\n";
  }
  if (answer.status == AnswerStatus::answered) {
    const std::string name(r.value_name());
    const bool ratio = r.metric->traits.quantity == Quantity::ratio;
    text += "  " + name + std::string(11 - name.size(), ' ') + exact_text(answer.value);
    if (r.measured()) {
      text += ", off by " + short_text(r.verdict.error_abs) + " (" +
              short_text(r.verdict.error_rel_size) + " of " +
              (ratio ? "max(1, |" + name + "|)" : "size") + ", " + short_text(r.verdict.ulps) +
              " ulp)";
    }
    text += "\n";
  }
  if (answer.normal) {
    text += "  normal     " + vector_text(*answer.normal) + part_text(r.verdict.normal) +
            normal_fault_text(r, truth) + "\n";
  }
  if (answer.witnesses) text += witnesses_text(r);
  const std::string proven = proven_text(r);
  return text + (proven.empty() ? "" : "  proves     " + proven + "\n");
}

std::string shrunk_or_why_not_text(const MetricReply& r, const Case& c, double tolerance) {
  if (!r.shrunk && !r.why_not_shrunk.empty()) {
    return r.metric->name + " is not shrunk: " + r.why_not_shrunk + "\n";
  }
  if (!r.shrunk) return r.metric->name + " does not fail here: there is nothing to shrink\n";
  // What is true of the shrunk pair, and what the metric says of it.
  const Case small = shrunk_case(*r.shrunk, r.metric->name, c.id);
  const Truth truth = Oracle().solve(small.pair());
  MetricReply reply;
  reply.metric = r.metric;
  reply.outcome = r.shrunk->examined.outcome;
  reply.verdict = r.shrunk->examined.verdict;
  reply.counts_as_wrong = r.counts_as_wrong;
  return shrunk_text(*r.shrunk, r.metric->name, c.id) + small.id + "\n" + truth_text(small, truth) +
         reply_text(reply, truth, tolerance);
}

}  // namespace

std::string ask_text(const Asked& asked, const AskQuestion& question) {
  std::string text = asked.c.id + "\n" + truth_text(asked.c, asked.truth);
  if (question.contacts) text += contacts_text(asked.contacts);
  if (asked.overlap) {
    text += "  overlap    " + exact_text(round_to_double(*asked.overlap)) + " m^3, exactly " +
            short_fraction(*asked.overlap) + "\n";
  }
  if (asked.ratio) text += ratio_text(*asked.ratio);
  if (asked.gradient) text += gradient_text(*asked.gradient);
  if (asked.claim) text += reply_text(*asked.claim, asked.truth, question.tolerance);
  for (const MetricReply& reply : asked.replies) {
    text += reply_text(reply, asked.truth, question.tolerance);
    if (is_failure(reply.verdict.word) && !reply.counts_as_wrong &&
        reply.right_within(question.tolerance).empty()) {
      text += "  exit code  does not count it: known of " + reply.metric->name + " on " +
              asked.c.family + " (docs/accuracy.md)\n";
    }
    if (question.shrink) text += shrunk_or_why_not_text(reply, asked.c, question.tolerance);
  }
  return text;
}

AskTable::AskTable(const AskQuestion& question, const std::vector<Case>& cases)
    : with_claims_(question.claims),
      with_overlap_(question.overlap),
      tolerance_(question.tolerance),
      answerers_(answerers(question)),
      columns_(header(question).size()),
      least_(columns_, kUsualNumber),
      table_(header(question), 1),
      asked_(answerers_.size(), 0),
      wrong_(answerers_.size(), 0),
      within_own_(answerers_.size(), 0) {
  least_[0] = 0;
  for (const Case& c : cases) least_[0] = std::max(least_[0], c.id.size());
  least_[2] = std::string_view("penetrating").size();
  least_[3] = std::string_view("vertex-vertex").size();
}

std::vector<std::string> AskTable::answerers(const AskQuestion& question) {
  std::vector<std::string> names;
  if (question.claims) names.emplace_back("claim");
  for (const MetricRow* metric : question.metrics.rows) names.push_back(metric->name);
  return names;
}

std::vector<std::string> AskTable::header(const AskQuestion& question) {
  std::vector<std::string> words = {"id", "phi [m]", "", "features", "rho"};
  if (question.overlap) words.emplace_back("overlap [m^3]");
  if (question.ratio.asked) words.push_back(question.ratio.name());
  if (question.gradient) words.emplace_back("gradient of phi");
  const std::vector<std::string> names = answerers(question);
  words.insert(words.end(), names.begin(), names.end());
  return words;
}

void AskTable::add(const Asked& asked) {
  const Truth& truth = asked.truth;
  const auto number = [](bool defined, double x) { return defined ? exact_text(x) : "undefined"; };
  std::vector<std::string> row = {
      asked.c.id, exact_text(truth.phi), std::string(sign_name(truth.sign)),
      truth.features.empty() ? "-" : feature_name(truth.features.front()),
      number(truth.ratio.has_value(), truth.ratio ? truth.ratio->rho_rounded : 0)};
  if (asked.overlap) row.push_back(exact_text(round_to_double(*asked.overlap)));
  if (asked.ratio) {
    const std::optional<Rational>& value = asked.ratio->value;
    row.push_back(number(value.has_value(), value ? round_to_double(*value) : 0));
  }
  if (asked.gradient) row.push_back(gradient_cell(asked.gradient->phi));
  std::vector<const MetricReply*> replies;
  if (with_claims_) replies.push_back(asked.claim ? &*asked.claim : nullptr);
  for (const MetricReply& reply : asked.replies) replies.push_back(&reply);
  std::vector<std::size_t> red;
  for (std::size_t k = 0; k < replies.size(); ++k) {
    if (replies[k] == nullptr) {
      row.emplace_back("-");
      continue;
    }
    const MetricReply& reply = *replies[k];
    ++asked_[k];
    if (is_failure(reply.verdict.word)) {
      red.push_back(row.size());
      ++wrong_[k];
      const bool counts = reply.counts_as_wrong || reply.right_within(tolerance_).empty();
      within_own_[k] += counts ? 0 : 1;
    }
    row.push_back(reply_cell(reply));
    const std::string proven = proven_text(reply);
    if (proven.empty()) continue;
    proofs_.add({asked.c.id, reply.metric->name, proven});
    proves_ = true;
  }
  table_.add(std::move(row), red);
}

void AskTable::add(const AskedCurved& asked) {
  std::vector<std::string> row = {asked.c.id, bracket_text(asked.bracket),
                                  bracket_sign(asked.bracket), "-", "-"};
  std::vector<const CurvedReply*> replies;
  if (with_claims_) replies.push_back(asked.claim ? &*asked.claim : nullptr);
  for (const CurvedReply& reply : asked.metrics) replies.push_back(&reply);
  std::vector<std::size_t> red;
  for (std::size_t k = 0; k < replies.size(); ++k) {
    const CurvedReply* reply = replies[k];
    if (reply != nullptr) {
      ++asked_[k];
      if (is_failure(reply->verdict.word)) {
        red.push_back(row.size());
        ++wrong_[k];
      }
    }
    row.push_back(reply != nullptr ? reply_cell(*reply) : "-");
  }
  table_.add(std::move(row), red);
}

void AskTable::add(const AskedUnion& asked) {
  const std::optional<int>& sign = asked.truth.sign;
  std::vector<std::string> row = {asked.c.id, union_phi_text(asked.truth),
                                  sign ? std::string(sign_name(*sign)) : "sign not proven", "-",
                                  "-"};
  if (with_overlap_ && asked.volume && asked.volume->exact) {
    row.push_back(exact_text(round_to_double(asked.volume->lower)));
  }
  const std::size_t first = columns_ - answerers_.size();
  row.resize(columns_, "-");
  std::vector<std::size_t> red;
  if (asked.claim) {  // claims are the first of those who answer
    row[first] = reply_cell(*asked.claim);
    ++asked_[0];
    if (asked.claim_is_wrong()) {
      ++wrong_[0];
      red.push_back(first);
    }
  }
  table_.add(std::move(row), red);
}

std::string AskTable::end() const {
  std::string text;
  if (proves_) text += "\n" + proofs_.text();
  for (std::size_t k = 0; k < wrong_.size(); ++k) {
    if (wrong_[k] == 0) continue;
    const bool all_within = within_own_[k] == wrong_[k];
    text += answerers_[k] +
            (all_within ? " is right to its own tolerance, but not to " + exact_text(tolerance_)
                        : std::string(" is wrong")) +
            " in " + std::to_string(wrong_[k]) + " of " + std::to_string(asked_[k]) + "\n";
  }
  return text + "--json gives fractions, normals, features and witness points\n";
}

}  // namespace touchstone
