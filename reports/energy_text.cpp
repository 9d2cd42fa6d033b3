// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/energy_text.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "benchmarks/energy/observable_meaning.hpp"
#include "reports/energy_record.hpp"
#include "reports/model_text.hpp"
#include "reports/run_end_text.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// "rimless-wheel 40 sides, no-slip, dt 0.01"
std::string run_name(const EnergyResult& result) {
  const std::string metric = result.metric.empty() ? "" : ", " + result.metric;
  return result.scene + " " + sizes_text(result.vertices, result.sides) + ", " + result.friction +
         ", dt " + exact_text(result.dt) + metric;
}

/// How many steps were not solved as posed, and how they were taken instead.
std::string unsolved_text(const EnergyResult& result) {
  std::string parts;
  if (result.friction_bounded > 0) {
    parts = " (" + std::to_string(result.friction_bounded) +
            " had no solution without slip and were taken with cones of mu = 100";
    if (result.no_slip_inconsistent > 0) {
      parts += "; of " + std::to_string(result.no_slip_inconsistent) +
               " it is known that no set of contacts that stick is consistent";
    }
    parts += ")";
  }
  return std::to_string(result.not_as_posed) + " of " + std::to_string(result.steps) +
         " steps were not solved as posed" + parts +
         (result.known_unsolved.empty() ? ": whatever it measured is wrong"
                                        : ", which is known: " + result.known_unsolved);
}

/// A line about the islands and the joints' errors of a run; empty if it has neither.
std::string structure_text(const EnergyResult& result) {
  std::string text;
  if (result.max_islands > 1) {
    text = "at most " + count_text(static_cast<std::uint64_t>(result.max_islands)) +
           " islands in a step; the one with most contacts had " +
           how_many(static_cast<std::uint64_t>(result.largest_bodies), "body", "bodies") + " and " +
           how_many(static_cast<std::uint64_t>(result.largest_contacts), "contact");
  }
  if (result.max_anchor_error > 0) {
    text += (text.empty() ? "" : "; ") + std::string("joints were apart by at most ") +
            short_text(result.max_anchor_error) + " m";
    if (result.max_axis_error > 0) text += " and " + short_text(result.max_axis_error) + " rad";
  }
  return text.empty() ? text : run_name(result) + ": " + text + "\n";
}

/// How many bodies entered during the run and with what energy, who waited, and who never entered.
std::string late_text(const LateBodies& late) {
  std::string text = how_many(static_cast<std::uint64_t>(late.entered), "body", "bodies") +
                     " entered with " + short_text(late.energy_J) + " J";
  if (late.delayed > 0) {
    text += "; the place of " + std::to_string(late.delayed) + " was taken, of " +
            late.most_delayed + " for " + short_text(late.max_delay_s) + " s";
  }
  if (late.never.empty()) return text;
  text += "; never entered:";
  for (const std::string& name : late.never) text += " " + name;
  return text;
}

/// A line about the overlaps after the steps of a run; empty if they were not asked for.
std::string overlap_text(const EnergyResult& result) {
  if (!result.overlap) return "";
  const OverlapStatistics& overlap = *result.overlap;
  return run_name(result) + ": overlap after a step, all pairs together: median " +
         short_text(overlap.median) + ", quartiles " + short_text(overlap.lower) + " and " +
         short_text(overlap.upper) + ", mean " + short_text(overlap.mean) + ", at most " +
         short_text(overlap.max) + " " + std::string(result.overlap_unit) + "\n";
}

/// What is not as it should be with a run as a whole, a line for each.
std::string run_remarks(const EnergyResult& result) {
  std::string text;
  const auto add = [&](const std::string& what) { text += run_name(result) + ": " + what + "\n"; };
  if (result.start_overlap.depth_m > 0) {
    add(result.start_overlap.bodies + " overlap by " + short_text(result.start_overlap.depth_m) +
        " m at the start: " +
        (result.gamma > 0 ? "the first steps throw them apart"
                          : "with gamma 0 no step takes that back"));
  }
  if (result.late.any()) add(late_text(result.late));
  if (result.unanswered > 0) {
    add(result.contacts + " had no answer to " + std::to_string(result.unanswered) + " of " +
        std::to_string(result.asked) + " questions");
  }
  if (result.not_as_posed > 0) add(unsolved_text(result));
  if (result.gains.wrong_steps > 0) {
    const WrongGain& first = result.gains.first_wrong;
    add(count_text(result.gains.wrong_steps) +
        (result.gains.wrong_steps == 1 ? " step" : " steps, first one,") + " at " +
        short_text(first.time_s) + " s gained " + short_text(first.gain_J) + " J (" + first.bodies +
        "), more than a tenth of the scene's energies until then (" + short_text(first.scale_J) +
        " J): whatever it measured is wrong");
  }
  if (result.timed_out) {
    add("its time limit of " + short_text(result.time_limit_s) + " s ended it at " +
        short_text(result.t_end) + " s");
  }
  if (result.interrupted) add("it was interrupted at " + short_text(result.t_end) + " s");
  for (const EnergyFinding& finding : result.findings) {
    if (!finding.unjudged.empty() && !result.timed_out && !result.interrupted) {
      add(finding.observable + " has no verdict: " + finding.unjudged);
    }
  }
  if (!result.fault.empty()) {
    add("ended early, at " + short_text(result.t_end) + " s: " + result.fault);
  }
  return text;
}

