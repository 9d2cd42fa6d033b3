// SPDX-License-Identifier: GPL-3.0-or-later
// What a cell of the matrix says.

export type Verdict = "right" | "almost" | "wrong" | "none" | "not-run";

export const kVerdicts: Record<Verdict, { label: string; mark: string }> = {
  right: { label: "all right", mark: "\u2713" },
  almost: { label: "almost all right", mark: "\u2248" },
  wrong: { label: "wrong", mark: "\u2717" },
  none: { label: "not applicable", mark: "\u2013" },
  "not-run": { label: "not run", mark: "\u00b7" },
};

export function verdictOf(cell: Element): Verdict {
  for (const verdict of Object.keys(kVerdicts))
    if (cell.classList.contains(verdict)) return verdict as Verdict;
  return "not-run";
}

/** The share of applicable cases that are right; null where nothing is applicable. */
export function shareOf(cell: HTMLElement): number | null {
  const right = Number(cell.dataset["right"]);
  const wrong = Number(cell.dataset["wrong"] ?? 0); // a cell that is all right does not say it
  if (!(right + wrong > 0)) return null;
  return right / (right + wrong);
}

/** Sort values from here on are of cells without a share: they stand last in both directions. */
export const kNoShare = 2;

export function sortValue(cell: HTMLElement | undefined): number {
  if (!cell) return kNoShare + 1;
  return shareOf(cell) ?? kNoShare;
}
