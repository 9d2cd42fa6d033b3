// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a report: sections, plots, matrix, tables, the state in the URL, what is saved.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { openBrowser, openPage, Pages } from "./browser.mjs";
import { kPlots, report, verifyRecord } from "./fixture.mjs";
import { makePage, reportBody } from "./static_page.mjs";

describe("the page of a report", () => {
  let browser, pages, url, old;
  before(async () => {
    browser = await openBrowser();
    pages = new Pages();
    url = pages.write("report.html", makePage({ data: report() }));
    old = pages.write("old.html", makePage({ data: report({ recorded: false }) }));
  });
  after(async () => {
    await browser.close();
    pages.remove();
  });

  const visibleRows = (page) => page.locator("#matrix tbody tr:visible").count();
  const families = (page) => page.locator("#matrix tbody tr:visible th").allTextContents();

  it("shows every section and every plot, without a fault and without a request", async () => {
    const { page, faults, requests, close } = await openPage(browser, url);
    assert.ok(await page.locator("#summary .headline").first().isVisible());
    for (const id of ["verdicts", "accuracy", "speed", "simulation", "failures", "findings", "glossary"]) {
      assert.ok(await page.locator(`section#${id} > h2`).isVisible(), id);
    }
    for (const name of kPlots)
      assert.equal(await page.locator(`[data-plot="${name}"] .picture > svg`).count(), 1, name);
    assert.deepEqual(faults, []);
    assert.deepEqual(requests, []);
    await close();
  });

  it("says what older records lack", async () => {
    const { page, faults, close } = await openPage(browser, old);
    assert.match(await page.locator('[data-plot="degeneracy"] .picture').textContent(), /Not recorded/);
    // errors in ulps are in older records, too
    assert.equal(await page.locator('[data-plot="error-cdf"] .picture > svg').count(), 1);
    await page.locator('[data-plot="error-cdf"] select').nth(1).selectOption("size");
    assert.match(await page.locator('[data-plot="error-cdf"] .picture').textContent(), /Not recorded/);
    assert.deepEqual(faults, []);
    await close();
  });

  it("filters and sorts the matrix, and keeps that in the URL", async () => {
    const { page, close } = await openPage(browser, url);
    assert.equal(await visibleRows(page), 6);
    await page.locator("#verdicts .chip.wrong").click();
    assert.equal(await visibleRows(page), 5, "no metric is wrong on random-boxes");
    assert.equal(await page.locator("#matrix thead th[data-metric]:visible").count(), 2);
    await page.locator("#verdicts .controls select").first().selectOption("hulls");
    assert.deepEqual(await families(page), ["random-hulls-8-deep", "random-hulls-64-deep"]);
    const link = page.url();
    assert.match(link, /#verdicts\?/);
    await page.locator("#verdicts .controls button", { hasText: "Reset" }).click();
    assert.equal(await visibleRows(page), 6);
    await page.locator('#matrix th[data-metric="mpr"] button').click();
    assert.equal(await page.locator('#matrix th[data-metric="mpr"]').getAttribute("aria-sort"), "ascending");
    assert.equal((await families(page)).at(-1), "random-boxes");
    await close();
    const again = await openPage(browser, link);
    assert.equal(await visibleRows(again.page), 2);
    assert.equal(await again.page.locator("#verdicts .chip.wrong").getAttribute("aria-pressed"), "true");
    await again.close();
  });

  it("shows all rows of the matrix below a head that stays in sight, and captions as wide as they read well", async () => {
    const families = Array.from({ length: 80 }, (_, k) => [`family-${k}`, `group-${k % 4}`]);
    for (const metrics of [["mpr"], Array.from({ length: 40 }, (_, k) => `metric_${k}`)]) {
      const data = {
        ...report(),
        verify: verifyRecord({ metrics, families, recorded: false }),
        failures: null,
      };
      const { page, close } = await openPage(browser, pages.write("tall.html", makePage({ data })));
      const box = page.locator(".table-box:has(#matrix)");
      await page.locator("#matrix tbody tr").nth(50).scrollIntoViewIfNeeded();
      await page.waitForFunction(() => {
        const [nav, head] = ["#contents", "#matrix thead"].map((one) => document.querySelector(one));
        return Math.abs(nav.getBoundingClientRect().bottom - head.getBoundingClientRect().top) < 2;
      });
      assert.ok(
        await box.evaluate((own) => own.clientHeight > 2000 && own.scrollHeight <= own.clientHeight + 2),
      );
      const caption = await page
        .locator("#matrix caption > span")
        .evaluate((own) => own.getBoundingClientRect().width);
      assert.ok(caption > 600, `the caption has ${caption} px`);
      await close();
    }
  });

  it("says of each cell how many cases are wrong, and how", async () => {
    const { page, close } = await openPage(browser, url);
    const cell = page.locator('#matrix tr[data-family="corpus"] td.wrong').last();
    const words = /: 80 of 1000 right; 920 inaccurate, 920 invalid normal/;
    assert.match(await cell.getAttribute("title"), words);
    assert.match(await cell.locator("a").getAttribute("aria-label"), words);
    await close();
  });

  it("sorts cells that are all right by it, and those without a share last both ways", async () => {
    const { page, close } = await openPage(browser, url);
    const head = page.locator('#matrix th[data-metric="sat"] button');
    for (let k = 0; k < 2; ++k) {
      await head.click();
      assert.equal((await families(page)).at(-1), "corpus", "sat does not apply to it");
    }
    const gjk = page.locator('#matrix th[data-metric="gjk"] button');
    await gjk.click();
    assert.deepEqual((await families(page)).slice(-2), ["random-boxes", "needles"]);
    await gjk.click();
    const down = await families(page);
    assert.deepEqual([down[0], down.at(-1)], ["random-boxes", "needles"]);
    await close();
  });

  it("shows chosen metrics only", async () => {
    const { page, close } = await openPage(browser, url);
    await page.locator("#verdicts .menu summary").click();
    await page.locator('#verdicts .menu input[value="sat"]').check();
    assert.equal(await page.locator("#matrix thead th[data-metric]:visible").count(), 1);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#verdicts .menu[open]").count(), 0);
    await close();
  });

  it("sorts static tables by their full numbers", async () => {
    const { page, close } = await openPage(browser, url);
    const head = page.locator("#metrics thead th").nth(4);
    await head.locator("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    const wrong = await page
      .locator("#metrics tbody tr td:nth-child(5)")
      .evaluateAll((cells) => cells.map((c) => Number(c.dataset.value)));
    assert.deepEqual(
      wrong,
      [...wrong].sort((a, b) => b - a),
    );
    await close();
  });

  it("sorts what is missing last both ways", async () => {
    const data = report();
    const [first, , third] = data.verify.results;
    first.error_rel_size.max = null;
    third.error_rel_size.max = NaN;
    const { page, close } = await openPage(browser, pages.write("missing.html", makePage({ data })));
    const head = page.locator("#errors thead th").nth(2).locator("button");
    for (let k = 0; k < 2; ++k) {
      await head.click();
      const texts = await page.locator("#errors tbody td:last-child").allTextContents();
      assert.deepEqual(texts.slice(-2).sort(), ["NaN", "\u2013"]);
    }
    await close();
  });

  it("draws a plot when its place comes near, and all of them before it is printed", async () => {
    // Without idle time, in which it draws the rest.
    const init = () => {
      window.requestIdleCallback = () => 0;
    };
    const { page, faults, close } = await openPage(browser, url, { until: "ready", init });
    const drawn = () => page.locator("[data-plot] .picture > *").count();
    const places = await page.locator("[data-plot] .picture").count();
    assert.equal(places, 9);
    assert.ok((await drawn()) < places);
    const last = page.locator('[data-plot="step-profile"]');
    assert.equal(await last.locator(".picture > svg").count(), 0);
    await last.scrollIntoViewIfNeeded();
    await last.locator(".picture > svg").waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    assert.equal(await drawn(), places);
    assert.deepEqual(faults, []);
    await close();
  });

  it("explains terms of the glossary in headings and captions", async () => {
    const data = report();
    const glossary = '<dl id="terms"><dt>case</dt><dd>one pair</dd><dt>rho, cases</dt><dd>two</dd></dl>';
    const body = reportBody(data).replace(/<dl id="terms">[^]*?<\/dl>/, glossary);
    const { page, faults, close } = await openPage(
      browser,
      pages.write("terms.html", makePage({ data, body })),
    );
    const titles = (selector) =>
      page.locator(selector).evaluateAll((terms) => terms.map((t) => [t.textContent, t.title]));
    assert.deepEqual(await titles("#metrics caption abbr"), [["Cases", "two"]]);
    assert.deepEqual(await titles("#matrix caption abbr"), [
      ["cases", "two"],
      ["case", "one pair"],
    ]);
    assert.deepEqual(await titles("#metrics th abbr"), [["cases", "two"]]);
    assert.ok((await page.locator("#summary .skipped abbr").count()) > 0);
    assert.equal(await page.locator("a abbr, code abbr, abbr abbr, td abbr").count(), 0);
    await page.locator("#metrics th button", { hasText: "cases" }).click();
    assert.equal(await page.locator("#metrics th[aria-sort]").count(), 1, "a heading still sorts");
    assert.deepEqual(faults, []);
    await close();
  });

  it("makes do with verify's counts alone", async () => {
    const data = report();
    data.verify.results = data.verify.results.map(
      ({ metric, family, group, cases, right, not_applicable, wrong }) => ({
        metric,
        family,
        group,
        cases,
        right,
        not_applicable,
        wrong,
      }),
    );
    const { page, faults, close } = await openPage(browser, pages.write("bare.html", makePage({ data })));
    for (const name of ["error-cdf", "error-histogram", "degeneracy"])
      assert.match(await page.locator(`[data-plot="${name}"] .picture`).textContent(), /Not recorded/);
    assert.equal(await visibleRows(page), 6);
    assert.deepEqual(faults, []);
    await close();
  });

  it("keeps the switches of all plots of a section in step, and in the URL", async () => {
    const { page, close } = await openPage(browser, url);
    await page.locator('[data-plot="time"] select').nth(1).selectOption("deep");
    assert.equal(await page.locator('[data-plot="time-ratio"] select').nth(1).inputValue(), "deep");
    await page.locator('[data-plot="time-ratio"] select').nth(3).selectOption("sat");
    assert.match(await page.locator('[data-plot="time-ratio"] .picture > svg').textContent(), /time of sat/);
    await page.locator('[data-plot="time"] [data-series="mpr"]').click();
    assert.equal(await page.locator('[data-plot="time"] [data-mark="mpr"]').count(), 0);
    const link = page.url();
    await close();
    const again = await openPage(browser, link);
    assert.equal(await again.page.locator('[data-plot="time"] select').nth(1).inputValue(), "deep");
    assert.equal(
      await again.page.locator('[data-plot="time"] [data-series="mpr"]').getAttribute("aria-pressed"),
      "false",
    );
    await again.close();
  });

  it("makes a fast wrong metric look wrong", async () => {
    const { page, close } = await openPage(browser, url);
    const wrong = page.locator('[data-plot="time"] [data-series="fast_but_wrong"]');
    assert.match(await wrong.textContent(), /\u2717 right: 8\.00 %/);
    const line = page.locator('[data-plot="time"] [data-mark="fast_but_wrong"][data-part="line"]');
    assert.notEqual(await line.getAttribute("stroke-dasharray"), "none");
    await close();
  });

  it("saves the data of a plot as CSV and its picture as SVG", async () => {
    const { page, close } = await openPage(browser, url);
    const saved = async (selector) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator(selector).click()]);
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
    };
    const csv = await saved('[data-plot="time"] .buttons button:nth-child(1)');
    assert.equal(csv.name, "time.csv");
    assert.equal(csv.text.split("\r\n").length, 1 + 25 + 1);
    const svg = await saved('[data-plot="time"] .buttons button:nth-child(2)');
    assert.match(svg.text, /^<\?xml[\s\S]*<svg [\s\S]*<title>Time against size/);
    assert.doesNotMatch(svg.text, /var\(--[a-z]/);
    await page.locator('[data-plot="time"] .plot-data summary').click();
    await page.waitForSelector('[data-plot="time"] .plot-data tbody tr');
    assert.equal(await page.locator('[data-plot="time"] .plot-data tbody tr').count(), 25);
    await close();
  });

  it("saves the matrix as plain numbers with a verdict", async () => {
    const { page, close } = await openPage(browser, url);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("#verdicts .table-tools button", { hasText: "CSV" }).last().click(),
    ]);
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n");
    assert.equal(lines[0], "family,group,metric,verdict,cases,not applicable,right,wrong");
    const cells = await page.locator("#matrix tbody td").count();
    assert.equal(lines.length, 1 + cells);
    const wrong = lines.find((line) => line.startsWith("corpus,") && line.includes(",fast_but_wrong,"));
    assert.match(wrong, /,wrong,1000,0,80,920$/);
    assert.ok(lines.slice(1).every((line) => /,(\d+,\d+,\d+,\d+|,,,)$/.test(line)));
    await close();
  });

  it("shows what got faster or slower, with intervals", async () => {
    const { page, close } = await openPage(browser, url);
    const plot = page.locator('[data-plot="time-changes"]');
    assert.match(await plot.locator(".legend").textContent(), /slower2 cells/);
    await plot.locator('[data-series="no change beyond noise"]').click();
    assert.equal(await plot.locator('[data-mark="same"] circle, [data-mark="same"] path').count(), 0);
    await close();
  });

  it("goes to the failures of a cell, and back", async () => {
    const { page, close } = await openPage(browser, url);
    await page.locator('#matrix tr[data-family="corpus"] td a').last().click();
    assert.match(page.url(), /#failures\?metric=fast_but_wrong&family=corpus/);
    assert.match(await page.locator("#failures .count").first().textContent(), /^12 of/);
    await page.goBack();
    assert.match(await page.locator("#failures .count").first().textContent(), /^(\d+) of \1 /);
    await close();
  });
});
