// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/energy_record.hpp"

#include <utility>

#include "harness/compare/time_record.hpp"
#include "reports/model_text.hpp"
#include "reports/run_end_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kMaxSlope = 1e3;  ///< bound of |slope|, an order of convergence [1]
/// Scenes with a truth are at most 1e6 m large, their steps at most 0.01 s [m, s, J or 1].
constexpr double kMaxTolerance = 1e9;

template <class Judged>
std::string_view verdict_of(const Judged& judged) {
  return energy_verdict_name(judged.verdict);
}
template <class Judged>
std::string judged_cell(const Judged& judged) {
  return judged.verdict == EnergyVerdict::no_truth ? "-" : std::string(verdict_of(judged));
}
FieldText verdict_field() {
  return field("verdict", "measured against the truth", "", "ver-\ndict")
      .one_of({"right", "wrong", "no_truth"})
      .kept();
}
FieldText truth_field(std::string_view key, std::string_view meaning) {
  return field(key, meaning).null_where("no truth is known");
}

/// "0.02", "-0.0001 +0.0015"
std::string tolerance_cell(const EnergyFinding& finding) {
  if (!finding.truth) return "-";
  if (!finding.tolerance_below) return short_text(finding.tolerance);
  return "-" + short_text(*finding.tolerance_below) + " +" + short_text(finding.tolerance);
}

RecordFields<EnergyCurve> energy_curve_fields() {
  using Curve = EnergyCurve;
  using Entries = std::vector<std::optional<double>>;  // null where JSON has no such number
  const auto entries = [](auto member) {
    return [member](const Curve& curve) {
      return Entries((curve.*member).begin(), (curve.*member).end());
    };
  };
  const auto potential_J = [](const Curve& curve) {
    Entries potential;
    for (std::size_t i = 0; i < curve.total_J.size(); ++i) {
      potential.push_back(curve.total_J[i] - curve.kinetic_J[i]);
    }
    return potential;
  };
  const auto energy = [](std::string_view key, std::string_view meaning) {
    return field(key, meaning, "J").entries_null_where(kNotFinite);
  };
  return RecordFields<Curve>()
      .add(field("time_s", "ends of steps", "s").from(0), &Curve::time_s)
      .add(energy("total_J", "total energy"), entries(&Curve::total_J))
      .add(energy("kinetic_J", "kinetic energy").from(0), entries(&Curve::kinetic_J))
      .add(energy("potential_J", "potential energy"), potential_J)
      .add(field("true_J", "total energy by exact mechanics", "J").null_where("it is not known"),
           &Curve::true_J);
}

RecordFields<StepProfile> profile_fields() {
  using Profile = StepProfile;
  const auto part = [](std::string_view key, std::string_view meaning) {
    return field(key, meaning, "s").from(0, kMaxWallTime_s);
  };
  return RecordFields<Profile>()
      .add(part("contacts_s", "time of finding contacts"), &Profile::contacts_s)
      .add(part("problem_s", "time of posing the problem"), &Profile::problem_s)
      .add(part("solve_s", "time of solving the problem"), &Profile::solve_s)
      .add(part("other_s", "time of everything else"), &Profile::other_s);
}

RecordFields<EnergyRow> energy_row_fields() {
  using Row = EnergyRow;
  constexpr std::string_view kNotFirst = "it is not the first observable of its run";
  const auto curve = [](const Row& row) {
    return row.first ? std::optional(row.run->curve) : std::nullopt;
  };
  const auto end = [](const Row& row) { return row.first ? row.run->end : std::nullopt; };
  const auto profile = [](const Row& row) {
    return row.first ? std::optional(row.run->profile) : std::nullopt;
  };
  return RecordFields<Row>()
      .include(&Row::run, energy_run_fields())
      .include(&Row::finding, energy_finding_fields())
      .add(field("curve", "energies over time").null_where(kNotFirst), curve, energy_curve_fields())
      .add(field("profile", "time of all steps").null_where(kNotFirst), profile, profile_fields())
      .add(field("end", "where bodies ended")
               .omitted_where("it was not asked for, or not the first observable of its run"),
           end, run_end_fields())
      .add(field("model", "contact model").omitted_where("it is 'manifold'"),
           [](const Row& row) { return row.run->model.model; })
      .add(
          field("model_steps", "what the steps had to do with the model")
              .omitted_where("the model is 'manifold'"),
          [](const Row& row) { return counted_model(row.run->model); }, model_step_fields());
}

}  // namespace

