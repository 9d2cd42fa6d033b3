// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/pair_json.hpp"

#include <cmath>

#include "harness/shrink/pair_draft.hpp"
#include "reports/snippets/snippet.hpp"
#include "reports/truth_text.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

std::string real_json(double x) {
  if (std::isfinite(x)) return json_number(x);
  if (std::isnan(x)) return json_string("NaN");
  return json_string(x > 0 ? "Infinity" : "-Infinity");
}

std::string reals_json(const Vec3& v) {
  return json_row({real_json(v.x()), real_json(v.y()), real_json(v.z())});
}

/// A hull's vertices are those of the case.
std::string body_json(const Polytope& body, bool is_box) {
  const auto facet = [](const Facet& f) {
    return json_row(json_items(f.vertices, [](int v) { return std::to_string(v); }));
  };
  return JsonObject()
      .add("kind", json_string(is_box ? "box" : "hull"))
      .add("vertices", is_box ? json_row(json_items(body.vertices(), json_vector)) : "null")
      .add("facets", json_row(json_items(body.facets(), facet)))
      .row();
}

Vec3 rounded(const ExactVec3& v) {
  return {round_to_double(v[0]), round_to_double(v[1]), round_to_double(v[2])};
}

std::string points_json(const std::string& a, const std::string& b) {
  return JsonObject().add("A", a).add("B", b).row();
}

std::string shown_truth_json(const Truth& truth) {
  const char* regime = "kissing";
  if (truth.sign != 0) regime = truth.sign > 0 ? "separated" : "penetrating";
  JsonObject object;
  object.add("phi", real_json(truth.phi))
      .add("regime", json_string(regime))
      .add("normal", truth.normals.empty() ? "null" : json_vector(truth.normals.front()))
      .add("normals", std::to_string(truth.normals.size()))
      .add("features",
           truth.features.empty() ? "null" : json_string(feature_name(truth.features.front())))
      .add("witnesses",
           points_json(reals_json(rounded(truth.witness_A)), reals_json(rounded(truth.witness_B))))
      .add("rho", truth.ratio ? real_json(truth.ratio->rho_rounded) : "null");
  return object.row();
}

/// A value of an answer, as it stands.
std::string copied(const JsonNode& answer, const char* key) {
  return answer.has(key) ? answer.at(key).dumped() : "null";
}

/// The forms of `--dump --as` that are programs or text to paste.
std::string snippets_json(const PairPage& page, const CaseRotations& rotations) {
  JsonObject object;
  for (const std::string_view form : {"libccd", "fcl", "coal", "bullet", "python"}) {
    const auto text = snippet(form, {page.c, rotations, page.truth, page.tolerance});
    if (text) object.add(form, json_string(text.value()));
  }
  return object.row();
}

std::string quantity_json(const std::optional<Quantity>& quantity) {
  if (!quantity) return "null";
  return json_string(*quantity == Quantity::ratio ? "rho" : "phi");
}

}  // namespace

std::string claim_json(const PairClaim& claim) {
  std::string json = "null";
  const auto refusal = visit_json(claim.answer, [&](const JsonNode& answer) {
    const std::string a = copied(answer, "witness_a");
    const std::string b = copied(answer, "witness_b");
    json = JsonObject()
               .add("metric", json_string(claim.metric))
               .add("word", json_string(claim.word))
               .add("quantity", quantity_json(claim.quantity))
               .add("status", copied(answer, "status"))
               .add("value", copied(answer, "value"))
               .add("sign", copied(answer, "sign"))
               .add("normal", copied(answer, "normal"))
               .add("witnesses", a == "null" || b == "null" ? "null" : points_json(a, b))
               .add("detail", copied(answer, "detail"))
               .row();
  });
  return refusal ? "null" : json;
}

std::string pair_json(const PairPage& page, const std::vector<PairClaim>& claims,
                      const std::string& shrunk) {
  const Pair& pair = page.c.pair;
  const PairDraft draft = draft_of(pair);
  JsonObject object;
  object.add("id", json_string(page.c.id))
      .add("family", json_string(page.c.family))
      .add("size", real_json(pair_size(pair)))
      .add("A", body_json(*pair.A, draft.bodies[0].half_extents.has_value()))
      .add("B", body_json(*pair.B, draft.bodies[1].half_extents.has_value()))
      .add("truth", shown_truth_json(page.truth))
      .add("shrunk", shrunk)
      .add("claims", json_row(json_items(claims, claim_json)))
      .add("case", write_case(page.c));
  const CaseRotations rotations{draft.poses[0].q, draft.poses[1].q};
  object.add("snippets", page.with_snippets ? snippets_json(page, rotations) : "null");
  return object.row();
}

std::string shrunk_pair_json(const ShrunkText& text, const std::string& pair) {
  return JsonObject()
      .add("metric", json_string(text.metric))
      .add("text", json_string(text.summary))
      .add("does_not_matter", json_row(json_items(text.does_not_matter, json_string)))
      .add("pair", pair)
      .row();
}

}  // namespace touchstone
