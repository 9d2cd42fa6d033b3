// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/records.hpp"

#include <algorithm>

#include "benchmarks/energy/trajectory.hpp"
#include "cli/ask/ask_record.hpp"
#include "cli/dump_record.hpp"
#include "cli/listings.hpp"
#include "harness/cases/scenes/recording.hpp"
#include "harness/cases/scenes/scene_record.hpp"
#include "harness/check/check_record.hpp"
#include "harness/compare/time_compare.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/gate/gate_line.hpp"
#include "harness/steps/step_file.hpp"
#include "harness/vectors/vector_file.hpp"
#include "reports/audit_records.hpp"
#include "reports/conjecture_record.hpp"
#include "reports/converge_record.hpp"
#include "reports/energy_record.hpp"
#include "reports/html/movie_record.hpp"
#include "reports/html/report_record.hpp"
#include "reports/nut_record.hpp"
#include "reports/papers_text.hpp"
#include "reports/peg_record.hpp"
#include "reports/reproduce_text.hpp"
#include "reports/solve_record.hpp"
#include "reports/thesis_record.hpp"
#include "reports/trajectory_text.hpp"

namespace touchstone {
namespace {

template <class T>
PublishedRecord published(const RecordDescription<T>& record) {
  return {std::string(record.schema), std::string(record.title), record.json_schema()};
}

/// Its lines are records, too.
PublishedRecord published_dump() {
  PublishedRecord record = published(dump_header());
  record.json_schema = schema_of_lines(record.name, record.title, dump_header().shapes(),
                                       dumped_case_fields().shapes());
  return record;
}

}  // namespace

std::vector<PublishedRecord> published_records() {
  std::vector<PublishedRecord> records = {
      published(accuracy_record()),
      published(ask_record()),
      published(check_record()),
      published(comparison_record()),
      published(conjecture_record()),
      published(constraint_audit_record()),
      published(contract_record()),
      published(contraction_record()),
      published(converge_record()),
      published_dump(),
      published(energy_record()),
      published(figure5_record()),
      published(gate_record()),
      published(method_table_record()),
      published(motion_record()),
      published(movie_record()),
      published(nut_record()),
      published(papers_record()),
      published(peg_record()),
      published(problem_audit_record()),
      published(recording_record()),
      published(report_record()),
      published(scene_record()),
      published(solve_record()),
      published(speed_record()),
      published(step_record()),
      published(table1_record()),
      published(table2_record()),
      published(thesis_drawing_record()),
      published(thesis_frames_record()),
      published(thesis_plot_record()),
      published(time_comparison_record()),
      published(time_record()),
      published(trajectory_record()),
      published(vectors_record()),
      published(verify_record()),
  };
  for (const auto& listing : listings()) records.push_back(published(listing));
  std::sort(records.begin(), records.end(),
            [](const PublishedRecord& a, const PublishedRecord& b) { return a.name < b.name; });
  return records;
}

}  // namespace touchstone
