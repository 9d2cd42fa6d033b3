// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/check/check_record.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace touchstone {
namespace {

RecordFields<CountText> count_text_fields() {
  return RecordFields<CountText>()
      .add(field("count", "name of the count"), [](const CountText& count) { return count.name; })
      .add(field("meaning", "what the count is of"),
           [](const CountText& count) { return count.meaning; });
}

RecordFields<CheckClaim> claim_fields() {
  return RecordFields<CheckClaim>()
      .add(field("claim", "name of the claim"), [](const CheckClaim& claim) { return claim.name; })
      .add(field("meaning", "what the claim says"),
           [](const CheckClaim& claim) { return claim.meaning; })
      .add(field("judged", "whether the claim must hold; if not, it is counted only"),
           &CheckClaim::judged)
      .add(field("counts", "numbers that are counted of the claim").omitted_where("none is"),
           &CheckClaim::counts, count_text_fields());
}

RecordFields<ClaimViolation> violation_fields() {
  return RecordFields<ClaimViolation>()
      .add(field("id", "id of the case"), &ClaimViolation::id)
      .add(field("why", "what was found").omitted_where("it says no more than the claim"),
           &ClaimViolation::why);
}

RecordFields<NamedCount> named_count_fields() {
  return RecordFields<NamedCount>()
      .add(field("count", "name of the count"), [](const NamedCount& count) { return count.name; })
      .add(field("value", "how many there were, or the least number that was seen")
               .null_where("no number was seen"),
           &NamedCount::value);
}

RecordFields<CheckRow> check_row_fields() {
  using Row = CheckRow;
  return RecordFields<Row>()
      .add(field("subject",
                 "what is held to the claims: a method, a metric or a variant of the cases")
               .omitted_where("there is but one subject"),
           [](const Row& row) { return row.subject.name; })
      .add(field("known_bad", "claim that the subject is known to violate")
               .omitted_where("there is none"),
           [](const Row& row) { return row.subject.known_bad; })
      .add(field("family", "family of the cases, file:NAME where they are from a file"),
           &Row::family)
      .add(field("group", "group of the family"), &Row::group)
      .add(field("cases", "cases that were judged").counts(), &Row::cases)
      .add(field("unanswered", "cases in which no claim could be looked at").counts(),
           &Row::unanswered)
      .add(field("claims", "what became of each claim"), &Row::claims, claim_count_fields())
      .add(field("counts", "numbers beside the claims, in the order of the record's counts"),
           &Row::counts, named_count_fields());
}

RecordFields<ManifoldPicture> picture_fields() {
  return RecordFields<ManifoldPicture>()
      .add(field("normal", "normal of the answer: a unit vector from B to A, world axes")
               .null_where("there are no points"),
           &ManifoldPicture::normal)
      .add(field("points", "contact points of the answer in the world", "m"),
           &ManifoldPicture::points)
      .add(field("true_normal", "the optimal direction that is nearest to the normal")
               .null_where("none is told"),
           &ManifoldPicture::true_normal)
      .add(field("true_corners",
                 "corners of the convex hull of what the bodies touch in along that direction, "
                 "in order, in the world",
                 "m"),
           &ManifoldPicture::true_corners);
}

RecordFields<DeclaredPolicy> policy_fields() {
  using Declared = DeclaredPolicy;
  return RecordFields<Declared>()
      .add(field("subject", "method that declares the policy"), &Declared::subject)
      .add(field("max_points", "largest number of points").null_where("there is none"),
           [](const Declared& one) {
             const std::size_t most = one.policy.max_points;
             return most > 0 ? std::optional(most) : std::nullopt;
           })
      .add(field("place", "where a point lies").one_of({"on_A", "on_B", "middle"}),
           [](const Declared& one) { return place_word(one.policy.place); })
      .add(field("depth_is_gap", "whether a depth is negative where the bodies overlap"),
           [](const Declared& one) { return one.policy.depth_is_gap; })
      .add(field("depth_of_pair", "whether all points have the depth of the pair"),
           [](const Declared& one) { return one.policy.depth == DepthMeaning::pair; })
      .add(field("many_normals", "whether each point has a normal of its own"),
           [](const Declared& one) { return one.policy.many_normals; })
      .add(field("reach", "largest gap at which there are points", "m"),
           [](const Declared& one) { return AnyReal{one.policy.reach}; })
      .add(field("slack", "by how much the gap of a normal may be less than phi", "m"),
           [](const Declared& one) { return one.policy.slack; })
      .add(field("relative_slack", "what is added to the slack, as a part of |phi|", "1"),
           [](const Declared& one) { return one.policy.relative_slack; })
      .add(field("merging_distance", "distance below which two points become one", "m"),
           [](const Declared& one) { return one.policy.merging_distance; })
      .add(field("least_share", "least part of the area of max_points corners that is kept", "1"),
           [](const Declared& one) { return one.policy.least_share; })
      .add(field("offset", "margin that is left out of the gap that a depth tells", "m"),
           [](const Declared& one) { return one.policy.offset; });
}

std::optional<bool> partial_of(const CheckReport& report) {
  return report.partial ? std::optional(true) : std::nullopt;
}

/// Rows in which there is something.
std::vector<CheckRow> rows_with_cases(const CheckReport& report) {
  std::vector<CheckRow> rows;
  std::copy_if(report.rows.begin(), report.rows.end(), std::back_inserter(rows),
               [](const CheckRow& row) { return !row.empty(); });
  return rows;
}

}  // namespace

