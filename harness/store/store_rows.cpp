// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store/store_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "harness/campaign/campaign_fold.hpp"
#include "harness/store/count_columns.hpp"
#include "harness/store/store.hpp"
#include "harness/store/store_schema.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

constexpr int kErrorColumns = 5;
/// Columns of a tally besides its checksum.
constexpr int kTallyColumns = 3 + static_cast<int>(kRowFields.size()) + 2 * kErrorColumns + 10;
constexpr int kFailureColumns = 8;  ///< besides the checksum
/// A mean is a sum of up to 1024 rounded terms [1].
constexpr double kMeanRounding = 1e-9;

std::string insert_sql(const std::string& table, int columns) {
  std::string sql = "INSERT INTO " + table + " VALUES(?";
  for (int k = 1; k < columns; ++k) sql += ", ?";
  return sql + ")";
}

/// The word of a failure by its name; nothing for an unknown name.
std::optional<Word> word_of(const std::string& name) {
  for (std::size_t k = 0; k < kWrongWords; ++k) {
    if (kWordTexts.at(k).name == name) return static_cast<Word>(k);
  }
  return std::nullopt;
}

/// [[id, word, error]], the error null where it is infinite.
std::string worst_text(const std::vector<WorstCase>& worst) {
  return json_row(json_items(worst, [](const WorstCase& bad) {
    return json_row(
        {json_string(bad.id), json_string(word_name(bad.word)), json_number(bad.error)});
  }));
}

void bind_errors(SqliteStatement& put, const ErrorStream& errors) {
  put.bind(errors.count).bind(errors.min).bind(errors.max).bind(errors.mean).bind(errors.squares);
}

/// One row of tally, read and checked.
class TallyRow {
 public:
  TallyRow(const SqliteStatement& row, const CampaignDescription& description)
      : row_(row),
        campaign_(campaign_checksum(description)),
        certify_(description.certify),
        degeneracy_(description.degeneracy) {}

  /// `blank` has the names. The chunk has `cases` cases; a row of a file's may count fewer.
  Tally read(const CampaignRow& blank, std::uint64_t cases) const {
    TallyState state;
    state.row = blank;
    int column = 3;
    for (const RowField& field : kRowFields) field.write(state.row) = row_.count(column++);
    const bool from_file = !blank.path.empty();
    if (state.row.cases > cases || (!from_file && state.row.cases < cases)) {
      row_.refuse(3, "is not that of the chunk");
    }
    if (!adds_up(state.row)) row_.refuse(3, "the counts do not add up");
    state.error_abs = errors(column, state.row.answered);
    state.error_rel_size = errors(column + kErrorColumns, state.row.answered);
    column += 2 * kErrorColumns;
    read_histogram(row_, column, state.row.answered, state.row.ulp_histogram);
    read_worst(column + 1, state);
    state.row.why_not_applicable = row_.text(column + 2);
    if (state.row.not_applicable == 0 && !state.row.why_not_applicable.empty()) {
      row_.refuse(column + 2, "says why no case is not applicable");
    }
    state.row.solved_again = row_.count(column + 3);
    if (state.row.solved_again > state.row.cases) row_.refuse(column + 3, "is more than its cases");
    state.row.error_histogram = read_error_histogram(row_, column + 4, state.row.answered);
    state.row.degeneracy = read_degeneracy(row_, column + 5, degeneracy_ ? state.row.cases : 0);
    read_certificates(column + 6, state.row);
    // A digit that has changed may still add up.
    row_.require_seal(kTallyColumns, campaign_);
    return Tally(std::move(state));
  }

 private:
  ErrorStream errors(int column, std::uint64_t answered) const {
    const ErrorStream e{row_.count(column), row_.real(column + 1), row_.real(column + 2),
                        row_.real(column + 3), row_.real(column + 4)};
    if (e.count != answered) row_.refuse(column, "is not the number of answers");
    if (e.count == 0) {
      if (e.min != 0 || e.max != 0 || e.mean != 0 || e.squares != 0) {
        row_.refuse(column, "errors of no answers");
      }
      return e;
    }
    if (!(e.min >= 0) || !(e.max >= e.min)) row_.refuse(column + 1, "is not a smallest error");
    // Where an error overflows so does what is made of all of them.
    if (std::isinf(e.max)) return e;
    const bool mean = e.mean >= e.min * (1 - kMeanRounding) &&
                      e.mean <= e.max * (1 + kMeanRounding) + std::numeric_limits<double>::min();
    if (!mean) row_.refuse(column + 3, "is not between the least and the largest");
    if (!(e.squares >= 0)) row_.refuse(column + 4, "is not a sum of squares");
    return e;
  }

