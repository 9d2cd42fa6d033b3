// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store.hpp"

#include <sys/stat.h>

#include <array>
#include <atomic>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/campaign_fold.hpp"
#include "harness/json_text.hpp"
#include "harness/sqlite.hpp"
#include "harness/store_schema.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kErrorColumns = 5;
constexpr std::size_t kColumns = 3 + kCountNames.size() + 2 * kErrorColumns + 3;

Word word_of(const std::string& name) {
  for (int k = 0; k <= static_cast<int>(Word::not_applicable); ++k) {
    if (word_name(static_cast<Word>(k)) == name) return static_cast<Word>(k);
  }
  throw HarnessError("a store with the unknown word '" + name + "'");
}

/// {"bin": count} of the bins that are not empty.
std::string histogram_text(const std::array<std::uint64_t, kUlpBins>& histogram) {
  JsonObject object;
  for (std::size_t k = 0; k < histogram.size(); ++k) {
    if (histogram[k] > 0) object.add(std::to_string(k), std::to_string(histogram[k]));
  }
  return object.row();
}

void read_histogram(const std::string& text, std::array<std::uint64_t, kUlpBins>& histogram) {
  const auto bins = nlohmann::json::parse(text);
  for (const auto& [bin, count] : bins.items()) {
    histogram.at(std::stoul(bin)) = count.get<std::uint64_t>();
  }
}

/// [[id, word, error]], the error null where it is infinite.
std::string worst_text(const std::vector<WorstCase>& worst) {
  std::vector<std::string> items;
  items.reserve(worst.size());
  for (const WorstCase& bad : worst) {
    items.push_back(
        json_row({json_string(bad.id), json_string(word_name(bad.word)), json_number(bad.error)}));
  }
  return json_row(items);
}

std::vector<WorstCase> read_worst(const std::string& text) {
  std::vector<WorstCase> worst;
  for (const auto& item : nlohmann::json::parse(text)) {
    const double error =
        item.at(2).is_null() ? std::numeric_limits<double>::infinity() : item.at(2).get<double>();
    worst.push_back({word_of(item.at(1)), error, item.at(0)});
  }
  return worst;
}

void bind_errors(SqliteStatement& put, const ErrorStream& errors) {
  put.bind(errors.count).bind(errors.min).bind(errors.max).bind(errors.mean).bind(errors.squares);
}

ErrorStream read_errors(const SqliteStatement& row, int column) {
  return {row.integer(column), row.real(column + 1), row.real(column + 2), row.real(column + 3),
          row.real(column + 4)};
}

std::string insert_sql(const std::string& table, std::size_t columns) {
  std::string sql = "INSERT INTO " + table + " VALUES(?";
  for (std::size_t k = 1; k < columns; ++k) sql += ", ?";
  return sql + ")";
}

}  // namespace

class Store::Impl {
 public:
  Impl(SqliteFile file, CampaignDescription description)
      : file_(std::move(file)), description_(std::move(description)) {
    done_.resize(description_.sources.size());
    failures_end_.resize(description_.sources.size());
    for (std::size_t s = 0; s < done_.size(); ++s) {
      const SourceEntry& source = description_.sources[s];
      done_[s].resize(source.chunks(), false);
      failures_end_[s] = std::vector<std::atomic<std::uint64_t>>(source.metrics.size());
      for (auto& end : failures_end_[s]) end = std::numeric_limits<std::uint64_t>::max();
      if (source.metrics.empty()) continue;
      for (std::uint64_t c = description_.next_in_shard(s, 0); c < source.chunks();
           c = description_.next_in_shard(s, c + 1)) {
        ++chunks_in_shard_;
      }
      for (std::size_t m = 0; m < source.metrics.size(); ++m) limit_failures(s, m);
    }
    SqliteStatement query = file_.prepare("SELECT DISTINCT source, chunk FROM tally");
    while (query.step()) {
      done_.at(query.integer(0)).at(query.integer(1)) = true;
      ++chunks_done_;
    }
  }

  const CampaignDescription& description() const { return description_; }
  bool is_done(const ChunkId& chunk) const { return done_[chunk.source][chunk.chunk]; }
  std::uint64_t chunks_done() const { return chunks_done_; }
  std::uint64_t chunks_in_shard() const { return chunks_in_shard_; }
  bool wants_failure(std::size_t source, std::size_t metric, std::uint64_t index) const {
    return index < failures_end_[source][metric];
  }

  void keep(const ChunkId& chunk, const std::vector<Tally>& tallies,
            const std::vector<std::vector<Failure>>& failures) {
    const std::lock_guard lock(mutex_);
    SqliteTransaction transaction(file_);
    for (std::size_t m = 0; m < tallies.size(); ++m) {
      put_tally(chunk, m, tallies[m].state());
      if (failures[m].empty()) continue;
      put_failures(chunk.source, m, failures[m]);
    }
    transaction.commit();
    ++chunks_done_;
    for (std::size_t m = 0; m < tallies.size(); ++m) {
      if (!failures[m].empty()) limit_failures(chunk.source, m);
    }
  }

  CampaignResult result() {
    const std::lock_guard lock(mutex_);
    CampaignFold fold(description_);
    SqliteStatement row = file_.prepare("SELECT * FROM tally ORDER BY source, chunk, metric");
    std::vector<Tally> tallies;
    while (row.step()) {
      const ChunkId here{row.integer(0), row.integer(1)};
      if (tallies.empty()) tallies = empty_tallies(description_, here.source);
      const std::size_t m = row.integer(2);
      tallies.at(m) = Tally(read_tally(row, tallies.at(m).state().row));
      if (m + 1 < tallies.size()) continue;
      fold.add(here, std::exchange(tallies, {}));
    }
    CampaignResult result = fold.result();
    result.complete = chunks_done_ == chunks_in_shard_;
    return result;
  }

