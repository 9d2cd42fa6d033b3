// SPDX-License-Identifier: GPL-3.0-or-later
// Debian's Chromium, driven by playwright-core; no page of it may reach a network.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const kFlags = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Software rendering: WebGL without a graphics card. */
const kSoftwareGl = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

const kPatience = 300_000; ///< of a machine that builds something else meanwhile [ms]

export const kScreenshots = process.env.TOUCHSTONE_SCREENSHOTS;

export async function openBrowser({ webgl = true } = {}) {
  const executablePath = process.env.TOUCHSTONE_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({
    executablePath,
    headless: true,
    args: [...kFlags, ...(webgl ? kSoftwareGl : ["--disable-gpu", "--disable-3d-apis"])],
  });
}

/** A folder of pages that is removed at the end. */
export class Pages {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "touchstone-pages-"));
  }

  write(name, html) {
    const path = join(this.folder, name);
    writeFileSync(path, html);
    return pathToFileURL(path).href;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Opens a page and waits until it can be used ("ready") or until all that it draws later is there, too ("complete");
 * what goes wrong on it is collected. `init` runs before the page's own program.
 */
export async function openPage(browser, url, { until = "complete", init, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    acceptDownloads: true,
    ...options,
  });
  context.setDefaultTimeout(kPatience);
  const page = await context.newPage();
  if (init) await page.addInitScript(init);
  const faults = [];
  const requests = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) requests.push(request.url());
  });
  await page.goto(url);
  if (options.javaScriptEnabled !== false) await page.waitForSelector(`html.${until}`, { state: "attached" });
  return { page, faults, requests, context, close: () => context.close() };
}

/** Pixels of a canvas that something is drawn on: their number, share of all, and the box around them [px]. */
export const inkOf = (canvas) =>
  canvas.evaluate((own) => {
    const sheet = document.createElement("canvas");
    [sheet.width, sheet.height] = [own.width, own.height];
    const pen = sheet.getContext("2d");
    pen.drawImage(own, 0, 0);
    const { data } = pen.getImageData(0, 0, sheet.width, sheet.height);
    const ink = { pixels: 0, share: 0, left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    for (let i = 3; i < data.length; i += 4) {
      if (data[i] < 20) continue;
      const [x, y] = [((i - 3) / 4) % sheet.width, Math.floor((i - 3) / 4 / sheet.width)];
      ink.pixels += 1;
      ink.left = Math.min(ink.left, x);
      ink.right = Math.max(ink.right, x + 1);
      ink.top = Math.min(ink.top, y);
      ink.bottom = Math.max(ink.bottom, y + 1);
    }
    ink.share = ink.pixels / (data.length / 4);
    return ink;
  });

/** Saves a picture if TOUCHSTONE_SCREENSHOTS names a folder. */
export async function picture(target, name, options = {}) {
  if (!kScreenshots) return;
  mkdirSync(kScreenshots, { recursive: true });
  await target.screenshot({ path: join(kScreenshots, `${name}.png`), ...options });
}
