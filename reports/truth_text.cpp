// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/truth_text.hpp"

#include <algorithm>
#include <cmath>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Longer fractions are told by their digits on a terminal.
constexpr std::size_t kMaxFraction = 60;
/// Directions shown on a terminal; a kissing cone or a tie can have many.
constexpr std::size_t kDirectionsShown = 6;

/// The faces on which an optimal direction is attained.
struct NamedFeatures {
  std::string name;
  std::vector<Vec3> vertices_a, vertices_b;
};

std::vector<NamedFeatures> features_of(const SolvedCase& solved) {
  const auto corners = [](const Polytope& body, const std::vector<int>& vertices) {
    std::vector<Vec3> points;
    for (const int v : vertices) points.push_back(body.vertices()[static_cast<std::size_t>(v)]);
    return points;
  };
  std::vector<NamedFeatures> named;
  for (const ExactFeatures& f : solved.truth.features) {
    named.push_back({feature_name(f), corners(*solved.c.pair().A, f.vertices_A),
                     corners(*solved.c.pair().B, f.vertices_B)});
  }
  return named;
}

RecordFields<NamedFeatures> feature_fields() {
  using Features = NamedFeatures;
  return RecordFields<Features>()
      .add(field("name", "kind of the feature of A, then of B: vertex-face, edge-edge, ..."),
           &Features::name)
      .add(field("vertices_a", "vertices of the feature of A, in the frame of A", "m"),
           &Features::vertices_a)
      .add(field("vertices_b", "vertices of the feature of B, in the frame of B", "m"),
           &Features::vertices_b);
}

/// phi^2; where a body has a radius what makes phi.
RecordFields<SolvedCase> square_fields() {
  using Solved = SolvedCase;
  const auto square = [](const Solved& s) { return fraction_text(s.truth.phi_squared); };
  const auto law =
      RecordFields<Solved>()
          .add(field("core_sign", "sign of phi_core: -1, 0 or 1").from(-1, 1),
               [](const Solved& s) { return s.truth.core_sign(); })
          .add(field("core_phi_squared", "square of phi_core, exactly, as a fraction p/q", "m^2"),
               square)
          .add(field("radius", "r = r_a + r_b, exactly, as a fraction p/q", "m"),
               [](const Solved& s) { return fraction_text(s.truth.radius); });
  return RecordFields<Solved>()
      .add(field("phi_squared", "square of phi, exactly, as a fraction p/q", "m^2")
               .omitted_where("a body has a radius"),
           [](const Solved& s) {
             return is_rounded(s.c.pair()) ? std::string() : fraction_text(s.truth.phi_squared);
           })
      .add_part(field("radius_law",
                      "phi = phi_core - r, where phi_core is the signed distance of the cores")
                    .omitted_where("no body has a radius"),
                law, [](const Solved& s) { return is_rounded(s.c.pair()); });
}

/// Says what square_fields() gives.
std::string square_text(const Case& c, const Truth& truth, std::string_view in_full) {
  const std::string square = short_fraction(truth.phi_squared, in_full) + "\n";
  if (!is_rounded(c.pair())) return "  phi^2      " + square;
  return "  phi_core   " + std::string(sign_name(truth.core_sign())) + ", its square is " + square +
         "  radius     " + exact_text(c.pair().A->radius()) + " + " +
         exact_text(c.pair().B->radius()) + " m: phi = phi_core - radius\n";
}

/// What was tidied in the bodies, and why there is no rho.
std::string note(const Pair& pair, const Truth& truth) {
  std::string text;
  const auto add = [&text](const std::string& line) { text += (text.empty() ? "" : "; ") + line; };
  for (const auto& line : pair.A->notes()) add("a: " + line);
  for (const auto& line : pair.B->notes()) add("b: " + line);
  if (!truth.ratio) add("rho is undefined: " + truth.ratio_note);
  const Vec3 a = rounded(truth.witness_A);
  const Vec3 b = rounded(truth.witness_B);
  if (!std::isfinite(truth.phi) || !a.allFinite() || !b.allFinite()) {
    add("some exact values are beyond the range of doubles");
  }
  return text;
}

std::string corner_count_text(const std::vector<int>& vertices) {
  return how_many(vertices.size(), "vertex", "vertices");
}

}  // namespace

Vec3 rounded(const ExactVec3& v) {
  return {round_to_double(v[0]), round_to_double(v[1]), round_to_double(v[2])};
}

std::string short_fraction(const Rational& x, std::string_view in_full) {
  std::string text = fraction_text(x);
  if (text.size() <= kMaxFraction) return text;
  const std::size_t slash = text.find('/');
  const std::size_t sign = text.front() == '-' ? 1 : 0;
  return "a fraction of " + std::to_string(slash - sign) + " / " +
         std::to_string(text.size() - slash - 1) + " digits (" + std::string(in_full) + ")";
}