const RecordFields<EnergyOrder>& energy_order_fields() {
  using Order = EnergyOrder;
  const auto vertices = [](const Order& order) {
    const int sides = prism_sides(order.scene, order.vertices);
    return order.against == "dt" ? sizes_text(order.vertices, sides) : "-";
  };
  const auto tolerance = [](const Order& order) {
    return order.truth ? std::optional(order.tolerance) : std::nullopt;
  };
  static const auto kFields =
      RecordFields<Order>()
          .add(field("scene", "name of the scene", "", "order of").in_page("scene").kept(),
               &Order::scene)
          .add(field("observable", "what was measured", "", "observable").kept(),
               &Order::observable)
          .add(field("against", "what it is a power of", "", "against").one_of({"dt", "vertices"}),
               &Order::against)
          .add_as(field("vertices", "vertices of the first two bodies; 0 0 against vertices", "",
                        "vertices")
                      .counts()
                      .kept(),
                  &Order::vertices, vertices)
          .add(field("points", "number of runs that the order is of", "", "points")
                   .from(1, kMaxCount),
               &Order::points)
          .add(field("order", "slope of log error", "", "order").kept().from(-kMaxSlope, kMaxSlope),
               &Order::order)
          .add(truth_field("truth", "what the slope has to be")
                   .in_table("truth")
                   .from(-kMaxSlope, kMaxSlope),
               &Order::truth)
          .add(truth_field("tolerance", "how far it may be from that")
                   .in_page("within")
                   .from(0, kMaxSlope),
               tolerance)
          .add_as(verdict_field(), verdict_of<Order>, judged_cell<Order>);
  return kFields;
}

RecordFields<EnergyFinding> energy_finding_fields() {
  using Finding = EnergyFinding;
  const auto where_true = [](auto tolerance) {
    return [tolerance](const Finding& finding) {
      return finding.truth ? std::optional(tolerance(finding)) : std::nullopt;
    };
  };
  const auto below = [](const Finding& finding) {
    return finding.tolerance_below.value_or(finding.tolerance);
  };
  const auto measured_cell = [](const Finding& finding) {
    return finding.measured == finding.measured ? short_text(finding.measured) : "never";
  };
  return RecordFields<Finding>()
      .add(field("observable", "what was measured", "", "observable").kept(), &Finding::observable)
      .add_as(field("measured", "measured value of the observable", "", "measured")
                  .null_where("it did not happen")
                  .kept(),
              &Finding::measured, measured_cell)
      .add(truth_field("truth", "value of the observable by exact mechanics").in_table("truth"),
           &Finding::truth)
      .add_as(truth_field("tolerance", "how far above it may be")
                  .in_table("within")
                  .from(0, kMaxTolerance),
              where_true([](const Finding& finding) { return finding.tolerance; }), tolerance_cell)
      .add(truth_field("tolerance_below", "how far below it may be").from(0, kMaxTolerance),
           where_true(below))
      .add_as(verdict_field(), verdict_of<Finding>, judged_cell<Finding>)
      .add(field("no_verdict", "why there is no verdict though a truth is known")
               .null_where("there is a verdict, or no truth"),
           &Finding::unjudged);
}

RecordFields<EnergySample> energy_sample_fields(bool with_overlap) {
  using Sample = EnergySample;
  RecordFields<Sample> fields;
  fields.column(csv_column("time_s"), &Sample::time_s)
      .column(csv_column("kinetic_J"), &Sample::kinetic_J)
      .column(csv_column("total_J"), &Sample::total_J)
      .column(csv_column("smallest_gap_m"), &Sample::smallest_gap_m)
      .column(csv_column("contacts"), &Sample::contacts);
  if (with_overlap) fields.column(csv_column("overlap"), &Sample::overlap);
  return fields;
}

EnergyRecord energy_record_of(const std::vector<EnergyResult>& results,
                              const std::vector<EnergyOrder>& orders) {
  EnergyRecord record{.orders = orders};
  for (const EnergyResult& run : results) {
    bool first = true;
    for (const EnergyFinding& finding : run.findings) {
      record.results.push_back({&run, &finding, std::exchange(first, false)});
    }
  }
  return record;
}

const RecordDescription<EnergyRecord>& energy_record() {
  using Record = EnergyRecord;
  static const RecordDescription<Record> kRecord = {
      "touchstone.energy/3", "Scenes in motion against exact mechanics",
      RecordFields<Record>()
          .add(field("partial", "whether runs are left out, as they were interrupted")
                   .omitted_where("all came to their end"),
               &Record::partial)
          .add(
              field("results", "each observable of each run").with_lines(),
              [](const Record& record) -> const auto& { return record.results; },
              energy_row_fields())
          .add(field("orders", "orders at which errors shrink").with_lines(), &Record::orders,
               energy_order_fields())};
  return kRecord;
}

}  // namespace touchstone
