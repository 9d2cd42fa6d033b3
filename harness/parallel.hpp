// SPDX-License-Identifier: GPL-3.0-or-later
// A loop over independent items on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace touchstone {

/// `make_worker()` is called once on each of `jobs` threads and returns what is called with each
/// item's number, so that it can keep what is dear to make. The first exception ends the loop and
/// is thrown again.
template <class MakeWorker>
void for_each_item(std::size_t count, int jobs, const MakeWorker& make_worker,
                   const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::uint64_t done = 0;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      auto worker = make_worker();
      for (std::size_t i = next++; i < count; i = next++) {
        worker(i);
        const std::lock_guard lock(mutex);
        ++done;
        if (progress) progress(done, count);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int j = 0; j < std::max(jobs, 1); ++j) threads.emplace_back(work);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace touchstone
