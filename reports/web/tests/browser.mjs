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

/** Saves a picture if TOUCHSTONE_SCREENSHOTS names a folder. */
export async function picture(target, name, options = {}) {
  if (!kScreenshots) return;
  mkdirSync(kScreenshots, { recursive: true });
  await target.screenshot({ path: join(kScreenshots, `${name}.png`), ...options });
}
