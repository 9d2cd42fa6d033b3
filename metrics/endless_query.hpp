// SPDX-License-Identifier: GPL-3.0-or-later
// What a metric throws in place of looping.
#pragma once

#include <stdexcept>

namespace touchstone {

/// A query is proven never to end: to wait for its limit of CPU time would be in vain. It counts as
/// out of time.
class EndlessQuery : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace touchstone
