// SPDX-License-Identifier: GPL-3.0-or-later
// A pair as bodies and poses: the poses and the vertices of hulls stand in its case (docs/case-file.md).
import { toNumber } from "./numbers";
import type {
  Body,
  CaseBody,
  CaseFile,
  CasePose,
  Num,
  PairRecord,
  PlainPair,
  Pose,
  RecordBody,
} from "./record";

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

function poseOf(pose: CasePose | undefined): Pose {
  if (!pose) return { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] };
  return { R: pose.R ? pose.R.flat() : matrixOf(pose.q ?? [1, 0, 0, 0]), t: pose.t };
}

function bodyOf(own: RecordBody | undefined, body: CaseBody | undefined): Body {
  const vertices = own?.vertices ?? body?.vertices;
  if (!vertices) throw new Error("the record has no vertices of this pair");
  return { kind: own?.kind ?? "hull", vertices, facets: own?.facets ?? [] };
}

export function plainPair(pair: PairRecord): PlainPair {
  const file: CaseFile = pair.case ?? {};
  return {
    A: bodyOf(pair.A, file.a),
    B: bodyOf(pair.B, file.b),
    poseA: poseOf(file.pose_a),
    poseB: poseOf(file.pose_b),
    truth: pair.truth ?? null,
  };
}

/** The text of the case file. */
export function caseText(pair: PairRecord): string {
  return pair.case ? `${JSON.stringify([pair.case], null, 1)}\n` : "";
}
