// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_union.hpp"

#include <algorithm>
#include <vector>

#include "geometry/index.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/judge/union_judge.hpp"
#include "reports/truth_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct NamedPair {
  PieceIndices pieces;
  std::string name_a, name_b;
};

NamedPair named(const PieceIndices& pair, const Case& c) {
  return {pair, c.unions()->A.pieces[at(pair.A)].name, c.unions()->B.pieces[at(pair.B)].name};
}

/// "a[3] (handle)"; of a body of one piece "a".
std::string piece_text(const char* body, const BodyUnion& all, int piece) {
  std::string text = body;
  if (all.pieces.size() > 1) text += "[" + std::to_string(piece) + "]";
  const std::string& name = all.pieces[at(piece)].name;
  return name.empty() ? text : text + " (" + name + ")";
}

std::string pair_text(const PieceIndices& pair, const Case& c) {
  return piece_text("a", c.unions()->A, pair.A) + " and " + piece_text("b", c.unions()->B, pair.B);
}

bool overlaps(const AskedUnion& a) { return a.truth.sign && *a.truth.sign < 0; }
bool has_square(const AskedUnion& a) { return a.truth.exact && a.truth.has_squares; }

double deepest_depth(const AskedUnion& a) { return round_sqrt_to_double(a.truth.deepest_squared); }

std::string overlap_text(const AskedUnion& asked) {
  const UnionTruth& truth = asked.truth;
  std::string text;
  if (!truth.exact && truth.has_squares) {
    text += "  search     ended after " + std::to_string(truth.nodes) +
            " nodes: the depth is between these bounds\n";
  }
  if (truth.has_squares) {
    const double deepest = deepest_depth(asked);
    text += "  deepest    " + pair_text(truth.deepest, asked.c) + ", " + exact_text(deepest) +
            " m deep; the depth is " + short_text(-truth.upper / deepest) + " times that\n";
  }
  if (!asked.volume) return text;
  const SharedVolume& volume = *asked.volume;
  if (volume.exact) {
    return text + "  volume     " + exact_text(round_to_double(volume.lower)) + " m^3, exactly " +
           short_fraction(volume.lower) + "\n";
  }
  return text + "  volume     in [" + exact_text(round_to_double(volume.lower)) + ", " +
         exact_text(round_to_double(volume.upper)) + "] m^3\n";
}

RecordFields<NamedPair> named_pair_fields() {
  return RecordFields<NamedPair>()
      .add(field("a", "index of the piece of A, from 0"),
           [](const NamedPair& p) { return p.pieces.A; })
      .add(field("name_a", "its name").omitted_where("it has none"), &NamedPair::name_a)
      .add(field("b", "index of the piece of B, from 0"),
           [](const NamedPair& p) { return p.pieces.B; })
      .add(field("name_b", "its name").omitted_where("it has none"), &NamedPair::name_b);
}

RecordFields<AskedUnion> overlap_fields() {
  using Joined = AskedUnion;
  const auto fraction = [](Rational SharedVolume::*member) {
    return [member](const Joined& a) {
      return a.volume ? fraction_text((*a.volume).*member) : std::string();
    };
  };
  return RecordFields<Joined>()
      .add(field("deepest_depth", "largest depth of a pair of pieces, rounded once: a lower bound",
                 "m"),
           deepest_depth)
      .add(
          field("deepest", "pair of pieces with that depth"),
          [](const Joined& a) { return std::vector{named(a.truth.deepest, a.c)}; },
          named_pair_fields())
      .add(field("nodes", "nodes that the search opened"),
           [](const Joined& a) { return a.truth.nodes; })
      .add(field("volume_lower", "volume that the bodies share is not below, p/q", "m^3")
               .omitted_where("a piece has a radius, a curved core or is a polygon"),
           fraction(&SharedVolume::lower))
      .add(field("volume_upper",
                 "volume that the bodies share is not above, p/q; equal bounds are the volume",
                 "m^3")
               .omitted_where("a piece has a radius, a curved core or is a polygon"),
           fraction(&SharedVolume::upper));
}

}  // namespace

bool has_shared_volume(const UnionPair& pair) {
  const auto is_polytope = [](const UnionPiece& piece) {
    return !piece.body.is_curved() && piece.body.radius() == 0;
  };
  return !pair.in_plane && std::all_of(pair.A.pieces.begin(), pair.A.pieces.end(), is_polytope) &&
         std::all_of(pair.B.pieces.begin(), pair.B.pieces.end(), is_polytope);
}

