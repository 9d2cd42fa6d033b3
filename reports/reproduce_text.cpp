// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/reproduce_text.hpp"

#include "harness/compare/time_record.hpp"
#include "reports/energy_record.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

std::string_view over(const Table1Row& row) { return row.large_only ? "errors>1e-6" : "all"; }

std::string pair_text(const std::array<int, 2>& vertices) {
  return std::to_string(vertices[0]) + "x" + std::to_string(vertices[1]);
}

/// A time of a step or of a part of it.
FieldText step_ms_field(std::string_view key, std::string_view meaning) {
  return field(key, meaning, "ms").from(0, 1e3 * kMaxWallTime_s);
}

std::string whole_text(double count) { return fixed_text(count, 0); }

RecordFields<Table1Paper> table1_paper_fields() {
  using Paper = Table1Paper;
  return RecordFields<Paper>()
      .add(field("algorithm", "name of the algorithm in the paper"), &Paper::algorithm)
      .add(field("min", "smallest error that the paper states", "m").from(0), &Paper::min)
      .add(field("max", "largest error that the paper states", "m").from(0), &Paper::max)
      .add(field("mean", "mean error that the paper states", "m").from(0), &Paper::mean)
      .add(field("std", "standard deviation of errors that the paper states", "m").from(0),
           &Paper::std);
}

const RecordFields<Table1Row>& table1_row_fields() {
  using Row = Table1Row;
  constexpr std::string_view kNone = "there are no such errors";
  const auto count = [](const Row& row) { return row.error.count; };
  const auto figure = [](double ErrorSummary::*member) {
    return [member](const Row& row) {
      return row.error.count > 0 ? std::optional(row.error.*member) : std::nullopt;
    };
  };
  const auto error = [kNone](std::string_view key, std::string_view meaning) {
    return field(key, meaning, "m").null_where(kNone).in_table(key).from(0);
  };
  const auto note = [](const Row& row) {
    return std::string(row.error.count > 0 ? "" : "no such errors");
  };
  static const auto kFields =
      RecordFields<Row>()
          .add(field("algorithm", "name of the metric").in_table("algorithm"), &Row::algorithm)
          .add(field("over",
                     "which errors |value - phi| the figures are over: all, or those above 1e-6 m")
                   .one_of({"all", "errors>1e-6"})
                   .in_table("over"),
               over)
          .add(field("count", "number of these errors").in_table("pairs", whole_text).counts(),
               count)
          .add(field("missing", "pairs without a value").in_table("missing").counts(),
               &Row::missing)
          .add(error("min", "smallest of these errors"), figure(&ErrorSummary::min))
          .add(error("max", "largest of these errors").not_below("mean"),
               figure(&ErrorSummary::max))
          .add(error("mean", "mean of these errors").not_below("min"), figure(&ErrorSummary::mean))
          .add(error("std", "standard deviation of these errors"), figure(&ErrorSummary::std))
          .add(field("paper", "figures that the paper states")
                   .null_where("the paper has none")
                   .in_page("paper"),
               &Row::paper, table1_paper_fields())
          .add(field("answered", "pairs with a value").counts().not_below("count"), &Row::answered)
          .add(field("note", "why figures are null").omitted_where("they are not"), note);
  return kFields;
}

RecordFields<Table2Paper> table2_paper_fields() {
  using Paper = Table2Paper;
  return RecordFields<Paper>()
      .add(step_ms_field("mean_ms", "mean time of a step that the paper states"), &Paper::ms)
      .add(field("contact_percent", "share of contact determination in that time, V-Clip apart",
                 "%"),
           &Paper::contact_percent)
      .add(field("vclip_percent", "share of V-Clip in that time", "%"), &Paper::vclip_percent);
}

RecordFields<Table2Row> table2_part_fields() {
  using Row = Table2Row;
  return RecordFields<Row>()
      .add(step_ms_field("contact", "median time of finding contacts").in_table("contact\nms"),
           &Row::contact_ms)
      .add(step_ms_field("vclip", "median time of V-Clip within finding contacts")
               .null_where("the method does not ask it"),
           &Row::vclip_ms)
      .add(step_ms_field("solve", "median time of solving the contact problem")
               .in_table("solve\nms"),
           &Row::solve_ms)
      .add(step_ms_field("rest", "median time of everything else in a step").in_table("rest\nms"),
           &Row::rest_ms)
      .add(step_ms_field("total", "median time of the whole step")
               .not_below("contact", "solve", "rest"),
           &Row::median_ms);
}

