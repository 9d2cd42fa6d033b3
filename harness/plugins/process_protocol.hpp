// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of JSON that go to a plug-in's program and come back (docs/process-plugin.md). What
// comes back is read with suspicion.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/plugins/line_reader.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone::process_protocol {

inline constexpr std::uint64_t kVersion = 1;
/// Longest line of a program [byte].
inline constexpr std::size_t kMaxLine = std::size_t{64} << 20U;

/// The host's first line.
std::string hello_line();

/// What a program claims in its first line, as a row without a source. Rejects, in one line that
/// begins with `where`: what is not JSON or not a hello, another version, an unknown key, and what
/// read_claims rejects.
Result<MetricRow> read_hello(std::string_view line, const std::string& where);

/// One line that gives a body its number.
void append_body(std::uint64_t number, const Polytope& body, std::string& message);
/// One line: the program may forget all bodies.
void append_forget(std::string& message);

/// One line with questions, which add() adds, and the line that ends their batch.
class BatchWriter {
 public:
  /// `message` outlives the writer.
  explicit BatchWriter(std::string& message);
  void add(std::uint64_t id, std::uint64_t A, std::uint64_t B, const Pair& pair);
  /// The program sends `reset` back when it has answered all.
  void end(std::uint64_t reset);

 private:
  std::string& message_;
  bool empty_ = true;
};

/// Reads the answers to one batch, with the ids from `first` on.
///
/// A line that is not in the protocol breaks the batch: what is not JSON, an id that was not asked,
/// a second answer. An answer that has its id, but is not in the protocol otherwise, or does not
/// come, is that question's alone: no_answer with a note.
class BatchReader {
 public:
  BatchReader(std::uint64_t first, std::size_t count, std::uint64_t reset);

  LineTaken take(std::string_view line);
  /// What broke the batch.
  const std::string& fault() const { return fault_; }
  /// After the last line: one for each question, in order.
  std::vector<RunOutcome>& outcomes() { return outcomes_; }

 private:
  std::uint64_t first_;
  std::uint64_t reset_;
  std::vector<RunOutcome> outcomes_;
  std::vector<bool> answered_;
  std::string fault_;
};

/// For messages: printable and short.
std::string excerpt(std::string_view text);

}  // namespace touchstone::process_protocol
