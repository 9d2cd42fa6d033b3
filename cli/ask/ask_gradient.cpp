// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_gradient.hpp"

#include <algorithm>
#include <optional>

#include "reference/gradient.hpp"
#include "reports/truth_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kPiecesShown = 8;

Vec3 rounded_part(const ExactVec12& piece, std::size_t first, const Rational& square) {
  const auto entry = [&](std::size_t i) {
    return round_to_double(RootQuotient{piece.at(first + i), square});
  };
  return {entry(0), entry(1), entry(2)};
}

GradientOfValue rounded(const std::optional<ExactGradient>& gradient, const std::string& note) {
  if (!gradient) return {.note = note};
  GradientOfValue value;
  value.directions = gradient->directions.size();
  for (const ExactGradient::Direction& direction : gradient->directions) {
    const Rational& square = direction.square;
    for (const ExactVec12& piece : direction.pieces) {
      value.pieces.push_back({rounded_part(piece, 0, square), rounded_part(piece, 3, square),
                              rounded_part(piece, 6, square), rounded_part(piece, 9, square)});
    }
  }
  return value;
}

std::string value_text(const GradientOfValue& gradient, const std::string& name) {
  std::string text = "  gradient   of " + name + ": ";
  if (gradient.pieces.empty()) return text + "not told, " + gradient.note + "\n";
  text += gradient_cell(gradient) + " of " + how_many(gradient.directions, "direction") +
          (gradient.is_two_sided() ? ": rates are two-sided\n" : ": rates are one-sided\n");
  const std::size_t shown = std::min(gradient.pieces.size(), kPiecesShown);
  for (std::size_t k = 0; k < shown; ++k) {
    const Gradient& p = gradient.pieces[k];
    text += "    A  v " + vector_text(p.v_A) + ", w " + vector_text(p.w_A) + "\n";
    text += "    B  v " + vector_text(p.v_B) + ", w " + vector_text(p.w_B) + "\n";
  }
  const std::size_t more = gradient.pieces.size() - shown;
  return text + (more > 0 ? "    and " + std::to_string(more) + " more\n" : "");
}

RecordFields<Gradient> piece_fields() {
  using Piece = Gradient;
  return RecordFields<Piece>()
      .add(field("v_a", "for the velocity of A's origin, world axes"), &Piece::v_A)
      .add(field("w_a", "for the angular velocity of A about its origin, world axes"), &Piece::w_A)
      .add(field("v_b", "for the velocity of B's origin, world axes"), &Piece::v_B)
      .add(field("w_b", "for the angular velocity of B about its origin, world axes"), &Piece::w_B);
}

RecordFields<GradientOfValue> value_fields() {
  using Value = GradientOfValue;
  return RecordFields<Value>()
      .add(field("two_sided", "whether there is one piece: then rates are two-sided"),
           &Value::is_two_sided)
      .add(field("pieces", "pieces: the generalised gradient is their hull"), &Value::pieces,
           piece_fields())
      .add(field("note", "why there are no pieces").omitted_where("there are some"), &Value::note);
}

}  // namespace

GradientReply find_gradient(const Pair& pair, const Truth& truth) {
  const TruthOnDemand known(truth);
  return {
      rounded(exact_gradient(pair, known, Quantity::euclidean), "optimal directions form a cone"),
      rounded(exact_gradient(pair, known, Quantity::ratio), "rho is undefined")};
}

std::string gradient_cell(const GradientOfValue& gradient) {
  return gradient.pieces.empty() ? "not told" : how_many(gradient.pieces.size(), "piece");
}

std::string gradient_text(const GradientReply& reply) {
  return value_text(reply.phi, "phi") + value_text(reply.rho, "rho");
}

RecordFields<GradientReply> gradient_fields() {
  using Reply = GradientReply;
  return RecordFields<Reply>()
      .add(field("phi", "gradient of phi: v-parts [1], w-parts [m]"), &Reply::phi, value_fields())
      .add(field("rho", "gradient of rho: v-parts [1/m], w-parts [1]"), &Reply::rho,
           value_fields());
}

}  // namespace touchstone
