// SPDX-License-Identifier: GPL-3.0-or-later
// Each contact is open, sticks, or slides one way: 4^n modes. The equations of a mode are linear. Double
// words with a bound discard the modes whose solution breaks an inequality for sure; all others are
// solved in rationals.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "reference/arithmetic/bounded.hpp"
#include "reference/steps.hpp"

namespace touchstone {
namespace {

/// What a contact does: `slides` is the sign of its velocity.
struct PlanarMode {
  bool touches = false, sticks = false;
  int slides = 0;
};
constexpr std::array<PlanarMode, 4> kPlanarModes = {
    {{false, false, 0}, {true, true, 0}, {true, false, 1}, {true, false, -1}}};

int sign_of(const Rational& x) { return sgn(x); }
int sign_of(const Bounded& x) { return x.sign(); }

std::optional<Rational> quotient_of(const Rational& a, const Rational& b) {
  return sgn(b) == 0 ? std::nullopt : std::optional<Rational>(a / b);
}
std::optional<Bounded> quotient_of(const Bounded& a, const Bounded& b) {
  return b.value.high < 0 ? bounded_quotient(-a, -b) : bounded_quotient(a, b);
}
double size_of(const Bounded& x) { return std::abs(x.value.high); }
double size_of(const Rational& x) { return std::abs(x.get_d()); }

enum class Found { nothing, one, many };

class PlanarContacts {
 public:
  explicit PlanarContacts(const StepQuestion& question)
      : question_(question), rows_(2 * question.mu.size()), W_(rows_ * rows_, 0) {
    for (std::size_t i = 0; i < question.mu.size(); ++i) {
      for (int k = question.begin[i]; k < question.begin[i + 1]; ++k) {
        for (std::size_t e = 0; e < 4; ++e) {
          const std::size_t column = 2 * at(question.column[at(k)]) + e % 2;
          W_[(2 * i + e / 2) * rows_ + column] = question.blocks[4 * at(k) + e];
        }
      }
    }
  }

  std::optional<std::vector<std::vector<double>>> solve() {
    modes_.resize(question_.mu.size());
    std::size_t count = 1;
    for (std::size_t i = 0; i < modes_.size(); ++i) count *= kPlanarModes.size();
    std::vector<std::vector<Rational>> found;
    for (std::size_t number = 0; number < count; ++number) {
      std::size_t rest = number;
      for (PlanarMode& mode : modes_) {
        mode = kPlanarModes.at(rest % kPlanarModes.size());
        rest /= kPlanarModes.size();
      }
      std::vector<Bounded> near;
      if (impulses(near) == Found::one && is_refuted(near)) continue;
      std::vector<Rational> exact;
      const Found how = impulses(exact);
      if (how == Found::many) return std::nullopt;
      if (how == Found::nothing || is_refuted(exact)) continue;
      if (std::find(found.begin(), found.end(), exact) == found.end()) found.push_back(exact);
    }
    std::vector<std::vector<double>> rounded;
    for (const auto& impulses : found) {
      rounded.emplace_back();
      for (const Rational& x : impulses) rounded.back().push_back(round_to_double(x));
    }
    return rounded;
  }

 private:
  /// Entry of row `row` in the column of contact i's unknown: of c, friction with it where it slides.
  template <class Number>
  Number normal_entry(std::size_t row, std::size_t i) const {
    const Number normal(W_[row * rows_ + 2 * i]);
    if (modes_[i].slides == 0) return normal;
    const Number tangential = Number(W_[row * rows_ + 2 * i + 1]) * Number(question_.mu[i]);
    return modes_[i].slides > 0 ? Number(normal - tangential) : Number(normal + tangential);
  }