  void read_certificates(int column, CampaignRow& row) const {
    const std::uint64_t judged = row_.count(column);
    const std::uint64_t oracle = row_.count(column + 1);
    const std::uint64_t missing = row_.count(column + 2);
    const std::uint64_t weighed = certify_ ? row.cases - unjudged(row) : 0;
    if (judged > weighed || oracle != weighed - judged) {
      row_.refuse(column, "does not add up with the oracle's");
    }
    if (missing > weighed) row_.refuse(column + 2, "is more than there are answers");
    row.certificates = {judged, oracle, missing};
    row.first_missing = row_.text(column + 3);
    if (row.first_missing.empty() != (missing == 0)) {
      row_.refuse(column + 3, "must be there exactly where a certificate is missing");
    }
  }

  void read_worst(int column, TallyState& state) const {
    const auto list = parse_json(row_.text(column));
    if (!list.is_array()) row_.refuse(column, "is not a JSON list");
    for (const json& item : list) state.worst.push_back(worst_case(column, item));
    if (state.worst.size() != std::min<std::uint64_t>(state.row.wrong(), kMaxWorst)) {
      row_.refuse(column, "are not as many as are wrong");
    }
    const auto ordered = [](const WorstCase& a, const WorstCase& b) {
      return a.word != b.word ? a.word < b.word : a.error > b.error;
    };
    if (!std::is_sorted(state.worst.begin(), state.worst.end(), ordered)) {
      row_.refuse(column, "are not in order");
    }
  }

  WorstCase worst_case(int column, const json& item) const {
    const bool shaped = item.is_array() && item.size() == 3 && item[0].is_string() &&
                        item[1].is_string() && (item[2].is_null() || item[2].is_number());
    if (!shaped) row_.refuse(column, "holds items that are not [id, word, error]");
    const auto word = word_of(item[1].get<std::string>());
    if (!word) row_.refuse(column, "holds an unknown word");
    const double error =
        item[2].is_null() ? std::numeric_limits<double>::infinity() : item[2].get<double>();
    if (!(error >= 0)) row_.refuse(column, "holds a negative error");
    return {*word, error, item[0].get<std::string>()};
  }

  const SqliteStatement& row_;
  std::uint64_t campaign_;
  bool certify_;
  bool degeneracy_;
};

}  // namespace

SqliteStatement prepare_tally(SqliteFile& file) {
  return file.prepare(insert_sql("tally", kTallyColumns + 1));
}

void put_tally(SqliteStatement& put, std::uint64_t campaign, const ChunkId& chunk,
               std::size_t metric, const TallyState& state) {
  const CampaignRow& row = state.row;
  const std::string histogram = histogram_text(row.ulp_histogram);
  const std::string worst = worst_text(state.worst);
  const std::string errors = error_histogram_text(row.error_histogram.value_or(ErrorHistogram()));
  const std::string degeneracy = degeneracy_text(row.degeneracy);
  put.bind(std::uint64_t{chunk.source}).bind(chunk.chunk).bind(std::uint64_t{metric});
  for (const RowField& field : kRowFields) put.bind(field.read(row));
  bind_errors(put, state.error_abs);
  bind_errors(put, state.error_rel_size);
  put.bind(std::string_view(histogram))
      .bind(std::string_view(worst))
      .bind(std::string_view(row.why_not_applicable))
      .bind(row.solved_again)
      .bind(std::string_view(errors))
      .bind(std::string_view(degeneracy))
      .bind(row.certificates.judged)
      .bind(row.certificates.oracle)
      .bind(row.certificates.missing)
      .bind(std::string_view(row.first_missing))
      .run_sealed(campaign);
}

