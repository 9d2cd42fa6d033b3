// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

namespace touchstone {
namespace {

std::string one_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  std::string line;
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (!control) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

Error io_error(const std::string& name, const char* doing) {
  return {name + ": " + doing + ": " + std::strerror(errno)};
}

template <class... Arguments>
std::string printed(const char* format, Arguments... arguments) {
  std::array<char, 64> buffer{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): every format here is a literal of ours
  const int length = std::snprintf(buffer.data(), buffer.size(), format, arguments...);
  return {buffer.data(), static_cast<std::size_t>(std::max(length, 0))};
}

}  // namespace

int complain(std::string_view message, int exit_code) {
  const std::string line = "touchstone: " + one_line(message) + "\n";
  // Nothing can be done where standard error itself is closed.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
  return exit_code;
}

void remark(std::string_view message) {
  complain("note: " + std::string(message), kExitAsExpected);
}

Result<JsonOutput> JsonOutput::open(const std::optional<std::string>& path) {
  JsonOutput output;
  if (!path) return output;
  output.path_ = path->empty() ? "-" : *path;
  if (output.on_stdout()) return output;
  // Not truncated yet: an earlier result survives until there is a new one.
  constexpr int kFlags = O_WRONLY | O_CREAT | O_CLOEXEC;
  output.descriptor_ = ::open(output.path_.c_str(), kFlags | O_EXCL, 0666);
  output.made_ = output.descriptor_ >= 0;
  if (!output.made_) output.descriptor_ = ::open(output.path_.c_str(), kFlags, 0666);
  if (output.descriptor_ < 0) return io_error(output.path_, "cannot write here");
  return output;
}

JsonOutput::JsonOutput(JsonOutput&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      made_(std::exchange(other.made_, false)) {}

JsonOutput& JsonOutput::operator=(JsonOutput&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(made_, other.made_);
  return *this;
}

JsonOutput::~JsonOutput() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (made_) ::unlink(path_.c_str());
}

std::optional<Error> JsonOutput::write(std::string_view text) {
  if (!wanted()) return std::nullopt;
  if (on_stdout()) return write_whole(STDOUT_FILENO, text, "standard output");
  made_ = false;
  // A pipe or a device cannot be truncated and need not be.
  if (::ftruncate(descriptor_, 0) != 0 && errno != EINVAL) return io_error(path_, "cannot write");
  if (auto error = write_whole(descriptor_, text, path_)) return error;
  if (::close(std::exchange(descriptor_, -1)) != 0) return io_error(path_, "cannot write");
  return std::nullopt;
}

std::optional<Error> write_whole(int descriptor, std::string_view text, const std::string& name) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return io_error(name, "cannot write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return std::nullopt;
}

TextTable::TextTable(std::vector<std::string> header, std::size_t left)
    : header_(std::move(header)), left_(left) {}

void TextTable::add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

void TextTable::add_rule() {
  if (!rows_.empty() && !rows_.back().empty()) rows_.emplace_back();
}

std::string TextTable::text() const {
  // A header "timed\nout" takes two lines; single words stand on the second.
  std::vector<std::string> above(header_.size());
  std::vector<std::string> below(header_);
  bool two_lines = false;
  for (std::size_t k = 0; k < header_.size(); ++k) {
    const auto at = header_[k].find('\n');
    if (at == std::string::npos) continue;
    above[k] = header_[k].substr(0, at);
    below[k] = header_[k].substr(at + 1);
    two_lines = true;
  }
  std::vector<std::size_t> width(header_.size());
  for (std::size_t k = 0; k < header_.size(); ++k) {
    width[k] = std::max(above[k].size(), below[k].size());
    for (const auto& row : rows_) {
      if (!row.empty()) width[k] = std::max(width[k], row[k].size());
    }
  }
  std::string out;
  const auto put = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string pad(width[k] - row[k].size(), ' ');
      line += k == 0 ? "" : "  ";
      line += k < left_ ? row[k] + pad : pad + row[k];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  std::size_t total = 2 * (width.size() - 1);
  for (const std::size_t w : width) total += w;
  const std::string rule(total, '-');
  if (two_lines) put(above);
  put(below);
  out += rule + "\n";
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (!rows_[k].empty()) {
      put(rows_[k]);
    } else if (k + 1 < rows_.size()) {
      out += rule + "\n";
    }
  }
  return out;
}

std::string exact_text(double x) {
  std::array<char, 32> buffer{};
  const double unsigned_zero = x == 0 ? 0 : x;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), unsigned_zero).ptr;
  return {buffer.data(), end};
}

std::string short_text(double x) { return std::isfinite(x) ? printed("%.3g", x) : "-"; }

std::string count_text(std::uint64_t n) { return n == 0 ? "." : std::to_string(n); }

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  if (part == whole) return "100";
  const double hundredths = 10000.0 * static_cast<double>(part) / static_cast<double>(whole);
  return printed("%.2f", std::min(std::floor(hundredths), 9999.0) / 100);
}

std::string time_text(double seconds) {
  const auto s = std::lround(std::clamp(seconds, 0.0, 1e9));
  if (s < 3600) return printed("%ld:%02ld", s / 60, s % 60);
  return printed("%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace touchstone
