// SPDX-License-Identifier: GPL-3.0-or-later
// For tests: gradients with the mistakes that implementations make.
#pragma once

#include "harness/gradient/gradient_judge.hpp"

namespace touchstone {

/// What a gradient becomes by a mistake, and the word for it.
struct GradientMutant {
  const char* name;
  Gradient (*make)(const Pair& pair, const Gradient& g);
  GradientWord word;
  const char* convention;
};

inline const GradientMutant kGradientMutants[] = {
    {"sign of B",
     [](const Pair&, const Gradient& g) {
       return Gradient{g.v_A, g.w_A, -g.v_B, -g.w_B};
     },
     GradientWord::wrong_gradient, ""},
    {"about the world's origin",
     [](const Pair& pair, const Gradient& g) {
       return Gradient{g.v_A, g.w_A + pair.X_WA.t.cross(g.v_A), g.v_B,
                       g.w_B + pair.X_WB.t.cross(g.v_B)};
     },
     GradientWord::wrong_frame, "w about the world's origin"},
    {"half of w",
     [](const Pair&, const Gradient& g) {
       return Gradient{g.v_A, g.w_A / 2, g.v_B, g.w_B / 2};
     },
     GradientWord::wrong_frame, "w halved"},
    {"n x arm",
     [](const Pair&, const Gradient& g) {
       return Gradient{g.v_A, -g.w_A, g.v_B, -g.w_B};
     },
     GradientWord::wrong_frame, "w reversed"},
    {"transposed R",
     [](const Pair& pair, const Gradient& g) {
       const Mat3 R_A = pair.X_WA.R.transpose();
       const Mat3 R_B = pair.X_WB.R.transpose();
       return Gradient{R_A * g.v_A, R_A * g.w_A, R_B * g.v_B, R_B * g.w_B};
     },
     GradientWord::wrong_frame, "body axes"},
    {"w in body axes",
     [](const Pair& pair, const Gradient& g) {
       return Gradient{g.v_A, pair.X_WA.R.transpose() * g.w_A, g.v_B,
                       pair.X_WB.R.transpose() * g.w_B};
     },
     GradientWord::wrong_frame, "w in body axes"}};

}  // namespace touchstone
