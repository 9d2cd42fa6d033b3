// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/listings.hpp"

#include <algorithm>
#include <array>

#include "cli/records.hpp"
#include "contact/peg/peg_options.hpp"
#include "contact/registry.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/stepper.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/steps/step_families.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

/// A record with the rows that `rows()` gives under one key.
template <class Rows, class Row>
RecordDescription<Listing> listing(std::string_view schema, std::string_view title,
                                   std::string_view key, Rows rows,
                                   const RecordFields<Row>& fields) {
  return {schema, title,
          RecordFields<Listing>().add(
              field(key, "one entry for each, in the order in which the program lists them")
                  .with_lines(),
              [rows](const Listing&) { return rows(); }, fields)};
}

template <class Row>
RecordFields<Row> named_fields() {
  return RecordFields<Row>()
      .add(field("name", "name by which commands call it"), &Row::name)
      .add(field("summary", "what it is, in a line"), &Row::summary);
}

std::string_view value_claim_name(ValueClaim claim) {
  constexpr std::array<std::string_view, 3> kNames = {"tolerance", "one_ulp", "correctly_rounded"};
  return kNames.at(static_cast<std::size_t>(claim));
}

RecordFields<Gives> parts_given() {
  return RecordFields<Gives>()
      .add(field("value", "whether the value is given, not the sign alone"), &Gives::value)
      .add(field("normal", "whether a normal is given"), &Gives::normal)
      .add(field("witnesses", "whether witness points are given"), &Gives::witnesses);
}

RecordFields<GivesByRegime> given_by_regime() {
  using Regimes = GivesByRegime;
  return RecordFields<Regimes>()
      .add(field("separated", "what comes with an answer where phi > 0"), &Regimes::separated,
           parts_given())
      .add(field("touching", "what comes with an answer where phi = 0"), &Regimes::touching,
           parts_given())
      .add(field("penetrating", "what comes with an answer where phi < 0"), &Regimes::penetrating,
           parts_given());
}

RecordFields<MetricTraits> trait_fields() {
  using Traits = MetricTraits;
  return RecordFields<Traits>()
      .add(field("quantity", "what the metric's value is: phi [m] if euclidean, rho [1] if ratio")
               .one_of({"euclidean", "ratio"}),
           [](const Traits& t) { return quantity_name(t.quantity); })
      .add(field("when_separated", "whether separated pairs get a value"),
           [](const Traits& t) { return t.gives.separated.value; })
      .add(field("when_penetrating", "whether penetrating pairs get a value"),
           [](const Traits& t) { return t.gives.penetrating.value; })
      .add(field("gives_normal", "whether the metric gives a normal for some sign of phi"),
           [](const Traits& t) { return t.gives.ever(&Gives::normal); })
      .add(field("gives_witnesses", "whether the metric gives witness points for some sign of phi"),
           [](const Traits& t) { return t.gives.ever(&Gives::witnesses); })
      .add(field("gives", "what comes with an answer, by the sign of phi"), &Traits::gives,
           given_by_regime())
      .add(field("gives_features", "whether answers name features"), &Traits::gives_features)
      .add(field("gives_certificate",
                 "whether answers bring a certificate from which they can be proven"),
           &Traits::gives_certificate)
      .add(field("claims_exact", "whether a wrong answer is a failure of Touchstone"),
           &Traits::claims_exact)
      .add(field("own_tolerance",
                 "tolerance that the metric claims for itself, relative to the pair's size"),
           &Traits::own_tolerance)
      .add(field("value_claim", "what the metric claims of its value beside the tolerance")
               .one_of({"tolerance", "one_ulp", "correctly_rounded"}),
           [](const Traits& t) { return value_claim_name(t.value_claim); })
      .add(field("flat", "whether the metric takes flat bodies"), &Traits::flat)
      .add(field("boxes_only", "whether the metric takes no other bodies than boxes"),
           &Traits::boxes_only)
      .add(field("scalar", "floating-point type of the metric's arithmetic")
               .one_of({"float32", "float64"}),
           [](const Traits& t) { return t.scalar == Scalar::float32 ? "float32" : "float64"; })
      .add(field("isolated", "whether the metric always runs in a process of its own"),
           &Traits::isolated)
      .add(field("largest_default_vertices",
                 "most vertices of a body in pairs that the metric is put to by default"),
           &Traits::largest_default_vertices);
}

RecordFields<MetricRow> metric_fields() {
  return named_fields<MetricRow>().add(
      field("traits", "what the metric claims of itself").with_lines(), &MetricRow::traits,
      trait_fields());
}

RecordFields<Family> family_fields() {
  return RecordFields<Family>()
      .add(field("name", "name by which commands call it"), &Family::name)
      .add(field("group", "group of families of one sort"), &Family::group)
      .add(field("summary", "what it is, in a line"), &Family::summary)
      .add(field("largest_vertices", "most vertices of a body in the family's cases"),
           &Family::largest_vertices)
      .add(field("default_cases", "cases that are run by default"), &Family::default_cases)
      .add(field("finite_cases", "cases that the family has, if it is a corpus")
               .null_where("the family makes any number of them"),
           [](const Family& family) {
             return family.finite_cases == 0 ? std::nullopt : std::optional(family.finite_cases);
           });
}

RecordFields<PublishedRecord> record_fields() {
  using Published = PublishedRecord;
  return RecordFields<Published>()
      .add(field("name", "name of the record with its version, which its key `schema` says"),
           &Published::name)
      .add(field("title", "what the record is, in a line"), &Published::title)
      .add(field("schema", "JSON Schema of the record"),
           [](const Published& record) { return RawJson{record.json_schema}; });
}

}  // namespace

std::string_view quantity_name(Quantity quantity) {
  return quantity == Quantity::ratio ? "ratio" : "euclidean";
}

const std::vector<RecordDescription<Listing>>& listings() {
  static const std::vector<RecordDescription<Listing>> kListings = {
      listing("touchstone.contact-methods/1", "Contact methods", "contacts", contact_registry,
              named_fields<ContactRow>()),
      listing(
          "touchstone.families/1", "Families of cases", "families",
          [] { return family_registry(CurvedCases::taken); }, family_fields()),
      listing("touchstone.metrics/1", "Metrics, and what each claims", "metrics", metric_registry,
              metric_fields()),
      listing("touchstone.models/1", "Contact models", "models", model_registry,
              named_fields<ModelRow>()),
      listing("touchstone.records/1", "Records, and their schemas", "records", published_records,
              record_fields()),
      listing("touchstone.scenes/1", "Scenes of the library", "scenes", scene_library,
              named_fields<SceneRow>()),
      listing("touchstone.step-families/1", "Families of contact problems of a step", "problems",
              step_families, named_fields<StepFamily>()),
      listing("touchstone.steppers/1", "Steppers", "steppers", stepper_registry,
              named_fields<StepperRow>()),
  };
  return kListings;
}

const RecordDescription<Listing>& listing_of(std::string_view kind) {
  return *std::find_if(listings().begin(), listings().end(), [kind](const auto& record) {
    return record.fields.shapes().front().text.key == kind;
  });
}

}  // namespace touchstone