AskedUnion ask_union(const Case& c, double tolerance) {
  const UnionPair& pair = *c.unions();
  AskedUnion asked{c, solve_unions(pair), std::nullopt};
  if (overlaps(asked) && has_shared_volume(pair)) asked.volume = shared_volume(pair);
  if (c.claim) {
    const Verdict verdict = judge_unions(pair, asked.truth, *c.claim, tolerance);
    const bool leaves_parts = (c.claim->normal && verdict.normal == PartVerdict::not_given) ||
                              (c.claim->points && verdict.witness == PartVerdict::not_given);
    asked.claim = reply_of(claim_name(*c.claim), *c.claim, verdict,
                           leaves_parts ? "normals and points have no verdict here" : "",
                           bracket_of(asked.truth));
  }
  return asked;
}

std::string union_phi_text(const UnionTruth& truth) {
  if (truth.lower == truth.upper) return exact_text(truth.lower);
  return "[" + exact_text(truth.lower) + ", " + exact_text(truth.upper) + "]";
}

std::string union_text(const AskedUnion& asked) {
  const UnionTruth& truth = asked.truth;
  const bool bracket = truth.lower != truth.upper;
  std::string text = asked.c.id + "\n  phi        " + (bracket ? "in " : "") +
                     union_phi_text(truth) + " m, " +
                     (truth.sign ? std::string(sign_name(*truth.sign)) : "sign not proven") + "\n";
  if (has_square(asked)) text += "  phi^2      " + short_fraction(truth.squared) + "\n";
  if (truth.translation) {
    text += "  move a by  " + vector_text(rounded(*truth.translation)) +
            (overlaps(asked) ? " to part them\n" : " to touch b\n");
  }
  for (std::size_t k = 0; k < truth.deciding.size(); ++k) {
    text +=
        (k == 0 ? "  decided by " : "             ") + pair_text(truth.deciding[k], asked.c) + "\n";
  }
  if (overlaps(asked)) text += overlap_text(asked);
  if (!asked.claim) return text;
  return text + curved_reply_text(*asked.claim, union_size(*asked.c.unions()));
}

RecordFields<AskedUnion> union_fields() {
  using Joined = AskedUnion;
  return RecordFields<Joined>()
      .add(field("id", "id of the case, by which `touchstone ask` finds it"),
           [](const Joined& a) { return a.c.id; })
      .add(field("lower", "phi is not below; equal bounds are phi, rounded once", "m"),
           [](const Joined& a) { return a.truth.lower; })
      .add(field("upper", "phi is not above", "m"), [](const Joined& a) { return a.truth.upper; })
      .add(field("phi_squared", "square of phi, exactly, as a fraction p/q", "m^2")
               .omitted_where("the bounds differ, or a piece has a radius or a curved core"),
           [](const Joined& a) {
             return has_square(a) ? fraction_text(a.truth.squared) : std::string();
           })
      .add(field("sign", "sign of phi: -1, 0 or 1")
               .from(-1, 1)
               .null_where("the bounds do not tell it"),
           [](const Joined& a) { return a.truth.sign; })
      .add(field("translation",
                 "how A moves to part from B or to touch it, world axes, rounded once", "m")
               .null_where("none is proven"),
           [](const Joined& a) {
             return a.truth.translation ? std::optional(rounded(*a.truth.translation))
                                        : std::nullopt;
           })
      .add(
          field("deciding", "pairs of pieces that decide phi, none where it is not exact"),
          [](const Joined& a) {
            std::vector<NamedPair> pairs;
            for (const PieceIndices& pair : a.truth.deciding) pairs.push_back(named(pair, a.c));
            return pairs;
          },
          named_pair_fields())
      .add_part(field("overlap", "what is known where pieces overlap")
                    .omitted_where("none do, or a piece has a radius or a curved core"),
                overlap_fields(),
                [](const Joined& a) { return overlaps(a) && a.truth.has_squares; })
      .add(field("claim", "answer that the case file claims, and its verdict")
               .omitted_where("the file claims nothing"),
           &Joined::claim, reply_fields_of("claim, and by which program"))
      .add(field("case", "the two bodies and their poses, as a case file (docs/case-file.md)"),
           [](const Joined& a) { return case_json(a.c); });
}

}  // namespace touchstone
