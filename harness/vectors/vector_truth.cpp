// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <cmath>
#include <utility>

#include "geometry/hash.hpp"
#include "harness/judge/exact_vectors.hpp"
#include "harness/judge/judge.hpp"
#include "harness/vectors/vector_file.hpp"
#include "harness/vectors/vector_traits.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxClaimed = 100;  ///< vertices of a body whose facets are written
constexpr int kRootBits =
    512;  ///< precision of a root whose tail is rounded: far more than two doubles have

VectorBody body_of(const Polytope& body) {
  VectorBody made;
  made.vertices = body.vertices();
  made.interior_point = body.interior_point();
  if (body.dimension() < 3 || body.vertices().size() > kMaxClaimed) return made;
  for (const Facet& facet : body.facets()) made.facets.push_back(facet.vertices);
  // Near-duplicate vertices may lie between merged facets, whose claim would be refused.
  if (!make_polytope({made.vertices, made.facets, made.interior_point})) made.facets.clear();
  return made;
}

Entries entries(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

VectorPose pose_of(const Pose& X) {
  VectorPose made{X.t, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 row = X.R.row(static_cast<Eigen::Index>(i)).transpose();
    made.R.at(i) = entries(row);
  }
  return made;
}

Result<Pose> pose_of(const VectorPose& X) {
  Mat3 R;
  for (int i = 0; i < 3; ++i) {
    const Entries& row = X.R.at(static_cast<std::size_t>(i));
    R.row(i) << row[0], row[1], row[2];
  }
  return make_pose(R, X.t);
}

/// The double nearest to sqrt(square) - value, where value is the one nearest to the root.
double root_tail(const Rational& square, double value) {
  if (square == 0) return 0;
  // floor(sqrt(n d 4^k)) / (d 2^k), whose relative error is below 2^-kRootBits.
  const auto shift =
      static_cast<mp_bitcnt_t>(kRootBits + mpz_sizeinbase(square.get_den_mpz_t(), 2));
  Integer product = square.get_num() * square.get_den();
  product <<= 2 * shift;
  Integer scale = square.get_den();
  scale <<= shift;
  Rational root(Integer(sqrt(product)), scale);
  root.canonicalize();
  return round_to_double(Rational(root - Rational(value)));
}

VectorDirections exact_directions(const std::vector<ExactVec3>& directions) {
  VectorDirections made;
  made.whole = whole_entries(directions);
  for (const ExactVec3& u : directions) {
    const Rational square = dot(u, u);
    Vec3 normal;
    Vec3 tail;
    for (Eigen::Index i = 0; i < 3; ++i) {
      const Rational& entry = u.at(static_cast<std::size_t>(i));
      const Rational part = entry * entry / square;
      const double magnitude = round_sqrt_to_double(part);
      const int sense = sgn(entry);
      normal[i] = sense * magnitude + 0.0;
      tail[i] = sense * root_tail(part, magnitude) + 0.0;
    }
    made.normals.push_back(normal);
    made.tails.push_back(tail);
  }
  return made;
}

std::optional<std::array<Entries, 2>> range_of(const ExactRange& range, const Vec3& point) {
  if (range.low == range.high) return std::nullopt;
  const Vec3 low = rounded_entries(range.low);
  const Vec3 high = rounded_entries(range.high);
  if (low == point && high == point) return std::nullopt;
  return std::array<Entries, 2>{entries(low), entries(high)};
}

VectorPoints points_of(const TruePoints& points) {
  const ExactVec3& b = points.corners_B.front();
  const ExactVec3 a{b[0] + points.apart[0], b[1] + points.apart[1], b[2] + points.apart[2]};
  VectorPoints made{rounded_entries(a), rounded_entries(b), {}, {}};
  made.range_a = range_of(points.A, made.a);
  made.range_b = range_of(points.B, made.b);
  return made;
}

VectorTruth truth_of(const Pair& pair, const TruthOnDemand& truth) {
  const Truth& exact = truth.exact();
  VectorTruth made;
  made.sign = exact.sign;
  made.phi = exact.phi;
  made.phi_tail = phi_tail(exact);
  made.phi_squared = fraction_text(exact.phi_squared);
  made.directions = exact_directions(exact.directions);
  made.points = vector_points(pair, truth);
  made.size = pair_size(pair);
  if (exact.ratio && std::isfinite(exact.ratio->rho_rounded)) {
    const RatioTruth& ratio = *exact.ratio;
    made.rho = VectorRho{ratio.rho_rounded, rho_tail(ratio), fraction_text(ratio.rho),
                         exact_directions(ratio.directions),
                         points_of(true_points(pair, truth, Quantity::ratio).front())};
  } else {
    made.no_rho = truth.ratio_note();
  }
  return made;
}

std::uint64_t hash_double(std::uint64_t hash, double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
  for (unsigned shift = 0; shift < 64; shift += 8) hash = hash_word(hash, bits >> shift & 0xffU);
  return hash;
}

template <class List>
std::uint64_t hash_vector(std::uint64_t hash, const List& v) {
  for (const double x : v) hash = hash_double(hash, x);
  return hash;
}

std::uint64_t hash_part(std::uint64_t hash, const VectorBody& body, const VectorPose& X) {
  hash = hash_double(hash, static_cast<double>(body.vertices.size()));
  for (const Vec3& v : body.vertices) hash = hash_vector(hash, v);
  for (const Entries& row : X.R) hash = hash_vector(hash, row);
  return hash_vector(hash_vector(hash, X.t), body.interior_point);
}

}  // namespace

