// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/campaign_plan.hpp"

#include <bit>
#include <utility>

#include "geometry/body.hpp"
#include "geometry/hash.hpp"
#include "harness/plugins/plugin_fingerprint.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxBatch = 64;         // cases; keeps a worker's round trip cheap
constexpr std::uint64_t kBatchVertices = 1024;  // vertices of a batch's largest bodies together
/// A record costs some hundred bytes per metric: 16 batches make it cheap beside its cases, and an
/// interruption costs seconds only.
constexpr std::uint64_t kChunkBatches = 16;

std::uint64_t batch_cases(std::uint64_t largest_vertices) {
  return std::clamp<std::uint64_t>(kBatchVertices / largest_vertices, 1, kMaxBatch);
}

int largest_vertices(const Case& c) {
  const Pair pair = counted_pair(c.asked());
  return static_cast<int>(std::max(pair.A->vertices().size(), pair.B->vertices().size()));
}

/// FNV-1a of 64 bits, word by word.
class Fingerprint {
 public:
  void add(std::uint64_t word) {
    for (int k = 0; k < 8; ++k, word >>= 8U) hash_ = hash_word(hash_, word & 0xffU);
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(const std::string& text) {
    for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
    add(text.size());
  }
  void add(const Pose& pose) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) add(pose.R(row, column));
      add(pose.t[row]);
    }
  }
  void add(const Case& c) {
    const Pair pair = counted_pair(c.asked());
    add(c.id);
    add(pair.A->content_hash());
    add(pair.X_WA);
    add(pair.B->content_hash());
    add(pair.X_WB);
    if (c.curved() == nullptr) return;
    for (const ConvexBody* body : {&c.curved()->A, &c.curved()->B}) add(body->core().index());
  }
  std::string text() const { return hash_digits(hash_); }

 private:
  std::uint64_t hash_ = kHashStart;
};

}  // namespace

std::uint64_t cases_of_chunk(std::uint64_t largest_vertices) {
  return batch_cases(largest_vertices) * kChunkBatches;
}

bool may_be_cases_of_chunk(std::uint64_t cases) {
  const std::uint64_t batch = cases / kChunkBatches;
  if (batch < 1 || batch > kMaxBatch) return false;
  // The greatest number of vertices whose batch has that many cases.
  return cases_of_chunk(kBatchVertices / batch) == cases;
}

bool CampaignDescription::in_shard(std::size_t source, std::uint64_t chunk) const {
  return next_in_shard(source, chunk) == chunk;
}

std::uint64_t CampaignDescription::next_in_shard(std::size_t source, std::uint64_t chunk) const {
  std::uint64_t number = chunk;
  for (std::size_t s = 0; s < source; ++s) number += sources[s].chunks();
  const std::uint64_t wanted = shard.index - 1;
  return chunk + (wanted + shard.count - number % shard.count) % shard.count;
}

std::uint64_t CampaignDescription::chunks_in_shard(std::size_t source) const {
  const std::uint64_t first = next_in_shard(source, 0);
  const std::uint64_t chunks = sources[source].chunks();
  return first < chunks ? (chunks - 1 - first) / shard.count + 1 : 0;
}

CampaignPlan::CampaignPlan(const CampaignOptions& options) : options_(options) {
  description_.seed = options.seed;
  description_.tolerance = options.tolerance;
  description_.default_sizes = options.respect_default_sizes;
  description_.query_limit_s = options.runner.query_limit_s;
  description_.wall_limit_s = options.runner.wall_limit_s;
  description_.memory_limit_bytes = options.runner.memory_limit_bytes;
  description_.in_process = options.runner.worker_command.empty();
  description_.versions = options.versions;
  description_.certify = options.certify;
  description_.degeneracy = options.degeneracy;
  description_.shard = options.shard;
  for (const MetricRow* metric : options.metrics) {
    description_.metrics.push_back(
        {metric->name, metric->traits.claims_exact, metric->traits.own_tolerance});
  }
  for (const CaseSource& source : options.sources) add(source);
}

void CampaignPlan::add(const CaseSource& source) {
  SourceEntry entry;
  entry.name = source.name;
  entry.group = source.group;
  entry.path = source.path;
  int largest = 1;
  if (source.family != nullptr) {
    entry.cases = source.family->finite_cases > 0
                      ? std::min(source.count, source.family->finite_cases)
                      : source.count;
    largest = std::max(largest, source.family->largest_vertices);
  } else {
    entry.cases = source.cases.size();
    for (const Case& c : source.cases) largest = std::max(largest, largest_vertices(c));
  }
  Cut cut;
  cut.batch_size = batch_cases(static_cast<std::uint64_t>(largest));
  entry.chunk_cases = cases_of_chunk(static_cast<std::uint64_t>(largest));
  if (options_.batch > 0) {
    cut.batch_size = options_.batch;
    entry.chunk_cases = std::max(entry.chunk_cases, options_.batch);
  }
  for (std::size_t m = 0; m < options_.metrics.size(); ++m) {
    if (!admit(*options_.metrics[m], source, entry.cases)) continue;
    entry.metrics.push_back(m);
    cut.with_ratio = cut.with_ratio || options_.metrics[m]->traits.quantity == Quantity::ratio;
  }
  description_.sources.push_back(std::move(entry));
  cuts_.push_back(cut);
}

bool CampaignPlan::too_large(const MetricRow& metric, int vertices) const {
  return options_.respect_default_sizes && vertices > metric.traits.largest_default_vertices;
}

