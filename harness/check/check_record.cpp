// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/check/check_record.hpp"

#include <algorithm>
#include <iterator>

#include "schema/version.hpp"

namespace touchstone {
namespace {

const RecordFields<CountText>& count_text_fields() {
  static const auto kFields =
      RecordFields<CountText>()
          .add(field("count", "name"), [](const CountText& count) { return count.name; })
          .add(field("meaning", "what is counted"),
               [](const CountText& count) { return count.meaning; });
  return kFields;
}

const RecordFields<CheckClaim>& claim_fields() {
  static const auto kFields =
      RecordFields<CheckClaim>()
          .add(field("claim", "name"), [](const CheckClaim& claim) { return claim.name; })
          .add(field("meaning", "what is claimed"),
               [](const CheckClaim& claim) { return claim.meaning; })
          .add(field("judged", "false: it need not hold, and is counted only"), &CheckClaim::judged)
          .add(field("counts", "what else is counted of it").omitted_where("nothing is"),
               &CheckClaim::counts, count_text_fields());
  return kFields;
}

const RecordFields<ClaimViolation>& violation_fields() {
  static const auto kFields =
      RecordFields<ClaimViolation>()
          .add(field("id", "case"), &ClaimViolation::id)
          .add(field("why", "what was found").omitted_where("it says no more than the claim"),
               &ClaimViolation::why);
  return kFields;
}

const RecordFields<NamedCount>& named_count_fields() {
  static const auto kFields =
      RecordFields<NamedCount>()
          .add(field("count", "name"), [](const NamedCount& count) { return count.name; })
          .add(field("value", "how many, or the least").null_where("there was none"),
               &NamedCount::value);
  return kFields;
}

const RecordFields<CheckRow>& check_row_fields() {
  using Row = CheckRow;
  static const auto kFields =
      RecordFields<Row>()
          .add(field("subject", "method, metric or variant of the cases")
                   .omitted_where("there is but one"),
               [](const Row& row) { return row.subject.name; })
          .add(field("known_bad", "claim that the subject is known to violate")
                   .omitted_where("there is none"),
               [](const Row& row) { return row.subject.known_bad; })
          .add(field("family", "family, or 'file:NAME'"), &Row::family)
          .add(field("group", "group of the family"), &Row::group)
          .add(field("cases", "cases that were judged"), &Row::cases)
          .add(field("unanswered", "cases in which no claim could be looked at"), &Row::unanswered)
          .add(field("claims", "what became of each claim"), &Row::claims, claim_count_fields())
          .add(field("counts", "what else was counted"), &Row::counts, named_count_fields());
  return kFields;
}

/// Rows in which there is something.
std::vector<CheckRow> rows_with_cases(const CheckReport& report) {
  std::vector<CheckRow> rows;
  std::copy_if(report.rows.begin(), report.rows.end(), std::back_inserter(rows),
               [](const CheckRow& row) { return !row.empty(); });
  return rows;
}

}  // namespace

const RecordFields<ClaimCounts>& claim_count_fields() {
  using Counts = ClaimCounts;
  static const auto kFields =
      RecordFields<Counts>()
          .add(field("claim", "name"), [](const Counts& counts) { return counts.claim; })
          .add(field("held", "how often it held"), &Counts::held)
          .add(field("violated", "how often it is violated"), &Counts::violated)
          .add(field("not_applicable", "how often it says nothing"), &Counts::not_applicable)
          .add(field("largest", "largest error; 0 where none is measured"), &Counts::largest)
          .add(field("largest_id", "its case").omitted_where("it is 0"), &Counts::largest_id)
          .add(field("first", "the first violations, at most ten"), &Counts::first,
               violation_fields())
          .add(field("counts", "what else was counted of it").omitted_where("nothing was"),
               &Counts::counts, named_count_fields());
  return kFields;
}

const RecordDescription<CheckReport>& check_record() {
  static const RecordDescription<CheckReport> kRecord = {
      "touchstone.check/1", "Claims held against many cases: what became of each",
      RecordFields<CheckReport>()
          .add(
              field("versions", "what wrote the record"),
              [](const CheckReport& /*report*/) { return program_versions(); }, version_fields())
          .add(field("check", "what was checked: 'contacts', 'routes'"),
               [](const CheckReport& report) { return report.check.name; })
          .add(field("seed", "of the families"), &CheckReport::seed)
          .add(field("tolerance", "lengths that count as none, relative to size")
                   .omitted_where("the check has none"),
               &CheckReport::tolerance)
          .add(field("as_expected", "nothing is unexpected"), &CheckReport::as_expected)
          .add(field("unexpected", "why it is not as expected, a line for each reason"),
               &CheckReport::unexpected)
          .add(
              field("claims", "what is claimed"),
              [](const CheckReport& report) { return report.check.claims; }, claim_fields())
          .add(
              field("counts", "what else is counted"),
              [](const CheckReport& report) { return report.check.counts; }, count_text_fields())
          .add(field("results", "each subject on each family"), rows_with_cases, check_row_fields())
          .add(field("not_run", "what was left out, a line for each subject and family"),
               &CheckReport::not_run)};
  return kRecord;
}

}  // namespace touchstone
