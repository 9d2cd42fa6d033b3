// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_claims.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "harness/plugins/curved_questions.hpp"
#include "harness/plugins/manifold_policy.hpp"
#include "harness/plugins/printable.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxVertices = 1'000'000;

struct Capability {
  const char* name;
  std::uint32_t bit;
};
constexpr std::array<Capability, 4> kCapabilities = {{{"value", TOUCHSTONE_GIVES_VALUE},
                                                      {"normal", TOUCHSTONE_GIVES_NORMAL},
                                                      {"witnesses", TOUCHSTONE_GIVES_WITNESSES},
                                                      {"skipped", TOUCHSTONE_SKIPS}}};

struct TakenBodies {
  const char* name;
  std::uint32_t bits;
};
constexpr std::array<TakenBodies, 9> kTakenBodies = {
    {{"radius", TOUCHSTONE_TAKES_RADIUS},
     {"sphere", TOUCHSTONE_TAKES_SPHERES},
     {"capsule", TOUCHSTONE_TAKES_CAPSULES},
     {"round_polygon", TOUCHSTONE_TAKES_ROUND_POLYGONS},
     {"round_box", TOUCHSTONE_TAKES_ROUND_BOXES},
     {"round_solid", TOUCHSTONE_TAKES_ROUND_SOLIDS},
     {"cylinder", TOUCHSTONE_TAKES_CYLINDERS},
     {"cone", TOUCHSTONE_TAKES_CONES},
     {"ellipsoid", TOUCHSTONE_TAKES_ELLIPSOIDS}}};
static_assert(+TOUCHSTONE_TAKES_SPHERES == +kRoundedPoint &&
              +TOUCHSTONE_TAKES_CAPSULES == +kRoundedSegment &&
              +TOUCHSTONE_TAKES_ROUND_POLYGONS == +kRoundedPolygon &&
              +TOUCHSTONE_TAKES_ROUND_BOXES == +kRoundedBox &&
              +TOUCHSTONE_TAKES_ROUND_SOLIDS == +kRoundedSolid &&
              +TOUCHSTONE_TAKES_CYLINDERS == +kTakesCylinder &&
              +TOUCHSTONE_TAKES_CONES == +kTakesCone &&
              +TOUCHSTONE_TAKES_ELLIPSOIDS == +kTakesEllipsoid);

std::string text_or_empty(const char* text) { return text == nullptr ? "" : text; }

std::string capabilities_json(std::uint32_t bits) {
  std::vector<std::string> names;
  if (bits > 15U) names.push_back(json_string("an unknown bit"));
  for (const Capability& capability : kCapabilities) {
    if ((bits & capability.bit) != 0) names.push_back(json_string(capability.name));
  }
  return json_row(names);
}

std::string taken_json(std::uint32_t bits) {
  std::vector<std::string> names;
  if (bits > 255U) names.push_back(json_string("an unknown bit"));
  for (const TakenBodies& bodies : kTakenBodies) {
    const bool is_all = bodies.bits == TOUCHSTONE_TAKES_RADIUS;
    if (!is_all && (bits & bodies.bits) != 0) names.push_back(json_string(bodies.name));
  }
  return json_row(names);
}

std::uint8_t read_taken(const JsonNode& node) {
  std::uint32_t bits = 0;
  for (const JsonNode& item : node.items()) {
    const std::string name = item.text();
    std::uint32_t found = 0;
    for (const TakenBodies& bodies : kTakenBodies) found |= bodies.name == name ? bodies.bits : 0;
    if (found == 0) {
      item.refuse(
          "must be radius, sphere, capsule, round_polygon, round_box, round_solid, cylinder, cone "
          "or ellipsoid");
    }
    bits |= found;
  }
  return static_cast<std::uint8_t>(bits);
}

std::uint32_t read_capabilities(const JsonNode& node) {
  std::uint32_t bits = 0;
  for (const JsonNode& item : node.items()) {
    const std::string name = item.text();
    const auto* const found =
        std::find_if(kCapabilities.begin(), kCapabilities.end(),
                     [&](const Capability& capability) { return capability.name == name; });
    if (found == kCapabilities.end()) item.refuse("must be value, normal, witnesses or skipped");
    bits |= found->bit;
  }
  if ((bits & TOUCHSTONE_SKIPS) != 0 && bits != TOUCHSTONE_SKIPS) {
    node.refuse("claims to skip a regime and to give something in it");
  }
  return bits;
}

Gives gives(std::uint32_t bits) {
  return {(bits & TOUCHSTONE_GIVES_VALUE) != 0, (bits & TOUCHSTONE_GIVES_NORMAL) != 0,
          (bits & TOUCHSTONE_GIVES_WITNESSES) != 0, (bits & TOUCHSTONE_SKIPS) != 0};
}

double tolerance_of(const JsonNode& node) {
  const double claimed = node.nonnegative();
  if (claimed > kMaxClaimedTolerance) {
    node.refuse("is above 1e-3 of size: no verdict would mean anything");
  }
  return claimed == 0 ? MetricTraits{}.own_tolerance : claimed;
}

void read_regimes(const JsonNode& root, MetricTraits& traits) {
  const std::uint32_t separated = read_capabilities(root.at("separated"));
  const std::uint32_t touching = read_capabilities(root.at("touching"));
  const std::uint32_t penetrating = read_capabilities(root.at("penetrating"));
  traits.gives = {gives(separated), gives(touching), gives(penetrating)};
}

