// SPDX-License-Identifier: MIT
// A plug-in of Touchstone in JavaScript: touchstone validate 'node boxes.js'
//
// It needs nothing but Node, and is right on boxes. The protocol is docs/process-plugin.md. To have
// an algorithm of your own judged, replace `distance` and what CLAIMS says about it.

// true: it gives a manifold, for `touchstone contacts --metric`, `energy` and `simulate` to take in
// place of the points that they make themselves. Here it is a single point, as CLAIMS says.
const GIVES_MANIFOLD = false;

const CLAIMS = {
  hello: 1, // version of the protocol
  name: "js_boxes",
  version: "1",
  summary: "separating axes; where boxes are apart, the nearest pair of features",
  boxes_only: true,
  separated: ["value", "normal"],
  touching: ["value", "normal"],
  penetrating: ["value", "normal"],
  gradient: true,
  // What is on purpose. A library that returns more than one point has them judged as corners of
  // the true manifold (docs/contacts.md).
  ...(GIVES_MANIFOLD && { manifold: { max_points: 1, place: "middle" } }),
};

// Edges whose directions differ by less [1] count as parallel.
const PARALLEL = 1e-9;
const AXES = [0, 1, 2];

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a, b) => a.map((x, k) => x - b[k]);
const scaled = (s, a) => a.map((x) => s * x);
const along = (p, s, d) => p.map((x, k) => x + s * d[k]);
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

// A box in the world: center, unit axes, half extents.
class Box {
  constructor(body, { R, t }) {
    this.axes = AXES.map((i) => [R[i], R[3 + i], R[6 + i]]); // R is row by row
    this.half = body.box.half_extents;
    this.center = AXES.reduce((p, i) => along(p, body.box.center[i], this.axes[i]), t);
  }

  // How far the box reaches from its center along n.
  reach(n) {
    return AXES.reduce((sum, i) => sum + this.half[i] * Math.abs(dot(this.axes[i], n)), 0);
  }

  corner(signs) {
    return AXES.reduce((p, i) => along(p, signs[i] * this.half[i], this.axes[i]), this.center);
  }

  corners() {
    return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => this.corner(AXES.map((i) => ((k >> i) & 1) * 2 - 1)));
  }

  // Middle, unit direction and half length of each.
  edges() {
    return AXES.flatMap((i) =>
      [-1, 1].flatMap((a) =>
        [-1, 1].map((b) => {
          const signs = [a, b];
          signs.splice(i, 0, 0);
          return { middle: this.corner(signs), direction: this.axes[i], half: this.half[i] };
        }),
      ),
    );
  }

  // The point of the box that is nearest to p.
  nearest(p) {
    const d = minus(p, this.center);
    return AXES.reduce(
      (q, i) => along(q, clamp(dot(d, this.axes[i]), -this.half[i], this.half[i]), this.axes[i]),
      this.center,
    );
  }
}

// The largest gap over face normals and crossed edges, and its direction from B to A.
function bestAxis(A, B) {
  const crossed = A.axes.flatMap((a) => B.axes.map((b) => cross(a, b)));
  const directions = [...A.axes, ...B.axes, ...crossed.filter((c) => dot(c, c) > PARALLEL * PARALLEL)];
  let best = { gap: -Infinity, normal: null };
  for (const direction of directions) {
    const n = scaled(1 / Math.sqrt(dot(direction, direction)), direction);
    const between = dot(minus(A.center, B.center), n);
    const gap = Math.abs(between) - A.reach(n) - B.reach(n);
    if (gap > best.gap) best = { gap, normal: between >= 0 ? n : scaled(-1, n) };
  }
  return best;
}

// The nearest points of edge e and of edge f, where both lie inside their edges.
function betweenEdges(e, f) {
  const uv = dot(e.direction, f.direction);
  const across = cross(e.direction, f.direction);
  const sine = dot(across, across); // squared
  if (sine < PARALLEL * PARALLEL) return null; // then an end of one of them is as near
  const w = minus(e.middle, f.middle);
  const s = (uv * dot(f.direction, w) - dot(e.direction, w)) / sine;
  const r = (dot(f.direction, w) - uv * dot(e.direction, w)) / sine;
  if (Math.abs(s) > e.half || Math.abs(r) > f.half) return null;
  return [along(e.middle, s, e.direction), along(f.middle, r, f.direction)];
}

// On A and on B, of boxes that do not overlap.
function nearestPoints(A, B) {
  const pairs = [
    ...A.corners().map((p) => [p, B.nearest(p)]),
    ...B.corners().map((p) => [A.nearest(p), p]),
    ...A.edges().flatMap((e) => B.edges().map((f) => betweenEdges(e, f))),
  ].filter(Boolean);
  const squared = ([p, q]) => dot(minus(p, q), minus(p, q));
  return pairs.reduce((a, b) => (squared(a) <= squared(b) ? a : b));
}

// The signed distance and the unit normal from B to A, in world axes.
function distance(bodyA, X_WA, bodyB, X_WB) {
  const A = new Box(bodyA, X_WA);
  const B = new Box(bodyB, X_WB);
  const { gap, normal } = bestAxis(A, B);
  if (gap <= 0) return { value: gap, normal };
  const way = minus(...nearestPoints(A, B));
  const length = Math.sqrt(dot(way, way));
  // A face or two edges: more exact than the difference of two points.
  if (length <= gap * (1 + 1e-12)) return { value: gap, normal };
  return { value: length, normal: scaled(1 / length, way) };
}

// Half way between the points of A and B that touch once B is moved by phi n.
function contactPoint(bodyA, X_WA, bodyB, X_WB, { value, normal }) {
  const A = new Box(bodyA, X_WA);
  const B = new Box(bodyB, X_WB);
  B.center = along(B.center, value, normal);
  const [pA, pB] = nearestPoints(A, B);
  return along(scaled(0.5, along(pA, 1, pB)), -value / 2, normal);
}

// How fast phi changes when the bodies move (docs/gradients.md): a velocity v of a body's frame and
// an angular velocity w about its origin move the contact point p by v + w x arm.
function gradient(p, normal, X_WA, X_WB) {
  return {
    v_A: normal,
    w_A: cross(minus(p, X_WA.t), normal),
    v_B: scaled(-1, normal),
    w_B: cross(normal, minus(p, X_WB.t)),
  };
}

const bodies = new Map();

function answer(question) {
  const { id, A, B, X_WA, X_WB } = question;
  try {
    const pair = [bodies.get(A), X_WA, bodies.get(B), X_WB];
    const { value, normal } = distance(...pair);
    const made = { id, status: "answered", value, normal };
    if (!("gradient" in question || "manifold_reach" in question)) return made;
    const position = contactPoint(...pair, made);
    if ("gradient" in question) made.gradient = gradient(position, normal, X_WA, X_WB);
    // None where boxes are apart: CLAIMS has no reach.
    if ("manifold_reach" in question) made.points = value > 0 ? [] : [{ position, depth: -value, normal }];
    return made;
  } catch (fault) {
    // An exception that ends the program costs a new start for each question.
    return { id, status: "no_answer", note: String(fault) };
  }
}

// What is said to a message; nothing where nothing is to be said.
function reply(message) {
  if ("body" in message) return void bodies.set(message.body, message);
  if ("questions" in message) return { answers: message.questions.map(answer) };
  if ("reset" in message) return message; // here a warm start would be forgotten
  if ("forget" in message) return void bodies.clear();
  return CLAIMS; // the hello
}

let rest = ""; // of a line that has not ended
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const said = reply(JSON.parse(line));
    if (said !== undefined) process.stdout.write(JSON.stringify(said) + "\n");
  }
});
