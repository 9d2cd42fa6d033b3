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

std::optional<Rational> ExactProgram::least(Pricing pricing) const {
  CGAL::Quadratic_program_options options;
  if (pricing == Pricing::bland) options.set_pricing_strategy(CGAL::QP_BLAND);
  const auto solution = CGAL::solve_linear_program(*program_, CGAL::Gmpz(), options);
  if (!solution.is_optimal()) return std::nullopt;
  const auto value = solution.objective_value();
  Rational least(Integer(value.numerator().mpz()), Integer(value.denominator().mpz()));
  least.canonicalize();
  return least;
}

}  // namespace touchstone
