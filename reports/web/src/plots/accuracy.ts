// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of errors of values.
import type { Report } from "../data/record";
import { drawCdf } from "./error_cdf";
import { drawHistogram } from "./error_histogram";
import { controls, kSection } from "./error_rows";
import { mountPlot } from "./frame";

export function mountAccuracy(report: Report): void {
  const all = report.verify?.results ?? [];
  mountPlot({
    name: "error-cdf",
    section: kSection,
    title: "Cumulative distribution of errors.",
    caption:
      "How large a share of a metric\u2019s values has an error up to x. Further left and higher is better.",
    controls: controls(all),
    draw: (values, width, hidden) => drawCdf(all, values, width, hidden),
  });
  mountPlot({
    name: "error-histogram",
    section: kSection,
    title: "Histogram of errors.",
    caption:
      "A strip for each metric, all to one scale; heights are square roots of shares, so that rare errors are seen. Errors of exactly 0 have no place on the axis: their share stands at the right.",
    controls: controls(all),
    draw: (values, width, hidden) => drawHistogram(all, values, width, hidden),
  });
}
