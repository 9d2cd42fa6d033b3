// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_plan.hpp"

#include <algorithm>
#include <charconv>

#include "geometry/loop_bound.hpp"
#include "geometry/shapes.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr double kMinHalfExtent = 0.3;  ///< half extents of boxes are from this to 1 [m]

/// The one of two sizes around `wanted` that is nearer by ratio.
std::uint64_t nearer(std::uint64_t below, std::uint64_t above, std::uint64_t wanted) {
  // wanted / below < above / wanted
  return wanted * wanted < below * above ? below : above;
}

/// The nearest of size(least), size(least + 1), ..., which grows.
template <class Size>
std::uint64_t nearest_parameter(std::uint64_t least, std::uint64_t wanted, Size size) {
  std::uint64_t k = least;
  LoopBound bound("time: size of a body", static_cast<std::int64_t>(wanted) + 1);
  for (; size(k + 1) <= wanted; ++k) bound.step();
  return nearer(size(k), size(k + 1), wanted) == size(k) ? k : k + 1;
}

std::uint64_t icosphere_size(std::uint64_t levels) { return 10 * (1ULL << (2 * levels)) + 2; }
std::uint64_t icosphere_levels(std::uint64_t vertices) {
  return nearest_parameter(0, vertices, icosphere_size);
}

/// Twice as many meridians as bands: nearly square facets at the equator.
std::uint64_t uv_sphere_size(std::uint64_t stacks) { return 2 * stacks * (stacks - 1) + 2; }
std::uint64_t uv_sphere_stacks(std::uint64_t vertices) {
  return nearest_parameter(3, vertices, uv_sphere_size);
}

std::uint64_t prism_size(std::uint64_t sides) { return 2 * sides; }
std::uint64_t prism_sides(std::uint64_t vertices) {
  return nearest_parameter(3, vertices, prism_size);
}

PolytopePtr make_random_box(Random& random, std::uint64_t /*vertices*/) {
  Vec3 half;
  for (int k = 0; k < 3; ++k) half[k] = random.uniform(kMinHalfExtent, 1);
  return make_box(half);
}

std::vector<TimeSize> equal_size_pairs(std::initializer_list<std::uint64_t> sizes) {
  std::vector<TimeSize> pairs;
  for (const std::uint64_t size : sizes) pairs.push_back({size, size});
  return pairs;
}

std::vector<TimeSize> hull_sizes() {
  // 4 to 200,000 facets; 8 x 200 is small against large.
  auto sizes = equal_size_pairs({8, 14, 52, 252, 1002, 5002, 20'002, 100'002});
  sizes.push_back({8, 200});
  return sizes;
}

Result<TimeSize> parse_size(const std::string& text) {
  const auto cross = text.find('x');
  const std::string first = text.substr(0, cross);
  const std::string second = cross == std::string::npos ? first : text.substr(cross + 1);
  TimeSize size;
  for (const auto& [part, number] : {std::pair(&first, &size.a), {&second, &size.b}}) {
    const char* end = part->data() + part->size();
    const auto read = std::from_chars(part->data(), end, *number);
    if (read.ec != std::errc() || read.ptr != end || *number < 4 || *number > kMaxTimeSize) {
      return Error{"--vertices: '" + text + "' is neither a number from 4 to " +
                   std::to_string(kMaxTimeSize) + " nor two of them (8x200)"};
    }
  }
  return size;
}

/// Those of `all` whose names were typed, in the order of `all`; all of them if none was.
template <class Value, std::size_t N>
Result<std::vector<Value>> chosen_among(const std::string& what,
                                        const std::vector<std::string>& typed,
                                        const std::array<const char*, N>& names,
                                        const std::array<Value, N>& all) {
  for (const std::string& word : typed) {
    if (std::find(names.begin(), names.end(), word) == names.end()) {
      return Error{unknown_choice(what, word, {names.begin(), names.end()})};
    }
  }
  std::vector<Value> chosen;
  for (std::size_t k = 0; k < N; ++k) {
    const bool named = std::find(typed.begin(), typed.end(), names.at(k)) != typed.end();
    if (named || typed.empty()) chosen.push_back(all.at(k));
  }
  return chosen;
}

}  // namespace

