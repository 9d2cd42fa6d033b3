// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the README: node scripts/pictures.mjs REPORT.html PAIR.html FOLDER
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser, openPage } from "../tests/browser.mjs";

const [report, pair, folder] = process.argv.slice(2);
if (!folder) throw new Error("which pages, and which folder? (pictures.mjs REPORT.html PAIR.html FOLDER)");
const address = (path) => pathToFileURL(resolve(path)).href;
const browser = await openBrowser();

/** The upper part of an element. */
async function save(page, selector, height, name) {
  const box = await page.locator(selector).boundingBox();
  const clip = { x: box.x, y: box.y, width: box.width, height: Math.min(height, box.height) };
  await page.screenshot({ path: join(folder, name), clip, fullPage: true });
}

const matrix = await openPage(browser, address(report), { viewport: { width: 1280, height: 2400 } });
await matrix.page.locator("#matrix").scrollIntoViewIfNeeded();
await save(matrix.page, "#verdicts .table-box:has(#matrix)", 470, "report-matrix.png");
await matrix.close();
const view = await openPage(browser, address(pair), { viewport: { width: 1280, height: 1400 } });
await view.page.waitForTimeout(500);
await save(view.page, "section#pair", 620, "report-pair.png");
await view.close();
await browser.close();
