// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one pair (data-kind="pair"): the pictures, with the claim of the metric that is chosen.
import type { Claim, Pair, Report } from "../data/record";
import { state } from "../state/fragment";
import { el } from "../ui/dom";
import { select } from "../ui/controls";
import { enhanceTable } from "../ui/tables";
import { shortText, wordText } from "../data/numbers";
import { pairPanel } from "./pair_panel";

const kSection = "pair";

/** Quotes `word` where a shell would not take it for one word. */
function shellWord(word: string): string {
  return /^[\w:./+,@%=-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

/** Nothing where the page cannot know it: a case of a file has no id by which others could find it. */
function replayOf(pair: Pair, metric: string): string {
  if (metric === "" || pair.id.startsWith("file:")) return "";
  return `./touchstone ask ${shellWord(pair.id)} --metric ${shellWord(metric)}`;
}

/** What each metric says, where the static page has no such table. */
function claimsTable(claims: Claim[]): HTMLTableElement {
  const heads = ["metric", "status", "phi (m)", "normal", "detail"];
  const rows = claims.map((claim) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, claim.metric ?? ""),
      el("td", {}, wordText(claim.status ?? "")),
      el("td", { class: "number", "data-value": claim.value ?? undefined }, shortText(claim.value, 6)),
      el("td", {}, claim.normal ? `(${claim.normal.map((x) => shortText(x, 4)).join(", ")})` : "none"),
      el("td", {}, claim.detail ?? ""),
    ),
  );
  const head = el(
    "tr",
    {},
    ...heads.map((text) =>
      el("th", { scope: "col", "data-sort": text.startsWith("phi") ? "number" : "text" }, text),
    ),
  );
  return el(
    "table",
    { id: "claims", class: "data" },
    el("caption", {}, "What each metric says"),
    el("thead", {}, head),
    el("tbody", {}, ...rows),
  );
}

function hostFor(pair: Pair): HTMLElement {
  const found = document.querySelector<HTMLElement>('[data-view="pair"]');
  if (found) return found;
  const host = el("div", { "data-view": "pair" });
  const section = document.getElementById(kSection);
  if (section) section.append(host);
  else
    document.getElementById("report")?.append(el("section", { id: kSection }, el("h2", {}, pair.id), host));
  return host;
}

export function startPairPage(report: Report): void {
  const pair = report.pairs?.[0];
  if (document.documentElement.dataset["kind"] !== "pair" || !pair) return;
  const claims = pair.claims ?? [];
  const host = hostFor(pair);
  const body = el("div");
  const metric = select("Claim of", (value) => {
    state.set(kSection, { metric: value });
  });
  host.replaceChildren(el("div", { class: "controls" }, claims.length > 0 ? metric.element : null), body);
  if (claims.length > 0 && !document.getElementById("claims")) {
    const table = claimsTable(claims);
    host.append(table);
    enhanceTable(table);
  }
  let dispose = (): void => undefined;
  state.on(kSection, (values) => {
    const names = claims.map((claim) => ({ value: claim.metric ?? "" }));
    const chosen = metric.update(
      [...names, { value: "", label: "no metric" }],
      values["metric"] ?? names[0]?.value ?? "",
    );
    const claim = claims.find((c) => c.metric === chosen) ?? null;
    dispose();
    const replay = claim ? replayOf(pair, chosen) : "";
    const panel = pairPanel({
      pair,
      claim,
      shrunk: pair.shrunk ?? null,
      metric: chosen,
      word: claim?.word ?? "",
      replay,
    });
    dispose = panel.dispose;
    body.replaceChildren(panel.element);
  });
}
