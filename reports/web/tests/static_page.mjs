// SPDX-License-Identifier: GPL-3.0-or-later
// The static HTML of a page for tests, in the markup that the program writes; and a page made from it.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const kTemplate = new URL("../dist/template.html", import.meta.url);
const kReferences = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => kReferences[c]);
const short = (x) => (typeof x === "number" ? String(Number(x.toPrecision(3))) : escaped(x ?? "\u2013"));
const cell = (x) =>
  typeof x === "number" ? { html: short(x), value: String(x) } : { html: escaped(x ?? "\u2013") };

function attributes(values) {
  return Object.entries(values ?? {})
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
}

/** columns: [title, "number" or "text", attributes]; rows: {cells, attributes}. */
export function table(id, caption, columns, rows) {
  const heads = columns.map(
    ([title, kind, own]) => `<th scope="col" data-sort="${kind}"${attributes(own)}>${escaped(title)}</th>`,
  );
  const body = rows.map(({ cells, own }) => {
    const texts = cells.map((c, k) => {
      const value = c.value === undefined ? "" : ` data-value="${escaped(c.value)}"`;
      return k === 0
        ? `<th scope="row"${attributes(c.own)}${value}>${c.html}</th>`
        : `<td${attributes(c.own)}${value}>${c.html}</td>`;
    });
    return `<tr${attributes(own)}>${texts.join("")}</tr>`;
  });
  return `<div class="table-box" tabindex="0" role="region" aria-label="${escaped(caption)}"><table id="${id}" class="data"><caption>${escaped(caption)}</caption>\n<thead><tr>${heads.join("")}</tr></thead>\n<tbody>\n${body.join("\n")}</tbody></table></div>\n`;
}

function section(id, title, html) {
  return `<section id="${id}">\n<h2>${title}</h2>\n${html}</section>\n`;
}

const plot = (name) => `<div class="plot" data-plot="${name}"></div>\n`;
const notRecorded = (what) => `<p class="not-recorded">${what} Not recorded.</p>\n`;
const unique = (values) => [...new Set(values)];

function matrixCell(row) {
  if (!row)
    return {
      html: '<span class="mark" aria-hidden="true">\u00b7</span><span class="spoken">not run</span>',
      own: { class: "cell not-run" },
    };
  const applicable = row.cases - (row.not_applicable ?? 0);
  const wrong = applicable - row.right;
  const [kind, mark] =
    applicable === 0
      ? ["none", "\u2013"]
      : wrong === 0
        ? ["right", "\u2713"]
        : wrong * 100 <= applicable
          ? ["almost", "\u2248"]
          : ["wrong", "\u2717"];
  const percent =
    applicable === 0
      ? ""
      : row.right === applicable
        ? "100"
        : (Math.floor((1000 * row.right) / applicable) / 10).toFixed(1);
  const own = { class: `cell ${kind}`, "data-right": row.right, "data-cases": row.cases };
  let html = `<span class="mark" aria-hidden="true">${mark}</span> ${percent}`;
  if (wrong > 0) {
    own["data-wrong"] = wrong;
    own["data-words"] = `${wrong} inaccurate, ${wrong} invalid normal`;
    html = `<a href="#failures?metric=${encodeURIComponent(row.metric)}&amp;family=${encodeURIComponent(row.family)}">${html}</a>`;
  }
  return { html, own };
}

function verdicts(rows) {
  const metrics = unique(rows.map((row) => row.metric));
  const families = unique(rows.map((row) => row.family));
  const cells = new Map(rows.map((row) => [JSON.stringify([row.metric, row.family]), row]));
  const sum = (metric, key) =>
    rows.filter((row) => row.metric === metric).reduce((total, row) => total + (row[key] ?? 0), 0);
  const counts = metrics.map((metric) => ({
    cells: [
      cell(metric),
      ...["cases", "not_applicable", "right", "wrong"].map((key) => cell(sum(metric, key))),
    ],
  }));
  const heads = [
    ["metric", "text"],
    ...["cases", "not applicable", "right", "wrong"].map((title) => [title, "number"]),
  ];
  const matrixRows = families.map((family) => {
    const own = metrics.map((metric) => cells.get(JSON.stringify([metric, family])));
    return {
      cells: [cell(family), ...own.map(matrixCell)],
      own: { "data-family": family, "data-group": own.find(Boolean)?.group ?? "" },
    };
  });
  return (
    table("metrics", "Cases of each metric, over all families", heads, counts) +
    table(
      "matrix",
      "Percent of the applicable cases that are right. \u2713 all, \u2248 99 % or more, \u2717 fewer, \u2013 no case applies, \u00b7 not run. Each wrong cell leads to its failures.",
      [["family", "text"], ...metrics.map((metric) => [metric, "number", { "data-metric": metric }])],
      matrixRows,
    )
  );
}

function sentences(rows) {
  const items = unique(rows.map((row) => row.metric)).map((metric) => {
    const own = rows.filter((row) => row.metric === metric);
    const cases = own.reduce((sum, row) => sum + row.cases - (row.not_applicable ?? 0), 0);
    const right = own.reduce((sum, row) => sum + row.right, 0);
    const kind = right === cases ? "right" : right < 0.99 * cases ? "wrong" : "partly";
    return `<li class="${kind}" data-metric="${escaped(metric)}"><b>${escaped(metric)}</b> ${right === cases ? `right on all ${cases} cases` : `wrong on ${cases - right} of ${cases} cases`}</li>`;
  });
  return `<ul class="metric-sentences">\n${items.join("\n")}</ul>\n`;
}

