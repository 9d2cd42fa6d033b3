// SPDX-License-Identifier: GPL-3.0-or-later
// What `ask` says of a pair of which a body is a union of convex pieces (docs/unions.md).
#pragma once

#include <optional>
#include <string>

#include "cli/ask/ask_curved.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/cases/case.hpp"
#include "reference/unions.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct AskedUnion {
  const Case& c;
  UnionTruth truth;
  std::optional<SharedVolume> volume;  ///< where pieces overlap and all are polytopes
  std::optional<CurvedReply> claim = {};

  bool claim_is_wrong() const { return claim && is_failure(claim->verdict.word); }
};

/// Whether a volume that the bodies share is a question: all pieces are polytopes in space. Prisms
/// of polygons have none.
bool has_shared_volume(const UnionPair& pair);

/// The case, whose bodies are unions, outlives what is returned.
AskedUnion ask_union(const Case& c, double tolerance);

/// phi, or "[lower, upper]" [m].
std::string union_phi_text(const UnionTruth& truth);
/// The case in full.
std::string union_text(const AskedUnion& asked);

RecordFields<AskedUnion> union_fields();

}  // namespace touchstone
