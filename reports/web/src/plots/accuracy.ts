// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of values: cumulative distribution, histogram, and rights against the distance to degeneracy.
import { countText, percentText, powerText, shortText } from "../data/numbers";
import type { Report, VerifyRow } from "../data/record";
import { state, type Values } from "../state/fragment";
import { select, unique } from "../ui/controls";
import { cumulative, errorHistogram, unitName, type Histogram, type Unit } from "./errors";
import { mountPlot, type Drawn, type LegendEntry } from "./frame";
import { drawPlot, named, Plot, powersOfTen } from "./kit";
import { lookOf } from "./series";

const kSection = "accuracy";
const kMaxStrips = 24; ///< metrics in the histogram; more would be a wall
const kNotRecorded = "Not recorded: this record of verify has no histogram of errors.";

interface Chosen {
  unit: Unit;
  rows: VerifyRow[];
  metrics: string[];
}

function unitOf(values: Values, all: VerifyRow[]): Unit {
  if (values["unit"] === "ulp" || values["unit"] === "size") return values["unit"];
  return all.some((row) => row.error_histogram) ? "size" : "ulp";
}

function inFamily(row: VerifyRow, family: string): boolean {
  return family === "" || row.family === family || `group:${row.group ?? ""}` === family;
}

function choose(all: VerifyRow[], values: Values): Chosen {
  const rows = all.filter((row) => inFamily(row, values["family"] ?? ""));
  return { unit: unitOf(values, all), rows, metrics: unique(rows.map((row) => row.metric)) };
}

function controls(all: VerifyRow[]): HTMLElement[] {
  const family = select("Families", (value) => {
    state.set(kSection, { family: value });
  });
  const unit = select("Error", (value) => {
    state.set(kSection, { unit: value });
  });
  const groups = unique(all.map((row) => row.group ?? "")).filter((group) => group !== "");
  const choices = [
    { value: "", label: "all" },
    ...groups.map((group) => ({ value: `group:${group}`, label: `group ${group}` })),
    ...unique(all.map((row) => row.family)).map((name) => ({ value: name })),
  ];
  state.on(kSection, (values) => {
    family.update(choices, values["family"] ?? "");
    unit.update(
      [
        { value: "size", label: "relative to size" },
        { value: "ulp", label: "in ulps" },
      ],
      unitOf(values, all),
    );
  });
  return [family.element, unit.element];
}

interface Line {
  metric: string;
  histogram: Histogram;
}

function linesOf({ rows, metrics, unit }: Chosen): Line[] {
  const lines: Line[] = [];
  for (const metric of metrics) {
    const histogram = errorHistogram(
      rows.filter((row) => row.metric === metric),
      unit,
    );
    if (histogram && histogram.total > 0) lines.push({ metric, histogram });
  }
  return lines;
}

function legendOf(lines: Line[]): LegendEntry[] {
  return lines.map(({ metric, histogram }) => ({ name: metric, look: lookOf(metric), note: `${countText(histogram.total)} values` }));
}

function noLines(chosen: Chosen): string {
  return chosen.unit === "size" ? `${kNotRecorded} Errors in ulps may be.` : kNotRecorded;
}

function drawCdf(all: VerifyRow[], values: Values, width: number, hidden: Set<string>): Drawn | string {
  const chosen = choose(all, values);
  const lines = linesOf(chosen);
  if (lines.length === 0) return noLines(chosen);
  const shown = lines.filter((line) => !hidden.has(line.metric));
  const points = shown.flatMap(({ metric, histogram }) => cumulative(histogram).map((p) => ({ ...p, metric })));
  const marks = shown.map(({ metric }) => {
    const look = lookOf(metric);
    const own = points.filter((point) => point.metric === metric);
    return named(metric, Plot.line(own, { x: "x", y: "share", stroke: look.color, strokeDasharray: look.dash, strokeWidth: 1.8, curve: "step-after" }));
  });
  const dots = shown.map(({ metric }, k) => {
    const look = lookOf(metric);
    const own = points.filter((point, i) => point.metric === metric && (i + 3 * k) % 8 === 0 && point.share > 0.002);
    return named(metric, Plot.dot(own, { x: "x", y: "share", fill: look.color, symbol: look.symbol, r: 3.2 }));
  });
  const picture = drawPlot(
    { width },
    {
      x: { type: "log", label: `${unitName(chosen.unit)} \u2192`, grid: true, ticks: ticksOf(chosen.unit, width), tickFormat: powerText },
      y: { label: "\u2191 share of the values with an error up to x (%)", domain: [0, 1], grid: true, tickFormat: (d: number) => String(Math.round(d * 100)) },
      marks: [
        Plot.ruleY([0]),
        ...marks,
        ...dots,
        Plot.tip(points, Plot.pointer({ x: "x", y: "share", title: (p: { metric: string; x: number; share: number }) => `${p.metric}\n${percentText(p.share)} % up to ${shortText(p.x)}` })),
      ],
    },
  );
  return {
    picture,
    columns: ["metric", unitName(chosen.unit), "share with an error up to it"],
    rows: points.map((p) => [p.metric, p.x, p.share]),
    legend: legendOf(lines),
    notes: ["Values without an error, or below the axis, are in the line's first height."],
  };
}

