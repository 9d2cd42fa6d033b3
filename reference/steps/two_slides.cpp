// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts i slide along e_i, p_i square to it, with impulses c_i (1, -mu e_i). Both normal velocities
// are 0: with a_ij = W_NN - mu_j W_NT.e_j of block (i, j),
//
//   c_0 det = a_01 q_1N - a_11 q_0N,   c_1 det = a_10 q_0N - a_00 q_1N,   det = a_00 a_11 - a_01 a_10,
//
// and F_i = det p_i.w_iT = 0 are two equations in two angles. Both vanish where c det does, too: there
// the third equations G_i, normal row i and both tangential ones for c_0 and c_1, do not. A quarter of a turn is a chart e = R (1 -
// u^2, 2 u) / (1 + u^2), |u| <= tan(pi/8) and a little more. A box of two charts is dropped where a
// value is certainly wrong; Krawczyk's test [krawczyk1969] proves that one holds a single root;
// others are halved. A root that two boxes hold is told by the box of one that holds the other's
// enclosure.
#include "reference/steps/two_slides.hpp"

#include <cmath>
#include <tuple>
#include <utility>

namespace touchstone {
namespace {

constexpr double kChartEnd = 0.41422;  // above tan(pi/8)
constexpr std::size_t kMaxBoxes = 20'000;
constexpr double kLeastWidth = 1e-9;  ///< a box so narrow is given up [1]
constexpr double kInflated = 0.125;   ///< what a test looks at beyond a box, as a share of it
constexpr int kMaxRefinements = 40;

using Pair = std::array<StepInterval, 2>;
using Plane = std::array<SlopedInterval, 2>;

/// The values at a box: those that are to be 0, and those that are to be positive.
struct SlideValues {
  std::array<SlopedInterval, 2> F, G;
  std::array<SlopedInterval, 2> pressing, slipping;
};

/// Turned by a quarter of a circle.
Plane square_to(const Plane& e) { return {-e[1], e[0]}; }

class SlideBoxes {
 public:
  explicit SlideBoxes(const TwoSlides& step) : step_(step) {}

  std::optional<std::vector<std::array<double, 6>>> solve() {
    for (int chart = 0; chart < 16; ++chart) {
      charts_ = {chart % 4, chart / 4};
      std::vector<Pair> boxes = {
          {StepInterval(-kChartEnd, kChartEnd), StepInterval(-kChartEnd, kChartEnd)}};
      while (!boxes.empty()) {
        if (++seen_ > kMaxBoxes) return std::nullopt;
        const Pair box = boxes.back();
        boxes.pop_back();
        const Tested tested = test(box);
        if (tested == Tested::in_doubt) return std::nullopt;
        if (tested == Tested::done) continue;
        const std::size_t wider = box[0].width() >= box[1].width() ? 0 : 1;
        if (box.at(wider).width() < kLeastWidth) return std::nullopt;
        for (const bool lower : {true, false}) {
          Pair half = box;
          (lower ? half.at(wider).high : half.at(wider).low) = box.at(wider).middle();
          boxes.push_back(half);
        }
      }
    }
    return std::move(found_);
  }

 private:
  enum class Tested { done, in_doubt, to_be_halved };

  /// A solution, and the box of its charts in which there is no other.
  struct KeptRoot {
    std::array<int, 2> charts;
    Pair around;
    std::array<StepInterval, 4> e;
  };

  /// e at u, which is of contact i, within half a turn: both entries are monotone on each side of 0.
  Plane direction(std::size_t i, const StepInterval& u) const {
    const auto square = [](double x) { return StepInterval(x) * StepInterval(x); };
    const StepInterval one(1);
    const auto cosine = [&](double x) { return (one - square(x)) / (one + square(x)); };
    const auto sine = [&](double x) { return StepInterval(2 * x) / (one + square(x)); };
    const double farthest = std::max(std::abs(u.low), std::abs(u.high));
    const double nearest = u.has(0) ? 0 : std::min(std::abs(u.low), std::abs(u.high));
    const StepInterval x(cosine(farthest).low, cosine(nearest).high);
    const StepInterval y(sine(u.low).low, sine(u.high).high);
    // de/du = 2 p / (1 + u^2).
    const StepInterval rate((StepInterval(2) / (one + square(farthest))).low,
                            (StepInterval(2) / (one + square(nearest))).high);
    Plane e = {SlopedInterval{x, {}}, SlopedInterval{y, {}}};
    e[0].slope.at(i) = -(rate * y);
    e[1].slope.at(i) = rate * x;
    for (int turn = 0; turn < charts_.at(i); ++turn) e = square_to(e);
    return e;
  }

  static SlopedInterval along(const Plane& a, const Plane& b) { return a[0] * b[0] + a[1] * b[1]; }

