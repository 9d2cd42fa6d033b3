// SPDX-License-Identifier: GPL-3.0-or-later
// How many exact truths a core gives per second, beside what one pair of support queries takes on
// it.
#include <cstdio>
#include <ctime>
#include <vector>

#include "geometry/pair.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20;

/// CPU time, so that other work on the machine counts less.
double seconds_of(const auto& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

Vec3 in_cube(Random& random, double half) {
  const double x = random.uniform(-half, half);
  const double y = random.uniform(-half, half);
  return {x, y, random.uniform(-half, half)};
}

/// The floor of any support-based method: both supports of two 8-vertex hulls, brute force [ns].
double support_pair_ns() {
  constexpr int kQueries = 2'000'000;
  Random random(kSeed, 1);
  const std::vector<Vec3> a = make_random_sphere_hull(random, 8)->vertices();
  const std::vector<Vec3> b = make_random_sphere_hull(random, 8)->vertices();
  std::vector<Vec3> directions;
  directions.reserve(1024);
  for (int k = 0; k < 1024; ++k) directions.push_back(random.unit_vector());
  const auto support = [](const std::vector<Vec3>& points, const Vec3& u) {
    double most = points[0].dot(u);
    std::size_t arg = 0;
    for (std::size_t k = 1; k < points.size(); ++k) {
      const double value = points[k].dot(u);
      arg = value > most ? k : arg;
      most = value > most ? value : most;
    }
    return arg;
  };
  std::size_t sum = 0;
  const double seconds = seconds_of([&] {
    for (int k = 0; k < kQueries; ++k) {
      const Vec3& u = directions[k % 1024];
      sum += support(a, u) + support(b, -u);
    }
  });
  // Printed so that the loop is not optimised away.
  std::printf("support pair, 8 vertices      %8.1f ns  (checksum %zu)\n", seconds / kQueries * 1e9,
              sum);
  return seconds / kQueries * 1e9;
}

void report(const char* name, const std::vector<Pair>& pairs, bool with_ratio) {
  Oracle oracle;
  int separated = 0;
  const double seconds = seconds_of([&] {
    for (const Pair& pair : pairs) separated += oracle.solve(pair, with_ratio).sign > 0 ? 1 : 0;
  });
  const auto& s = oracle.statistics();
  std::printf(
      "%-30s%9.0f truths/s  (%zu pairs, %.0f %% separated, %.2f exact candidates and %.4f exact "
      "walks a pair)\n",
      name, static_cast<double>(pairs.size()) / seconds, pairs.size(),
      100.0 * separated / static_cast<double>(pairs.size()),
      static_cast<double>(s.exact_candidates) / static_cast<double>(s.queries),
      static_cast<double>(s.exact_nearest) / static_cast<double>(s.queries));
}

std::vector<Pair> random_boxes(int count) {
  const PolytopePtr box = make_box({1, 1, 1});
  std::vector<Pair> pairs;
  Random random(kSeed, 2);
  for (int k = 0; k < count; ++k) {
    const Vec3 t = in_cube(random, 2.8);
    pairs.push_back({box, {}, box, {random.rotation(), t}});
  }
  return pairs;
}

/// Two fresh hulls for every pair, at depths from deep to separated.
std::vector<Pair> random_hulls(int count, int vertices) {
  std::vector<Pair> pairs;
  Random random(kSeed, 3, static_cast<std::uint64_t>(vertices));
  for (int k = 0; k < count; ++k) {
    const PolytopePtr a = make_random_sphere_hull(random, vertices);
    const PolytopePtr b = make_random_sphere_hull(random, vertices);
    const Vec3 t = random.unit_vector() * random.uniform(0.1, 2.4);
    pairs.push_back({a, {}, b, {random.rotation(), t}});
  }
  return pairs;
}

int run() {
  support_pair_ns();
  report("random boxes, phi and rho", random_boxes(20000), true);
  report("random boxes, phi", random_boxes(20000), false);
  report("fresh hulls of 8", random_hulls(5000, 8), true);
  report("fresh hulls of 32", random_hulls(2000, 32), true);
  report("fresh hulls of 32, phi", random_hulls(2000, 32), false);
  report("fresh hulls of 256", random_hulls(50, 256), true);
  report("fresh hulls of 1024", random_hulls(10, 1024), true);
  return 0;
}

}  // namespace
}  // namespace touchstone

int main() { return touchstone::run(); }
