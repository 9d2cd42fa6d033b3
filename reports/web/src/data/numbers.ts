// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the record and their texts.
import type { Num, Triple } from "./record";

/** NaN where there is no number. */
export function toNumber(value: Num): number {
  if (typeof value === "number") return value;
  if (value === "Infinity") return Infinity;
  if (value === "-Infinity") return -Infinity;
  return NaN;
}

export function isFiniteNum(value: Num): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

export function triple(values: Num[] | null | undefined): Triple | null {
  if (values?.length !== 3) return null;
  const [x, y, z] = values.map(toNumber) as Triple;
  return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z) ? [x, y, z] : null;
}

const kMinus = "\u2212";
const kThinSpace = "\u202f";
const kSuperscripts = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

function superscript(exponent: number): string {
  const digits = String(Math.abs(exponent)).replace(/\d/g, (d) => kSuperscripts.charAt(Number(d)));
  return exponent < 0 ? `\u207b${digits}` : digits;
}

/** "10⁻⁸" for whole powers of ten, as axes show them. */
export function powerText(value: number): string {
  if (value === 0) return "0";
  const exponent = Math.round(Math.log10(Math.abs(value)));
  const power = `10${superscript(exponent)}`;
  return value < 0 ? kMinus + power : power;
}

/** Few digits, for people, as the tables have them (shown_number of reports/html/): 1.23e-9, 0.125, 12 300. */
export function shortText(value: Num, digits = 3): string {
  if (value === null || value === undefined) return "none";
  const x = toNumber(value);
  if (Number.isNaN(x)) return "NaN";
  if (!Number.isFinite(x)) return x > 0 ? "infinite" : `${kMinus}infinite`;
  if (x === 0) return "0";
  const size = Math.abs(x);
  const plain = size >= 1e-4 && size < 999_500;
  const text = plain
    ? Number(x.toPrecision(digits)).toLocaleString("en-US", { maximumSignificantDigits: digits })
    : x
        .toExponential(digits - 1)
        .replace(/\.?0+e/, "e")
        .replace("e+", "e");
  return text.replace(/-/g, kMinus).replace(/,/g, kThinSpace);
}

/** All digits, for tables that are copied. */
export function exactText(value: Num): string {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? String(value) : value;
}

/** Groups of three, parted by narrow spaces that do not break. */
export function countText(value: number): string {
  return value.toLocaleString("en-US").replace(/,/g, kThinSpace);
}

/** A verdict as columns call it: "invalid normal" of invalid_normal. */
export function wordText(word: string): string {
  return word === "order_dependent" ? "order-dependent" : word.replace(/_/g, " ");
}

/** Rounded down, with the digits that the tables have: 100 means all. */
export function percentText(share: number): string {
  if (!Number.isFinite(share)) return "\u2013";
  if (share >= 1) return "100";
  return (Math.floor(share * 10_000 + 1e-9) / 100).toFixed(2);
}

/** "850 ns", "1.2 us". */
export function timeText(ns: number): string {
  const units: [number, string][] = [
    [1, "ns"],
    [1e3, "us"],
    [1e6, "ms"],
    [1e9, "s"],
  ];
  let best: [number, string] = [1, "ns"];
  for (const unit of units) if (Math.abs(ns) >= unit[0]) best = unit;
  return `${shortText(ns / best[0])} ${best[1]}`;
}
