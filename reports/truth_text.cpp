// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/truth_text.hpp"
#include "schema/number_text.hpp"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

/// Longer fractions are told by their digits on a terminal.
constexpr std::size_t kMaxFraction = 60;
/// Directions shown on a terminal; a kissing cone or a tie can have many.
constexpr std::size_t kDirectionsShown = 6;

Vec3 rounded(const ExactVec3& v) {
  return {round_to_double(v[0]), round_to_double(v[1]), round_to_double(v[2])};
}

std::string corners_json(const Polytope& body, const std::vector<int>& vertices) {
  return json_row(json_items(vertices, [&body](int v) {
    return json_vector(body.vertices()[static_cast<std::size_t>(v)]);
  }));
}

std::string feature_json(const Pair& pair, const ExactFeatures& features) {
  return JsonObject()
      .add("name", json_string(feature_name(features)))
      .add("vertices_a", corners_json(*pair.A, features.vertices_A))
      .add("vertices_b", corners_json(*pair.B, features.vertices_B))
      .row();
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
  return std::to_string(vertices.size()) + (vertices.size() == 1 ? " vertex" : " vertices");
}

}  // namespace

std::string fraction_text(const Rational& x) {
  return x.get_num().get_str() + "/" + x.get_den().get_str();
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

std::string_view status_name(const RunOutcome& outcome) {
  if (outcome.status == RunStatus::crashed) return "crashed";
  if (outcome.status == RunStatus::timed_out) return "timed_out";
  if (outcome.status == RunStatus::skipped) return "skipped";
  if (outcome.status == RunStatus::not_applicable) return "not_applicable";
  if (outcome.answer.status == AnswerStatus::answered) return "answered";
  return outcome.answer.status == AnswerStatus::sign_only ? "sign_only" : "no_answer";
}

JsonObject truth_json(const Case& c, const Truth& truth) {
  const auto features =
      json_items(truth.features, [&c](const ExactFeatures& f) { return feature_json(c.pair, f); });
  JsonObject object;
  object.add("id", json_string(c.id))
      .add("phi", json_number(truth.phi))
      .add("phi_squared", json_string(fraction_text(truth.phi_squared)))
      .add("sign", std::to_string(truth.sign))
      .add("normals", json_row(json_items(truth.normals, json_vector)))
      .add("features", json_row(features))
      .add("rho", truth.ratio ? json_number(truth.ratio->rho_rounded) : "null")
      .add("rho_exact", truth.ratio ? json_string(fraction_text(truth.ratio->rho)) : "null")
      .add("witness_a", json_vector(rounded(truth.witness_A)))
      .add("witness_b", json_vector(rounded(truth.witness_B)))
      .add("size", json_number(pair_size(c.pair)));
  const std::string text = note(c.pair, truth);
  if (!text.empty()) object.add("note", json_string(text));
  return object;
}

std::string truth_text(const Case& c, const Truth& truth, std::string_view in_full) {
  std::string text =
      "  phi        " + exact_text(truth.phi) + " m, " + std::string(sign_name(truth.sign)) + "\n";
  text += "  phi^2      " + short_fraction(truth.phi_squared, in_full) + "\n";
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
  if (truth.sign == 0 && truth.normals.size() > 1) {
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
  text += "  size       " + exact_text(pair_size(c.pair)) + " m\n";
  for (const auto& line : c.pair.A->notes()) text += "  note       a: " + line + "\n";
  for (const auto& line : c.pair.B->notes()) text += "  note       b: " + line + "\n";
  return text;
}

}  // namespace touchstone
