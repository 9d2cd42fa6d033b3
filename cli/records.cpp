// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/records.hpp"

#include "reports/converge_record.hpp"

namespace touchstone {
namespace {

template <class T>
PublishedRecord published(const RecordDescription<T>& record) {
  return {std::string(record.schema), std::string(record.title), record.json_schema()};
}

}  // namespace

std::vector<PublishedRecord> published_records() {
  return {
      published(contraction_record()),
      published(converge_record()),
  };
}

}  // namespace touchstone
