// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one pair (data-kind="pair"): the pictures, with the claim of the metric that is chosen.
import type { Report } from "../data/record";
import { state } from "../state/fragment";
import { el } from "../ui/dom";
import { select } from "../ui/controls";
import { pairPanel } from "./pair_panel";

const kSection = "pair";

export function startPairPage(report: Report): void {
  const pair = report.pairs?.[0];
  const host = document.querySelector('[data-view="pair"]');
  if (!host || !pair) return;
  const claims = pair.claims ?? [];
  const body = el("div");
  const metric = select("Claim of", (value) => {
    state.set(kSection, { metric: value });
  });
  host.replaceChildren(el("div", { class: "controls" }, claims.length > 0 ? metric.element : null), body);
  let dispose = (): void => undefined;
  state.on(kSection, (values) => {
    const names = claims.map((claim) => ({ value: claim.metric ?? "" }));
    const chosen = metric.update(
      [...names, { value: "", label: "no metric" }],
      values["metric"] ?? names[0]?.value ?? "",
    );
    const claim = claims.find((c) => c.metric === chosen) ?? null;
    dispose();
    const panel = pairPanel({
      pair,
      claim,
      shrunk: pair.shrunk ?? null,
      metric: chosen,
      word: claim?.word ?? "",
      replay: claim?.replay ?? "",
    });
    dispose = panel.dispose;
    body.replaceChildren(panel.element);
  });
}
