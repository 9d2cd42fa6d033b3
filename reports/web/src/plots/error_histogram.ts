// SPDX-License-Identifier: GPL-3.0-or-later
// A strip of bars for each metric.
import { countText, percentText, powerText, shortText } from "../data/numbers";
import type { VerifyRow } from "../data/record";
import type { Values } from "../state/fragment";
import { choose, legendOf, linesOf, noLines, domainOf, ticksOf, type Line } from "./error_rows";
import { unitName } from "./errors";
import type { Drawn } from "./frame";
import { drawPlot, named, Plot, rangeOf, tip } from "./kit";
import { lookOf } from "./series";

const kMaxStrips = 24; ///< metrics; more would be a wall

interface Bar {
  metric: string;
  low: number;
  high: number;
  count: number;
  share: number;
}

function barsOf({ metric, histogram }: Line, ratio: number): Bar[] {
  const bars: Bar[] = [];
  histogram.edges.forEach((high, k) => {
    const count = histogram.counts[k] ?? 0;
    if (count > 0) bars.push({ metric, low: high / ratio, high, count, share: count / histogram.total });
  });
  return bars;
}

/** Bars over a line for each metric; what has no place on the axis stands at the right. */
function marksOf(lines: Line[], bars: Bar[]): Plot.Markish[] {
  const strips = lines.map(({ metric }) => {
    const own = bars.filter((bar) => bar.metric === metric);
    return named(
      metric,
      Plot.rect(own, {
        x1: "low",
        x2: "high",
        y1: 0,
        y2: "share",
        fy: "metric",
        fill: lookOf(metric).color,
        insetLeft: 0.5,
      }),
    );
  });
  const exact = {
    frameAnchor: "right",
    dx: 70,
    textAnchor: "end",
    fill: "var(--muted)",
    fontSize: 10.5,
  } as const;
  const text = (bar: Bar) =>
    `${bar.metric}\n${countText(bar.count)} values (${percentText(bar.share)} %)\n${shortText(bar.low)} to ${shortText(bar.high)}`;
  return [
    ...strips,
    Plot.ruleY(
      lines.map((line) => ({ metric: line.metric })),
      { y: 0, fy: "metric", stroke: "var(--rule)" },
    ),
    Plot.text(
      lines.filter((line) => line.histogram.zero > 0),
      {
        ...exact,
        fy: "metric",
        text: (line: Line) => `${percentText(line.histogram.zero / line.histogram.total)} % exact`,
      },
    ),
    tip(bars, { x: (bar: Bar) => Math.sqrt(bar.low * bar.high), y: "share", fy: "metric" }, text),
  ];
}

function rowsOf(line: Line, ratio: number): (string | number)[][] {
  const { zero, above, total } = line.histogram;
  const bars = barsOf(line, ratio).map((bar) => [bar.metric, bar.low, bar.high, bar.count, bar.share]);
  return [[line.metric, 0, 0, zero, zero / total], ...bars, [line.metric, "above", "", above, above / total]];
}

export function drawHistogram(
  all: VerifyRow[],
  values: Values,
  width: number,
  hidden: Set<string>,
): Drawn | string {
  const chosen = choose(all, values);
  const lines = linesOf(chosen);
  if (lines.length === 0) return noLines(chosen);
  const wanted = lines.filter((line) => !hidden.has(line.metric));
  const shown = wanted.slice(0, kMaxStrips);
  const ratio = chosen.unit === "size" ? 10 ** 0.25 : 2;
  const bars = shown.flatMap((line) => barsOf(line, ratio));
  const highest = rangeOf([0.001, ...bars.map((bar) => bar.share)])[1];
  const domain = domainOf(lines);
  const picture = drawPlot(
    {
      width,
      height: Math.max(160, 60 + 34 * shown.length),
      marginLeft: width < 520 ? 96 : 130,
      marginRight: 76,
      marginTop: 10,
    },
    {
      x: {
        type: "log",
        domain,
        label: `${unitName(chosen.unit)} \u2192`,
        grid: true,
        ticks: ticksOf(domain, width),
        tickFormat: powerText,
      },
      y: { axis: null, type: "sqrt", domain: [0, highest] },
      fy: { label: null, domain: shown.map((line) => line.metric), padding: 0.12, tickSize: 0 },
      marks: marksOf(shown, bars),
    },
  );
  const left = wanted.length - shown.length;
  return {
    picture,
    columns: ["metric", "from", "to", "values", "share"],
    rows: lines.flatMap((line) => rowsOf(line, ratio)),
    legend: legendOf(lines),
    notes:
      left > 0
        ? [
            `${left} more metrics are left out of the picture; the table has them. Hide others in the legend to see them.`,
          ]
        : [],
  };
}
