// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/fast_truth_audit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "geometry/random.hpp"
#include "harness/audit/audit_run.hpp"
#include "harness/cases/case_hash.hpp"
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
PolytopePtr variant_of(const Polytope& body, Random& random, Variant variant) {
  double largest = 0;
  for (const Vec3& v : body.vertices()) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  const std::size_t count = body.vertices().size();
  // Doubled alike, a box would be the larger of two boxes and nothing else.
  Mover move(random, largest, variant == Variant::jiggled);
  PolytopeInput input;
  if (variant == Variant::doubled) input.vertices = body.vertices();
  const std::size_t stride =
      variant == Variant::doubled ? (count + kMaxDoubled - 1) / kMaxDoubled : 1;
  for (std::size_t k = 0; k < count; k += stride) {
    input.vertices.push_back(move(body.vertices()[k]));
  }
  auto made = make_polytope(input);
  return made ? std::move(made).value() : nullptr;
}

FastTruthCounts counts_of(const RoundedTruthCheck& check) {
  FastTruthCounts counts;
  counts.pairs = counts.settled = 1;
  counts.sign = check.sign ? 0 : 1;
  counts.phi = check.phi ? 0 : 1;
  counts.phi_enclosed = check.phi_enclosed ? 0 : 1;
  counts.normal = check.normal ? 0 : 1;
  counts.rho = check.rho ? 0 : 1;
  counts.rho_enclosed = check.rho_enclosed ? 0 : 1;
  return counts;
}

}  // namespace

void FastTruthCounts::add(const FastTruthCounts& other) {
  for (const auto& [key, count] : kFastTruthCounts) this->*count += other.*count;
}

void FastTruthRow::add(const FastTruthRow& other) {
  cases += other.cases;
  given.add(other.given);
  jiggled.add(other.jiggled);
  doubled.add(other.doubled);
  ids.insert(ids.end(), other.ids.begin(), other.ids.end());
}

Pair variant_of(const Case& c, Variant variant) {
  Random random(hash_of_id(c.id), static_cast<std::uint64_t>(variant));
  Pair pair = c.pair;
  pair.A = variant_of(*c.pair.A, random, variant);
  pair.B = variant_of(*c.pair.B, random, variant);
  return pair.A && pair.B ? pair : Pair{};
}

FastTruthRow check_fast_truth(const Case& c, QuickOracle& quick, Oracle& exact) {
  FastTruthRow row;
  row.cases = 1;
  const auto check = [&](const Pair& pair, const char* variant, FastTruthCounts& counts) {
    counts.pairs = 1;
    const std::optional<RoundedTruth> settled = quick.settle(pair);
    if (!settled) return;
    const Truth truth = exact.solve(pair);
    counts = counts_of(check_rounded_truth(*settled, truth));
    if (!counts.clean()) row.ids.push_back(c.id + variant + ": " + fault_of(*settled, truth));
  };
  check(c.pair, "", row.given);
  const Pair jiggled = variant_of(c, Variant::jiggled);
  if (jiggled.A) check(jiggled, " jiggled", row.jiggled);
  const Pair doubled = variant_of(c, Variant::doubled);
  if (doubled.A) check(doubled, " doubled", row.doubled);
  return row;
}

std::vector<FastTruthRow> run_fast_truths(const AuditOptions& options) {
  struct Bench {
    QuickOracle quick;
    Oracle exact;
  };
  auto rows = run_audit_cases<FastTruthRow>(
      options, [] { return Bench(); },
      [](Bench& bench, const AuditCase& item) {
        return check_fast_truth(item.c, bench.quick, bench.exact);
      });
  keep_first_ids(rows);
  return rows;
}

}  // namespace touchstone