/// Bodies with a radius, and what departs from phi on purpose.
void read_bodies_and_margins(const JsonNode& root, MetricTraits& traits) {
  if (root.has("takes")) traits.rounded_cores = read_taken(root.at("takes"));
  if (root.has("offset")) traits.offset = root.at("offset").nonnegative();
  if (root.has("reach")) {
    const double reach = root.at("reach").nonnegative();
    if (reach > 0) traits.reach = reach;
  }
  const bool departs =
      traits.rounded_cores != 0 || traits.offset != 0 || std::isfinite(traits.reach);
  if (departs && traits.quantity == Quantity::ratio) {
    root.refuse("answers a ratio, which knows no radius, offset or reach");
  }
}

std::string optional_text(const JsonNode& root, const char* key) {
  return root.has(key) ? printable(root.at(key).text()) : "";
}

/// Whether an optional word is the second of two, and not the first one.
bool is_second(const JsonNode& root, const char* key, const std::string& first,
               const std::string& second) {
  if (!root.has(key)) return false;
  const std::string word = root.at(key).text();
  if (word != first && word != second) {
    root.at(key).refuse("must be " + first + " or " + second);
  }
  return word == second;
}

MetricRow row_of(const JsonNode& root) {
  MetricRow row;
  row.name = claimed_name(root.at("name"));
  row.summary = optional_text(root, "summary");
  const std::string version = optional_text(root, "version");
  if (!version.empty()) row.summary += (row.summary.empty() ? "version " : ", version ") + version;
  const std::string build = optional_text(root, "build");
  if (!build.empty()) row.summary += " (" + build + ")";
  const std::string policy = optional_text(root, "policy");
  if (!policy.empty()) row.summary += "; policy: " + policy;
  MetricTraits& traits = row.traits;
  traits.isolated = true;
  if (is_second(root, "quantity", "distance", "ratio")) traits.quantity = Quantity::ratio;
  if (is_second(root, "precision", "float64", "float32")) traits.scalar = Scalar::float32;
  if (root.has("own_tolerance")) traits.own_tolerance = tolerance_of(root.at("own_tolerance"));
  if (root.has("takes_flat")) traits.flat = root.at("takes_flat").truth();
  if (root.has("boxes_only")) traits.boxes_only = root.at("boxes_only").truth();
  if (root.has("max_vertices")) {
    const std::uint64_t most = std::min(root.at("max_vertices").whole(), kMaxVertices);
    if (most > 0) traits.largest_default_vertices = static_cast<int>(most);
  }
  if (root.has("manifold")) {
    read_manifold_policy(root.at("manifold"));
    row.plugin.gives_manifolds = true;
  }
  if (root.has("old_contacts") && root.at("old_contacts").truth()) {
    row.plugin.remark = "offers touchstone.contacts/1, which is not asked for any more: " +
                        std::string(TOUCHSTONE_MANIFOLD_1) + " replaces it";
  }
  if (root.has("gradient")) root.at("gradient").truth();
  if (root.has("gives_proof")) traits.gives_certificate = root.at("gives_proof").truth();
  if (root.has("in_batches")) row.plugin.in_batches = root.at("in_batches").truth();
  read_regimes(root, traits);
  read_bodies_and_margins(root, traits);
  return row;
}

}  // namespace

std::string claimed_name(const JsonNode& node) {
  std::string name = node.text();
  const bool fine = !name.empty() && name.size() <= kMaxPluginName &&
                    std::all_of(name.begin(), name.end(), [](char c) {
                      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
                             c == '.' || c == '+' || c == '-';
                    });
  if (!fine) node.refuse("must be 1 to 64 of letters, digits and _ . + -");
  return name;
}

std::string claims_json(const PluginLibrary& library) {
  const touchstone_descriptor& d = library.descriptor();
  // JSON has no NaN or infinity: as a text it is rejected with its name.
  const auto finite = [](double x) {
    return std::isfinite(x) ? json_number(x) : json_string("not finite");
  };
  JsonObject claims;
  if (const touchstone_descriptor_2* more = library.descriptor_2(); more != nullptr) {
    claims.add("takes", taken_json(more->takes))
        .add("offset", finite(more->offset))
        .add("reach", finite(more->reach));
  }
  if (library.manifolds() != nullptr) {
    claims.add("manifold", manifold_policy_json(library.manifolds()->policy));
  }
  if (library.gradients() != nullptr) claims.add("gradient", "true");
  if (library.gives_old_contacts()) claims.add("old_contacts", "true");
  return claims.add("name", json_string(text_or_empty(d.name)))
      .add("version", json_string(text_or_empty(d.version)))
      .add("build", json_string(text_or_empty(d.build)))
      .add("summary", json_string(text_or_empty(d.summary)))
      .add("policy", json_string(text_or_empty(d.policy)))
      .add("quantity", json_string(library.is_ratio() ? "ratio" : "distance"))
      .add("precision", json_string(d.scalar == TOUCHSTONE_FLOAT32   ? "float32"
                                    : d.scalar == TOUCHSTONE_FLOAT64 ? "float64"
                                                                     : "unknown"))
      .add("own_tolerance", finite(d.own_tolerance))
      .add("in_batches", library.batch() != nullptr ? "true" : "false")
      .add("gives_proof", library.proof() != nullptr ? "true" : "false")
      .add("takes_flat", d.takes_flat != 0 ? "true" : "false")
      .add("boxes_only", d.boxes_only != 0 ? "true" : "false")
      .add("max_vertices", json_count(d.max_vertices))
      .add("separated", capabilities_json(d.when_separated))
      .add("touching", capabilities_json(d.when_touching))
      .add("penetrating", capabilities_json(d.when_penetrating))
      .row();
}

Result<MetricRow> read_claims(std::string_view json, const std::string& where) {
  return read_json(json, where, row_of);
}

}  // namespace touchstone
