// SPDX-License-Identifier: GPL-3.0-or-later
// Static tables: a box of their own to scroll in, sorting by a click on a head, CSV.
import { button, el, freshId, textOf } from "./dom";
import { csvText, saveFile } from "./save";

const kLongTable = 30; ///< rows; a longer table scrolls within the page

function cellValue(row: HTMLTableRowElement, column: number): string {
  const cell = row.cells[column];
  return cell?.dataset["value"] ?? textOf(cell);
}

function isMissing(key: string, byNumber: boolean): boolean {
  return key === "" || key === "-" || key === "\u2013" || (byNumber && Number.isNaN(Number(key)));
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1; // a difference of infinities is NaN
}

/** What is missing stands last in both directions. */
function sortRows(table: HTMLTableElement, column: number, byNumber: boolean, descending: boolean): void {
  const sign = descending ? -1 : 1;
  for (const body of table.tBodies) {
    const keyed = [...body.rows].map((row) => ({ row, key: cellValue(row, column) }));
    const there = keyed.filter(({ key }) => !isMissing(key, byNumber));
    const missing = keyed.filter(({ key }) => isMissing(key, byNumber));
    there.sort(
      (a, b) => sign * (byNumber ? compareNumbers(Number(a.key), Number(b.key)) : a.key.localeCompare(b.key)),
    );
    body.append(...[...there, ...missing].map(({ row }) => row));
  }
}

function makeSortable(table: HTMLTableElement): void {
  const heads = table.tHead?.rows[table.tHead.rows.length - 1];
  if (!heads) return;
  [...heads.cells].forEach((head, column) => {
    const kind = head.dataset["sort"];
    if (kind === undefined) return;
    const label = el("button", { type: "button", class: "sort" });
    label.append(...head.childNodes, el("span", { class: "arrow", "aria-hidden": "true" }));
    head.append(label);
    label.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort");
      const descending = was === null ? kind === "number" : was === "ascending";
      for (const other of heads.cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sortRows(table, column, kind === "number", descending);
    });
  });
}

/** The table as it is shown, with all digits. */
export function tableRows(table: HTMLTableElement): string[][] {
  return [...table.rows]
    .filter((row) => !row.hidden)
    .map((row) => [...row.cells].map((cell) => cell.dataset["value"] ?? textOf(cell)));
}

export function csvButton(name: string, rows: () => string[][]): HTMLButtonElement {
  return button("CSV", () => {
    saveFile(`${name}.csv`, "text/csv", csvText(rows()));
  });
}

/** Puts the table into a box that scrolls by itself and can be reached by keyboard. */
export function boxTable(table: HTMLTableElement, label: string): HTMLElement {
  const parent = table.parentElement;
  const boxed = parent?.classList.contains("table-box") ? parent : null;
  const box = boxed ?? el("div", { class: "table-box" });
  for (const [name, value] of [
    ["tabindex", "0"],
    ["role", "region"],
    ["aria-label", label],
  ] as const)
    box.setAttribute(name, value);
  if (!boxed) {
    table.replaceWith(box);
    box.append(table);
  }
  return box;
}

function labelOf(table: HTMLTableElement): string {
  const heading = table.closest("section")?.querySelector("h2");
  return textOf(table.caption) || `${textOf(heading)}: ${table.id || "table"}`;
}

export function enhanceTable(table: HTMLTableElement): void {
  makeSortable(table);
  const label = labelOf(table);
  const box = boxTable(table, label);
  const rows = table.tBodies[0]?.rows.length ?? 0;
  if (rows > kLongTable) box.classList.add("long");
  const count = el("span", { class: "count" }, `${rows} ${rows === 1 ? "row" : "rows"}`);
  const csv = csvButton(table.id || freshId("table"), () => tableRows(table));
  csv.setAttribute("aria-label", `Save as CSV: ${label}`);
  box.after(el("div", { class: "table-tools" }, count, csv));
}