const RecordFields<ShrunkCase>& shrunk_case_fields() {
  static const auto kFields =
      RecordFields<ShrunkCase>()
          .add(field("subject", "method whose manifolds fail"), &ShrunkCase::subject)
          .add(field("id", "id of the case that was shrunk"), &ShrunkCase::id)
          .add(field("kind", "in which way it fails: words, sign and features of the truth"),
               &ShrunkCase::kind)
          .add(field("case", "the shrunk pair, as a case file (docs/case-file.md)")
                   .null_where("it could not be shrunk"),
               &ShrunkCase::case_file)
          .add(field("why_not_shrunk", "why it could not be shrunk").null_where("it was"),
               &ShrunkCase::why_not)
          .add(field("manifold", "the wrong manifold of the shrunk pair, and a true one")
                   .null_where("it could not be shrunk"),
               &ShrunkCase::manifold, picture_fields());
  return kFields;
}

RecordFields<ClaimCounts> claim_count_fields() {
  using Counts = ClaimCounts;
  return RecordFields<Counts>()
      .add(field("claim", "name of the claim"), [](const Counts& counts) { return counts.claim; })
      .add(field("held", "number of times that the claim held").counts(), &Counts::held)
      .add(field("violated", "number of times that the claim was violated").counts(),
           &Counts::violated)
      .add(field("not_applicable", "number of times that the claim said nothing").counts(),
           &Counts::not_applicable)
      .add(field("largest",
                 "largest finite error of what the claim bounds; 0 if the claim measures none")
               .from(0),
           &Counts::largest)
      .add(field("largest_id", "id of the case with the largest error")
               .omitted_where("that error is 0"),
           &Counts::largest_id)
      .add(field("first", "the first violations, at most ten"), &Counts::first, violation_fields())
      .add(field("counts", "numbers that were counted of the claim, in the order of its counts")
               .omitted_where("there are none"),
           &Counts::counts, named_count_fields());
}

const RecordDescription<CheckReport>& check_record() {
  static const RecordDescription<CheckReport> kRecord = {
      "touchstone.check/1", "Claims held against many cases: what became of each",
      RecordFields<CheckReport>()
          .add(field("check", "name of the check, such as contacts or routes"),
               [](const CheckReport& report) { return report.check.name; })
          .add(field("metric", "metric whose values are measured")
                   .omitted_where("the subjects are what is measured"),
               [](const CheckReport& report) { return report.check.metric; })
          .add(field("seed", "seed from which the cases of the families are made"),
               &CheckReport::seed)
          .add(field("tolerance", "length that counts as none, relative to the pair's size")
                   .omitted_where("the check has none"),
               &CheckReport::tolerance)
          .add(field("partial", "whether the run was interrupted")
                   .omitted_where("it came to its end"),
               partial_of)
          .add(field("as_expected", "whether nothing is unexpected"), &CheckReport::as_expected)
          .add(field("unexpected", "why the result is not as expected, a line for each reason"),
               &CheckReport::unexpected)
          .add(
              field("claims", "claims that were held to the cases"),
              [](const CheckReport& report) { return report.check.claims; }, claim_fields())
          .add(
              field("counts", "numbers that were counted beside the claims"),
              [](const CheckReport& report) { return report.check.counts; }, count_text_fields())
          .add(field("results", "one entry for each subject on each family"), rows_with_cases,
               check_row_fields())
          .add(field("not_run", "what was left out, a line for each subject and family"),
               &CheckReport::not_run)
          .add(field("policies", "what methods declare of their manifolds, one entry for each")
                   .omitted_where("none declares anything"),
               &CheckReport::policies, policy_fields())
          .add(field("shrunk", "simple cases that fail as others do, one entry for each")
                   .omitted_where("none were to be shrunk"),
               &CheckReport::shrunk, shrunk_case_fields())};
  return kRecord;
}

}  // namespace touchstone
