// SPDX-License-Identifier: GPL-3.0-or-later
// What all pictures of a movie share: how its world is placed and looked at, shapes, colours, lengths of arrows.
import { toNumber } from "../data/numbers";
import { turned, type MovieRecord, type MovieShape, type Run } from "../data/movie";
import type { Triple } from "../data/record";
import { placed, type Place } from "../view/drawing";
import { directions } from "../view/hull";
import { add, boundsOf, dot, length, middle, scale, sub, unit, type Box } from "../view/vec";

const kBalls = { around: 24, high: 12 }; ///< facets of an ideal sphere
const kNear = 2; ///< a fixed body wider than the motion so many times does not count for the view
const kDirections = directions(60);
const kLooks = 60; ///< frames of a run that the view is made for
const kLarge = 1.25; ///< a body with another colour is so much larger than the median [1]
const kNormal = 0.1; ///< length of a normal in the drawing
const kLongest = 0.4; ///< length of the longest arrow of a force in the drawing
const kUsual = 0.95; ///< share of the forces that are not cut: an impact would leave no length to all others

/** Faces and edges in the frame of the body [m]. */
export interface Mesh {
  faces: Triple[][];
  edges: [Triple, Triple][];
  reach: number;
}

function ball(radius: number): Mesh {
  const at = (i: number, k: number): Triple => {
    const [turn, tilt] = [(2 * Math.PI * i) / kBalls.around, (Math.PI * k) / kBalls.high];
    const ring = radius * Math.sin(tilt);
    return [ring * Math.cos(turn), ring * Math.sin(turn), radius * Math.cos(tilt)];
  };
  const faces: Triple[][] = [];
  const edges: [Triple, Triple][] = [];
  for (let i = 0; i < kBalls.around; ++i) {
    for (let k = 0; k < kBalls.high; ++k)
      faces.push([at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)]);
    // Circles about three axes show how it turns.
    const [p, q] = [at(i, kBalls.high / 2), at(i + 1, kBalls.high / 2)];
    for (const shift of [0, 1, 2] as const) {
      const moved = (v: Triple): Triple => [v[shift], v[(shift + 1) % 3] ?? 0, v[(shift + 2) % 3] ?? 0];
      edges.push([moved(p), moved(q)]);
    }
  }
  return { faces, edges, reach: radius };
}

export function meshOf(shape: MovieShape): Mesh {
  const radius = toNumber(shape.radius);
  if (shape.vertices.length === 0) return ball(radius > 0 ? radius : 0);
  const corner = (k: number): Triple => shape.vertices[k] ?? [0, 0, 0];
  const edges: [Triple, Triple][] = [];
  for (const facet of shape.facets) {
    facet.forEach((from, k) => {
      const to = facet[(k + 1) % facet.length] ?? from;
      // Each edge is in two facets, once in either direction.
      if (from < to) edges.push([corner(from), corner(to)]);
    });
  }
  const reach = shape.vertices.reduce((most, p) => Math.max(most, length(p)), 0);
  return { faces: shape.facets.map((facet) => facet.map(corner)), edges, reach };
}

/** The farthest points along each of many directions, of all bodies that move or of all that do not. */
function outline(record: MovieRecord, runs: Run[], meshes: Mesh[], fixed: boolean): Triple[] {
  const far = kDirections.map(() => -Infinity);
  const points: Triple[] = [];
  const take = (p: Triple, reach: number) => {
    kDirections.forEach((u, k) => {
      const distance = dot(p, u) + reach;
      if (distance <= (far[k] ?? Infinity)) return;
      far[k] = distance;
      points[k] = add(p, scale(u, reach));
    });
  };
  for (const run of runs) {
    const every = Math.max(1, Math.floor(run.times.length / kLooks));
    record.bodies.forEach((body, k) => {
      const mesh = meshes[body.shape];
      if (body.fixed !== fixed || !mesh) return;
      for (let frame = run.record.first_frame[k] ?? 0; frame < run.times.length; frame += every) {
        const p = run.place(frame, k);
        if (!fixed) take(p, mesh.reach);
        else
          for (const edge of mesh.edges) for (const v of edge) take(add(p, turned(run.turn(frame, k), v)), 0);
        if (fixed && run.isStill(k)) break;
      }
    });
  }
  return points;
}

