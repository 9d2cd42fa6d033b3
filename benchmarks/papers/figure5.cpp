// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/figure5.hpp"

#include <utility>

namespace touchstone {
namespace {

Figure5Claim claim(std::string said, std::string verdict, const char* scene,
                   const SceneChoice& choice) {
  Figure5Claim made;
  made.said = std::move(said);
  made.verdict = std::move(verdict);
  made.task = {make_scene(*find_scene(scene), choice).value(), choice};
  return made;
}

SceneChoice mesh(int a, int b = -1) {
  SceneChoice choice;
  choice.vertices_A = a;
  if (b >= 0) choice.vertices_B = b;
  return choice;
}

}  // namespace

std::vector<Figure5Claim> figure5_claims() {
  std::vector<Figure5Claim> claims;
  claims.push_back(claim("the spinning sphere of 50 vertices stops after about 8 ms",
                         "it stands on one vertex and keeps its energy", "encoded-spin", mesh(50)));
  claims.push_back(claim("that of 100 keeps its energy for 5 s",
                         "it starts above the box, lands on an edge at 0.0999 s and stops",
                         "encoded-spin", mesh(98)));
  SceneChoice coarse = mesh(2258);
  coarse.dt = 1e-2;
  claims.push_back(claim("with steps of 0.01 s even one of 2,000 loses energy",
                         "on its pole it keeps its energy at any step", "vertex-spin", coarse));
  claims.push_back(claim("(the same mesh as their files have it)",
                         "its pole is displaced by 2e-6: it topples, 1 % at 3.75 s", "encoded-spin",
                         mesh(2258)));
  claims.push_back(claim("ideal spheres in the rolling scenario keep their energy",
                         "between the touching walls they lose all of it in the first step",
                         "rolling-encoded", mesh(0, 0)));
  claims.push_back(
      claim("(the same without walls)", "2/7 of it remains", "rolling-free", mesh(0, 0)));
  for (const int vertices : {50, 98, 182, 994}) {
    claims.push_back(claim("no solution of the rolling spheres conserves energy, of " +
                               std::to_string(vertices) + " vertices",
                           "none can: the scenario is ill posed", "rolling-encoded",
                           mesh(vertices, vertices)));
  }
  claims.push_back(claim("(a well-posed one: vertical spin, clearance 1 mm, on the pole)",
                         "it keeps its energy", "duct", mesh(554)));
  return claims;
}

}  // namespace touchstone
