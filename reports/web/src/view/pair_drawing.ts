// SPDX-License-Identifier: GPL-3.0-or-later
// From a pair of the record, its truth and a claim to what is drawn. World frame: x_W = R x + t.
import { toNumber, triple } from "../data/numbers";
import { claimsRho } from "../data/claim";
import { plainPair } from "../data/pair";
import type { Body, Claim, Num, PairRecord, Pose, Triple } from "../data/record";
import type { Arrow, Drawing, Mark, Place, Plane, Solid } from "./drawing";
import { placed } from "./drawing";
import { differencePoints, hullOf } from "./hull";
import { add, angleBetween, boundsOf, cross, dot, frameOf, length, middle, scale, sub, unit } from "./vec";

export interface WorldBody {
  vertices: Triple[];
  facets: number[][];
}

/** What is known and said of a pair, as numbers. */
export interface WorldPair {
  A: WorldBody;
  B: WorldBody;
  phi: number; ///< NaN where there is no truth
  normal: Triple | null;
  witnesses: { A: Triple; B: Triple } | null;
  claim: { value: number; normal: Triple | null; witnesses: { A: Triple; B: Triple } | null } | null;
}

function inWorld(body: Body, pose: Pose): WorldBody {
  const R = pose.R.map(toNumber);
  const t = pose.t.map(toNumber);
  const row = (k: number, x: number[]): number =>
    (R[3 * k] ?? NaN) * (x[0] ?? NaN) +
    (R[3 * k + 1] ?? NaN) * (x[1] ?? NaN) +
    (R[3 * k + 2] ?? NaN) * (x[2] ?? NaN) +
    (t[k] ?? NaN);
  const vertices = body.vertices.map((vertex): Triple => {
    const x = vertex.map(toNumber);
    return [row(0, x), row(1, x), row(2, x)];
  });
  if (!vertices.every((p) => p.every(Number.isFinite)))
    throw new Error("a body of this pair has a coordinate that is not finite");
  return { vertices, facets: body.facets };
}

function points(pair: { A: Num[]; B: Num[] } | null | undefined): { A: Triple; B: Triple } | null {
  const A = triple(pair?.A);
  const B = triple(pair?.B);
  return A && B ? { A, B } : null;
}

export function worldPair(record: PairRecord, claim: Claim | null | undefined): WorldPair {
  const pair = plainPair(record);
  const normal = triple(pair.truth?.normal);
  const claimed = triple(claim?.normal);
  return {
    A: inWorld(pair.A, pair.poseA),
    B: inWorld(pair.B, pair.poseB),
    phi: toNumber(pair.truth?.phi),
    normal: normal && unit(normal),
    witnesses: points(pair.truth?.witnesses),
    claim: claim
      ? {
          value: claimsRho(claim) ? NaN : toNumber(claim.value),
          normal: claimed && unit(claimed),
          witnesses: points(claim.witnesses),
        }
      : null,
  };
}

