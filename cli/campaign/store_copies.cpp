// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/campaign/store_copies.hpp"

#include <chrono>
#include <cstdlib>

#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"

namespace touchstone {

StoreCopies::StoreCopies(Store* store) {
  const char* wanted = std::getenv(kStoreCopies);
  if (store == nullptr || wanted == nullptr) return;
  char* rest = nullptr;
  const double every_s = std::strtod(wanted, &rest);
  if (!(every_s > 0) || *rest != ' ') return;
  const std::string what = rest + 1;
  ::unsetenv(kStoreCopies);  // which workers and plug-ins would inherit
  const auto space = what.find(' ');
  if (space == std::string::npos) return;
  const std::string file = what.substr(space + 1);
  if (campaign_fingerprint(store->description()) != what.substr(0, space)) {
    refused_ =
        Error{file + ": is planned for another campaign: a case file or a plug-in was changed"};
    return;
  }
  const SignalsHeld held;  // for the thread that starts here
  thread_ = std::jthread([this, store, every_s, file](const std::stop_token& stop) {
    make(stop, *store, every_s, file);
  });
}

void StoreCopies::make(const std::stop_token& stop, Store& store, double every_s,
                       const std::string& file) {
  std::string told;  // why the last copy failed
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      ended_.wait_for(lock, stop, std::chrono::duration<double>(every_s), [] { return false; });
    }
    if (stop.stop_requested()) return;
    const auto error = store.copy_to(file);
    const std::string why = error ? error->reason : "";
    if (!why.empty() && why != told) print_note(why + "; the campaign goes on, and tries again");
    told = why;
  }
}

}  // namespace touchstone
