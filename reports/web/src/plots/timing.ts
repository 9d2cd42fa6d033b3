// SPDX-License-Identifier: GPL-3.0-or-later
// Times of one family, regime and start, as lines over the number of vertices.
import { isFiniteNum, percentText, shortText, toNumber } from "../data/numbers";
import type { Report, TimeFit, TimeRow } from "../data/record";
import type { Values } from "../state/fragment";
import { unique } from "../ui/controls";

const kAlmost = 0.99; ///< share of right answers below which a metric counts as wrong, as in the matrix

export interface TimePoint {
  metric: string;
  vertices: number;
  median: number;
  low: number;
  high: number;
  floor: number;
  share: number; ///< share of right answers; NaN where nothing settled it
  lost: number; ///< pairs left out because the metric crashed or timed out
}

export type Standing = "right" | "almost" | "wrong" | "unknown";

export interface TimeLine {
  metric: string;
  points: TimePoint[];
  standing: Standing;
  lowShare: number;
  highShare: number;
  unjudged: boolean; ///< some of its points have no share
  fit: TimeFit | null;
}

export interface Scope {
  family: string;
  regime: string;
  start: string;
}

function pick(values: string[], wanted: string | undefined, preferred: string): string {
  if (wanted !== undefined && values.includes(wanted)) return wanted;
  return values.includes(preferred) ? preferred : (values[0] ?? "");
}

/** The family with most sizes first; shallow pairs, cold, unless something else is chosen. */
export function scopeOf(rows: TimeRow[], values: Values): Scope {
  const families = unique(rows.map((row) => row.family));
  const sizes = (family: string) =>
    unique(rows.filter((row) => row.family === family).map((row) => String(row.vertices[0]))).length;
  const widest = families.reduce(
    (best, family) => (sizes(family) > sizes(best) ? family : best),
    families[0] ?? "",
  );
  const family = pick(families, values["family"], widest);
  const inFamily = rows.filter((row) => row.family === family);
  const regime = pick(unique(inFamily.map((row) => row.regime)), values["regime"], "shallow");
  const start = pick(unique(inFamily.map((row) => row.start)), values["start"], "cold");
  return { family, regime, start };
}

function inScope(row: { family: string; regime: string; start: string }, scope: Scope): boolean {
  return row.family === scope.family && row.regime === scope.regime && row.start === scope.start;
}

function pointOf(row: TimeRow): TimePoint {
  const median = toNumber(row.median_ns);
  return {
    metric: row.metric,
    vertices: row.vertices[0] ?? 0,
    median,
    low: isFiniteNum(row.p10_ns) && row.p10_ns > 0 ? row.p10_ns : median,
    high: isFiniteNum(row.p90_ns) ? row.p90_ns : median,
    floor: toNumber(row.floor_ns),
    share: toNumber(row.right_share),
    lost: (row.crashed ?? 0) + (row.timed_out ?? 0),
  };
}

function standingOf(shares: number[]): Standing {
  if (shares.length === 0) return "unknown";
  const low = Math.min(...shares);
  if (low >= 1) return "right";
  return low >= kAlmost ? "almost" : "wrong";
}

/** The fit over most sizes. */
function fitOf(report: Report, scope: Scope, metric: string): TimeFit | null {
  const fits = (report.time?.fits ?? []).filter((fit) => fit.metric === metric && inScope(fit, scope));
  return fits.reduce<TimeFit | null>(
    (best, fit) => (!best || fit.facets_from < best.facets_from ? fit : best),
    null,
  );
}

export function timeLines(report: Report, scope: Scope): TimeLine[] {
  const rows = (report.time?.results ?? []).filter(
    (row) => inScope(row, scope) && row.vertices[0] === row.vertices[1],
  );
  return unique(rows.map((row) => row.metric)).map((metric) => {
    const points = rows
      .filter((row) => row.metric === metric)
      .map(pointOf)
      .filter((point) => point.median > 0 && Number.isFinite(point.median) && point.vertices > 0)
      .sort((a, b) => a.vertices - b.vertices);
    const shares = points.map((point) => point.share).filter((share) => !Number.isNaN(share));
    return {
      metric,
      points,
      standing: standingOf(shares),
      lowShare: Math.min(...shares),
      highShare: Math.max(...shares),
      unjudged: shares.length < points.length,
      fit: fitOf(report, scope, metric),
    };
  });
}

/** "right: all", "right: 13.0–89.0 %" (over the sizes). */
export function standingText(line: TimeLine): string {
  if (line.standing === "unknown") return "not judged";
  if (line.standing === "right") return line.unjudged ? "right: all judged" : "right: all";
  const low = percentText(line.lowShare);
  const high = percentText(line.highShare);
  return low === high ? `right: ${low} %` : `right: ${low}\u2013${high} %`;
}

export function fitText(fit: TimeFit | null): string {
  if (!fit || !isFiniteNum(fit.exponent)) return "";
  const interval =
    isFiniteNum(fit.low) && isFiniteNum(fit.high)
      ? ` [${shortText(fit.low, 2)}, ${shortText(fit.high, 2)}]`
      : "";
  return `e = ${shortText(fit.exponent, 2)}${interval}`;
}

export const kStandingMarks: Record<Standing, string> = {
  right: "",
  almost: "\u2248 ",
  wrong: "\u2717 ",
  unknown: "",
};

/** The fastest at the largest size of those that are right wherever they were judged and have most sizes. */
export function defaultBaseline(lines: TimeLine[]): string {
  const right = lines.filter((line) => line.standing === "right");
  const pool = right.length > 0 ? right : lines;
  const sizes = Math.max(0, ...pool.map((line) => line.points.length));
  const widest = pool.filter((line) => line.points.length === sizes);
  const last = (line: TimeLine) => line.points[line.points.length - 1]?.median ?? Infinity;
  return (
    widest.reduce<TimeLine | null>((best, line) => (!best || last(line) < last(best) ? line : best), null)
      ?.metric ?? ""
  );
}

export interface RatioPoint {
  metric: string;
  vertices: number;
  ratio: number;
  share: number;
}

export function ratiosTo(lines: TimeLine[], baseline: string): RatioPoint[] {
  const base = new Map(
    lines.find((line) => line.metric === baseline)?.points.map((p) => [p.vertices, p.median]),
  );
  return lines.flatMap((line) =>
    line.points.flatMap((p) => {
      const median = base.get(p.vertices);
      return median === undefined
        ? []
        : [{ metric: line.metric, vertices: p.vertices, ratio: p.median / median, share: p.share }];
    }),
  );
}

/** Where a line crosses the baseline, by straight lines in logarithms. */
export function crossovers(points: RatioPoint[]): { metric: string; vertices: number; becomes: string }[] {
  const found = [];
  for (const [k, b] of points.entries()) {
    const a = points[k - 1];
    if (a?.metric !== b.metric || a.ratio === 1 || a.ratio > 1 === b.ratio > 1) continue;
    const t = Math.log(a.ratio) / (Math.log(a.ratio) - Math.log(b.ratio));
    const vertices = Math.exp(Math.log(a.vertices) + t * (Math.log(b.vertices) - Math.log(a.vertices)));
    found.push({ metric: b.metric, vertices, becomes: b.ratio > 1 ? "slower" : "faster" });
  }
  return found;
}
