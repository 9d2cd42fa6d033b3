// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/active_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// A contact pulls if its impulse is below minus this share of the largest.
constexpr double kPulls = 1e-12;
/// Friction of this share of the largest normal impulse is rounding.
constexpr double kIdle = 1e-12;

/// f as a sum of the two directions beside it.
void add_directions(const ScaledStep& step, int contact, double f_x, double f_y,
                    std::vector<int>& active, std::vector<double>& z) {
  const int count = step.problem().directions;
  for (int k = 0; k < count; ++k) {
    const int next = (k + 1) % count;
    const double* d = step.scaled().direction(k);
    const double* e = step.scaled().direction(next);
    const double before = d[0] * f_y - d[1] * f_x;
    const double after = f_x * e[1] - f_y * e[0];
    if (before >= 0 && after > 0) {
      const double turn = d[0] * e[1] - d[1] * e[0];
      const int first = step.first(contact) + 1;
      active.push_back(first + k);
      z.push_back(after / turn);
      active.push_back(first + next);
      z.push_back(before / turn);
      return;
    }
  }
}

}  // namespace

void ActiveContacts::read(const ScaledStep& step, const double* u, double tolerance,
                          const std::vector<double>* gamma, const std::vector<char>* allowed) {
  parts_.clear();
  const StepProblem& p = step.problem();
  for (int i = 0; i < step.contacts(); ++i) {
    const ContactFriction& friction = p.friction[at(i)];
    if ((allowed != nullptr && (*allowed)[at(i)] == 0) ||
        (friction.kind == FrictionKind::no_slip && step.reduced().sticking()[at(i)] == 0)) {
      continue;
    }
    const double w = step.scaled().normal_velocity(i, u);
    if (!step.scaled().grips(i)) {
      if (w <= tolerance) parts_.push_back({Kind::normal, i, 0, -1});
      continue;
    }
    const auto [x, y] = step.scaled().tangent_velocity(i, u);
    const double lambda = step.scaled().slip_of(i, u);
    const bool relaxed = gamma != nullptr || step.rows() == StepRows::relaxed;
    const double raised = gamma != nullptr ? (*gamma)[at(i)] : 0;
    const double apart = relaxed ? w + raised - friction.mu * lambda : w;
    const double length = relaxed ? std::sqrt(1 + friction.mu * friction.mu) : 1;
    if (apart > tolerance * length) continue;
    if (step.rows() == StepRows::relaxed) {
      for (int k = 0; k < p.directions; ++k) {
        const double* d = step.scaled().direction(k);
        if (w + friction.mu * (d[0] * x + d[1] * y) <= tolerance * length) {
          parts_.push_back({Kind::generator, i, step.first(i) + k, -1});
        }
      }
      continue;
    }
    int one = -1;
    int two = -1;
    bool slides = lambda > tolerance;
    for (int k = 0; k < p.directions && slides; ++k) {
      const double* d = step.scaled().direction(k);
      if (d[0] * x + d[1] * y + lambda > tolerance) continue;
      slides = two < 0;  // along three directions at once only what does not move
      (one < 0 ? one : two) = k;
    }
    if (slides) {
      parts_.push_back({Kind::slide, i, one, -1});
      if (two >= 0) parts_.push_back({Kind::slide, i, two, one});
      continue;
    }
    parts_.push_back({Kind::normal, i, 0, -1});
    parts_.push_back({Kind::tangent, i, 0, -1});
    parts_.push_back({Kind::tangent, i, 1, -1});
  }
}

void ActiveContacts::expect_sliding(const ScaledStep& step, int contact, std::uint64_t directions) {
  int last = -1;
  for (int k = 0; k < step.problem().directions; ++k) {
    if ((directions >> k & 1) == 0) continue;
    if (step.rows() == StepRows::relaxed) {
      parts_.push_back({Kind::generator, contact, step.first(contact) + k, -1});
    } else {
      parts_.push_back({Kind::slide, contact, k, last});
    }
    if (last >= 0) return;  // at most two
    last = k;
  }
}

void ActiveContacts::expect(const ScaledStep& step,
                            const std::vector<RememberedContact>& contacts) {
  using Action = RememberedContact::Action;
  parts_.clear();
  for (int i = 0; i < step.contacts(); ++i) {
    const RememberedContact& contact = contacts[at(i)];
    if (contact.action == Action::none) continue;
    const bool grips = step.scaled().grips(i);
    if (grips && contact.action == Action::slides) {
      expect_sliding(step, i, contact.directions);
    } else if (grips && step.rows() == StepRows::relaxed) {
      for (int k = 0; k < step.problem().directions; ++k) {
        parts_.push_back({Kind::generator, i, step.first(i) + k, -1});
      }
    } else {
      parts_.push_back({Kind::normal, i, 0, -1});
      for (int k = 0; grips && k < 2; ++k) parts_.push_back({Kind::tangent, i, k, -1});
    }
  }
}

