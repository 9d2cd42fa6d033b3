// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs for tests, made up, with a truth found by the hull of all differences. Only pictures rely on it.
import { Vector3 } from "three";
import { ConvexHull } from "three/addons/math/ConvexHull.js";

/** A generator of numbers in [0, 1) (mulberry32). */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a, b) => a.map((x, k) => x - b[k]);

function hull(points) {
  const faces = [];
  for (const face of new ConvexHull().setFromPoints(points.map((p) => new Vector3(...p))).faces) {
    const corners = [];
    let edge = face.edge;
    do {
      corners.push(edge.head().point.toArray());
      edge = edge.next;
    } while (edge !== face.edge);
    faces.push({ corners, normal: face.normal.toArray(), offset: face.constant });
  }
  return faces;
}

export function randomHull(next, count, size) {
  const points = Array.from({ length: count }, () => {
    const z = 2 * next() - 1;
    const angle = 2 * Math.PI * next();
    const r = Math.sqrt(1 - z * z);
    return [size * r * Math.cos(angle), size * r * Math.sin(angle), size * z];
  });
  const place = new Map(points.map((p, k) => [p.join(), k]));
  return {
    kind: "hull",
    vertices: points,
    facets: hull(points).map((face) => face.corners.map((c) => place.get(c.join()))),
  };
}

export function box(x, y, z) {
  const vertices = [];
  for (const a of [-x, x]) for (const b of [-y, y]) for (const c of [-z, z]) vertices.push([a, b, c]);
  const facets = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return { kind: "box", vertices, facets };
}

function rotation(next) {
  const [a, b] = [2 * Math.PI * next(), 2 * Math.PI * next()];
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  return [ca, -sa * cb, sa * sb, sa, ca * cb, -ca * sb, 0, sb, cb];
}

const world = (body, pose) =>
  body.vertices.map((p) => [0, 1, 2].map((k) => dot(pose.R.slice(3 * k, 3 * k + 3), p) + pose.t[k]));

function extreme(points, n, sign) {
  return points.reduce((best, p) => (sign * dot(p, n) > sign * dot(best, n) ? p : best));
}

/** phi and n of overlapping bodies by the nearest facet of {a - b}; of others along the line of centres. */
function truthOf(A, B) {
  const faces = hull(A.flatMap((a) => B.map((b) => minus(a, b))));
  const nearest = faces.reduce((best, face) => (face.offset < best.offset ? face : best));
  const phi = -nearest.offset;
  const normal = nearest.normal.map((x) => -x);
  const a = extreme(A, normal, -1);
  return {
    phi,
    normal,
    normals: 1,
    features: "vertex of A, facet of B",
    regime: phi < 0 ? "penetrating" : "separated",
    witnesses: {
      A: a,
      B: minus(
        a,
        normal.map((x) => x * phi),
      ),
    },
    rho: null,
  };
}

/** What an algorithm along the line of centres would say. */
function claimOf(A, B, t) {
  const size = Math.hypot(...t) || 1;
  const n = t.map((x) => -x / size);
  const a = extreme(A, n, -1);
  const b = extreme(B, n, 1);
  return {
    status: "answered",
    value: dot(minus(a, b), n),
    sign: null,
    normal: n,
    witnesses: { A: a, B: b },
    detail: "",
  };
}

/** A hull's vertices are those of the case. */
const recorded = (body) => (body.kind === "hull" ? { ...body, vertices: null } : body);
const caseBody = (body) =>
  body.kind === "hull" ? { vertices: body.vertices } : { box_half_extents: body.vertices.at(-1) };
const casePose = ({ R, t }) => ({ R: [0, 3, 6].map((k) => R.slice(k, k + 3)), t });

export function makePair(
  next,
  id,
  { count = 12, scale = 1, boxes = false, distance = 1.1, shrunk = false } = {},
) {
  const body = () =>
    boxes
      ? box(scale * (0.3 + next()), scale * (0.3 + next()), scale * (0.3 + next()))
      : randomHull(next, count, scale);
  const [A, B] = [body(), body()];
  const poseA = { R: rotation(next), t: [3 * scale, -2 * scale, scale] };
  const poseB = {
    R: rotation(next),
    t: [3 * scale + distance * scale, -2 * scale + 0.3 * scale, 1.4 * scale],
  };
  const [wA, wB] = [world(A, poseA), world(B, poseB)];
  const pair = {
    id,
    family: id.split(":")[0],
    size: scale,
    A: recorded(A),
    B: recorded(B),
    truth: truthOf(wA, wB),
    shrunk: null,
    case: { id, a: caseBody(A), b: caseBody(B), pose_a: casePose(poseA), pose_b: casePose(poseB) },
  };
  pair.snippets = {
    libccd: `// ${id}\nccdMPRPenetration(a, b, &ccd);`,
    fcl: `// ${id}\nfcl::distance(a, b);`,
  };
  if (shrunk)
    pair.shrunk = {
      pair: makePair(next, `${id}-small`, { boxes: true, scale, distance: 0.6 }).pair,
      metric: "mpr",
      text: "8 vertices, at most 2 digits",
      does_not_matter: ["the rotation of A"],
    };
  return {
    pair,
    claim: claimOf(
      wA,
      wB,
      poseB.t.map((x, k) => x - poseA.t[k]),
    ),
  };
}
