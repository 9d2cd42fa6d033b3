// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/time_text.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <map>

#include "benchmarks/timing/time_fit.hpp"
#include "harness/statistics/statistics.hpp"
#include "metrics/registry.hpp"
#include "reports/distinct_names.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxLongTableRows = 40;  ///< results that it shows without --full
constexpr double kNearlyAll = 0.999;
constexpr const char* kShortRegime = "shallow";  ///< what every metric has a value in

/// Columns of the terminal; nothing where a line may be as long as it likes.
using Room = std::optional<std::size_t>;

/// A table that leaves out as many of the columns `expendable`, the first one first, as `room` asks
/// for; "" without records.
template <class T>
std::string fitted_table(const RecordFields<T>& fields, std::string_view last_left,
                         const std::vector<T>& records, Room room,
                         std::initializer_list<std::string_view> expendable) {
  if (records.empty()) return "";
  TextTable table(fields, last_left);
  for (const T& record : records) table.add(fields.cells(record));
  std::vector<std::size_t> columns;
  for (const std::string_view name : expendable) columns.push_back(table.column(name));
  return table.fitted(room, columns);
}

/// What a column headed so shows.
std::string less_empty_text(const std::vector<double>& empty_ns) {
  if (empty_ns.empty()) return "";
  return "Less empty: without the time of a plug-in that returns at once, " +
         duration_text(median(empty_ns)) + ".\n";
}

/// Why ratios are absent, a line each.
std::string reasons_text(const std::vector<TimeRatio>& ratios) {
  std::map<std::string, std::size_t> reasons;
  for (const TimeRatio& one : ratios) {
    if (one.reason.empty()) continue;
    ++reasons[one.cell.metric + " / " + (one.batch > 0 ? "one by one" : one.before) +
              " has no ratio: " + one.reason];
  }
  std::string text;
  for (const auto& [reason, count] : reasons) {
    text += reason + " (" + how_many(count, "cell") + ")\n";
  }
  return text;
}

/// A metric in batches against one by one: a line for each cell.
std::string batches_text(const std::vector<TimeRatio>& ratios, Room room) {
  if (ratios.empty()) return "";
  TextTable table({"metric", "family", "regime", "start", "vertices", "batch", "one by\none",
                   "in\nbatches", "ratio", "95 %\nfrom", "95 %\nto", "same\nbits", "pairs"},
                  5);
  const auto time = [](const auto& ns) { return ns ? duration_text(*ns) : std::string("-"); };
  for (const TimeRatio& one : ratios) {
    const TimeCell& c = one.cell;
    table.add({c.metric, c.family, c.regime, c.start, size_text(c), std::to_string(one.batch),
               time(one.before_ns), time(one.median_ns), optional_text(one.ratio),
               optional_text(one.low), optional_text(one.high),
               std::to_string(one.same_bits.value_or(0)), std::to_string(one.pairs)});
  }
  constexpr std::size_t kFamily = 1, kStart = 3, kBatch = 5, kAlone = 6, kFrom = 9, kTo = 10;
  return table.fitted(room, {kStart, kFrom, kTo, kBatch, kFamily, kAlone}) + reasons_text(ratios) +
         "Times of a pair, by the clock; same bits: pairs with the answer of one by one.\n";
}

/// A metric against another build's: a line for each cell.
std::string ratios_text(const std::vector<TimeRatio>& ratios, Room room) {
  if (ratios.empty()) return "";
  std::string text =
      fitted_table(time_ratio_fields(), "before", ratios, room,
                   {"passes", "pairs", "left out", "time before", "start", "less empty",
                    "right before", "right now", "time now", "family"});
  text += reasons_text(ratios) +
          "Ratio: median over pairs that each was asked once, through the plug-in\n"
          "interface; 95 % by the bootstrap, from four passes on; left out: pairs that one\n"
          "of both did not answer; right: of both, in the cells above.\n";
  std::vector<double> empty_ns;
  for (const TimeRatio& one : ratios)
    if (one.empty_ns) empty_ns.push_back(*one.empty_ns);
  return text + less_empty_text(empty_ns);
}

/// Whether the metric is one of this program, or the same of another build.
bool is_ours(const std::string& metric) {
  if (find_metric(metric) != nullptr) return true;
  const auto suffix = metric.rfind("_before");
  return suffix != std::string::npos && find_metric(metric.substr(0, suffix)) != nullptr;
}

