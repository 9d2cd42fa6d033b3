// SPDX-License-Identifier: GPL-3.0-or-later
// Time against vertices, and ratios to a baseline. A metric that is wrong is dashed and crossed out, however fast.
import { countText, percentText, shortText, timeText } from "../data/numbers";
import type { Report, TimeRow } from "../data/record";
import { state, type Values } from "../state/fragment";
import { select, unique, type Choice } from "../ui/controls";
import { mountPlot, type Drawn, type LegendEntry } from "./frame";
import { drawPlot, logAxis, named, Plot, powersOfTen, spread } from "./kit";
import { lookOf } from "./series";
import {
  crossovers, defaultBaseline, fitText, kStandingMarks, ratiosTo, scopeOf, standingText, timeLines,
  type RatioPoint, type TimeLine, type TimePoint,
} from "./timing";

const kSection = "speed";
const kNotRecorded = "Not recorded: this page has no record of times (touchstone time).";
const kLabelSpace = 150;
const kLabelWidth = 720; ///< of a picture that has room for names beside lines

function choicesOf(rows: TimeRow[], key: "family" | "regime" | "start"): Choice[] {
  return unique(rows.map((row) => row[key])).map((value) => ({ value }));
}

function controls(rows: TimeRow[]): HTMLElement[] {
  const family = select("Shapes", (value) => {
    state.set(kSection, { family: value });
  });
  const regime = select("Regime", (value) => {
    state.set(kSection, { regime: value });
  });
  const start = select("Start", (value) => {
    state.set(kSection, { start: value });
  });
  state.on(kSection, (values) => {
    const scope = scopeOf(rows, values);
    family.update(choicesOf(rows, "family"), scope.family);
    const own = rows.filter((row) => row.family === scope.family);
    regime.update(choicesOf(own, "regime"), scope.regime);
    start.update(choicesOf(own, "start"), scope.start);
  });
  return [family.element, regime.element, start.element];
}

function baselineControl(report: Report, rows: TimeRow[]): HTMLElement {
  const baseline = select("Baseline", (value) => {
    state.set(kSection, { baseline: value });
  });
  state.on(kSection, (values) => {
    const lines = timeLines(report, scopeOf(rows, values));
    baseline.update(
      lines.map((line) => ({ value: line.metric })),
      values["baseline"] ?? defaultBaseline(lines),
    );
  });
  return baseline.element;
}

function legendOf(lines: TimeLine[]): LegendEntry[] {
  return lines.map((line) => ({
    name: line.metric,
    look: { ...lookOf(line.metric), dash: line.standing === "wrong" ? "4 3" : "" },
    note: [kStandingMarks[line.standing] + standingText(line), fitText(line.fit)].filter((text) => text !== "").join("; "),
    wrong: line.standing === "wrong",
  }));
}

type Y<P> = (point: P) => number;

/** A line for each metric; points where it is wrong are crossed out, points that nothing judged are hollow. */
function lineMarks<P extends { vertices: number; share: number }>(line: TimeLine, points: P[], y: Y<P>): Plot.Markish[] {
  const look = lookOf(line.metric);
  const wrong = line.standing === "wrong";
  const at = { x: "vertices", y };
  const plain = points.filter((p) => !(p.share < 1));
  return [
    named(line.metric, Plot.line(points, { ...at, stroke: look.color, strokeWidth: wrong ? 1.6 : 2, strokeDasharray: wrong ? "4 3" : "none", strokeOpacity: wrong ? 0.85 : 1 })),
    named(line.metric, Plot.dot(plain, { ...at, symbol: look.symbol, r: 3.6, stroke: look.color, strokeWidth: 1.3, fill: (p: P) => (Number.isNaN(p.share) ? "var(--paper)" : look.color) })),
    named(line.metric, Plot.dot(points.filter((p) => p.share < 1), { ...at, symbol: "times", r: 4.2, stroke: "var(--wrong)", strokeWidth: 1.8 })),
  ];
}

/** Names at the ends of curves, moved apart where they would stand on each other. */
function endLabels<P extends { vertices: number; metric: string }>(
  lines: TimeLine[], points: P[], y: Y<P>, range: { low: number; high: number; height: number },
): Plot.Markish[] {
  const ends = lines.flatMap((line) => points.filter((p) => p.metric === line.metric).slice(-1).map((point) => ({ line, point })));
  const scale = (range.height - 68) / Math.log(range.high / range.low);
  const down = (value: number) => 24 + Math.log(range.high / value) * scale;
  return unique(ends.map(({ point }) => point.vertices)).flatMap((vertices) => {
    const own = ends.filter(({ point }) => point.vertices === vertices);
    const moved = spread(own.map(({ point }) => down(y(point))), 13, 24, range.height - 44);
    return own.map(({ line, point }, k) => endLabel(line, point.vertices, y(point), (moved[k] ?? 0) - down(y(point))));
  });
}

