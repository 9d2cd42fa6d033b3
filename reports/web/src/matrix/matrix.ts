// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict matrix: filters, order of rows, arrow keys between cells. The cells themselves are static HTML.
import { listOf, state, textOfList, type Values } from "../state/fragment";
import { button, el, textOf, visibleText } from "../ui/dom";
import { checkMenu, chips, select, unique } from "../ui/controls";
import { announce } from "../ui/save";
import { boxTable, csvButton } from "../ui/tables";
import { kNoShare, kVerdicts, shareOf, sortValue, verdictOf } from "./cells";

const kSection = "verdicts";

interface Column {
  metric: string;
  index: number;
  head: HTMLTableCellElement;
}

interface Row {
  element: HTMLTableRowElement;
  family: string;
  group: string;
  order: number;
  cells: Map<string, HTMLTableCellElement>;
}

class Matrix {
  private readonly columns: Column[];
  private readonly rows: Row[];
  private readonly count = el("p", { class: "count", "aria-live": "polite" });
  private readonly sorts = new Map<string, HTMLButtonElement>();

  constructor(private readonly table: HTMLTableElement) {
    const heads = [...(table.tHead?.rows[table.tHead.rows.length - 1]?.cells ?? [])];
    this.columns = heads.flatMap((head, index) => {
      const metric = head.dataset["metric"];
      return metric === undefined ? [] : [{ metric, index, head }];
    });
    this.rows = [...table.tBodies]
      .flatMap((body) => [...body.rows])
      .map((element, order) => this.readRow(element, order));
    this.labelCells();
    this.addControls(heads[0]);
    this.moveByArrows();
    this.keepHeadInSight();
    state.on(kSection, (values) => {
      this.show(values);
    });
  }

  private readRow(element: HTMLTableRowElement, order: number): Row {
    const cells = new Map<string, HTMLTableCellElement>();
    for (const { metric, index } of this.columns) {
      const cell = element.cells[index];
      if (cell) cells.set(metric, cell);
    }
    const family = element.dataset["family"] ?? textOf(element.cells[0]);
    return { element, family, group: element.dataset["group"] ?? "", order, cells };
  }

  /** What the mark and the colour say, in words; how wrong a cell is, for the strength of its colour. */
  private labelCells(): void {
    for (const row of this.rows) {
      for (const [metric, cell] of row.cells) {
        const { right, cases, words } = cell.dataset;
        const verdict = verdictOf(cell);
        const text =
          cases !== undefined && right !== undefined
            ? `${metric} on ${row.family}: ${right} of ${cases} right`
            : `${metric} on ${row.family}: ${kVerdicts[verdict].label}`;
        cell.title = visibleText(words ? `${text}; ${words}` : text);
        const link = cell.querySelector("a");
        if (link)
          link.setAttribute(
            "aria-label",
            `${textOf(link)} % ${kVerdicts[verdict].label}. ${cell.title}. Show the failures.`,
          );
        const share = shareOf(cell);
        if (verdict === "wrong" && share !== null)
          cell.style.setProperty("--wrongness", String(Math.round(100 * (0.25 + 0.75 * (1 - share)))));
      }
    }
  }

  private addControls(corner: HTMLTableCellElement | undefined): void {
    const groups = select("Families", (value) => {
      state.set(kSection, { group: value });
    });
    const groupChoices = [
      { value: "", label: "all groups" },
      ...unique(this.rows.map((row) => row.group))
        .filter((g) => g !== "")
        .map((value) => ({ value })),
    ];
    const verdicts = chips(
      "Only",
      Object.entries(kVerdicts).map(([value, { label, mark }]) => ({ value, label, mark })),
      (chosen) => {
        state.set(kSection, { verdict: textOfList(chosen) });
      },
    );
    const metrics = checkMenu(
      "Metrics",
      this.columns.map((column) => column.metric),
      (chosen) => {
        state.set(kSection, { metric: textOfList(chosen) });
      },
    );
    const reset = button("Reset", () => {
      state.set(kSection, { group: "", verdict: "", metric: "", sort: "" });
    });
    state.on(kSection, (values) => {
      groups.update(groupChoices, values["group"] ?? "");
      verdicts.update(new Set(listOf(values["verdict"])));
      metrics.update(new Set(listOf(values["metric"])));
    });
    for (const column of this.columns) this.addSortButton(column);
    if (corner) corner.classList.add("corner");
    const bar = el(
      "div",
      { class: "controls", role: "group", "aria-label": "Filters of the matrix" },
      verdicts.element,
      groups.element,
      metrics.element,
      this.orderControl(),
      reset,
    );
    const box = boxTable(
      this.table,
      "Verdicts: metrics by families. Arrow keys move between cells that have failures.",
    );
    box.before(bar, this.count);
    box.after(
      el(
        "div",
        { class: "table-tools" },
        csvButton("verdicts", () => this.cellRows()),
      ),
    );
  }