function ticksOf(unit: Unit, width: number): number[] {
  return unit === "size" ? powersOfTen(1e-20, 1e4, width < 520 ? 5 : 13) : powersOfTen(1, 1e16, width < 520 ? 5 : 17);
}

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

function drawHistogram(all: VerifyRow[], values: Values, width: number, hidden: Set<string>): Drawn | string {
  const chosen = choose(all, values);
  const lines = linesOf(chosen);
  if (lines.length === 0) return noLines(chosen);
  const shown = lines.filter((line) => !hidden.has(line.metric)).slice(0, kMaxStrips);
  const ratio = chosen.unit === "size" ? 10 ** 0.25 : 2;
  const bars = shown.flatMap((line) => barsOf(line, ratio));
  const zeros = shown.filter((line) => line.histogram.zero > 0);
  const picture = drawPlot(
    { width, height: Math.max(160, 60 + 34 * shown.length), marginLeft: width < 520 ? 96 : 130, marginRight: 76, marginTop: 10 },
    {
      x: { type: "log", label: `${unitName(chosen.unit)} \u2192`, grid: true, ticks: ticksOf(chosen.unit, width), tickFormat: powerText },
      y: { axis: null, type: "sqrt", domain: [0, Math.max(0.001, ...bars.map((bar) => bar.share))] },
      fy: { label: null, domain: shown.map((line) => line.metric), padding: 0.12, tickSize: 0 },
      marks: [
        ...shown.map(({ metric }) =>
          named(metric, Plot.rect(bars.filter((bar) => bar.metric === metric), { x1: "low", x2: "high", y1: 0, y2: "share", fy: "metric", fill: lookOf(metric).color, insetLeft: 0.5 })),
        ),
        Plot.ruleY(shown.map((line) => ({ metric: line.metric })), { y: 0, fy: "metric", stroke: "var(--rule)" }),
        Plot.text(zeros, {
          fy: "metric", frameAnchor: "right", dx: 70, textAnchor: "end", fill: "var(--muted)", fontSize: 10.5,
          text: (line: Line) => `${percentText(line.histogram.zero / line.histogram.total)} % exact`,
        }),
        Plot.tip(bars, Plot.pointerX({ x1: "low", x2: "high", y: "share", fy: "metric", title: (b: Bar) => `${b.metric}\n${countText(b.count)} values (${percentText(b.share)} %)\n${shortText(b.low)} to ${shortText(b.high)}` })),
      ],
    },
  );
  const left = lines.filter((line) => !hidden.has(line.metric)).length - shown.length;
  return {
    picture,
    columns: ["metric", "from", "to", "values", "share"],
    rows: lines.flatMap((line) => [
      [line.metric, 0, 0, line.histogram.zero, line.histogram.zero / line.histogram.total],
      ...barsOf(line, ratio).map((bar) => [bar.metric, bar.low, bar.high, bar.count, bar.share]),
      [line.metric, "above", "", line.histogram.above, line.histogram.above / line.histogram.total],
    ]),
    legend: legendOf(lines),
    notes: left > 0 ? [`${left} more metrics are left out of the picture; the table has them. Hide others in the legend to see them.`] : [],
  };
}

export function mountAccuracy(report: Report): void {
  const all = report.verify?.results ?? [];
  mountPlot({
    name: "error-cdf",
    section: kSection,
    title: "Cumulative distribution of errors.",
    caption: "How large a share of a metric\u2019s values has an error up to x. Further left and higher is better.",
    controls: controls(all),
    draw: (values, width, hidden) => drawCdf(all, values, width, hidden),
  });
  mountPlot({
    name: "error-histogram",
    section: kSection,
    title: "Histogram of errors.",
    caption: "A strip for each metric, all to one scale; heights are square roots of shares, so that rare errors are seen. Errors of exactly 0 have no place on the axis: their share stands at the right.",
    controls: controls(all),
    draw: (values, width, hidden) => drawHistogram(all, values, width, hidden),
  });
}
