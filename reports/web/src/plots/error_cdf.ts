// SPDX-License-Identifier: GPL-3.0-or-later
// The share of a metric's values with an error up to x.
import { percentText, powerText, shortText } from "../data/numbers";
import type { VerifyRow } from "../data/record";
import type { Values } from "../state/fragment";
import { choose, legendOf, linesOf, noLines, domainOf, ticksOf, type Line } from "./error_rows";
import { cumulative, unitName, type CdfPoint } from "./errors";
import type { Drawn } from "./frame";
import { drawPlot, kPercentTicks, Plot, seriesDots, seriesLine, tip } from "./kit";
import { lookOf } from "./series";

interface Point extends CdfPoint {
  metric: string;
}

function pointsOf({ metric, histogram }: Line): Point[] {
  return cumulative(histogram).map((p) => ({ ...p, metric }));
}

/** Marks stand on every eighth step, shifted from series to series so that they do not hide each other. */
function marksOf(lines: Line[], domain: [number, number]): Plot.Markish[] {
  return lines.flatMap((line, k) => {
    const look = lookOf(line.metric);
    const points = pointsOf(line).filter((p) => p.x >= domain[0] * 0.999 && p.x <= domain[1] * 1.001);
    const marked = points.filter((point, i) => (i + 3 * k) % 8 === 0 && point.share > 0.002);
    return [
      seriesLine(line.metric, look, points, { x: "x", y: "share", curve: "step-after" }),
      seriesDots(line.metric, look, marked, { x: "x", y: "share", r: 3.2 }),
    ];
  });
}

export function drawCdf(
  all: VerifyRow[],
  values: Values,
  width: number,
  hidden: Set<string>,
): Drawn | string {
  const chosen = choose(all, values);
  const lines = linesOf(chosen);
  if (lines.length === 0) return noLines(chosen);
  const shown = lines.filter((line) => !hidden.has(line.metric));
  const name = unitName(chosen.unit);
  const domain = domainOf(lines);
  const picture = drawPlot(
    { width },
    {
      x: {
        type: "log",
        domain,
        label: `${name} \u2192`,
        grid: true,
        ticks: ticksOf(domain, width),
        tickFormat: powerText,
      },
      y: {
        label: "\u2191 share of the values with an error up to x [%]",
        domain: [0, 1],
        grid: true,
        tickFormat: kPercentTicks,
      },
      marks: [
        Plot.ruleY([0]),
        ...marksOf(shown, domain),
        tip(
          shown.flatMap(pointsOf),
          { x: "x", y: "share" },
          (p) => `${p.metric}\n${percentText(p.share)} % up to ${shortText(p.x)}`,
        ),
      ],
    },
  );
  return {
    picture,
    columns: ["metric", name, "share with an error up to it"],
    rows: lines.flatMap(pointsOf).map((p) => [p.metric, p.x, p.share]),
    legend: legendOf(lines),
    notes: ["Values without an error, or below the axis, are in the line's first height."],
  };
}