TextTable results_table(const std::vector<EnergyResult>& results) {
  TextTable table(energy_table_fields(), "observable");
  const std::size_t verdict = table.column("verdict");
  const std::size_t unsolved = table.column("unsolved");
  std::string last;
  for (const EnergyResult& result : results) {
    if (!last.empty() && last != result.scene) table.add_rule();
    last = result.scene;
    const EnergyResult* run = &result;  // in the first row alone
    for (const EnergyFinding& finding : result.findings) {
      // The verdict, and unexpected steps that are not as posed.
      std::vector<std::size_t> wrong;
      if (finding.verdict == EnergyVerdict::wrong) wrong.push_back(verdict);
      if (run != nullptr && run->not_as_posed > 0 && run->known_unsolved.empty())
        wrong.push_back(unsolved);
      table.add(energy_table_fields().cells({run, &finding}), wrong);
      run = nullptr;
    }
  }
  return table;
}

std::string orders_table(const std::vector<EnergyOrder>& orders, std::optional<std::size_t> room) {
  if (orders.empty()) return "";
  TextTable table(energy_order_fields(), "vertices");
  for (const EnergyOrder& order : orders) {
    table.add(energy_order_fields().cells(order),
              order.verdict == EnergyVerdict::wrong
                  ? std::vector<std::size_t>{table.column("verdict")}
                  : std::vector<std::size_t>());
  }
  return "\n" + table.fitted(room);
}

/// Each observable with its unit, once.
std::string observables_legend(const std::vector<EnergyResult>& results) {
  std::string text;
  std::set<std::string> seen;
  for (const EnergyResult& result : results) {
    for (const EnergyFinding& finding : result.findings) {
      const std::string& name = finding.observable;
      if (!seen.insert(name).second) continue;
      text.append(name).append(": ").append(observable_meaning(name)).append("\n");
    }
  }
  return text;
}

std::string tables_text(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders, std::optional<std::size_t> room) {
  const TextTable table = results_table(results);
  std::string text = table.fitted(room);
  for (const EnergyResult& result : results) text += structure_text(result);
  for (const EnergyResult& result : results) {
    if (result.model.counted()) text += run_name(result) + ": " + model_text(result.model) + "\n";
  }
  for (const EnergyResult& result : results) text += overlap_text(result);
  for (const EnergyResult& result : results) text += run_remarks(result);
  return text + orders_table(orders, room) + observables_legend(results) +
         table.legend(room, table.column("verdict") + 1);
}

struct Verdicts {
  std::size_t right = 0, wrong = 0, without = 0;
  void add(EnergyVerdict verdict) {
    right += verdict == EnergyVerdict::right ? 1 : 0;
    wrong += verdict == EnergyVerdict::wrong ? 1 : 0;
    without += verdict == EnergyVerdict::no_truth ? 1 : 0;
  }
};

/// "3 right, 1 wrong, 2 without a truth", and what the exit code is where it is not 0.
std::string closing(const std::vector<EnergyResult>& results,
                    const std::vector<EnergyOrder>& orders) {
  Verdicts all;
  std::size_t untrue = 0;
  std::size_t timed_out = 0;
  std::size_t missed = 0;
  std::map<std::string, std::size_t> faults;
  for (const EnergyResult& result : results) {
    const std::string fault = run_fault(result);
    if (!fault.empty()) ++faults[fault];
    timed_out += result.timed_out ? 1 : 0;
    missed += result.end ? result.end->missed() : 0;
    for (const EnergyFinding& finding : result.findings) {
      all.add(finding.verdict);
      untrue += fault.empty() && finding.verdict == EnergyVerdict::wrong ? 1 : 0;
    }
  }
  for (const EnergyOrder& order : orders) {
    all.add(order.verdict);
    untrue += order.verdict == EnergyVerdict::wrong ? 1 : 0;
  }
  std::string text = std::to_string(all.right) + " right, " + std::to_string(all.wrong) +
                     " wrong, " + std::to_string(all.without) + " without a truth\n";
  if (timed_out > 0) {
    text += std::to_string(timed_out) + (timed_out == 1 ? " run was" : " runs were") +
            " ended by the time limit: what the rest could change has no verdict\n";
  }
  std::string why;
  for (const auto& [fault, runs] : faults) {
    why += (why.empty() ? "" : ", ") + std::to_string(runs) + " of " +
           how_many(results.size(), "run") + " " + fault;
  }
  if (untrue > 0) {
    why += (why.empty() ? "" : ", ") + std::to_string(untrue) + " measured against the truth";
    why += untrue == 1 ? " is wrong" : " are wrong";
  }
  if (missed > 0) why += (why.empty() ? "" : ", ") + missed_text(missed);
  return why.empty() ? text : text + "exit code 1: " + why + "\n";
}

}  // namespace

std::string energy_text(const std::vector<EnergyResult>& results,
                        const std::vector<EnergyOrder>& orders, std::optional<std::size_t> room) {
  std::string expectations;
  for (const EnergyResult& result : results) {
    if (result.end) expectations += expectations_text(*result.end, run_name(result));
  }
  return tables_text(results, orders, room) + expectations + closing(results, orders);
}

std::string partial_energy_text(const std::vector<EnergyResult>& results,
                                std::optional<std::size_t> room) {
  return tables_text(results, {}, room);
}

bool anything_wrong(const std::vector<EnergyResult>& results,
                    const std::vector<EnergyOrder>& orders) {
  const auto wrong = [](const auto& judged) { return judged.verdict == EnergyVerdict::wrong; };
  return std::any_of(orders.begin(), orders.end(), wrong) ||
         std::any_of(results.begin(), results.end(), [&](const EnergyResult& result) {
           return std::any_of(result.findings.begin(), result.findings.end(), wrong) ||
                  (result.end && result.end->missed() > 0);
         });
}

}  // namespace touchstone
