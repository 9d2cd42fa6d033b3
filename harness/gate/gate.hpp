// SPDX-License-Identifier: GPL-3.0-or-later
// The gate: a library is put to sealed pairs, and what it does is held to a contract (docs/gate.md).
//
// What the library cannot do: know a pair before it is asked, as each is made from a seed that is
// made after the library is loaded; read a truth, as none of a deal is computed before all its
// answers have come; hide work, as the system's clock of its process counts all threads.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/asking/runner.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/gate/contract.hpp"
#include "harness/judge/judge.hpp"
#include "harness/plugins/worker_watch.hpp"
#include "harness/runners/run_driver.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

struct GateOptions : RunControl {
  const MetricRow* metric = nullptr;     ///< a library's, or one of this program
  const MetricRow* reference = nullptr;  ///< the contract's; nullptr where it has none
  RunnerOptions runner;
  Contract contract;
  std::vector<const Family*> families;  ///< those of the contract
  std::uint64_t seed = 0;
};

/// How many of some answers differ from what they should be equal to.
struct Agreement {
  std::uint64_t compared = 0;
  std::uint64_t differ = 0;
  void count(bool agrees) {
    ++compared;
    differ += agrees ? 0 : 1;
  }
  void add(const Agreement& other) {
    compared += other.compared;
    differ += other.differ;
  }
};

/// What was found in some deals.
struct GateFindings {
  std::array<std::uint64_t, kWords> words{};  ///< questions by their word
  Agreement decoys;   ///< with the pair that they tell again, to the tolerance that is claimed
  Agreement repeats;  ///< the batch in another process, bit by bit
  Agreement orders;   ///< the questions in another order and batch, to the claimed tolerance
  Agreement threads;  ///< instances that are asked at the same time, bit by bit
  WorkerWatch watch;
  std::uint64_t time_outs = 0;   ///< of questions, those that were asked again among them
  std::vector<double> ratios;    ///< for each deal: processor time over the reference's
  bool reference_fails = false;  ///< whether it has left a question without an answer
  std::string threads_end;       ///< how a batch on several threads ended, where it has no answers
  std::string example;           ///< first question with a forbidden word, and what was said
  std::string example_case;      ///< its pair, as a case file

  std::uint64_t questions() const;
  std::uint64_t count(Word word) const { return words.at(static_cast<std::size_t>(word)); }
  void add(const GateFindings& other);
};

/// Where the contract forbids time-outs, so many break it so plainly that the rest of a deal is
/// skipped, and no further deal is put.
inline constexpr std::uint64_t kMaxTimeOuts = 5;

/// Whether a deal is asked again: repeated, in another order, on several threads. The first one is;
/// of the others, none that a library could know.
bool is_asked_again(std::uint64_t seed, std::uint64_t number);

/// Deals that the contract's cases take, and that its speed takes, if any.
std::uint64_t deals_for(const Contract& contract);

/// Asks and judges `count` deals from `first` on. Findings are added in the order of deals, so that
/// they do not depend on jobs, times apart. Incomplete where it is stopped. Throws HarnessError.
GateFindings judge_deals(const GateOptions& options, std::uint64_t first, std::uint64_t count);

/// A rule of the contract and what was found of it.
struct GateRule {
  std::string name;
  bool holds = true;
  double found = 0;
  double limit = 0;            ///< `found` is at most this where the rule holds
  std::uint64_t compared = 0;  ///< what the rule looked at; it does not hold where that is nothing
  bool timed = false;          ///< whether `found` differs from run to run, as times do
};

/// The contract's rules, each held to the findings. Instances on threads have one only where the
/// contract wants several.
std::vector<GateRule> rules_of(const GateOptions& options, const GateFindings& found);

}  // namespace touchstone