/// The time of the metric itself.
double net_ns(const TimeResult& result) {
  return std::max(0.0, result.median_ns - result.empty_ns.value_or(0));
}

/// The rivals in one cell that are right with valid witness points in nearly all pairs, the fastest
/// first.
std::vector<const TimeResult*> fastest_of(const std::vector<const TimeResult*>& rivals) {
  std::vector<const TimeResult*> right;
  for (const TimeResult* rival : rivals) {
    if (rival->witness_share.value_or(0) >= kNearlyAll) right.push_back(rival);
  }
  std::sort(right.begin(), right.end(),
            [](const TimeResult* a, const TimeResult* b) { return a->median_ns < b->median_ns; });
  return right;
}

/// The cells of one quantity in which a peer or plug-in is timed beside others: their metrics.
std::vector<std::vector<const TimeResult*>> rivals_by_cell(const std::vector<TimeResult>& results,
                                                           const std::string& quantity) {
  std::map<std::string, std::size_t> places;
  std::vector<std::vector<const TimeResult*>> cells;
  for (const TimeResult& result : results) {
    if (result.quantity != quantity || result.cell.metric.ends_with("_before")) continue;
    const TimeCell& cell = result.cell;
    const std::string place =
        cell.family + " " + cell.regime + " " + cell.start + " " + size_text(cell);
    const auto [known, is_new] = places.emplace(place, cells.size());
    if (is_new) cells.emplace_back();
    cells[known->second].push_back(&result);
  }
  std::erase_if(cells, [](const std::vector<const TimeResult*>& rivals) {
    return rivals.size() < 2 || std::all_of(rivals.begin(), rivals.end(), [](const TimeResult* r) {
             return is_ours(r->cell.metric);
           });
  });
  return cells;
}

/// Which metrics of one quantity are the fastest beside peers or plug-ins, and the next.
std::string fastest_text(const std::vector<TimeResult>& results, const std::string& quantity,
                         Room room) {
  const auto cells = rivals_by_cell(results, quantity);
  if (cells.empty()) return "";
  TextTable table({"family", "regime", "start", "vertices", "fastest", "next", "time", "next's",
                   "next / fastest", "less empty"},
                  6);
  std::vector<double> empty_ns;
  for (const auto& rivals : cells) {
    const std::vector<const TimeResult*> right = fastest_of(rivals);
    const auto name = [&](std::size_t k) {
      return k < right.size() ? right[k]->cell.metric : std::string("-");
    };
    const auto time = [&](std::size_t k) {
      return k < right.size() ? duration_text(right[k]->median_ns) : std::string("-");
    };
    const bool two = right.size() > 1;
    const bool net = two && (right[0]->empty_ns || right[1]->empty_ns) && net_ns(*right[0]) > 0;
    for (const TimeResult* rival : rivals) {
      if (rival->empty_ns) empty_ns.push_back(*rival->empty_ns);
    }
    const TimeCell& place = rivals.front()->cell;
    table.add({place.family, place.regime, place.start, size_text(place), name(0), name(1), time(0),
               time(1), two ? short_text(right[1]->median_ns / right[0]->median_ns) : "-",
               net ? short_text(net_ns(*right[1]) / net_ns(*right[0])) : "-"});
  }
  constexpr std::size_t kStart = 2;
  constexpr std::size_t kNext = 5;
  constexpr std::size_t kNextsTime = 7;
  constexpr std::size_t kLessEmpty = 9;
  return table.fitted(room, {kNextsTime, kStart, kLessEmpty, kNext}) + "Among those whose " +
         (quantity.empty() ? "distances" : "ratios") +
         " are right with valid witness points in at least\n99.9 % of what was judged.\n" +
         less_empty_text(empty_ns);
}

/// The header of its column among those of one family.
std::string size_header(const TimeResult& r) {
  const bool equal = r.cell.vertices[0] == r.cell.vertices[1];
  return (equal ? std::to_string(r.cell.vertices[0]) : size_text(r.cell)) + "\n" +
         std::to_string(std::llround(r.mean_facets())) + " f";
}

