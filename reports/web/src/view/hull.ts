// SPDX-License-Identifier: GPL-3.0-or-later
// Convex hulls for pictures: of the Minkowski difference, and of bodies that came without facets. Nothing is judged by them.
import { Vector3 } from "three";
import { ConvexHull } from "three/addons/math/ConvexHull.js";
import type { Triple } from "../data/record";
import { boundsOf, dot, frameOf, length, sub } from "./vec";

const kMaxPoints = 40_000; ///< a hull of more would keep the reader waiting
const kFlatEdge = Math.cos((0.3 * Math.PI) / 180); ///< edges between facets nearer than this to a plane are not drawn

export interface Shape {
  faces: Triple[][];
  edges: [Triple, Triple][];
}

function distinct(points: Triple[]): Triple[] {
  const seen = new Set<string>();
  return points.filter((p) => {
    const key = p.join(",");
    return seen.has(key) ? false : seen.add(key);
  });
}

const tripleOf = (v: Vector3): Triple => [v.x, v.y, v.z];

/** Null for what is flat, or too near to it for this hull. */
export function hullOf(points: Triple[]): Shape | null {
  const own = distinct(points);
  if (own.length < 4 || isFlat(own)) return null;
  try {
    const hull = new ConvexHull().setFromPoints(own.map((p) => new Vector3(...p)));
    const faces: Triple[][] = [];
    const edges: [Triple, Triple][] = [];
    for (const face of hull.faces) {
      const corners: Triple[] = [];
      let edge = face.edge;
      do {
        const from = tripleOf(edge.tail().point);
        const to = tripleOf(edge.head().point);
        corners.push(from);
        const cosine = face.normal.dot(edge.twin.face.normal);
        const once = from.join() < to.join();
        if (once && cosine < kFlatEdge) edges.push([from, to]);
        edge = edge.next;
      } while (edge !== face.edge);
      faces.push(corners);
    }
    return faces.length < 4 ? null : { faces, edges };
  } catch {
    return null;
  }
}

function isFlat(points: Triple[]): boolean {
  const first = points[0];
  const box = boundsOf(points);
  if (!first || !box) return true;
  const extent = length(sub(box.high, box.low));
  const far = points.reduce(
    (best, p) => (length(sub(p, first)) > length(sub(best, first)) ? p : best),
    first,
  );
  const along = sub(far, first);
  const [u, v] = frameOf([along[0] / extent, along[1] / extent, along[2] / extent]);
  const flat = points.map((p) => [dot(sub(p, first), u), dot(sub(p, first), v)] as const);
  const spread = flat.reduce((most, [x, y]) => Math.max(most, Math.hypot(x, y)), 0);
  if (spread < 1e-9 * extent) return true;
  const wide = flat.find(([x, y]) => Math.hypot(x, y) === spread) ?? [1, 0];
  return flat.every(([x, y]) => Math.abs(x * wide[1] - y * wide[0]) < 1e-9 * extent * spread);
}

/** Directions spread evenly over the sphere. */
export function directions(count: number): Triple[] {
  const golden = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, k) => {
    const z = 1 - (2 * k + 1) / count;
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(golden * k), r * Math.sin(golden * k), z];
  });
}

function support(points: Triple[], u: Triple): Triple {
  let best: Triple = points[0] ?? [0, 0, 0];
  let most = -Infinity;
  for (const p of points) {
    const value = dot(p, u);
    if (value > most) {
      most = value;
      best = p;
    }
  }
  return best;
}

/** Points whose hull is {a - b}; of large bodies only those that are extreme along many directions. */
export function differencePoints(a: Triple[], b: Triple[]): { points: Triple[]; exact: boolean } {
  if (a.length * b.length <= kMaxPoints)
    return { points: a.flatMap((p) => b.map((q) => sub(p, q))), exact: true };
  const points = directions(1500).map((u) => sub(support(a, u), support(b, [-u[0], -u[1], -u[2]])));
  return { points, exact: false };
}
