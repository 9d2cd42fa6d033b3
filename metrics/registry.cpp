// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/registry.hpp"

#include <algorithm>
#include <array>

#include "metrics/box15/box15.hpp"
#include "metrics/certified/certified.hpp"
#include "metrics/gjk/gjk.hpp"
#include "metrics/libccd/libccd.hpp"
#include "metrics/minkowski/minkowski.hpp"
#include "metrics/ratio_facets/ratio_facets.hpp"
#include "metrics/ratio_lp/ratio_lp.hpp"
#include "metrics/ratio_ray/ratio_ray.hpp"
#include "metrics/ratio_ray/ratio_ray_fixed.hpp"
#include "metrics/ratio_seidel/ratio_seidel.hpp"
#include "metrics/sat/sat.hpp"
#include "metrics/sat_gauss/sat_gauss.hpp"
#include "metrics/vclip/vclip.hpp"

namespace touchstone {
namespace {

MetricTraits ratio_lp_traits() {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  traits.own_tolerance = 1e-12;  // of max(1, |rho|); a body's facets are merged at 1e-12 size
  traits.largest_default_vertices = 8192;
  return traits;
}

MetricTraits ratio_seidel_traits() {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  // Of max(1, |rho|). Values are within 4e-15, normals and witness points within 1e-13 (scale-1e3);
  // what facets and double-doubles do not hold is answered as by ratio_ray: thin bodies, sizes 1e4
  // apart, and where the bound on the rounding of facets is more than 2.5e-13 of the smaller body.
  traits.own_tolerance = 1e-12;
  traits.largest_default_vertices = 1 << 17;
  return traits;
}

MetricTraits ratio_facets_traits() {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  // Of max(1, |rho|). Of its half-spaces it is exact, but they are rounded: rho keeps 2e-12
  // (flat-facets), the witness points on a body 1e6 times the other one 1e-10 of the latter. Where
  // the bound on that rounding is more than 2.5e-10, the vertices are asked.
  traits.own_tolerance = 1e-9;
  traits.largest_default_vertices = 1 << 17;
  return traits;
}

MetricTraits ratio_ray_traits() {
  MetricTraits traits;
  traits.quantity = Quantity::ratio;
  // Of max(1, |rho|): an ulp. Normal and witness points are the exact ones, rounded once.
  traits.own_tolerance = 1e-15;
  traits.value_claim = ValueClaim::one_ulp;
  traits.gives_certificate = true;
  traits.claims_exact = true;
  traits.largest_default_vertices = 1 << 20;
  return traits;
}

MetricTraits sat_traits() {
  MetricTraits traits;
  traits.when_separated = false;
  traits.gives_witnesses = false;
  // 1.2e-11 was the most in 2,000 cases of aspect-1e8 when the axis of two nearly parallel edges
  // was taken to be as certain as any other.
  traits.own_tolerance = 1e-10;
  traits.value_claim = ValueClaim::one_ulp;  // a depth may be many sizes of the smaller body
  traits.largest_default_vertices = 128;     // O(n^3): 7 ms at 64 vertices, 50 ms at 128
  return traits;
}

MetricTraits sat_float32_traits() {
  MetricTraits traits = sat_traits();
  traits.scalar = Scalar::float32;
  traits.own_tolerance = 1e-5;  // some hundred roundings of 6e-8
  return traits;
}

MetricTraits sat_gauss_traits() {
  MetricTraits traits;
  traits.when_separated = false;
  traits.gives_witnesses = false;
  // Of bodies 64 times as large as the other all is in double-double; of others, thin ones, arcs
  // bend in doubles: 6.4e-12 was the most in 10,000 cases of aspect-1e8.
  traits.own_tolerance = 1e-10;
  traits.value_claim = ValueClaim::one_ulp;  // as sat
  traits.largest_default_vertices = 8192;
  return traits;
}

MetricTraits box15_traits() {
  MetricTraits traits;
  traits.when_separated = false;
  traits.gives_witnesses = false;
  traits.own_tolerance = 1e-15;
  traits.value_claim = ValueClaim::one_ulp;  // a depth may be many sizes of the smaller box
  traits.claims_exact = true;
  traits.boxes_only = true;
  return traits;
}

MetricTraits gjk_traits() {
  MetricTraits traits;
  traits.when_penetrating = false;
  // Of the value 1e-12. A rounded normal turns by 1e-16, which is felt at the ends of a body a
  // million times the other as 1e-10. Where it is felt more, it is the right one but for its last
  // bits.
  traits.own_tolerance = 1e-9;
  traits.value_claim = ValueClaim::one_ulp;
  traits.flat = true;
  traits.largest_default_vertices = 1 << 20;
  return traits;
}

MetricTraits certified_traits() {
  MetricTraits traits;
  // Of sizes. The value is within an ulp; a coordinate of a witness point within a quarter of its
  // ulp, or 2^-56 sizes, and an entry of the normal within 2^-55, before each is rounded once.
  traits.own_tolerance = 1e-15;
  traits.value_claim = ValueClaim::one_ulp;
  traits.gives_features = true;
  traits.gives_certificate = true;
  traits.claims_exact = true;
  traits.flat = true;
  traits.largest_default_vertices = 1 << 17;
  return traits;
}

MetricTraits vclip_traits() {
  MetricTraits traits;
  traits.when_penetrating = false;
  traits.gives_features = true;
  // Of the value 1e-14, or an ulp, where rounding stops the proof; of normals in contact, see
  // docs/vclip.md.
  traits.own_tolerance = 1e-11;
  traits.value_claim = ValueClaim::one_ulp;
  traits.largest_default_vertices = 1 << 17;
  return traits;
}

/// `tolerance` in libccd's units, metres: an honest reading is relative to bodies of size 1.
MetricTraits libccd_traits(double tolerance) {
  MetricTraits traits;
  traits.when_separated = false;
  traits.gives_witnesses = false;  // one contact position, not a pair
  traits.own_tolerance = tolerance;
  traits.flat = true;  // "any convex shape": nothing but a support function is asked for
  traits.isolated = true;
  return traits;
}

MetricTraits minkowski_traits() {
  MetricTraits traits;
  traits.claims_exact = true;
  traits.own_tolerance = 1e-12;
  traits.value_claim = ValueClaim::correctly_rounded;  // phi may be many sizes
  traits.largest_default_vertices = 64;
  return traits;
}

MetricTraits minkowski_float_traits() {
  MetricTraits traits;
  traits.own_tolerance = 1e-12;
  traits.largest_default_vertices = 128;
  return traits;
}

}  // namespace

std::span<const MetricRow> metric_registry() {
  static const std::array kRows = {
      MetricRow{.name = "ratio_lp",
                .summary = "ratio metric: linear program in dual form (4 rows), GLPK 5.0 simplex, "
                           "basis polished",
                .traits = ratio_lp_traits(),
                .make = [] { return make_ratio_lp(RatioProgram::dual); },
                .make_ratio =
                    [](const RatioOptions& options) {
                      return in_form(make_ratio_lp(RatioProgram::dual, options.fixed_B),
                                     options.form);
                    }},
      MetricRow{.name = "ratio_lp_rows",
                .summary =
                    "as ratio_lp, the program in row form (a row for each facet): 1.2 to 1.7 times "
                    "slower",
                .traits = ratio_lp_traits(),
                .make = [] { return make_ratio_lp(RatioProgram::rows); },
                .make_ratio =
                    [](const RatioOptions& options) {
                      return in_form(make_ratio_lp(RatioProgram::rows, options.fixed_B),
                                     options.form);
                    }},
      MetricRow{.name = "ratio_seidel",
                .summary = "ratio metric: Seidel's randomized linear program, O(m + n), value from "
                           "the vertices",
                .traits = ratio_seidel_traits(),
                .make = [] { return make_ratio_seidel(); },
                .make_ratio =
                    [](const RatioOptions& options) {
                      return in_form(make_ratio_seidel(options.fixed_B), options.form);
                    }},
      MetricRow{.name = "ratio_facets",
                .summary = "ratio metric: the linear program of the facets alone by the dual "
                           "simplex, priced by support scans",
                .traits = ratio_facets_traits(),
                .make = [] { return make_ratio_facets(); },
                .make_ratio =
                    [](const RatioOptions& options) {
                      return in_form(make_ratio_facets(options.fixed_B, options.facets_as_rounded),
                                     options.form);
                    }},
      MetricRow{.name = "ratio_ray",
                .summary =
                    "ratio metric by the ray through the Minkowski sum, support queries only; "
                    "to an ulp",
                .traits = ratio_ray_traits(),
                .make = make_ratio_ray,
                .make_ratio =
                    [](const RatioOptions& options) {
                      return in_form(options.fixed_B ? make_ratio_ray_fixed() : make_ratio_ray(),
                                     options.form);
                    }},
      MetricRow{.name = "certified",
                .summary = "GJK and the expanding polytope in doubles, proven in double-double or "
                           "solved in integers; to an ulp",
                .traits = certified_traits(),
                .make = make_certified},
      MetricRow{.name = "sat",
                .summary = "separating axis test, Algorithms 1 and 2 of Yi & Drumwright; sign only "
                           "when disjoint",
                .traits = sat_traits(),
                .make = make_sat},
      MetricRow{.name = "sat_float32",
                .summary = "as sat, in single precision from end to end",
                .traits = sat_float32_traits(),
                .make = make_sat_float32},
      MetricRow{.name = "vclip",
                .summary = "V-Clip: closest features of disjoint bodies by a walk over Voronoi "
                           "regions; of bodies that overlap it says that they do, and no depth",
                .traits = vclip_traits(),
                .make = make_vclip},
      MetricRow{.name = "sat_gauss",
                .summary = "separating axis test, edge pairs by following arcs of the Gauss map; "
                           "sign only when disjoint",
                .traits = sat_gauss_traits(),
                .make = make_sat_gauss},
      MetricRow{.name = "box15",
                .summary = "two boxes by fifteen axes, the best in double-double; sign only when "
                           "disjoint",
                .traits = box15_traits(),
                .make = make_box15},
      MetricRow{.name = "gjk",
                .summary = "GJK in doubles, directions of near bodies sharpened; of bodies that "
                           "overlap it says that they do, and no depth",
                .traits = gjk_traits(),
                .make = make_gjk},
      MetricRow{.name = "gjk_epa",
                .summary = "GJK + EPA of libccd at its default tolerances; sign only when "
                           "disjoint",
                .traits = libccd_traits(kLibccdDefaultTolerance),
                .make = [] { return make_gjk_epa(kLibccdDefaultTolerance); }},
      MetricRow{.name = "mpr",
                .summary = "Minkowski portal refinement of libccd at its default tolerances; "
                           "sign only when disjoint",
                .traits = libccd_traits(kLibccdDefaultTolerance),
                .make = [] { return make_mpr(kLibccdDefaultTolerance); }},
      MetricRow{.name = "gjk_epa_1e-8",
                .summary = "as gjk_epa, all tolerances 1e-8",
                .traits = libccd_traits(1e-8),
                .make = [] { return make_gjk_epa(1e-8); }},
      MetricRow{.name = "mpr_1e-8",
                .summary = "as mpr, all tolerances 1e-8",
                .traits = libccd_traits(1e-8),
                .make = [] { return make_mpr(1e-8); }},
      MetricRow{.name = "minkowski",
                .summary = "explicit hull of all vertex differences, CGAL 5.5 in exact arithmetic",
                .traits = minkowski_traits(),
                .make = make_minkowski},
      MetricRow{.name = "minkowski_float",
                .summary = "as minkowski, in doubles: CGAL 5.5 hull of the rounded differences",
                .traits = minkowski_float_traits(),
                .make = make_minkowski_float},
  };
  return kRows;
}

const MetricRow* find_metric(std::string_view name, std::span<const MetricRow> rows) {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const MetricRow& r) { return r.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace touchstone
