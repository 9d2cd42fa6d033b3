// SPDX-License-Identifier: GPL-3.0-or-later
// The line of a gate: its verdict, and all that anybody needs to repeat it (docs/gate.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "harness/gate/gate.hpp"
#include "harness/statistics/statistics.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// Where the pairs come from. The seed of the deals is the first 64 bits of `seed`.
struct GateSeed {
  std::string fresh;  ///< randomness of this run, in hexadecimal digits
  std::string from;   ///< SHA-256 of what was given to be mixed in; empty: nothing was
  std::string seed;   ///< SHA-256 of `fresh` and `from`, one behind the other

  std::uint64_t number() const;
};

/// Fresh randomness of the system, mixed with `from`; nullptr: with nothing. Throws HarnessError
/// where the system gives none.
GateSeed make_gate_seed(const std::string* from);

struct WordCount {
  std::string word;
  std::uint64_t questions = 0;
};

struct GateLine {
  bool passes = false;
  std::string metric;         ///< its name
  std::string library;        ///< SHA-256 of its file
  std::string program;        ///< SHA-256 of this program
  std::string reference;      ///< SHA-256 of the reference's file; empty: there is none
  std::string contract_hash;  ///< SHA-256
  GateSeed seed;
  std::uint64_t deals = 0;
  std::uint64_t questions = 0;
  std::uint64_t right = 0;
  std::vector<WordCount> words;  ///< those that occurred
  std::vector<GateRule> rules;
  std::string
      touchstone;  ///< library of this project that it uses, and is not judged for; or empty
  std::optional<MedianInterval> speed;
  Contract contract;
  double elapsed_s = 0;
  std::string judged_at;        ///< day and time, UTC
  std::optional<bool> replays;  ///< whether this repeats the verdict of the line that was given
};

const RecordDescription<GateLine>& gate_record();

/// The record as one line, without its end.
std::string line_text(const GateLine& line);

/// A line of `touchstone gate`. Rejects one whose seed, hashes, counts, rules or verdict do not fit
/// together.
Result<GateLine> parse_gate_line(const std::string& text, const std::string& name);

/// The line of what was found, without hashes of files, times and seed. None of it is judged where
/// the library uses this project itself.
GateLine gate_line(const GateOptions& options, const GateFindings& found, std::uint64_t deals);

/// Whether the given line has the verdict of the own one: all but times and who judged it.
bool same_verdict(const GateLine& given, const GateLine& own);

}  // namespace touchstone
