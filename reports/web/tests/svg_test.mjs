// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that are saved open by themselves as they stand on the page: texts, colours, legends.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { openBrowser, openPage, Pages, picture } from "./browser.mjs";
import { kPlots, pairReport, report } from "./fixture.mjs";
import { makePage } from "./static_page.mjs";

/** Text, place and colours of all that a picture draws, relative to its upper left corner. */
const lookOf = (svg) =>
  svg.evaluate((root) => {
    const { left, top } = root.getBoundingClientRect();
    const round = (x) => Math.round(2 * x) / 2;
    return [...root.querySelectorAll("text, path, line, rect, circle, polygon, polyline")]
      .filter((element) => !element.closest(".legend-entry, clipPath, [aria-label=tip]"))
      .map((element) => {
        const box = element.getBoundingClientRect();
        const { fill, stroke, strokeDasharray, strokeOpacity, fontSize, fontFamily } =
          getComputedStyle(element);
        const own = element.tagName === "text" ? { text: element.textContent, fontSize, fontFamily } : {};
        return {
          ...own,
          x: round(box.left - left),
          y: round(box.top - top),
          fill,
          stroke,
          strokeDasharray,
          strokeOpacity,
        };
      });
  });

describe("a saved picture", () => {
  let browser, pages, url;
  before(async () => {
    browser = await openBrowser();
    pages = new Pages();
    url = pages.write("report.html", makePage({ data: report() }));
  });
  after(async () => {
    await browser.close();
    pages.remove();
  });

  const save = async (page, button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  };

  it("of every plot is the picture on the page with its legend below", async () => {
    const { page, close } = await openPage(browser, url);
    for (const name of kPlots) {
      const plot = page.locator(`[data-plot="${name}"]`);
      const { text } = await save(page, plot.locator("button", { hasText: "SVG" }));
      const file = await openPage(browser, pages.write(`${name}.svg`, text), {
        until: "",
        javaScriptEnabled: false,
      });
      const there = file.page.locator("svg").first();
      const shown = await lookOf(plot.locator(".picture > svg"));
      assert.deepEqual(await lookOf(there), shown, name);
      const legend = await there.evaluate((root) => {
        const edge = root.getBoundingClientRect();
        const outside = [...root.querySelectorAll("text")].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 1;
        });
        const entries = [...root.querySelectorAll(".legend-entry")].map((entry) =>
          [...entry.children].map((part) => part.getBoundingClientRect()),
        );
        const struck = entries.filter(([swatch, words]) => words.left < swatch.right);
        const boxes = entries.map(([swatch, words]) => ({
          left: swatch.left,
          right: words.right,
          top: words.top,
        }));
        const crossed = boxes.filter((a) =>
          boxes.some((b) => a !== b && a.top === b.top && a.left < b.left && a.right > b.left),
        );
        return {
          outside: outside.map((one) => one.textContent),
          struck: struck.length,
          crossed: crossed.length,
          entries: entries.length,
        };
      });
      assert.deepEqual({ ...legend, entries: 0 }, { outside: [], struck: 0, crossed: 0, entries: 0 }, name);
      assert.equal(legend.entries, await plot.locator(".legend-item").count(), name);
      await picture(file.page, `svg-${name}`);
      await file.close();
    }
    await close();
  });

  it("leaves out what the legend hides", async () => {
    const { page, close } = await openPage(browser, url);
    await page.locator('[data-plot="energy"] [data-series="truth"]').click();
    const { text } = await save(page, page.locator('[data-plot="energy"] button', { hasText: "SVG" }));
    assert.match(text, />cone\(0\.1, 4\)</);
    assert.doesNotMatch(text, />truth</);
    await close();
  });

  it("of a pair has no colour that only the page knows", async () => {
    const { page, close } = await openPage(
      browser,
      pages.write("pair.html", makePage({ data: pairReport(), kind: "pair" })),
    );
    for (const button of await page.locator(".view-tools button", { hasText: "SVG" }).all()) {
      const { name, text } = await save(page, button);
      assert.doesNotMatch(text, /var\(--/);
      const file = await openPage(browser, pages.write("view.svg", text), {
        until: "",
        javaScriptEnabled: false,
      });
      assert.ok((await file.page.locator("polyline").count()) > 20);
      await picture(file.page, `svg-${name}`);
      await file.close();
    }
    await close();
  });
});
