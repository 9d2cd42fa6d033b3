// SPDX-License-Identifier: GPL-3.0-or-later
// Who can read the page: by keyboard alone, by a screen reader, on a phone, on paper, without JavaScript.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import { openBrowser, openPage, Pages, picture } from "./browser.mjs";
import { pairReport, report } from "./fixture.mjs";
import { movie, moviePage } from "./fixture_movie.mjs";
import { makePage } from "./static_page.mjs";

const kAxe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Faults that axe-core finds. The policy of the page forbids scripts: it is bypassed for axe alone. */
async function axeFaults(page) {
  await page.evaluate(kAxe);
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .slice(0, 3)
        .map((n) => n.target.join(" ") + " " + n.failureSummary)
        .join(" | ")}`,
  );
}

describe("anyone", () => {
  let browser, pages, url, pair, moving;
  before(async () => {
    browser = await openBrowser();
    pages = new Pages();
    url = pages.write("report.html", makePage({ data: report() }));
    pair = pages.write("pair.html", makePage({ data: pairReport(), kind: "pair" }));
    moving = pages.write("movie.html", moviePage(movie({ runs: [{ name: "std" }, { name: "peg" }] })));
  });
  after(async () => {
    await browser.close();
    pages.remove();
  });

  for (const colorScheme of ["light", "dark"]) {
    it(`finds no fault with axe-core in ${colorScheme} colours`, async () => {
      const { page, close } = await openPage(browser, url, { colorScheme });
      assert.deepEqual(await axeFaults(page), []);
      await picture(page, `report-${colorScheme}`, { fullPage: true });
      await page.locator("#failures-table .primary").first().click();
      assert.deepEqual(await axeFaults(page), []);
      await picture(page, `dialog-${colorScheme}`);
      await close();
      const other = await openPage(browser, pair, { colorScheme });
      assert.deepEqual(await axeFaults(other.page), []);
      await other.close();
      const third = await openPage(browser, moving, { colorScheme });
      assert.deepEqual(await axeFaults(third.page), []);
      await picture(third.page, `movie-${colorScheme}`);
      await third.close();
    });
  }

  it("switches between light and dark", async () => {
    const { page, close } = await openPage(browser, url);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), "light");
    await page.locator(".theme-switch").click();
    assert.equal(await theme(), "dark");
    await close();
  });

  it("gets by keyboard alone from the top to a picture of a failure and back", async () => {
    const { page, close } = await openPage(browser, url);
    const focused = (selector) => page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector);
    const tabTo = async (selector, limit = 150) => {
      for (let k = 0; k < limit; ++k) {
        await page.keyboard.press("Tab");
        if (await focused(selector)) return;
      }
      assert.fail(`Tab does not reach ${selector}`);
    };
    await tabTo(".skip", 1);
    await tabTo("#contents a");
    await tabTo(".theme-switch");
    await tabTo("#verdicts .chip.wrong");
    await page.keyboard.press("Space");
    assert.equal(await page.locator("#matrix tbody tr:visible").count(), 5);
    await tabTo("#matrix td a");
    const first = await page.evaluate(() => document.activeElement.getAttribute("href"));
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await page.evaluate(() => document.activeElement.getAttribute("href")), first);
    await page.keyboard.press("Enter");
    assert.match(page.url(), /#failures\?metric=/);
    assert.ok(await focused("#failures"));
    await tabTo("#failures-table .primary");
    await page.keyboard.press("Enter");
    assert.ok(await focused("#pair-title"));
    await tabTo("dialog .stage");
    await page.keyboard.press("ArrowLeft");
    await tabTo("dialog input[type=range]");
    await page.keyboard.press("ArrowRight");
    assert.doesNotMatch(await page.locator("dialog output").first().textContent(), /moved by 0 m/);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.matches("#failures-table .primary"), null, {
      timeout: 3000,
    });
    await close();
  });

  it("reads it on a phone without scrolling sideways", async () => {
    for (const [name, target] of [
      ["report", url],
      ["pair", pair],
    ]) {
      const { page, close } = await openPage(browser, target, {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
      });
      const [wide, window_] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        window.innerWidth,
      ]);
      assert.ok(wide <= window_, `${name}: ${wide} > ${window_}`);
      await picture(page, `phone-${name}`, { fullPage: true });
      if (name === "report") {
        await page.locator("#failures-table .primary").first().click();
        assert.ok(
          await page.evaluate(
            () =>
              document.querySelector(".dialog-body").scrollWidth <=
              document.querySelector(".dialog-body").clientWidth,
          ),
        );
        await picture(page, "phone-dialog");
      }
      await close();
    }
  });

  it("finds the answer on the first screen and the first printed page, before all else", async () => {
    for (const [width, height, media] of [
      [1280, 900, "screen"],
      [390, 844, "screen"],
      [794, 1123, "print"],
    ]) {
      const { page, close } = await openPage(browser, url, { viewport: { width, height } });
      await page.emulateMedia({ media });
      const bottom = await page
        .locator("#answer tbody tr")
        .last()
        .evaluate((row) => row.getBoundingClientRect().bottom);
      assert.ok(bottom < height, `${media}: ${bottom} of ${height}`);
      const parts = ".headline, #answer, .skipped, .made, #verdicts";
      const order = await page
        .locator(parts)
        .evaluateAll((all) => all.map((one) => one.id || one.classList[0]));
      assert.deepEqual(order.slice(0, 6), ["headline", "headline", "answer", "skipped", "made", "verdicts"]);
      const shares = await page.locator("#answer tbody td:nth-child(2)").allTextContents();
      assert.deepEqual(shares, ["23.33", "68.33", "99.76", "100", "100"]);
      await close();
    }
  });

  it("prints it: black on white, nothing cut", async () => {
    const { page, close } = await openPage(browser, url, {
      colorScheme: "dark",
      viewport: { width: 794, height: 1123 },
    });
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
      "rgb(255, 255, 255)",
    );
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(27, 31, 36)");
    const cut = await page.evaluate(
      () =>
        [...document.querySelectorAll(".table-box")].filter(
          (box) => box.scrollHeight > box.clientHeight + 2 && getComputedStyle(box).overflowY !== "visible",
        ).length,
    );
    assert.equal(cut, 0);
    assert.equal(await page.locator("#findings details[open]").count(), 1);
    await picture(page, "print", { fullPage: true });
    await close();
  });

  it("reads all static tables without JavaScript", async () => {
    const { page, close } = await openPage(browser, url, { javaScriptEnabled: false });
    for (const id of ["metrics", "matrix", "errors", "times", "runs", "failures-table"])
      assert.ok(await page.locator(`#${id}`).isVisible(), id);
    assert.ok((await page.locator("#failures-table code.replay").count()) > 50);
    await picture(page, "no-javascript", { fullPage: true });
    await close();
  });
});
