// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of `ratio_ray` for the shapes of other metrics, which hand it the few pairs that their
// own facets do not decide.
#pragma once

#include <memory>
#include <mutex>

#include "metrics/ratio_ray/ray_body.hpp"

namespace touchstone {

/// Shared between threads. The tables are made once, for the first query that asks for them: most
/// bodies never need theirs, and no later query allocates.
class RayBodyOnDemand {
 public:
  /// `polytope` outlives this.
  explicit RayBodyOnDemand(const Polytope& polytope) : polytope_(polytope) {}

  const RayBody& get() const {
    std::call_once(made_, [this] { body_ = std::make_unique<const RayBody>(polytope_); });
    return *body_;
  }

 private:
  const Polytope& polytope_;
  mutable std::once_flag made_;
  mutable std::unique_ptr<const RayBody> body_;
};

}  // namespace touchstone
