// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog with the pictures of a failure; arrows to the one before and after it.
import { button, el } from "../ui/dom";
import type { FailureList } from "./list";
import { pairPanel } from "./pair_panel";

export class PairDialog {
  private readonly element: HTMLDialogElement;
  private readonly title = el("h2", { id: "pair-title", tabindex: -1 });
  private readonly body = el("div", { class: "dialog-body" });
  private readonly before: HTMLButtonElement;
  private readonly after: HTMLButtonElement;
  private current = -1;
  private order: number[] = [];
  private dispose = (): void => undefined;

  constructor(
    private readonly list: FailureList,
    private readonly changed: (k: number) => void,
  ) {
    this.before = button("\u2190 Previous", () => {
      this.step(-1);
    });
    this.after = button("Next \u2192", () => {
      this.step(1);
    });
    const close = button("Close", () => {
      this.element.close();
    });
    const bar = el(
      "div",
      { class: "dialog-bar" },
      this.title,
      el("div", { class: "buttons" }, this.before, this.after, close),
    );
    this.element = el("dialog", { class: "pair-dialog", "aria-labelledby": "pair-title" }, bar, this.body);
    document.body.append(this.element);
    this.element.addEventListener("close", () => {
      this.closed();
    });
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  open(k: number, order: number[]): void {
    this.order = order.filter((other) => this.list.shown(other) !== undefined);
    this.show(k);
    this.changed(k);
  }

  /** Shows the case that the URL names, or closes. */
  follow(id: string, metric: string, of: string): void {
    if (id === "") {
      if (this.element.open) this.element.close();
      return;
    }
    const k = this.list.find(of || metric, id);
    if (k < 0 || k === this.current || this.list.shown(k) === undefined) return;
    this.order = [...Array(this.list.count).keys()].filter(
      (other) =>
        this.list.shown(other) !== undefined && (metric === "" || this.list.metric(other) === metric),
    );
    this.show(k);
  }

  private show(k: number): void {
    const subject = this.list.subject(k);
    if (!subject) return;
    this.current = k;
    this.dispose();
    this.title.replaceChildren(
      el("span", { class: "metric" }, subject.metric),
      " on ",
      el("span", { class: "id" }, subject.pair.id),
    );
    const panel = pairPanel(subject);
    this.dispose = panel.dispose;
    this.body.replaceChildren(panel.element);
    this.body.scrollTop = 0;
    const place = this.order.indexOf(k);
    this.before.disabled = place <= 0;
    this.after.disabled = place < 0 || place >= this.order.length - 1;
    if (!this.element.open) this.element.showModal();
    this.title.focus();
  }

  private step(by: number): void {
    const next = this.order[this.order.indexOf(this.current) + by];
    if (next === undefined) return;
    this.show(next);
    this.changed(next);
  }

  private closed(): void {
    if (this.current < 0) return;
    const row = document.querySelector<HTMLElement>(`[data-failure="${this.current}"] .primary`);
    this.current = -1;
    this.dispose();
    this.dispose = () => undefined;
    this.body.replaceChildren();
    this.changed(-1);
    (
      document.querySelector<HTMLElement>(
        `[data-failure="${row?.closest("tr")?.dataset["failure"] ?? ""}"] .primary`,
      ) ?? row
    )?.focus();
  }
}
