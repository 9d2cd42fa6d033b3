// SPDX-License-Identifier: GPL-3.0-or-later
// Data of people who mean harm, and data of nobody: shown safely, or refused in words.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, it } from "node:test";
import { openBrowser, openPage, Pages, picture } from "./browser.mjs";
import { energyRecord, failuresOf, kMetrics, pairReport, report, verifyRecord } from "./fixture.mjs";
import { makePage, reportBody } from "./static_page.mjs";

const kNames = [
  "<script>window.pwned=1</script>",
  "\"'><img src=x onerror=window.pwned=1>",
  "\u202eright\u202cto-left \u05e9\u05dc\u05d5\u05dd",
  "a,b%2C#&?=c",
  "__proto__",
  "</script><!--",
];

describe("hostile data", () => {
  let browser, pages;
  before(async () => {
    browser = await openBrowser();
    pages = new Pages();
  });
  after(async () => {
    await browser.close();
    pages.remove();
  });

  const open = (name, options) => openPage(browser, pages.write(`${name}.html`, makePage(options)));
  const unharmed = async (page, requests) => {
    assert.equal(await page.evaluate(() => window.pwned), undefined);
    assert.deepEqual(requests, []);
  };

  it("in names is text, and still a filter", async () => {
    const families = kNames.map((name) => [name, name]);
    const data = report({ metrics: kNames, families });
    const { page, faults, requests, close } = await open("names", { data, title: kNames[0] });
    assert.equal(await page.title(), kNames[0]);
    await unharmed(page, requests);
    for (const metric of [kNames[1], kNames[3], kNames[4]]) {
      await page.locator("#failures .controls select").first().selectOption(metric);
      const shown = await page.locator("#failures-table td.metric").allTextContents();
      assert.ok(shown.length > 0 && shown.every((text) => text === metric), metric);
    }
    const link = page.url();
    await page.locator("#failures-table .primary").first().click();
    await page.waitForSelector("dialog .stage");
    assert.deepEqual(faults, []);
    await close();
    const again = await openPage(browser, link);
    assert.equal(await again.page.locator("#failures .controls select").first().inputValue(), kNames[4]);
    await again.page.locator("#verdicts .menu summary").click();
    await again.page.locator("#verdicts .menu input").nth(3).check();
    const kept = again.page.url();
    await again.close();
    const third = await openPage(browser, kept);
    assert.equal(await third.page.locator("#matrix thead th[data-metric]:visible").count(), 1);
    await unharmed(third.page, third.requests);
    await third.close();
  });

  it("that turns the direction of text is shown as what it is", async () => {
    const turning = "\u202ea\u2066b\u200f\u061c\u2028c";
    const families = [
      ["plain", "plain"],
      [turning, turning],
    ];
    const data = report({ metrics: ["mpr", turning], families });
    const body = reportBody({ ...report(), failures: data.failures });
    const { page, faults, close } = await open("turning", { data, body });
    const seen = await page.evaluate(() => {
      const unseen = /[\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;
      const inText = document.body.innerText.match(unseen);
      const inNames = [...document.querySelectorAll("[title], [aria-label]")].filter((element) =>
        unseen.test(`${element.title} ${element.ariaLabel}`),
      );
      return { inText, inNames: inNames.length };
    });
    assert.deepEqual(seen, { inText: null, inNames: 0 });
    await page.locator("#failures .controls select").first().selectOption(turning);
    const shown = await page.locator("#failures-table td.metric").allTextContents();
    assert.ok(shown.length > 0 && shown.every((text) => text === "\ufffda\ufffdb\ufffd\ufffd\ufffdc"));
    const cell = page.locator("#failures-table td.metric").first();
    assert.equal(await cell.evaluate((own) => getComputedStyle(own).unicodeBidi), "isolate");
    assert.deepEqual(faults, []);
    await close();
  });

  it("cannot run or load anything even where it became markup", async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked += 1;
      response.end("window.pwned=1");
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const there = `http://127.0.0.1:${server.address().port}`;
    const body = `<script>window.pwned=1</script><script src="${there}/x.js"></script><img src="${there}/x.png" onerror="window.pwned=1"><iframe src="${there}/"></iframe><svg onload="window.pwned=1"></svg><link rel="stylesheet" href="${there}/x.css"><p style="background:url(${there}/y.png)">x</p><form action="${there}"><button id="send">x</button></form><a id="js" href="javascript:window.pwned=1">x</a>`;
    const { page, close } = await open("markup", { data: report(), body });
    await page.locator("#js").click();
    await page.evaluate(() => document.getElementById("send").click());
    await page.waitForTimeout(300);
    await unharmed(page, []);
    assert.equal(asked, 0);
    await close();
    server.close();
  });

  it("of 200 metrics and 500 families is shown", async () => {
    const metrics = Array.from({ length: 200 }, (_, k) => `metric_${k}`);
    const families = Array.from({ length: 500 }, (_, k) => [`family-${k}`, `group-${k % 7}`]);
    const verify = verifyRecord({
      metrics: metrics.slice(0, 200),
      families: families.slice(0, 500),
      recorded: false,
    });
    const data = { ...report({ metrics }), verify, ...failuresOf(verify, { perCell: 1, pairs: 0 }) };
    data.verify.results.forEach((row) => delete row.ulp_histogram);
    const { page, faults, close } = await open("many", { data });
    assert.equal(await page.locator("#matrix tbody tr").count(), 500);
    assert.equal(await page.locator('[data-plot="time"] .picture > svg').count(), 1);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await picture(page.locator("#verdicts"), "many");
    assert.deepEqual(faults, []);
    await close();
  });

  it("of one metric only is shown", async () => {
    const { page, faults, close } = await open("one", { data: report({ metrics: ["mpr"] }) });
    assert.equal(await page.locator("#matrix thead th[data-metric]").count(), 1);
    assert.deepEqual(faults, []);
    await close();
  });

  it("of numbers that are none is shown", async () => {
    const data = report();
    for (const row of data.time.results)
      Object.assign(row, { median_ns: "NaN", p90_ns: "Infinity", right_share: "NaN" });
    for (const run of data.energy.results)
      Object.assign(run, {
        energy_drift: "-Infinity",
        measured: "NaN",
        truth: null,
        profile: null,
        curve: { time_s: ["NaN", 1], total_J: [null], true_J: null },
      });
    data.failures.error = data.failures.error.map((_, k) => ["NaN", "Infinity", "-Infinity", null][k % 4]);
    data.shown.forEach((shown, k) => {
      Object.assign(shown.claim, {
        value: ["NaN", "Infinity", null][k % 3],
        normal: k % 2 ? ["NaN", 0, 1] : [0, 0, 0],
        witnesses: null,
      });
    });
    data.pairs[1].A.vertices[0][0] = "Infinity";
    data.pairs[2].truth = null;
    data.verify.results.forEach((row) => Object.assign(row, { error_histogram: null, degeneracy: null }));
    const { page, faults, close } = await open("numbers", { data });
    for (let k = 0; k < 3; ++k) {
      await page.locator("#failures-table .primary").nth(k).click();
      await page.waitForSelector("dialog .facts");
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(faults, []);
    await close();
  });

  it("of empty and missing records is refused in words", async () => {
    const empty = {
      schema: "touchstone.report/1",
      made: {},
      verify: null,
      time: null,
      energy: null,
      reproduce: [],
      against: null,
      failures: null,
      shown: null,
      pairs: null,
    };
    for (const data of [
      empty,
      { schema: "touchstone.report/1" },
      { ...empty, verify: { results: [] }, time: { results: [] }, energy: energyRecord() },
    ]) {
      const { page, faults, close } = await open("empty", {
        data,
        body: reportBody({ ...report(), ...data, failures: report().failures }),
      });
      assert.deepEqual(faults, []);
      assert.equal(await page.locator(".page-note").count(), 0);
      await close();
    }
  });

  it("that is cut off or of another schema leaves the tables, and says so", async () => {
    const body = reportBody(report());
    const good = makePage({ data: report() }).match(/type="text\/plain">([^<]*)</)[1];
    const cases = [
      ["cut", { base64: good.slice(0, 4000) }, /cannot be read/],
      ["none", { base64: "" }, /no data/],
      ["text", { base64: "%%%" }, /cannot be read/],
      ["schema", { data: { schema: "touchstone.report/9" } }, /touchstone\.report\/9/],
      ["array", { data: [1, 2] }, /undefined|schema/],
      ["null", { data: null }, /cannot be read|schema/],
    ];
    for (const [name, options, words] of cases) {
      const { page, faults, close } = await open(name, { body, ...options });
      assert.match(await page.locator(".page-note").first().textContent(), words, name);
      assert.ok(await page.locator("#matrix").isVisible());
      assert.deepEqual(faults, [], name);
      await close();
    }
  });

  it("of pairs without pictures says why", async () => {
    const data = pairReport();
    data.pairs[0].A = { kind: "hull", vertices: [], facets: [[0, 1, 99]] };
    data.pairs[0].B = { kind: "hull", vertices: [[0, 0, 0]], facets: [] };
    data.pairs[0].shrunk = null;
    const { page, faults, close } = await open("flat", { data, kind: "pair" });
    assert.ok(await page.locator(".facts").isVisible());
    assert.deepEqual(faults, []);
    assert.equal(kMetrics.length, 5);
    await close();
  });
});
