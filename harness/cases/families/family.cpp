// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/families/family.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "geometry/body.hpp"
#include "geometry/hash.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/families/families.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr double kBoxCentreRange = 2.8;  ///< makes about half of the pairs overlap [m]
constexpr double kPlaceRange = 5;        ///< range of A where both bodies move [m]

/// Two 2 x 2 x 2 boxes, A at the origin, B anywhere near it in any orientation.
Pair random_boxes(Random& random, std::uint64_t /*index*/) {
  static const PolytopePtr box = make_box(Vec3(1, 1, 1));
  Pose X_WB;
  for (int k = 0; k < 3; ++k) X_WB.t[k] = random.uniform(-kBoxCentreRange, kBoxCentreRange);
  X_WB.R = random.rotation();
  return {box, Pose{}, box, X_WB};
}

/// Two boxes of different sides, both anywhere in any orientation: what ignores a pose is wrong.
Pair posed_boxes(Random& random, std::uint64_t /*index*/) {
  const auto box = [&random] {
    Vec3 half_extents;
    for (int k = 0; k < 3; ++k) half_extents[k] = random.uniform(0.25, 1.75);
    return make_box(half_extents);
  };
  const PolytopePtr A = box();
  const PolytopePtr B = box();
  Pose X_WA, X_WB;
  for (int k = 0; k < 3; ++k) X_WA.t[k] = random.uniform(-kPlaceRange, kPlaceRange);
  for (int k = 0; k < 3; ++k) {
    X_WB.t[k] = X_WA.t[k] + random.uniform(-kBoxCentreRange, kBoxCentreRange);
  }
  X_WA.R = random.rotation();
  X_WB.R = random.rotation();
  return {A, X_WA, B, X_WB};
}

std::vector<Family> make_registry() {
  std::vector<Family> registry{
      {.name = "random-boxes",
       .group = "boxes",
       .summary = "2x2x2 boxes, B's centre uniform in [-2.8, 2.8]^3, rotation uniform",
       .largest_vertices = 8,
       .default_cases = 6000,
       .generate = drawn(random_boxes)},
      {.name = "posed-boxes",
       .group = "boxes",
       .summary = "boxes of sides 0.5 to 3.5, both turned at random, A's centre in [-5, 5]^3",
       .largest_vertices = 8,
       .default_cases = 2000,
       .generate = drawn(posed_boxes)}};
  for (Family& family : hull_families()) registry.push_back(std::move(family));
  for (Family& family : kissing_families()) registry.push_back(std::move(family));
  for (const auto& rows :
       {round_families(), coincidence_families(), scale_families(), facet_families(),
        extreme_families(), thin_families(), near_tie_families(), centre_families(),
        roof_families(), kink_families(), box_fuzz_families(), motion_families()}) {
    registry.insert(registry.end(), rows.begin(), rows.end());
  }
  registry.push_back(field_family());
  for (Family& family : rounded_families()) registry.push_back(std::move(family));
  for (Family& family : curved_families()) registry.push_back(std::move(family));
  return registry;
}

std::string unknown_family(std::string_view name, std::span<const Family> families) {
  constexpr std::size_t kMaxQuoted = 60;
  if (name == "sealed") return "is a pair of the gate: only the case file of gate --dump has it";
  for (const Family& family : families) {
    if (family.group == name) {
      return std::string(name) + " is a group of families: name one of them, such as " +
             family.name;
    }
  }
  return unknown_row("family", name.substr(0, kMaxQuoted), families, "list families").reason;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::span<const Family> family_registry(CurvedCases curved) {
  static const std::vector<Family> registry = make_registry();
  if (curved != CurvedCases::refused) return registry;
  return {registry.begin(), std::find_if(registry.begin(), registry.end(), is_curved)};
}

const Family* find_family(std::string_view name, std::span<const Family> families) {
  for (const Family& family : families) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

Family hard_family(std::string name, std::string summary, int largest_vertices,
                   std::uint64_t default_cases, CaseGenerator generate) {
  return {.name = std::move(name),
          .group = "hard",
          .summary = std::move(summary),
          .largest_vertices = largest_vertices,
          .default_cases = default_cases,
          .generate = std::move(generate)};
}

CaseGenerator drawn(Pair (*draw)(Random& random, std::uint64_t index)) {
  return [draw](const Family& family, std::uint64_t seed, std::uint64_t index) {
    Random random = case_random(family, seed, index);
    return draw(random, index);
  };
}

CaseGenerator with(double value, Pair (*draw)(double, Random& random, std::uint64_t index)) {
  return [value, draw](const Family& family, std::uint64_t seed, std::uint64_t index) {
    Random random = case_random(family, seed, index);
    return draw(value, random, index);
  };
}

void swap_in_half(Random& random, Pair* pair) {
  if (random.below(2) != 0) return;
  std::swap(pair->A, pair->B);
  std::swap(pair->X_WA, pair->X_WB);
}

Random case_random(const Family& family, std::uint64_t seed, std::uint64_t index) {
  return Random(hash_text(family.name), seed, index);
}

Case make_case(const Family& family, std::uint64_t seed, std::uint64_t index) {
  assert(family.finite_cases == 0 || index < family.finite_cases);
  Case c;
  c.family = family.name;
  if (family.finite_cases != 0) {
    c.id = family.name + ":" + field_case_name(index);
    c.source = field_case_source(index);
  } else {
    c.id = family.name + ":" + std::to_string(seed) + ":" + std::to_string(index);
    if (family.source) c.source = family.source(family, seed, index);
  }
  c.bodies = family.generate(family, seed, index);
  return c;
}

Result<Case> make_case(std::string_view id, std::span<const Family> families) {
  const auto quoted = [id] { return "id \"" + std::string(id.substr(0, 100)) + "\": "; };
  const std::size_t colon = id.find(':');
  const std::string_view name = id.substr(0, colon);
  const Family* family = find_family(name, families);
  if (family == nullptr) return Error{quoted() + unknown_family(name, families)};
  const std::string_view rest = colon == id.npos ? std::string_view() : id.substr(colon + 1);

  if (family->finite_cases != 0) {
    Result<std::uint64_t> index = find_field_case(rest);
    if (!index.ok()) return Error{quoted() + index.reason()};
    return make_case(*family, 0, index.value());
  }
  const std::size_t second = rest.find(':');
  if (second == rest.npos) {
    return Error{quoted() + "must be " + family->name + ":SEED:INDEX"};
  }
  const std::optional<std::uint64_t> seed = whole_number(rest.substr(0, second));
  if (!seed) return Error{quoted() + "the seed is not a whole number below 2^64"};
  const std::optional<std::uint64_t> index = whole_number(rest.substr(second + 1));
  if (!index) return Error{quoted() + "the index is not a whole number below 2^64"};
  return make_case(*family, *seed, *index);
}

}  // namespace touchstone