bool ActiveContacts::acts(int contact) const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [&](const Part& part) { return part.contact == contact; });
}

/// A, B and q.
void ActiveContacts::write(const ScaledStep& step) {
  const std::size_t dof = at(step.dof());
  const std::size_t m = parts_.size();
  a_.resize(m * dof);
  b_.resize(m * dof);
  q_.resize(m);
  for (std::size_t r = 0; r < m; ++r) {
    const Part& part = parts_[r];
    double* a = &a_[r * dof];
    double* b = &b_[r * dof];
    const double* normal = step.reduced().normal(part.contact);
    const double* x = step.reduced().tangent(part.contact);
    const double* y = x + dof;
    const double* constant = step.reduced().tangent_constant(part.contact);
    switch (part.kind) {
      case Kind::normal:
        std::copy_n(normal, dof, a);
        std::copy_n(normal, dof, b);
        q_[r] = step.reduced().normal_constant(part.contact);
        break;
      case Kind::tangent: {
        const double* row = part.k == 0 ? x : y;
        std::copy_n(row, dof, a);
        std::copy_n(row, dof, b);
        q_[r] = constant[part.k];
        break;
      }
      case Kind::generator:
        step.write_row(part.k, a);
        std::copy_n(a, dof, b);
        q_[r] = step.constant(part.k);
        break;
      case Kind::slide: {
        const double mu = step.scaled().friction(part.contact).mu;
        const double* d = step.scaled().direction(part.k);
        for (std::size_t j = 0; j < dof; ++j) a[j] = normal[j] + mu * (d[0] * x[j] + d[1] * y[j]);
        if (part.other < 0) {
          std::copy_n(normal, dof, b);
          q_[r] = step.reduced().normal_constant(part.contact);
          break;
        }
        const double* e = step.scaled().direction(part.other);
        const double across_x = d[0] - e[0];
        const double across_y = d[1] - e[1];
        for (std::size_t j = 0; j < dof; ++j) b[j] = across_x * x[j] + across_y * y[j];
        q_[r] = across_x * constant[0] + across_y * constant[1];
        break;
      }
    }
  }
}

/// right_ = -(B (start + A' x) + q) of the independent equations.
template <class Wide>
void ActiveContacts::miss(const ScaledStep& step, std::vector<Wide>& u) {
  const std::size_t dof = at(step.dof());
  u.assign(dof, 0);
  for (std::size_t r = 0; r < parts_.size(); ++r) {
    const Wide x = x_[r];
    for (std::size_t j = 0; x != 0 && j < dof; ++j) u[j] += x * a_[r * dof + j];
  }
  for (const int r : independent_) {
    Wide w = q_[at(r)];
    for (std::size_t j = 0; j < dof; ++j) w += u[j] * b_[at(r) * dof + j];
    right_[at(r)] = static_cast<double>(-w);
  }
}

void ActiveContacts::solve(const ScaledStep& step, int refinements, std::vector<int>& active,
                           std::vector<double>& z) {
  const std::size_t dof = at(step.dof());
  const std::size_t m = parts_.size();
  write(step);
  product_.resize(m * m);
  for (std::size_t r = 0; r < m; ++r) {
    row_.read(&b_[r * dof], dof);
    for (std::size_t j = 0; j < m; ++j) product_[r * m + j] = row_.dot(&a_[j * dof]);
  }
  numbers_.resize(m);
  std::iota(numbers_.begin(), numbers_.end(), 0);
  least_.clear(static_cast<int>(m));
  least_.add(product_.data(), nullptr, numbers_);
  independent_ = least_.chosen();
  right_.resize(m);
  for (std::size_t r = 0; r < m; ++r) right_[r] = -q_[r];
  x_.assign(m, 0);
  least_.add_shortest(right_.data(), x_.data());
  for (int pass = 0; pass < refinements; ++pass) {
    miss(step, wide_);
    least_.add_shortest(right_.data(), x_.data());
  }
  read_out(step, active, z);
}

bool ActiveContacts::drop_idle_friction() {
  const double idle = kIdle * largest_normal();
  std::size_t kept = 0;
  for (std::size_t r = 0; r < parts_.size(); ++r) {
    const std::size_t first = parts_[r].k == 0 ? r : r - 1;  // first of two tangential parts
    const bool drops = parts_[r].kind == Kind::tangent && std::abs(x_[first]) <= idle &&
                       std::abs(x_[first + 1]) <= idle;
    if (!drops) parts_[kept++] = parts_[r];
  }
  const bool some = kept < parts_.size();
  parts_.resize(kept);
  return some;
}

