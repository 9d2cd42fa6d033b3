// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/record_rules.hpp"

#include <array>
#include <string>

#include "schema/number_rules.hpp"

namespace touchstone {
namespace {

constexpr double kMaxOrder = 1e3;  ///< of convergence [1]

/// A result of touchstone.energy: lengths in metres, times in seconds, energies in joules.
constexpr std::array kEnergyNumbers = {
    NumberRule{"dt", std::numeric_limits<double>::min()},
    NumberRule{"scale"},
    NumberRule{"bodies"},
    NumberRule{"t_end"},
    NumberRule{"ke0"},
    NumberRule{"ke_end"},
    NumberRule{"steps"},
    NumberRule{"gaining_steps"},
    NumberRule{"unsolved_steps"},
    NumberRule{"asked"},
    NumberRule{"unanswered"},
    NumberRule{.key = "asked", .at_least = "unanswered"},
    NumberRule{"faulty_answers"},
    NumberRule{.key = "unanswered", .at_least = "faulty_answers"},
    NumberRule{.key = "steps", .at_least = "unsolved_steps"},
    NumberRule{.key = "steps", .at_least = "friction_bounded"},
    NumberRule{.key = "steps", .at_least = "no_slip_inconsistent"},
    NumberRule{.key = "steps", .at_least = "stabilisation_dropped"},
    NumberRule{.key = "steps", .at_least = "gaining_steps"},
    NumberRule{"tolerance"},
    NumberRule{"tolerance_below"}};
constexpr std::array kEnergyTimes = {NumberRule{"contact"}, NumberRule{"solve"}, NumberRule{"rest"},
                                     NumberRule{"total"}};
constexpr std::array kOrderNumbers = {
    NumberRule{"points", 1}, NumberRule{"order", -kMaxOrder, kMaxOrder}, NumberRule{"tolerance"}};

void check_verdict(const JsonNode& verdict) {
  const std::string word = verdict.text();
  if (word != "right" && word != "wrong" && word != "no_truth") {
    verdict.refuse("must be right, wrong or no_truth");
  }
}

}  // namespace

void check_energy_record(const JsonNode& root) {
  for (const JsonNode& result : root.at("results").items()) {
    check_numbers(result, kEnergyNumbers);
    check_numbers(result.at("ms_per_step"), kEnergyTimes);
    check_verdict(result.at("verdict"));
  }
  for (const JsonNode& order : root.at("orders").items()) {
    check_numbers(order, kOrderNumbers);
    check_verdict(order.at("verdict"));
  }
}

}  // namespace touchstone