  /** Below the contents. The table's box scrolls sideways: style alone cannot make the head stick to the page. */
  private keepHeadInSight(): void {
    const { tHead: head, tBodies } = this.table;
    const body = tBodies[0];
    if (!head || !body) return;
    const nav = document.getElementById("contents");
    const keep = () => {
      const start = this.table.getBoundingClientRect().top + body.offsetTop - head.offsetHeight;
      const down = (nav?.getBoundingClientRect().bottom ?? 0) - start;
      const most = body.offsetHeight - head.offsetHeight;
      head.style.transform = down > 0 && most > 0 ? `translateY(${Math.min(down, most)}px)` : "";
    };
    document.addEventListener("scroll", keep);
    new ResizeObserver(keep).observe(document.body); // what stands above may be laid out later
  }

  /** What is shown, a row for each cell: plain numbers, and the verdict as a word. */
  private cellRows(): string[][] {
    const heads = ["family", "group", "metric", "verdict", "cases", "not applicable", "right", "wrong"];
    const rows = [...this.rows].filter((row) => !row.element.hidden);
    rows.sort((a, b) => a.element.rowIndex - b.element.rowIndex);
    const cells = rows.flatMap((row) =>
      this.columns
        .filter((column) => !column.head.hidden && row.cells.has(column.metric))
        .map(({ metric }) => {
          const cell = row.cells.get(metric);
          const { cases = "", right = "", notApplicable, wrong } = cell?.dataset ?? {};
          const counts = cases === "" ? ["", "", "", ""] : [cases, notApplicable ?? "0", right, wrong ?? "0"];
          return [row.family, row.group, metric, cell ? kVerdicts[verdictOf(cell)].label : "", ...counts];
        }),
    );
    return [heads, ...cells];
  }

  private orderControl(): HTMLElement {
    const order = select("Order", (value) => {
      state.set(kSection, { sort: value });
    });
    const orderChoices = [
      { value: "", label: "as recorded" },
      { value: "!worst", label: "worst first" },
      { value: "!name", label: "by name" },
      ...this.columns.map(({ metric }) => ({ value: metric, label: `worst by ${metric}` })),
    ];
    state.on(kSection, (values) => {
      order.update(orderChoices, (values["sort"] ?? "").replace(/^-/, ""));
    });
    return order.element;
  }

  private addSortButton({ metric, head }: Column): void {
    const label = el("button", { type: "button", class: "sort" });
    label.append(...head.childNodes);
    head.append(label);
    label.addEventListener("click", () => {
      const now = state.get(kSection)["sort"] ?? "";
      state.set(kSection, { sort: now === metric ? `-${metric}` : now === `-${metric}` ? "" : metric });
    });
    this.sorts.set(metric, label);
  }

