// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a step is to end before it is solved, asked by what takes long in it.
//
// A solver that sees the request ends as one that fails, and those after it as soon as they look.
// The step is thrown away (Simulation), so that no half of it is ever used.
#pragma once

#include <atomic>
#include <functional>
#include <utility>

namespace touchstone {

/// Kept by who can stop a step. Once it is seen it stays.
class StopRequest {
 public:
  /// `asked` may be called by any thread; nothing never stops.
  void set(std::function<bool()> asked) { asked_ = std::move(asked); }
  /// Asks.
  bool comes() const {
    if (!seen_ && asked_ && asked_()) seen_ = true;
    return seen_;
  }
  /// Whether a stop has been seen, without asking.
  bool seen() const { return seen_; }

 private:
  std::function<bool()> asked_;
  mutable std::atomic<bool> seen_ = false;
};

/// One of these in each solver. Without a request it never stops.
class StopToken {
 public:
  /// Pivots, steps and pairs between two questions: less work is done than asked about.
  static constexpr int kBetween = 64;

  StopToken() = default;
  explicit StopToken(const StopRequest& request) : request_(&request) {}
  /// Asks.
  bool comes() const { return request_ != nullptr && request_->comes(); }
  /// Asks at every kBetween-th call, where `count` rises by 1 from call to call.
  bool comes_at(int count) const {
    return request_ != nullptr && (count % kBetween == kBetween - 1 ? request_->comes() : seen());
  }
  /// Whether a stop has been seen, without asking.
  bool seen() const { return request_ != nullptr && request_->seen(); }

 private:
  const StopRequest* request_ = nullptr;
};

}  // namespace touchstone
