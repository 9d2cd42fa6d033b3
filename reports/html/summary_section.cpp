// SPDX-License-Identifier: GPL-3.0-or-later
// The answer before everything else: a line for each metric and each scene, and what changed.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

#include "harness/compare/accuracy.hpp"
#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/verify_text.hpp"
#include "schema/json_node.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct JudgedCases {
  std::uint64_t cases = 0;
  std::uint64_t wrong = 0;
  bool operator==(const JudgedCases&) const = default;

  double wrong_share() const { return static_cast<double>(wrong) / static_cast<double>(cases); }
  HtmlCell right_cell() const { return percent_cell(cases - wrong, cases); }
};

/// A hundredth is where the matrix draws its line, too.
std::string_view kind_of_share(const JudgedCases& judged) {
  if (judged.cases == 0) return "none";
  if (judged.wrong == 0) return "right";
  return judged.wrong * 100 > judged.cases ? "wrong" : "almost";
}

/// One metric over all its cases.
struct MetricLine {
  std::string metric;
  JudgedCases counts;    ///< what counts for the exit code of verify
  JudgedCases at_asked;  ///< wrong at the asked tolerance, whatever the metric claims
  JudgedCases before;    ///< what counted in the earlier record, on families that it has, too
  std::optional<double> time_ns;
  std::optional<double> time_ratio;                             ///< to the earlier record
  std::vector<std::pair<std::uint64_t, std::string>> wrong_on;  ///< families
};

/// In the order of the records.
class MetricLines {
 public:
  MetricLine& of(const std::string& metric) {
    const auto [place, added] = places_.emplace(metric, answers_.size());
    if (added) answers_.emplace_back().metric = metric;
    return answers_[place->second];
  }
  /// The gravest first; of equally right ones the fastest. Those that nothing judged come last.
  std::vector<MetricLine> sorted() {
    const auto key = [](const MetricLine& answer) {
      return std::tuple(answer.counts.cases == 0,
                        answer.counts.cases == 0 ? 0 : -answer.counts.wrong_share(),
                        answer.time_ns.value_or(0));
    };
    std::stable_sort(answers_.begin(), answers_.end(),
                     [&](const MetricLine& a, const MetricLine& b) { return key(a) < key(b); });
    return answers_;
  }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<MetricLine> answers_;
};

void add_verdicts(const CampaignResult& result, MetricLines& answers) {
  for (const CampaignRow& row : result.rows) {
    MetricLine& answer = answers.of(row.metric);
    const std::uint64_t wrong = counted_wrong(row, result.tolerance);
    for (JudgedCases* tally : {&answer.counts, &answer.at_asked}) {
      tally->cases += row.decided();
    }
    answer.counts.wrong += wrong;
    answer.at_asked.wrong += row.wrong();
    if (wrong > 0) answer.wrong_on.emplace_back(wrong, row.family);
  }
}

void add_verdicts_before(const Comparison& comparison, MetricLines& answers) {
  for (const CellChange& cell : comparison.cells) {
    if (!cell.before || !cell.after) continue;
    JudgedCases& before = answers.of(cell.metric).before;
    before.cases += cell.before->decided();
    before.wrong += counted_wrong(*cell.before, comparison.tolerance);
  }
}

TimeCell without_metric(TimeCell cell) {
  cell.metric.clear();
  return cell;
}

/// "random-hulls of 52 vertices, shallow, cold".
std::string question_text(const TimeCell& cell) {
  const auto [a, b] = std::pair(cell.vertices[0], cell.vertices[1]);
  return cell.family + " of " + std::to_string(a) + (a == b ? "" : "x" + std::to_string(b)) +
         " vertices, " + cell.regime + ", " + cell.start;
}

