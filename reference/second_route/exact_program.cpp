// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/second_route/exact_program.hpp"

#include <CGAL/Gmpz.h>
#include <CGAL/QP_functions.h>
#include <CGAL/QP_models.h>

namespace touchstone {
namespace {

CGAL::Gmpz to_cgal(const Integer& x) { return {x.get_mpz_t()}; }

}  // namespace

struct ExactProgram::Program : CGAL::Quadratic_program<CGAL::Gmpz> {
  using Quadratic_program::Quadratic_program;
};

ExactProgram::ExactProgram(Form form)
    : program_(form == Form::equations
                   ? std::make_unique<Program>(CGAL::EQUAL, true, 0, false, 0)
                   : std::make_unique<Program>(CGAL::SMALLER, false, 0, false, 0)) {}
ExactProgram::~ExactProgram() = default;

void ExactProgram::set_a(int column, int row, const Integer& x) {
  program_->set_a(column, row, to_cgal(x));
}
void ExactProgram::set_b(int row, const Integer& x) { program_->set_b(row, to_cgal(x)); }
void ExactProgram::set_c(int column, const Integer& x) { program_->set_c(column, to_cgal(x)); }
void ExactProgram::require_nonnegative(int column) { program_->set_l(column, true, 0); }

namespace {

/// CGAL's own pricing rule comes back to the same basis for ever in degenerate programs.
CGAL::Quadratic_program_options never_cycling() {
  CGAL::Quadratic_program_options options;
  options.set_pricing_strategy(CGAL::QP_BLAND);
  return options;
}

template <class Quotient>
Rational from_cgal(const Quotient& x) {
  Rational result(Integer(x.numerator().mpz()), Integer(x.denominator().mpz()));
  result.canonicalize();
  return result;
}

}  // namespace

std::optional<ExactProgram::Solution> ExactProgram::solve() const {
  const auto solved = CGAL::solve_linear_program(*program_, CGAL::Gmpz(), never_cycling());
  if (!solved.is_optimal()) return std::nullopt;
  Solution solution{from_cgal(solved.objective_value()), {}, {}};
  for (auto x = solved.variable_values_begin(); x != solved.variable_values_end(); ++x) {
    solution.values.push_back(from_cgal(*x));
  }
  for (auto y = solved.optimality_certificate_begin(); y != solved.optimality_certificate_end();
       ++y) {
    solution.multipliers.push_back(from_cgal(*y));
  }
  return solution;
}

std::optional<Rational> ExactProgram::least() const {
  const auto solution = CGAL::solve_linear_program(*program_, CGAL::Gmpz(), never_cycling());
  if (!solution.is_optimal()) return std::nullopt;
  return from_cgal(solution.objective_value());
}

}  // namespace touchstone
