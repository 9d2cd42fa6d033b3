// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/dump_record.hpp"

#include "harness/cases/files/case_file.hpp"
#include "reports/truth_text.hpp"

namespace touchstone {
namespace {

using ExactText = std::array<std::string, 3>;

ExactText exact_entries(const ExactVec3& p) {
  return {fraction_text(p[0]), fraction_text(p[1]), fraction_text(p[2])};
}

/// Directions are whole vectors, too long for a double. An entry that is not whole would be a
/// fault, and must be seen.
std::vector<ExactText> whole_vectors(const std::vector<ExactVec3>& directions) {
  const auto whole = [](const Rational& x) {
    return x.get_den() == 1 ? x.get_num().get_str() : fraction_text(x);
  };
  std::vector<ExactText> texts;
  for (const ExactVec3& u : directions) texts.push_back({whole(u[0]), whole(u[1]), whole(u[2])});
  return texts;
}

EntriesOrNull bounds_of(const RoundedReal& x) { return {x.value, x.tail, x.doubt}; }

SolvedCase solved_part(const DumpedCase& d) { return {d.c, d.truth}; }

RecordFields<DumpedCase> exact_fields() {
  using Dumped = DumpedCase;
  return RecordFields<Dumped>()
      .include(solved_part, truth_fields())
      .add(field("directions",
                 "vector along each of the normals: three whole numbers without a common factor, "
                 "as text"),
           [](const Dumped& d) { return whole_vectors(d.truth.directions); })
      .add(field("witness_a_exact", "witness point of A in the world, three fractions p/q", "m"),
           [](const Dumped& d) { return exact_entries(d.truth.witness_A); })
      .add(field("witness_b_exact", "witness point of B in the world, three fractions p/q", "m"),
           [](const Dumped& d) { return exact_entries(d.truth.witness_B); })
      .add(field(
               "rho_directions",
               "all extreme directions in which rho is attained, from B to A, world axes: each "
               "three whole numbers without a common factor, as text; none where rho is undefined"),
           [](const Dumped& d) {
             return whole_vectors(d.truth.ratio ? d.truth.ratio->directions
                                                : std::vector<ExactVec3>());
           })
      .add(field("interior_point_a", "interior point about which rho scales A, in the frame of A",
                 "m"),
           [](const Dumped& d) { return d.c.pair().A->interior_point(); })
      .add(field("interior_point_b", "interior point about which rho scales B, in the frame of B",
                 "m"),
           [](const Dumped& d) { return d.c.pair().B->interior_point(); });
}

RecordFields<TruthOnDemand> fast_fields() {
  using Fast = TruthOnDemand;
  return RecordFields<Fast>()
      .add(field("sign", "sign of phi: -1, 0 or 1").from(-1, 1), &Fast::sign)
      .add(field("phi", "value, tail and doubt: |phi - (value + tail)| <= doubt", "m")
               .entries_null_where(kNotFinite),
           [](const Fast& fast) { return bounds_of(fast.phi()); })
      .add(field("rho", "value, tail and doubt: |rho - (value + tail)| <= doubt")
               .null_where("rho is undefined")
               .entries_null_where(kNotFinite),
           [](const Fast& fast) {
             return fast.rho() ? std::optional(bounds_of(*fast.rho())) : std::nullopt;
           });
}

}  // namespace

const RecordDescription<DumpHeader>& dump_header() {
  using Header = DumpHeader;
  static const RecordDescription<Header> kRecord = {
      "touchstone.dump/1", "JSON lines: a header, then cases with their exact truths",
      RecordFields<Header>()
          .add(field("seed", "seed from which the cases of the families are made"), &Header::seed)
          .add(field("cases", "number of cases, each of which is one of the lines that follow"),
               &Header::cases)};
  return kRecord;
}

const RecordFields<DumpedCase>& dumped_case_fields() {
  using Dumped = DumpedCase;
  static const auto kFields =
      RecordFields<Dumped>()
          .add(field("family", "family of the case, file:NAME where it is from a file"),
               [](const Dumped& d) { return d.c.family; })
          .add(field("case", "the two bodies and their poses, as a case file (docs/case-file.md)"),
               [](const Dumped& d) { return RawJson{write_case(d.c)}; })
          .add(
              field("truth", "exact answer, found in rational arithmetic"),
              [](const Dumped& d) -> const Dumped& { return d; }, exact_fields())
          .add(
              field("fast",
                    "answer in doubles with proven bounds, by which campaigns judge where these "
                    "settle the verdict"),
              [](const Dumped& d) -> const auto& { return d.fast; }, fast_fields());
  return kFields;
}

}  // namespace touchstone