function endLabel(line: TimeLine, x: number, y: number, dy: number): Plot.Markish {
  const wrong = line.standing === "wrong";
  const text = kStandingMarks[line.standing] + line.metric + (wrong ? ` ${percentText(line.lowShare)} %` : "");
  const look = { dx: 9, dy, textAnchor: "start", fontSize: 11, fontWeight: 500, stroke: "var(--paper)", strokeWidth: 4 } as const;
  return named(line.metric, Plot.text([text], { x: [x], y: [y], text: [text], fill: wrong ? "var(--wrong)" : lookOf(line.metric).color, ...look }));
}

function heightFor(lines: TimeLine[], width: number): number {
  return width < 520 ? 360 : Math.min(760, Math.max(440, 68 + 15 * lines.length));
}

/** The sizes themselves are the ticks, where there is room for them. */
function xAxis(width: number, points: { vertices: number }[]): Plot.Markish[] {
  const sizes = unique(points.map((p) => p.vertices)).sort((a, b) => a - b);
  const room = sizes.length <= width / 80;
  const ticks = room ? sizes : powersOfTen(sizes[0] ?? 1, sizes[sizes.length - 1] ?? 10);
  return logAxis("x", ticks, countText, "vertices of each body \u2192");
}

function emptyText(lines: TimeLine[]): string | null {
  if (lines.every((line) => line.points.length === 0)) return "Not recorded: no pairs of equal size were timed here.";
  return null;
}

function floorMarks(points: TimePoint[]): { floor: { vertices: number; time: number }[]; marks: Plot.Markish[] } {
  const byVertices = new Map<number, number>();
  for (const p of points) if (p.floor > 0) byVertices.set(p.vertices, Math.min(p.floor, byVertices.get(p.vertices) ?? Infinity));
  const floor = [...byVertices].map(([vertices, time]) => ({ vertices, time })).sort((a, b) => a.vertices - b.vertices);
  const marks = [
    named("floor", Plot.areaY(floor, { x: "vertices", y1: (d: { time: number }) => d.time / 1e3, y2: "time", fill: "var(--rule)", fillOpacity: 0.25, clip: true })),
    named("floor", Plot.line(floor, { x: "vertices", y: "time", stroke: "var(--muted)", strokeWidth: 1.5, strokeDasharray: "1 3" })),
    Plot.text(floor.slice(-1), { x: "vertices", y: "time", text: () => "floor: one pair of support queries", dy: 11, textAnchor: "end", fontSize: 10.5, fill: "var(--muted)" }),
  ];
  return { floor, marks };
}

function timeTip(p: TimePoint): string {
  const share = Number.isNaN(p.share) ? "not judged" : `right on ${percentText(p.share)} %`;
  const lost = p.lost > 0 ? `\n${p.lost} pairs left out: crashed or timed out` : "";
  return `${p.metric}, ${p.vertices} vertices\n${timeText(p.median)} (${timeText(p.low)} to ${timeText(p.high)})\n${share}${lost}`;
}

function drawTime(report: Report, values: Values, width: number, hidden: Set<string>): Drawn | string {
  const rows = report.time?.results ?? [];
  if (rows.length === 0) return kNotRecorded;
  const lines = timeLines(report, scopeOf(rows, values));
  const empty = emptyText(lines);
  if (empty !== null) return empty;
  const shown = lines.filter((line) => !hidden.has(line.metric));
  const points = shown.flatMap((line) => line.points);
  const { floor, marks: floors } = floorMarks(lines.flatMap((line) => line.points));
  const labelled = width >= kLabelWidth && shown.length <= 40;
  const height = heightFor(shown, width);
  const all = [...points.flatMap((p) => [p.low, p.high]), ...floor.map((p) => p.time)];
  const low = Math.min(...all) / 1.5;
  const high = Math.max(...all) * 1.2;
  const bands = shown.map((line) => named(line.metric, Plot.areaY(line.points, { x: "vertices", y1: "low", y2: "high", fill: lookOf(line.metric).color, fillOpacity: 0.13 })));
  const picture = drawPlot(
    { width, height, marginRight: labelled ? kLabelSpace : 20 },
    {
      x: { type: "log" },
      y: { type: "log", domain: [low, high], label: "\u2191 time of a query", grid: true, ticks: powersOfTen(low, high), tickFormat: timeText },
      marks: [
        ...xAxis(width, points),
        ...floors,
        ...bands,
        ...shown.flatMap((line) => lineMarks(line, line.points, (p) => p.median)),
        ...(labelled ? endLabels(shown, points, (p) => p.median, { low, high, height }) : []),
        Plot.tip(points, Plot.pointer({ x: "vertices", y: "median", title: timeTip })),
      ],
    },
  );
  return {
    picture,
    columns: ["metric", "vertices", "median_ns", "p10_ns", "p90_ns", "floor_ns", "share right", "exponent and interval"],
    rows: lines.flatMap((line) =>
      line.points.map((p) => [p.metric, p.vertices, p.median, p.low, p.high, p.floor, Number.isNaN(p.share) ? "not judged" : p.share, fitText(line.fit)]),
    ),
    legend: legendOf(lines),
    notes: ["Dashed and crossed out: wrong on more than one answer in a hundred. A cross: some answers are wrong there. Hollow: nothing could judge the answers there."],
  };
}