/// What the times of a line are of: the question that most metrics were asked; of several a
/// shallow, cold one of the largest bodies.
TimeCell shared_question(const TimeRecord& record) {
  std::map<TimeCell, std::size_t> metrics;
  for (const TimeResult& result : record.results) ++metrics[without_metric(result.cell)];
  const auto key = [](const std::pair<const TimeCell, std::size_t>& asked) {
    const TimeCell& cell = asked.first;
    return std::tuple(asked.second, cell.regime == "shallow", cell.start == "cold", cell.vertices);
  };
  const auto best = std::max_element(metrics.begin(), metrics.end(),
                                     [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return best == metrics.end() ? TimeCell() : best->first;
}

/// Times of the shared question; right answers of all where there are no verdicts.
void add_times(const TimeRecord& record, bool with_counts, MetricLines& answers) {
  const TimeCell shared = shared_question(record);
  for (const TimeResult& result : record.results) {
    MetricLine& answer = answers.of(result.cell.metric);
    if (without_metric(result.cell) == shared) answer.time_ns = result.median_ns;
    if (!with_counts || !result.right_share) continue;
    const std::uint64_t wrong = result.judged - right_count(result);
    answer.counts.cases += result.judged;
    answer.counts.wrong += wrong;
    if (wrong > 0) answer.wrong_on.emplace_back(wrong, question_text(result.cell));
    answer.at_asked = answer.counts;
  }
}

std::string wrong_mostly_on(const MetricLine& answer) {
  if (answer.wrong_on.empty()) return "";
  const auto most = std::max_element(answer.wrong_on.begin(), answer.wrong_on.end());
  const std::size_t others = answer.wrong_on.size() - 1;
  std::string text = most->second + " (" + grouped_count(most->first) + ")";
  if (others > 0) text += " and " + how_many(others, "other");
  return text;
}

HtmlTable answer_table(const ReportInputs& inputs, const std::vector<MetricLine>& answers) {
  const auto any = [&](auto has) { return std::any_of(answers.begin(), answers.end(), has); };
  const bool other_tolerance =
      any([](const MetricLine& one) { return one.at_asked != one.counts; });
  const bool before = any([](const MetricLine& one) { return one.before.cases > 0; });
  const bool timed = any([](const MetricLine& one) { return one.time_ns.has_value(); });
  const bool ratios = any([](const MetricLine& one) { return one.time_ratio.has_value(); });
  HtmlTable table("answer",
                  (inputs.verify ? "Right: what counts for the exit code; the gravest first"
                                 : "Right answers; the gravest first") +
                      (timed ? "; time: median of a query, " +
                                   question_text(shared_question(inputs.time->record))
                             : std::string()));
  table.column("metric", HtmlColumn::text).column("right, %").column("wrong").column("of");
  if (other_tolerance) {
    table.column("right to " + shown_number(inputs.verify->result.tolerance) + ", %");
  }
  if (before) table.column("right before, %");
  if (timed) table.column_of_times("time");
  if (ratios) table.column("time now / before");
  table.column("wrong mostly on", HtmlColumn::text);
  const auto number_or_none = [](const std::optional<double>& x) {
    return x ? number_cell(*x) : empty_cell();
  };
  for (const MetricLine& one : answers) {
    std::vector<HtmlCell> cells = {verdict_cell(kind_of_share(one.counts), one.metric),
                                   one.counts.right_cell(), count_cell(one.counts.wrong),
                                   count_cell(one.counts.cases)};
    if (other_tolerance) cells.push_back(one.at_asked.right_cell());
    if (before) cells.push_back(one.before.right_cell());
    if (timed) cells.push_back(one.time_ns ? duration_cell(*one.time_ns) : empty_cell());
    if (ratios) cells.push_back(number_or_none(one.time_ratio));
    cells.push_back(text_cell(wrong_mostly_on(one)));
    table.row(std::move(cells), html_attribute("data-metric", one.metric));
  }
  return table;
}

MarkedText headline(std::string_view kind, const std::string& text) {
  return element("p", std::string(verdict_mark(kind)) + " " + text,
                 html_attribute("class", "headline verdict " + std::string(kind))) +
         "\n";
}

/// "Against old.json: 2 cells slower, 82 same.": the kinds of change that there are.
template <class Change, class Changes, std::size_t kKinds>
MarkedText change_headline(const Changes& changes, const std::array<const char*, kKinds>& names,
                           bool is_worse) {
  std::string text;
  for (std::size_t k = 0; k < kKinds; ++k) {
    const std::uint64_t count = changes.count(static_cast<Change>(k));
    if (count == 0) continue;
    text += (text.empty() ? "" : ", ") + grouped_count(count) +
            (!text.empty() ? " "
             : count == 1  ? " cell "
                           : " cells ") +
            names.at(k);
  }
  return headline(is_worse ? "wrong" : "right", "Against " + changes.before + ": " + text + ".");
}

/// "3 of 8 metrics are wrong in some case."
MarkedText metric_headline(const std::vector<MetricLine>& answers) {
  const auto count = [&](auto is) {
    return static_cast<std::size_t>(std::count_if(answers.begin(), answers.end(), is));
  };
  const std::size_t judged = count([](const auto& one) { return one.counts.cases > 0; });
  const std::size_t wrong = count([](const auto& one) { return one.counts.wrong > 0; });
  if (judged == 0) return headline("none", "No answer was judged.");
  const std::string metrics = how_many(judged, "metric");
  if (wrong == 0) return headline("right", metrics + " right in every case that was judged.");
  return headline("wrong", std::to_string(wrong) + " of " + metrics + " wrong in some case.");
}

/// What explains most of what a metric got wrong, where something does.
MarkedText causes(const CampaignResult& result) {
  MarkedText text;
  for (const LikelyCause& cause : result.causes) {
    text += element("p", cause.metric + ": " + cause_text(cause)) + "\n";
  }
  return text;
}

/// The runs of one scene.
struct SceneLine {
  JudgedCases verdicts;
  std::uint64_t without_truth = 0;
  std::uint64_t faults = 0;    ///< runs that ended early, unanswered or with energy from nothing
  std::uint64_t expected = 0;  ///< of the verdicts, those on where the scene expects a body
};

/// Unsolved steps may be known ones: the verdicts tell.
bool has_fault(const JsonNode& run) {
  const std::uint64_t asked = run.at("asked").count();
  return !run.at("fault").is_null() || !run.at("wrong_gains").is_null() ||
         run.at("timed_out").truth() || (asked > 0 && run.at("unanswered").count() == asked);
}

void add_scene_verdict(const JsonNode& judged, SceneLine& answer) {
  const std::string verdict = judged.at("verdict").text();
  if (verdict == "no_truth") {
    ++answer.without_truth;
    return;
  }
  ++answer.verdicts.cases;
  if (verdict == "wrong") ++answer.verdicts.wrong;
}

/// Counts where the scene expects its bodies at the end of this run.
void add_expectations(const JsonNode& run, SceneLine& answer) {
  if (!run.has("end")) return;
  for (const JsonNode& expectation : run.at("end").at("expectations").items()) {
    ++answer.expected;
    ++answer.verdicts.cases;
    answer.verdicts.wrong += expectation.at("met").truth() ? 0 : 1;
  }
}

/// A sentence for all scenes, and a line for each.
struct SceneLines {
  MarkedText headline;
  HtmlTable table;
};

SceneLines scenes_of(const JsonNode& root) {
  std::vector<std::string> scenes;
  std::map<std::string, SceneLine> answers;
  SceneLine all;
  const auto answer_of = [&](const JsonNode& record) -> SceneLine& {
    const std::string scene = record.at("scene").text();
    const auto [place, added] = answers.try_emplace(scene);
    if (added) scenes.push_back(scene);
    return place->second;
  };
  for (const char* part : {"results", "orders"}) {
    for (const JsonNode& record : root.at(part).items()) {
      for (SceneLine* answer : {&answer_of(record), &all}) add_scene_verdict(record, *answer);
    }
  }
  for (const JsonNode& run : root.at("results").items()) {
    for (SceneLine* answer : {&answer_of(run), &all}) add_expectations(run, *answer);
    // Its first row has the curve.
    if (run.at("curve").is_null() || !has_fault(run)) continue;
    for (SceneLine* answer : {&answer_of(run), &all}) ++answer->faults;
  }
  std::stable_sort(scenes.begin(), scenes.end(), [&](const auto& a, const auto& b) {
    const auto grave = [&](const std::string& scene) {
      return std::tuple(answers[scene].verdicts.wrong, answers[scene].faults);
    };
    return grave(a) > grave(b);
  });
  HtmlTable table("answer-scenes",
                  "Observables of scenes in motion, and where a scene expects its bodies, the "
                  "gravest first; faults: runs that ended "
                  "early, got no answers or gained energy from nothing");
  table.column("scene", HtmlColumn::text).column("right, %").column("wrong").column("of");
  table.column("no truth").column("faults");
  for (const std::string& scene : scenes) {
    const SceneLine& one = answers[scene];
    table.row({verdict_cell(one.faults > 0 ? "wrong" : kind_of_share(one.verdicts), scene),
               one.verdicts.right_cell(), count_cell(one.verdicts.wrong),
               count_cell(one.verdicts.cases), count_cell(one.without_truth),
               count_cell(one.faults)});
  }
  const std::string observables =
      grouped_count(all.verdicts.cases) +
      (all.expected > 0 ? " observables and expectations of " : " observables of ") +
      how_many(scenes.size(), "scene");
  std::string text = all.verdicts.wrong == 0
                         ? observables + " right"
                         : grouped_count(all.verdicts.wrong) + " of " + observables + " wrong";
  if (all.faults > 0) text += ", " + grouped_count(all.faults) + " runs with a fault";
  return {headline(all.faults > 0 ? "wrong" : kind_of_share(all.verdicts), text + "."),
          std::move(table)};
}

bool lacks_runs(const RecordText& energies) {
  bool lacks = false;
  visit_json(energies.json, [&](const JsonNode& root) { lacks = root.has("partial"); });
  return lacks;
}

/// What the verdicts stand under: a page of a part says so first.
MarkedText what_is_partial(const ReportInputs& inputs) {
  MarkedText text;
  if (inputs.context.partial) {
    text += headline("none", "This page is partial: it was interrupted, and shows what was there.");
  }
  if (inputs.verify && !inputs.verify->partial.empty()) {
    text += headline("none", inputs.verify->partial);
  }
  if (inputs.energy && lacks_runs(*inputs.energy)) {
    text +=
        headline("none", inputs.energy->name +
                             " is partial: it was interrupted, and lacks runs that had not ended");
  }
  return text;
}

}  // namespace

Result<HtmlSection> summary_section(const ReportInputs& inputs) {
  MarkedText headlines = what_is_partial(inputs);
  std::vector<HtmlTable> tables;
  MetricLines lines;
  if (inputs.verify) add_verdicts(inputs.verify->result, lines);
  if (const auto& against = inputs.verdicts_against) {
    headlines += change_headline<Change>(*against, kChangeNames, against->anything_worse());
    add_verdicts_before(*against, lines);
  }
  if (inputs.time) add_times(inputs.time->record, !inputs.verify, lines);
  if (const auto& against = inputs.time_against) {
    headlines +=
        change_headline<TimeChange>(*against, kTimeChangeNames, against->anything_slower());
    for (const TimeMetricChange& change : against->metrics) {
      lines.of(change.metric).time_ratio = change.ratio;
    }
  }
  if (const std::vector<MetricLine> sorted = lines.sorted(); !sorted.empty()) {
    headlines += metric_headline(sorted);
    tables.push_back(answer_table(inputs, sorted));
  }
  if (inputs.energy) {
    auto scenes = read_json(inputs.energy->json, inputs.energy->name, scenes_of);
    if (!scenes) return scenes.error();
    headlines += scenes.value().headline;
    tables.push_back(scenes.value().table);
  }
  if (inputs.converge) {
    const auto& [name, json] = *inputs.converge;
    auto slopes = read_json(json, name, slope_table);
    const auto said = read_json(json, name, slope_sentence);
    if (!slopes) return slopes.error();
    if (!said) return said.error();
    headlines += headline("none", said.value());
    if (!slopes.value().empty()) tables.push_back(std::move(slopes).value());
  }
  if (inputs.solve) {
    auto solvers = read_json(inputs.solve->json, inputs.solve->name, solver_summary);
    if (!solvers) return solvers.error();
    tables.push_back(std::move(solvers).value());
  }
  if (inputs.verify) headlines += causes(inputs.verify->result);
  HtmlSection section("summary", "Summary");
  section.text(headlines);
  for (HtmlTable& table : tables) section.table(std::move(table));
  return section.text(page_origin(inputs));
}

}  // namespace touchstone
