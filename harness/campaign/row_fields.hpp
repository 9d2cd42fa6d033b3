// SPDX-License-Identifier: GPL-3.0-or-later
// The counts of a campaign's row, described once: JSON, its reader, the columns of a store and the
// tables that people read are made from the table here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

struct RowField {
  std::string_view part;     ///< the object that it belongs to in nested JSON; "" for the row
  std::string_view key;      ///< its key there
  std::string_view column;   ///< its name in flat records: a store, the accuracy table, comparisons
  std::string_view title;    ///< in tables that people read; "" if it is not shown there
  std::string_view meaning;  ///< what it counts
  std::optional<Word> word;  ///< the verdict of the cases that it counts
  /// Whether records leave it out where it is 0: only pairs with curved cores have it.
  bool is_rare() const { return word == Word::undecided; }
  std::uint64_t (*read)(const CampaignRow&);
  std::uint64_t& (*write)(CampaignRow&);

  std::uint64_t operator()(const CampaignRow& row) const { return read(row); }
  std::uint64_t& operator()(CampaignRow& row) const { return write(row); }
};

/// The count that the pointers to members `path` lead to, one inside the other.
template <auto... path>
constexpr RowField row_field(std::string_view part, std::string_view key, std::string_view column,
                             std::string_view title, std::string_view meaning,
                             std::optional<Word> word = std::nullopt) {
  return {part,
          key,
          column,
          title,
          meaning,
          word,
          [](const CampaignRow& row) { return (row.*....*path); },
          [](CampaignRow& row) -> std::uint64_t& { return (row.*....*path); }};
}

/// The count of cases with this verdict, whatever else was found.
template <auto count>
constexpr RowField word_field(Word word, std::string_view meaning) {
  const WordText text = kWordTexts[static_cast<std::size_t>(word)];
  return row_field<count>("", text.name, text.name, text.title, meaning, word);
}

/// The part that JSON has beside the row's own tolerance; the other parts with a name are objects.
inline constexpr std::string_view kOwnPart = "own";

/// In the order in which a store keeps them.
inline constexpr std::array kRowFields = [] {
  using Row = CampaignRow;
  using Value = Row::Value;
  using Sign = Row::Sign;
  using Part = Row::Part;
  return std::array{
      row_field<&Row::cases>("", "cases", "cases", "", "cases judged"),
      word_field<&Row::right>(Word::right, "cases of which all is right"),
      row_field<&Row::answered>("", "answered", "answered", "", "answers that have a value"),
      row_field<&Row::sign_only>("", "sign_only", "sign_only", "", "answers of a sign alone"),
      word_field<&Row::no_answer>(Word::no_answer, "cases without an answer"),
      word_field<&Row::crashed>(Word::crashed, "cases that crashed"),
      word_field<&Row::timed_out>(Word::timed_out,
                                  "cases in which the time limit ended the metric"),
      word_field<&Row::not_applicable>(Word::not_applicable,
                                       "cases that the metric does not cover"),
      row_field<&Row::right_at_own>(kOwnPart, "right_at_own_tolerance", "right_at_own",
                                    "right at own tolerance",
                                    "decided cases not wrong at the metric's own tolerance"),
      row_field<&Row::value, &Value::right>("value", "right", "value_right", "",
                                            "answers whose value is right"),
      row_field<&Row::value, &Value::wrong_sign>(
          "value", "wrong_sign", "value_wrong_sign", word_title(Word::wrong_sign),
          "answers whose value has the wrong sign", Word::wrong_sign),
      row_field<&Row::value, &Value::inaccurate>(
          "value", "inaccurate", "value_inaccurate", word_title(Word::inaccurate),
          "answers whose value has the right sign and is wrong", Word::inaccurate),
      row_field<&Row::sign, &Sign::right>("sign", "right", "sign_right", "",
                                          "answers of a sign alone that are right"),
      row_field<&Row::sign, &Sign::wrong_sign>(
          "sign", "wrong_sign", "sign_wrong_sign", word_title(Word::wrong_sign),
          "answers of a sign alone that are wrong", Word::wrong_sign),
      row_field<&Row::normal, &Part::valid>("normal", "valid", "normal_valid", "",
                                            "answers whose normal is valid"),
      row_field<&Row::normal, &Part::invalid>("normal", "invalid", "normal_invalid",
                                              word_title(Word::invalid_normal),
                                              "answers whose normal is invalid"),
      row_field<&Row::normal, &Part::absent>("normal", "absent", "normal_absent", "",
                                             "answers that give no normal"),
      row_field<&Row::witness, &Part::valid>("witness", "valid", "witness_valid", "",
                                             "answers whose two witness points are valid"),
      row_field<&Row::witness, &Part::invalid>("witness", "invalid", "witness_invalid",
                                               word_title(Word::invalid_witness),
                                               "answers whose witness points are invalid"),
      row_field<&Row::witness, &Part::absent>("witness", "absent", "witness_absent", "",
                                              "answers that give no witness points"),
      word_field<&Row::missing>(Word::missing,
                                "right cases without a part that the metric promises"),
      word_field<&Row::flaky>(Word::flaky,
                              "cases that ended in another way when they were asked again"),
      word_field<&Row::order_dependent>(Word::order_dependent,
                                        "cases whose answer depends on those asked before"),
      word_field<&Row::skipped>(Word::skipped, "cases that the metric said it does not take"),
      row_field<&Row::invalid_normal>("", "invalid_normal", "invalid_normal", "",
                                      "cases of which the normal is the gravest fault",
                                      Word::invalid_normal),
      row_field<&Row::invalid_witness>("", "invalid_witness", "invalid_witness", "",
                                       "cases of which the witness points are the gravest fault",
                                       Word::invalid_witness),
      word_field<&Row::undecided>(Word::undecided,
                                  "cases whose proven bounds on phi are too wide for a verdict")};
}();

/// Cases with this verdict.
inline std::uint64_t cases_with(const CampaignRow& row, Word word) {
  std::uint64_t count = 0;
  for (const RowField& field : kRowFields) {
    if (field.word == word) count += field.read(row);
  }
  return count;
}

/// Cases without any answer to judge: nothing of them is held against a truth.
inline std::uint64_t unjudged(const CampaignRow& row) {
  std::uint64_t count = 0;
  for (const RowField& field : kRowFields) {
    if (field.word && !was_judged(*field.word)) count += field.read(row);
  }
  return count;
}

/// Cases that are shown under this title.
inline std::uint64_t titled_count(const CampaignRow& row, std::string_view title) {
  std::uint64_t count = 0;
  for (const RowField& field : kRowFields) {
    if (field.title == title) count += field.read(row);
  }
  return count;
}

}  // namespace touchstone
