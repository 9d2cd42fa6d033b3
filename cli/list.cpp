// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/list.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/commands.hpp"
#include "cli/options/usage.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "cli/records.hpp"
#include "contact/peg/peg_options.hpp"
#include "contact/registry.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/stepper.hpp"
#include "harness/cases/families/family.hpp"
#include "metrics/registry.hpp"
#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct ListArguments : Arguments {
  Typed<std::string> what;
  Typed<std::string> json;
};

std::string json_bool(bool b) { return b ? "true" : "false"; }

std::string_view quantity_name(Quantity quantity) {
  return quantity == Quantity::ratio ? "ratio" : "euclidean";
}

std::string listing_json(const std::string& what, const std::vector<std::string>& items) {
  return JsonObject()
      .add("schema", json_string("touchstone." + what + "/1"))
      .add(what, json_list(items))
      .document();
}

std::string_view value_claim_name(ValueClaim claim) {
  switch (claim) {
    case ValueClaim::tolerance:
      return "tolerance";
    case ValueClaim::one_ulp:
      return "one_ulp";
    case ValueClaim::correctly_rounded:
      return "correctly_rounded";
  }
  return "";
}

std::string gives_json(const Gives& gives) {
  return JsonObject()
      .add("value", json_bool(gives.value))
      .add("normal", json_bool(gives.normal))
      .add("witnesses", json_bool(gives.witnesses))
      .row();
}

std::string gives_json(const GivesByRegime& gives) {
  return JsonObject()
      .add("separated", gives_json(gives.separated))
      .add("touching", gives_json(gives.touching))
      .add("penetrating", gives_json(gives.penetrating))
      .text();
}

std::string metrics_json() {
  std::vector<std::string> items;
  for (const MetricRow& row : metric_registry()) {
    const MetricTraits& t = row.traits;
    const std::string traits =
        JsonObject()
            .add("quantity", json_string(quantity_name(t.quantity)))
            .add("when_separated", json_bool(t.gives.separated.value))
            .add("when_penetrating", json_bool(t.gives.penetrating.value))
            .add("gives_normal", json_bool(t.gives.ever(&Gives::normal)))
            .add("gives_witnesses", json_bool(t.gives.ever(&Gives::witnesses)))
            .add("gives", gives_json(t.gives))
            .add("gives_features", json_bool(t.gives_features))
            .add("gives_certificate", json_bool(t.gives_certificate))
            .add("claims_exact", json_bool(t.claims_exact))
            .add("own_tolerance", json_number(t.own_tolerance))
            .add("value_claim", json_string(value_claim_name(t.value_claim)))
            .add("flat", json_bool(t.flat))
            .add("boxes_only", json_bool(t.boxes_only))
            .add("scalar", json_string(t.scalar == Scalar::float32 ? "float32" : "float64"))
            .add("isolated", json_bool(t.isolated))
            .add("largest_default_vertices", std::to_string(t.largest_default_vertices))
            .text();
    items.push_back(JsonObject()
                        .add("name", json_string(row.name))
                        .add("summary", json_string(row.summary))
                        .add("traits", traits)
                        .text());
  }
  return listing_json("metrics", items);
}

std::string families_json() {
  std::vector<std::string> items;
  for (const Family& family : family_registry()) {
    items.push_back(JsonObject()
                        .add("name", json_string(family.name))
                        .add("group", json_string(family.group))
                        .add("summary", json_string(family.summary))
                        .add("largest_vertices", std::to_string(family.largest_vertices))
                        .add("default_cases", std::to_string(family.default_cases))
                        .add("finite_cases", family.finite_cases == 0
                                                 ? std::string("null")
                                                 : std::to_string(family.finite_cases))
                        .text());
  }
  return listing_json("families", items);
}

