// SPDX-License-Identifier: GPL-3.0-or-later
// The progress of long work on standard error: one line rewritten on a terminal, a plain line every
// ten seconds elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace touchstone {

class Progress {
 public:
  /// `what` opens the line, `unit` names what is counted: "verify", "answers".
  Progress(std::string what, std::string unit);
  /// Wipes the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// So much was done before it began, and says nothing about the rate.
  void begin_at(std::uint64_t done) { begun_at_ = done; }
  /// Seconds that are left, if the caller knows better than the rate so far.
  void expect_left(double left_s) { left_s_ = left_s; }
  /// What else is told at the end of the line, "3 timed out", or nothing. `brief`: in few words, as
  /// the terminal is narrow. Asked from the thread that updates.
  void remark(std::function<std::string(bool brief)> remark) { remark_ = std::move(remark); }
  /// Wipes the line of a terminal, so that something else can be printed there.
  void wipe();
  /// From one thread at a time, as often as it likes.
  void update(std::uint64_t done, std::uint64_t total);
  /// That as a function, for what reports its progress. This object must outlive it.
  std::function<void(std::uint64_t done, std::uint64_t total)> updates() {
    return [this](std::uint64_t done, std::uint64_t total) { update(done, total); };
  }
  /// updates() for what knows how long the rest will take [s].
  std::function<void(std::uint64_t done, std::uint64_t total, double left_s)> timed_updates() {
    return [this](std::uint64_t done, std::uint64_t total, double left_s) {
      expect_left(left_s);
      update(done, total);
    };
  }
  double elapsed_s() const;

 private:
  std::string line(std::uint64_t done, std::uint64_t total) const;

  std::string what_;
  std::string unit_;
  bool terminal_;
  std::uint64_t begun_at_ = 0;
  std::optional<double> left_s_;
  std::function<std::string(bool brief)> remark_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace touchstone
