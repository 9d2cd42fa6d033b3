// SPDX-License-Identifier: GPL-3.0-or-later
// One frame of a run as a drawing: what is saved as SVG, printed, and shown where there is no WebGL.
import { turned, type Run } from "../data/movie";
import type { Triple } from "../data/record";
import type { Arrow, Drawing, Mark, Solid } from "../view/drawing";
import { placed } from "../view/drawing";
import { dot } from "../view/vec";
import type { World } from "./movie_world";

export const shownKeys = ["points", "normals", "forces"] as const;
export type Shown = Record<(typeof shownKeys)[number], boolean>;

function solidsOf(world: World, run: Run, frame: number, back: Triple): Solid[] {
  const solids: { solid: Solid; near: number }[] = [];
  world.record.bodies.forEach((body, k) => {
    const mesh = world.meshes[body.shape];
    if (!mesh || !run.isPresent(frame, k)) return;
    const q = run.turn(frame, k);
    const p = run.place(frame, k);
    const at = (v: Triple): Triple => {
      const r = turned(q, v);
      return placed(world.place, [p[0] + r[0], p[1] + r[1], p[2] + r[2]]);
    };
    const solid: Solid = {
      part: "fixed",
      name: "",
      color: world.colors[k] ?? "--body-a",
      faces: mesh.faces.map((face) => face.map(at)),
      edges: mesh.edges.map(([a, b]) => [at(a), at(b)]),
      points: [],
      opaque: !body.fixed,
    };
    solids.push({ solid, near: body.fixed ? -Infinity : dot(placed(world.place, p), back) });
  });
  // The farthest first: what is nearer is drawn over it.
  return solids.sort((a, b) => a.near - b.near).map(({ solid }) => solid);
}

/** `back` leads towards the viewer. */
export function drawFrame(world: World, run: Run, frame: number, shown: Shown, back: Triple): Drawing {
  const arrows: Arrow[] = [];
  const marks: Mark[] = [];
  const arrow = (from: Triple, to: Triple, color: string, head: boolean): Arrow => ({
    ...{ layer: "truth", from, to, color, dashed: false, head },
  });
  for (const { p, normal, force } of run.contacts(frame)) {
    const ends = world.arrows(p, normal, force);
    if (shown.normals) arrows.push(arrow(ends.at, ends.normal, "--truth", false));
    if (shown.forces) arrows.push(arrow(ends.at, ends.force, "--claim", true));
    if (shown.points)
      marks.push({ layer: "truth", part: "fixed", at: ends.at, color: "--ink", shape: "ball" });
  }
  return {
    solids: solidsOf(world, run, frame, back),
    arrows,
    marks,
    planes: [],
    back,
    up: world.up,
    focus: [0, 0, 0],
    unit_m: 1 / world.place.scale,
  };
}
