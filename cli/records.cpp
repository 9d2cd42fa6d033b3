// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/records.hpp"

#include "harness/compare/verdict_records.hpp"
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
      published(accuracy_record()), published(comparison_record()), published(contraction_record()),
      published(converge_record()), published(verify_record()),
  };
}

}  // namespace touchstone
