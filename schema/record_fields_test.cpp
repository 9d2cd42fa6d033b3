// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/record_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "schema/version.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Place {
  std::string name;
  double x = 0;
  std::optional<double> y = {};
};

RecordFields<Place> place_fields() {
  return RecordFields<Place>()
      .add(field("name", "its name").in_csv("name").in_table("place"), &Place::name)
      .add(field("x", "abscissa", "m").in_csv("x_m").in_table("x\nm").from(0, 2), &Place::x)
      .add(field("y", "ordinate", "m").in_csv("y_m").null_where("it is not known"), &Place::y);
}

struct Way {
  Place start;
  std::vector<Place> stops = {};
  std::vector<RawJson> drawn = {};
  AnyReal length = {};
};

const RecordDescription<Way>& way_record() {
  static const RecordDescription<Way> kRecord = {
      "touchstone.way/1", "A way",
      RecordFields<Way>()
          .include([](const Way& way) { return way.start; }, place_fields())
          .add(field("stops", "on the way").with_lines().omitted_where("there are none"),
               &Way::stops, place_fields())
          .add(field("drawn", "places as they were written"), &Way::drawn, place_fields())
          .add(field("length", "may be infinite", "m"), &Way::length)};
  return kRecord;
}

Result<Way> read_way(const std::string& text) {
  return read_json(text, "way.json", [](const JsonNode& root) { return way_record().read(root); });
}

TEST(RecordFields, OneDescriptionMakesJsonCsvTableAndSchema) {
  const RecordFields<Place> fields = place_fields();
  const Place place = {"a, b", 0.5};
  EXPECT_EQ(fields.row(place), R"({"name": "a, b", "x": 0.5, "y": null})");
  EXPECT_EQ(fields.csv(std::vector<Place>{place}), "name,x_m,y_m\n\"a, b\",0.5,\n");
  EXPECT_THAT(fields.titles(), ElementsAre("place", "x\nm"));
  EXPECT_THAT(fields.cells(place), ElementsAre("a, b", "0.5"));
  const std::string schema = schema_of_fields(fields.shapes());
  EXPECT_THAT(schema, HasSubstr(R"("x": {"type": "number", "description": "abscissa [m]")"));
  EXPECT_THAT(schema, HasSubstr(R"("type": ["number", "null"])"));
  EXPECT_THAT(schema, HasSubstr("ordinate [m]; null where it is not known"));
}

TEST(RecordFields, ColumnsStandBesideFieldsAndSomeFieldsAlone) {
  const auto twice = [](const Place& place) { return 2 * place.x; };
  const RecordFields<Place> fields = RecordFields<Place>()
                                         .include(place_fields())
                                         .column(csv_column("twice_m").in_table("2 x"), twice);
  const Place place = {"a", 0.5};
  EXPECT_EQ(fields.row(place), place_fields().row(place));
  EXPECT_EQ(fields.csv(std::vector<Place>{place}), "name,x_m,y_m,twice_m\na,0.5,,1\n");
  EXPECT_THAT(fields.titles(), ElementsAre("place", "x\nm", "2 x"));
  EXPECT_THAT(fields.cells(place), ElementsAre("a", "0.5", "1"));
  EXPECT_EQ(fields.only({"x", "name"}).row(place), R"({"x": 0.5, "name": "a"})");
}

struct Leg {
  const Place* start = nullptr;
  double length = 0;
};

TEST(RecordFields, WhatTablesShowIsDescribedBesideTheField) {
  const auto kilometres = [](const Leg& leg) { return std::to_string(leg.length / 1000) + " km"; };
  const auto fields =
      RecordFields<Leg>()
          .include(&Leg::start, place_fields())
          .add_as(field("length", "its length", "m").in_csv("length_m").in_table("length"),
                  &Leg::length, kilometres);
  const Place start = {"a", 0.5};
  const Leg leg = {&start, 2000};
  EXPECT_THAT(fields.cells(leg), ElementsAre("a", "0.5", "2.000000 km"));
  EXPECT_EQ(fields.csv(std::vector<Leg>{leg}), "name,x_m,y_m,length_m\na,0.5,,2000\n");
  EXPECT_EQ(fields.table_columns().back().unit, "m");
  const Leg without = {nullptr, 2000};
  EXPECT_THAT(fields.cells(without), ElementsAre("", "", "2.000000 km"));
  EXPECT_EQ(fields.csv(std::vector<Leg>{without}), "name,x_m,y_m,length_m\n,,,2000\n");
  EXPECT_EQ(fields.row(without), R"({"name": null, "x": null, "y": null, "length": 2000})");
}

TEST(RecordFields, WhatIsWrittenIsReadBack) {
  Way way = {.start = {"a", 1}};
  way.stops = {{"b", 0.25, 2}, {"c", 0}};
  way.drawn = {{place_fields().row({"d", 2})}};
  way.length.x = -HUGE_VAL;
  const std::string text = way_record().document(way);
  EXPECT_THAT(text, HasSubstr(R"("length": "-Infinity")"));
  EXPECT_THAT(text, HasSubstr("\"stops\": [\n    {\n      \"name\": \"b\",\n"));
  const auto read = read_way(text);
  ASSERT_TRUE(read) << read.reason();
  ASSERT_EQ(read.value().stops.size(), 2U);
  EXPECT_EQ(read.value().stops[0].y, 2);
  EXPECT_FALSE(read.value().stops[1].y);
  EXPECT_EQ(read.value().drawn.size(), 1U);
  EXPECT_EQ(read.value().length.x, -HUGE_VAL);
}

