// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a movie in a real browser: playing, stepping, the slider, runs side by side, what is saved and printed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { unzipSync } from "three/examples/jsm/libs/fflate.module.js";
import { inkOf, openBrowser, openPage, Pages, picture } from "./browser.mjs";
import { movie, moviePage } from "./fixture_movie.mjs";

const kSlack = 3; ///< the machine may build something else meanwhile
const kPhone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const frameOf = (page, k = 0) => page.locator(".stage").nth(k).getAttribute("data-frame").then(Number);
const cursorOf = (page) => page.locator('[data-plot="movie-energy"] .movie-cursor').getAttribute("transform");
/** Resolves once the first run shows this frame. */
const shows = (page, frame) => page.locator(`.stage[data-frame="${frame}"]`).first().waitFor();

/** What a look becomes, once it is another one. */
async function otherThan(look, before, what) {
  for (let k = 0; k < 100; ++k) {
    const now = await look();
    if (now !== before) return now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return assert.fail(`nothing has changed: ${what}`);
}

const drawnBox = (page) =>
  page
    .locator(".stage svg")
    .first()
    .evaluate((svg) => {
      const points = [...svg.querySelectorAll("polygon")].flatMap((one) => [...one.points]);
      const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
      return {
        ...{ left: Math.min(...xs), right: Math.max(...xs) },
        ...{ top: Math.min(...ys), bottom: Math.max(...ys) },
      };
    });

describe("the page of a movie", () => {
  let browser, pages, url;
  before(async () => {
    browser = await openBrowser();
    pages = new Pages();
    const runs = [{ name: "std" }, { name: "peg", frames: 31 }, { name: "other engine", contacts: false }];
    url = pages.write("movie.html", moviePage(movie({ runs })));
  });
  after(async () => {
    await browser.close();
    pages.remove();
  });

  const save = async (page, button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };

  it("shows every run, and asks nothing of a network", async () => {
    const { page, faults, requests, close } = await openPage(browser, url);
    assert.equal(await page.locator(".stage").count(), 3);
    for (const k of [0, 1, 2])
      assert.ok((await inkOf(page.locator(".stage canvas").nth(k))).pixels > 5000, `run ${k}`);
    const text = await page.locator(".movie-stages").textContent();
    assert.match(text, /other engine \(poses only: contacts are not known/);
    assert.match(await page.locator(".layers").textContent(), /1e-4 of the smallest body/);
    await picture(page, "movie", { fullPage: true });
    assert.deepEqual(faults, []);
    assert.deepEqual(requests, []);
    await close();
  });

  it("plays to its end, pauses, and begins again", async () => {
    const { page, faults, close } = await openPage(browser, url);
    const play = page.locator(".movie-player button.primary");
    await page.locator(".movie-player select").selectOption("10");
    await play.click();
    await shows(page, 60);
    assert.equal(await play.textContent(), "Play");
    await page.locator(".movie-player select").selectOption("0.05");
    await play.click();
    assert.equal(await play.textContent(), "Pause");
    await shows(page, 1);
    await play.click();
    const frame = await frameOf(page);
    await page.waitForTimeout(300);
    assert.equal(await frameOf(page), frame);
    assert.deepEqual(faults, []);
    await close();
  });

  it("follows the slider: pictures of all runs, time, curves", async () => {
    const { page, close } = await openPage(browser, url);
    const before = await cursorOf(page);
    await page.locator(".movie-player input").fill("40");
    await shows(page, 40);
    assert.equal(await frameOf(page, 1), 20, "a run of half as many frames is at the same time");
    assert.match(await page.locator(".movie-time").textContent(), /^1\.333 s of 2 s$/);
    assert.notEqual(await cursorOf(page), before);
    await close();
  });

  it("goes to the time at which a curve is pressed", async () => {
    const { page, close } = await openPage(browser, url);
    const curve = page.locator('[data-plot="movie-energy"] .picture > svg');
    await curve.scrollIntoViewIfNeeded();
    const { width, height } = await curve.boundingBox();
    await curve.click({ position: { x: (width + 66 - 20) / 2, y: height / 2 } });
    await shows(page, 30);
    await close();
  });

  it("obeys keys: space, full stop, comma, brackets, arrows", async () => {
    const { page, close } = await openPage(browser, url);
    const stage = page.locator(".stage").first();
    await stage.focus();
    await page.keyboard.press(".");
    await page.keyboard.press(".");
    await page.keyboard.press(",");
    await shows(page, 1);
    await page.keyboard.press("]");
    assert.equal(await page.locator(".movie-player select").inputValue(), "2");
    const look = () =>
      page
        .locator(".stage canvas")
        .nth(1)
        .evaluate((canvas) => canvas.toDataURL());
    const before = await look();
    await page.keyboard.press("ArrowLeft");
    await otherThan(look, before, "all runs turn with one");
    await page.keyboard.press(" ");
    assert.equal(await page.locator(".movie-player button.primary").textContent(), "Pause");
    await close();
  });

  it("switches contacts on and off, and keeps what is shown in its address", async () => {
    const { page, close } = await openPage(browser, url);
    await page.locator(".movie-player input").fill("60");
    await shows(page, 60);
    const look = () =>
      page
        .locator(".stage canvas")
        .first()
        .evaluate((canvas) => canvas.toDataURL());
    let before = await look();
    for (const name of ["normals", "forces", "contact points"]) {
      await page.locator(".layers label", { hasText: name }).locator("input").click();
      before = await otherThan(look, before, name);
    }
    await page.waitForFunction(() => location.hash.includes("show=normals%2Cforces"));
    const again = await openPage(browser, page.url());
    await shows(again.page, 60);
    assert.equal(await again.page.locator(".layers input:checked").count(), 2);
    await again.close();
    await close();
  });

  it("hides a body until it appears", async () => {
    const { page, close } = await openPage(browser, url);
    const pictures = async () => {
      const { bytes } = await save(page, page.locator(".movie-tools button", { hasText: /^SVG$/ }));
      return bytes.toString().match(/<polygon/g).length;
    };
    const early = await pictures();
    await page.locator(".movie-player input").fill("20");
    await shows(page, 20);
    assert.ok((await pictures()) > early);
    await close();
  });

  it("saves the picture and numbered frames", async () => {
    const { page, close } = await openPage(
      browser,
      pages.write("short.html", moviePage(movie({ frames: 5 }))),
    );
    const tools = page.locator(".movie-tools button");
    const png = await save(page, tools.filter({ hasText: /^PNG$/ }));
    assert.deepEqual([...png.bytes.subarray(1, 4)], [...Buffer.from("PNG")]);
    for (const ending of ["svg", "png"]) {
      const label = `All frames as ${ending.toUpperCase()}`;
      const { name, bytes } = await save(page, tools.filter({ hasText: label }));
      assert.equal(name, `made-up-frames-${ending}.zip`);
      const files = unzipSync(bytes);
      const names = [1, 2, 3, 4, 5].map((k) => `made-up-000${k}.${ending}`);
      assert.deepEqual(Object.keys(files), names);
      assert.notDeepEqual(files[names[0]], files[names[4]]);
      if (ending === "svg") assert.doesNotMatch(Buffer.from(files[names[0]]).toString(), /var\(--/);
    }
    await close();
  });

  it("prints six frames of each run", async () => {
    const { page, close } = await openPage(browser, url);
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".movie-printed svg").count(), 18);
    assert.ok(await page.locator(".movie-printed").isVisible());
    assert.ok(!(await page.locator(".movie-stages").isVisible()));
    await picture(page, "movie-print", { fullPage: true });
    await close();
  });

  it("fits a phone", async () => {
    const { page, close } = await openPage(browser, url, kPhone);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await picture(page, "movie-phone", { fullPage: true });
    await close();
  });

  it("moves without WebGL, too, and has its table without JavaScript", async () => {
    const plain = await openBrowser({ webgl: false });
    const { page, close } = await openPage(plain, url);
    await page.locator(".movie-player input").fill("40");
    await shows(page, 40);
    assert.ok((await page.locator(".stage svg polygon").count()) > 20);
    await close();
    await plain.close();
    const still = await openPage(browser, url, { javaScriptEnabled: false });
    assert.equal(await still.page.locator("#runs tbody tr").count(), 3);
    await still.close();
  });

  it("shows by WebGL and by SVG the same places", async () => {
    const boxes = [];
    for (const webgl of [true, false]) {
      const own = await openBrowser({ webgl });
      const { page, close } = await openPage(own, url);
      await page.locator(".movie-player input").fill("33");
      await shows(page, 33);
      boxes.push(await (webgl ? inkOf(page.locator(".stage canvas").first()) : drawnBox(page)));
      await close();
      await own.close();
    }
    const [gl, svg] = boxes;
    for (const side of ["left", "right", "top", "bottom"])
      assert.ok(Math.abs(gl[side] - svg[side]) <= 3, `${side}: ${gl[side]} and ${svg[side]} px`);
  });

  it("says so where its data are of another schema", async () => {
    const other = { ...movie(), schema: "touchstone.movie/9" };
    const { page, close } = await openPage(browser, pages.write("other.html", moviePage(other)), {
      until: "ready",
    });
    assert.match(
      await page.locator(".page-note").textContent(),
      /touchstone\.movie\/9, not touchstone\.movie\/1/,
    );
    await close();
  });

  it("of 270 bodies of 270 shapes is there soon, and needs 8 ms a frame", async (test) => {
    const html = moviePage(movie({ bodies: 270, shapes: 272, frames: 600, end: 20, stride: 4 }));
    const large = pages.write("large.html", html);
    /** Times that the page's own callbacks take. */
    const init = () => {
      window.spent = [];
      const ask = window.requestAnimationFrame.bind(window);
      let [frame, sum] = [0, 0];
      window.requestAnimationFrame = (call) =>
        ask((now) => {
          if (now !== frame) {
            window.spent.push(sum);
            [frame, sum] = [now, 0];
          }
          const begin = performance.now();
          call(now);
          sum += performance.now() - begin;
        });
    };
    const { page, close } = await openPage(browser, large, { init });
    const ready = await page.evaluate(() => performance.getEntriesByName("touchstone-ready")[0].startTime);
    await page.evaluate(() => void (window.spent = []));
    const begin = Date.now();
    await page.locator(".movie-player button.primary").click();
    await page.waitForTimeout(4000);
    const { spent, rate } = await page.evaluate(() => ({ spent: window.spent, rate: window.spent.length }));
    spent.sort((a, b) => a - b);
    const median = spent[Math.floor(spent.length / 2)];
    const perSecond = (1000 * rate) / (Date.now() - begin);
    test.diagnostic(
      `${(html.length / 1e6).toFixed(2)} MB, ready after ${ready.toFixed(0)} ms, script ${median.toFixed(2)} ms a frame (median of ${spent.length}), ${perSecond.toFixed(0)} frames/s`,
    );
    assert.ok(ready <= 1000 * kSlack, `${ready} ms`);
    assert.ok(median <= 8 * kSlack, `${median} ms`);
    await picture(page, "movie-270");
    await close();
  });
});
