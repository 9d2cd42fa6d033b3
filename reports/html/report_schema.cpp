// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/report_schema.hpp"

#include "schema/json_schema.hpp"

namespace touchstone {
namespace {

std::string number_or_word() {
  return schema_of_type("number or string", "not finite: \"Infinity\", \"-Infinity\", \"NaN\"");
}

std::string vector_schema() { return schema_of_tuple(number_or_word(), 3); }

std::string positions(std::string_view of) {
  return schema_of_list(schema_of_type("integer"), std::string("positions in ") + std::string(of));
}

std::string words(std::string_view meaning) {
  return schema_of_list(schema_of_type("string"), meaning);
}

std::string made_schema() {
  return schema_of_object({{"versions", schema_of_object({}, "what made the page", true)},
                           {"machine", schema_of_type("string", "the processor's name")},
                           {"cores", schema_of_type("integer")},
                           {"when", schema_of_type("string", "UTC")},
                           {"command", schema_of_type("string", "as it was typed")},
                           {"partial", schema_of_type("boolean", "whether it was interrupted")}});
}

std::string points_schema() {
  return schema_or_null(schema_of_object({{"A", vector_schema()}, {"B", vector_schema()}},
                                         "witness points in the world [m]"));
}

std::string claim_schema() {
  return schema_or_null(schema_of_object(
      {{"metric", schema_of_type("string")},
       {"word", schema_of_type("string", "the verdict; empty where it is not known")},
       {"quantity", schema_of_type("string or null", "phi or rho; null where it is not known")},
       {"status", schema_of_type("string", "how the run ended")},
       {"value", schema_of_type("number or null", "phi [m], of ratio metrics rho [1]")},
       {"sign", schema_of_type("integer or null", "of an answer of a sign alone")},
       {"normal", schema_or_null(vector_schema())},
       {"witnesses", points_schema()},
       {"detail", schema_of_type("string")}},
      "what was answered"));
}

std::string body_schema() {
  return schema_of_object(
      {{"kind", schema_of_words({"box", "hull"})},
       {"vertices", schema_or_null(schema_of_list(vector_schema(), "of a box, in its frame [m]"))},
       {"facets",
        schema_of_list(positions("vertices"), "corners, counter-clockwise from outside")}});
}

std::string truth_schema() {
  return schema_of_object({{"phi", number_or_word()},
                           {"regime", schema_of_words({"separated", "kissing", "penetrating"})},
                           {"normal", schema_or_null(vector_schema())},
                           {"normals", schema_of_type("integer", "how many normals are optimal")},
                           {"features", schema_of_type("string or null")},
                           {"witnesses", points_schema()},
                           {"rho", schema_of_type("number or string or null")}});
}

std::string pair_schema(const std::string& shrunk) {
  return schema_of_object(
      {{"id", schema_of_type("string")},
       {"family", schema_of_type("string")},
       {"size", number_or_word()},
       {"A", body_schema()},
       {"B", body_schema()},
       {"truth", truth_schema()},
       {"shrunk", shrunk},
       {"claims", schema_of_list(claim_schema(), "of the page of one pair")},
       {"case", schema_of_object({}, "the case file", true)},
       {"snippets", schema_of_type("object or null", "programs by the name of a library")}});
}

std::string shrunk_schema() {
  return schema_or_null(schema_of_object({{"metric", schema_of_type("string")},
                                          {"text", schema_of_type("string")},
                                          {"does_not_matter", words("what can be changed")},
                                          {"pair", pair_schema(schema_of_type("null"))}},
                                         "a simpler pair that fails in the same way"));
}

std::string failures_schema() {
  return schema_of_object(
      {{"total", schema_of_type("integer", "wrong answers that were counted")},
       {"listed", schema_of_type("integer", "those that are here")},
       {"with_answers", schema_of_type("boolean", "whether words and errors are known")},
       {"metrics", words("names")},
       {"families", words("names")},
       {"words", words("verdicts")},
       {"replays", words("commands, in which {id} stands for the id")},
       {"metric", positions("metrics")},
       {"family", positions("families")},
       {"word", positions("words")},
       {"replay_of", positions("replays")},
       {"id", words("of the cases")},
       {"error", schema_of_list(schema_of_type("number or string or null"),
                                "relative to size; \"Infinity\"")}},
      "in columns");
}

}  // namespace

std::string report_schema() {
  const std::string record = schema_of_type("object or null", "a record");
  const std::string shown = schema_of_object({{"failure", schema_of_type("integer")},
                                              {"pair", schema_of_type("integer")},
                                              {"claim", claim_schema()},
                                              {"shrunk", shrunk_schema()}});
  return schema_document(
      "touchstone.report/1", "The data of a report's page (docs/report.md)",
      schema_of_object({{"schema", schema_of_words({"touchstone.report/1"})},
                        {"made", made_schema()},
                        {"verify", record, true},
                        {"time", record, true},
                        {"energy", record, true},
                        {"reproduce", schema_of_list(record), true},
                        {"against", record, true},
                        {"failures", failures_schema(), true},
                        {"shown", schema_of_list(shown, "failures with their pairs"), true},
                        {"pairs", schema_of_list(pair_schema(shrunk_schema()))}}));
}

}  // namespace touchstone