void put_failure(SqliteFile& file, std::uint64_t campaign, const StoredFailure& failure) {
  file.prepare(insert_sql("failure", kFailureColumns + 1))
      .bind(std::uint64_t{failure.source})
      .bind(std::uint64_t{failure.metric})
      .bind(failure.index)
      .bind(std::string_view(failure.id))
      .bind(std::string_view(failure.word))
      .bind(failure.error)
      .bind(std::string_view(failure.answer))
      .bind(std::string_view(failure.truth))
      .run_sealed(campaign);
}

void trim_failures(SqliteFile& file, std::size_t source, std::size_t metric) {
  const std::uint64_t end = failures_end(file, source, metric);
  if (end == std::numeric_limits<std::uint64_t>::max()) return;
  file.prepare("DELETE FROM failure WHERE source = ? AND metric = ? AND case_index > ?")
      .bind(std::uint64_t{source})
      .bind(std::uint64_t{metric})
      .bind(end)
      .run();
}

std::uint64_t failures_end(SqliteFile& file, std::size_t source, std::size_t metric) {
  SqliteStatement last = file.prepare(
      "SELECT case_index FROM failure WHERE source = ? AND metric = ? ORDER BY case_index "
      "LIMIT 1 OFFSET ?");
  last.bind(std::uint64_t{source}).bind(std::uint64_t{metric}).bind(kMaxFailures - 1);
  return last.step() ? last.integer(0) : std::numeric_limits<std::uint64_t>::max();
}

void read_tallies(SqliteFile& file, const CampaignDescription& description,
                  const std::function<bool(const ChunkId&, std::vector<Tally>)>& take,
                  const ChunkId& from) {
  SqliteStatement row = file.prepare(
      "SELECT * FROM tally WHERE (source, chunk) >= (?, ?) ORDER BY source, chunk, metric");
  row.bind(std::uint64_t{from.source}).bind(from.chunk);
  const TallyRow tally_row(row, description);
  std::optional<ChunkId> before;  // chunk of the row before
  std::vector<Tally> blank;       // empty tallies of the chunk's source, one for each metric
  std::vector<Tally> tallies;     // tallies of the chunk's metrics so far
  // Whether more is wanted.
  const auto finish = [&] {
    if (!before) return true;
    if (tallies.size() != blank.size()) {
      file.damaged("chunk " + std::to_string(before->chunk) + " of source " +
                   std::to_string(before->source) + " lacks a tally");
    }
    return take(*before, std::exchange(tallies, {}));
  };
  while (row.step()) {
    const std::size_t s = row.index(0, description.sources.size());
    const SourceEntry& source = description.sources[s];
    const ChunkId here{s, row.index(1, source.chunks())};
    if (!before || here.source != before->source || here.chunk != before->chunk) {
      if (!finish()) return;
      // A broken tree can hold rows in any order, and more than once.
      const bool later = !before || here.source > before->source ||
                         (here.source == before->source && here.chunk > before->chunk);
      if (!later) row.refuse(1, "comes twice");
      if (!description.in_shard(s, here.chunk)) row.refuse(1, "is not in the shard");
      if (!before || here.source != before->source) blank = empty_tallies(description, s);
      before = here;
    }
    const std::size_t metric = row.index(2, blank.size());
    if (metric != tallies.size()) row.refuse(2, "is out of order");
    tallies.push_back(tally_row.read(blank[metric].state().row, source.cases_in(here.chunk)));
  }
  finish();
}

KeptChunks::KeptChunks(const CampaignDescription& description)
    : chunks_(description.sources.size()) {
  for (const SourceEntry& source : description.sources) {
    wrong_.emplace_back(source.metrics.size(), 0);
  }
}

void KeptChunks::add(const ChunkId& chunk, const std::vector<Tally>& tallies) {
  chunks_[chunk.source].push_back(chunk.chunk);
  ++count_;
  for (std::size_t m = 0; m < tallies.size(); ++m) {
    wrong_[chunk.source][m] += tallies[m].state().row.wrong();
  }
}

bool KeptChunks::holds(const ChunkId& chunk) const {
  const auto& chunks = chunks_[chunk.source];
  return std::binary_search(chunks.begin(), chunks.end(), chunk.chunk);
}