  private show(values: Values): void {
    const wanted = new Set(listOf(values["metric"]));
    const verdicts = new Set(listOf(values["verdict"]));
    const group = values["group"] ?? "";
    const inGroup = this.rows.filter((row) => group === "" || row.group === group);
    const chosen = this.columns.filter((column) => wanted.size === 0 || wanted.has(column.metric));
    const matches = (row: Row, column: Column) => {
      const cell = row.cells.get(column.metric);
      return cell !== undefined && verdicts.has(verdictOf(cell));
    };
    const rows =
      verdicts.size === 0 ? inGroup : inGroup.filter((row) => chosen.some((column) => matches(row, column)));
    const columns =
      verdicts.size === 0 ? chosen : chosen.filter((column) => inGroup.some((row) => matches(row, column)));
    this.hideOthers(new Set(rows), new Set(columns));
    for (const row of rows) {
      for (const column of columns)
        row.cells
          .get(column.metric)
          ?.classList.toggle("unmatched", verdicts.size > 0 && !matches(row, column));
    }
    this.order(values["sort"] ?? "", columns);
    const text = `${rows.length} of ${this.rows.length} families, ${columns.length} of ${this.columns.length} metrics`;
    if (this.count.textContent !== text) this.count.textContent = text;
    this.refreshTabStop();
  }

  private hideOthers(rows: Set<Row>, columns: Set<Column>): void {
    for (const row of this.rows) row.element.hidden = !rows.has(row);
    for (const column of this.columns) {
      const hidden = !columns.has(column);
      column.head.hidden = hidden;
      for (const row of this.rows) {
        const cell = row.cells.get(column.metric);
        if (cell) cell.hidden = hidden;
      }
    }
  }

  private order(sort: string, columns: Column[]): void {
    const metric = sort.replace(/^-/, "");
    const sign = sort.startsWith("-") ? -1 : 1;
    for (const column of this.columns) {
      if (column.metric === metric)
        column.head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      else column.head.removeAttribute("aria-sort");
    }
    const key = (row: Row): number => {
      if (metric === "!worst")
        return Math.min(...columns.map((column) => sortValue(row.cells.get(column.metric))));
      if (metric === "" || metric === "!name") return row.order;
      const value = sortValue(row.cells.get(metric));
      return value >= kNoShare ? value : sign * value;
    };
    const keyed = this.rows.map((row) => ({ row, key: key(row) }));
    keyed.sort((a, b) =>
      metric === "!name"
        ? a.row.family.localeCompare(b.row.family)
        : a.key - b.key || a.row.order - b.row.order,
    );
    const body = this.table.tBodies[0];
    const standing = [...(body?.rows ?? [])];
    // Rows that are moved are laid out anew.
    if (keyed.some(({ row }, k) => standing[k] !== row.element))
      body?.append(...keyed.map(({ row }) => row.element));
    this.markGroups(metric === "");
  }

  /** A line between groups of families, while they stand together. */
  private markGroups(together: boolean): void {
    let last = "";
    for (const { element, group } of this.rows) {
      if (element.hidden) continue;
      element.classList.toggle("group-start", together && last !== "" && group !== last);
      last = group;
    }
  }

  /** One link of the matrix is in the tab order; arrow keys move on from there. */
  private refreshTabStop(): void {
    const links = [...this.table.querySelectorAll<HTMLAnchorElement>("td a")];
    const visible = links.filter((link) => link.closest("[hidden]") === null);
    const stop = visible.find((link) => link.tabIndex === 0) ?? visible[0];
    for (const link of links) link.tabIndex = link === stop ? 0 : -1;
  }

  private moveByArrows(): void {
    this.table.addEventListener("keydown", (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("td a") : null;
      const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      if (!link || !step) return;
      event.preventDefault();
      const next = this.linkFrom(link, step[0] ?? 0, step[1] ?? 0);
      if (!next) {
        announce("no failures further on");
        return;
      }
      link.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }

  /** The next link along a row or a column. */
  private linkFrom(link: HTMLAnchorElement, down: number, right: number): HTMLAnchorElement | null {
    const cell = link.closest("td");
    const rows = [...(this.table.tBodies[0]?.rows ?? [])].filter((row) => !row.hidden);
    let r = rows.findIndex((row) => row.contains(link));
    let c = cell?.cellIndex ?? 0;
    for (;;) {
      r += down;
      c += right;
      const next = rows[r]?.cells[c];
      if (!next) return null;
      const found = next.hidden ? null : next.querySelector("a");
      if (found) return found;
    }
  }
}

export function startMatrix(): void {
  const table = document.getElementById("matrix");
  if (table instanceof HTMLTableElement) new Matrix(table);
}
