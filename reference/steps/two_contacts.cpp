// SPDX-License-Identifier: GPL-3.0-or-later
// Two round contacts: each is open, sticks or slides. Where at most one slides the other is eliminated
// in rationals, and one is left; both slide in two_slides.cpp.
#include <utility>

#include "geometry/index.hpp"
#include "reference/steps/one_contact.hpp"
#include "reference/steps/two_slides.hpp"

namespace touchstone {
namespace {

RationalVector product_of(const RationalBlock& a, const RationalVector& x) {
  RationalVector product;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t k = 0; k < 3; ++k) product.at(r) += a.at(r).at(k) * x.at(k);
  }
  return product;
}

/// The inverse by cofactors; nothing where it has none.
std::optional<RationalBlock> inverse_of_block(const RationalBlock& a) {
  RationalBlock inverse;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t i = (c + 1) % 3, j = (c + 2) % 3, k = (r + 1) % 3, l = (r + 2) % 3;
      inverse[r][c] = a[i][k] * a[j][l] - a[i][l] * a[j][k];
    }
  }
  Rational determinant;
  for (std::size_t k = 0; k < 3; ++k) determinant += a[0][k] * inverse[k][0];
  if (sgn(determinant) == 0) return std::nullopt;
  for (RationalVector& row : inverse) {
    for (Rational& x : row) x /= determinant;
  }
  return inverse;
}

class TwoContacts {
 public:
  explicit TwoContacts(const StepQuestion& question) : question_(question) {
    for (std::size_t i = 0; i < 2; ++i) {
      mu_.at(i) = question.mu[i];
      for (std::size_t k = 0; k < 3; ++k) q_.at(i).at(k) = question.q[3 * i + k];
      for (int b = question.begin[i]; b < question.begin[i + 1]; ++b) {
        RationalBlock& block = W_.at(i).at(at(question.column[at(b)]));
        for (std::size_t k = 0; k < 9; ++k) {
          block[k / 3][k % 3] += question.blocks[9 * at(b) + k];
        }
      }
    }
  }

  std::optional<std::vector<std::vector<double>>> solve() {
    if (sgn(q_[0][0]) >= 0 && sgn(q_[1][0]) >= 0) add({}, {});
    for (std::size_t i = 0; i < 2 && decided_; ++i) {
      one_carries(i);
      one_sticks(i);
    }
    if (decided_) both_slide();
    if (!decided_) return std::nullopt;
    return std::move(found_);
  }

 private:
  /// The sign of a number whose terms have this sum of magnitudes, and are exact to 2^-80 of it.
  int sure_sign(const Rational& x, const Rational& terms) {
    static const Rational kDoubt = Rational(1) / Rational(Integer(1) << 60);
    if (abs(x) <= kDoubt * terms) decided_ = false;
    return sgn(x);
  }

  void one_carries(std::size_t i) {
    const std::size_t other = 1 - i;
    const auto alone = rational_solutions({mu_.at(i), W_.at(i).at(i), q_.at(i)});
    if (!alone) {
      decided_ = false;
      return;
    }
    for (const auto& [mode, P] : *alone) {
      if (mode == ContactSolution::Mode::open) continue;
      Rational w = q_.at(other)[0];
      Rational terms = abs(w);
      for (std::size_t k = 0; k < 3; ++k) {
        const Rational part = W_.at(other).at(i)[0].at(k) * P.at(k);
        w += part;
        terms += abs(part);
      }
      if (sure_sign(w, terms) > 0) add_pair(i, P, {});
    }
  }

  /// Contact i sticks, and the other one slides, or sticks, too.
  void one_sticks(std::size_t i) {
    const std::size_t other = 1 - i;
    const auto inverse = inverse_of_block(W_.at(i).at(i));
    if (!inverse) {
      decided_ = false;
      return;
    }
    RationalContact left{mu_.at(other), W_.at(other).at(other), q_.at(other)};
    const RationalVector held = product_of(W_.at(other).at(i), product_of(*inverse, q_.at(i)));
    for (std::size_t c = 0; c < 3; ++c) {
      left.q.at(c) -= held.at(c);
      RationalVector column;
      for (std::size_t r = 0; r < 3; ++r) column.at(r) = W_.at(i).at(other).at(r).at(c);
      const RationalVector moved = product_of(W_.at(other).at(i), product_of(*inverse, column));
      for (std::size_t r = 0; r < 3; ++r) left.W.at(r).at(c) -= moved.at(r);
    }
    const auto beside = rational_solutions(left);
    if (!beside) {
      decided_ = false;
      return;
    }
    for (const auto& [mode, P] : *beside) {
      const bool sticks = mode == ContactSolution::Mode::stick;
      // That both stick is found once.
      if (mode == ContactSolution::Mode::open || (sticks && i == 1)) continue;
      RationalVector pushed = product_of(W_.at(i).at(other), P);
      for (std::size_t k = 0; k < 3; ++k) pushed.at(k) = -pushed.at(k) - q_.at(i).at(k);
      const RationalVector own = product_of(*inverse, pushed);
      const Rational rest = own[1] * own[1] + own[2] * own[2];
      const Rational most = mu_.at(i) * mu_.at(i) * own[0] * own[0];
      if (sure_sign(own[0], abs(own[0]) + abs(P[0])) <= 0) continue;
      if (sure_sign(most - rest, most + rest) > 0) add_pair(i, own, P);
    }
  }

  void both_slide() {
    TwoSlides step;
    for (std::size_t i = 0; i < 2; ++i) {
      step.mu.at(i) = question_.mu[i];
      for (std::size_t k = 0; k < 3; ++k) step.q.at(i).at(k) = question_.q[3 * i + k];
      for (std::size_t k = 0; k < 18; ++k) {
        const Rational& entry = W_.at(i).at(k / 9).at(k % 9 / 3).at(k % 3);
        const double near = round_to_double(entry);
        step.W.at(i).at(k / 9).at(k % 9 / 3).at(k % 3) =
            Rational(near) == entry ? StepInterval(near) : widened(near, near);
      }
    }
    const auto slides = solutions_of_two_slides(step);
    if (!slides) {
      decided_ = false;
      return;
    }
    for (const std::array<double, 6>& P : *slides) found_.emplace_back(P.begin(), P.end());
  }

  /// P_i and that of the other one.
  void add_pair(std::size_t i, const RationalVector& own, const RationalVector& other) {
    if (i == 0) {
      add(own, other);
    } else {
      add(other, own);
    }
  }

  void add(const RationalVector& first, const RationalVector& second) {
    std::vector<double>& P = found_.emplace_back();
    for (const RationalVector* part : {&first, &second}) {
      for (const Rational& x : *part) P.push_back(round_to_double(x));
    }
  }

  const StepQuestion& question_;
  std::array<Rational, 2> mu_;
  std::array<RationalVector, 2> q_;
  std::array<std::array<RationalBlock, 2>, 2> W_;
  std::vector<std::vector<double>> found_;
  bool decided_ = true;
};

}  // namespace

std::optional<std::vector<std::vector<double>>> solutions_of_two_contacts(
    const StepQuestion& question) {
  return TwoContacts(question).solve();
}

}  // namespace touchstone