 private:
  void put_tally(const ChunkId& chunk, std::size_t m, const TallyState& state) {
    SqliteStatement put = file_.prepare(insert_sql("tally", kColumns));
    const std::string histogram = histogram_text(state.row.ulp_histogram);
    const std::string worst = worst_text(state.worst);
    put.bind(std::uint64_t{chunk.source}).bind(chunk.chunk).bind(std::uint64_t{m});
    for (const std::uint64_t* count : row_counts(state.row)) put.bind(*count);
    bind_errors(put, state.error_abs);
    bind_errors(put, state.error_rel_size);
    put.bind(std::string_view(histogram))
        .bind(std::string_view(worst))
        .bind(std::string_view(state.row.why_not_applicable))
        .run();
  }

  static TallyState read_tally(const SqliteStatement& row, const CampaignRow& names) {
    TallyState state;
    state.row = names;
    int column = 3;
    for (std::uint64_t* count : row_counts(state.row)) *count = row.integer(column++);
    state.error_abs = read_errors(row, column);
    state.error_rel_size = read_errors(row, column + static_cast<int>(kErrorColumns));
    column += 2 * static_cast<int>(kErrorColumns);
    read_histogram(row.text(column), state.row.ulp_histogram);
    state.worst = read_worst(row.text(column + 1));
    state.row.why_not_applicable = row.text(column + 2);
    return state;
  }

  /// Keeps the first kMostFailures of all that have come, whatever their order.
  void put_failures(std::size_t source, std::size_t m, const std::vector<Failure>& failures) {
    SqliteStatement put = file_.prepare(insert_sql("failure", 8));
    for (const Failure& failure : failures) {
      put.bind(std::uint64_t{source})
          .bind(std::uint64_t{m})
          .bind(failure.index)
          .bind(std::string_view(failure.id))
          .bind(word_name(failure.verdict.word))
          .bind(failure.verdict.error_rel_size)
          .bind(std::string_view(failure.answer))
          .bind(std::string_view(failure.truth))
          .run();
    }
    file_
        .prepare(
            "DELETE FROM failure WHERE source = ?1 AND metric = ?2 AND case_index > "
            "(SELECT case_index FROM failure WHERE source = ?1 AND metric = ?2 "
            "ORDER BY case_index LIMIT 1 OFFSET ?3)")
        .bind(std::uint64_t{source})
        .bind(std::uint64_t{m})
        .bind(kMostFailures - 1)
        .run();
  }

  /// Where there are kMostFailures, none after the last of them is wanted.
  void limit_failures(std::size_t source, std::size_t m) {
    SqliteStatement last = file_.prepare(
        "SELECT case_index FROM failure WHERE source = ? AND metric = ? ORDER BY case_index "
        "LIMIT 1 OFFSET ?");
    last.bind(std::uint64_t{source}).bind(std::uint64_t{m}).bind(kMostFailures - 1);
    if (last.step()) failures_end_[source][m] = last.integer(0);
  }

  std::mutex mutex_;
  SqliteFile file_;
  const CampaignDescription description_;
  std::vector<std::vector<bool>> done_;  ///< [source][chunk], of what was there when it was opened
  std::atomic<std::uint64_t> chunks_done_ = 0;
  std::uint64_t chunks_in_shard_ = 0;
  /// [source][metric of the source]: failures from here on are not kept.
  std::vector<std::vector<std::atomic<std::uint64_t>>> failures_end_;
};

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const std::string& path,
                                           const CampaignDescription& description) {
  SqliteFile file;
  const auto state = open_store_file(file, path, true);
  if (!state) return state.error();
  if (state.value() == StoreState::empty) {
    write_description(file, description);
  } else {
    const CampaignDescription there = read_description(file);
    auto unlike = difference(there, description);
    if (!unlike && shard_text(there.shard) != shard_text(description.shard)) {
      unlike = {"shard " + shard_text(there.shard), "shard " + shard_text(description.shard)};
    }
    if (unlike) {
      return Error{path + ": holds another campaign: " + unlike->there +
                   " (asked for: " + unlike->asked + ")"};
    }
  }
  return std::unique_ptr<Store>(new Store(std::make_unique<Impl>(std::move(file), description)));
}

Result<std::unique_ptr<Store>> Store::open(const std::string& path) {
  if (!store_exists(path)) return Error{path + ": there is no such store"};
  SqliteFile file;
  const auto state = open_store_file(file, path, false);
  if (!state) return state.error();
  if (state.value() == StoreState::empty) return Error{path + ": there is no campaign in it"};
  CampaignDescription description = read_description(file);
  return std::unique_ptr<Store>(
      new Store(std::make_unique<Impl>(std::move(file), std::move(description))));
}

const CampaignDescription& Store::description() const { return impl_->description(); }
bool Store::is_done(const ChunkId& chunk) const { return impl_->is_done(chunk); }
std::uint64_t Store::chunks_done() const { return impl_->chunks_done(); }
std::uint64_t Store::chunks_in_shard() const { return impl_->chunks_in_shard(); }
bool Store::wants_failure(std::size_t source, std::size_t metric, std::uint64_t index) const {
  return impl_->wants_failure(source, metric, index);
}
void Store::keep(const ChunkId& chunk, const std::vector<Tally>& tallies,
                 const std::vector<std::vector<Failure>>& failures) {
  impl_->keep(chunk, tallies, failures);
}
CampaignResult Store::result() { return impl_->result(); }

bool store_exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && status.st_size > 0;
}

}  // namespace touchstone
