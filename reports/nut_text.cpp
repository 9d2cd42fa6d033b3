// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/nut_text.hpp"

#include "reports/nut_record.hpp"
#include "reports/svg/plot_svg.hpp"
#include "reports/text_table.hpp"

namespace touchstone {
namespace {

PlotLine share_line(const NutRise& rise) {
  PlotLine line;
  line.label = rise.run.name;
  line.dots = false;
  for (int shakes = 0; shakes <= rise.run.shakes; ++shakes) {
    const auto share = share_above(rise, shakes);
    if (!share) break;
    line.x.push_back(shakes);
    line.y.push_back(share->mean);
    line.lower.push_back(share->least);
    line.upper.push_back(share->largest);
  }
  return line;
}

}  // namespace

std::string nut_text(const std::vector<NutRise>& rises, std::optional<std::size_t> room) {
  TextTable table(nut_rise_fields(), "to");
  std::string failures;
  for (std::size_t k = 0; k < rises.size(); ++k) {
    const NutRun& run = rises[k].run;
    if (k > 0 && run.varied != rises[k - 1].run.varied) table.add_rule();
    table.add(nut_rise_fields().cells(rises[k]));
    for (const NutMotion& motion : rises[k].seeds) {
      if (motion.fault.empty()) continue;
      failures += run.varied + " " + run.name + ", seed " + std::to_string(motion.seed) +
                  ": ended early: " + motion.fault + "\n";
    }
  }
  return "The rank of a large body among small ones that are shaken (Brazil nut)\n" +
         table.fitted(room) +
         "above: share of the small bodies that lie above the large one, mean of the seeds; at "
         "first and after so many shakes; +- half of its 95 % interval at the end\n"
         "over mean: height of the large body above the mean of the small ones at the end; on top: "
         "seeds with at most a tenth above it then\n" +
         failures;
}

std::string nut_svg(const std::vector<NutRise>& rises) {
  std::vector<SvgPart> parts;
  Plot plot;
  for (std::size_t k = 0; k < rises.size(); ++k) {
    plot.lines.push_back(share_line(rises[k]));
    if (k + 1 < rises.size() && rises[k + 1].run.varied == rises[k].run.varied) continue;
    plot.title = "The large body among small ones: " + rises[k].run.varied;
    plot.x_label = "shakes";
    plot.y_label = "share above it: mean, least, largest";
    plot.logarithmic = false;
    PlotLine on_top = {"on top", {0, static_cast<double>(rises[k].run.shakes)}, {}};
    on_top.y = {kOnTopShare, kOnTopShare};
    on_top.dots = false;
    on_top.dashed = true;
    plot.lines.push_back(on_top);
    parts.push_back(plot_part(plot));
    plot = {};
  }
  return svg_document(parts);
}

}  // namespace touchstone
