// SPDX-License-Identifier: GPL-3.0-or-later
// Two round contacts: each is open, sticks or slides. Where at most one slides the other is eliminated
// in rationals, and one is left; both slide in two_slides.cpp.
#include <utility>

#include "geometry/index.hpp"
#include "reference/steps/one_contact.hpp"
#include "reference/steps/step_mass.hpp"
#include "reference/steps/two_slides.hpp"

namespace touchstone {
namespace {

/// Nothing where it has no inverse.
std::optional<RationalBlock> inverse_of_block(const RationalBlock& a) {
  std::vector<Rational> entries, inverse;
  for (const RationalVector& row : a) entries.insert(entries.end(), row.begin(), row.end());
  if (!invert_exactly(std::move(entries), 3, inverse)) return std::nullopt;
  RationalBlock block;
  for (std::size_t k = 0; k < 9; ++k) block.at(k / 3).at(k % 3) = inverse[k];
  return block;
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
  void one_carries(std::size_t i) {
    const std::size_t other = 1 - i;
    const auto alone = rational_solutions({mu_.at(i), W_.at(i).at(i), q_.at(i)});
    if (!alone) {
      decided_ = false;
      return;
    }
    for (const RationalSolution& carries : *alone) {
      if (carries.mode == ContactSolution::Mode::open) continue;
      // A contact that touches without an impulse counts as open.
      if (carries.sign_of({q_.at(other)[0], W_.at(other).at(i)[0]}) >= 0) {
        add_pair(i, carries.P, {});
      }
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
    const std::array<ImpulseForm, 3> own = holding(i, *inverse);
    RationalContact left{mu_.at(other), W_.at(other).at(other), q_.at(other)};
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Rational& across = W_.at(other).at(i).at(r).at(k);
        left.q.at(r) += across * own.at(k).constant;
        for (std::size_t c = 0; c < 3; ++c) {
          left.W.at(r).at(c) += across * own.at(k).factor.at(c);
        }
      }
    }
    const auto beside = rational_solutions(left);
    if (!beside) {
      decided_ = false;
      return;
    }
    for (const RationalSolution& one : *beside) {
      const bool sticks = one.mode == ContactSolution::Mode::stick;
      // That both stick is found once.
      if (one.mode == ContactSolution::Mode::open || (sticks && i == 1)) continue;
      if (one.sign_of(own[0]) <= 0 || one.sign_inside_cone(own, mu_.at(i)) < 0) continue;
      add_pair(i, {own[0].at_impulse(one.P), own[1].at_impulse(one.P), own[2].at_impulse(one.P)},
               one.P);
    }
  }

  /// The impulse -W_ii^-1 (q_i + W_io P) that holds contact i, of the other one's P.
  std::array<ImpulseForm, 3> holding(std::size_t i, const RationalBlock& inverse) const {
    std::array<ImpulseForm, 3> own;
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t r = 0; r < 3; ++r) {
        own.at(k).constant -= inverse.at(k).at(r) * q_.at(i).at(r);
        for (std::size_t c = 0; c < 3; ++c) {
          own.at(k).factor.at(c) -= inverse.at(k).at(r) * W_.at(i).at(1 - i).at(r).at(c);
        }
      }
    }
    return own;
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
