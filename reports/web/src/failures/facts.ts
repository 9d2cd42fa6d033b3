// SPDX-License-Identifier: GPL-3.0-or-later
// The truth and a claim side by side, as a table and as a sentence.
import { shortText, toNumber, triple, wordText } from "../data/numbers";
import type { Claim, Num, Pair, Truth } from "../data/record";
import { claimsRho } from "../data/claim";
import { el } from "../ui/dom";
import { angleBetween, dot, sub } from "../view/vec";

const kDigits = 6;

function vectorText(values: Num[] | null | undefined): string {
  return values ? `(${values.map((value) => shortText(value, kDigits)).join(", ")})` : "none";
}

/** The glossary's words. */
function regimeOf(sign: number): string {
  if (Number.isNaN(sign)) return "none";
  return sign > 0 ? "separated" : sign < 0 ? "penetrating" : "kissing";
}

/** The record's word for how the bodies lie. */
function trueRegime(truth: Truth): string {
  return truth.regime ?? regimeOf(toNumber(truth.phi));
}

/** Where the claim agrees with the truth, both have the same word. */
function claimedRegime(truth: Truth, claim: Claim): string {
  const sign = Math.sign(toNumber(claim.sign ?? claim.value));
  return sign === Math.sign(toNumber(truth.phi)) ? trueRegime(truth) : regimeOf(sign);
}

function errorText(pair: Pair, claim: Claim): string {
  if (claimsRho(claim)) return "";
  const error = Math.abs(toNumber(claim.value) - toNumber(pair.truth?.phi));
  const size = toNumber(pair.size);
  if (Number.isNaN(error)) return "";
  return size > 0 ? `${shortText(error)} m, ${shortText(error / size)} of the size` : `${shortText(error)} m`;
}

function angleText(truth: Truth, claim: Claim): string {
  const n = triple(truth.normal);
  const m = triple(claim.normal);
  if (!n || !m) return "";
  const angle = angleBetween(n, m);
  const whose = claimsRho(claim) ? "the normal of phi" : "the true normal";
  return angle < 1e-4 ? whose : `${shortText(angle)}\u00b0 from ${whose}`;
}

/** p_A - p_B along the true normal: for right points it is phi. */
function witnessText(
  points: { A: Num[]; B: Num[] } | null | undefined,
  normal: Num[] | null | undefined,
): string {
  const a = triple(points?.A);
  const b = triple(points?.B);
  const n = triple(normal);
  return a && b && n ? `${shortText(dot(sub(a, b), n), 4)} m apart along the true normal` : "";
}

function row(name: string, truth: string, claimed: string | null, note = ""): HTMLElement {
  const cells = [el("th", { scope: "row" }, name), el("td", {}, truth)];
  if (claimed !== null) cells.push(el("td", {}, claimed), el("td", { class: "note" }, note));
  return el("tr", {}, ...cells);
}

function rhoRow(truth: Truth, claim: Claim | null): HTMLElement {
  if (!claim || !claimsRho(claim)) return row("rho", shortText(truth.rho, kDigits), claim ? "\u2013" : null);
  const error = Math.abs(toNumber(claim.value) - toNumber(truth.rho));
  return row(
    "rho",
    shortText(truth.rho, kDigits),
    shortText(claim.value, kDigits),
    Number.isNaN(error) ? "" : shortText(error),
  );
}

/** Table of what is true and what was claimed. Without a claim, of what is true. */
export function factsTable(pair: Pair, claim: Claim | null): HTMLElement {
  const truth: Truth = pair.truth ?? { phi: null };
  const heads = ["", "truth", ...(claim ? ["claimed", "difference"] : [])];
  const has = (text: string) => (claim ? text : null);
  const rows = [
    row(
      "phi (m)",
      shortText(truth.phi, kDigits),
      has(claim && !claimsRho(claim) ? shortText(claim.value, kDigits) : "\u2013"),
      claim ? errorText(pair, claim) : "",
    ),
    row("bodies", trueRegime(truth), has(claim ? claimedRegime(truth, claim) : ""), ""),
    row(
      "normal",
      vectorText(truth.normal),
      has(vectorText(claim?.normal)),
      claim ? angleText(truth, claim) : "",
    ),
    row(
      "point on A",
      vectorText(truth.witnesses?.A),
      has(vectorText(claim?.witnesses?.A)),
      claim ? witnessText(claim.witnesses, truth.normal) : "",
    ),
    row("point on B", vectorText(truth.witnesses?.B), has(vectorText(claim?.witnesses?.B))),
  ];
  if (truth.features) rows.push(row("features", truth.features, has("")));
  if ((truth.normals ?? 0) > 1)
    rows.push(row("normals", `${truth.normals ?? 0} that are equally good`, has("")));
  if (truth.rho !== null && truth.rho !== undefined) rows.push(rhoRow(truth, claim));
  rows.push(row("size (m)", shortText(pair.size, kDigits), has("")));
  const head = el(
    "tr",
    {},
    ...heads.map((text) => (text === "" ? el("td") : el("th", { scope: "col" }, text))),
  );
  const caption = el("caption", { class: "visually-hidden" }, "Truth and claim");
  return el(
    "div",
    { class: "table-box", tabindex: 0, role: "region", "aria-label": "Truth and claim" },
    el("table", { class: "data facts" }, caption, el("thead", {}, head), el("tbody", {}, ...rows)),
  );
}

function saidText(pair: Pair, claim: Claim, value: number): string {
  if (claimsRho(claim))
    return `rho = ${shortText(value, kDigits)} (true: ${shortText(pair.truth?.rho, kDigits)})`;
  if (Number.isNaN(value)) return claimedRegime(pair.truth ?? { phi: null }, claim);
  if (value === 0) return "touching";
  return value < 0 ? `${shortText(-value)} m deep` : `${shortText(value)} m apart`;
}

/** One sentence that says what is wrong. */
export function sentence(pair: Pair, claim: Claim | null, metric: string, word: string): string {
  const phi = toNumber(pair.truth?.phi);
  const state =
    phi < 0
      ? `overlap; the shortest way apart is ${shortText(-phi)} m`
      : phi > 0
        ? `are ${shortText(phi)} m apart`
        : "just touch";
  const truth = Number.isNaN(phi) ? "The truth is not recorded." : `The bodies ${state}.`;
  if (!claim) return truth;
  const status = claim.status ?? "answered";
  if (status !== "answered" && status !== "sign_only")
    return `${truth} ${metric}: ${wordText(status)}${claim.detail ? ` (${claim.detail})` : ""}.`;
  const value = toNumber(claim.value);
  const said = saidText(pair, claim, value);
  const angle = claimsRho(claim) ? "" : angleText(pair.truth ?? { phi: null }, claim);
  return `${truth} ${metric} says ${said}${angle ? `, along ${angle === "the true normal" ? "" : "a normal "}${angle}` : ""}${word ? ` (${wordText(word)})` : ""}.`;
}
