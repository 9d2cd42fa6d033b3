// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/process/progress.hpp"

#include <unistd.h>

#include <utility>

#include "reports/terminal.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::chrono::milliseconds kTerminalPeriod{200};
constexpr std::chrono::milliseconds kLogPeriod{10000};

void put(const std::string& text) {
  // Progress is a courtesy: where standard error is closed the work goes on.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Progress::Progress(std::string what, std::string unit)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      terminal_(::isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()),
      next_(start_ + (terminal_ ? kTerminalPeriod : kLogPeriod)) {}

Progress::~Progress() { wipe(); }

void Progress::wipe() {
  if (shown_ && terminal_) put("\r\033[K");
  shown_ = false;
}

double Progress::elapsed_s() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

/// The fullest that the terminal has room for: a remark that was cut would tell nothing.
std::string Progress::line(std::uint64_t done, std::uint64_t total) const {
  const double rate = static_cast<double>(done - begun_at_) / elapsed_s();
  std::string short_line =
      what_ + ": " + std::to_string(done) + " of " + std::to_string(total) + " " + unit_;
  std::string full =
      short_line + " (" + percent_text(done, total) + " %), " + short_text(rate) + "/s";
  if (done > begun_at_) {
    const double left = left_s_ ? *left_s_ : static_cast<double>(total - done) / rate;
    for (std::string* text : {&full, &short_line}) *text += ", " + time_text(left) + " left";
  }
  const std::string remark = remark_ ? remark_(false) : "";
  if (!remark.empty()) full += ", " + remark;
  // A line that is broken by the terminal cannot be rewritten.
  const auto room = terminal_ ? columns_of(STDERR_FILENO) : std::nullopt;
  if (!room || full.size() < *room) return full;
  if (!remark.empty()) full = short_line + ", " + remark_(true);
  if (full.size() >= *room) full.resize(*room - 1);
  return full;
}

void Progress::update(std::uint64_t done, std::uint64_t total) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_ || total == 0) return;
  next_ = now + (terminal_ ? kTerminalPeriod : kLogPeriod);
  shown_ = true;
  const std::string shown = line(done, total);
  put(terminal_ ? "\r\033[K" + shown : "touchstone: " + shown + "\n");
}

}  // namespace touchstone
