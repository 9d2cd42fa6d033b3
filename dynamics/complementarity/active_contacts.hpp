// SPDX-License-Identifier: GPL-3.0-or-later
// What every contact does at a velocity, and the impulses for which it does just that.
//
// A contact presses (N u + b = 0), sticks (and T u = 0), slides along one direction d_k of its cone
// or between two of them (and (d_k - d_l).(T u) = 0; the impulse is c (n + mu d_k), so that
// lambda drops out); or it is left alone. Of the relaxation the rows of a cone that hold with
// equality act. That gives as many linear equations as unknown impulses, B (start + A' x) + q = 0.
// Where several x fulfil them the shortest is taken: it depends on no order of the contacts, so
// that what is symmetric stays symmetric and equal corners carry equal loads. Signs and
// cones are not checked here.
//
// Scaled variables and sticking no-slip contacts as in scaled_step.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/complementarity/contact_memory.hpp"
#include "dynamics/complementarity/dense.hpp"
#include "dynamics/complementarity/joints.hpp"
#include "dynamics/complementarity/lu.hpp"
#include "dynamics/complementarity/scaled_step.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {

class ActiveContacts {
 public:
  /// Reads off u which contacts act: their row is at most `tolerance` [sqrt(J)]. `gamma`: u is of
  /// the relaxation with Gamma added to the bounds. A no-slip contact acts only if it sticks in
  /// `step`. `allowed`, of each contact: others are left alone.
  void read(const ScaledStep& step, const double* u, double tolerance,
            const std::vector<double>* gamma = nullptr, const std::vector<char>* allowed = nullptr);
  /// Takes which contacts act from what is remembered of each.
  void expect(const ScaledStep& step, const std::vector<RememberedContact>& contacts);
  /// x, refined in extended precision so many times, as variables of `step` (never generators
  /// unless it has them) and their z.
  void solve(const ScaledStep& step, int refinements, std::vector<int>& active,
             std::vector<double>& z);
  /// Prepares resume(): chooses as many unknowns as the equations' rank. Contacts that hold
  /// although no friction acts on them only press from here on. False: cannot.
  bool choose_unknowns(const ScaledStep& step);
  /// The last x, changed in the chosen unknowns so that it fulfils the equations of this step,
  /// whose contacts are as many and of the same kinds. False where that is singular.
  bool resume(const ScaledStep& step, std::vector<int>& active, std::vector<double>& z);
  /// Refines what resume() has found for the same step, in extended precision.
  void refine(const ScaledStep& step, std::vector<int>& active, std::vector<double>& z);
  /// Leaves alone the contacts that pull in the last solution; false if no contact pulls.
  bool drop_pulling();
  /// For a loop that solves and drops: each round but the last drops an unknown at least.
  LoopBound bound_of_drops() const {
    return {"solver: contacts that pull", static_cast<std::int64_t>(parts_.size()) + 1};
  }

  /// Whether a contact acts.
  bool acts(int contact) const;

 private:
  enum class Kind { normal, tangent, slide, generator };
  /// An unknown, and the equation beside it.
  struct Part {
    Kind kind;
    int contact;
    int k;      ///< x or y, the direction, or the variable
    int other;  ///< first of two directions where this is the second, else -1
  };

  void expect_sliding(const ScaledStep& step, int contact, std::uint64_t directions);
  double largest_normal() const;
  bool drop_idle_friction();
  void write(const ScaledStep& step);
  template <class Wide>
  void miss(const ScaledStep& step, std::vector<Wide>& u);
  template <class Wide>
  void correct(const ScaledStep& step, std::vector<Wide>& u);
  void read_out(const ScaledStep& step, std::vector<int>& active, std::vector<double>& z) const;

  std::vector<Part> parts_;
  std::vector<double> x_;
  std::vector<int> independent_;  // equations
  std::vector<int> chosen_;       // unknowns, as many
  EqualityRows least_;
  LuFactors lu_;
  std::vector<double> a_, b_, q_;
  std::vector<double> product_;  // B A'
  NonzeroPairs row_;             // of B: a contact has entries of two bodies only
  std::vector<double> right_, wanted_, change_;
  std::vector<int> numbers_;
  std::vector<double> u_;
  std::vector<long double> wide_;
};

}  // namespace touchstone
