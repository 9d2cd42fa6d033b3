// SPDX-License-Identifier: GPL-3.0-or-later
// The table of failures and the views of a pair.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inkOf, openBrowser, openPage, Pages, picture } from "./browser.mjs";
import { pairReport, report } from "./fixture.mjs";
import { makePage } from "./static_page.mjs";

const kCount = "#failures .count";

const drawn = (page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll(".stage")].every((stage) => Number(stage.dataset.drawn) > 0),
  );

describe("failures", () => {
  let browser, pages, url;
  before(async () => {
    browser = await openBrowser();
    pages = new Pages();
    url = pages.write("report.html", makePage({ data: report({ perCell: 30 }) }));
  });
  after(async () => {
    await browser.close();
    pages.remove();
  });

  it("are filtered by metric, family, verdict and id, and shown in pages", async () => {
    const { page, close } = await openPage(browser, url);
    const controls = page.locator("#failures .controls select");
    await controls.nth(0).selectOption("mpr");
    assert.match(await page.locator(kCount).first().textContent(), /^150 of/);
    assert.equal(await page.locator("#failures-table tbody tr").count(), 50);
    await page.locator("#failures .pager button", { hasText: "Next" }).click();
    assert.match(await page.locator("#failures .pager").textContent(), /page 2 of 3/);
    await controls.nth(1).selectOption("corpus");
    await controls.nth(2).selectOption("wrong_sign");
    assert.match(await page.locator(kCount).first().textContent(), /^10 of/);
    await page.locator("#failures input[type=search]").fill("42:7");
    assert.match(page.url(), /metric=mpr/);
    assert.match(page.url(), /word=wrong_sign/);
    const ids = await page.locator("#failures-table td.id").allTextContents();
    assert.ok(ids.length > 0 && ids.every((id) => id.includes("42:7")));
    await close();
  });

  it("are sorted by error, those without one last", async () => {
    const { page, close } = await openPage(browser, url);
    await page.locator("#failures-table th button", { hasText: "Error" }).click();
    const errors = await page
      .locator("#failures-table td.number")
      .evaluateAll((cells) => cells.map((c) => Number(c.dataset.value)));
    assert.deepEqual(
      errors,
      [...errors].sort((a, b) => b - a),
    );
    await close();
    const data = report({ perCell: 1 });
    data.failures.error.fill(0.5);
    data.failures.error.splice(1, 5, null, "Infinity", 0, "NaN", "Infinity");
    const other = await openPage(browser, pages.write("errors.html", makePage({ data })));
    const head = other.page.locator("#failures-table th button", { hasText: "Error" });
    const texts = () => other.page.locator("#failures-table td.number").allTextContents();
    await head.click();
    const down = await texts();
    assert.deepEqual(
      [down.slice(0, 3), down.slice(-3)],
      [
        ["infinite", "infinite", "0.5"],
        ["0", "\u2013", "\u2013"],
      ],
    );
    await head.click();
    const up = await texts();
    assert.deepEqual([up[0], up.slice(-4)], ["0", ["infinite", "infinite", "\u2013", "\u2013"]]);
    assert.deepEqual(other.faults, []);
    await other.close();
  });

  it("open in three views with a slider that ends where the bodies touch", async () => {
    const { page, faults, close } = await openPage(browser, url);
    await page.locator("#failures-table .primary").first().click();
    assert.equal(await page.locator("dialog .stage canvas").count(), 3);
    await drawn(page);
    for (const canvas of await page.locator("dialog .stage canvas").all())
      assert.ok((await inkOf(canvas)).share > 0.05);
    await picture(page.locator("dialog"), "dialog");
    const slider = page.locator("dialog input[type=range]").first();
    await slider.focus();
    await slider.fill("200");
    assert.match(await page.locator("dialog output").first().textContent(), /: touching/);
    await slider.fill("100");
    assert.match(
      await page.locator("dialog output").first().textContent(),
      /deep along the true normal|apart/,
    );
    assert.match(page.url(), /case=.*of=/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await page.waitForFunction(() => !window.location.hash.includes("case="));
    assert.deepEqual(faults, []);
    await close();
  });

  it("are opened by a link, with or without a picture", async () => {
    const { page, close } = await openPage(
      browser,
      `${url}#failures?metric=mpr&family=corpus&case=corpus:42:7`,
    );
    assert.match(await page.locator("dialog h2").textContent(), /mpr on corpus:42:7/);
    await close();
    const other = await openPage(browser, `${url}#failures?metric=mpr&family=corpus&case=corpus:42:70`);
    assert.equal(await other.page.locator("dialog[open]").count(), 0);
    assert.deepEqual(await other.page.locator("#failures-table td.id").allTextContents(), ["corpus:42:70"]);
    await other.close();
  });

  it("copy the command that asks again, the case and the snippets", async () => {
    const { page, context, close } = await openPage(browser, url);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = async (scope, label) => {
      await page.locator(`${scope} button`, { hasText: label }).first().click();
      await page.waitForFunction(
        (s) => [...document.querySelectorAll(`${s} button`)].some((b) => b.textContent === "Copied"),
        scope,
      );
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.match(
      await copied("#failures-table", "Copy command"),
      /^\.\/touchstone ask \S+:42:0 --metric gjk$/,
    );
    await page.locator("#failures-table .primary").first().click();
    assert.match(await copied("dialog", "Copy command"), /^\.\/touchstone ask/);
    assert.ok(JSON.parse(await copied("dialog", "Copy case JSON"))[0].a);
    assert.match(await copied("dialog", "Copy for libccd"), /ccdMPRPenetration/);
    const small = JSON.parse(await copied("dialog", "Copy shrunk case JSON"));
    assert.match(small[0].id, /-small$/);
    assert.match(await copied("dialog", "Copy shrunk pair for fcl"), /-small\nfcl::distance/);
    await close();
  });

  it("step from one picture to the next", async () => {
    const { page, close } = await openPage(browser, url);
    await page.locator("#failures-table .primary").first().click();
    const first = await page.locator("dialog h2").textContent();
    await page.locator("dialog button", { hasText: "Next" }).click();
    assert.notEqual(await page.locator("dialog h2").textContent(), first);
    await page.locator("dialog button", { hasText: "Previous" }).click();
    assert.equal(await page.locator("dialog h2").textContent(), first);
    await close();
  });

  it("are drawn alike whatever the size of the bodies", async () => {
    const shares = [];
    for (const scale of [1e-6, 1, 1e6]) {
      const name = `pair${scale}.html`;
      const { page, faults, close } = await openPage(
        browser,
        pages.write(name, makePage({ data: pairReport(scale), kind: "pair" })),
      );
      await drawn(page);
      shares.push((await inkOf(page.locator(".stage canvas").first())).share);
      assert.deepEqual(faults, []);
      await close();
    }
    assert.ok(shares[1] > 0.1);
    for (const share of shares) assert.ok(Math.abs(share - shares[1]) < 0.01, String(shares));
  });

  it("have their poses in the case, as quaternions, too, and give it whole", async () => {
    const data = pairReport();
    const [pair] = data.pairs;
    pair.case.pose_a = { t: pair.case.pose_a.t, q: [2, 0, 0, 0] };
    const { page, context, faults, close } = await openPage(
      browser,
      pages.write("case.html", makePage({ data, kind: "pair" })),
    );
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await drawn(page);
    assert.ok((await inkOf(page.locator(".stage canvas").first())).share > 0.05);
    await page.locator("button", { hasText: "Copy case JSON" }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("button")].some((b) => b.textContent === "Copied"),
    );
    assert.deepEqual(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), [pair.case]);
    assert.deepEqual(faults, []);
    await close();
  });

  it("of ratio metrics claim rho, not phi", async () => {
    const data = pairReport();
    Object.assign(data.pairs[0].truth, { rho: -0.5 });
    Object.assign(data.pairs[0].claims[0], { quantity: "rho", value: -0.25 });
    const { page, close } = await openPage(
      browser,
      pages.write("rho.html", makePage({ data, kind: "pair" })),
    );
    assert.match(
      await page.locator(".verdict-sentence").textContent(),
      /mpr says rho = \u22120\.25 \(true: \u22120\.5\)/,
    );
    assert.equal(await page.locator(".view-figure select").count(), 0, "there is no claimed way apart");
    await close();
  });

  it("turn, move and zoom by mouse and by keys", async () => {
    const { page, close } = await openPage(
      browser,
      pages.write("turn.html", makePage({ data: pairReport(), kind: "pair" })),
    );
    await drawn(page);
    const stage = page.locator(".stage").first();
    const look = async () => {
      await page.waitForTimeout(120);
      return stage.locator("canvas").evaluate((canvas) => canvas.toDataURL());
    };
    let last = await look();
    const changes = async (what, action) => {
      await action();
      const now = await look();
      assert.notEqual(now, last, what);
      last = now;
    };
    const box = await stage.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await changes("a drag turns", async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 20);
      await page.mouse.up();
    });
    await changes("the wheel zooms", () => page.mouse.wheel(0, 200));
    await stage.focus();
    for (const key of ["ArrowLeft", "ArrowUp", "Shift+ArrowRight", "+", "-", "0"])
      await changes(key, () => page.keyboard.press(key));
    await close();
  });

  it("zoom by two fingers", async () => {
    const { page, context, close } = await openPage(
      browser,
      pages.write("pinch.html", makePage({ data: pairReport(), kind: "pair" })),
      { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
    );
    await drawn(page);
    const stage = page.locator(".stage").first();
    await stage.scrollIntoViewIfNeeded();
    const look = () => stage.locator("canvas").evaluate((canvas) => canvas.toDataURL());
    const box = await stage.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const cdp = await context.newCDPSession(page);
    const touch = (type, ...places) =>
      cdp.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: places.map((dx, id) => ({ id, x: x + dx, y })),
      });
    const pinch = async (from, to) => {
      await touch("touchStart", -from, from);
      for (let k = 1; k <= 8; ++k) {
        const at = from + ((to - from) * k) / 8;
        await touch("touchMove", -at, at);
      }
      await touch("touchEnd");
    };
    /** Share of the picture that bodies cover: how large they are drawn. */
    const covered = () =>
      stage.locator("canvas").evaluate((canvas) => {
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [canvas.width, canvas.height];
        const context = copy.getContext("2d");
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, copy.width, copy.height);
        let count = 0;
        for (let k = 0; k < data.length; k += 4)
          if (data.slice(k, k + 4).some((value, i) => value !== data[i])) ++count;
        return count / (data.length / 4);
      });
    const scale = await page.evaluate(() => window.visualViewport.scale);
    const before = [await look(), await covered()];
    await pinch(30, 60);
    await page.waitForFunction(
      ([selector, old]) => document.querySelector(selector).toDataURL() !== old,
      [".stage canvas", before[0]],
    );
    const larger = await covered();
    assert.ok(larger > 1.5 * before[1], `${larger} after ${before[1]}`);
    await pinch(60, 20);
    await page.waitForTimeout(200);
    const smaller = await covered();
    assert.ok(smaller < 0.7 * larger, `${smaller} after ${larger}`);
    assert.equal(await page.evaluate(() => window.visualViewport.scale), scale, "the page itself stays");
    await close();
  });

  it("have a plain projection where WebGL is missing", async () => {
    const plain = await openBrowser({ webgl: false });
    const { page, faults, close } = await openPage(
      plain,
      pages.write("plain.html", makePage({ data: pairReport(), kind: "pair" })),
    );
    assert.match(await page.locator(".no-webgl").first().textContent(), /no WebGL/);
    assert.ok((await page.locator(".stage svg polyline").count()) > 20);
    await picture(page, "no-webgl", { fullPage: true });
    assert.deepEqual(
      faults.filter((fault) => !/WebGL/i.test(fault)),
      [],
    );
    await close();
    await plain.close();
  });

  it("on a page of one pair are shown by what each metric says", async () => {
    const { page, faults, close } = await openPage(
      browser,
      pages.write("pair.html", makePage({ data: pairReport(), kind: "pair" })),
    );
    await drawn(page);
    assert.match(await page.locator(".verdict-sentence").textContent(), /mpr says .*\(inaccurate\)\.$/);
    assert.deepEqual(await page.locator("code.replay").allTextContents(), [
      "./touchstone ask needles:42:17 --metric mpr",
    ]);
    assert.equal(await page.locator("button", { hasText: "Copy command" }).count(), 1);
    await page.locator("#pair select").first().selectOption("sat");
    assert.match(await page.locator("code.replay").textContent(), /--metric sat$/);
    assert.match(await page.locator(".verdict-sentence").textContent(), /sat says penetrating/);
    assert.equal(await page.locator("#claims tbody tr").count(), 3);
    assert.match(await page.locator("main > .note").textContent(), /^Touchstone \S+, 20\d\d-/);
    for (const term of ["phi", "rho", "size"])
      assert.ok(await page.locator("#terms dt", { hasText: term }).isVisible(), term);
    assert.ok((await page.locator(".facts th abbr").count()) > 0);
    await picture(page, "pair", { fullPage: true });
    assert.deepEqual(faults, []);
    await close();
  });

  it("on a page of one pair have the record's command, or none", async () => {
    for (const command of ["touchstone ask 'my file.json' --case 2 --metric ./mine.so", undefined]) {
      const data = pairReport();
      data.pairs[0].claims[0].replay = command;
      const path = pages.write("command.html", makePage({ data, kind: "pair" }));
      const { page, close } = await openPage(browser, path);
      assert.deepEqual(await page.locator("code.replay").allTextContents(), command ? [command] : []);
      await close();
    }
  });

  it("call how the bodies lie what the record calls it", async () => {
    const data = pairReport();
    const path = pages.write("regime.html", makePage({ data, kind: "pair" }));
    const { page, close } = await openPage(browser, path);
    const [truth, claimed] = await page
      .locator(".facts tr", { hasText: "bodies" })
      .locator("td")
      .allTextContents();
    assert.equal(truth, data.pairs[0].truth.regime);
    assert.match(claimed, /^(separated|kissing|penetrating)$/);
    await close();
  });
});
