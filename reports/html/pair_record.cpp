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
  const auto point = [](std::string_view key, std::string_view meaning) {
    FieldText text = field(key, meaning, "m");
    return std::same_as<Vector, EntriesOrNull> ? text.entries_null_where(kNotFinite) : text;
  };
  return RecordFields<Points>()
      .add(point("A", "witness point of A in the world"), &Points::a)
      .add(point("B", "witness point of B in the world"), &Points::b);
}

RecordFields<Polytope> body_fields() {
  using FacetCorners = std::vector<std::vector<int>>;
  return RecordFields<Polytope>()
      .add(
          field("kind", "whether the body is a box or another convex hull").one_of({"box", "hull"}),
          [](const Polytope& body) { return box_half_extents(body) ? "box" : "hull"; })
      .add(field("vertices", "vertices of a box or of a core, in the frame of the body", "m")
               .null_where("the body is a hull, whose vertices `case` has"),
           [](const Polytope& body) {
             const bool has_them = box_half_extents(body) || body.radius() > 0;
             return has_them ? body.vertices() : std::vector<Vec3>();
           })
      .add(field("radius", "radius of the body about its core, which is what a view shows", "m")
               .omitted_where("it is 0"),
           [](const Polytope& body) {
             return body.radius() > 0 ? std::optional(body.radius()) : std::nullopt;
           })
      .add(field("facets",
                 "facets of the body: positions of their vertices, from 0, counter-clockwise seen "
                 "from outside"),
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
      .add(
          field("phi",
                "exact signed distance of A and B, rounded once; negative where they overlap", "m"),
          [](const Truth& t) { return AnyReal{t.phi}; })
      .add(field("regime",
                 "sign of phi as a word: separated above 0, kissing at 0, penetrating below")
               .one_of({"separated", "kissing", "penetrating"}),
           [](const Truth& t) { return sign_name(t.sign); })
      .add(field("normal",
                 "first of the optimal contact normals: a unit vector from B to A, world axes")
               .null_where("there is none"),
           [](const Truth& t) {
             return t.normals.empty() ? std::nullopt : std::optional(t.normals.front());
           })
      .add(field("normals", "number of optimal contact normals"),
           [](const Truth& t) { return t.normals.size(); })
      .add(
          field("features",
                "features of A and of B on which the first normal is attained, such as vertex-face")
              .null_where("there are none"),
          [](const Truth& t) {
            return t.features.empty() ? std::string() : feature_name(t.features.front());
          })
      .add(
          field("witnesses", "witness points of A and B"),
          [](const Truth& t) {
            return PointPair<RealVector>{reals(rounded(t.witness_A)), reals(rounded(t.witness_B))};
          },
          point_fields<RealVector>())
      .add(field("rho",
                 "exact ratio metric rho = (r - 1)/r, rounded once; r scales both bodies about "
                 "their interior points until they touch")
               .null_where("it is undefined"),
           [](const Truth& t) {
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
  const PairDraft draft = draft_of(page.c.pair());
  return PairPrograms{page, {draft.poses[0].q, draft.poses[1].q}};
}

/// The forms of `ask --dump --as` that are programs or text to paste.
RecordFields<PairPrograms> program_fields() {
  RecordFields<PairPrograms> fields;
  for (const char* form : {"libccd", "fcl", "coal", "bullet", "python"}) {
    fields.add(
        field(form, "text to paste that puts the pair to the library that the key names")
            .omitted_where("it cannot take the pair"),
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
      .add(field("id", "id of the case"), [](const PairPage& p) { return p.c.id; })
      .add(field("family", "family of the case, file:NAME where it is from a file"),
           [](const PairPage& p) { return p.c.family; })
      .add(field("size", "size of the pair: the smaller bounding radius above 0 of the two bodies",
                 "m"),
           [](const PairPage& p) { return AnyReal{pair_size(p.c.pair())}; })
      .add(
          field("A", "body A of the pair"),
          [](const PairPage& p) -> const auto& { return *p.c.pair().A; }, body_fields())
      .add(
          field("B", "body B of the pair"),
          [](const PairPage& p) -> const auto& { return *p.c.pair().B; }, body_fields())
      .add(
          field("truth", "exact answer about the pair"),
          [](const PairPage& p) -> const auto& { return p.truth; }, shown_truth_fields());
}

/// Adds what stands behind `shrunk`.
RecordFields<PairPage> with_answers(RecordFields<PairPage> fields) {
  return fields
      .add(
          field("claims", "what each metric answered, on the page of one pair; else empty"),
          [](const PairPage& p) { return p.claims; }, claim_fields())
      .add(field("case", "the two bodies and their poses, as a case file (docs/case-file.md)"),
           [](const PairPage& p) { return RawJson{write_case(p.c)}; })
      .add(field("snippets", "programs that put the pair to other libraries, by the library's name")
               .null_where("none were made"),
           programs_of, program_fields());
}

/// A shrunk pair has no further one.
RecordFields<PairPage> small_pair_fields() {
  return with_answers(
      question_fields().add(field("shrunk", "simpler pair that fails in the same way")
                                .null_where("the pair is shrunk already: always here"),
                            [](const PairPage&) { return RawJson(); }));
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

RecordFields<PairClaim> claim_fields() {
  using Claim = PairClaim;
  const RecordFields<StoredAnswer>& stored = stored_answer_fields();
  return RecordFields<Claim>()
      .add(field("metric", "name of the metric"), &Claim::metric)
      .add(field("word", "verdict on the answer, in one word; empty if it is not known"),
           &Claim::word)
      .add(field("quantity", "quantity that the metric's value is")
               .one_of({"phi", "rho"})
               .null_where("it is not known"),
           claim_quantity)
      .include(&Claim::answer, stored.only({"status", "value", "sign", "normal"}))
      .add(field("witnesses", "witness points of A and B").null_where("the answer has none"),
           claimed_points, point_fields<EntriesOrNull>())
      .include(&Claim::answer, stored.only({"detail"}))
      .add(field("replay", "command that asks the metric about the pair again")
               .omitted_where("the page shows many pairs, or the case itself claims the answer"),
           &Claim::replay);
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
          .add(field("metric", "name of the metric that fails on the pair"), &Shrunk::metric)
          .add(field("text", "what the pair is made of, in a line"), &Shrunk::summary)
          .add(field("does_not_matter",
                     "changes of the pair after which the metric still fails, a line each"),
               &Shrunk::does_not_matter)
          .add(
              field("pair", "the shrunk pair with its exact answer"),
              [](const Shrunk& shrunk) -> const auto& { return shrunk.pair; }, small_pair_fields());
  return kFields;
}

}  // namespace touchstone