void read_failures(SqliteFile& file, const std::function<void(const StoredFailure&)>& take) {
  SqliteStatement row = file.prepare(
      "SELECT source, metric, case_index, id, word, error, answer, truth FROM failure "
      "ORDER BY source, metric, case_index");
  while (row.step()) {
    take({row.integer(0), row.integer(1), row.integer(2), row.text(3), row.text(4), row.real(5),
          row.text(6), row.text(7)});
  }
}

namespace {

/// What a row of failure is of: source, metric and case alone, checked.
StoredFailure failure_key(const SqliteStatement& row, const CampaignDescription& description,
                          const KeptChunks& kept) {
  StoredFailure key;
  key.source = row.index(0, description.sources.size());
  const SourceEntry& source = description.sources[key.source];
  key.metric = row.index(1, source.metrics.size());
  key.index = row.index(2, source.cases);
  if (!kept.holds({key.source, key.index / source.chunk_cases})) {
    row.refuse(2, "is of no chunk that is kept");
  }
  return key;
}

/// A row of failure, checked but for how many there are.
StoredFailure checked_failure(const SqliteStatement& row, std::uint64_t campaign,
                              const CampaignDescription& description, const KeptChunks& kept) {
  StoredFailure failure = failure_key(row, description, kept);
  failure.id = row.text(3);
  failure.word = row.text(4);
  failure.error = row.real(5);
  failure.answer = row.text(6);
  failure.truth = row.text(7);
  if (failure.id.empty()) row.refuse(3, "is empty");
  if (!word_of(failure.word)) row.refuse(4, "is an unknown word");
  if (failure.error < 0) row.refuse(5, "is negative");
  row.require_seal(kFailureColumns, campaign);
  return failure;
}

/// Steps through rows of failure, of which `read` gives each. Throws DamagedFile unless there are as
/// many as the tallies say.
void count_failures(SqliteFile& file, const CampaignDescription& description,
                    const KeptChunks& kept, const char* columns,
                    const std::function<StoredFailure(const SqliteStatement&)>& read) {
  std::vector<std::vector<std::uint64_t>> found;
  for (const SourceEntry& source : description.sources) {
    found.emplace_back(source.metrics.size(), 0);
  }
  SqliteStatement row = file.prepare(std::string("SELECT ") + columns + " FROM failure");
  while (row.step()) {
    const StoredFailure failure = read(row);
    ++found[failure.source][failure.metric];
  }
  for (std::size_t s = 0; s < found.size(); ++s) {
    for (std::size_t m = 0; m < found[s].size(); ++m) {
      const std::uint64_t wrong = kept.wrong(s, m);
      if (found[s][m] == std::min(wrong, kMaxFailures)) continue;
      const std::string& metric = description.metrics[description.sources[s].metrics[m]].name;
      file.damaged(std::to_string(found[s][m]) + " failures of " + metric + " on " +
                   description.sources[s].name + ", of which " + std::to_string(wrong) +
                   " cases are wrong");
    }
  }
}

}  // namespace

void check_failures(SqliteFile& file, const CampaignDescription& description,
                    const KeptChunks& kept) {
  const std::uint64_t campaign = campaign_checksum(description);
  count_failures(file, description, kept, "*", [&](const SqliteStatement& row) {
    return checked_failure(row, campaign, description, kept);
  });
}

void read_first_failures(SqliteFile& file, const CampaignDescription& description,
                         const KeptChunks& kept,
                         const std::function<std::uint64_t(std::size_t, std::size_t)>& end,
                         const std::function<void(const StoredFailure&)>& take) {
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const std::uint64_t campaign = campaign_checksum(description);
  count_failures(file, description, kept, "source, metric, case_index",
                 [&](const SqliteStatement& row) { return failure_key(row, description, kept); });
  for (std::size_t s = 0; s < description.sources.size(); ++s) {
    for (std::size_t m = 0; m < description.sources[s].metrics.size(); ++m) {
      SqliteStatement row = file.prepare(
          "SELECT * FROM failure WHERE source = ? AND metric = ? AND case_index < ? "
          "ORDER BY case_index");
      row.bind(std::uint64_t{s}).bind(std::uint64_t{m}).bind(std::min(end(s, m), kLargest));
      while (row.step()) take(checked_failure(row, campaign, description, kept));
    }
  }
}

}  // namespace touchstone
