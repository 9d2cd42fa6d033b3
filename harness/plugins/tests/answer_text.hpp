// SPDX-License-Identifier: GPL-3.0-or-later
// Every bit of an answer as text, so that tests can compare two of them.
#pragma once

#include <cstddef>
#include <sstream>
#include <string>

#include "metrics/metric.hpp"

namespace touchstone {

/// Every field but the proof; numbers in hexadecimal, so that only the same ones look alike.
inline std::string answer_text(const Answer& answer) {
  std::ostringstream text;
  text << std::hexfloat;
  const auto put = [&](const Vec3& v) { text << v[0] << ' ' << v[1] << ' ' << v[2] << '\n'; };
  text << static_cast<int>(answer.status) << ' ' << answer.value << ' ' << answer.sign << '\n';
  if (answer.tail) text << *answer.tail << '\n';
  if (answer.normal) put(*answer.normal);
  if (answer.witnesses) {
    put(answer.witnesses->p_WA);
    put(answer.witnesses->p_WB);
  }
  for (const Feature& feature : {answer.feature_A, answer.feature_B}) {
    text << static_cast<int>(feature.kind) << ' ' << feature.index << '\n';
  }
  if (answer.ratio) {
    const RatioDetail& ratio = *answer.ratio;
    text << ratio.r << ' ' << ratio.no_growth << ' ' << ratio.active_count << '\n';
    put(ratio.x_W);
    for (std::size_t k = 0; k < ratio.active_facet.size(); ++k) {
      text << ratio.active_facet[k] << ' ' << ratio.active_on_A[k] << ' '
           << ratio.active_multiplier[k] << '\n';
    }
    text << ratio.portal_count << '\n';
    for (const PortalPair& pair : ratio.portal) {
      text << pair.vertex_A << ' ' << pair.vertex_B << ' ' << pair.weight << '\n';
    }
  }
  text << answer.work.supports << ' ' << answer.work.iterations << ' ' << answer.work.exact << '\n'
       << answer.note << '\n';
  return text.str();
}

}  // namespace touchstone
