// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms of errors out of the verify record, added up over families.
import type { VerifyRow } from "../data/record";

export type Unit = "size" | "ulp";

/** Counts of errors by bins of equal ratio. `edges[k]` is where bin k ends. */
export interface Histogram {
  zero: number;
  edges: number[];
  counts: number[];
  above: number;
  total: number;
}

const kQuarterDecades = 96; ///< 1e-20 ... 1e4

/** The bins of the record: relative to size, from 1e-20 to 1e4. */
function sizeHistogram(rows: VerifyRow[]): Histogram | null {
  const result: Histogram = { zero: 0, edges: [], counts: [], above: 0, total: 0 };
  let recorded = false;
  for (let k = 0; k < kQuarterDecades; ++k) {
    result.edges.push(10 ** ((k - 79) / 4));
    result.counts.push(0);
  }
  for (const row of rows) {
    const histogram = row.error_histogram;
    if (!histogram || !Array.isArray(histogram.counts)) continue;
    recorded = true;
    result.zero += (histogram.zero ?? 0) + (histogram.below ?? 0);
    result.above += histogram.above ?? 0;
    histogram.counts.forEach((count, k) => {
      const bin = histogram.first + 80 + k;
      if (bin >= 0 && bin < kQuarterDecades) result.counts[bin] = (result.counts[bin] ?? 0) + count;
      else result.above += count;
    });
  }
  return recorded ? withTotal(result) : null;
}

/** Bin 0: no error; 1: up to half an ulp; k: up to 2^(k-2); the last: all that are larger. */
function ulpHistogram(rows: VerifyRow[]): Histogram | null {
  const bins = rows.find((row) => (row.ulp_histogram?.length ?? 0) > 2)?.ulp_histogram?.length;
  if (bins === undefined) return null;
  const result: Histogram = { zero: 0, edges: [], counts: [], above: 0, total: 0 };
  for (let k = 1; k < bins - 1; ++k) {
    result.edges.push(2 ** (k - 2));
    result.counts.push(0);
  }
  for (const row of rows) {
    row.ulp_histogram?.forEach((count, k) => {
      if (k === 0) result.zero += count;
      else if (k >= bins - 1) result.above += count;
      else result.counts[k - 1] = (result.counts[k - 1] ?? 0) + count;
    });
  }
  return withTotal(result);
}

function withTotal(histogram: Histogram): Histogram {
  histogram.total =
    histogram.zero + histogram.above + histogram.counts.reduce((sum, count) => sum + count, 0);
  return histogram;
}

export function errorHistogram(rows: VerifyRow[], unit: Unit): Histogram | null {
  return unit === "size" ? sizeHistogram(rows) : ulpHistogram(rows);
}

export interface CdfPoint {
  x: number;
  share: number;
}

/** Share of the values with an error up to each edge, from the first edge with any to the last. */
export function cumulative(histogram: Histogram): CdfPoint[] {
  const points: CdfPoint[] = [];
  let sum = histogram.zero;
  histogram.edges.forEach((x, k) => {
    sum += histogram.counts[k] ?? 0;
    points.push({ x, share: sum / histogram.total });
  });
  return points;
}

export function unitName(unit: Unit): string {
  return unit === "size" ? "error relative to size" : "error in ulps of the truth";
}
