// SPDX-License-Identifier: GPL-3.0-or-later
// A pair in three pictures: the bodies, their Minkowski difference, and the shrunk pair; the truth and a claim in numbers.
import { shortText } from "../data/numbers";
import { claimsRho } from "../data/claim";
import { caseText } from "../data/pair";
import type { Claim, Pair, PairRecord, Shrunk, Triple } from "../data/record";
import { el, freshId } from "../ui/dom";
import { copyButton } from "../ui/save";
import type { Layer } from "../view/drawing";
import {
  drawDifference,
  drawPair,
  gapAfter,
  separation,
  worldPair,
  type WorldPair,
} from "../view/pair_drawing";
import { length, scale } from "../view/vec";
import { View } from "../view/view";
import { factsTable, sentence } from "./facts";

const kSliderSteps = 200;
const kVisible = 0.01; ///< share of unit_m below which a way cannot be seen

export interface Subject {
  pair: Pair;
  claim: Claim | null;
  shrunk: Shrunk | null;
  metric: string;
  word: string;
  replay: string;
}

interface Panel {
  element: HTMLElement;
  dispose: () => void;
}

function figure(letter: string, title: string, view: View, ...rest: (HTMLElement | null)[]): HTMLElement {
  return el(
    "figure",
    { class: "view-figure" },
    view.element,
    el("figcaption", {}, el("strong", {}, `(${letter}) ${title}`), view.tools),
    ...rest,
  );
}

interface Way {
  value: string;
  label: string;
  move: Triple; ///< displacement of B at its end [m]
  normal: Triple;
}

function waysOf(world: WorldPair): Way[] {
  const ways: Way[] = [];
  const truth = separation(world.phi, world.normal);
  if (truth && world.normal && world.phi !== 0)
    ways.push({ value: "truth", label: "the true normal", move: truth, normal: world.normal });
  const claim = separation(world.claim?.value ?? NaN, world.claim?.normal ?? null);
  if (claim && world.claim?.normal && world.claim.value !== 0)
    ways.push({ value: "claim", label: "the claimed normal", move: claim, normal: world.claim.normal });
  return ways;
}

function gapText(gap: number, rounding: number): string {
  if (Number.isNaN(gap)) return "no true normal is recorded";
  if (Math.abs(gap) <= rounding) return "touching";
  return gap < 0 ? `${shortText(-gap)} m deep along the true normal` : `${shortText(gap)} m apart`;
}

/** Moves B along the true or the claimed normal until, if that is right, the bodies just touch. */
function separationSlider(world: WorldPair, view: View, unit_m: number): HTMLElement | null {
  const ways = waysOf(world);
  let way = ways[0];
  if (!way) return null;
  const input = el("input", {
    type: "range",
    id: freshId("slider"),
    min: 0,
    max: kSliderSteps * 1.25,
    step: 1,
    value: 0,
  });
  const text = el("output", { for: input.id, class: "slider-text", "aria-live": "polite" });
  const exaggerate = el("input", { type: "checkbox" });
  const show = () => {
    if (!way) return;
    const part = Number(input.value) / kSliderSteps;
    const size = length(way.move);
    const factor = exaggerate.checked ? Math.max(1, (0.3 * unit_m) / size) : 1;
    const move = scale(way.move, part);
    view.setMove(scale(move, factor / unit_m));
    const gap = gapAfter(world, move);
    const state = gapText(gap, 1e-9 * Math.max(Math.abs(world.phi), length(move)));
    text.textContent = `B moved by ${shortText(part * size)} m: ${state}${factor > 1 ? `; drawn ${shortText(factor)} times as far` : ""}`;
  };
  input.addEventListener("input", show);
  exaggerate.addEventListener("change", show);
  const small = ways.some((w) => length(w.move) < kVisible * unit_m);
  const box = el("div", { class: "slider" }, el("label", { for: input.id }, "Separate"), input, text);
  if (ways.length > 1) {
    const select = el(
      "select",
      { "aria-label": "Move B along" },
      ...ways.map((w) => el("option", { value: w.value }, `along ${w.label}`)),
    );
    select.addEventListener("change", () => {
      way = ways.find((w) => w.value === select.value);
      show();
    });
    box.insertBefore(select, input);
  }
  if (small)
    box.append(
      el(
        "label",
        { class: "check" },
        exaggerate,
        el("span", {}, "exaggerate: the way is too short to be seen"),
      ),
    );
  show();
  return box;
}

const kLayers: { layer: Layer; label: string; mark: string }[] = [
  { layer: "bodies", label: "bodies", mark: "bodies" },
  { layer: "truth", label: "true normal and points", mark: "truth" },
  { layer: "claim", label: "claimed normal and points", mark: "claim" },
  { layer: "plane", label: "contact plane", mark: "plane" },
];