TEST(RecordFields, WhatIsAbsentIsNullOrOmitted) {
  const std::string text = way_record().document({.start = {"a", 1}});
  EXPECT_THAT(text, HasSubstr("\"y\": null"));
  EXPECT_THAT(text, testing::Not(HasSubstr("stops")));
  EXPECT_THAT(
      way_record().json_schema(),
      HasSubstr("\"required\": [\"schema\", \"name\", \"x\", \"y\", \"drawn\", \"length\"]"));
}

TEST(RecordDescription, ARecordSaysWhatWroteItUnlessItKeepsWhatDid) {
  const std::string text = way_record().document({.start = {"a", 1}});
  EXPECT_THAT(text, HasSubstr("{\n  \"schema\": \"touchstone.way/1\",\n  \"versions\": " +
                              versions_json() + ",\n"));
  EXPECT_THAT(way_record().json_schema(), HasSubstr("\"versions\": {"));
  const RecordDescription<Place> kept = {
      "touchstone.place/1", "A place",
      RecordFields<Place>().add(field("versions", "what wrote it"), &Place::name)};
  EXPECT_EQ(kept.row({"b"}), R"({"schema": "touchstone.place/1", "versions": "b"})");
}

TEST(RecordDescription, WhatAnEarlierProgramWroteDoesNotSayWhatWroteIt) {
  const auto with = [](const std::string& versions) {
    return read_way(R"({"schema": "touchstone.way/1", )" + versions +
                    R"("name": "a", "x": 1, "y": 1, "drawn": [], "length": 0})");
  };
  EXPECT_TRUE(with(""));
  EXPECT_TRUE(with("\"versions\": " + versions_json() + ", "));
  EXPECT_EQ(with(R"("versions": 1, )").reason(), "way.json: versions: must be an object");
}

TEST(RecordFields, WhatIsNotAsDescribedIsRefusedByItsPlace) {
  EXPECT_EQ(read_way(R"({"schema": "touchstone.way/2"})").reason(),
            "way.json: schema: must be touchstone.way/1");
  const auto reason = [](const std::string& keys) {
    return read_way(R"({"schema": "touchstone.way/1", "name": "a", )" + keys + "}").reason();
  };
  EXPECT_EQ(reason(R"("x": 3, "y": 1, "drawn": [], "length": 0)"),
            "way.json: x: must be from 0 to 2");
  EXPECT_EQ(reason(R"("x": 1, "y": 1, "drawn": [{"name": 1}], "length": 0)"),
            "way.json: drawn[0].name: must be a string");
  EXPECT_EQ(reason(R"("x": 1, "y": 1, "drawn": [])"), "way.json: the key \"length\" is missing");
}

TEST(RecordFields, KeysThatAreNotDescribedAreRefusedWhereverTheyAre) {
  const auto reason = [](const std::string& keys) {
    return read_way(R"({"schema": "touchstone.way/1", "name": "a", "x": 1, "y": 1, )" + keys + "}")
        .reason();
  };
  EXPECT_TRUE(reason(R"("drawn": [], "length": 0, "colour": 7)")
                  .starts_with("way.json: unknown key 'colour': must be "));
  EXPECT_EQ(reason(R"("drawn": [], "lenght": 0)"),
            "way.json: unknown key 'lenght'; did you mean length?");
  const std::string place = R"({"name": "b", "x": 1, "y": null, "X": 1})";
  EXPECT_EQ(reason(R"("length": 0, "drawn": [)" + place + "]"),
            "way.json: drawn[0]: unknown key 'X'; did you mean x?");
  EXPECT_EQ(reason(R"("length": 0, "drawn": [], "stops": [)" + place + "]"),
            "way.json: stops[0]: unknown key 'X'; did you mean x?");
}

struct Reading {
  std::optional<double> volts = {};
  std::array<std::optional<double>, 2> ends = {};
  std::vector<double> counts = {};
};

TEST(RecordFields, NullIsDescribedWhereItIsWritten) {
  const auto fields = RecordFields<Reading>()
                          .add(field("volts", "voltage at the end"), &Reading::volts)
                          .add(field("ends", "voltages at both ends", "V")
                                   .entries_null_where("nothing was measured"),
                               &Reading::ends)
                          .add(field("counts", "counts in turn").with_lines(), &Reading::counts);
  const Reading reading = {.ends = {1, std::nullopt}, .counts = {1, 2}};
  EXPECT_EQ(fields.row(reading), R"({"volts": null, "ends": [1, null], "counts": [
  1,
  2
]})");
  const std::string schema = schema_of_fields(fields.shapes());
  EXPECT_THAT(schema, HasSubstr(R"("volts": {"type": ["number", "null"])"))
      << "not described, but written";
  EXPECT_THAT(schema, HasSubstr("both ends [V]; an entry is null where nothing was measured"));
  const auto read = read_json(fields.row(reading), "reading",
                              [&](const JsonNode& root) { return fields.read(root); });
  ASSERT_TRUE(read) << read.reason();
  EXPECT_EQ(read.value().ends, reading.ends);
}

}  // namespace
}  // namespace touchstone
