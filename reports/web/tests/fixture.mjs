// SPDX-License-Identifier: GPL-3.0-or-later
// Records for tests: small, made up, the same on every run. No number in them was measured.
import { makePair, randomNumbers } from "./fixture_pairs.mjs";

/** The plots of a report that draws all of them, by id. */
export const kPlots = [
  "error-cdf",
  "error-histogram",
  "degeneracy",
  "time",
  "time-ratio",
  "time-changes",
  "energy",
  "drift",
  "step-profile",
];

export { randomNumbers };

const kFamilies = [
  ["random-boxes", "boxes"],
  ["random-hulls-8-deep", "hulls"],
  ["random-hulls-64-deep", "hulls"],
  ["kissing-face-face", "kissing"],
  ["needles", "hard"],
  ["corpus", "field"],
];
export const kMetrics = ["exact", "gjk", "mpr", "sat", "fast_but_wrong"];
const kShares = { exact: 1, gjk: 0.997, mpr: 0.62, sat: 1, fast_but_wrong: 0.08 };

function histogram(next, share) {
  const counts = Array(40).fill(0);
  for (let k = 0; k < 800; ++k) counts[Math.floor(8 * (next() + next()))] += 1;
  for (let k = 0; k < 800 * (1 - share); ++k) counts[Math.floor(22 + 18 * next())] += 1;
  return { first: -68, counts, zero: 40, below: 2, above: 0 };
}

function degeneracy(share) {
  return Array.from({ length: 9 }, (_, k) => ({
    above: k === 0 ? null : 10 ** (k - 10),
    up_to: k === 0 ? 0 : 10 ** (k - 9),
    cases: 100,
    right: Math.round(100 * Math.min(1, share + (k * (1 - share)) / 9)),
    valued: 100,
    max_error: 10 ** (-k - 2),
    worst: null,
  }));
}

export function verifyRecord({ metrics = kMetrics, families = kFamilies, recorded = true } = {}) {
  const next = randomNumbers(7);
  const results = [];
  for (const metric of metrics) {
    for (const [family, group] of families) {
      const share = Object.hasOwn(kShares, metric) ? kShares[metric] : next();
      const cases = 1000;
      const not_applicable = metric === "sat" && family === "corpus" ? cases : 0;
      if (metric === "gjk" && family === "needles") continue;
      const right = not_applicable > 0 ? 0 : family === "random-boxes" ? cases : Math.round(cases * share);
      const row = {
        metric,
        family,
        group,
        cases,
        right,
        wrong: cases - right - not_applicable,
        not_applicable,
        error_rel_size: { min: 0, max: 1e-3 * (1 - share), mean: 0, std: 0 },
        ulp_histogram: Array.from({ length: 56 }, (_, k) =>
          k < 6 ? 160 - 20 * k : Math.round((1 - share) * 10),
        ),
      };
      if (recorded)
        Object.assign(row, {
          error_histogram: histogram(next, share),
          degeneracy: group === "hulls" ? degeneracy(share) : [],
        });
      results.push(row);
    }
  }
  return { schema: "touchstone.verify/5", seed: 42, tolerance: 1e-8, results, not_run: [] };
}

export function timeRecord(metrics = kMetrics) {
  const next = randomNumbers(11);
  const results = [];
  const fits = [];
  const exponents = { exact: 0.45, gjk: 0.6, mpr: 0.62, sat: 2, fast_but_wrong: 0.2 };
  for (const family of ["random-hulls", "icospheres"])
    for (const regime of ["shallow", "deep"])
      for (const start of ["cold", "warm"])
        metrics.forEach((metric, k) => {
          const exponent = Object.hasOwn(exponents, metric) ? exponents[metric] : 0.5;
          const share = Object.hasOwn(kShares, metric) ? kShares[metric] : 1;
          for (const n of family === "random-hulls" ? [8, 14, 52, 252, 1002] : [42, 642]) {
            const median_ns =
              (100 + 150 * k) * n ** exponent * (start === "warm" ? 0.5 : 1) * (0.9 + 0.2 * next());
            results.push({
              metric,
              family,
              regime,
              start,
              vertices: [n, n],
              facets: [2 * n - 4, 2 * n - 4],
              median_ns,
              p10_ns: median_ns * 0.9,
              p90_ns: median_ns * 1.3,
              floor_ns: 9 * n ** 0.2,
              right_share: n > 900 ? null : share,
              judged: 100,
              crashed: 0,
              timed_out: 0,
            });
          }
          fits.push({
            metric,
            family,
            regime,
            start,
            facets_from: 12,
            facets_to: 2000,
            exponent,
            low: exponent - 0.1,
            high: exponent + 0.1,
            points: 5,
          });
        });
  return { schema: "touchstone.time/1", context: {}, results, fits, shapes: [], left_out: [] };
}

/** A run has a row for each observable; the first one has its curve and its profile. */
function runRows(run, drift, length, observables) {
  const steps = Math.round(length / run.dt);
  const time_s = Array.from({ length: 120 }, (_, k) => (length * k) / 119);
  const true_J = time_s.map((t) => 5 + 2 * (length - t) ** 2);
  const total_J = true_J.map((x, k) => x - (drift * k) / 119);
  const kinetic_J = total_J.map((x, k) => (x * k) / 120);
  const curve = { time_s, total_J, kinetic_J, potential_J: total_J.map((x, k) => x - kinetic_J[k]), true_J };
  const seconds = [2e-6, 3e-7, 8e-7, 1e-7].map((one) => one * steps);
  const [contacts_s, problem_s, solve_s, other_s] = seconds;
  const profile = { contacts_s, problem_s, solve_s, other_s };
  return observables.map(([observable, measured, truth], k) => ({
    metric: null,
    contacts: "certified",
    stepper: "stewart_trinkle",
    scale: 1,
    bodies: 1,
    sides: null,
    energy_drift: -drift,
    max_gain: drift / 7,
    steps,
    ...run,
    observable,
    measured,
    truth,
    verdict: truth === null ? "no_truth" : "right",
    curve: k === 0 ? curve : null,
    profile: k === 0 ? profile : null,
  }));
}

