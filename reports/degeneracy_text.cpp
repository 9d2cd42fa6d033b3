// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/degeneracy_text.hpp"
#include "reports/text_table.hpp"
#include "reports/word_columns.hpp"
#include "schema/number_text.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

/// Rows of one metric taken together.
struct Block {
  std::string metric;
  std::string family;  ///< empty: all
  DegeneracyTally tally;
};

std::vector<Block> blocks_of(const CampaignResult& result, bool full) {
  std::vector<Block> blocks;
  for (const CampaignRow& row : result.rows) {
    if (row.degeneracy.bins.empty()) continue;
    if (full || blocks.empty() || blocks.back().metric != row.metric) {
      blocks.push_back({row.metric, full ? row.family : "", {}});
    }
    blocks.back().tally.merge(row.degeneracy);
  }
  return blocks;
}

std::string decade_text(std::size_t bin) {
  if (bin == 0) return "0: a tie";
  if (bin + 1 < kDegeneracyBins) return "<= " + exact_text(kDegeneracyEdges.at(bin));
  return "> " + exact_text(kDegeneracyEdges.at(bin - 1));
}

/// The columns that say something of some block, and those that are always there.
std::vector<WordColumn> columns_of_blocks(const std::vector<Block>& blocks) {
  std::vector<WordColumn> columns = shown_word_columns([&](Word word) {
    return std::any_of(blocks.begin(), blocks.end(), [&](const Block& block) {
      return std::any_of(block.tally.bins.begin(), block.tally.bins.end(),
                         [&](const DegeneracyBin& bin) { return bin.of(word) > 0; });
    });
  });
  std::erase_if(columns, [](const WordColumn& column) { return !column.counts_wrong(); });
  return columns;
}

}  // namespace

std::string degeneracy_text(const CampaignResult& result, bool full) {
  const std::vector<Block> blocks = blocks_of(result, full);
  if (blocks.empty()) {
    return "Errors against the distance to degeneracy: no Euclidean metric was asked a penetrating "
           "case\n";
  }
  std::vector<std::string> header = {"metric"};
  if (full) header.emplace_back("family");
  header.insert(header.end(), {"gap/size", "cases", "right\n%"});
  const std::vector<WordColumn> columns = columns_of_blocks(blocks);
  for (const WordColumn& column : columns) header.emplace_back(column.header);
  header.insert(header.end(), {"max\nerror", "in"});
  TextTable table(header, full ? 3 : 2);
  for (const Block& block : blocks) {
    if (&block != &blocks.front()) table.add_rule();
    std::string metric = block.metric;  // on its first line only
    std::string family = block.family;
    for (std::size_t k = 0; k < block.tally.bins.size(); ++k) {
      const DegeneracyBin& bin = block.tally.bins[k];
      if (bin.cases() == 0) continue;
      std::vector<std::string> line = {std::exchange(metric, "")};
      if (full) line.push_back(std::exchange(family, ""));
      line.insert(line.end(), {decade_text(k), std::to_string(bin.cases()),
                               percent_text(bin.of(Word::right), bin.cases())});
      for (const WordColumn& column : columns) line.push_back(count_text(bin.of(column.word)));
      const double none = std::numeric_limits<double>::quiet_NaN();
      line.push_back(short_text(bin.valued == 0 ? none : bin.max_error));
      line.push_back(bin.worst);
      table.add(line);
    }
  }
  return "Errors against the distance to degeneracy, of penetrating cases\n" + table.text() +
         "gap: by how much the second nearest facet of the Minkowski difference is farther than "
         "the "
         "nearest\n(docs/degeneracy.md). Each case is counted once, by its gravest fault.\n";
}

}  // namespace touchstone
