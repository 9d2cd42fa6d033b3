// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of three doubles.
import type { Triple } from "../data/record";

export const add = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Triple, s: number): Triple => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Triple): number => Math.hypot(a[0], a[1], a[2]);

export function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** `a` scaled to length 1; null where it has no direction. */
export function unit(a: Triple): Triple | null {
  const size = length(a);
  return size > 0 && Number.isFinite(size) ? scale(a, 1 / size) : null;
}

/** Two unit vectors that make a right-handed frame with n. */
export function frameOf(n: Triple): [Triple, Triple] {
  const axis: Triple = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : Math.abs(n[1]) < 0.6 ? [0, 1, 0] : [0, 0, 1];
  const u = unit(cross(n, axis)) ?? [1, 0, 0];
  return [u, cross(n, u)];
}

/** The angle between two directions [degrees]. */
export function angleBetween(a: Triple, b: Triple): number {
  return (Math.atan2(length(cross(a, b)), dot(a, b)) * 180) / Math.PI;
}

export interface Box {
  low: Triple;
  high: Triple;
}

export function boundsOf(points: Triple[]): Box | null {
  const first = points[0];
  if (!first) return null;
  const low: Triple = [...first];
  const high: Triple = [...first];
  for (const p of points) {
    for (const k of [0, 1, 2] as const) {
      low[k] = Math.min(low[k], p[k]);
      high[k] = Math.max(high[k], p[k]);
    }
  }
  return { low, high };
}

export function middle(box: Box): Triple {
  // halves first: sums of coordinates near the largest double overflow
  return [
    box.low[0] / 2 + box.high[0] / 2,
    box.low[1] / 2 + box.high[1] / 2,
    box.low[2] / 2 + box.high[2] / 2,
  ];
}
