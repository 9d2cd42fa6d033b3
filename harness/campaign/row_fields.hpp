// SPDX-License-Identifier: GPL-3.0-or-later
// The counts of a campaign's row, described once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/campaign/campaign.hpp"
#include "schema/count_field.hpp"

namespace touchstone {

using RowField = CountField<CampaignRow>;

template <auto... path>
constexpr RowField row_field(const char* part, const char* key, const char* column,
                             const char* title, const char* meaning) {
  return count_field<CampaignRow, path...>(part, key, column, title, meaning);
}

/// The part that JSON has beside the row's own tolerance; the other parts with a name are objects.
inline constexpr const char* kOwnPart = "own";
inline constexpr std::array<std::string_view, 4> kObjectParts = {"value", "sign", "normal",
                                                                 "witness"};

/// In the order in which a store keeps them.
inline constexpr std::array kRowFields = [] {
  using Row = CampaignRow;
  using Value = Row::Value;
  using Sign = Row::Sign;
  using Part = Row::Part;
  return std::array{
      row_field<&Row::cases>("", "cases", "cases", "", "cases judged"),
      row_field<&Row::right>("", "right", "right", "right", "cases of which all is right"),
      row_field<&Row::answered>("", "answered", "answered", "", "answers with a value"),
      row_field<&Row::sign_only>("", "sign_only", "sign_only", "", "answers of a sign alone"),
      row_field<&Row::no_answer>("", "no_answer", "no_answer", "no answer", "cases unanswered"),
      row_field<&Row::crashed>("", "crashed", "crashed", "crashed", "cases that crashed"),
      row_field<&Row::timed_out>("", "timed_out", "timed_out", "timed out", "cases out of time"),
      row_field<&Row::not_applicable>("", "not_applicable", "not_applicable", "not applicable",
                                      "cases that the metric does not cover"),
      row_field<&Row::right_at_own>(kOwnPart, "right_at_own_tolerance", "right_at_own",
                                    "right at own tolerance",
                                    "cases right at the tolerance that the metric claims"),
      row_field<&Row::value, &Value::right>("value", "right", "value_right", "", "right values"),
      row_field<&Row::value, &Value::wrong_sign>("value", "wrong_sign", "value_wrong_sign",
                                                 "wrong sign", "values of the wrong sign"),
      row_field<&Row::value, &Value::inaccurate>("value", "inaccurate", "value_inaccurate",
                                                 "inaccurate",
                                                 "values of the right sign that are wrong"),
      row_field<&Row::sign, &Sign::right>("sign", "right", "sign_right", "", "right signs alone"),
      row_field<&Row::sign, &Sign::wrong_sign>("sign", "wrong_sign", "sign_wrong_sign",
                                               "wrong sign", "wrong signs alone"),
      row_field<&Row::normal, &Part::valid>("normal", "valid", "normal_valid", "", "valid normals"),
      row_field<&Row::normal, &Part::invalid>("normal", "invalid", "normal_invalid",
                                              "invalid normal", "invalid normals"),
      row_field<&Row::normal, &Part::absent>("normal", "absent", "normal_absent", "",
                                             "normals not given"),
      row_field<&Row::witness, &Part::valid>("witness", "valid", "witness_valid", "",
                                             "valid witness pairs"),
      row_field<&Row::witness, &Part::invalid>("witness", "invalid", "witness_invalid",
                                               "invalid witness", "invalid witness pairs"),
      row_field<&Row::witness, &Part::absent>("witness", "absent", "witness_absent", "",
                                              "witness pairs not given"),
      row_field<&Row::missing>("", "missing", "missing", "missing",
                               "right cases without a part that the metric promises"),
      row_field<&Row::flaky>("", "flaky", "flaky", "flaky",
                             "cases that ended in another way when they were asked again"),
      row_field<&Row::order_dependent>("", "order_dependent", "order_dependent", "order-dependent",
                                       "cases whose answer depends on those asked before"),
      row_field<&Row::skipped>("", "skipped", "skipped", "skipped",
                               "cases that the metric said it does not take")};
}();

/// The counts that a record of this version has.
constexpr std::span<const RowField> row_fields(RowVersion version = RowVersion::current) {
  constexpr std::size_t kAddedWithFaults = 3;
  const std::span<const RowField> all(kRowFields);
  if (version >= RowVersion::faults) return all;
  const auto counts_missing = all.first(all.size() - kAddedWithFaults);
  return version == RowVersion::missing ? counts_missing
                                        : counts_missing.first(counts_missing.size() - 1);
}

/// Cases without any answer to judge: nothing of them is held against a truth.
inline std::uint64_t unjudged(const CampaignRow& row) {
  return row.flaky + row.crashed + row.timed_out + row.order_dependent + row.skipped +
         row.not_applicable;
}

/// The cases that are shown under this title.
inline std::uint64_t titled_count(const CampaignRow& row, std::string_view title) {
  return titled_count(row_fields(), title, row);
}

}  // namespace touchstone
