// SPDX-License-Identifier: GPL-3.0-or-later
// Every plotted series is the record's numbers: what stands in the picture, in pixels, against what the record says.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openBrowser, openPage, Pages } from "./browser.mjs";
import { report } from "./fixture.mjs";
import { expectSeries, kPixel, kSuperscripts, place, readPlot, same } from "./plot_reading.mjs";
import { makePage } from "./static_page.mjs";

const group = (list, key) => {
  const groups = {};
  for (const one of list) (groups[key(one)] ??= []).push(one);
  return groups;
};
const mapped = (groups, make) =>
  Object.fromEntries(Object.entries(groups).map(([name, own]) => [name, make(own)]));

describe("every plotted series is the record's", () => {
  const data = report();
  let browser, pages, url;
  before(async () => {
    browser = await openBrowser();
    pages = new Pages();
    url = pages.write("report.html", makePage({ data }));
  });
  after(async () => {
    await browser.close();
    pages.remove();
  });
  // On a screen of one pixel for each, Plot shifts what it draws by half of one.
  const open = (fragment = "") => openPage(browser, url + fragment, { deviceScaleFactor: 2 });

  it("energy over time: each run and the truth of each", async () => {
    for (const kind of ["total_J", "kinetic_J", "potential_J"]) {
      const { page, close } = await open(`#simulation?scene=spinning-box&energy=${kind}`);
      const runs = data.energy.results.filter((run) => run.scene === "spinning-box");
      assert.ok(new Set(runs.map((run) => run.curve.true_J.join())).size === runs.length);
      const curve = (run, key) => run.curve.time_s.map((t, k) => [t, run.curve[key][k]]);
      const line = mapped(
        group(runs, (run) => run.friction),
        ([run]) => curve(run, kind),
      );
      if (kind === "total_J") line.truth = runs.flatMap((run) => curve(run, "true_J"));
      await expectSeries(page, "energy", { line });
      const legend = page.locator('[data-plot="energy"] .legend .name');
      assert.deepEqual(await legend.allTextContents(), Object.keys(line));
      if (kind === "total_J")
        assert.equal(
          await page.locator('[data-plot="energy"] [data-mark="truth"] path').count(),
          runs.length,
        );
      await close();
    }
  });

  it("drift: a line over the steps of each size, and over the sizes of each step", async () => {
    const runs = data.energy.results.filter((run) => run.scene === "roll-off");
    const whole = runs.filter((run) => run.curve);
    const size = (run) => `${run.vertices.join("x")} vertices`;
    const dt = (run) => run.dt;
    const up = (a, b) => a[0] - b[0];
    const lines = (list, name, x, y) =>
      mapped(group(list, name), (own) => own.map((run) => [x(run), Math.abs(y(run))]).sort(up));
    const drift = (run) => run.energy_drift;
    const gain = (run) => run.max_gain;
    const error = (run) => run.measured - run.truth;
    const judged = runs.filter((run) => run.truth !== null);
    const steps = (run) =>
      `dt ${String(run.dt).replace("0.0001", "1e\u22124").replace("1e\u22124", "0.0001")} s`;
    const observed = (run) => `${size(run)}, ${run.observable}`;
    for (const [fragment, line] of [
      ["drift=energy_drift", lines(whole, size, dt, drift)],
      ["drift=max_gain", lines(whole, size, dt, gain)],
      ["drift=error", lines(judged, observed, dt, error)],
      ["drift=energy_drift&against=vertices", lines(whole, steps, (run) => run.vertices[0], drift)],
    ]) {
      const { page, close } = await open(`#simulation?scene=roll-off&${fragment}`);
      await expectSeries(page, "drift", { line, dot: line });
      for (const own of Object.values(line)) assert.ok(own.length > 1, "a line has more than a point");
      await close();
    }
  });

  it("the parts of a step: bars that add up", async () => {
    const { page, close } = await open("#simulation?scene=spinning-box");
    const bars = await page
      .locator('[data-plot="step-profile"] [data-part="bar"] rect')
      .evaluateAll((rects) =>
        rects.map((rect) => ["x", "y", "width", "height"].map((key) => Number(rect.getAttribute(key)))),
      );
    const runs = data.energy.results.filter((run) => run.scene === "spinning-box");
    const keys = ["contacts_s", "problem_s", "solve_s", "other_s"];
    assert.equal(bars.length, runs.length * keys.length);
    const expected = runs.flatMap(({ profile, steps, friction }) => {
      let from = 0;
      return keys.map((key) => {
        const to = from + (1e3 * profile[key]) / steps;
        const bar = [friction, from, to];
        from = to;
        return bar;
      });
    });
    const low = await place(
      page,
      "step-profile",
      "x",
      expected.map((bar) => bar[1]),
    );
    const high = await place(
      page,
      "step-profile",
      "x",
      expected.map((bar) => bar[2]),
    );
    const middle = await place(
      page,
      "step-profile",
      "y",
      expected.map((bar) => bar[0]),
    );
    const inset = 1;
    const wanted = expected.map((_, k) => [low[k], middle[k], high[k] - inset]);
    const found = bars.map(([x, y, width, height]) => [x, y + height / 2, x + width]);
    const order = (a, b) => a[1] - b[1] || a[0] - b[0];
    same(found.sort(order), wanted.sort(order), "step-profile");
    await close();
  });

  it("time against size: medians, bands, the floor, and ratios", async () => {
    const { page, close } = await open("#speed?family=random-hulls&regime=shallow&start=cold&baseline=sat");
    const rows = data.time.results.filter(
      (row) => row.family === "random-hulls" && row.regime === "shallow" && row.start === "cold",
    );
    const metrics = group(rows, (row) => row.metric);
    const at = (key) => (own) => own.map((row) => [row.vertices[0], row[key]]);
    const low = mapped(metrics, at("p10_ns"));
    const area = mapped(metrics, (own) => [...at("p90_ns")(own), ...at("p10_ns")(own).reverse()]);
    for (const [name, points] of Object.entries(area)) assert.equal(points.length, 2 * low[name].length);
    const line = mapped(metrics, at("median_ns"));
    const least = mapped(
      group(rows, (row) => row.vertices[0]),
      (own) => Math.min(...own.map((row) => row.floor_ns)),
    );
    line.floor = Object.entries(least).map(([n, time]) => [Number(n), time]);
    area.floor = [...line.floor, ...line.floor.map(([n, time]) => [n, time / 1e3]).reverse()];
    const plain = (own) => own.filter((row) => !(row.right_share !== null && row.right_share < 1));
    const crossed = (own) => own.filter((row) => row.right_share !== null && row.right_share < 1);
    const dots = (y) =>
      mapped(metrics, (own) => [...plain(own), ...crossed(own)].map((row) => [row.vertices[0], y(row)]));
    await expectSeries(page, "time", { area, line, dot: dots((row) => row.median_ns) });
    const base = Object.fromEntries(metrics.sat.map((row) => [row.vertices[0], row.median_ns]));
    const ratio = (row) => row.median_ns / base[row.vertices[0]];
    const ratios = mapped(metrics, (own) => own.map((row) => [row.vertices[0], ratio(row)]));
    await expectSeries(page, "time-ratio", { line: ratios, dot: dots(ratio) });
    await close();
  });

  it("changes of times: a dot for each cell, its interval, and each metric as a whole", async () => {
    const { page, close } = await open();
    const cells = data.against.time.cells;
    const { series } = await readPlot(page, "time-changes");
    for (const [kind, own] of Object.entries(group(cells, (cell) => cell.change))) {
      const y = await place(
        page,
        "time-changes",
        "y",
        own.map((cell) => cell.metric),
      );
      const x = await place(
        page,
        "time-changes",
        "x",
        own.map((cell) => cell.ratio),
      );
      const ends = await Promise.all(
        [0, 1].map((k) =>
          place(
            page,
            "time-changes",
            "x",
            own.map((cell) => cell.ratio_interval[k]),
          ),
        ),
      );
      const of = (part) => series.find((one) => one.mark === kind && one.part === part).points;
      same(
        of("dot"),
        x.map((px, k) => [px, y[k]]),
        `${kind}, dots`,
      );
      same(
        of("rule"),
        x.map((_, k) => [ends[0][k], y[k], ends[1][k], y[k]]),
        `${kind}, intervals`,
      );
    }
    const ticks = await page
      .locator('[data-plot="time-changes"] [data-part="tick"] line')
      .evaluateAll((lines) => lines.map((line) => [Number(line.getAttribute("x1"))]));
    const wholes = await place(
      page,
      "time-changes",
      "x",
      data.against.time.metrics.map((metric) => metric.ratio),
    );
    same(
      ticks,
      [...wholes, ...wholes].map((px) => [px]),
      "metrics as a whole",
    );
    await close();
  });

  /** Counts of errors up to and from each edge: the bins of the record are quarters of decades from `first` on. */
  const histogramOf = (rows) => {
    const bins = {};
    let [zero, total] = [0, 0];
    for (const { error_histogram: h } of rows) {
      zero += h.zero + h.below;
      total += h.zero + h.below + h.above;
      h.counts.forEach((count, k) => {
        bins[h.first + k] = (bins[h.first + k] ?? 0) + count;
        total += count;
      });
    }
    const edge = (k) => 10 ** ((Number(k) + 1) / 4);
    return {
      bins: Object.entries(bins)
        .map(([k, count]) => [edge(k), count])
        .sort((a, b) => a[0] - b[0]),
      zero,
      total,
    };
  };

  it("errors: shares up to each edge, and bars", async () => {
    const { page, close } = await open("#accuracy?family=group:hulls");
    const rows = data.verify.results.filter((row) => row.group === "hulls");
    const all = mapped(
      group(rows, (row) => row.metric),
      histogramOf,
    );
    const { series } = await readPlot(page, "error-cdf");
    const { series: strips } = await readPlot(page, "error-histogram");
    assert.deepEqual(
      series.filter((one) => one.part === "line").map((one) => one.mark),
      Object.keys(all),
    );
    for (const [metric, { bins, zero, total }] of Object.entries(all)) {
      let sum = zero;
      const shares = new Map(bins.map(([edge, count]) => [edge, (sum += count) / total]));
      const line = series.find((one) => one.mark === metric && one.part === "line").points;
      // Steps: the first corner of each height is at its edge.
      const heights = line.filter(
        (point, k) => k === 0 || point[1] !== line[k - 1][1] || point[0] === line[k - 1][0],
      );
      const edges = [...shares].filter(([, share], k) => k === 0 || share !== [...shares.values()][k - 1]);
      const x = await place(
        page,
        "error-cdf",
        "x",
        edges.map((p) => p[0]),
      );
      const y = await place(
        page,
        "error-cdf",
        "y",
        edges.map((p) => p[1]),
      );
      for (const [k, px] of x.entries()) {
        const reached = heights.some(([a, b]) => Math.abs(a - px) < kPixel && Math.abs(b - y[k]) < kPixel);
        assert.ok(reached, `error-cdf, ${metric}: no corner at ${edges[k]}`);
      }
      const drawn = strips.find((one) => one.mark === metric).points;
      const filled = bins.filter(([, count]) => count > 0);
      const right = await place(
        page,
        "error-histogram",
        "x",
        filled.map(([edge]) => edge),
      );
      const left = await place(
        page,
        "error-histogram",
        "x",
        filled.map(([edge]) => edge / 10 ** 0.25),
      );
      const top = await place(
        page,
        "error-histogram",
        "y",
        filled.map(([, count]) => count / total),
      );
      const [ground] = await place(page, "error-histogram", "y", [0]);
      same(
        drawn.map(([a, b, c, d]) => [a, c, d - b]),
        filled.map((_, k) => [left[k] + 0.5, right[k], ground - top[k]]),
        `error-histogram, ${metric}`,
      );
    }
    await close();
  });

  it("errors against the distance to degeneracy", async () => {
    for (const kind of ["", "error"]) {
      const { page, close } = await open(`#accuracy?degeneracy=${kind}`);
      const rows = data.verify.results.filter((row) => row.degeneracy.length > 0);
      const names = (bin) => (bin.above === null ? "tie" : bin.up_to);
      const label = (bin) => {
        const exponent = Math.round(Math.log10(bin.up_to));
        const digits = [...String(Math.abs(exponent))].map((d) => kSuperscripts[d]).join("");
        return names(bin) === "tie" ? "tie" : `10${exponent < 0 ? "\u207b" : ""}${digits}`;
      };
      const line = mapped(
        group(rows, (row) => row.metric),
        (own) =>
          own[0].degeneracy.map((bin, k) => {
            const bins = own.map((row) => row.degeneracy[k]);
            const sum = (key) => bins.reduce((total, one) => total + one[key], 0);
            return [
              label(bin),
              kind === "error" ? Math.max(...bins.map((one) => one.max_error)) : sum("right") / sum("cases"),
            ];
          }),
      );
      await expectSeries(page, "degeneracy", { line, dot: line }, { percent: kind === "" });
      await close();
    }
  });
});
