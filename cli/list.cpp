// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/list.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/commands.hpp"
#include "cli/listings.hpp"
#include "cli/options/usage.hpp"
#include "cli/process/console.hpp"
#include "cli/records.hpp"
#include "contact/peg/peg_options.hpp"
#include "contact/registry.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/stepper.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/steps/step_families.hpp"
#include "metrics/registry.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct ListArguments : Arguments {
  Typed<std::string> what;
  Typed<std::string> json;
};

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
  for (const Family& family : family_registry(CurvedCases::taken)) {
    table.add({family.name, family.group, std::to_string(family.default_cases),
               std::to_string(family.largest_vertices),
               family.finite_cases == 0 ? "" : std::to_string(family.finite_cases)});
  }
  std::string text = table.text();
  for (const Family& family : family_registry(CurvedCases::taken))
    text += family.name + ": " + family.summary + "\n";
  return text;
}

/// Rows of a table that has no more to say than a name and a line.
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

/// What there is of one kind.
struct ListKind {
  const char* kind;
  std::string (*text)();
};

constexpr std::array kListKinds = {
    ListKind{"metrics", metrics_text},
    ListKind{"families", families_text},
    ListKind{"contacts", [] { return plain_text(contact_registry()); }},
    ListKind{"problems", [] { return plain_text(step_families()); }},
    ListKind{"scenes", [] { return plain_text(scene_library()); }},
    ListKind{"steppers", [] { return plain_text(stepper_registry()); }},
    ListKind{"models", [] { return plain_text(model_registry()); }},
    ListKind{"records", records_text},
};

int list(const ListArguments& typed) {
  const std::string& what = *typed.what;
  const auto found = std::find_if(kListKinds.begin(), kListKinds.end(),
                                  [&](const ListKind& one) { return one.kind == what; });
  if (found == kListKinds.end()) {
    return fail(unknown_below("list", what, list_kinds()), kExitBadInput);
  }
  const std::string& path = *typed.json;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  return show(path, listing_of(what).document({}), found->text(), kExitAsExpected);
}

}  // namespace

std::vector<std::string> list_kinds() {
  std::vector<std::string> kinds;
  for (const ListKind& one : kListKinds) kinds.emplace_back(one.kind);
  return kinds;
}

void add_list(CommandLine& line) {
  const std::string kinds = joined(list_kinds());
  Command command = line.command("list", "Shows what there is: " + kinds);
  ListArguments& a = command.runs(list);
  command.text("WHAT", "", a.what, "One of " + kinds);
  add_json_option(command, a.json);
}

}  // namespace touchstone