std::string metrics_text() {
  std::string text;
  for (const MetricRow& row : metric_registry()) {
    const MetricTraits& t = row.traits;
    std::string gives;
    if (t.gives.ever(&Gives::normal)) gives += " normal";
    if (t.gives.ever(&Gives::witnesses)) gives += " witnesses";
    if (t.gives_features) gives += " features";
    if (t.gives_certificate) gives += " certificates";
    std::string line = std::string(quantity_name(t.quantity)) + "; value when";
    const bool apart = t.gives.separated.value;
    const bool overlapping = t.gives.penetrating.value;
    if (apart) line += " separated";
    if (apart && overlapping) line += " or";
    if (overlapping) line += " penetrating";
    if (!gives.empty()) line += "; gives" + gives;
    line += t.claims_exact ? "; claims to be exact"
                           : "; claims " + exact_text(t.own_tolerance) +
                                 (t.quantity == Quantity::ratio ? " of max(1, |rho|)" : " of size");
    if (t.scalar == Scalar::float32) line += "; in single precision";
    line += t.boxes_only ? "; boxes only" : t.flat ? "; takes flat bodies" : "; solids only";
    line += "; up to " + std::to_string(t.largest_default_vertices) + " vertices by default";
    if (t.isolated) line += "; in a process of its own";
    text += row.name + "\n    " + row.summary + "\n    " + line + "\n";
  }
  return text;
}

std::string families_text() {
  TextTable table({"family", "group", "default\ncases", "largest\nvertices", "corpus"}, 2);
  for (const Family& family : family_registry()) {
    table.add({family.name, family.group, std::to_string(family.default_cases),
               std::to_string(family.largest_vertices),
               family.finite_cases == 0 ? "" : std::to_string(family.finite_cases)});
  }
  std::string text = table.text();
  for (const Family& family : family_registry()) text += family.name + ": " + family.summary + "\n";
  return text;
}

/// Rows of a table that has no more to say than a name and a line.
template <class Rows>
std::string plain_json(const std::string& what, const Rows& rows) {
  std::vector<std::string> items;
  for (const auto& row : rows) {
    items.push_back(JsonObject()
                        .add("name", json_string(row.name))
                        .add("summary", json_string(row.summary))
                        .text());
  }
  return listing_json(what, items);
}

template <class Rows>
std::string plain_text(const Rows& rows) {
  std::string text;
  for (const auto& row : rows) text += row.name + ": " + row.summary + "\n";
  return text;
}

std::string records_text() {
  std::string text;
  for (const PublishedRecord& record : published_records()) {
    text += record.name + "\n    " + record.title + "\n";
  }
  return text;
}

std::string records_json() {
  std::vector<std::string> items;
  for (const PublishedRecord& record : published_records()) {
    items.push_back(JsonObject()
                        .add("name", json_string(record.name))
                        .add("title", json_string(record.title))
                        .add("schema", record.json_schema)
                        .text());
  }
  return listing_json("records", items);
}

/// What there is of one kind.
struct Listing {
  const char* kind;
  std::string (*text)();
  std::string (*json)();
};

constexpr std::array kListings = {
    Listing{"metrics", metrics_text, metrics_json},
    Listing{"families", families_text, families_json},
    Listing{"contacts", [] { return plain_text(contact_registry()); },
            [] { return plain_json("contacts", contact_registry()); }},
    Listing{"scenes", [] { return plain_text(scene_library()); },
            [] { return plain_json("scenes", scene_library()); }},
    Listing{"steppers", [] { return plain_text(stepper_registry()); },
            [] { return plain_json("steppers", stepper_registry()); }},
    Listing{"models", [] { return plain_text(model_registry()); },
            [] { return plain_json("models", model_registry()); }},
    Listing{"records", records_text, records_json},
};

int list(const ListArguments& typed) {
  const std::string& what = *typed.what;
  const auto found = std::find_if(kListings.begin(), kListings.end(),
                                  [&](const Listing& one) { return one.kind == what; });
  if (found == kListings.end()) {
    return complain(unknown_below("list", what, list_kinds()), kExitBadInput);
  }
  const std::string& path = *typed.json;
  if (const auto error = typed.unread_option()) return complain(error->reason, kExitBadInput);
  auto json = OutputFile::open(path);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  return show(output, found->json(), found->text(), kExitAsExpected);
}

}  // namespace

std::vector<std::string> list_kinds() {
  std::vector<std::string> kinds;
  for (const Listing& listing : kListings) kinds.emplace_back(listing.kind);
  return kinds;
}

void add_list(CommandLine& line) {
  std::string kinds;
  for (const std::string& kind : list_kinds()) kinds += (kinds.empty() ? "" : ", ") + kind;
  Command command = line.command("list", "Shows what there is: " + kinds);
  ListArguments& a = command.runs(list);
  command.text("WHAT", "", a.what, "One of " + kinds);
  add_json_option(command, a.json);
}

}  // namespace touchstone
