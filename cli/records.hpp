// SPDX-License-Identifier: GPL-3.0-or-later
// The records that commands write, for `touchstone list records` and docs/schema/.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

struct PublishedRecord {
  std::string name;         ///< with its version: "touchstone.converge/1"
  std::string title;        ///< what it is
  std::string json_schema;  ///< a JSON document
};

/// All of them, by name.
std::vector<PublishedRecord> published_records();

}  // namespace touchstone
