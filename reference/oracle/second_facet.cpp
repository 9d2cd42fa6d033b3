// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/second_facet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

/// What the rounding of a distance is allowed for when the search is ended [1].
constexpr double kEndSlack = 1 + 0x1p-40;

bool same_direction(const Integer3& u, const Integer3& v) {
  Integer3 cross;
  set_cross(cross, u, v);
  return is_zero(cross) && dot_sign(u, v) > 0;
}

/// The squared distance gap^2 / u.u, `exponent` being the pair's unit relative to that wanted.
Rational square_of(const ExactDirection& facet, long exponent) {
  return make_rational(facet.gap * facet.gap, facet.square, 2 * exponent);
}

/// The two facets with the least distances so far, of different directions.
class NearestTwo {
 public:
  std::size_t count() const { return count_; }
  const ExactDirection& first() const { return facet_[0]; }
  const ExactDirection& second() const { return facet_[1]; }

  void offer(const ExactDirection& facet) {
    for (std::size_t k = 0; k < count_; ++k) {
      if (same_direction(facet_[k].u, facet.u)) return;
    }
    const Rational square = square_of(facet, 0);
    std::size_t place = count_;
    while (place > 0 && square < square_of(facet_[place - 1], 0)) --place;
    if (place == 2) return;
    if (place == 0) std::swap(facet_[0], facet_[1]);
    facet_[place] = facet;
    count_ = std::min<std::size_t>(count_ + 1, 2);
  }

 private:
  std::array<ExactDirection, 2> facet_;
  std::size_t count_ = 0;
};

}  // namespace

std::optional<double> second_facet_gap(ExactPair& pair, CandidateSweep& sweep) {
  pair.A().round_features();
  pair.B().round_features();
  sweep.run(pair.A(), pair.B(), pair.frame(), CandidateSweep::Keep::all);
  if (sweep.least_phi() > 0) return std::nullopt;
  std::vector<Candidate> candidates = sweep.candidates();
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.max_phi > b.max_phi; });
  // Cuts of flat bodies are directions, but no facets perhaps.
  const bool flat = pair.A().body().dimension() < 3 || pair.B().body().dimension() < 3;
  NearestTwo nearest;
  ExactDirection facet;
  ExactFaces faces;
  double second = 0;  // its distance, in units of 2^frame.exponent
  for (const Candidate& candidate : candidates) {
    if (nearest.count() == 2 && -candidate.max_phi > second * kEndSlack) break;
    if (!pair.evaluate(candidate, false, facet)) continue;
    if (facet.gap >= 0) return std::nullopt;
    if (flat) {
      pair.faces(facet.u, faces);
      if (pair.face_dimension(faces) < 2) continue;
    }
    nearest.offer(facet);
    if (nearest.count() == 2) {
      const ExactDirection& s = nearest.second();
      second = round_sqrt_quotient(s.gap * s.gap, s.square, pair.unit() - pair.frame().exponent);
    }
  }
  if (nearest.count() < 2) return std::nullopt;
  // sqrt b - sqrt a = (b - a) / (sqrt b + sqrt a), where b - a is exact.
  const long exponent = pair.unit() - pair.frame().exponent;
  const Rational a = square_of(nearest.first(), exponent);
  const Rational b = square_of(nearest.second(), exponent);
  const double sum = round_sqrt_to_double(a) + round_sqrt_to_double(b);
  return std::ldexp(round_to_double(b - a) / sum, pair.frame().exponent);
}

}  // namespace touchstone