function accuracy(rows) {
  const errors = rows
    .slice(0, 400)
    .map((row) => ({ cells: [cell(row.metric), cell(row.family), cell(row.error_rel_size?.max ?? null)] }));
  return (
    table(
      "errors",
      "Errors of values, relative to size",
      [
        ["metric", "text"],
        ["family", "text"],
        ["largest error", "number"],
      ],
      errors,
    ) +
    plot("error-cdf") +
    plot("error-histogram") +
    plot("degeneracy")
  );
}

function speed(rows) {
  const own = rows.map((row) => ({
    cells: [
      cell(row.metric),
      cell(row.family),
      cell(row.regime),
      cell(row.start),
      cell(row.vertices.join("x")),
      cell(row.median_ns),
    ],
  }));
  return (
    plot("time") +
    plot("time-ratio") +
    plot("time-changes") +
    table(
      "times",
      "Median time of one query [ns]",
      [...["metric", "family", "regime", "start", "vertices"].map((t) => [t, "text"]), ["median", "number"]],
      own,
    )
  );
}

function simulation(rows) {
  const own = rows.map((row) => ({
    cells: [cell(row.scene), cell(row.observable), cell(row.dt), cell(row.measured), cell(row.truth)],
  }));
  return (
    plot("energy") +
    plot("drift") +
    plot("step-profile") +
    table(
      "runs",
      "What was measured of each run, and what is true",
      [
        ["scene", "text"],
        ["observable", "text"],
        ["dt [s]", "number"],
        ["measured", "number"],
        ["truth", "number"],
      ],
      own,
    )
  );
}

function failureTable(failures) {
  const rows = failures.id.slice(0, 200).map((id, k) => ({
    cells: [
      cell(failures.metrics[failures.metric[k]]),
      cell(failures.families[failures.family[k]]),
      cell(id),
      cell(failures.words[failures.word[k]]),
      cell(failures.error[k]),
      {
        html: `<code class="replay">${escaped((failures.replays[failures.replay_of[k]] ?? "").replace("{id}", id))}</code>`,
      },
    ],
    own: { "data-failure": k },
  }));
  return `<p class="skipped" id="failures-left-out">${failures.total - failures.listed} of ${failures.total} wrong answers are not on this page.</p>\n${table(
    "failures-table",
    "Wrong cases",
    [
      ["metric", "text"],
      ["family", "text"],
      ["case", "text"],
      ["verdict", "text"],
      ["error", "number"],
      ["replay", "text"],
    ],
    rows,
  )}`;
}

const kSections = [
  "summary",
  "verdicts",
  "accuracy",
  "speed",
  "simulation",
  "failures",
  "findings",
  "glossary",
];
const titled = (id) => id[0].toUpperCase() + id.slice(1);

export function reportBody(data) {
  const made = data.made ?? {};
  const rows = data.verify?.results ?? [];
  const entries = [
    ["Judged by", "touchstone 1.0.0, GNU 12.2.0, Release"],
    ["Page made", made.when],
    ["Machine", `${made.machine}, ${made.cores} cores`],
    ["Again with", made.command],
  ];
  const top = `<header id="top">\n<h1>Touchstone report</h1>\n<dl>\n${entries.map(([term, text]) => `<dt>${term}</dt><dd>${escaped(text ?? "")}</dd>`).join("\n")}</dl>\n</header>\n`;
  const nav = `<nav id="contents" aria-label="Contents"><ul>\n${kSections.map((id) => `<li><a href="#${id}">${titled(id)}</a></li>`).join("\n")}</ul></nav>\n`;
  const html = {
    summary: rows.length
      ? `<p class="skipped">Cases that do not apply: ${rows.length}.</p>${sentences(rows)}`
      : notRecorded("No verdicts."),
    verdicts: rows.length ? verdicts(rows) : notRecorded("No verdicts."),
    accuracy: rows.length ? accuracy(rows) : notRecorded("No errors."),
    speed: data.time ? speed(data.time.results ?? []) : notRecorded("No times."),
    simulation: data.energy ? simulation(data.energy.results ?? []) : notRecorded("No runs."),
    failures: data.failures ? failureTable(data.failures) : notRecorded("No verdicts."),
    findings:
      "<details><summary>What came out differently</summary>\n<p>A finding with a <code>name</code>.</p></details>\n",
    glossary:
      '<dl id="terms">\n<dt id="term-phi">phi</dt><dd>signed distance</dd>\n</dl>\n<p>An <abbr class="term" title="the code that computes truths">oracle</abbr> is exact.</p>\n',
  };
  return top + nav + kSections.map((id) => section(id, titled(id), html[id])).join("");
}

export function pairBody(data) {
  return `<header id="top">\n<h1>${escaped(data.pairs[0]?.id ?? "")}</h1>\n</header>\n<section id="pair">\n<h2>The pair</h2>\n<div data-view="pair"></div>\n</section>\n`;
}

/** The filled template. Markers are filled in the order of the template, so that data is never searched for them. */
export function makePage({ data, kind = "report", title = "Touchstone report", body, base64 }) {
  const packed = base64 ?? gzipSync(Buffer.from(JSON.stringify(data)), { level: 9 }).toString("base64");
  const parts = {
    KIND: kind,
    TITLE: escaped(title),
    BODY: body ?? (kind === "pair" ? pairBody(data) : reportBody(data)),
    DATA: packed,
  };
  return readFileSync(kTemplate, "utf8").replace(/<!--TOUCHSTONE:(\w+)-->/g, (_, name) => parts[name]);
}
