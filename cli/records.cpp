// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/records.hpp"

#include "reports/audit_records.hpp"
#include "reports/check_record.hpp"
#include "reports/conjecture_record.hpp"
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
      published(check_record()),
      published(conjecture_record()),
      published(constraint_audit_record()),
      published(contraction_record()),
      published(converge_record()),
      published(problem_audit_record()),
      published(speed_record()),
  };
}

}  // namespace touchstone