/// Whether `metric` runs on the source at all; says what is left out. A family is left out as a
/// whole; of a file's cases only those that are too large.
bool CampaignPlan::admit(const MetricRow& metric, const CaseSource& source, std::uint64_t cases) {
  const std::string limit = "more than " + std::to_string(metric.traits.largest_default_vertices) +
                            " vertices, the largest size it is run at by default";
  if (source.family != nullptr) {
    if (!too_large(metric, source.family->largest_vertices)) return true;
    description_.not_run.push_back(metric.name + " on " + source.name + ": bodies of " + limit);
    return false;
  }
  const auto left_out = static_cast<std::uint64_t>(
      std::count_if(source.cases.begin(), source.cases.end(),
                    [&](const Case& c) { return too_large(metric, largest_vertices(c)); }));
  if (left_out > 0) {
    description_.not_run.push_back(metric.name + " on " + source.name + ": " +
                                   std::to_string(left_out) + " of " + std::to_string(cases) +
                                   " cases, bodies of " + limit);
  }
  return left_out < cases || cases == 0;
}

CampaignDescription CampaignPlan::with_fingerprints() const {
  CampaignDescription description = description_;
  for (std::size_t m = 0; m < description.metrics.size(); ++m) {
    description.metrics[m].fingerprint = plugin_fingerprint(options_.metrics[m]->plugin.where);
  }
  for (std::size_t s = 0; s < description.sources.size(); ++s) {
    const bool all = options_.sources[s].family == nullptr;
    const std::uint64_t cases = description.sources[s].cases;
    Fingerprint fingerprint;
    for (std::uint64_t k = 0; k < (all ? cases : std::min<std::uint64_t>(cases, 1)); ++k) {
      fingerprint.add(make(s, k));
    }
    description.sources[s].fingerprint = fingerprint.text();
  }
  return description;
}

std::vector<CaseRange> CampaignPlan::batches(const ChunkId& chunk) const {
  const SourceEntry& source = description_.sources[chunk.source];
  const std::uint64_t size = cuts_[chunk.source].batch_size;
  const std::uint64_t begin = chunk.chunk * source.chunk_cases;
  const std::uint64_t end = std::min(begin + source.chunk_cases, source.cases);
  std::vector<CaseRange> ranges;
  for (std::uint64_t k = begin; k < end; k += size) ranges.push_back({k, std::min(k + size, end)});
  return ranges;
}

Case CampaignPlan::make(std::size_t source, std::uint64_t index) const {
  return options_.sources[source].make(options_.seed, index);
}

bool CampaignPlan::admits(std::size_t source, std::size_t metric, const Case& c) const {
  return options_.sources[source].family != nullptr ||
         !too_large(*options_.metrics[metric], largest_vertices(c));
}

std::uint64_t CampaignPlan::cases_put(const ChunkId& chunk, std::size_t metric) const {
  const SourceEntry& source = description_.sources[chunk.source];
  const CaseSource& from = options_.sources[chunk.source];
  const std::uint64_t cases = source.cases_in(chunk.chunk);
  if (from.family != nullptr) return cases;
  const std::uint64_t begin = chunk.chunk * source.chunk_cases;
  std::uint64_t count = 0;
  for (std::uint64_t k = begin; k < begin + cases; ++k) {
    count += admits(chunk.source, metric, from.cases[k]) ? 1 : 0;
  }
  return count;
}

std::uint64_t CampaignPlan::cases_put(std::size_t source, std::size_t metric) const {
  const std::uint64_t chunks = description_.sources[source].chunks();
  std::uint64_t count = 0;
  for (std::uint64_t c = description_.next_in_shard(source, 0); c < chunks;
       c = description_.next_in_shard(source, c + 1)) {
    count += cases_put(ChunkId{source, c}, metric);
  }
  return count;
}

std::uint64_t CampaignPlan::answers(const ChunkId& chunk) const {
  std::uint64_t count = 0;
  for (const std::size_t metric : description_.sources[chunk.source].metrics) {
    count += cases_put(chunk, metric);
  }
  return count;
}

ChunkQueue::ChunkQueue(const CampaignDescription& description,
                       std::function<bool(const ChunkId&)> is_done)
    : description_(description),
      is_done_(std::move(is_done)),
      next_(description.sources.size(), 0) {
  for (std::size_t s = 0; s < next_.size(); ++s) advance(s);
}

void ChunkQueue::advance(std::size_t source) {
  const SourceEntry& entry = description_.sources[source];
  std::uint64_t& chunk = next_[source];
  if (entry.metrics.empty()) chunk = entry.chunks();
  while (true) {
    chunk = description_.next_in_shard(source, chunk);
    if (chunk >= entry.chunks() || !is_done_({source, chunk})) return;
    ++chunk;
  }
}

std::optional<ChunkId> ChunkQueue::next() {
  std::optional<ChunkId> first;
  double least = 0;
  for (std::size_t s = 0; s < next_.size(); ++s) {
    const SourceEntry& source = description_.sources[s];
    const std::uint64_t chunks = source.chunks();
    if (next_[s] >= chunks) continue;
    const double place = (static_cast<double>(next_[s]) + 0.5) / static_cast<double>(chunks);
    // The larger the bodies, the fewer cases a chunk has.
    const std::uint64_t best = first ? description_.sources[first->source].chunk_cases : 0;
    if (first && (source.chunk_cases < best || (source.chunk_cases == best && place >= least))) {
      continue;
    }
    first = ChunkId{s, next_[s]};
    least = place;
  }
  if (first) {
    ++next_[first->source];
    advance(first->source);
  }
  return first;
}

}  // namespace touchstone