function layerSwitches(views: View[], hasClaim: boolean): HTMLElement {
  const items = kLayers
    .filter(({ layer }) => layer !== "claim" || hasClaim)
    .map(({ layer, label, mark }) => {
      const box = el("input", { type: "checkbox", checked: true });
      box.addEventListener("change", () => {
        for (const view of views) view.setLayer(layer, box.checked);
      });
      return el(
        "label",
        { class: "check" },
        box,
        el("span", { class: `key ${mark}`, "aria-hidden": "true" }),
        el("span", {}, label),
      );
    });
  const bodies = ["A", "B"].map((name) =>
    el(
      "span",
      { class: "check" },
      el("span", { class: `key body-${name.toLowerCase()}`, "aria-hidden": "true" }),
      `body ${name}`,
    ),
  );
  return el("div", { class: "layers", role: "group", "aria-label": "What is drawn" }, ...bodies, ...items);
}

/** `what` is "" for the pair itself, or "shrunk ". */
function copyButtons(pair: PairRecord, what: string, replay: string): HTMLElement {
  const buttons: HTMLElement[] = [];
  if (replay !== "") buttons.push(copyButton("Copy command", () => replay));
  const json = caseText(pair);
  if (json !== "") buttons.push(copyButton(`Copy ${what}case JSON`, () => json));
  for (const [library, text] of Object.entries(pair.snippets ?? {})) {
    const of = what === "" ? "" : `${what}pair `;
    if (typeof text === "string") buttons.push(copyButton(`Copy ${of}for ${library}`, () => text));
  }
  return el("div", { class: "copies" }, ...buttons);
}

function shrunkFigure(
  { pair, shrunk, metric }: Subject,
  letter: string,
): { view: View; element: HTMLElement } | null {
  if (!shrunk) return null;
  const world = worldPair(shrunk.pair, null);
  const { drawing } = drawPair(world);
  const view = new View(drawing, "Shrunk pair", `${pair.id}-shrunk`);
  const other =
    shrunk.metric !== undefined && shrunk.metric !== metric ? `${shrunk.metric} fails on it.` : "";
  const lines = [
    other,
    shrunk.text ?? "",
    ...(shrunk.does_not_matter ?? []).map((text) => `Does not matter: ${text}`),
  ].filter((text) => text !== "");
  const element = figure(
    letter,
    "A simpler pair that fails in the same way",
    view,
    separationSlider(world, view, drawing.unit_m),
    ...lines.map((text) => el("p", { class: "note" }, text)),
    copyButtons(shrunk.pair, "shrunk ", ""),
  );
  return { view, element };
}

function differenceText(world: WorldPair, exact: boolean): string {
  const inside =
    world.phi < 0
      ? "The origin is inside: the bodies overlap. The nearest point of the boundary is as far away as they are deep."
      : "The origin is outside: its distance is that of the bodies.";
  return `${world.phi === 0 ? "The origin is on the boundary: the bodies touch." : Number.isNaN(world.phi) ? "" : inside}${exact ? "" : " Drawn from 1,500 directions; fine detail is left out."}`;
}

/** The pictures of a pair; throws for a pair that cannot be drawn. */
function pictures(subject: Subject): Panel {
  const { pair, claim } = subject;
  const world = worldPair(pair, claim);
  const { drawing } = drawPair(world);
  const bodies = new View(drawing, "Bodies", pair.id);
  const difference = drawDifference(world);
  const minkowski = new View(difference.drawing, "Minkowski difference A \u2212 B", `${pair.id}-difference`);
  const shrunk = shrunkFigure(subject, "c");
  const views = [bodies, minkowski, ...(shrunk ? [shrunk.view] : [])];
  const grid = el(
    "div",
    { class: "views" },
    figure("a", "The pair", bodies, separationSlider(world, bodies, drawing.unit_m)),
    figure(
      "b",
      "Minkowski difference A \u2212 B, with the origin",
      minkowski,
      el("p", { class: "note" }, differenceText(world, difference.exact)),
    ),
    shrunk?.element ?? null,
  );
  const element = el("div", {}, layerSwitches(views, claim !== null), grid);
  return {
    element,
    dispose() {
      for (const view of views) view.dispose();
    },
  };
}

function howToShrink(replay: string): HTMLElement {
  return el(
    "p",
    { class: "note" },
    "The simplest pair that fails in the same way: ",
    el("code", {}, `${replay} --shrink --html pair.html`),
  );
}

export function pairPanel(subject: Subject): Panel {
  const { pair, claim, metric, word, replay } = subject;
  let shown: Panel;
  try {
    shown = pictures(subject);
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown error";
    shown = { element: el("p", { class: "not-recorded" }, `No picture: ${why}.`), dispose: () => undefined };
  }
  const note = "rho has a normal and witness points of its own: they need not be those of phi.";
  const parts = [
    el("p", { class: "verdict-sentence" }, sentence(pair, claim, metric, word)),
    shown.element,
    factsTable(pair, claim),
  ];
  if (claim && claimsRho(claim)) parts.push(el("p", { class: "note" }, note));
  if (replay !== "")
    parts.push(
      el(
        "div",
        {
          class: "replay-box table-box",
          tabindex: 0,
          role: "region",
          "aria-label": "Command that asks again",
        },
        el("code", { class: "replay" }, replay),
      ),
    );
  parts.push(copyButtons(pair, "", replay));
  if (!subject.shrunk && replay !== "" && word !== "right") parts.push(howToShrink(replay));
  return { element: el("div", { class: "pair-panel" }, ...parts), dispose: shown.dispose };
}
