// SPDX-License-Identifier: GPL-3.0-or-later
// Where on the way to a tie a metric begins to fail.
import { isFiniteNum, percentText, powerText, shortText, toNumber } from "../data/numbers";
import type { DegeneracyBin, Report, VerifyRow } from "../data/record";
import { state, type Values } from "../state/fragment";
import { select, unique } from "../ui/controls";
import { mountPlot, type Drawn } from "./frame";
import { drawPlot, kPercentTicks, powersOfTen, seriesDots, seriesLine, tip } from "./kit";
import { lookOf } from "./series";

const kSection = "accuracy";

interface Point {
  metric: string;
  bin: string;
  order: number;
  cases: number;
  right: number;
  error: number;
}

/** "tie", "≤ 10⁻¹⁵", ..., "> 0.1": by what the gap is up to. */
function binName(bin: DegeneracyBin): string {
  if (bin.above === null || bin.above === undefined) return "tie";
  return isFiniteNum(bin.up_to) ? powerText(bin.up_to) : "more";
}

function binOrder(bin: DegeneracyBin): number {
  if (bin.above === null || bin.above === undefined) return -Infinity;
  return isFiniteNum(bin.up_to) ? bin.up_to : Infinity;
}

function pointsOf(rows: VerifyRow[]): Point[] {
  const points = new Map<string, Point>();
  for (const row of rows) {
    for (const bin of row.degeneracy ?? []) {
      const key = JSON.stringify([row.metric, binOrder(bin), bin.up_to]);
      const point = points.get(key) ?? {
        metric: row.metric,
        bin: binName(bin),
        order: binOrder(bin),
        cases: 0,
        right: 0,
        error: 0,
      };
      point.cases += bin.cases;
      point.right += bin.right;
      const error = toNumber(bin.max_error);
      if (error > point.error) point.error = error;
      points.set(key, point);
    }
  }
  return [...points.values()].sort((a, b) => a.order - b.order);
}

function picture(points: Point[], shown: Point[], byError: boolean, width: number): SVGSVGElement {
  const y = byError ? "error" : (point: Point) => point.right / point.cases;
  const at = { x: "bin", y };
  const marks = unique(shown.map((point) => point.metric)).flatMap((metric) => {
    const own = shown.filter((point) => point.metric === metric);
    return [seriesLine(metric, lookOf(metric), own, at), seriesDots(metric, lookOf(metric), own, at)];
  });
  const text = (p: Point) =>
    `${p.metric}\n${p.right} of ${p.cases} right (${percentText(p.right / p.cases)} %)\nlargest error ${shortText(p.error)}`;
  const label = "gap to the second nearest facet, relative to size: up to \u2192";
  return drawPlot(
    { width },
    {
      x: {
        type: "point",
        domain: unique(points.map((point) => point.bin)),
        label,
        tickRotate: width < 520 ? -60 : 0,
      },
      y: byError
        ? {
            type: "log",
            label: "\u2191 largest error, relative to size",
            grid: true,
            tickFormat: powerText,
            ticks: powersOfTen(1e-20, 1e4, 9),
          }
        : {
            label: "\u2191 share of right answers [%]",
            domain: [0, 1],
            grid: true,
            tickFormat: kPercentTicks,
          },
      marks: [...marks, tip(shown, at, text)],
    },
  );
}

function draw(all: VerifyRow[], values: Values, width: number, hidden: Set<string>): Drawn | string {
  const points = pointsOf(all);
  if (points.length === 0)
    return "Not recorded: verify sorts errors by the distance to degeneracy only if asked to (--degeneracy).";
  const byError = values["degeneracy"] === "error";
  const shown = points.filter(
    (point) => !hidden.has(point.metric) && (!byError || (point.error > 0 && Number.isFinite(point.error))),
  );
  const infinite = byError ? points.filter((point) => point.error === Infinity).length : 0;
  return {
    picture: picture(points, shown, byError, width),
    columns: ["metric", "gap up to", "cases", "right", "share right", "largest error"],
    rows: points.map((p) => [p.metric, p.bin, p.cases, p.right, p.right / p.cases, p.error]),
    legend: unique(points.map((point) => point.metric)).map((name) => ({ name })),
    notes: infinite > 0 ? [`${infinite} largest errors are infinite: they have no place on the axis.`] : [],
  };
}

export function mountDegeneracy(report: Report): void {
  const all = report.verify?.results ?? [];
  const what = select("Show", (value) => {
    state.set(kSection, { degeneracy: value });
  });
  state.on(kSection, (values) => {
    what.update(
      [
        { value: "", label: "share of right answers" },
        { value: "error", label: "largest error" },
      ],
      values["degeneracy"] ?? "",
    );
  });
  mountPlot({
    name: "degeneracy",
    section: kSection,
    title: "Errors against the distance to degeneracy.",
    caption:
      "Penetrating pairs, by how much the second nearest facet of the Minkowski difference is farther than the nearest. At a tie two answers are right.",
    controls: all.some((row) => row.degeneracy?.length) ? [what.element] : [],
    draw: (values, width, hidden) => draw(all, values, width, hidden),
  });
}