function crossoverNotes(points: RatioPoint[], baseline: string): string[] {
  const found = crossovers(points);
  if (found.length === 0) return [`No metric crosses ${baseline} here.`];
  return [`Crossovers with ${baseline}: ${found.map((c) => `${c.metric} is ${c.becomes} from about ${shortText(c.vertices, 2)} vertices on`).join("; ")}.`];
}

function drawRatio(report: Report, values: Values, width: number, hidden: Set<string>): Drawn | string {
  const rows = report.time?.results ?? [];
  if (rows.length === 0) return kNotRecorded;
  const lines = timeLines(report, scopeOf(rows, values));
  const empty = emptyText(lines);
  if (empty !== null) return empty;
  const wanted = values["baseline"] ?? "";
  const baseline = lines.some((line) => line.metric === wanted) ? wanted : defaultBaseline(lines);
  const ratios = ratiosTo(lines, baseline);
  const shown = lines.filter((line) => !hidden.has(line.metric));
  const points = ratios.filter((p) => !hidden.has(p.metric));
  const labelled = width >= kLabelWidth && shown.length <= 40;
  const height = heightFor(shown, width);
  const low = Math.min(1, ...points.map((p) => p.ratio)) / 1.3;
  const high = Math.max(1, ...points.map((p) => p.ratio)) * 1.3;
  const picture = drawPlot(
    { width, height, marginRight: labelled ? kLabelSpace : 20 },
    {
      x: { type: "log" },
      y: { type: "log", domain: [low, high], label: `\u2191 time / time of ${baseline}`, grid: true, ticks: powersOfTen(low, high), tickFormat: (d: number) => `${shortText(d)}\u00d7` },
      marks: [
        ...xAxis(width, points),
        Plot.ruleY([1], { stroke: "currentColor", strokeWidth: 1 }),
        ...shown.flatMap((line) => lineMarks(line, points.filter((p) => p.metric === line.metric), (p) => p.ratio)),
        ...(labelled ? endLabels(shown, points, (p) => p.ratio, { low, high, height }) : []),
        Plot.tip(points, Plot.pointer({ x: "vertices", y: "ratio", title: (p: RatioPoint) => `${p.metric}, ${p.vertices} vertices\n${shortText(p.ratio)} times ${baseline}` })),
      ],
    },
  );
  return {
    picture,
    columns: ["metric", "vertices", `time / time of ${baseline}`, "share right"],
    rows: ratios.map((p) => [p.metric, p.vertices, p.ratio, Number.isNaN(p.share) ? "not judged" : p.share]),
    legend: legendOf(lines),
    notes: crossoverNotes(ratios, baseline),
  };
}

export function mountSpeed(report: Report): void {
  const rows = report.time?.results ?? [];
  mountPlot({
    name: "time",
    section: kSection,
    title: "Time against size.",
    caption: "Median time of a query; the band holds the middle 80 % of the repetitions. e: fitted exponent of time ~ facets^e, with its 95 % interval.",
    controls: rows.length > 0 ? controls(rows) : [],
    draw: (values, width, hidden) => drawTime(report, values, width, hidden),
  });
  mountPlot({
    name: "time-ratio",
    section: kSection,
    title: "Time relative to a baseline.",
    caption: "Below the line: faster than the baseline.",
    controls: rows.length > 0 ? [...controls(rows), baselineControl(report, rows)] : [],
    draw: (values, width, hidden) => drawRatio(report, values, width, hidden),
  });
}
