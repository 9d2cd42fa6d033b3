// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a stream of bytes, which arrives in pieces, into lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// What a line is to whoever waits for it.
enum class LineTaken { more, last, broken };

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