/// The times of one family, regime and start: a row for each metric, a column for each size.
std::string short_time_table(const std::vector<TimeResult>& results) {
  std::vector<std::string> header = {"metric"};
  const auto sizes = distinct_names(results, size_header);
  header.insert(header.end(), sizes.begin(), sizes.end());
  TextTable table(header, 1);
  std::vector<std::string> floor(header.size());
  floor[0] = "(floor)";
  const auto column = [&](const TimeResult& r) {
    const std::string size = size_text(r.cell);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      const std::string vertices = sizes[k].substr(0, sizes[k].find('\n'));
      std::string of_both = vertices;
      of_both.append("x").append(vertices);
      if (vertices == size || of_both == size) return k + 1;
    }
    return std::size_t{0};
  };
  for (const std::string& metric :
       distinct_names(results, [](const TimeResult& r) { return r.cell.metric; })) {
    std::vector<std::string> row(header.size());
    row[0] = metric;
    for (const TimeResult& r : results) {
      floor[column(r)] = duration_text(r.floor_ns);
      if (r.cell.metric == metric)
        row[column(r)] = duration_text(r.median_ns) + " " + right_share_text(r.right_share);
    }
    table.add(row);
  }
  table.add_rule();
  table.add(floor);
  return table.text();
}

/// That in as many tables below each other as `room` asks for.
std::string short_time_tables(const std::vector<TimeResult>& results, Room room) {
  const auto sizes = distinct_names(results, size_header);
  const std::string text = short_time_table(results);
  const auto rule = text.find("\n-");
  const std::size_t width = text.find('\n', rule + 1) - rule - 1;
  if (!room || width <= *room || sizes.size() < 2) return text;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::vector<TimeResult> small;
  std::vector<TimeResult> large;
  for (const TimeResult& r : results) {
    const bool is_small = std::find(sizes.begin(), middle, size_header(r)) != middle;
    (is_small ? small : large).push_back(r);
  }
  return short_time_tables(small, room) + "\n" + short_time_tables(large, room);
}

std::string short_tables(const std::vector<TimeResult>& results, Room room) {
  std::string text;
  const auto place = [](const TimeResult& r) {
    return r.cell.family + ", " + r.cell.regime + ", " + r.cell.start;
  };
  const auto regimes = distinct_names(results, [](const TimeResult& r) { return r.cell.regime; });
  const bool any = std::find(regimes.begin(), regimes.end(), kShortRegime) != regimes.end();
  const std::string regime = any ? kShortRegime : regimes.front();
  for (const std::string& where : distinct_names(results, place)) {
    std::vector<TimeResult> these;
    std::copy_if(results.begin(), results.end(), std::back_inserter(these),
                 [&](const TimeResult& r) { return place(r) == where && r.cell.regime == regime; });
    if (!these.empty()) text += where + ":\n" + short_time_tables(these, room) + "\n";
  }
  if (regimes.size() > 1) {
    text += "Columns: vertices of each body, facets. Other regimes: --full, --json.\n";
  }
  return text;
}

std::string shapes_text(const std::vector<TimeShape>& shapes, Room room) {
  // Each metric has one row, for its largest body in any family.
  std::map<std::string, const TimeShape*> largest;
  std::vector<std::string> order;
  for (const TimeShape& shape : shapes) {
    const TimeShape*& best = largest[shape.metric];
    if (best == nullptr) order.push_back(shape.metric);
    if (best == nullptr || shape.vertices > best->vertices) best = &shape;
  }
  std::vector<TimeShape> shown;
  for (const std::string& metric : order) shown.push_back(*largest[metric]);
  return fitted_table(time_shape_fields(), "family", shown, room, {"facets", "vertices"});
}

/// time = c facets^exponent
std::string fits_text(const std::vector<TimeFit>& fits, bool full, Room room) {
  std::vector<TimeFit> shown;
  std::copy_if(fits.begin(), fits.end(), std::back_inserter(shown), [full](const TimeFit& fit) {
    return full || (fit.regime == kShortRegime && fit.start == "cold");
  });
  if (shown.empty()) return "";
  return "time = c facets^exponent:\n" +
         fitted_table(time_fit_fields(), "start", shown, room,
                      {"facets from", "sizes", "start", "facets to"});
}

