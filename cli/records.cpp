// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/records.hpp"

#include "harness/compare/time_compare.hpp"
#include "reports/converge_record.hpp"
#include "reports/energy_record.hpp"
#include "reports/peg_record.hpp"
#include "reports/reproduce_text.hpp"
#include "reports/thesis_record.hpp"
#include "reports/trajectory_text.hpp"

namespace touchstone {
namespace {

template <class T>
PublishedRecord published(const RecordDescription<T>& record) {
  return {std::string(record.schema), std::string(record.title), record.json_schema()};
}

}  // namespace

std::vector<PublishedRecord> published_records() {
  return {
      published(contraction_record()),     published(converge_record()),
      published(energy_record()),          published(figure5_record()),
      published(motion_record()),          published(peg_record()),
      published(table1_record()),          published(table2_record()),
      published(thesis_drawing_record()),  published(thesis_frames_record()),
      published(thesis_plot_record()),     published(time_record()),
      published(time_comparison_record()),
  };
}

}  // namespace touchstone
