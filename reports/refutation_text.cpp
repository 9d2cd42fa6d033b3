// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/refutation_text.hpp"

#include "geometry/arithmetic/unit_vector.hpp"
#include "geometry/index.hpp"
#include "reports/truth_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

std::string vertex_text(const char* body, const char* letter, int vertex, const Polytope& polytope,
                        const Pose& X, const std::string& rank) {
  const Vec3 p_W = X.R * polytope.vertices()[at(vertex)] + X.t;
  return "  Vertex " + std::to_string(vertex) + " of " + body + ": " + letter + " = " +
         vector_text(p_W) + ", " + rank + ".\n";
}

std::string of_A(const Pair& pair, const VertexPair& v, const std::string& rank) {
  return vertex_text("A", "a", v.vertex_A, *pair.A, pair.X_WA, rank);
}
std::string of_B(const Pair& pair, const VertexPair& v, const std::string& rank) {
  return vertex_text("B", "b", v.vertex_B, *pair.B, pair.X_WB, rank);
}

/// "they are 0.5 apart", "they overlap by 0.5".
std::string gap_text(double gap) {
  return gap < 0 ? "they overlap by " + exact_text(-gap) : "they are " + exact_text(gap) + " apart";
}

/// The vertices that face each other along u, which the text calls `name`, and by how much.
std::string facing_text(const Pair& pair, const std::string& name, const Vec3& u,
                        const BoundProof& proof) {
  return of_A(pair, proof.vertices, "the lowest along " + name) +
         of_B(pair, proof.vertices, "the highest along " + name) + "  " + name + ".(a - b)" +
         (is_unit(u) ? "" : "/|" + name + "|") + " = " + exact_text(proof.bound) + ".\n";
}

/// What was said of phi.
std::string said_text(const Answer& answer) {
  if (answer.status != AnswerStatus::sign_only) {
    return "  You say " + exact_text(answer.value) + ": ";
  }
  const char* word = answer.sign < 0 ? "overlap" : answer.sign > 0 ? "are apart" : "touch";
  return std::string("  You say that they ") + word + ": ";
}

/// That a depth is greater than it was said to be: along n, or `along` any direction by at least so
/// much.
std::string deeper_text(const Answer& answer, double gap, const std::string& n,
                        const std::string& at_least, const std::string& along) {
  if (answer.status == AnswerStatus::sign_only || answer.value >= 0) {
    return said_text(answer) + "they overlap by " + at_least + exact_text(-gap) + " along " +
           along + ".\n";
  }
  return said_text(answer) + "moved by " + exact_text(-answer.value) + n +
         " the bodies still overlap by " + at_least + exact_text(answer.value - gap) + " along " +
         along + ".\n";
}

std::string low_text(const Pair& pair, const Answer& answer, const BoundProof& proof) {
  const std::string moved = proof.bound < 0 ? "moved by " + exact_text(-proof.bound) +
                                                  " u they lie on two sides of a plane"
                                            : gap_text(proof.bound) + " along u alone";
  return "  A direction from B to A: u = " + vector_text(proof.direction) + ".\n" +
         facing_text(pair, "u", proof.direction, proof) + said_text(answer) + moved + ".\n";
}

std::string points_text(const Pair& pair, const Answer& answer, const BoundProof& proof) {
  std::string text = "  A point of A: p = " + vector_text(proof.points.p_WA) +
                     ". A point of B: q = " + vector_text(proof.points.p_WB) +
                     ".\n  They are means of vertices, with the same weights:\n";
  for (const BoundProof::Share& share : proof.shares) {
    const VertexPair& v = share.vertices;
    text += "    " + exact_text(share.share) + " of vertex " + std::to_string(v.vertex_A) +
            " of A, " +
            vector_text(pair.X_WA.R * pair.A->vertices()[at(v.vertex_A)] + pair.X_WA.t) +
            ", and of vertex " + std::to_string(v.vertex_B) + " of B, " +
            vector_text(pair.X_WB.R * pair.B->vertices()[at(v.vertex_B)] + pair.X_WB.t) + ".\n";
  }
  return text + said_text(answer) + "|p - q| = " + exact_text(proof.bound) +
         ", and no two bodies are farther apart than two of their points.\n";
}

std::string depth_text(const Pair& pair, const Answer& answer, const Refutation& refutation) {
  if (refutation.beside) {
    const Vec3& n = *answer.normal;
    return "  Your normal: n = " + vector_text(n) + ".\n" +
           facing_text(pair, "n", n, *refutation.beside) +
           deeper_text(answer, refutation.beside->bound, is_unit(n) ? " n" : " n/|n|", "", "n");
  }
  return "  " + std::to_string(refutation.proof.cones) +
         " cones hold every direction. For each the certificate names a vertex of A and one of "
         "B.\n" +
         deeper_text(answer, refutation.proof.bound, " in any direction", "at least ",
                     "every direction");
}

std::string normal_text(const Pair& pair, const Answer& answer, const Refutation& refutation) {
  const BoundProof& better = *refutation.beside;
  return "  Your normal: n = " + vector_text(*answer.normal) + ".\n" +
         facing_text(pair, "n", *answer.normal, refutation.proof) +
         "  Another direction: u = " + vector_text(better.direction) + ".\n" +
         facing_text(pair, "u", better.direction, better) + "  Along n " +
         gap_text(refutation.proof.bound) + ", along u " + gap_text(better.bound) + ".\n";
}

std::string point_text(const Pair& pair, const Answer& answer, const Refutation& refutation) {
  const bool is_A = refutation.part == Refutation::Part::point_A;
  const char* body = is_A ? "A" : "B";
  const char* letter = is_A ? "a" : "b";
  const BoundProof& proof = refutation.proof;
  const Vec3& p = is_A ? answer.witnesses->p_WA : answer.witnesses->p_WB;
  return std::string("  Your point on ") + body + ": p = " + vector_text(p) +
         ".\n  A direction: u = " + vector_text(proof.direction) + ".\n" +
         (is_A ? of_A : of_B)(pair, proof.vertices, "the highest along u") + "  u.(p - " + letter +
         ") = " + exact_text(proof.bound) + ": p is so far outside " + body + ".\n";
}

}  // namespace

std::string refutation_text(const Pair& pair, const Answer& answer, const Refutation& refutation) {
  switch (refutation.part) {
    case Refutation::Part::low_value:
      return low_text(pair, answer, refutation.proof);
    case Refutation::Part::high_value:
      return refutation.proof.bound < 0 ? depth_text(pair, answer, refutation)
                                        : points_text(pair, answer, refutation.proof);
    case Refutation::Part::normal:
      return normal_text(pair, answer, refutation);
    case Refutation::Part::point_A:
    case Refutation::Part::point_B:
      return point_text(pair, answer, refutation);
  }
  return "";
}

}  // namespace touchstone
