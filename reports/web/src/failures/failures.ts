// SPDX-License-Identifier: GPL-3.0-or-later
// The table of failures: filters, pages, and a dialog with the pictures of a pair.
import { countText, shortText, wordText } from "../data/numbers";
import type { Failures, Report } from "../data/record";
import { state, type Values } from "../state/fragment";
import { button, el, setAttributes, textOf } from "../ui/dom";
import { select, type Select } from "../ui/controls";
import { copyButton } from "../ui/save";
import { boxTable, csvButton } from "../ui/tables";
import { meaningOf } from "../ui/terms";
import { PairDialog } from "./dialog";
import { FailureList } from "./list";

const kSection = "failures";
const kPage = 50; ///< rows
const kColumns = [
  { key: "metric", label: "Metric" },
  { key: "family", label: "Family" },
  { key: "case", label: "Case" },
  { key: "word", label: "Verdict" },
  { key: "error", label: "Error, relative to size" },
] as const;

class FailureTable {
  private readonly list: FailureList;
  private readonly dialog: PairDialog;
  private readonly count = el("p", { class: "count", "aria-live": "polite" });
  private readonly pager = el("nav", { class: "pager", "aria-label": "Pages of failures" });
  private readonly heads = new Map<string, HTMLTableCellElement>();
  private readonly body = el("tbody");
  private found: number[] = [];
  private shown = ""; ///< the filters that the rows were made for

  constructor(table: HTMLTableElement, report: Report, failures: Failures) {
    this.list = new FailureList(report, failures);
    this.dialog = new PairDialog(this.list, (k) => {
      this.opened(k);
    });
    this.rebuild(table);
    const box = boxTable(table, "Failures");
    box.before(this.filters(), this.count);
    box.after(this.pager, el("div", { class: "table-tools" }, this.csv()));
    state.on(kSection, (values) => {
      this.show(values);
    });
  }

  private rebuild(table: HTMLTableElement): void {
    const head = el("tr", {}, el("th", { scope: "col" }, "Look"));
    for (const { key, label } of kColumns) {
      const sort = button(label, () => {
        this.sortBy(key);
      });
      sort.className = "sort";
      sort.append(el("span", { class: "arrow", "aria-hidden": "true" }));
      const cell = el("th", { scope: "col", class: key === "error" ? "number" : undefined }, sort);
      this.heads.set(key, cell);
      head.append(cell);
    }
    head.append(el("th", { scope: "col" }, "Again"));
    const caption = table.caption;
    table.replaceChildren(...(caption ? [caption] : []), el("thead", {}, head), this.body);
  }

  private sortBy(key: string): void {
    const now = state.get(kSection)["sort"] ?? "";
    const first = key === "error" ? `-${key}` : key;
    const second = key === "error" ? key : `-${key}`;
    state.set(kSection, { sort: now === first ? second : now === second ? "" : first, page: "" });
  }

  private nameFilter(key: "metric" | "family" | "word", label: string): HTMLElement {
    const control: Select = select(label, (value) => {
      state.set(kSection, { [key]: value, page: "" });
    });
    const counts = this.list.counts(key);
    const names = this.list.names[key].map((value, k) => ({
      value,
      label: `${key === "word" ? wordText(value) : value} (${countText(counts[k] ?? 0)})`,
    }));
    state.on(kSection, (values) => {
      const wanted = values[key] ?? "";
      const unknown =
        wanted !== "" && !this.list.names[key].includes(wanted)
          ? [{ value: wanted, label: `${key === "word" ? wordText(wanted) : wanted} (0)` }]
          : [];
      control.update([{ value: "", label: "all" }, ...names, ...unknown], wanted);
    });
    return control.element;
  }

  private filters(): HTMLElement {
    const search = el("input", {
      type: "search",
      placeholder: "part of an id",
      "aria-label": "Case",
      size: 14,
    });
    search.addEventListener("input", () => {
      state.set(kSection, { text: search.value, page: "" });
    });
    const pictured = el("input", { type: "checkbox" });
    pictured.addEventListener("change", () => {
      state.set(kSection, { picture: pictured.checked ? "yes" : "", page: "" });
    });
    state.on(kSection, (values) => {
      if (search.value !== (values["text"] ?? "")) search.value = values["text"] ?? "";
      pictured.checked = values["picture"] === "yes";
    });
    const reset = button("Reset", () => {
      state.set(kSection, {
        metric: "",
        family: "",
        word: "",
        text: "",
        picture: "",
        case: "",
        of: "",
        page: "",
        sort: "",
      });
    });
    return el(
      "div",
      { class: "controls", role: "group", "aria-label": "Filters of failures" },
      this.nameFilter("metric", "Metric"),
      this.nameFilter("family", "Family"),
      this.nameFilter("word", "Verdict"),
      el("span", { class: "control" }, search),
      el("label", { class: "control check" }, pictured, el("span", {}, "with 3D view")),
      reset,
    );
  }

