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

/// A point of a group of touchstone.converge, and its slopes.
constexpr std::array kPointNumbers = {NumberRule{"dt", std::numeric_limits<double>::min()},
                                      NumberRule{"runs", 1},
                                      NumberRule{"average_m"},
                                      NumberRule{.key = "largest_m", .at_least = "least_m"},
                                      NumberRule{.key = "max_m", .at_least = "average_m"},
                                      NumberRule{"moving_average_m"},
                                      NumberRule{"over_h_squared"},
                                      NumberRule{"top_share", 0, 1},
                                      NumberRule{"constant"}};
constexpr std::array kSlopeNumbers = {NumberRule{"starts", 1},
                                      NumberRule{"half_width"},
                                      NumberRule{"mean", -kMaxOrder, kMaxOrder},
                                      NumberRule{"of_mean", -kMaxOrder, kMaxOrder},
                                      NumberRule{"of_first", -kMaxOrder, kMaxOrder},
                                      NumberRule{"of_max", -kMaxOrder, kMaxOrder},
                                      NumberRule{"of_constant", -kMaxOrder, kMaxOrder}};

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

void check_converge_record(const JsonNode& root) {
  for (const JsonNode& group : root.at("groups").items()) {
    for (const JsonNode& point : group.at("points").items()) check_numbers(point, kPointNumbers);
    if (!group.at("slope").is_null()) check_numbers(group.at("slope"), kSlopeNumbers);
  }
}

}  // namespace touchstone
