// SPDX-License-Identifier: GPL-3.0-or-later
// How times are drawn. A metric that is wrong is dashed and crossed out, however fast it is.
import { countText, percentText } from "../data/numbers";
import { unique } from "../ui/controls";
import { logAxis, named, Plot, powersOfTen, seriesDots, seriesLine, spread } from "./kit";
import { lookOf } from "./series";
import { kStandingMarks, type TimeLine, type TimePoint } from "./timing";

type Y<P> = (point: P) => number;

/** A line for each metric; points where it is wrong are crossed out, points that nothing judged are hollow. */
export function lineMarks<P extends { vertices: number; share: number }>(
  line: TimeLine,
  points: P[],
  y: Y<P>,
): Plot.Markish[] {
  const wrong = line.standing === "wrong";
  const look = { ...lookOf(line.metric), dash: wrong ? "4 3" : "" };
  const at = { x: "vertices", y };
  const plain = points.filter((p) => !(p.share < 1));
  return [
    seriesLine(line.metric, look, points, {
      ...at,
      strokeWidth: wrong ? 1.6 : 2,
      strokeOpacity: wrong ? 0.85 : 1,
    }),
    seriesDots(line.metric, look, plain, {
      ...at,
      r: 3.6,
      stroke: look.color,
      strokeWidth: 1.3,
      fill: (p: P) => (Number.isNaN(p.share) ? "var(--paper)" : look.color),
    }),
    seriesDots(
      line.metric,
      look,
      points.filter((p) => p.share < 1),
      { ...at, symbol: "times", r: 4.2, fill: "none", stroke: "var(--wrong)", strokeWidth: 1.8 },
    ),
  ];
}

/** Names at the ends of curves, moved apart where they would stand on each other. */
export function endLabels<P extends { vertices: number; metric: string }>(
  lines: TimeLine[],
  points: P[],
  y: Y<P>,
  range: { low: number; high: number; height: number },
): Plot.Markish[] {
  const ends = lines.flatMap((line) =>
    points
      .filter((p) => p.metric === line.metric)
      .slice(-1)
      .map((point) => ({ line, point })),
  );
  const scale = (range.height - 68) / Math.log(range.high / range.low);
  const down = (value: number) => 24 + Math.log(range.high / value) * scale;
  return unique(ends.map(({ point }) => point.vertices)).flatMap((vertices) => {
    const own = ends.filter(({ point }) => point.vertices === vertices);
    const moved = spread(
      own.map(({ point }) => down(y(point))),
      13,
      24,
      range.height - 44,
    );
    return own.map(({ line, point }, k) =>
      endLabel(line, point.vertices, y(point), (moved[k] ?? 0) - down(y(point))),
    );
  });
}

function endLabel(line: TimeLine, x: number, y: number, dy: number): Plot.Markish {
  const wrong = line.standing === "wrong";
  const text =
    kStandingMarks[line.standing] + line.metric + (wrong ? ` ${percentText(line.lowShare)} %` : "");
  const look = {
    dx: 9,
    dy,
    textAnchor: "start",
    fontSize: 11,
    fontWeight: 500,
    stroke: "var(--paper)",
    strokeWidth: 4,
  } as const;
  return named(
    line.metric,
    Plot.text([text], {
      x: [x],
      y: [y],
      text: [text],
      fill: wrong ? "var(--wrong)" : lookOf(line.metric).color,
      ...look,
    }),
  );
}

export function heightFor(lines: TimeLine[], width: number): number {
  return width < 520 ? 360 : Math.min(760, Math.max(440, 68 + 15 * lines.length));
}

/** The sizes themselves are the ticks, where there is room for them. */
export function xAxis(width: number, points: { vertices: number }[]): Plot.Markish[] {
  const sizes = unique(points.map((p) => p.vertices)).sort((a, b) => a - b);
  const room = sizes.length <= width / 80;
  const ticks = room ? sizes : powersOfTen(sizes[0] ?? 1, sizes[sizes.length - 1] ?? 10);
  return logAxis("x", ticks, countText, "vertices of each body \u2192");
}

export function floorMarks(points: TimePoint[]): {
  floor: { vertices: number; time: number }[];
  marks: Plot.Markish[];
} {
  const byVertices = new Map<number, number>();
  for (const p of points)
    if (p.floor > 0) byVertices.set(p.vertices, Math.min(p.floor, byVertices.get(p.vertices) ?? Infinity));
  const floor = [...byVertices]
    .map(([vertices, time]) => ({ vertices, time }))
    .sort((a, b) => a.vertices - b.vertices);
  const marks = [
    named(
      "floor",
      Plot.areaY(floor, {
        x: "vertices",
        y1: (d: { time: number }) => d.time / 1e3,
        y2: "time",
        fill: "var(--rule)",
        fillOpacity: 0.25,
        clip: true,
      }),
    ),
    named(
      "floor",
      Plot.line(floor, {
        x: "vertices",
        y: "time",
        stroke: "var(--muted)",
        strokeWidth: 1.5,
        strokeDasharray: "1 3",
      }),
    ),
    Plot.text(floor.slice(-1), {
      x: "vertices",
      y: "time",
      text: () => "floor: one pair of support queries",
      dy: 11,
      textAnchor: "end",
      fontSize: 10.5,
      fill: "var(--muted)",
    }),
  ];
  return { floor, marks };
}
