// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a real campaign, which `./touchstone test --web` makes: TOUCHSTONE_PAGE names it.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { openBrowser, openPage, picture } from "./browser.mjs";

const path = process.env.TOUCHSTONE_PAGE;
const kMaxBytes = 2_000_000;
/** Three times what a page may take on a machine that does nothing else [ms]. */
const kMaxLoad = 3000;
const kLoads = 5;

describe("the page of a real campaign", { skip: path ? false : "TOUCHSTONE_PAGE names none" }, () => {
  let browser, url;
  before(async () => {
    browser = await openBrowser();
    url = pathToFileURL(path).href;
  });
  after(async () => browser?.close());

  it("is no larger than it may be, and is there soon", async (test) => {
    assert.ok(statSync(path).size <= kMaxBytes, `${statSync(path).size} bytes`);
    const times = [];
    for (let k = 0; k < kLoads; ++k) {
      const begin = performance.now();
      const { close } = await openPage(browser, url, { until: "ready" });
      times.push(performance.now() - begin);
      await close();
    }
    times.sort((a, b) => a - b);
    const median = times[Math.floor(kLoads / 2)];
    test.diagnostic(
      `${statSync(path).size} bytes, usable after ${Math.round(median)} ms (median of ${kLoads})`,
    );
    assert.ok(median <= kMaxLoad, `${median} ms`);
  });

  it("shows every section and what was recorded, without a fault and without a request", async () => {
    const { page, faults, requests, close } = await openPage(browser, url);
    assert.ok(await page.locator("#summary .headline").first().isVisible());
    for (const id of ["verdicts", "accuracy", "speed", "simulation", "failures", "findings", "glossary"]) {
      assert.ok(await page.locator(`section#${id} > h2`).isVisible(), id);
    }
    for (const name of [
      "error-cdf",
      "error-histogram",
      "time",
      "time-ratio",
      "energy",
      "drift",
      "step-profile",
    ]) {
      const plot = page.locator(`[data-plot="${name}"]`);
      await plot.scrollIntoViewIfNeeded();
      assert.equal(await plot.locator(".picture > svg").count(), 1, name);
      await picture(plot, `real-${name}`);
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(requests, []);
    await close();
  });

  it("leads from a wrong cell to a pair", async () => {
    const { page, faults, close } = await openPage(browser, url);
    await page.locator('#matrix a[href*="metric=gjk_epa&family=random-boxes"]').click();
    assert.match(page.url(), /#failures\?/);
    await page.locator("#failures-table tbody tr").first().locator("button").first().click();
    const dialog = page.locator(".pair-dialog[open]");
    await dialog.waitFor();
    assert.match(await dialog.textContent(), /random-boxes:42:/);
    await picture(page, "real-pair");
    assert.deepEqual(faults, []);
    await close();
  });
});
