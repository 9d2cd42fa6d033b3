// SPDX-License-Identifier: GPL-3.0-or-later
// What all pictures of a movie share: how its world is placed and looked at, shapes, colours, lengths of arrows.
import { toNumber } from "../data/numbers";
import type { MovieRecord, MovieShape, Run } from "../data/movie";
import type { Triple } from "../data/record";
import { placed, type Place } from "../view/drawing";
import { add, boundsOf, length, middle, scale, sub, unit, type Box } from "../view/vec";

const kBalls = { around: 24, high: 12 }; ///< facets of an ideal sphere
const kNear = 4; ///< a fixed body wider than the motion so many times does not count for the view
const kLarge = 1.25; ///< a body with another colour is so much larger than the median [1]
const kNormal = 0.1; ///< length of a normal in the drawing
const kLongest = 0.45; ///< length of the largest force in the drawing

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

function boundsOfMotion(record: MovieRecord, runs: Run[], meshes: Mesh[], fixed: boolean): Box | null {
  const ends: Triple[] = [];
  for (const run of runs) {
    record.bodies.forEach((body, k) => {
      if (body.fixed !== fixed) return;
      const reach = meshes[body.shape]?.reach ?? 0;
      for (let frame = 0; frame < run.times.length; ++frame) {
        if (!run.isPresent(frame, k)) continue;
        const p = run.place(frame, k);
        for (const s of [-reach, reach]) ends.push(add(p, [s, s, s]));
        if (fixed) break;
      }
    });
  }
  return boundsOf(ends);
}

const sizeOf = (box: Box | null): number => (box ? length(sub(box.high, box.low)) : 0);

/** A box that has the motion, and the fixed bodies with it unless they are a ground without end. */
function boundsOfView(record: MovieRecord, runs: Run[], meshes: Mesh[]): Box {
  const moving = boundsOfMotion(record, runs, meshes, false);
  const fixed = boundsOfMotion(record, runs, meshes, true);
  if (!moving || !fixed) return moving ?? fixed ?? { low: [-1, -1, -1], high: [1, 1, 1] };
  if (sizeOf(fixed) > kNear * sizeOf(moving)) return moving;
  return boundsOf([moving.low, moving.high, fixed.low, fixed.high]) ?? moving;
}

function cornersOf({ low, high }: Box): Triple[] {
  const ends = [low, high] as const;
  return ends.flatMap((x) => ends.flatMap((y) => ends.map((z): Triple => [x[0], y[1], z[2]])));
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
  readonly colors: string[]; ///< of each body
  readonly back: Triple;
  readonly up: Triple;
  readonly corners: Triple[]; ///< of what is seen, in the drawing
  readonly reach: number; ///< how far from the origin anything can be, in the drawing
  /** The largest force at any contact of any run [N]. */
  readonly largestForce: number;

  constructor(
    readonly record: MovieRecord,
    readonly runs: Run[],
  ) {
    this.meshes = record.shapes.map(meshOf);
    const box = boundsOfView(record, runs, this.meshes);
    this.place = { center: middle(box), scale: 2 / Math.max(sizeOf(box), 1e-300) };
    this.corners = cornersOf(box).map((p) => placed(this.place, p));
    const { back, up } = sight(record);
    this.back = back;
    this.up = up;
    this.colors = this.colorsOf();
    const far = boundsOf(
      [false, true].flatMap((fixed) => {
        const all = boundsOfMotion(record, runs, this.meshes, fixed);
        return all ? cornersOf(all) : [];
      }),
    );
    this.reach = 1.1 * (far ? Math.max(...cornersOf(far).map((p) => length(placed(this.place, p)))) : 1);
    this.largestForce = runs.reduce((most, run) => Math.max(most, largestOf(run)), 0);
  }

  /** Ends of a contact's normal and force, in the drawing. */
  arrows(p: Triple, normal: Triple, force: Triple): { at: Triple; normal: Triple; force: Triple } {
    const at = placed(this.place, p);
    const longest = this.largestForce > 0 ? kLongest / this.largestForce : 0;
    return { at, normal: add(at, scale(normal, kNormal)), force: add(at, scale(force, longest)) };
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

function largestOf(run: Run): number {
  let most = 0;
  for (let frame = 0; frame < run.times.length; frame += Math.max(1, run.record.contact_stride))
    for (const { force } of run.contacts(frame)) most = Math.max(most, length(force));
  return most;
}
