// SPDX-License-Identifier: GPL-3.0-or-later
// The exact features of recently seen bodies: by address, else by content, compared in full.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "geometry/polytope.hpp"
#include "reference/exact/exact_body.hpp"

namespace touchstone {

class BodyCache {
 public:
  struct Entry {
    PolytopePtr polytope;  ///< kept alive, so that its address stays its own
    std::unique_ptr<ExactBody> body;
    std::optional<bool> strictly_inside;  ///< the interior point, once asked
    std::uint64_t last_use = 0;
  };

  /// Valid until kCapacity - 1 other bodies have been asked for.
  Entry& find(const PolytopePtr& polytope);

 private:
  static constexpr std::size_t kCapacity = 32;
  std::vector<std::unique_ptr<Entry>> entries_;
  std::uint64_t clock_ = 0;
};

}  // namespace touchstone
