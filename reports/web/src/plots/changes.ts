// SPDX-License-Identifier: GPL-3.0-or-later
// What got faster or slower since an earlier record of times: a dot for each cell, with its interval where it changed.
import { countText, isFiniteNum, shortText, toNumber } from "../data/numbers";
import type { MetricChange, Report, TimeChange } from "../data/record";
import { unique } from "../ui/controls";
import { mountPlot, type Drawn, type LegendEntry } from "./frame";
import { drawPlot, named, Plot, rangeOf, tip } from "./kit";
import type { Look } from "./series";

const kRow = 26; ///< height of a metric [px]
const kLooks: Record<string, { label: string; look: Look }> = {
  slower: { label: "slower", look: { color: "var(--s1)", dash: "", symbol: "triangle" } },
  faster: { label: "faster", look: { color: "var(--s0)", dash: "", symbol: "diamond" } },
  same: { label: "no change beyond noise", look: { color: "var(--s8)", dash: "", symbol: "circle" } },
  untested: {
    label: "too few repetitions to say",
    look: { color: "var(--muted)", dash: "2 3", symbol: "circle" },
  },
};

function kindOf(change: string): string {
  return Object.hasOwn(kLooks, change) ? change : "same";
}

interface Dot {
  metric: string;
  cell: string;
  kind: string;
  ratio: number;
  low: number;
  high: number;
  before: number;
  after: number;
  p: number;
}

function dotOf(change: TimeChange): Dot {
  const ratio = toNumber(change.ratio);
  const [low, high] = change.ratio_interval ?? [];
  return {
    metric: change.metric,
    cell: `${change.family}, ${change.regime}, ${change.start}, ${change.vertices.join("x")} vertices`,
    kind: kindOf(change.change),
    ratio,
    low: isFiniteNum(low) ? low : ratio,
    high: isFiniteNum(high) ? high : ratio,
    before: toNumber(change.old_ns),
    after: toNumber(change.new_ns),
    p: toNumber(change.p_adjusted),
  };
}

/** Cells that did not change lie below the others. */
function marksOf(dots: Dot[], kind: string): Plot.Markish[] {
  const own = dots.filter((dot) => dot.kind === kind);
  const { color, symbol } = kLooks[kind]?.look ?? { color: "currentColor", symbol: "circle" };
  const faint = kind === "slower" || kind === "faster" ? 0.9 : 0.35;
  const rule = Plot.ruleY(own, {
    x1: "low",
    x2: "high",
    y: "metric",
    stroke: color,
    strokeOpacity: 0.35 * faint,
  });
  const dot = Plot.dot(own, { x: "ratio", y: "metric", fill: color, fillOpacity: faint, symbol, r: 3.2 });
  return [named(kind, rule), named(kind, dot)];
}

/** Each metric as a whole: a stroke at its median ratio. */
function wholeMarks(wholes: MetricChange[]): Plot.Markish[] {
  const color = (whole: MetricChange) => kLooks[kindOf(whole.change)]?.look.color ?? "currentColor";
  return [
    Plot.tickX(wholes, {
      x: (whole: MetricChange) => toNumber(whole.ratio),
      y: "metric",
      stroke: "var(--paper)",
      strokeWidth: 7,
    }),
    Plot.tickX(wholes, {
      x: (whole: MetricChange) => toNumber(whole.ratio),
      y: "metric",
      stroke: color,
      strokeWidth: 4,
    }),
  ];
}

function tickText(ratio: number): string {
  return `${shortText(ratio)}\u00d7`;
}

function drawChanges(
  changes: TimeChange[],
  wholes: MetricChange[],
  width: number,
  hidden: Set<string>,
): Drawn | string {
  const all = changes.map(dotOf).filter((dot) => dot.ratio > 0 && Number.isFinite(dot.ratio));
  if (all.length === 0) return "No cell stands in both records.";
  const dots = all.filter((dot) => !hidden.has(kLooks[dot.kind]?.label ?? ""));
  const [low, high] = rangeOf([1 / 1.2, 1.2, ...dots.map((dot) => dot.ratio)]);
  const metrics = unique(all.map((dot) => dot.metric));
  const picture = drawPlot(
    { width, height: 70 + kRow * metrics.length, marginLeft: width < 520 ? 110 : 160 },
    {
      x: {
        type: "log",
        domain: [low / 1.1, high * 1.1],
        label: "time now / time before \u2192",
        tickFormat: tickText,
        grid: true,
        clamp: true,
      },
      y: { type: "band", domain: metrics, label: null },
      marks: [
        Plot.ruleX([1], { stroke: "currentColor" }),
        ...["untested", "same", "faster", "slower"].flatMap((kind) => marksOf(dots, kind)),
        ...wholeMarks(wholes),
        tip(
          dots,
          { x: "ratio", y: "metric" },
          (dot) =>
            `${dot.metric}: ${tickText(dot.ratio)} [${shortText(dot.low)}, ${shortText(dot.high)}]\n${dot.cell}`,
        ),
      ],
    },
  );
  const legend: LegendEntry[] = Object.entries(kLooks).flatMap(([kind, { label, look }]) => {
    const count = all.filter((dot) => dot.kind === kind).length;
    return count > 0 ? [{ name: label, look, note: `${countText(count)} cells` }] : [];
  });
  return {
    picture,
    legend,
    columns: ["change", "metric", "cell", "before, ns", "now, ns", "ratio", "ratio from", "ratio to", "p"],
    rows: all.map((dot) => [
      dot.kind,
      dot.metric,
      dot.cell,
      dot.before,
      dot.after,
      dot.ratio,
      dot.low,
      dot.high,
      dot.p,
    ]),
  };
}

export function mountChanges(report: Report): void {
  const changes = report.against?.time?.cells;
  if (!changes) return;
  const wholes = (report.against?.time?.metrics ?? []).filter((whole) => toNumber(whole.ratio) > 0);
  mountPlot({
    name: "time-changes",
    section: "changes",
    title: "What got faster or slower.",
    caption:
      "Each cell\u2019s time relative to the earlier record; left of the line it is faster. Intervals are those of the rank test at the 95 % level. An upright stroke is a metric as a whole, in the colour of its change.",
    draw: (_values, width, hidden) => drawChanges(changes, wholes, width, hidden),
  });
}