bool ActiveContacts::choose_unknowns(const ScaledStep& step) {
  if (drop_idle_friction()) {
    std::vector<int> active;
    std::vector<double> z;
    solve(step, 1, active, z);
  }
  const std::size_t m = parts_.size();
  const std::size_t rank = independent_.size();
  std::vector<double> columns(m * rank);
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t r = 0; r < rank; ++r) {
      columns[j * rank + r] = product_[at(independent_[r]) * m + j];
    }
  }
  numbers_.resize(m);
  std::iota(numbers_.begin(), numbers_.end(), 0);
  least_.clear(static_cast<int>(rank));
  least_.add(columns.data(), nullptr, numbers_);
  chosen_ = least_.chosen();
  return chosen_.size() == rank;
}

/// Changes x in the chosen unknowns by what `u` misses, of doubles or wider.
template <class Wide>
void ActiveContacts::correct(const ScaledStep& step, std::vector<Wide>& u) {
  miss(step, u);
  wanted_.resize(chosen_.size());
  for (std::size_t r = 0; r < chosen_.size(); ++r) wanted_[r] = right_[at(independent_[r])];
  lu_.solve(wanted_, change_);
  for (std::size_t j = 0; j < chosen_.size(); ++j) x_[at(chosen_[j])] += change_[j];
}

bool ActiveContacts::resume(const ScaledStep& step, std::vector<int>& active,
                            std::vector<double>& z) {
  const std::size_t dof = at(step.dof());
  const std::size_t rank = chosen_.size();
  write(step);
  product_.resize(rank * rank);
  for (std::size_t r = 0; r < rank; ++r) {
    row_.read(&b_[at(independent_[r]) * dof], dof);
    for (std::size_t j = 0; j < rank; ++j) {
      product_[r * rank + j] = row_.dot(&a_[at(chosen_[j]) * dof]);
    }
  }
  if (!lu_.factor(product_, rank)) return false;
  correct(step, u_);
  read_out(step, active, z);
  return true;
}

void ActiveContacts::refine(const ScaledStep& step, std::vector<int>& active,
                            std::vector<double>& z) {
  correct(step, wide_);
  read_out(step, active, z);
}

void ActiveContacts::read_out(const ScaledStep& step, std::vector<int>& active,
                              std::vector<double>& z) const {
  active.clear();
  z.clear();
  for (std::size_t r = 0; r < parts_.size(); ++r) {
    const Part& part = parts_[r];
    switch (part.kind) {
      case Kind::normal:
        active.push_back(step.first(part.contact));
        z.push_back(x_[r]);
        break;
      case Kind::tangent:  // its two stand together
        if (part.k == 0) add_directions(step, part.contact, x_[r], x_[r + 1], active, z);
        break;
      case Kind::generator:
        active.push_back(part.k);
        z.push_back(x_[r]);
        break;
      case Kind::slide:
        active.push_back(step.first(part.contact));
        z.push_back(x_[r]);
        active.push_back(step.first(part.contact) + 1 + part.k);
        z.push_back(step.scaled().friction(part.contact).mu * x_[r]);
        break;
    }
  }
}

double ActiveContacts::largest_normal() const {
  double largest = 0;
  for (std::size_t r = 0; r < parts_.size(); ++r) {
    if (parts_[r].kind != Kind::tangent) largest = std::max(largest, std::abs(x_[r]));
  }
  return largest;
}

bool ActiveContacts::drop_pulling() {
  const double largest = largest_normal();
  const auto pulls = [&](std::size_t r) {
    return parts_[r].kind != Kind::tangent && x_[r] < -kPulls * largest;
  };
  std::size_t kept = 0;
  bool dropping = false;
  for (std::size_t r = 0; r < parts_.size(); ++r) {
    const Part part = parts_[r];
    // A contact's first part says whether it goes as a whole; of two slides or several generators
    // only the one that pulls goes, and a slide that is left alone is along its own direction.
    const bool follows = part.kind == Kind::tangent;
    dropping = follows ? dropping : pulls(r);
    if (!dropping) {
      parts_[kept] = part;
      const bool first_gone = part.kind == Kind::slide && part.other >= 0 &&
                              (kept == 0 || parts_[kept - 1].contact != part.contact);
      if (first_gone) parts_[kept].other = -1;
      ++kept;
    }
  }
  const bool some = kept < parts_.size();
  parts_.resize(kept);
  return some;
}

}  // namespace touchstone