const sizeOf = (box: Box | null): number => (box ? length(sub(box.high, box.low)) : 0);

/** Points about the motion, and about the fixed bodies with it unless they are a ground without end. */
function pointsOfView(record: MovieRecord, runs: Run[], meshes: Mesh[]): Triple[] {
  const moving = outline(record, runs, meshes, false);
  const fixed = outline(record, runs, meshes, true);
  const near = sizeOf(boundsOf(fixed)) <= kNear * sizeOf(boundsOf(moving));
  return moving.length > 0 && !near ? moving : [...moving, ...fixed];
}

/** Along the axis of a planar scene; else from the side and a little from above. */
function sight(record: MovieRecord): { back: Triple; up: Triple } {
  const down = record.gravity ? unit(record.gravity) : null;
  const axis = record.planar ?? null;
  if (axis !== null) {
    const back: Triple = [axis === 0 ? 1 : 0, axis === 1 ? -1 : 0, axis === 2 ? 1 : 0];
    const up: Triple = axis === 2 ? [0, 1, 0] : [0, 0, 1];
    return { back, up: down ? scale(down, -1) : up };
  }
  const up = down ? scale(down, -1) : ([0, 0, 1] as Triple);
  const level: Triple =
    Math.abs(up[2]) > 0.9 ? [0.45, -1, 0] : Math.abs(up[1]) > 0.9 ? [0.45, 0, 1] : [0, 0.45, 1];
  return { back: add(level, scale(up, 0.4)), up };
}

export class World {
  readonly meshes: Mesh[];
  readonly place: Place;
  readonly colors: string[]; ///< one for each body
  readonly back: Triple;
  readonly up: Triple;
  readonly points: Triple[]; ///< about what is seen, in the drawing
  readonly reach: number; ///< how far from the origin anything can be, in the drawing
  /** The arrow of this force is the longest; that of a larger one is as long [N]. */
  readonly longestForce: number;

  constructor(
    readonly record: MovieRecord,
    readonly runs: Run[],
  ) {
    this.meshes = record.shapes.map(meshOf);
    const seen = pointsOfView(record, runs, this.meshes);
    const box = boundsOf(seen) ?? { low: [-1, -1, -1], high: [1, 1, 1] };
    this.place = { center: middle(box), scale: 2 / Math.max(sizeOf(box), 1e-300) };
    this.points = seen.map((p) => placed(this.place, p));
    const { back, up } = sight(record);
    this.back = back;
    this.up = up;
    this.colors = this.colorsOf();
    const all = [false, true].flatMap((fixed) => outline(record, runs, this.meshes, fixed));
    this.reach = 1.5 * Math.max(1, ...all.map((p) => length(placed(this.place, p))));
    const forces = runs.flatMap(forcesOf).sort((a, b) => a - b);
    this.longestForce = forces[Math.floor(kUsual * (forces.length - 1))] ?? 0;
  }

  /** Ends of a contact's normal and force, in the drawing. */
  arrows(p: Triple, normal: Triple, force: Triple): { at: Triple; normal: Triple; force: Triple } {
    const at = placed(this.place, p);
    const size = Math.max(length(force), this.longestForce);
    const drawn = size > 0 ? kLongest / size : 0;
    return { at, normal: add(at, scale(normal, kNormal)), force: add(at, scale(force, drawn)) };
  }

  /** Fixed bodies are grey; of the others the larger ones have a colour of their own. */
  private colorsOf(): string[] {
    const reachOf = (shape: number) => this.meshes[shape]?.reach ?? 0;
    const reaches = this.record.bodies.filter((body) => !body.fixed).map((body) => reachOf(body.shape));
    const median = reaches.sort((a, b) => a - b)[Math.floor((reaches.length - 1) / 2)] ?? 0;
    return this.record.bodies.map(({ fixed, shape }) =>
      fixed ? "--muted" : reachOf(shape) > kLarge * median ? "--body-b" : "--body-a",
    );
  }
}

/** Sizes of all that are not 0. */
function forcesOf(run: Run): number[] {
  return Array.from({ length: run.record.contacts.length }, (_, k) =>
    run.contacts(k * run.record.contact_stride),
  )
    .flat()
    .map(({ force }) => length(force))
    .filter((size) => size > 0);
}
