// SPDX-License-Identifier: GPL-3.0-or-later
// The case put to libccd 2.1: its EPA and its MPR.
#include "reports/snippets/snippet_writers.hpp"

namespace touchstone {

std::string libccd_snippet(const SnippetCase& s) {
  const bool rounded = is_rounded(s.c.pair());
  const auto body = [rounded](const std::string& name, const Polytope& polytope) {
    return "static const Body k" + name + " = {kVertices" + name + ", sizeof kVertices" + name +
           " / sizeof kVertices" + name + "[0], kRotation" + name + ", kTranslation" + name + ", " +
           braced(polytope.interior_point()) + (rounded ? ", kRadius" + name : "") + "};\n";
  };
  return cpp_head(s, "g++ -std=c++17 pair.cpp -lccd",
                  {"<ccd/ccd.h>", "<cmath>", "<cstddef>", "<cstdio>"}) +
         cpp_numbers(s) + cpp_report(s) +
         R"(struct Body {
  const double (*vertices)[3];
  std::size_t count;
  const double (*R)[3];
  const double* t;
  double center[3];  // a point inside, in its own frame
)" + (rounded ? "  double radius;\n" : "") +
         "};\n" + body("A", *s.c.pair().A) + body("B", *s.c.pair().B) +
         (rounded ? "\n// The point of the body that is farthest along `direction`, in the world.\n"
                  : "\n// The vertex that is farthest along `direction`, in the world.\n") +
         R"(static void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Body& body = *static_cast<const Body*>(object);
  double u[3], p[3];
  for (int i = 0; i < 3; ++i) {
    u[i] = body.R[0][i] * direction->v[0] +
           (body.R[1][i] * direction->v[1] + body.R[2][i] * direction->v[2]);
  }
  std::size_t best = 0;
  double best_dot = -HUGE_VAL;
  for (std::size_t k = 0; k < body.count; ++k) {
    const double* v = body.vertices[k];
    const double dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    if (dot > best_dot) {
      best_dot = dot;
      best = k;
    }
  }
  to_world(body.R, body.t, body.vertices[best], p);
)" +
         (rounded ? R"(  const double* d = direction->v;
  const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  for (int i = 0; i < 3; ++i) p[i] += length > 0 ? body.radius * d[i] / length : 0;
)"
                  : "") +
         R"(  ccdVec3Set(out, p[0], p[1], p[2]);
}

static void center(const void* object, ccd_vec3_t* out) {
  const Body& body = *static_cast<const Body*>(object);
  double p[3];
  to_world(body.R, body.t, body.center, p);
  ccdVec3Set(out, p[0], p[1], p[2]);
}

using Penetration = int (*)(const void*, const void*, const ccd_t*, ccd_real_t*, ccd_vec3_t*,
                            ccd_vec3_t*);

static int ask(const char* who, Penetration penetration) {
  ccd_t settings;
  CCD_INIT(&settings);
  settings.support1 = settings.support2 = support;
  settings.center1 = settings.center2 = center;
  ccd_real_t depth = NAN;
  ccd_vec3_t direction, position;
  const int code = penetration(&kA, &kB, &settings, &depth, &direction, &position);
  if (code == 0) {
    const double normal[3] = {-direction.v[0], -direction.v[1], -direction.v[2]};
    return report(who, -depth, normal);
  }
  std::printf("%s says %s (%d), the truth is %.17g\n", who,
              code == -1 ? "disjoint" : "it ran out of memory", code, kPhi);
  return code == -1 && kPhi > 0 ? 0 : 1;
}

int main(int argc, char** argv) {
  // With an argument: MPR instead of EPA.
  (void)argv;
  return argc > 1 ? ask("ccdMPRPenetration", ccdMPRPenetration)
                  : ask("ccdGJKPenetration", ccdGJKPenetration);
}
)";
}

}  // namespace touchstone
