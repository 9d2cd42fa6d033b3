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
  return `<div class="table-box" tabindex="0" role="region" aria-label="${escaped(caption)}"><table id="${id}" class="data"><caption><span>${escaped(caption)}</span></caption>\n<thead><tr>${heads.join("")}</tr></thead>\n<tbody>\n${body.join("\n")}</tbody></table></div>\n`;
}

function section(id, title, html) {
  return `<section id="${id}">\n<h2>${title}</h2>\n${html}</section>\n`;
}

const plot = (name) => `<div class="plot" data-plot="${name}"></div>\n`;
const unique = (values) => [...new Set(values)];

/** Rounded down, to a hundredth. */
const percentText = (part, whole) =>
  part === whole ? "100" : (Math.floor((1e4 * part) / whole) / 100).toFixed(2);

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
  const share = applicable === 0 ? "" : percentText(row.right, applicable);
  const own = { class: `cell ${kind}`, "data-right": row.right, "data-cases": row.cases };
  let html = `<span class="mark" aria-hidden="true">${mark}</span> ${share}`;
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

const kMarks = { right: "\u2713", almost: "\u2248", wrong: "\u2717", none: "\u2013" };
const kindOf = ({ cases, wrong }) =>
  cases === 0 ? "none" : wrong === 0 ? "right" : wrong * 100 > cases ? "wrong" : "almost";
const percent = (part, whole) =>
  whole === 0 ? cell(null) : { html: percentText(part, whole), value: String((100 * part) / whole) };
const verdictCell = (kind, text) => ({
  html: `<span class="verdict ${kind}">${kMarks[kind]} ${escaped(text)}</span>`,
});
const headline = (kind, text) => `<p class="headline verdict ${kind}">${kMarks[kind]} ${escaped(text)}</p>\n`;

/** Lines by `key`, the gravest first. */
function linesOf(rows, key, count) {
  const lines = new Map();
  for (const row of rows) {
    const line = lines.get(row[key]) ?? { name: row[key], cases: 0, wrong: 0, others: 0, most: [0, ""] };
    count(row, line);
    lines.set(row[key], line);
  }
  return [...lines.values()].sort((a, b) => b.wrong / (b.cases || 1) - a.wrong / (a.cases || 1));
}

function metricAnswer(rows) {
  const lines = linesOf(rows, "metric", (row, line) => {
    const wrong = row.wrong ?? Math.round((1 - (row.right_share ?? 1)) * row.judged);
    line.cases += row.cases === undefined ? row.judged : row.cases - row.not_applicable;
    line.wrong += wrong;
    if (wrong > line.most[0]) line.most = [wrong, row.family];
    if (row.regime === "shallow" && row.start === "cold") line.time ??= row.median_ns;
  });
  const timed = lines.some((line) => line.time !== undefined);
  const wrong = lines.filter((line) => line.wrong > 0).length;
  const text =
    wrong > 0
      ? `${wrong} of ${lines.length} metrics wrong in some case.`
      : `${lines.length} metrics right in every case that was judged.`;
  const cells = lines.map((line) => ({
    cells: [
      verdictCell(kindOf(line), line.name),
      percent(line.cases - line.wrong, line.cases),
      cell(line.wrong),
      cell(line.cases),
      ...(timed ? [{ html: `${short((line.time ?? 0) / 1e3)} us` }] : []),
      { html: line.wrong > 0 ? `${escaped(line.most[1])} (${line.most[0]})` : "" },
    ],
    own: { "data-metric": line.name },
  }));
  const heads = [
    ["metric", "text"],
    ...["right, %", "wrong", "of", ...(timed ? ["time"] : [])].map((title) => [title, "number"]),
    ["wrong mostly on", "text"],
  ];
  const caption = "Right: what counts for the exit code; the gravest first";
  return [headline(wrong > 0 ? "wrong" : "right", text), table("answer", caption, heads, cells)];
}

