// SPDX-License-Identifier: GPL-3.0-or-later
// Work on several threads, and a loop over independent items on them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace touchstone {

/// Calls `work(k)` for k = 0 ... on up to `jobs` threads, which share what there is to do, and
/// returns when all are done. Where the system gives no more threads (`ulimit -v`, `ulimit -u`)
/// those that have begun do it all; where it gives none, this one does.
template <class Work>
void run_on_threads(std::size_t jobs, const Work& work) {
  std::vector<std::jthread> threads;
  threads.reserve(jobs);
  try {
    for (std::size_t k = 0; k < jobs; ++k) threads.emplace_back([&work, k] { work(k); });
  } catch (const std::system_error&) {
    if (threads.empty()) work(std::size_t{0});
  }
}

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
  const auto work = [&](std::size_t) {
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
  run_on_threads(static_cast<std::size_t>(std::max(jobs, 1)), work);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace touchstone
