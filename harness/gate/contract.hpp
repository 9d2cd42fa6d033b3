// SPDX-License-Identifier: GPL-3.0-or-later
// What a library must keep to pass the gate (docs/gate.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/judge/judge.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// How fast it must be beside another metric that is asked the same.
struct SpeedLimit {
  std::string reference;     ///< name of a metric of this program, or path of a library
  double largest_ratio = 1;  ///< processor time of the library over that of the reference [1]
};

/// Rules without a key hold for every library: answers that do not depend on repetition, order,
/// scale, names of bodies or signs of zero; no thread, process or floating-point state is left.
struct Contract {
  /// Names, groups and patterns of families of polytopes, as --family takes them.
  std::vector<std::string> families = {"boxes",           "random-hulls-8",  "random-hulls-16",
                                       "random-hulls-32", "random-hulls-64", "kissing"};
  std::uint64_t cases = 20'000;              ///< sealed pairs that are judged, at least
  double largest_error = kDefaultTolerance;  ///< relative to size [1]
  std::vector<std::string> forbidden = words_but_right();
  std::vector<std::string> gives = {"value"};  ///< value, normal, witnesses: in every regime
  std::uint64_t threads = 2;  ///< instances that must give the same bits at the same time
  double init_s = 1;          ///< most processor time until a process of the library is ready [s]
  double prepare_s = 0.01;    ///< most processor time to prepare a body, on average [s]
  std::optional<double> allocations;  ///< most calls of the allocator for a question, on average
  std::optional<SpeedLimit> speed;

  bool forbids(Word word) const;
  /// Names of all words but that of a right answer.
  static std::vector<std::string> words_but_right();
};

const RecordDescription<Contract>& contract_record();

/// Reads the contract of the text, in which keys may be missing: then the defaults above hold.
/// `name` begins a refusal.
Result<Contract> parse_contract(const std::string& text, const std::string& name);
/// That of a file.
Result<Contract> read_contract(const std::string& path);

/// SHA-256 of the contract as this program writes it.
std::string contract_hash(const Contract& contract);

}  // namespace touchstone
