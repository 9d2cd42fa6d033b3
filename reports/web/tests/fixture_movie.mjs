// SPDX-License-Identifier: GPL-3.0-or-later
// Movies for tests: bodies that bounce on a ground and turn. Made up, the same on every run; nothing was simulated.
import { box, randomNumbers } from "./fixture_pairs.mjs";
import { makePage, table } from "./static_page.mjs";

const kUnit = 1e-5;

function boxShape(x, y, z) {
  const { vertices, facets } = box(x, y, z);
  return { radius: 0, vertices, facets };
}

/** Height of a ball that is dropped and bounces, and whether it is at the ground. */
function bounce(time, from) {
  const g = 9.81;
  let height = from;
  let left = time;
  for (let k = 0; k < 12; ++k) {
    const fall = Math.sqrt((2 * height) / g);
    const rest = k === 0 ? fall : 2 * fall;
    if (left < rest) {
      const t = k === 0 ? left : left - fall;
      return Math.max(0, height - (g * t * t) / 2);
    }
    left -= rest;
    height *= 0.5;
  }
  return 0;
}

function poseAt(time, k, across, next) {
  const z = 0.1 + bounce(time, 0.4 + 0.9 * next.height[k]);
  const angle = next.spin[k] * time;
  const [x, y] = [0.26 * (k % across), 0.26 * Math.floor(k / across)];
  return [x, y, z, Math.cos(angle / 2), 0, Math.sin(angle / 2), 0];
}

const whole = (pose) => pose.map((x, i) => Math.round(x / (i < 3 ? kUnit : 1e-4)));

function runOf(name, { bodies, frames, end, stride, contacts }) {
  const random = randomNumbers(3);
  const next = { height: [], spin: [] };
  for (let k = 0; k < bodies; ++k) {
    next.height.push(random());
    next.spin.push(6 * random() - 3);
  }
  const across = Math.ceil(Math.sqrt(bodies));
  const time_s = Array.from({ length: frames }, (_, k) => Number(((end * k) / (frames - 1)).toPrecision(6)));
  const ground = [...whole([0.13 * across, 0.13 * across, -0.1, 1, 0, 0, 0])];
  const poses = [ground];
  for (let k = 0; k < bodies; ++k) {
    const changes = [];
    let before = Array(7).fill(0);
    for (const time of time_s) {
      const now = whole(poseAt(time, k, across, next));
      changes.push(...now.map((x, i) => x - before[i]));
      before = now;
    }
    poses.push(changes);
  }
  const list = [];
  for (let f = 0; contacts && f < frames; f += stride) {
    const numbers = [];
    for (let k = 0; k < bodies; ++k) {
      const [x, y, z] = poseAt(time_s[f], k, across, next);
      if (z > 0.14) continue;
      numbers.push(
        k + 1,
        0,
        Math.round(x / kUnit),
        Math.round(y / kUnit),
        0,
        0,
        0,
        10000,
        0,
        0,
        5 + 40 * (0.14 - z),
      );
    }
    list.push(numbers);
  }
  return {
    ...{ name, dt: 0.001, steps: 1000 * end, steps_per_frame: Math.round((1000 * end) / (frames - 1)) },
    ...{ unsolved_steps: 0, has_contacts: contacts, fault: null, time_s, poses },
    ...{ first_frame: poses.map((_, k) => (k === bodies ? Math.floor(frames / 4) : 0)) },
    ...{ contact_stride: stride, contacts: list },
    overlap_m: time_s.map((t) => 1e-4 * (1 + Math.sin(9 * t))),
    contact_count: time_s.map((_, f) => (list[Math.floor(f / stride)]?.length ?? 0) / 11),
    energy_time_s: time_s,
    kinetic_J: time_s.map((t) => 3 + 2 * Math.sin(3 * t)),
    total_J: time_s.map((t) => 9 - t),
  };
}

/** `runs`: for each its name, and what is other than in the first. */
export function movie({
  bodies = 6,
  frames = 61,
  end = 2,
  runs = [{ name: "std" }],
  stride = 1,
  shapes = 3,
} = {}) {
  const random = randomNumbers(5);
  const made = [
    boxShape(0.13 * Math.ceil(Math.sqrt(bodies)) + 0.1, 0.13 * Math.ceil(Math.sqrt(bodies)) + 0.1, 0.1),
  ];
  made.push({ radius: 0.1, vertices: [], facets: [] });
  for (let k = 2; k < shapes; ++k) made.push(boxShape(0.06 + 0.05 * random(), 0.06 + 0.05 * random(), 0.1));
  return {
    ...{
      schema: "touchstone.movie/1",
      scene: "made-up",
      gravity: [0, 0, -9.81],
      planar: null,
      unit_m: kUnit,
    },
    shapes: made,
    bodies: Array.from({ length: bodies + 1 }, (_, k) => ({
      ...{ name: k === 0 ? "ground" : `body ${k}`, shape: k === 0 ? 0 : 1 + (k % (made.length - 1)) },
      fixed: k === 0,
    })),
    runs: runs.map(({ name, ...other }) =>
      runOf(name, { bodies, frames, end, stride, contacts: true, ...other }),
    ),
  };
}

/** The static part as the program writes it: the place of the pictures, the plots, a table of the runs. */
export function moviePage(data) {
  const plots = ["energy", "overlap", "contacts"].map(
    (name) => `<div class="plot" data-plot="movie-${name}"></div>\n`,
  );
  const rows = data.runs.map(({ name, dt, steps }) => ({
    cells: [name, dt, steps].map((x) => ({ html: String(x), value: String(x) })),
  }));
  const heads = [
    ["run", "text"],
    ["dt [s]", "number"],
    ["steps", "number"],
  ];
  const made =
    '<p class="note">Touchstone 1.0.0, <code>touchstone simulate made-up --html run.html</code></p>\n';
  const body = `<section id="movie">\n<h1>${data.scene}</h1>\n${made}<div data-view="movie"></div>\n${plots.join("")}${table("runs", "Runs", heads, rows)}</section>\n`;
  return makePage({ data, kind: "movie", title: "made-up - Touchstone", body });
}
