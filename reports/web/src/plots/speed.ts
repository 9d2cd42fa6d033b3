// SPDX-License-Identifier: GPL-3.0-or-later
// Time against vertices, and ratios to a baseline. A metric that is wrong is dashed and crossed out, however fast.
import { exactText, percentText, shortText, timeText } from "../data/numbers";
import type { Report, TimeRow } from "../data/record";
import { state, type Values } from "../state/fragment";
import { select, unique, type Choice } from "../ui/controls";
import { mountPlot, type Drawn, type LegendEntry } from "./frame";
import { drawPlot, named, Plot, powersOfTen, rangeOf, tip } from "./kit";
import { lookOf } from "./series";
import { endLabels, floorMarks, heightFor, lineMarks, xAxis } from "./speed_marks";
import {
  crossovers,
  defaultBaseline,
  fitText,
  kStandingMarks,
  ratiosTo,
  scopeOf,
  standingText,
  timeLines,
  type RatioPoint,
  type TimeLine,
  type TimePoint,
} from "./timing";

const kSection = "speed";
const kNotRecorded = "Not recorded: this page has no record of times (touchstone time).";
const kLabelSpace = 150;
const kMaxLabels = 40;
const kLabelWidth = 720; ///< width from which a picture has room for names beside lines [px]

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
    note: [kStandingMarks[line.standing] + standingText(line), fitText(line.fit)]
      .filter((text) => text !== "")
      .join("; "),
    wrong: line.standing === "wrong",
  }));
}

function emptyText(lines: TimeLine[]): string | null {
  if (lines.every((line) => line.points.length === 0))
    return "Not recorded: no pairs of equal size were timed here.";
  return null;
}

function timeTip(p: TimePoint): string {
  const share = Number.isNaN(p.share) ? "not judged" : `right on ${percentText(p.share)} %`;
  const lost = p.lost > 0 ? `\n${p.lost} pairs left out: crashed or timed out` : "";
  return `${p.metric}, ${p.vertices} vertices\n${timeText(p.median)} (${timeText(p.low)} to ${timeText(p.high)})\n${share}${lost}`;
}

/** The picture of times; lines of all metrics give the floor, those shown the rest. */
function timePicture(lines: TimeLine[], shown: TimeLine[], width: number): SVGSVGElement {
  const points = shown.flatMap((line) => line.points);
  const { floor, marks: floors } = floorMarks(lines.flatMap((line) => line.points));
  const labelled = width >= kLabelWidth && shown.length <= kMaxLabels;
  const height = heightFor(shown, width);
  const [least, most] = rangeOf([...points.flatMap((p) => [p.low, p.high]), ...floor.map((p) => p.time)]);
  const [low, high] = [least / 1.5, most * 1.2];
  const bands = shown.map((line) =>
    named(
      line.metric,
      Plot.areaY(line.points, {
        x: "vertices",
        y1: "low",
        y2: "high",
        fill: lookOf(line.metric).color,
        fillOpacity: 0.13,
      }),
    ),
  );
  return drawPlot(
    { width, height, marginRight: labelled ? kLabelSpace : 20 },
    {
      x: { type: "log" },
      y: {
        type: "log",
        domain: [low, high],
        label: "\u2191 time of a query",
        grid: true,
        ticks: powersOfTen(low, high),
        tickFormat: timeText,
      },
      marks: [
        ...xAxis(width, points),
        ...floors,
        ...bands,
        ...shown.flatMap((line) => lineMarks(line, line.points, (p) => p.median)),
        ...(labelled ? endLabels(shown, points, (p) => p.median, { low, high, height }) : []),
        tip(points, { x: "vertices", y: "median" }, timeTip),
      ],
    },
  );
}

const kTimeColumns = [
  "metric",
  "vertices",
  "median_ns",
  "p10_ns",
  "p90_ns",
  "floor_ns",
  "share right",
  "exponent",
  "low",
  "high",
];

function timeRows({ points, fit }: TimeLine): (string | number)[][] {
  const exponent = fit ? [fit.exponent, fit.low, fit.high].map(exactText) : ["", "", ""];
  return points.map((p) => [
    p.metric,
    p.vertices,
    p.median,
    p.low,
    p.high,
    p.floor,
    shareText(p.share),
    ...exponent,
  ]);
}

function shareText(share: number): string | number {
  return Number.isNaN(share) ? "not judged" : share;
}

function drawTime(report: Report, values: Values, width: number, hidden: Set<string>): Drawn | string {
  const rows = report.time?.results ?? [];
  if (rows.length === 0) return kNotRecorded;
  const lines = timeLines(report, scopeOf(rows, values));
  const empty = emptyText(lines);
  if (empty !== null) return empty;
  return {
    picture: timePicture(
      lines,
      lines.filter((line) => !hidden.has(line.metric)),
      width,
    ),
    columns: kTimeColumns,
    rows: lines.flatMap(timeRows),
    legend: legendOf(lines),
    notes: [
      "Dashed and crossed out: wrong on more than one answer in a hundred. A cross: some answers are wrong there. Hollow: nothing could judge the answers there.",
    ],
  };
}

function crossoverNotes(points: RatioPoint[], baseline: string): string[] {
  const found = crossovers(points);
  if (found.length === 0) return [`No metric crosses ${baseline} here.`];
  return [
    `Crossovers with ${baseline}: ${found.map((c) => `${c.metric} is ${c.becomes} from about ${shortText(c.vertices, 2)} vertices on`).join("; ")}.`,
  ];
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
  const labelled = width >= kLabelWidth && shown.length <= kMaxLabels;
  const height = heightFor(shown, width);
  const [least, most] = rangeOf([1, ...points.map((p) => p.ratio)]);
  const [low, high] = [least / 1.3, most * 1.3];
  const picture = drawPlot(
    { width, height, marginRight: labelled ? kLabelSpace : 20 },
    {
      x: { type: "log" },
      y: {
        type: "log",
        domain: [low, high],
        label: `\u2191 time / time of ${baseline}`,
        grid: true,
        ticks: powersOfTen(low, high),
        tickFormat: (d: number) => `${shortText(d)}\u00d7`,
      },
      marks: [
        ...xAxis(width, points),
        Plot.ruleY([1], { stroke: "currentColor", strokeWidth: 1 }),
        ...shown.flatMap((line) =>
          lineMarks(
            line,
            points.filter((p) => p.metric === line.metric),
            (p) => p.ratio,
          ),
        ),
        ...(labelled ? endLabels(shown, points, (p) => p.ratio, { low, high, height }) : []),
        tip(
          points,
          { x: "vertices", y: "ratio" },
          (p) => `${p.metric}, ${p.vertices} vertices\n${shortText(p.ratio)} times ${baseline}`,
        ),
      ],
    },
  );
  return {
    picture,
    columns: ["metric", "vertices", `time / time of ${baseline}`, "share right"],
    rows: ratios.map((p) => [p.metric, p.vertices, p.ratio, shareText(p.share)]),
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
    caption:
      "Median time of a query; the band holds the middle 80 % of the repetitions. e: fitted exponent of time ~ facets^e, with its 95 % interval.",
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