function sceneAnswer(rows) {
  const lines = linesOf(rows, "scene", (row, line) => {
    if (row.verdict === "no_truth") line.others += 1;
    else line.cases += 1;
    if (row.verdict === "wrong") line.wrong += 1;
  });
  const sum = (key) => lines.reduce((total, line) => total + line[key], 0);
  const all = { cases: sum("cases"), wrong: sum("wrong") };
  const cells = lines.map((line) => ({
    cells: [
      verdictCell(kindOf(line), line.name),
      percent(line.cases - line.wrong, line.cases),
      ...[line.wrong, line.cases, line.others, 0].map(cell),
    ],
  }));
  const heads = ["right, %", "wrong", "of", "no truth", "faults"].map((title) => [title, "number"]);
  const observables = `${all.cases} observables of ${lines.length} scenes`;
  const text = all.wrong > 0 ? `${all.wrong} of ${observables} wrong.` : `${observables} right.`;
  const caption = "Observables of scenes in motion; the gravest first";
  return [headline(kindOf(all), text), table("answer-scenes", caption, [["scene", "text"], ...heads], cells)];
}

/** The first screen: the answer, then what was left out, then what made the page. */
export function summary(data) {
  const made = data.made ?? {};
  const judged = data.verify ?? data.time;
  const answers = [];
  if (judged) answers.push(metricAnswer(judged.results ?? []));
  if (data.energy) answers.push(sceneAnswer(data.energy.results ?? []));
  const entries = [
    ["Judged by", "touchstone 1.0.0, GNU 12.2.0, Release"],
    ["Page made", made.when],
    ["Machine", `${made.machine}, ${made.cores} cores`],
    ["Again with", made.command],
  ];
  return [
    ...answers.map(([said]) => said),
    ...answers.map(([, lines]) => lines),
    data.verify ? '<p class="skipped">Cases that do not apply: 3.</p>\n' : "",
    data.time ? "" : '<p class="skipped">No times. Not recorded: <code>touchstone time</code></p>\n',
    `<dl class="made">\n${entries.map(([term, text]) => `<dt>${term}</dt><dd>${escaped(text ?? "")}</dd>`).join("\n")}</dl>\n`,
  ].join("");
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
  const rows = data.verify?.results ?? [];
  const html = {
    summary: summary(data),
    verdicts: rows.length ? verdicts(rows) : "",
    accuracy: rows.length ? accuracy(rows) : "",
    speed: data.time ? speed(data.time.results ?? []) : "",
    simulation: data.energy ? simulation(data.energy.results ?? []) : "",
    failures: data.failures ? failureTable(data.failures) : "",
    findings:
      "<details><summary>What came out differently</summary>\n<p>A finding with a <code>name</code>.</p></details>\n",
    glossary:
      '<dl id="terms">\n<dt id="term-phi">phi</dt><dd>signed distance</dd>\n</dl>\n<p>An <abbr class="term" title="the code that computes truths">oracle</abbr> is exact.</p>\n',
  };
  const ids = kSections.filter((id) => html[id] !== "");
  const top = `<header id="top">\n<h1>Touchstone report</h1>\n</header>\n`;
  const nav = `<nav id="contents" aria-label="Contents"><ul>\n${ids.map((id) => `<li><a href="#${id}">${titled(id)}</a></li>`).join("\n")}</ul></nav>\n`;
  return top + nav + ids.map((id) => section(id, titled(id), html[id])).join("");
}

export function pairBody(data) {
  const pair = data.pairs[0] ?? {};
  const claims = (pair.claims ?? []).map((claim) => ({
    cells: [cell(claim.metric), cell(claim.word), cell(claim.value), cell(null), cell(claim.detail)],
    own: { "data-metric": claim.metric },
  }));
  const heads = [
    ["metric", "text"],
    ["verdict", "text"],
    ["value", "number"],
    ["error", "number"],
    ["detail", "text"],
  ];
  const made = `<p class="note">Touchstone 1.0.0, 2026-01-02T03:04:05Z, <code>./touchstone ask ${escaped(pair.id)}</code></p>\n`;
  const words =
    '<dl id="terms">\n<dt>size</dt><dd>of a pair</dd>\n<dt>phi</dt><dd>signed distance</dd>\n<dt>rho</dt><dd>growth</dd>\n</dl>\n';
  return `${made}<section id="pair">\n<h1>${escaped(pair.id)}</h1>\n<div data-view="pair"></div>\n<pre class="truth" tabindex="0">  phi        ${escaped(pair.truth?.phi)} m, penetrating\n  normal     (-0.9437989218444393, 0, 0.3305201886803197) from B to A; edge-edge (2 vertices of A, 2 vertices of B)\n</pre>\n${claims.length > 0 ? table("claims", "What each metric says", heads, claims) : ""}</section>\n${section("glossary", "Glossary", words)}`;
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
