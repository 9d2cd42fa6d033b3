// SPDX-License-Identifier: GPL-3.0-or-later
// The failures of the record as columns, filtered and sorted without making an object for each.
import { toNumber } from "../data/numbers";
import type { Failures, Report } from "../data/record";
import type { Values } from "../state/fragment";

export class FailureList {
  private readonly shownAt = new Map<number, number>();

  constructor(
    private readonly report: Report,
    private readonly data: Failures,
  ) {
    (report.shown ?? []).forEach((shown, k) => this.shownAt.set(shown.failure, k));
  }

  get count(): number {
    return this.data.id.length;
  }

  get names(): { metric: string[]; family: string[]; word: string[] } {
    return { metric: this.data.metrics, family: this.data.families, word: this.data.words };
  }

  metric(k: number): string {
    return this.data.metrics[this.data.metric[k] ?? -1] ?? "";
  }

  family(k: number): string {
    return this.data.families[this.data.family[k] ?? -1] ?? "";
  }

  word(k: number): string {
    return this.data.words[this.data.word[k] ?? -1] ?? "";
  }

  id(k: number): string {
    return this.data.id[k] ?? "";
  }

  error(k: number): number {
    return toNumber(this.data.error[k]);
  }

  replay(k: number): string {
    return (this.data.replays[this.data.replay_of[k] ?? -1] ?? "").split("{id}").join(this.id(k));
  }

  /** The place in `shown`, or nothing: such a failure has a picture. */
  shown(k: number): number | undefined {
    return this.shownAt.get(k);
  }

  find(metric: string, id: string): number {
    const wanted = this.data.metrics.indexOf(metric);
    const first = this.data.id.findIndex(
      (own, k) => own === id && (metric === "" || this.data.metric[k] === wanted),
    );
    return first;
  }

  /** Places of the failures that pass the filters, in order. */
  select(values: Values): number[] {
    const wanted = {
      metric: values["metric"] ? this.data.metrics.indexOf(values["metric"]) : null,
      family: values["family"] ? this.data.families.indexOf(values["family"]) : null,
      word: values["word"] ? this.data.words.indexOf(values["word"]) : null,
    };
    const text = (values["text"] ?? "").toLowerCase();
    const pictured = values["picture"] === "yes";
    const only = this.unpicturedCase(values);
    const found: number[] = [];
    for (let k = 0; k < this.count; ++k) {
      if (wanted.metric !== null && this.data.metric[k] !== wanted.metric) continue;
      if (wanted.family !== null && this.data.family[k] !== wanted.family) continue;
      if (wanted.word !== null && this.data.word[k] !== wanted.word) continue;
      if (only !== "" && this.id(k) !== only) continue;
      if (pictured && !this.shownAt.has(k)) continue;
      if (text !== "" && !this.id(k).toLowerCase().includes(text)) continue;
      found.push(k);
    }
    return this.sorted(found, values["sort"] ?? "");
  }

  /** A link may name a case that has no picture: then the table shows its rows alone. */
  unpicturedCase(values: Values): string {
    const id = values["case"] ?? "";
    if (id === "") return "";
    return this.shownAt.has(this.find(values["of"] ?? values["metric"] ?? "", id)) ? "" : id;
  }

  private sorted(found: number[], sort: string): number[] {
    const sign = sort.startsWith("-") ? -1 : 1;
    const key = sort.replace(/^-/, "");
    const byText = (text: (k: number) => string) =>
      found.sort((a, b) => sign * text(a).localeCompare(text(b)) || a - b);
    if (key === "metric")
      return found.sort((a, b) => sign * ((this.data.metric[a] ?? 0) - (this.data.metric[b] ?? 0)) || a - b);
    if (key === "family") return byText((k) => this.family(k));
    if (key === "word") return byText((k) => this.word(k));
    if (key === "case") return byText((k) => this.id(k));
    if (key !== "error") return found;
    const there = found.filter((k) => !Number.isNaN(this.error(k)));
    const missing = found.filter((k) => Number.isNaN(this.error(k)));
    const byError = (a: number, b: number) => {
      const [x, y] = [this.error(a), this.error(b)];
      return sign * (x === y ? 0 : x < y ? -1 : 1) || a - b; // a difference of infinities is NaN
    };
    return [...there.sort(byError), ...missing];
  }

  /** How many failures have each name, for the choices of a filter. */
  counts(key: "metric" | "family" | "word"): number[] {
    const counts = this.names[key].map(() => 0);
    for (const index of this.data[key]) counts[index] = (counts[index] ?? 0) + 1;
    return counts;
  }

  subject(k: number) {
    const shown = this.report.shown?.[this.shownAt.get(k) ?? -1];
    const pair = shown ? this.report.pairs?.[shown.pair] : undefined;
    if (!shown || !pair) return null;
    return {
      pair,
      claim: shown.claim ?? null,
      shrunk: shown.shrunk ?? pair.shrunk ?? null,
      metric: this.metric(k),
      word: this.word(k),
      replay: this.replay(k),
    };
  }
}