  /// All impulses of the mode, by Gauss' elimination with the largest pivot of each column.
  template <class Number>
  Found impulses(std::vector<Number>& P) const {
    std::vector<std::size_t> unknown;  // rows of velocities that are 0, and impulses
    for (std::size_t i = 0; i < modes_.size(); ++i) {
      if (modes_[i].touches) unknown.push_back(2 * i);
      if (modes_[i].sticks) unknown.push_back(2 * i + 1);
    }
    const std::size_t n = unknown.size();
    std::vector<std::vector<Number>> lines(n);
    for (std::size_t r = 0; r < n; ++r) {
      for (const std::size_t k : unknown) {
        lines[r].push_back(k % 2 == 0 ? normal_entry<Number>(unknown[r], k / 2)
                                      : Number(W_[unknown[r] * rows_ + k]));
      }
      lines[r].push_back(Number(-question_.q[unknown[r]]));
    }
    for (std::size_t k = 0; k < n; ++k) {
      const auto largest = std::max_element(
          lines.begin() + static_cast<std::ptrdiff_t>(k), lines.end(),
          [k](const auto& a, const auto& b) { return size_of(a[k]) < size_of(b[k]); });
      std::swap(lines[k], *largest);
      if (sign_of(lines[k][k]) == 0) return without_pivot(lines, k);
      for (std::size_t r = k + 1; r < n; ++r) {
        const std::optional<Number> factor = quotient_of(lines[r][k], lines[k][k]);
        if (!factor) return Found::many;
        for (std::size_t c = k + 1; c <= n; ++c) lines[r][c] = lines[r][c] - *factor * lines[k][c];
      }
    }
    P.assign(rows_, Number(0.0));
    for (std::size_t k = n; k-- > 0;) {
      Number sum = lines[k][n];
      for (std::size_t c = k + 1; c < n; ++c) sum = sum - lines[k][c] * P[unknown[c]];
      const std::optional<Number> quotient = quotient_of(sum, lines[k][k]);
      if (!quotient) return Found::many;
      P[unknown[k]] = *quotient;
    }
    for (std::size_t i = 0; i < modes_.size(); ++i) {
      if (modes_[i].slides == 0) continue;
      const Number friction = Number(question_.mu[i]) * P[2 * i];
      P[2 * i + 1] = modes_[i].slides > 0 ? Number(-friction) : friction;
    }
    return Found::one;
  }

  /// A column has no pivot: the mode's equations have many solutions or none. Bounds tell nothing.
  static Found without_pivot(const std::vector<std::vector<Bounded>>& /*lines*/,
                             std::size_t /*k*/) {
    return Found::many;
  }
  static Found without_pivot(std::vector<std::vector<Rational>> lines, std::size_t k) {
    const std::size_t n = lines.size();
    std::size_t rank = k;
    for (std::size_t column = k + 1; column < n; ++column) {
      std::size_t pivot = rank;
      while (pivot < n && sgn(lines[pivot][column]) == 0) ++pivot;
      if (pivot == n) continue;
      std::swap(lines[rank], lines[pivot]);
      for (std::size_t r = rank + 1; r < n; ++r) {
        const Rational factor = lines[r][column] / lines[rank][column];
        for (std::size_t c = column; c <= n; ++c) lines[r][c] -= factor * lines[rank][c];
      }
      ++rank;
    }
    const bool consistent =
        std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(rank), lines.end(),
                    [n](const auto& line) { return sgn(line[n]) == 0; });
    return consistent ? Found::many : Found::nothing;
  }

  /// Whether an inequality of the mode is broken for sure.
  template <class Number>
  bool is_refuted(const std::vector<Number>& P) const {
    for (std::size_t i = 0; i < modes_.size(); ++i) {
      const PlanarMode& mode = modes_[i];
      if (mode.touches && sign_of(P[2 * i]) < 0) return true;
      if (mode.sticks) {
        const Number reach = Number(question_.mu[i]) * P[2 * i];
        if (sign_of(Number(reach - P[2 * i + 1])) < 0) return true;
        if (sign_of(Number(reach + P[2 * i + 1])) < 0) return true;
        continue;
      }
      const std::size_t row = mode.touches ? 2 * i + 1 : 2 * i;
      Number w(question_.q[row]);
      for (std::size_t k = 0; k < rows_; ++k) w = w + Number(W_[row * rows_ + k]) * P[k];
      if (sign_of(w) * (mode.touches ? mode.slides : 1) < 0) return true;
    }
    return false;
  }

  const StepQuestion& question_;
  std::size_t rows_;
  std::vector<double> W_;
  std::vector<PlanarMode> modes_;
};

}  // namespace

std::optional<std::vector<std::vector<double>>> solutions_in_plane(const StepQuestion& question) {
  if (question.dimension != 2 || question.mu.size() > kMaxEnumeratedContacts ||
      question.joints() > 0 || question.behind != nullptr) {
    return std::nullopt;
  }
  return PlanarContacts(question).solve();
}

}  // namespace touchstone
