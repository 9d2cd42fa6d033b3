// SPDX-License-Identifier: GPL-3.0-or-later
// The truth and a claim side by side, as a table and as a sentence.
import { shortText, toNumber, triple, wordText } from "../data/numbers";
import type { Claim, Num, Pair, Truth } from "../data/record";
import { el } from "../ui/dom";
import { meaningOf } from "../ui/terms";
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

/** How far the claimed value is from the truth; nothing where it claims another quantity. */
function errorText(pair: Pair, claim: Claim | null, quantity: "phi" | "rho"): string {
  if (!claim || (claim.quantity ?? "phi") !== quantity) return "";
  const error = Math.abs(toNumber(claim.value) - toNumber(pair.truth?.[quantity]));
  if (Number.isNaN(error)) return "";
  if (quantity === "rho") return `off by ${shortText(error)}`;
  const size = toNumber(pair.size);
  return `off by ${shortText(error)} m${size > 0 ? `, ${shortText(error / size)} of the size` : ""}`;
}

function angleText(truth: Truth, claim: Claim | null): string {
  const n = triple(truth.normal);
  const m = triple(claim?.normal);
  if (!n || !m) return "";
  const angle = angleBetween(n, m);
  const whose = claim?.quantity === "rho" ? "the normal of phi" : "the true normal";
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

/** Table of what is true and what was claimed. Without a claim, of what is true. */
export function factsTable(pair: Pair, claim: Claim | null): HTMLElement {
  const truth: Truth = pair.truth ?? { phi: null };
  const number = (value: Num) => shortText(value, kDigits);
  const claimed = (quantity: string) =>
    (claim?.quantity ?? "phi") === quantity ? number(claim?.value) : "\u2013";
  const rows: [string, string, string?, string?][] = [
    ["phi [m]", number(truth.phi), claimed("phi"), errorText(pair, claim, "phi")],
    ["bodies", trueRegime(truth), claim ? claimedRegime(truth, claim) : ""],
    ["normal", vectorText(truth.normal), vectorText(claim?.normal), angleText(truth, claim)],
    [
      "point on A",
      vectorText(truth.witnesses?.A),
      vectorText(claim?.witnesses?.A),
      witnessText(claim?.witnesses, truth.normal),
    ],
    ["point on B", vectorText(truth.witnesses?.B), vectorText(claim?.witnesses?.B)],
  ];
  if (truth.features) rows.push(["features", truth.features]);
  if ((truth.normals ?? 0) > 1) rows.push(["normals", `${truth.normals ?? 0} that are equally good`]);
  if (truth.rho !== null && truth.rho !== undefined)
    rows.push(["rho", number(truth.rho), claimed("rho"), errorText(pair, claim, "rho")]);
  rows.push(["size [m]", number(pair.size)]);
  const heads = ["truth", ...(claim ? ["claimed"] : [])];
  const body = rows.map(([name, own, said = "", note = ""]) => {
    const title = meaningOf(name.replace(/ \[.*/, ""));
    const term = title === undefined ? name : el("abbr", { class: "term", title }, name);
    const cells = [el("th", { scope: "row" }, term), el("td", {}, own)];
    if (claim) cells.push(el("td", {}, said, note ? el("p", { class: "note" }, note) : null));
    return el("tr", {}, ...cells);
  });
  const head = el("tr", {}, el("td"), ...heads.map((text) => el("th", { scope: "col" }, text)));
  return el(
    "div",
    { class: "table-box", tabindex: 0, role: "region", "aria-label": "Truth and claim" },
    el("table", { class: "data facts" }, el("thead", {}, head), el("tbody", {}, ...body)),
  );
}

function saidText(pair: Pair, claim: Claim, value: number): string {
  if (claim.quantity === "rho")
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
  const angle = claim.quantity === "rho" ? "" : angleText(pair.truth ?? { phi: null }, claim);
  const said = [
    saidText(pair, claim, toNumber(claim.value)),
    word === "right" ? "" : errorText(pair, claim, "phi"),
    angle && `along ${angle.startsWith("the") ? "" : "a normal "}${angle}`,
  ].filter((text) => text !== "");
  return `${truth} ${metric} says ${said.join(", ")}${word ? ` (${wordText(word)})` : ""}.`;
}
