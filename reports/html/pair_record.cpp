// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/pair_record.hpp"

#include "harness/shrink/pair_draft.hpp"
#include "reports/snippets/snippet.hpp"
#include "reports/truth_text.hpp"

namespace touchstone {
namespace {

using RealVector = std::array<AnyReal, 3>;

RealVector reals(const Vec3& v) { return {AnyReal{v.x()}, AnyReal{v.y()}, AnyReal{v.z()}}; }

template <class Vector>
struct PointPair {
  Vector a, b;
};

template <class Vector>
RecordFields<PointPair<Vector>> point_fields() {
  using Points = PointPair<Vector>;
  return RecordFields<Points>()
      .add(field("A", "of A in the world", "m"), &Points::a)
      .add(field("B", "of B in the world", "m"), &Points::b);
}

RecordFields<Polytope> body_fields() {
  using FacetCorners = std::vector<std::vector<int>>;
  return RecordFields<Polytope>()
      .add(field("kind", "what the body is").one_of({"box", "hull"}),
           [](const Polytope& body) { return box_half_extents(body) ? "box" : "hull"; })
      .add(field("vertices", "in the body's frame", "m").null_where("it is a hull: see the case"),
           [](const Polytope& body) {
             return box_half_extents(body) ? body.vertices() : std::vector<Vec3>();
           })
      .add(field("facets", "positions of vertices, counter-clockwise from outside"),
           [](const Polytope& body) {
             FacetCorners corners;
             for (const Facet& facet : body.facets()) {
               corners.emplace_back(facet.vertices.begin(), facet.vertices.end());
             }
             return corners;
           });
}

RecordFields<Truth> shown_truth_fields() {
  return RecordFields<Truth>()
      .add(field("phi", "signed distance", "m"), [](const Truth& t) { return AnyReal{t.phi}; })
      .add(field("regime", "the sign of phi").one_of({"separated", "kissing", "penetrating"}),
           [](const Truth& t) { return sign_name(t.sign); })
      .add(field("normal", "the first one, from B to A").null_where("there is none"),
           [](const Truth& t) {
             return t.normals.empty() ? std::nullopt : std::optional(t.normals.front());
           })
      .add(field("normals", "how many are optimal"),
           [](const Truth& t) { return t.normals.size(); })
      .add(field("features", "that the first normal touches").null_where("there are none"),
           [](const Truth& t) {
             return t.features.empty() ? std::string() : feature_name(t.features.front());
           })
      .add(
          field("witnesses", "witness points"),
          [](const Truth& t) {
            return PointPair<RealVector>{reals(rounded(t.witness_A)), reals(rounded(t.witness_B))};
          },
          point_fields<RealVector>())
      .add(field("rho", "growth distance").null_where("it is undefined"), [](const Truth& t) {
        return t.ratio ? std::optional(AnyReal{t.ratio->rho_rounded}) : std::nullopt;
      });
}

/// What programs that put a pair to other libraries are made from.
struct PairPrograms {
  const PairPage& page;
  CaseRotations rotations;
};

std::optional<PairPrograms> programs_of(const PairPage& page) {
  if (!page.with_snippets) return std::nullopt;
  const PairDraft draft = draft_of(page.c.pair);
  return PairPrograms{page, {draft.poses[0].q, draft.poses[1].q}};
}

/// The forms of `ask --dump --as` that are programs or text to paste.
RecordFields<PairPrograms> program_fields() {
  RecordFields<PairPrograms> fields;
  for (const char* form : {"libccd", "fcl", "coal", "bullet", "python"}) {
    fields.add(
        field(form, "text to paste").omitted_where("it cannot take the pair"),
        [form](const PairPrograms& programs) {
          const PairPage& page = programs.page;
          auto text = snippet(form, {page.c, programs.rotations, page.truth, page.tolerance});
          return text ? std::move(text).value() : std::string();
        });
  }
  return fields;
}

RecordFields<PairPage> question_fields() {
  return RecordFields<PairPage>()
      .add(field("id", "of the case"), [](const PairPage& p) { return p.c.id; })
      .add(field("family", "of the case"), [](const PairPage& p) { return p.c.family; })
      .add(field("size", "of the pair", "m"),
           [](const PairPage& p) { return AnyReal{pair_size(p.c.pair)}; })
      .add(
          field("A", "body A"), [](const PairPage& p) -> const auto& { return *p.c.pair.A; },
          body_fields())
      .add(
          field("B", "body B"), [](const PairPage& p) -> const auto& { return *p.c.pair.B; },
          body_fields())
      .add(
          field("truth", "what is exactly right"),
          [](const PairPage& p) -> const auto& { return p.truth; }, shown_truth_fields());
}

/// Adds what stands behind `shrunk`.
RecordFields<PairPage> with_answers(RecordFields<PairPage> fields) {
  return fields
      .add(
          field("claims", "of the page of one pair: what each metric says"),
          [](const PairPage& p) { return p.claims; }, claim_fields())
      .add(field("case", "a case file"), [](const PairPage& p) { return RawJson{write_case(p.c)}; })
      .add(field("snippets", "programs by the name of a library").null_where("none were made"),
           programs_of, program_fields());
}

/// A shrunk pair has no further one.
const RecordFields<PairPage>& small_pair_fields() {
  static const auto kFields =
      with_answers(question_fields().add(field("shrunk", "of a shrunk pair").null_where("always"),
                                         [](const PairPage&) { return RawJson(); }));
  return kFields;
}

std::string_view claim_quantity(const PairClaim& claim) {
  if (!claim.quantity) return "";
  return *claim.quantity == Quantity::ratio ? "rho" : "phi";
}

using ClaimedPoints = PointPair<EntriesOrNull>;

std::optional<ClaimedPoints> claimed_points(const PairClaim& claim) {
  const auto& [a, b] = std::pair(claim.answer.witness_a, claim.answer.witness_b);
  return a && b ? std::optional(ClaimedPoints{*a, *b}) : std::nullopt;
}

}  // namespace

const RecordFields<PairClaim>& claim_fields() {
  using Claim = PairClaim;
  const std::string_view none = "there is none";
  const auto answer = [](auto member) {
    return [member](const Claim& claim) { return claim.answer.*member; };
  };
  static const auto kFields =
      RecordFields<Claim>()
          .add(field("metric", "its name"), &Claim::metric)
          .add(field("word", "the verdict; empty where it is not known"), &Claim::word)
          .add(field("quantity", "that the value is")
                   .one_of({"phi", "rho"})
                   .null_where("it is not known"),
               claim_quantity)
          .add(field("status", "how the run ended"), answer(&StoredAnswer::status))
          .add(field("value", "phi [m] or rho").null_where(none), answer(&StoredAnswer::value))
          .add(field("sign", "if it is all").null_where(none), answer(&StoredAnswer::sign))
          .add(field("normal", "world frame").null_where(none), answer(&StoredAnswer::normal))
          .add(field("witnesses", "witness points").null_where(none), claimed_points,
               point_fields<EntriesOrNull>())
          .add(field("detail", "what was said besides"), answer(&StoredAnswer::detail));
  return kFields;
}

const RecordFields<PairPage>& pair_fields() {
  static const auto kFields = with_answers(question_fields().add(
      field("shrunk", "a simpler pair that fails in the same way").null_where("there is none"),
      [](const PairPage& p) { return p.shrunk; }, shrunk_pair_fields()));
  return kFields;
}

const RecordFields<ShrunkPair>& shrunk_pair_fields() {
  using Shrunk = ShrunkPair;
  static const auto kFields =
      RecordFields<Shrunk>()
          .add(field("metric", "that fails on it"), &Shrunk::metric)
          .add(field("text", "what it is made of"), &Shrunk::summary)
          .add(field("does_not_matter", "what can be changed without an end to the failure"),
               &Shrunk::does_not_matter)
          .add(
              field("pair", "itself"),
              [](const Shrunk& shrunk) -> const auto& { return shrunk.pair; }, small_pair_fields());
  return kFields;
}

}  // namespace touchstone
