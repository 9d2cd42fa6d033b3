// SPDX-License-Identifier: GPL-3.0-or-later
// The plan of a campaign: which metrics run on which cases, and how the cases are cut. A source's
// cases are cut into batches, which a runner is given at once, and these into chunks, which one
// thread judges and the store keeps as a whole. The source alone decides how. Nothing here grows
// with the number of cases.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

inline constexpr std::uint64_t kMaxCases = 1'000'000'000;  ///< upper limit for one family
inline constexpr std::uint64_t kMaxShards = 1'000'000;

/// Cases of a chunk, for a source whose largest body has that many vertices.
std::uint64_t cases_of_chunk(std::uint64_t largest_vertices);
/// Whether any source is cut into chunks of that many cases.
bool may_be_cases_of_chunk(std::uint64_t cases);

struct MetricEntry {
  std::string name;
  bool claims_exact = false;
  double own_tolerance = 0;
  std::string fingerprint = {};  ///< hash of a plug-in's files: see with_fingerprints()
};

struct SourceEntry {
  std::string name;
  std::string group;
  std::string path;  ///< the cases' file; empty for a family
  std::uint64_t cases = 0;
  std::uint64_t chunk_cases = 1;     ///< cases of each chunk; the last may have fewer
  std::vector<std::size_t> metrics;  ///< positions of those that run on it, ascending
  std::string fingerprint;           ///< hash that names the cases: see with_fingerprints()

  std::uint64_t chunks() const { return (cases + chunk_cases - 1) / chunk_cases; }
  /// Cases of the chunk `chunk` < chunks().
  std::uint64_t cases_in(std::uint64_t chunk) const {
    return std::min(chunk_cases, cases - chunk * chunk_cases);
  }
};

/// All by which two campaigns can differ in their records; whatever else differs (jobs, progress)
/// must not matter.
struct CampaignDescription {
  std::uint64_t seed = 0;
  double tolerance = 0;
  bool default_sizes = true;  ///< metrics are left out above their largest default size
  double query_limit_s = 0;
  double wall_limit_s = 0;               ///< 0: the default of what is asked
  std::uint64_t memory_limit_bytes = 0;  ///< a worker's; 0: none
  bool in_process = false;               ///< plug-ins are asked in this process
  std::string versions;
  bool certify = false;     ///< distances are judged by certificates where they hold
  bool degeneracy = false;  ///< verdicts are tallied by the distance to degeneracy as well
  Shard shard;
  std::vector<MetricEntry> metrics;
  std::vector<SourceEntry> sources;
  std::vector<std::string> not_run;  ///< what is left out, and why

  /// Chunks are numbered through all sources, so that shards share the small ones as well.
  bool in_shard(std::size_t source, std::uint64_t chunk) const;
  /// The shard's first chunk of `source` that is not before `chunk`; source.chunks() or more if
  /// there is none.
  std::uint64_t next_in_shard(std::size_t source, std::uint64_t chunk) const;
  /// How many chunks of `source` the shard has.
  std::uint64_t chunks_in_shard(std::size_t source) const;
};

/// One chunk of one source.
struct ChunkId {
  std::size_t source = 0;
  std::uint64_t chunk = 0;
};

/// A half-open range of cases of one source.
struct CaseRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

class CampaignPlan {
 public:
  /// `options` outlives the plan.
  explicit CampaignPlan(const CampaignOptions& options);

  const CampaignDescription& description() const { return description_; }
  /// The description with a fingerprint of each plug-in (plugin_fingerprint), and of each source:
  /// of a file all its cases, of a family its first one, so that a program that generates other
  /// cases is noticed.
  CampaignDescription with_fingerprints() const;

  bool with_ratio(std::size_t source) const { return cuts_[source].with_ratio; }
  std::vector<CaseRange> batches(const ChunkId& chunk) const;
  Case make(std::size_t source, std::uint64_t index) const;
  /// Whether `metric` (a position) is put to this case. A file's cases may be too large for it.
  bool admits(std::size_t source, std::size_t metric, const Case& c) const;
  /// (metric, case) pairs of a chunk.
  std::uint64_t answers(const ChunkId& chunk) const;
  /// Cases of a source that the shard puts to one of its metrics (a position).
  std::uint64_t cases_put(std::size_t source, std::size_t metric) const;

 private:
  std::uint64_t cases_put(const ChunkId& chunk, std::size_t metric) const;

  struct Cut {
    std::uint64_t batch_size = 1;
    bool with_ratio = false;
  };

  void add(const CaseSource& source);
  bool too_large(const MetricRow& metric, int vertices) const;
  bool admit(const MetricRow& metric, const CaseSource& source, std::uint64_t cases);

  const CampaignOptions& options_;
  CampaignDescription description_;
  std::vector<Cut> cuts_;  ///< one for each source
};

/// Deals out the chunks of a shard: those of small bodies first, so that a metric that is slow on
/// large ones has a record of the others by then. The chunks of sources of one size are spread
/// evenly. Bodies of one family differ little in size.
class ChunkQueue {
 public:
  /// `is_done` says which chunks are to be left out.
  ChunkQueue(const CampaignDescription& description, std::function<bool(const ChunkId&)> is_done);
  /// The next one, or nothing.
  std::optional<ChunkId> next();

 private:
  void advance(std::size_t source);

  const CampaignDescription& description_;
  std::function<bool(const ChunkId&)> is_done_;
  std::vector<std::uint64_t> next_;  ///< next chunk of each source
};

}  // namespace touchstone