double phi_tail(const Truth& truth) {
  return truth.sign * root_tail(truth.phi_squared, std::abs(truth.phi)) + 0.0;
}

double rho_tail(const RatioTruth& ratio) {
  return round_to_double(Rational(ratio.rho - Rational(ratio.rho_rounded))) + 0.0;
}

std::vector<WholeVector> whole_entries(const std::vector<ExactVec3>& directions) {
  std::vector<WholeVector> made;
  made.reserve(directions.size());
  for (const ExactVec3& u : directions) {
    made.push_back({u[0].get_num().get_str(), u[1].get_num().get_str(), u[2].get_num().get_str()});
  }
  return made;
}

std::vector<VectorPoints> vector_points(const Pair& pair, const TruthOnDemand& truth) {
  std::vector<VectorPoints> made;
  const std::vector<TruePoints> all = true_points(pair, truth, Quantity::euclidean);
  for (const TruePoints& points : all) made.push_back(points_of(points));
  return made;
}

VectorDirections directions_of(const std::vector<WholeVector>& whole) {
  std::vector<ExactVec3> directions;
  for (const WholeVector& u : whole) {
    directions.push_back({Rational(u[0]), Rational(u[1]), Rational(u[2])});
  }
  return exact_directions(directions);
}

VectorQuestion question_of(const Pair& pair) {
  return {"", "", "", body_of(*pair.A), pose_of(pair.X_WA), body_of(*pair.B), pose_of(pair.X_WB)};
}

Result<Pair> pair_of(const VectorQuestion& question) {
  const auto body = [](const VectorBody& b) {
    return make_polytope({b.vertices, b.facets, b.interior_point});
  };
  auto A = body(question.A);
  if (!A) return Error{"a: " + A.reason()};
  auto B = body(question.B);
  if (!B) return Error{"b: " + B.reason()};
  const auto X_WA = pose_of(question.X_WA);
  if (!X_WA) return Error{"pose_a: " + X_WA.reason()};
  const auto X_WB = pose_of(question.X_WB);
  if (!X_WB) return Error{"pose_b: " + X_WB.reason()};
  return Pair{std::move(A).value(), X_WA.value(), std::move(B).value(), X_WB.value()};
}

std::string question_id(const VectorQuestion& question) {
  const std::uint64_t A = hash_part(kHashStart, question.A, question.X_WA);
  const std::string digits = hash_digits(hash_part(A, question.B, question.X_WB));
  return std::string(16 - digits.size(), '0') + digits;
}

SolvedVector solved_vector(const Pair& pair, const VectorQuestion& question,
                           const TruthOnDemand& truth) {
  SolvedVector solved;
  VectorPair& vector = solved.pair;
  // Made anew of the pair: facets, and their order, are not the file's to choose.
  vector.question = question_of(pair);
  vector.question.of = question.of;
  vector.question.source = question.source;
  vector.question.comment = question.comment;
  vector.id = question_id(vector.question);
  vector.truth = truth_of(pair, truth);
  vector.flags = flags_of(pair, truth.exact(), vector);
  solved.needs = needs_of(pair, vector);
  const double phi = std::abs(vector.truth.phi);
  const bool near = vector.truth.sign != 0 && !(phi > kSignThreshold * vector.truth.size);
  const bool flat = pair.A->dimension() < 3 || pair.B->dimension() < 3;
  const bool tie = vector.truth.directions.whole.size() > 1;
  if (near || flat) vector.policy = near ? "near-contact" : "flat";
  vector.result = near || flat ? "acceptable" : tie ? "tie" : "valid";
  return solved;
}

Result<SolvedVector> solve_vector(const VectorQuestion& question, Oracle& oracle) {
  const auto made = pair_of(question);
  if (!made) return made.error();
  return solved_vector(made.value(), question, TruthOnDemand(oracle.solve(made.value())));
}

}  // namespace touchstone