  /// What an impulse of 1 at contact j with its friction makes of row k at contact i.
  SlopedInterval made(std::size_t i, std::size_t k, std::size_t j, const Plane& e_j) const {
    const auto& row = step_.W.at(i).at(j).at(k);
    const StepInterval mu(step_.mu.at(j));
    return row[0] + -(mu * (row[1] * e_j[0] + row[2] * e_j[1]));
  }

  SlideValues values_at(const Pair& box) const {
    const std::array<Plane, 2> e = {direction(0, box[0]), direction(1, box[1])};
    const auto a = [&](std::size_t i, std::size_t j) { return made(i, 0, j, e.at(j)); };
    const SlopedInterval det = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
    const StepInterval q_0(step_.q[0][0]), q_1(step_.q[1][0]);
    const std::array<SlopedInterval, 2> c = {q_1 * a(0, 1) - q_0 * a(1, 1),
                                             q_0 * a(1, 0) - q_1 * a(0, 0)};
    SlideValues values;
    // p_i.w_iT = across_i0 c_0 + across_i1 c_1 + start_i.
    std::array<std::array<SlopedInterval, 2>, 2> across;
    std::array<SlopedInterval, 2> start;
    for (std::size_t i = 0; i < 2; ++i) {
      const Plane p = square_to(e.at(i));
      start.at(i) = StepInterval(step_.q.at(i)[1]) * p[0] + StepInterval(step_.q.at(i)[2]) * p[1];
      for (std::size_t j = 0; j < 2; ++j) {
        across.at(i).at(j) = along(p, {made(i, 1, j, e.at(j)), made(i, 2, j, e.at(j))});
      }
    }
    for (std::size_t i = 0; i < 2; ++i) {
      values.G.at(i) = StepInterval(step_.q.at(i)[0]) *
                           (across[0][0] * across[1][1] - across[0][1] * across[1][0]) +
                       a(i, 0) * (across[0][1] * start[1] - start[0] * across[1][1]) +
                       a(i, 1) * (start[0] * across[1][0] - across[0][0] * start[1]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      Plane w;
      for (std::size_t k = 0; k < 2; ++k) {
        w.at(k) = StepInterval(step_.q.at(i).at(k + 1)) * det;
        for (std::size_t j = 0; j < 2; ++j)
          w.at(k) = w.at(k) + c.at(j) * made(i, k + 1, j, e.at(j));
      }
      values.F.at(i) = along(square_to(e.at(i)), w);
      values.slipping.at(i) = along(e.at(i), w) * det;
      values.pressing.at(i) = c.at(i) * det;
    }
    return values;
  }

  static bool is_wrong(const SlideValues& values) {
    // A NaN is wrong nowhere.
    const auto has_no_zero = [](const SlopedInterval& x) {
      return x.value.low > 0 || x.value.high < 0;
    };
    for (std::size_t i = 0; i < 2; ++i) {
      if (has_no_zero(values.F.at(i)) || has_no_zero(values.G.at(i)) ||
          values.pressing.at(i).value.high < 0 || values.slipping.at(i).value.high < 0) {
        return true;
      }
    }
    return false;
  }

  /// Where all roots of the box lie; nothing where the slopes at its middle have no inverse.
  std::optional<Pair> narrowed(const Pair& box) const {
    const SlideValues values = values_at(box);
    std::array<std::array<double, 2>, 2> J{};
    for (std::size_t k = 0; k < 4; ++k) {
      J.at(k / 2).at(k % 2) = values.F.at(k / 2).slope.at(k % 2).middle();
    }
    const double det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
    if (!std::isnormal(det)) return std::nullopt;
    const std::array<std::array<double, 2>, 2> Y = {
        {{J[1][1] / det, -J[0][1] / det}, {-J[1][0] / det, J[0][0] / det}}};
    const std::array<double, 2> middle = {box[0].middle(), box[1].middle()};
    const SlideValues at_middle = values_at({StepInterval(middle[0]), StepInterval(middle[1])});
    Pair narrower;
    for (std::size_t i = 0; i < 2; ++i) {
      StepInterval sum(middle.at(i));
      for (std::size_t k = 0; k < 2; ++k) {
        sum = sum - StepInterval(Y.at(i).at(k)) * at_middle.F.at(k).value;
        StepInterval off(i == k ? 1 : 0);
        for (std::size_t j = 0; j < 2; ++j) {
          off = off - StepInterval(Y.at(i).at(j)) * values.F.at(j).slope.at(k);
        }
        sum = sum + off * (box.at(k) - StepInterval(middle.at(k)));
      }
      narrower.at(i) = sum;
    }
    return narrower;
  }

  Tested test(const Pair& box) {
    if (is_wrong(values_at(box))) return Tested::done;
    Pair around = box;
    for (StepInterval& side : around) {
      const double more = kInflated * side.width();
      side = {side.low - more, side.high + more};
    }
    const auto roots = narrowed(around);
    if (!roots) return Tested::to_be_halved;
    bool inside = true;
    for (std::size_t k = 0; k < 2; ++k) {
      const StepInterval& root = roots->at(k);
      if (root.high < box.at(k).low || root.low > box.at(k).high) return Tested::done;
      inside = inside && around.at(k).low < root.low && root.high < around.at(k).high;
    }
    if (!inside) return Tested::to_be_halved;
    return keep(*roots, around) ? Tested::done : Tested::in_doubt;
  }

  /// Takes the root of `around`, where it is the only one, if it presses and slips; false where
  /// that is in doubt, or whether it is known already.
  bool keep(Pair root, const Pair& around) {
    for (int k = 0; k < kMaxRefinements; ++k) {
      const auto next = narrowed(root);
      if (!next) break;
      const Pair before = root;
      for (std::size_t i = 0; i < 2; ++i) {
        root.at(i) = {std::max(root.at(i).low, next->at(i).low),
                      std::min(root.at(i).high, next->at(i).high)};
        if (!(root.at(i).low <= root.at(i).high)) return false;
      }
      if (!(root[0].width() < before[0].width() || root[1].width() < before[1].width())) break;
    }
    const SlideValues values = values_at(root);
    bool holds = true;
    for (const auto* signs : {&values.pressing, &values.slipping}) {
      for (const SlopedInterval& sign : *signs) {
        if (sign.value.high < 0) return true;
        holds = holds && sign.value.low > 0;
      }
    }
    if (!holds) return false;
    const KeptRoot kept = {charts_, around, directions_of(root)};
    for (const KeptRoot& other : kept_) {
      if (!may_be_one(kept, other)) continue;
      return lies_around(kept, other) || lies_around(other, kept);
    }
    kept_.push_back(kept);
    add(root);
    return true;
  }

  /// e of each contact.
  std::array<StepInterval, 4> directions_of(const Pair& root) const {
    std::array<StepInterval, 4> e;
    for (std::size_t i = 0; i < 2; ++i) {
      const Plane one = direction(i, root.at(i));
      for (std::size_t k = 0; k < 2; ++k) e.at(2 * i + k) = one.at(k).value;
    }
    return e;
  }

  static bool may_be_one(const KeptRoot& a, const KeptRoot& b) {
    for (std::size_t k = 0; k < 4; ++k) {
      if (a.e.at(k).high < b.e.at(k).low || b.e.at(k).high < a.e.at(k).low) return false;
    }
    return true;
  }

  /// Whether a's root is in the box where b's is the only one: u = y / (1 + x) in b's chart.
  static bool lies_around(const KeptRoot& a, const KeptRoot& b) {
    for (std::size_t i = 0; i < 2; ++i) {
      StepInterval x = a.e.at(2 * i), y = a.e.at(2 * i + 1);
      for (int turn = 0; turn < b.charts.at(i); ++turn) std::tie(x, y) = std::pair{y, -x};
      if (!(x.low > 0)) return false;
      const StepInterval u = y / (StepInterval(1) + x);
      if (!(b.around.at(i).low < u.low && u.high < b.around.at(i).high)) return false;
    }
    return true;
  }

  void add(const Pair& root) {
    std::array<Plane, 2> e;
    std::array<double, 4> at{};
    for (std::size_t i = 0; i < 2; ++i) {
      e.at(i) = direction(i, StepInterval(root.at(i).middle()));
      for (std::size_t k = 0; k < 2; ++k) at.at(2 * i + k) = e.at(i).at(k).value.middle();
    }
    const auto a = [&](std::size_t i, std::size_t j) {
      return made(i, 0, j, e.at(j)).value.middle();
    };
    const double det = a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0);
    const double q_0 = step_.q[0][0];
    const double q_1 = step_.q[1][0];
    const std::array<double, 2> c = {(a(0, 1) * q_1 - a(1, 1) * q_0) / det,
                                     (a(1, 0) * q_0 - a(0, 0) * q_1) / det};
    std::array<double, 6> P{};
    for (std::size_t i = 0; i < 2; ++i) {
      P.at(3 * i) = c.at(i);
      for (std::size_t k = 0; k < 2; ++k) {
        P.at(3 * i + k + 1) = -step_.mu.at(i) * c.at(i) * at.at(2 * i + k);
      }
    }
    found_.push_back(P);
  }

  const TwoSlides& step_;
  std::array<int, 2> charts_{};
  std::size_t seen_ = 0;
  std::vector<KeptRoot> kept_;
  std::vector<std::array<double, 6>> found_;
};

}  // namespace

std::optional<std::vector<std::array<double, 6>>> solutions_of_two_slides(const TwoSlides& step) {
  return SlideBoxes(step).solve();
}

}  // namespace touchstone