/** Runs that differ in a text with a comma; runs of two sizes and three steps. */
export function energyRecord() {
  const spins = [4, 8, 16].flatMap((sides) =>
    runRows(
      { scene: "spinning-box", friction: `cone(0.1, ${sides})`, dt: 0.001, vertices: [8, 8] },
      1 / sides,
      2.4 + 1 / sides,
      [["stop_time_s", 2.4, 2.4 + 0.01 / sides]],
    ),
  );
  const rolls = [50, 182].flatMap((n) =>
    [0.01, 0.001, 0.0001].flatMap((dt) =>
      runRows({ scene: "roll-off", friction: "no-slip", dt, vertices: [n, 8] }, 12 * dt + 1 / n, 1.2, [
        ["energy_error_J", 12 * dt, 0],
        ["leaving_time_s", 1.2 + dt / n, 1.2],
        ["loss_J", dt, null],
      ]),
    ),
  );
  const order = { scene: "roll-off", observable: "energy_error_J", against: "dt", vertices: [50, 8] };
  return {
    schema: "touchstone.energy/3",
    results: [...spins, ...rolls],
    orders: [{ ...order, points: 3, order: 0.98, truth: 1, tolerance: 0.15, verdict: "right" }],
  };
}

/** Failures of a verify record, with pairs for the first of each cell. */
export function failuresOf(verify, { perCell = 12, pairs = 2, scale = 1 } = {}) {
  const next = randomNumbers(3);
  const bad = verify.results.filter((row) => row.wrong > 0);
  const metrics = [...new Set(bad.map((row) => row.metric))];
  const families = [...new Set(bad.map((row) => row.family))];
  const words = ["inaccurate", "wrong_sign", "invalid_normal"];
  const failures = {
    total: 0,
    listed: 0,
    metrics,
    families,
    words,
    metric: [],
    family: [],
    word: [],
    id: [],
    error: [],
    replays: metrics.map((m) => `./touchstone ask {id} --metric ${m}`),
    replay_of: [],
  };
  const result = { failures, shown: [], pairs: [] };
  for (const row of bad) {
    failures.total += row.wrong;
    for (let k = 0; k < Math.min(perCell, row.wrong); ++k) {
      const id = `${row.family}:42:${7 * k}`;
      if (k < pairs) {
        const { pair, claim } = makePair(next, id, {
          count: 8 + 12 * k,
          boxes: k % 2 === 1,
          scale,
          shrunk: k === 0,
        });
        result.shown.push({ failure: failures.id.length, pair: result.pairs.length, claim });
        result.pairs.push(pair);
      }
      failures.metric.push(metrics.indexOf(row.metric));
      failures.family.push(families.indexOf(row.family));
      failures.word.push(k % 3);
      failures.error.push(k % 5 === 4 ? null : 10 ** (-6 * next()));
      failures.replay_of.push(metrics.indexOf(row.metric));
      failures.id.push(id);
    }
  }
  failures.listed = failures.id.length;
  return result;
}

/** What `compare` says of each metric's times against an earlier record. */
function changesOf(metrics = ["gjk", "sat"]) {
  const kinds = ["slower", "faster", "same"];
  const cells = metrics.flatMap((metric, m) =>
    [8, 32, 128].map((n, k) => {
      const ratio = [2.5, 0.4, 1.02][(m + k) % 3];
      return {
        metric,
        family: "spheres",
        regime: "shallow",
        start: "cold",
        vertices: [n, n],
        change: kinds[(m + k) % 3],
        old_ns: 100,
        new_ns: 100 * ratio,
        ratio,
        ratio_interval: [ratio / 1.1, ratio * 1.1],
        p_adjusted: 0.001,
      };
    }),
  );
  return {
    schema: "touchstone.time-compare/1",
    metrics: metrics.map((metric) => ({ metric, change: "slower", ratio: 1.5 })),
    cells,
  };
}

export function report(options = {}) {
  const verify = verifyRecord(options);
  return {
    schema: "touchstone.report/1",
    made: {
      touchstone: "1.0.0",
      compiler: "GNU 12.2.0",
      build_type: "Release",
      libraries: "",
      machine: "a machine",
      cores: 2,
      when: "2026-01-02T03:04:05Z",
      command: "./touchstone report results.db -o report.html",
      partial: false,
    },
    verify,
    time: timeRecord(options.metrics),
    energy: energyRecord(),
    reproduce: [],
    against: { time: changesOf(options.metrics) },
    ...failuresOf(verify, options),
  };
}

export function pairReport(scale = 1) {
  const { pair, claim } = makePair(randomNumbers(5), "needles:42:17", { scale, shrunk: true });
  pair.claims = [
    { metric: "mpr", word: "inaccurate", ...claim },
    {
      metric: "exact",
      word: "right",
      ...claim,
      value: pair.truth.phi,
      normal: pair.truth.normal,
      witnesses: pair.truth.witnesses,
    },
    {
      metric: "sat",
      word: "right",
      status: "sign_only",
      value: null,
      sign: -1,
      normal: null,
      witnesses: null,
      detail: "",
    },
  ];
  for (const one of pair.claims) one.replay = `./touchstone ask ${pair.id} --metric ${one.metric}`;
  return { schema: "touchstone.report/1", made: {}, pairs: [pair] };
}
