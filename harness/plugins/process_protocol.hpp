// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of JSON that go to a plug-in's program and come back (docs/process-plugin.md). What
// comes back is read with suspicion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "harness/plugins/plugin_transport.hpp"
#include "metrics/metric_row.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// What a line is to whoever waits for it.
enum class LineTaken { more, last, broken };

/// Cuts a stream of bytes, which arrives in pieces, into lines.
class LineReader {
 public:
  /// Lines of more than `max_line` bytes are too long.
  explicit LineReader(std::size_t max_line) : max_line_(max_line) {}

  void append(std::string_view bytes) {
    bytes_.erase(0, begin_);
    seen_ -= begin_;
    begin_ = 0;
    bytes_.append(bytes);
  }

  /// The next line without its end, or nothing while that has not arrived. Valid until the next
  /// append().
  std::optional<std::string_view> next() {
    const std::size_t end = bytes_.find('\n', seen_);
    if (end == std::string::npos) {
      seen_ = bytes_.size();
      return std::nullopt;
    }
    const std::string_view line(bytes_.data() + begin_, end - begin_);
    begin_ = end + 1;
    seen_ = begin_;
    if (line.size() > max_line_) {
      too_long_ = true;
      return std::nullopt;
    }
    return line;
  }

  /// Whether a line is too long, be it complete or not.
  bool too_long() const { return too_long_ || bytes_.size() - begin_ > max_line_; }
  /// Whether a line has begun and not ended.
  bool in_line() const { return begin_ < bytes_.size(); }

 private:
  std::size_t max_line_;
  std::string bytes_;
  std::size_t begin_ = 0;  ///< where the line begins that next() looks for
  std::size_t seen_ = 0;   ///< searched for a line end up to here
  bool too_long_ = false;
};

}  // namespace touchstone

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

/// The first line, which read_hello has taken, as JSON proper.
std::string claims_of(std::string_view hello);

/// One line that gives a body its number.
void append_body(std::uint64_t number, const Polytope& body, std::string& message);
/// One line for a body with a curved core.
void append_curved_body(std::uint64_t number, const ConvexBody& body, std::string& message);
/// One line: the program may forget all bodies.
void append_forget(std::string& message);

/// One line with questions, which add() adds, and the line that ends their batch.
class BatchWriter {
 public:
  /// `message` outlives the writer.
  explicit BatchWriter(std::string& message);
  /// `contact`: nullptr for a distance.
  void add(std::uint64_t id, std::uint64_t A, const Pose& X_WA, std::uint64_t B, const Pose& X_WB,
           const ContactQuestion* contact = nullptr);
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
  /// `wanted`: what the questions are about.
  BatchReader(std::uint64_t first, std::size_t count, std::uint64_t reset,
              plugin_channel::Wanted wanted = plugin_channel::Wanted::distance);

  LineTaken take(std::string_view line);
  /// What broke the batch.
  const std::string& fault() const { return fault_; }
  /// After the last line: one for each question, in order.
  std::vector<PluginReply>& replies() { return replies_; }

 private:
  PluginReply read(const JsonNode& node) const;

  std::uint64_t first_;
  std::uint64_t reset_;
  std::vector<PluginReply> replies_;
  std::vector<bool> answered_;
  plugin_channel::Wanted wanted_;
  std::string fault_;
};

/// For messages: printable and short.
std::string excerpt(std::string_view text);

}  // namespace touchstone::process_protocol