/** Extremes of n.x over the vertices. */
function range(vertices: Triple[], n: Triple): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const p of vertices) {
    const value = dot(p, n);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** How B moves until the bodies just touch along n: by phi n, which leads away from A where phi is a depth. */
export function separation(value: number, normal: Triple | null): Triple | null {
  return normal && Number.isFinite(value) ? scale(normal, value) : null;
}

/** How far apart the bodies are along the true normal after B has moved: at phi before. */
export function gapAfter(pair: WorldPair, move: Triple): number {
  return pair.normal ? pair.phi - dot(pair.normal, move) : NaN;
}

function solid(part: "A" | "B", body: WorldBody, place: Place): Solid {
  const vertices = body.vertices.map((p) => placed(place, p));
  const color = part === "A" ? "--body-a" : "--body-b";
  const faces = body.facets
    .map((facet) => facet.flatMap((k) => (vertices[k] ? [vertices[k]] : [])))
    .filter((face) => face.length >= 2);
  const shape =
    faces.length > 0
      ? { faces, edges: edgesOf(faces) }
      : (hullOf(vertices) ?? { faces: [], edges: flatEdges(vertices) });
  return { part, name: part, color, ...shape, points: shape.faces.length > 0 ? [] : vertices };
}

function edgesOf(faces: Triple[][]): [Triple, Triple][] {
  const edges = new Map<string, [Triple, Triple]>();
  for (const face of faces) {
    face.forEach((p, k) => {
      const q = face[(k + 1) % face.length];
      if (!q) return;
      const keys = [p.join(","), q.join(",")].sort();
      edges.set(keys.join(";"), [p, q]);
    });
  }
  return [...edges.values()];
}

/** A segment's own edge, or the sides of a small polygon in the order of its vertices. */
function flatEdges(vertices: Triple[]): [Triple, Triple][] {
  const [a, b] = vertices;
  return vertices.length === 2 && a && b ? [[a, b]] : [];
}

function viewOf(n: Triple | null, m: Triple | null): { back: Triple; up: Triple } {
  const up: Triple = n ?? m ?? [0, 0, 1];
  const angle = n && m ? angleBetween(n, m) : 0;
  // The picture's plane holds the two normals, where they differ enough to tell.
  const side = n && m && angle > 3 && angle < 177 ? unit(cross(m, n)) : null;
  const [u, v] = frameOf(up);
  const level = side ?? unit(add(u, scale(v, 0.45))) ?? u;
  return { back: unit(add(level, scale(up, 0.22))) ?? level, up };
}

function placeOf(all: Triple[]): Place {
  const box = boundsOf(all) ?? { low: [-1, -1, -1], high: [1, 1, 1] };
  const center = middle(box);
  const radius = length(sub(scale(box.high, 0.5), scale(box.low, 0.5)));
  return { center, scale: radius > 0 ? 1 / radius : 1 };
}

function planeAt(center: Triple, n: Triple, size: number, color: string): Plane {
  const [u, v] = frameOf(n);
  return { layer: "plane", center, u: scale(u, size), v: scale(v, size), color };
}

function witnessMarks(pair: WorldPair, place: Place): Mark[] {
  const marks: Mark[] = [];
  const { witnesses, claim } = pair;
  if (witnesses) {
    marks.push({
      layer: "truth",
      part: "A",
      at: placed(place, witnesses.A),
      color: "--body-a",
      shape: "ball",
    });
    marks.push({
      layer: "truth",
      part: "B",
      at: placed(place, witnesses.B),
      color: "--body-b",
      shape: "ball",
    });
  }
  if (claim?.witnesses) {
    for (const part of ["A", "B"] as const) {
      const at = placed(place, claim.witnesses[part]);
      if (length(at) < 8) marks.push({ layer: "claim", part, at, color: "--claim", shape: "diamond" });
    }
  }
  return marks;
}

/** Where the contact is: between the witness points, or between the bodies along the normal. */
function contactPoint(pair: WorldPair, place: Place): Triple {
  if (pair.witnesses) return placed(place, middle({ low: pair.witnesses.A, high: pair.witnesses.B }));
  if (!pair.normal) return [0, 0, 0];
  const low = range(
    pair.A.vertices.map((p) => placed(place, p)),
    pair.normal,
  )[0];
  const high = range(
    pair.B.vertices.map((p) => placed(place, p)),
    pair.normal,
  )[1];
  return scale(pair.normal, (low + high) / 2);
}

export function drawPair(pair: WorldPair): { drawing: Drawing; place: Place } {
  const place = placeOf([...pair.A.vertices, ...pair.B.vertices]);
  const contact = contactPoint(pair, place);
  const arrows: Arrow[] = [];
  const planes: Plane[] = [];
  const reach = 0.62;
  if (pair.normal) {
    arrows.push({
      layer: "truth",
      from: contact,
      to: add(contact, scale(pair.normal, reach)),
      color: "--truth",
      dashed: false,
      head: true,
    });
    planes.push(planeAt(contact, pair.normal, 0.5, "--truth"));
  }
  if (pair.claim?.normal) {
    arrows.push({
      layer: "claim",
      from: contact,
      to: add(contact, scale(pair.claim.normal, reach)),
      color: "--claim",
      dashed: true,
      head: true,
    });
  }
  const drawing: Drawing = {
    solids: [solid("A", pair.A, place), solid("B", pair.B, place)],
    arrows,
    marks: witnessMarks(pair, place),
    planes,
    ...viewOf(pair.normal, pair.claim?.normal ?? null),
    focus: contact,
    unit_m: 1 / place.scale,
  };
  return { drawing, place };
}

function usedVertices(body: WorldBody): Triple[] {
  const used = new Set(body.facets.flat());
  return used.size === 0 ? body.vertices : body.vertices.filter((_, k) => used.has(k));
}

/** {a - b} with the origin: overlapping bodies have it inside, and the way out along n is the depth. */
export function drawDifference(pair: WorldPair): { drawing: Drawing; exact: boolean } {
  const { points: raw, exact } = differencePoints(usedVertices(pair.A), usedVertices(pair.B));
  const place = placeOf([...raw, [0, 0, 0]]);
  const all = raw.map((p) => placed(place, p));
  const shape = hullOf(all) ?? { faces: [], edges: [] };
  const origin = placed(place, [0, 0, 0]);
  const arrows: Arrow[] = [];
  const planes: Plane[] = [];
  const marks: Mark[] = [{ layer: "bodies", part: "fixed", at: origin, color: "--ink", shape: "origin" }];
  const way = separation(pair.phi, pair.normal);
  if (way && pair.normal) {
    const end = placed(place, way);
    arrows.push({ layer: "truth", from: origin, to: end, color: "--truth", dashed: false, head: false });
    marks.push({ layer: "truth", part: "fixed", at: end, color: "--truth", shape: "ball" });
    planes.push(planeAt(end, pair.normal, 0.4, "--truth"));
  }
  const claimed = separation(pair.claim?.value ?? NaN, pair.claim?.normal ?? null);
  if (claimed) {
    const end = placed(place, claimed);
    if (length(end) < 4) {
      arrows.push({ layer: "claim", from: origin, to: end, color: "--claim", dashed: true, head: false });
      marks.push({ layer: "claim", part: "fixed", at: end, color: "--claim", shape: "diamond" });
    }
  }
  const drawing: Drawing = {
    solids: [
      {
        part: "fixed",
        name: "A \u2212 B",
        color: "--difference",
        ...shape,
        points: shape.faces.length > 0 ? [] : all.slice(0, 2000),
      },
    ],
    arrows,
    marks,
    planes,
    ...viewOf(pair.normal, pair.claim?.normal ?? null),
    focus: origin,
    unit_m: 1 / place.scale,
  };
  return { drawing, exact };
}
