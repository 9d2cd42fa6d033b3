// SPDX-License-Identifier: GPL-3.0-or-later
// A pair as bodies and poses. What the record leaves out stands in its case (docs/case-file.md).
import { toNumber } from "./numbers";
import type { Body, CaseBody, CaseFile, CasePose, Num, PairRecord, PlainPair, Pose } from "./record";

/** Matrix of the rotation of a quaternion (w, x, y, z) of any length, by rows. */
function matrixOf(q: Num[]): number[] {
  const [w = NaN, x = NaN, y = NaN, z = NaN] = q.map(toNumber);
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),
    s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x),
    s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y),
  ]; // prettier-ignore
}

function poseOf(own: Pose | undefined, pose: CasePose | undefined): Pose {
  if (own) return own;
  if (!pose) return { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] };
  return { R: pose.R ? pose.R.flat() : matrixOf(pose.q ?? [1, 0, 0, 0]), t: pose.t };
}

function boxCorners([x = NaN, y = NaN, z = NaN]: number[]): number[][] {
  const signs = [-1, 1];
  return signs.flatMap((a) => signs.flatMap((b) => signs.map((c) => [a * x, b * y, c * z])));
}

function bodyOf(own: Partial<Body> | undefined, body: CaseBody | undefined): Body {
  const vertices = own?.vertices ?? body?.vertices;
  if (vertices) return { kind: own?.kind ?? "hull", vertices, facets: own?.facets ?? body?.facets ?? [] };
  if (body?.box_half_extents)
    return { kind: "box", vertices: boxCorners(body.box_half_extents.map(toNumber)), facets: [] };
  throw new Error("the record has no vertices of this pair");
}

export function plainPair(pair: PairRecord): PlainPair {
  const file: CaseFile = pair.case ?? {};
  return {
    A: bodyOf(pair.A, file.a),
    B: bodyOf(pair.B, file.b),
    X_WA: poseOf(pair.X_WA, file.pose_a),
    X_WB: poseOf(pair.X_WB, file.pose_b),
    truth: pair.truth ?? null,
  };
}

/** The text of the case file. */
export function caseText(pair: PairRecord): string {
  if (typeof pair.case_json === "string") return pair.case_json;
  return pair.case ? `${JSON.stringify([pair.case], null, 1)}\n` : "";
}