std::string vector_text(const Vec3& v) {
  return "(" + exact_text(v.x()) + ", " + exact_text(v.y()) + ", " + exact_text(v.z()) + ")";
}

std::string_view sign_name(int sign) {
  if (sign < 0) return "penetrating";
  return sign == 0 ? "kissing" : "separated";
}

RecordFields<SolvedCase> truth_fields() {
  using Solved = SolvedCase;
  const auto truth = [](auto member) {
    return [member](const Solved& s) { return s.truth.*member; };
  };
  const auto point = [](auto member) {
    return [member](const Solved& s) { return entries_or_null(rounded(s.truth.*member)); };
  };
  const auto rho = [](const Solved& s) {
    return s.truth.ratio ? std::optional(s.truth.ratio->rho_rounded) : std::nullopt;
  };
  const auto exact_rho = [](const Solved& s) {
    return s.truth.ratio ? fraction_text(s.truth.ratio->rho) : std::string();
  };
  return RecordFields<Solved>()
      .add(field("id", "id of the case, by which `touchstone ask` finds it"),
           [](const Solved& s) { return s.c.id; })
      .add(field("phi",
                 "exact signed distance of A and B, rounded once; negative where they overlap", "m")
               .null_where("it overflows"),
           truth(&Truth::phi))
      .include(square_fields())
      .add(field("sign", "sign of phi: -1, 0 or 1").from(-1, 1), truth(&Truth::sign))
      .add(field("normals", "all optimal contact normals: unit vectors from B to A, world axes"),
           truth(&Truth::normals))
      .add(field("features",
                 "features of A and of B on which each of the normals is attained, in their "
                 "order"),
           features_of, feature_fields())
      .add(field("rho",
                 "exact ratio metric rho = (r - 1)/r, rounded once; r scales both bodies about "
                 "their interior points until they touch")
               .null_where("it is undefined"),
           rho)
      .add(field("rho_exact", "rho, exactly, as a fraction p/q").null_where("it is undefined"),
           exact_rho)
      .add(field("witness_a", "witness point of A in the world, rounded once", "m")
               .entries_null_where(kNotFinite),
           point(&Truth::witness_A))
      .add(field("witness_b", "witness point of B in the world, rounded once", "m")
               .entries_null_where(kNotFinite),
           point(&Truth::witness_B))
      .add(field("size", "size of the pair: the smaller bounding radius above 0 of the two bodies",
                 "m"),
           [](const Solved& s) { return pair_size(s.c.pair()); })
      .add(field("note", "what was tidied in the bodies, and why rho is undefined")
               .omitted_where("there is nothing to say"),
           [](const Solved& s) { return note(s.c.pair(), s.truth); });
}

std::string truth_text(const Case& c, const Truth& truth, std::string_view in_full) {
  std::string text =
      "  phi        " + exact_text(truth.phi) + " m, " + std::string(sign_name(truth.sign)) + "\n";
  text += square_text(c, truth, in_full);
  const std::size_t shown = std::min(truth.normals.size(), kDirectionsShown);
  for (std::size_t k = 0; k < shown; ++k) {
    text += "  normal     " + vector_text(truth.normals[k]) + " from B to A";
    if (k < truth.features.size()) {
      const ExactFeatures& f = truth.features[k];
      text += "; " + feature_name(f) + " (" + corner_count_text(f.vertices_A) + " of A, " +
              corner_count_text(f.vertices_B) + " of B)";
    }
    text += "\n";
  }
  if (shown < truth.normals.size()) {
    text += "             and " + std::to_string(truth.normals.size() - shown) + " more\n";
  }
  if (truth.core_sign() == 0 && truth.normals.size() > 1) {
    text += "             every direction in the cone of these is a normal\n";
  } else if (truth.normals.size() > 1) {
    text += "             these tie\n";
  }
  text += "  witness a  " + vector_text(rounded(truth.witness_A)) + "\n";
  text += "  witness b  " + vector_text(rounded(truth.witness_B)) + "\n";
  if (truth.ratio) {
    text += "  rho        " + exact_text(truth.ratio->rho_rounded) + ", exactly " +
            short_fraction(truth.ratio->rho, in_full) + "\n";
  } else {
    text += "  rho        undefined: " + truth.ratio_note + "\n";
  }
  text += "  size       " + exact_text(pair_size(c.pair())) + " m\n";
  for (const auto& line : c.pair().A->notes()) text += "  note       a: " + line + "\n";
  for (const auto& line : c.pair().B->notes()) text += "  note       b: " + line + "\n";
  return text;
}

}  // namespace touchstone
