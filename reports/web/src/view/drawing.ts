// SPDX-License-Identifier: GPL-3.0-or-later
// What a 3D view shows, in doubles, moved and scaled so that all of it lies within about 1 of the origin. Only then
// is it rounded to single precision, so that bodies of 1e-6 and of 1e6 m are drawn alike.
import type { Triple } from "../data/record";

export type Part = "A" | "B" | "fixed"; ///< what moves with B moves with the slider
export type Layer = "bodies" | "truth" | "claim" | "plane";

export interface Solid {
  part: Part;
  name: string;
  color: string; ///< a variable of the style sheet
  faces: Triple[][];
  edges: [Triple, Triple][];
  points: Triple[]; ///< all vertices of a body without faces, else none
  opaque?: boolean; ///< in SVG it hides what was drawn before it, and its own far side
}

export interface Arrow {
  layer: Layer;
  from: Triple;
  to: Triple;
  color: string;
  dashed: boolean;
  head: boolean;
}

export interface Mark {
  layer: Layer;
  part: Part;
  at: Triple;
  color: string;
  shape: "ball" | "diamond" | "origin";
}

export interface Plane {
  layer: Layer;
  center: Triple;
  u: Triple;
  v: Triple; ///< u and v reach from the centre to the middle of a side
  color: string;
}

export interface Drawing {
  solids: Solid[];
  arrows: Arrow[];
  marks: Mark[];
  planes: Plane[];
  /** Where the picture is looked at from: towards the viewer, and what points up. */
  back: Triple;
  up: Triple;
  /** Where the contact is. */
  focus: Triple;
  /** One unit of the drawing [m]. */
  unit_m: number;
}

/** Takes world points into the drawing. */
export interface Place {
  center: Triple;
  scale: number;
}

export function placed(place: Place, p: Triple): Triple {
  return [
    (p[0] - place.center[0]) * place.scale,
    (p[1] - place.center[1]) * place.scale,
    (p[2] - place.center[2]) * place.scale,
  ];
}

/** Names the edge p q, whichever of its ends comes first. */
export function edgeKey(p: Triple, q: Triple): string {
  return [p.join(","), q.join(",")].sort().join(";");
}
