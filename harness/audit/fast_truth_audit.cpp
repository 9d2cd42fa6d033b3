// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/audit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "geometry/random.hpp"
#include "reference/truth.hpp"

namespace touchstone {
namespace {

/// How far a coordinate is moved [ulp].
constexpr std::uint64_t kMaxUlps = 2;
/// At most this many vertices of a body are doubled, some of a larger body: the hull
/// of twice as many slivers takes its time.
constexpr std::size_t kMaxDoubled = 128;

/// Moves coordinates up to kMaxUlps either way, those of 0 by ulps of `largest`: every one by
/// itself, or (`may_be_alike`) those of one magnitude alike, so that a box stays one.
class Mover {
 public:
  Mover(Random& random, double largest, bool may_be_alike)
      : random_(random), largest_(largest), alike_(may_be_alike && random.below(2) == 0) {}

  Vec3 operator()(Vec3 v) {
    for (std::size_t i = 0; i < 3; ++i) {
      double& x = v[static_cast<int>(i)];
      const double to = moved(std::abs(x));
      x = std::copysign(alike_ ? known_[i].emplace(std::abs(x), to).first->second : to, x);
    }
    return v;
  }

 private:
  double moved(double x) {
    const auto ulps =
        static_cast<double>(random_.below(2 * kMaxUlps + 1)) - static_cast<double>(kMaxUlps);
    const double from = x == 0 ? largest_ : x;
    const double ulp = std::nextafter(from, std::numeric_limits<double>::infinity()) - from;
    return std::abs(x + ulps * ulp);
  }

  Random& random_;
  double largest_;
  bool alike_;
  std::array<std::map<double, double>, 3> known_;
};

/// nullptr where no body can be made of it.
PolytopePtr variant_of(const Polytope& body, Random& random, NearTie variant) {
  double largest = 0;
  for (const Vec3& v : body.vertices()) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  const std::size_t count = body.vertices().size();
  // Doubled alike, a box would be the larger of two boxes and nothing else.
  Mover move(random, largest, variant == NearTie::jiggled);
  PolytopeInput input;
  if (variant == NearTie::doubled) input.vertices = body.vertices();
  const std::size_t stride =
      variant == NearTie::doubled ? (count + kMaxDoubled - 1) / kMaxDoubled : 1;
  for (std::size_t k = 0; k < count; k += stride) {
    input.vertices.push_back(move(body.vertices()[k]));
  }
  const auto made = make_polytope(input);
  return made ? make_rounded(made.value(), body.radius()).value() : nullptr;
}

void check_pair(const Pair& pair, const std::string& id, QuickOracle& quick, Oracle& exact,
                CheckRow& row) {
  ++row.cases;
  const std::optional<RoundedTruth> settled = quick.settle(pair);
  if (!settled) {
    for (ClaimCounts& claim : row.claims) claim.add({}, id);
    return;
  }
  row.count("settled").add(1);
  const Truth truth = exact.solve(pair);
  const RoundedTruthCheck check = check_rounded_truth(*settled, truth);
  const auto add = [&](std::string_view claim, bool holds) {
    row.claim(claim).add({true, holds, holds ? "" : fault_of(*settled, truth)}, id);
  };
  add("sign", check.sign);
  add("phi", check.phi);
  add("phi_enclosure", check.phi_enclosed);
  add("normal", check.normal);
  add("rho", check.rho);
  add("rho_enclosure", check.rho_enclosed);
}

}  // namespace

Pair variant_of(const Case& c, NearTie variant) {
  Random random(hash_of_id(c.id), static_cast<std::uint64_t>(variant));
  Pair pair = c.pair();
  pair.A = variant_of(*c.pair().A, random, variant);
  pair.B = variant_of(*c.pair().B, random, variant);
  return pair.A && pair.B ? pair : Pair{};
}

Check fast_truth_check() {
  Check check;
  check.name = "fast-truth";
  check.subjects = "variant";
  check.claims = {
      {"sign", "the sign is that of the exact truth", kViolatedColumn},
      {"phi", "phi is the double nearest to the exact one", kViolatedColumn},
      {"phi_enclosure", "the exact phi is in the interval given for it", kViolatedColumn},
      {"normal", "the normal is within its error of an optimal direction", kViolatedColumn},
      {"rho", "rho is the double nearest to the exact one, if there is one", kViolatedColumn},
      {"rho_enclosure", "the exact rho is in the interval given for it", kViolatedColumn}};
  check.counts = {{"settled", "pairs settled in doubles, of which the claims are made", "settled"}};
  check.legend =
      "settled: in doubles, without exact arithmetic; jiggled, doubled: the same cases with "
      "vertices moved by an ulp or two, or doubled by such.\n";
  return check;
}

void check_fast_truth(const Case& c, QuickOracle& quick, Oracle& exact,
                      std::vector<CheckRow>& rows) {
  check_pair(c.pair(), c.id, quick, exact, rows[0]);
  const Pair jiggled = variant_of(c, NearTie::jiggled);
  if (jiggled.A) check_pair(jiggled, c.id, quick, exact, rows[1]);
  const Pair doubled = variant_of(c, NearTie::doubled);
  if (doubled.A) check_pair(doubled, c.id, quick, exact, rows[2]);
}

CheckReport audit_fast_truth(const CheckOptions& options) {
  struct Bench {
    QuickOracle quick;
    Oracle exact;
  };
  return judge_cases(
      fast_truth_check(), kFastTruthSubjects, options, 1, [] { return Bench(); },
      [](Bench& bench, const CheckedCase& one, std::vector<CheckRow>& rows) {
        check_fast_truth(one.c, bench.quick, bench.exact, rows);
      });
}

}  // namespace touchstone