const RecordFields<Table2Row>& table2_row_fields() {
  using Row = Table2Row;
  const auto paper_ms = [](const Row& row) { return row.paper ? exact_text(row.paper->ms) : "."; };
  const auto paper_percent = [](double Table2Paper::*share) {
    return [share](const Row& row) { return row.paper ? exact_text((*row.paper).*share) : "."; };
  };
  static const auto kFields =
      RecordFields<Row>()
          .add(field("scenario", "name of the scenario").in_table("scenario"), &Row::scenario)
          .add_as(field("vertices", "vertices of both bodies").in_table("vertices").counts(),
                  &Row::vertices, [](const Row& row) { return pair_text(row.vertices); })
          .add(field("contacts", "name of the contact method").in_table("contacts"), &Row::contacts)
          .add(field("steps", "steps that were timed").in_table("steps", whole_text).counts(),
               &Row::steps)
          .add(step_ms_field("median_ms", "median time of a step").in_table("median ms"),
               &Row::median_ms)
          .add(step_ms_field("mean_ms", "mean time of a step").in_table("mean ms"), &Row::mean_ms)
          .add_part(field("ms_per_step", "median times of a step and of its parts"),
                    table2_part_fields())
          .add(field("contact_percent",
                     "share of finding contacts in the time of the steps, V-Clip apart", "%",
                     "contact\n%"),
               &Row::contact_percent)
          .add(field("vclip_percent", "share of V-Clip in the time of the steps", "%", "V-Clip\n%")
                   .null_where("the method does not ask it"),
               &Row::vclip_percent)
          .add(field("paper", "figures that the paper states")
                   .null_where("the paper has none")
                   .in_page("paper"),
               &Row::paper, table2_paper_fields())
          .column(table_column("paper\nms"), paper_ms)
          .column(table_column("paper\ncontact %"), paper_percent(&Table2Paper::contact_percent))
          .column(table_column("paper\nV-Clip %"), paper_percent(&Table2Paper::vclip_percent));
  return kFields;
}

RecordFields<Figure5Row> figure5_row_fields() {
  using Row = Figure5Row;
  return RecordFields<Row>()
      .add(field("paper", "what the paper says of the motion"),
           [](const Row& row) { return row.claim->said; })
      .add(field("truth", "what exact mechanics says of the motion"),
           [](const Row& row) { return row.claim->verdict; })
      .include([](const Row& row) -> const EnergyResult& { return *row.run; },
               energy_run_fields().only({"scene", "vertices", "dt", "friction", "ke0", "ke_end",
                                         "t_end", "unsolved_steps", "stabilisation_dropped"}))
      .add(
          field("findings", "what was measured in the run"),
          [](const Row& row) -> const auto& { return row.run->findings; },
          energy_finding_fields().only(
              {"observable", "measured", "truth", "tolerance", "verdict"}));
}

}  // namespace

const RecordDescription<Table1Result>& table1_record() {
  using Record = Table1Result;
  static const RecordDescription<Record> kRecord = {
      "touchstone.table1/1", "Table I of Yi & Drumwright: errors on overlapping boxes",
      RecordFields<Record>()
          .add(field("pairs", "overlapping pairs that the errors are of").counts(), &Record::pairs)
          .add(field("seed", "seed from which the cases of random-boxes are made"), &Record::seed)
          .add(field("drawn", "cases of random-boxes up to the last pair used")
                   .counts()
                   .not_below("pairs"),
               &Record::drawn)
          .add(field("rows", "two entries for each metric: over all errors and over large ones")
                   .with_lines(),
               &Record::rows, table1_row_fields())};
  return kRecord;
}

