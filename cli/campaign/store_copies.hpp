// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of a store to a place that outlives this machine, while a command fills the store.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "harness/store/store.hpp"

namespace touchstone {

/// In the environment of a command that keeps a store: "SECONDS FINGERPRINT FILE". Every so many
/// seconds, FILE is replaced by a copy of the store, which must have this campaign_fingerprint().
inline constexpr const char* kStoreCopies = "TOUCHSTONE_STORE_COPIES";

/// For as long as this object lives copies are made as the environment says; none of nullptr.
class StoreCopies {
 public:
  explicit StoreCopies(Store* store);
  /// Why no copies are made, and none would be of use; or nothing.
  const std::optional<Error>& refused() const { return refused_; }

 private:
  void make(const std::stop_token& stop, Store& store, double every_s, const std::string& file);

  std::optional<Error> refused_;
  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::jthread thread_;  // the last member: it uses the others
};

}  // namespace touchstone
