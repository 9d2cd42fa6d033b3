// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/layer_tables.hpp"

namespace touchstone {

const std::vector<Layer>& layers() {
  static const std::vector<Layer> kLayers = [] {
    const std::vector<std::string> below_harness = {"schema",
                                                    "geometry",
                                                    "metrics/batch.hpp",
                                                    "metrics/curved_bodies.hpp",
                                                    "metrics/gradient.hpp",
                                                    "metrics/metric.hpp",
                                                    "metrics/metric_row.hpp",
                                                    "metrics/registry.hpp",
                                                    "contact",
                                                    "dynamics",
                                                    "reference/truth.hpp",
                                                    "reference/oracle.hpp",
                                                    "reference/bracket.hpp",
                                                    "reference/claims.hpp",
                                                    "reference/rounded_witness.hpp",
                                                    "reference/exact_vector.hpp",
                                                    "reference/gradient.hpp",
                                                    "reference/certificates.hpp",
                                                    "reference/overlap.hpp",
                                                    "reference/steps.hpp",
                                                    "reference/unions.hpp",
                                                    "reference/plane_hull.hpp"};
    const auto with = [](std::vector<std::string> all, const std::vector<std::string>& more) {
      all.insert(all.end(), more.begin(), more.end());
      return all;
    };
    return std::vector<Layer>{
        {"geometry", {}},
        {"schema", {"geometry"}},
        {"metrics", {"geometry"}},
        {"reference", {}},
        {"contact", {"geometry", "metrics/metric.hpp"}},
        {"dynamics", {"geometry", "contact"}},
        {"include", {}},
        // A peer includes the installed header alone, as any plug-in does.
        {"peers", {}},
        {"harness",
         with(below_harness, {"include/touchstone/plugin.h", "include/touchstone/solver.h"})},
        {"import",
         {"geometry", "schema", "harness/cases/case.hpp", "harness/cases/files/case_file.hpp",
          "harness/cases/files/case_text.hpp", "harness/cases/within.hpp"}},
        {"benchmarks",
         {"schema", "geometry", "metrics/batch.hpp", "metrics/gradient.hpp", "metrics/metric.hpp",
          "metrics/metric_row.hpp", "metrics/registry.hpp", "contact", "dynamics",
          "reference/oracle.hpp", "reference/claims.hpp", "reference/overlap.hpp", "harness"}},
        {"reports",
         {"schema", "geometry", "metrics/metric_row.hpp", "metrics/registry.hpp",
          "reference/bracket.hpp", "reference/truth.hpp", "harness", "benchmarks"}},
        {"library",
         {"schema", "geometry", "metrics/metric.hpp", "metrics/metric_row.hpp",
          "reference/certificates.hpp", "reference/oracle.hpp", "harness"}},
        {"cli", with(below_harness, {"include/touchstone/plugin.h", "harness", "import",
                                     "benchmarks", "reports"})},
        // Whole-program tests see the program from outside, fuzz targets each reader from inside.
        {"tests", {"harness/plugins/sanitized.hpp", "harness/plugins/tests/marked_processes.hpp"}},
        {"tests/fuzz", {"geometry", "harness", "import", "metrics", "reference/oracle.hpp"}},
    };
  }();
  return kLayers;
}

const std::vector<Shared>& shared_headers() {
  static const std::vector<Shared> kShared = {
      {"geometry/vector.hpp", "vectors of doubles, as Eigen has them"},
      {"geometry/index.hpp", "an integer as an index: no arithmetic"},
      {"geometry/hex_text.hpp", "a double as text: no arithmetic"},
      {"geometry/result.hpp", "a value or the reason why there is none: no arithmetic"},
      {"geometry/loop_bound.hpp", "ends a loop that goes on for ever: no arithmetic"},
      {"geometry/query_scope.hpp", "says that the truth is asked: no arithmetic"},
      {"geometry/planted_fault.hpp", "makes a test's query fail: no arithmetic"},
      {"geometry/arithmetic/rational.hpp",
       "GMP's rationals, and the correct rounding that defines questions"},
      {"geometry/pose.hpp", "a part of the question: twelve doubles"},
      {"geometry/polytope.hpp",
       "a part of the question: vertices, interior point, radius; facets are unproven claims"},
      {"geometry/pair.hpp", "the question"},
      {"geometry/body.hpp", "the question of bodies with curved cores"},
      {"geometry/body_union.hpp", "the question of unions of pieces"},
      {"geometry/half_spaces.hpp", "the question of rounded facets is posed in them"},
      {"geometry/aligned_box.hpp", "a question about two boxes is posed in them"},
      {"metrics/metric.hpp", "the answer: data, and the interface that gives it"},
  };
  return kShared;
}

const std::vector<std::string>& shared_by_tests() {
  static const std::vector<std::string> kShared = {"geometry/tests/number_samples.hpp",
                                                   "geometry/tests/planted_loop.hpp",
                                                   "geometry/random.hpp", "geometry/shapes.hpp"};
  return kShared;
}

const std::vector<ThirdParty>& third_parties() {
  static const std::vector<ThirdParty> kThirdParties = {
      {"Eigen/",
       {"geometry", "dynamics", "metrics/ratio_lp/extended_basis.hpp", "import/scene.cpp",
        "harness/steps/chain_solver.cpp", "harness/steps/step_proofs.cpp"}},
      {"CGAL/",
       {"geometry", "reference", "metrics/minkowski/filtered_points.hpp",
        "metrics/minkowski/minkowski.cpp"}},
      {"gmp", {"geometry", "reference", "metrics"}},
      {"mpfr", {"geometry"}},
      {"glpk", {"metrics"}},
      {"ccd/", {"metrics"}},
      {"nlohmann/",
       {"schema", "harness", "peers", "reports/html/report_json.cpp",
        "reports/record_numbers_test.cpp", "tests", "tests/fuzz"}},
      {"zlib.h", {"reports"}},
      {"sqlite3", {"harness", "tests"}},
      {"tinyxml2.h", {"import"}},
      {"assimp/", {"import/model_by_assimp.cpp"}},
      {"benchmark/", {"benchmarks"}},
      {"CLI/",
       {"cli/options/command_line.cpp", "cli/options/command_options.cpp",
        "cli/options/help_formatter.hpp"}},
      {"gtest/", {}},
      {"gmock/", {}},
  };
  return kThirdParties;
}

}  // namespace touchstone
