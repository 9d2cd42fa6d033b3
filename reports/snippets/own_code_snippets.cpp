// SPDX-License-Identifier: GPL-3.0-or-later
// The case as a test of one's own code: arrays, the truth, and a function to fill in. A plain
// program, and the same for GoogleTest and Catch2.
#include <algorithm>
#include <cctype>

#include "reports/snippets/snippet_writers.hpp"

namespace touchstone {
namespace {

/// What a framework calls the parts of a test.
struct TestWords {
  const char* compile;
  std::vector<std::string> includes;
  std::string begin;     ///< with the name of the test
  const char* no_value;  ///< ends the test
  const char* right_value;
  const char* unit_normal;
  const char* right_normal;
};

/// The case's id as a C++ name.
std::string test_name(const SnippetCase& s) {
  std::string name = s.c.id;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c > 0x7e || std::isalnum(c) == 0; },
      '_');
  return name;
}

std::string box_comment(const std::string& name, const Polytope& body) {
  const auto h = box_half_extents(body);
  return h ? "// " + name + " is a box along its own axes, of half extents " + braced(*h) + ".\n"
           : "";
}

/// The arrays and the function to fill in.
std::string cpp_question(const SnippetCase& s) {
  const Pair& pair = s.c.pair();
  const bool solid = pair.A->dimension() == 3 && pair.B->dimension() == 3;
  return cpp_numbers(s) + (solid ? cpp_triangles(s) : "") +
         R"(// FILL IN: have your library compute the signed distance of A and B, negative where they overlap.
// A vertex v of a body is at R v + t in the world, R row by row.
)" + box_comment("A", *pair.A) +
         box_comment("B", *pair.B) +
         R"(// Set normal to the unit normal from B to A, in the world, or leave it.
static double signed_distance(double normal[3]) {
  (void)normal;
  return NAN;
}

)";
}

std::string unit_test(const SnippetCase& s, const TestWords& words) {
  return cpp_head(s, words.compile, words.includes) + cpp_question(s) + cpp_gap(s) + words.begin +
         R"( {
  double normal[3] = {0, 0, 0};
  const double phi = signed_distance(normal);
  if (std::isnan(phi)) )" +
         words.no_value + R"(;
  )" + words.right_value +
         R"(;
  const double length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (length == 0) return;  // none is given
  )" + words.unit_normal +
         R"(;
  // The gap along the true normal is phi; along no other one it is larger.
  )" + words.right_normal +
         R"(;
}
)";
}

}  // namespace

std::string cpp_snippet(const SnippetCase& s) {
  return cpp_head(s, "g++ -std=c++17 pair.cpp", {"<cmath>", "<cstdio>"}) + cpp_question(s) +
         cpp_report(s) + R"(int main() {
  double normal[3] = {0, 0, 0};
  const double phi = signed_distance(normal);
  if (std::isnan(phi)) {
    std::printf("signed_distance gives no value: fill it in\n");
    return 1;
  }
  const bool has_normal = normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
  return report("signed_distance", phi, has_normal ? normal : nullptr);
}
)";
}

std::string gtest_snippet(const SnippetCase& s) {
  return unit_test(s, {"g++ -std=c++17 pair.cpp -lgtest -lgtest_main -pthread",
                       {"<gtest/gtest.h>", "<cmath>"},
                       "TEST(SignedDistance, " + test_name(s) + ")",
                       "FAIL() << \"signed_distance gives no value: fill it in\"",
                       "EXPECT_NEAR(phi, kPhi, kTolerance * kSize)",
                       "EXPECT_NEAR(length, 1, 1e-6)",
                       "EXPECT_GE(gap_along(normal) / length, kPhi - kTolerance * kSize - 1e-15)"});
}

std::string catch2_snippet(const SnippetCase& s) {
  return unit_test(s, {"g++ -std=c++17 pair.cpp -lCatch2Main -lCatch2  (needs Catch2 3, not 2)",
                       {"<catch2/catch_test_macros.hpp>", "<cmath>"},
                       "TEST_CASE(\"signed distance of " + test_name(s) + "\")",
                       "FAIL(\"signed_distance gives no value: fill it in\")",
                       "CHECK(std::fabs(phi - kPhi) <= kTolerance * kSize)",
                       "CHECK(std::fabs(length - 1) <= 1e-6)",
                       "CHECK(gap_along(normal) / length >= kPhi - kTolerance * kSize - 1e-15)"});
}

}  // namespace touchstone