std::span<const TimeFamily> time_families() {
  static const std::vector<TimeFamily> kFamilies = {
      {.name = "random-hulls",
       .summary = "hulls of random points on the unit sphere: 2 V - 4 triangles",
       .nearest_size = [](std::uint64_t vertices) { return vertices; },
       .make =
           [](Random& random, std::uint64_t vertices) {
             return make_random_sphere_hull(random, static_cast<int>(vertices));
           },
       .random = true,
       .default_sizes = hull_sizes(),
       // Enough of them for a fit over all, and for one from 500 facets on.
       .quick_sizes = equal_size_pairs({8, 52, 252, 502, 1002})},
      {.name = "boxes",
       .summary = "boxes of random half extents in [0.3, 1]",
       .nearest_size = [](std::uint64_t /*vertices*/) { return std::uint64_t{8}; },
       .make = make_random_box,
       .random = true,
       .default_sizes = equal_size_pairs({8}),
       .boxes = true,
       .quick_sizes = equal_size_pairs({8})},
      {.name = "icospheres",
       .summary = "icosahedron subdivided: nearly equal triangles",
       .nearest_size =
           [](std::uint64_t vertices) { return icosphere_size(icosphere_levels(vertices)); },
       .make =
           [](Random& /*random*/, std::uint64_t vertices) {
             return make_icosphere(static_cast<int>(icosphere_levels(vertices)));
           },
       .random = false,
       .default_sizes = equal_size_pairs({42, 642, 10'242})},
      {.name = "uv-spheres",
       .summary = "spheres of meridians and bands: quadrilaterals, two poles of high valence",
       .nearest_size =
           [](std::uint64_t vertices) { return uv_sphere_size(uv_sphere_stacks(vertices)); },
       .make =
           [](Random& /*random*/, std::uint64_t vertices) {
             const auto stacks = static_cast<int>(uv_sphere_stacks(vertices));
             return make_uv_sphere(2 * stacks, stacks);
           },
       .random = false,
       .default_sizes = equal_size_pairs({uv_sphere_size(8), uv_sphere_size(22)})},
      {.name = "prisms",
       .summary = "regular prisms: two large facets of many corners",
       .nearest_size = [](std::uint64_t vertices) { return prism_size(prism_sides(vertices)); },
       .make =
           [](Random& /*random*/, std::uint64_t vertices) {
             return make_prism(static_cast<int>(prism_sides(vertices)), 0.8, 0.6);
           },
       .random = false,
       .default_sizes = equal_size_pairs({64, 512})},
  };
  return kFamilies;
}

const TimeFamily* find_time_family(std::string_view name) {
  for (const TimeFamily& family : time_families()) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

std::vector<TimeGroup> quick_time() {
  std::vector<TimeGroup> groups;
  for (const TimeFamily& family : time_families()) {
    for (const TimeSize& size : family.quick_sizes) {
      groups.push_back({&family, size, {TimeRegime::separated, TimeRegime::shallow}, {}});
    }
  }
  return groups;
}

Result<std::vector<TimeStart>> plan_starts(const TimeSelection& selection) {
  return chosen_among("start", selection.starts, kTimeStartNames, kAllTimeStarts);
}

Result<std::vector<TimeGroup>> plan_time(const TimeSelection& selection) {
  std::vector<const TimeFamily*> families;
  std::vector<std::string> family_names;
  for (const TimeFamily& family : time_families()) {
    family_names.emplace_back(family.name);
    if (selection.families.empty()) families.push_back(&family);
  }
  for (const std::string& word : selection.families) {
    const TimeFamily* family = find_time_family(word);
    if (family == nullptr) return Error{unknown_choice("family", word, family_names)};
    if (std::find(families.begin(), families.end(), family) == families.end()) {
      families.push_back(family);
    }
  }
  const auto chosen = chosen_among("regime", selection.regimes, kTimeRegimeNames, kAllTimeRegimes);
  if (!chosen) return chosen.error();
  const std::vector<TimeRegime>& regimes = chosen.value();
  std::vector<TimeSize> sizes;
  for (const std::string& word : selection.vertices) {
    const auto size = parse_size(word);
    if (!size) return size.error();
    sizes.push_back(size.value());
  }
  std::vector<TimeGroup> groups;
  for (const TimeFamily* family : families) {
    for (const TimeSize& wanted : sizes.empty() ? family->default_sizes : sizes) {
      const TimeSize size{family->nearest_size(wanted.a), family->nearest_size(wanted.b)};
      auto known = std::find_if(groups.begin(), groups.end(), [&](const TimeGroup& group) {
        return group.family == family && group.size == size;
      });
      if (known == groups.end()) known = groups.insert(known, {family, size, regimes, {}});
      if (!sizes.empty()) known->typed.push_back(wanted);
    }
  }
  return groups;
}

}  // namespace touchstone
