// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gate/sealed_pairs.hpp"

#include <cmath>
#include <utility>

#include "geometry/hash.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/cases/families/families.hpp"

namespace touchstone {
namespace {

constexpr int kMaxExponent = 8;               ///< lengths are scaled by up to 2^8 and 2^-8
constexpr std::uint64_t kDecoyOneIn = 4;      ///< so many pairs have a decoy
constexpr std::uint64_t kExactTurnOneIn = 4;  ///< turns that keep exact degeneracies

int random_exponent(Random& random) {
  return static_cast<int>(random.below(2 * kMaxExponent + 1)) - kMaxExponent;
}

template <class Item>
void shuffle(std::vector<Item>& items, Random& random) {
  for (std::size_t k = items.size(); k > 1; --k) std::swap(items[k - 1], items[random.below(k)]);
}

/// One of the 24 rotations of a cube: its entries are 0 and +-1.
Mat3 random_quarter_turns(Random& random) {
  std::vector<int> axes = {0, 1, 2};
  shuffle(axes, random);
  Mat3 R = Mat3::Zero();
  for (int k = 0; k < 3; ++k)
    R(k, axes[static_cast<std::size_t>(k)]) = random.below(2) == 0 ? 1 : -1;
  if (R.determinant() < 0) R.row(2) = -R.row(2);
  return R;
}

Mat3 random_turn(bool exact, Random& random) {
  return exact ? random_quarter_turns(random) : random.rotation();
}

/// The hull of R v 2^exponent for the vertices v, which are put in another order.
PolytopePtr remade(const Polytope& body, const Mat3& R, int exponent, Random& random) {
  const auto moved = [&](const Vec3& v) {
    const Vec3 turned = ordered_product(R, v);
    return Vec3(std::ldexp(turned.x(), exponent), std::ldexp(turned.y(), exponent),
                std::ldexp(turned.z(), exponent));
  };
  PolytopeInput input;
  for (const Vec3& v : body.vertices()) input.vertices.push_back(moved(v));
  shuffle(input.vertices, random);
  if (body.interior_point_given()) input.interior_point = moved(body.interior_point());
  auto made = make_polytope(input);
  if (made) return made.value();
  // Rounding may put an interior point outside.
  input.interior_point.reset();
  made = make_polytope(input);
  if (!made) throw HarnessError("a sealed body cannot be made: " + made.reason());
  return made.value();
}

Pose scaled(const Pose& X, int exponent) {
  Pose pose = X;
  for (int i = 0; i < 3; ++i) pose.t[i] = std::ldexp(pose.t[i], exponent);
  return pose;
}

/// A body turned by R in its frame, where Q turns the world: p_W becomes Q p_W.
void seal_body(PolytopePtr& body, Pose& X, const Mat3& R, const Mat3& Q, int exponent,
               Random& random) {
  body = remade(*body, R, exponent, random);
  X.R = ordered_product(Q, ordered_product(X.R, Mat3(R.transpose())));
  X.t = ordered_product(Q, X.t);
  X = scaled(X, exponent);
}

/// Zeros of either sign.
void sign_zeros(Pose& X, Random& random) {
  const auto sign = [&](double& entry) {
    if (entry == 0) entry = random.below(2) == 0 ? 0.0 : -0.0;
  };
  for (int i = 0; i < 3; ++i) {
    sign(X.t[i]);
    for (int j = 0; j < 3; ++j) sign(X.R(i, j));
  }
}

Pair case_of(const std::vector<const Family*>& families, Random& random) {
  const Family& family = *families[random.below(families.size())];
  const std::uint64_t seed = random.bits();
  const std::uint64_t index =
      random.below(family.finite_cases != 0 ? family.finite_cases : std::uint64_t{1} << 32U);
  return make_case(family, seed, index).pair();
}

}  // namespace

Pair sealed(const Pair& pair, bool boxes_only, int exponent, Random& random) {
  const bool exact = random.below(kExactTurnOneIn) == 0;
  const auto turn_of = [&](const Polytope& body) {
    const bool keeps = boxes_only || body.dimension() < 3;
    return keeps ? Mat3(Mat3::Identity()) : random_turn(exact, random);
  };
  Pair made = pair;
  const Mat3 Q = random_turn(exact, random);
  seal_body(made.A, made.X_WA, turn_of(*pair.A), Q, exponent, random);
  seal_body(made.B, made.X_WB, turn_of(*pair.B), Q, exponent, random);
  return made;
}

Pair retold(const Pair& pair, bool swaps, int exponent, Random& random) {
  Pair made = {remade(*pair.A, Mat3::Identity(), exponent, random), scaled(pair.X_WA, exponent),
               remade(*pair.B, Mat3::Identity(), exponent, random), scaled(pair.X_WB, exponent)};
  sign_zeros(made.X_WA, random);
  sign_zeros(made.X_WB, random);
  return swaps ? swapped(made) : made;
}

std::vector<SealedPair> deal(const std::vector<const Family*>& families, bool boxes_only,
                             std::uint64_t seed, std::uint64_t number) {
  Random random(hash_text("sealed pairs"), seed, number);
  std::vector<SealedPair> told;
  for (std::uint64_t k = 0; k < kDealtPairs; ++k) {
    const int exponent = random_exponent(random);
    const std::size_t first = told.size();
    told.push_back({sealed(case_of(families, random), boxes_only, exponent, random), exponent});
    if (random.below(kDecoyOneIn) != 0) continue;
    const int other = random_exponent(random);
    const bool swaps = random.below(2) == 0;
    told.push_back({retold(told[first].pair, swaps, other - exponent, random), other, first});
  }
  std::vector<std::size_t> order(told.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  shuffle(order, random);
  std::vector<std::size_t> place(told.size());
  std::vector<SealedPair> dealt;
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[order[k]] = k;
    dealt.push_back(std::move(told[order[k]]));
  }
  for (SealedPair& one : dealt) {
    if (one.decoy_of) one.decoy_of = place[*one.decoy_of];
  }
  return dealt;
}

}  // namespace touchstone