  private csv(): HTMLButtonElement {
    const save = csvButton("failures", () => [
      ["metric", "family", "case", "verdict", "error", "replay"],
      ...this.found.map((k) => [
        this.list.metric(k),
        this.list.family(k),
        this.list.id(k),
        this.list.word(k),
        String(this.list.error(k)),
        this.list.replay(k),
      ]),
    ]);
    save.setAttribute("aria-label", "Save the failures that pass the filters as CSV");
    return save;
  }

  private show(values: Values): void {
    const filters = JSON.stringify(
      [...Object.entries(values), ["only", this.list.unpicturedCase(values)]].filter(
        ([key]) => key !== "case" && key !== "of",
      ),
    );
    if (filters !== this.shown) this.showRows(values);
    this.shown = filters;
    this.dialog.follow(values["case"] ?? "", values["metric"] ?? values["of"] ?? "", values["of"] ?? "");
  }

  private showRows(values: Values): void {
    this.found = this.list.select(values);
    const pages = Math.max(1, Math.ceil(this.found.length / kPage));
    const page = Math.min(pages, Math.max(1, Math.floor(Number(values["page"])) || 1));
    const rows = this.found.slice((page - 1) * kPage, page * kPage);
    this.body.replaceChildren(...rows.map((k) => this.row(k)));
    if (rows.length === 0)
      this.body.append(
        el(
          "tr",
          {},
          el("td", { colspan: kColumns.length + 2, class: "empty" }, "No failures pass these filters."),
        ),
      );
    const text = `${countText(this.found.length)} of ${countText(this.list.count)} failures`;
    if (this.count.textContent !== text) this.count.textContent = text;
    this.markSort(values["sort"] ?? "");
    this.showPager(page, pages);
  }

  private markSort(sort: string): void {
    for (const [key, head] of this.heads) {
      if (sort.replace(/^-/, "") === key)
        head.setAttribute("aria-sort", sort.startsWith("-") ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
  }

  private row(k: number): HTMLElement {
    const replay = this.list.replay(k);
    const copy = copyButton("Copy command", () => replay);
    setAttributes(copy, { title: replay });
    const error = this.list.error(k);
    const word = this.list.word(k);
    return el(
      "tr",
      { "data-failure": k },
      el("td", { class: "actions" }, this.openButton(k)),
      el("td", { class: "metric" }, this.list.metric(k)),
      el("td", {}, this.list.family(k)),
      el("td", { class: "id" }, this.list.id(k)),
      el(
        "td",
        {},
        el(
          "span",
          { class: `word ${word.replace(/[^a-z_]/g, "")}`, title: meaningOf(wordText(word)) },
          wordText(word),
        ),
      ),
      el(
        "td",
        { class: "number", "data-value": String(error) },
        Number.isNaN(error) ? "\u2013" : shortText(error),
      ),
      el("td", { class: "actions" }, copy),
    );
  }

  private openButton(k: number): HTMLButtonElement | null {
    if (this.list.shown(k) === undefined) return null;
    const open = button("3D view", () => {
      this.dialog.open(k, this.found);
    });
    open.classList.add("primary");
    setAttributes(open, { "aria-label": `3D view of ${this.list.id(k)}, ${this.list.metric(k)}` });
    return open;
  }

  private showPager(page: number, pages: number): void {
    const focused =
      document.activeElement instanceof HTMLElement && this.pager.contains(document.activeElement)
        ? textOf(document.activeElement)
        : "";
    const go = (label: string, to: number, off: boolean): HTMLButtonElement => {
      const element = button(label, () => {
        state.set(kSection, { page: to === 1 ? "" : String(to) });
      });
      element.setAttribute("aria-disabled", String(off));
      return element;
    };
    const items = [
      go("First", 1, page === 1),
      go("Previous", Math.max(1, page - 1), page === 1),
      el("span", {}, `page ${countText(page)} of ${countText(pages)}`),
      go("Next", Math.min(pages, page + 1), page === pages),
      go("Last", pages, page === pages),
    ];
    this.pager.replaceChildren(...items);
    this.pager.hidden = pages === 1;
    if (focused !== "") items.find((item) => textOf(item) === focused)?.focus();
  }

  /** The URL names what the dialog shows; k < 0: it was closed. */
  private opened(k: number): void {
    state.set(kSection, k < 0 ? { case: "", of: "" } : { case: this.list.id(k), of: this.list.metric(k) });
  }
}

export function startFailures(report: Report): void {
  const table = document.getElementById("failures-table");
  if (table instanceof HTMLTableElement && report.failures) new FailureTable(table, report, report.failures);
}
