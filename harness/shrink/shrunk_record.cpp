// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/shrunk_record.hpp"

#include <limits>
#include <optional>
#include <utility>

#include "harness/cases/files/case_file.hpp"
#include "harness/shrink/pair_draft.hpp"

namespace touchstone {
namespace {

std::string draft_text(const PairDraft& draft, const Case& c) {
  return write_case(c, {draft.poses[0].q, draft.poses[1].q});
}

/// A failure that was found while the case `id` was shrunk.
struct NamedOther {
  OtherFailure other;
  std::string id;
};

RawJson other_case(const NamedOther& found) {
  Case c;
  c.id = found.id + "-also";
  c.source = "found while " + found.id + " was shrunk";
  c.bodies = make_pair(found.other.draft).value();
  return value_of_document(draft_text(found.other.draft, c));
}

RecordFields<NamedOther> other_fields() {
  using Found = NamedOther;
  return RecordFields<Found>()
      .add(field("kind",
                 "kind of the failure: the verdict, how the run ended, signs and features of "
                 "the truth"),
           [](const Found& found) { return kind_text(found.other.kind); })
      .add(
          field("count", "pairs that failed in this way while another failure was shrunk").counts(),
          [](const Found& found) { return found.other.count; })
      .add(field("error", "error of the value on the simplest of these pairs, relative to its size")
               .null_where("it overflows")
               .from(0),
           [](const Found& found) { return found.other.error; })
      .add(field("case", "the simplest of these pairs, as a case file (docs/case-file.md)"),
           other_case);
}

std::vector<NamedOther> others_of(const NamedShrunk& named) {
  std::vector<NamedOther> all;
  for (const OtherFailure& other : named.failure->also_found) all.push_back({other, named.id});
  return all;
}

double value_of(const NamedShrunk& named) {
  const Examined& examined = named.failure->examined;
  return examined.verdict.value != ValueVerdict::not_given
             ? examined.outcome.answer.value
             : std::numeric_limits<double>::quiet_NaN();
}

/// A kind of failures of a metric.
struct NamedGroup {
  FailureGroup group;
  std::string metric;
};

std::optional<NamedShrunk> shrunk_of(const NamedGroup& named) {
  if (!named.group.shrunk) return std::nullopt;
  return NamedShrunk{&*named.group.shrunk, named.metric, named.group.id};
}

RecordFields<NamedGroup> group_fields() {
  using Group = NamedGroup;
  const auto part = [](auto member) {
    return [member](const Group& named) { return named.group.*member; };
  };
  return RecordFields<Group>()
      .add(field("kind",
                 "kind of these failures: the verdict, how the run ended, signs and features "
                 "of the truth"),
           [](const Group& named) { return kind_text(named.group.kind); })
      .add(field("count", "failures of this kind").counts(), part(&FailureGroup::count))
      .add(field("explained", "failures of this kind that the likely cause explains")
               .counts()
               .omitted_where("none is"),
           part(&FailureGroup::explained))
      .add(field("id", "id of the case that was shrunk"), part(&FailureGroup::id))
      .add(field("reason", "the reason for these failures that the metric gave most often")
               .null_where("none was given"),
           part(&FailureGroup::reason))
      .add(field("shrunk", "the simplest pair that fails in this way")
               .null_where("it was not shrunk"),
           shrunk_of, shrunk_fields())
      .add(field("why_not_shrunk", "why it could not be shrunk")
               .null_where("it was, or was not to be"),
           part(&FailureGroup::why_not_shrunk));
}

std::vector<NamedGroup> groups_of(const MetricFailures& failures) {
  std::vector<NamedGroup> groups;
  for (const FailureGroup& group : failures.groups) groups.push_back({group, failures.metric});
  return groups;
}

}  // namespace

RawJson value_of_document(std::string document) {
  while (!document.empty() && document.back() == '\n') document.pop_back();
  return {std::move(document)};
}

Case shrunk_case(const ShrunkFailure& shrunk, const std::string& metric, const std::string& id) {
  Case c;
  c.id = id + "-shrunk";
  c.source = kShrunkFrom + id + "; " + metric + " fails: " + kind_text(shrunk.kind());
  c.bodies = shrunk.bodies;
  return c;
}

std::string shrunk_case_text(const ShrunkFailure& shrunk, const std::string& metric,
                             const std::string& id) {
  return draft_text(shrunk.draft, shrunk_case(shrunk, metric, id));
}

RecordFields<NamedShrunk> shrunk_fields() {
  using Named = NamedShrunk;
  const auto part = [](auto member) {
    return [member](const Named& named) { return named.failure->*member; };
  };
  return RecordFields<Named>()
      .add(field("kind",
                 "kind of the failure: the verdict, how the run ended, signs and features of "
                 "the truth"),
           [](const Named& named) { return kind_text(named.failure->kind()); })
      .add(field("verdict", "verdict on the metric's answer to the shrunk pair"),
           [](const Named& named) { return word_name(named.failure->kind().word); })
      .add(field("value",
                 "value of the metric's answer to the shrunk pair: phi [m], of ratio metrics "
                 "rho [1]")
               .null_where("there is none that is finite"),
           value_of)
      .add(field("error",
                 "error of that value, relative to the shrunk pair's size, of rho to max(1, "
                 "|rho|)")
               .null_where("it overflows")
               .from(0),
           [](const Named& named) { return named.failure->examined.error; })
      .add(field("error_before",
                 "error of the value on the case that was shrunk, relative to its size, of rho "
                 "to max(1, |rho|)")
               .null_where("it overflows")
               .from(0),
           part(&ShrunkFailure::first_error))
      .add(field("vertices", "vertices of both bodies of the shrunk pair together").counts(),
           [](const Named& named) { return order_of(named.failure->draft).vertices; })
      .add(field("digits", "most significant digits that a number of the shrunk pair has").counts(),
           [](const Named& named) { return significant_digits(named.failure->draft); })
      .add(field("calls", "questions that the metric was asked while the pair was shrunk").counts(),
           part(&ShrunkFailure::calls))
      .add(field("robust", "whether the metric fails in the same way where B is moved by a trifle"),
           part(&ShrunkFailure::robust))
      .add(field("case", "the shrunk pair, as a case file (docs/case-file.md)"),
           [](const Named& named) {
             return value_of_document(shrunk_case_text(*named.failure, named.metric, named.id));
           })
      .add(field("does_not_matter",
                 "changes of the shrunk pair after which the metric fails with the same "
                 "verdict, a line each"),
           part(&ShrunkFailure::does_not_matter))
      .add(field("also_found", "failures of other kinds that were met while the pair was shrunk"),
           others_of, other_fields());
}

const RecordFields<MetricFailures>& metric_failures_fields() {
  using Failures = MetricFailures;
  static const auto kFields =
      RecordFields<Failures>()
          .add(field("metric", "name of the metric"), &Failures::metric)
          .add(field("failures", "all failures of the metric").counts(), &Failures::count)
          .add(field("sorted", "failures that were sorted by kind").counts(), &Failures::sorted)
          .add(field("right_at_own",
                     "further wrong answers, which are right at the metric's own tolerance")
                   .counts(),
               &Failures::within_own)
          .add(field("kinds",
                     "kinds of failures, first those of the likely cause, then the frequent"),
               groups_of, group_fields());
  return kFields;
}

std::vector<RawJson> failures_json(const std::vector<MetricFailures>& failures) {
  std::vector<RawJson> rows;
  for (const MetricFailures& one : failures) rows.push_back({metric_failures_fields().row(one)});
  return rows;
}

}  // namespace touchstone