/// One line for each metric and reason.
std::string left_out_text(const std::vector<TimeLeftOut>& left_out, bool full) {
  if (left_out.empty()) return "";
  std::string text = "Not timed:\n";
  std::vector<std::pair<std::string, std::vector<const TimeLeftOut*>>> lines;
  for (const TimeLeftOut& one : left_out) {
    // Times differ from cell to cell; what they have in common is that they are too long.
    const bool slow = one.reason.find("more than a cell is given") != std::string::npos;
    const std::string what =
        one.cell.metric + ": " + (slow && !full ? "too slow for its time" : one.reason);
    const auto known = std::find_if(lines.begin(), lines.end(),
                                    [&](const auto& line) { return line.first == what; });
    if (known != lines.end()) {
      known->second.push_back(&one);
    } else {
      lines.push_back({what, {&one}});
    }
  }
  for (const auto& [what, cells] : lines) {
    std::map<std::string, std::size_t> places;
    for (const TimeLeftOut* one : cells) ++places[one->cell.family + " " + size_text(one->cell)];
    text += "  " + what + " (";
    std::size_t k = 0;
    for (const auto& [place, count] : places) {
      if (!full && k == 3) {
        text += ", and " + std::to_string(places.size() - k) + " more";
        break;
      }
      text += (k++ > 0 ? ", " : "") + place;
    }
    text += ")\n";
  }
  return text;
}

std::string crashed_text(const std::vector<TimeResult>& results) {
  std::map<std::string, std::array<std::uint64_t, 2>> counts;
  for (const TimeResult& result : results) {
    if (result.crashed + result.timed_out == 0) continue;
    counts[result.cell.metric][0] += result.crashed;
    counts[result.cell.metric][1] += result.timed_out;
  }
  std::string text;
  for (const auto& [metric, count] : counts) {
    text += metric;
    if (count[0] > 0) text += " crashed on " + std::to_string(count[0]) + " pairs";
    if (count[0] > 0 && count[1] > 0) text += " and";
    if (count[1] > 0) text += " ran out of time on " + std::to_string(count[1]) + " pairs";
    text += ", which are left out of its times.\n";
  }
  return text;
}

/// The answer to the seeds' question.
std::string answer_text(const TimeRecord& record) {
  std::vector<std::string> ratio_metrics;
  std::vector<std::string> others;
  for (const MetricRow& row : metric_registry()) {
    (row.traits.quantity == Quantity::ratio ? ratio_metrics : others).push_back(row.name);
  }
  const std::string best = champion(record.results, ratio_metrics);
  if (best.empty()) return "";
  std::string text;
  for (const Overtaking& race : overtakings(record.results, best, others)) {
    const auto facets = [](double count) {
      return std::to_string(std::llround(count)) + " facets";
    };
    text += "  " + race.metric + " (" + race.family + ", " + race.regime + "): ";
    if (race.ever) {
      text +=
          "from " + facets(race.facets) + " on, " + short_text(race.times_there) + " times there";
      if (race.facets_largest > race.facets) {
        text += ", " + short_text(race.times_largest) + " times at " + facets(race.facets_largest);
      }
    } else {
      text += "not at " + facets(race.facets_largest) + " (" + short_text(race.times_largest) +
              " times), the largest size it reaches";
    }
    text += "\n";
  }
  if (text.empty()) return "";
  return "Does the ratio metric supersede the penetration depth? " + best +
         ", cold, is faster than\n" + text;
}

}  // namespace

std::string time_record_text(const TimeRecord& record, bool full, Room room) {
  std::vector<TimeRatio> batches, ratios;
  std::partition_copy(record.ratios.begin(), record.ratios.end(), std::back_inserter(batches),
                      std::back_inserter(ratios), [](const auto& one) { return one.batch > 0; });
  std::string text;
  if (!record.results.empty()) {
    text = full || record.results.size() <= kMaxLongTableRows
               ? fitted_table(
                     time_result_fields(), "start", record.results, room,
                     {"work", "floor", "queries", "facets", "p10", "p90", "x floor", "points"})
               : short_tables(record.results, room);
    text +=
        "Median CPU time of a query over repetitions; percent: right answers to 1e-8 (?\n"
        "where no truth is affordable); points: with valid witness points, too (- where\n"
        "not known, or none are given); floor: one pair of support queries on the same\n"
        "shapes; work: support pairs, else iterations.\n\n";
  }
  for (const std::string& part :
       {fastest_text(record.results, "", room), fastest_text(record.results, "ratio", room),
        ratios_text(ratios, room), batches_text(batches, room), shapes_text(record.shapes, room),
        fits_text(record.fits, full, room), crashed_text(record.results),
        left_out_text(record.left_out, full), answer_text(record)}) {
    if (!part.empty()) text += part + "\n";
  }
  return text;
}

}  // namespace touchstone