std::string table1_text(const Table1Result& result) {
  TextTable table(table1_row_fields().titles(), 2);
  for (const Table1Row& row : result.rows) {
    if (!row.large_only) table.add_rule();
    if (row.paper && !row.large_only) {
      table.add({row.paper->algorithm, "the paper", "?", "?", exact_text(row.paper->min),
                 exact_text(row.paper->max), exact_text(row.paper->mean),
                 exact_text(row.paper->std)});
    }
    table.add(table1_row_fields().cells(row));
  }
  return "Table I of Yi & Drumwright: |value - phi| [m] on " + std::to_string(result.pairs) +
         " overlapping pairs of 2 x 2 x 2 boxes\n(the first of " + std::to_string(result.drawn) +
         " cases of random-boxes, seed " + std::to_string(result.seed) + "), phi exact.\n\n" +
         table.text() +
         "missing: pairs without a value (no answer, a mere sign, crashed or timed out), in no "
         "figure.\n"
         "the paper does not say over which errors its figures are.\n";
}

std::string table2_text(const Table2Record& record) {
  TextTable table(table2_row_fields().titles(), 3);
  std::string last;
  std::string remarks;
  for (const Table2Row& row : record.rows) {
    const std::string name = row.scenario + pair_text(row.vertices);
    if (last != name && row.paper && row.paper->sum_percent() > 100) {
      remarks += "The paper's shares of the " + row.scenario +
                 " cannot be: " + exact_text(row.paper->contact_percent) + " % and " +
                 exact_text(row.paper->vclip_percent) + " % add up to " +
                 short_text(row.paper->sum_percent()) + " %.\n";
    }
    if (!last.empty() && last != name) table.add_rule();
    last = name;
    table.add(table2_row_fields().cells(row));
  }
  return "Table II of Yi & Drumwright: the time of a simulation step [ms]. Theirs: the mean, on a "
         "2.7 GHz laptop\nof 2016. Shares are of all steps but the slowest twentieth; contact %: "
         "contact "
         "determination, V-Clip apart. Here a pair of\nsupport queries of hulls of eight vertices "
         "takes " +
         short_text(record.support_pair_ns) + " ns.\n\n" + table.text() + remarks;
}

const RecordDescription<Table2Record>& table2_record() {
  using Record = Table2Record;
  static const RecordDescription<Record> kRecord = {
      "touchstone.table2/1", "Table II of Yi & Drumwright: the time of a simulation step",
      RecordFields<Record>()
          .add(field("support_pair_ns",
                     "time of a pair of support queries of hulls of eight vertices", "ns")
                   .from(0),
               &Record::support_pair_ns)
          .add(field("rows", "one entry for each scenario and contact method").with_lines(),
               &Record::rows, table2_row_fields())};
  return kRecord;
}

std::string figure5_text(const Figure5Record& record) {
  std::string text =
      "The scenarios of Yi & Drumwright's Figure 5: what the paper says, what is true, what is "
      "measured here.\n";
  for (const auto& [claim, run] : record.claims) {
    const EnergyResult& result = *run;
    text += "\npaper  " + claim->said + "\ntruth  " + claim->verdict + "\nhere   " + result.scene +
            " " + pair_text(result.vertices) + ", dt " + exact_text(result.dt) + ", " +
            result.friction + ": ";
    std::string separator;
    for (const EnergyFinding& finding : result.findings) {
      text += separator + finding.observable + " " +
              (finding.measured == finding.measured ? exact_text(finding.measured) : "never");
      if (finding.truth) {
        text += " (" + exact_text(*finding.truth) + " within " + short_text(finding.tolerance) +
                ": " + std::string(energy_verdict_name(finding.verdict)) + ")";
      }
      separator = "; ";
    }
    text += "; KE " + short_text(result.kinetic_0) + " J at the start, " +
            short_text(result.kinetic_end) + " J after " + short_text(result.t_end) + " s";
    if (result.unsolved_steps + result.stabilisation_dropped > 0) {
      text += "; " + std::to_string(result.unsolved_steps) + " steps unsolved, " +
              std::to_string(result.stabilisation_dropped) + " without stabilisation";
    }
    text += "\n";
  }
  return text + "\nWhy: docs/findings-of-motion.md, \"Energy benchmarks\".\n";
}

const RecordDescription<Figure5Record>& figure5_record() {
  using Record = Figure5Record;
  static const RecordDescription<Record> kRecord = {
      "touchstone.figure5/1", "The scenarios of Yi & Drumwright's Figure 5",
      RecordFields<Record>().add(
          field("claims", "claims of the paper, each with the run that it is about").with_lines(),
          [](const Record& record) -> const auto& { return record.claims; }, figure5_row_fields())};
  return kRecord;
}

}  // namespace touchstone
