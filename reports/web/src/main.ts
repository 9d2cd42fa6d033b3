// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a living page of the static one. All that it says can be read without this program.
import "./styles/base.css";
import "./styles/sections.css";
import "./styles/controls.css";
import "./styles/tables.css";
import "./styles/plots.css";
import "./styles/failures.css";
import "./styles/movie.css";
import "./styles/print.css";
import { readRecord } from "./data/decode";
import type { MovieRecord } from "./data/movie";
import type { Report } from "./data/record";
import { startMatrix } from "./matrix/matrix";
import { startFailures } from "./failures/failures";
import { startPairPage } from "./failures/pair_page";
import { startMovie } from "./movie/movie_page";
import { mountAccuracy } from "./plots/accuracy";
import { mountChanges } from "./plots/changes";
import { mountDegeneracy } from "./plots/degeneracy";
import { mountSimulation } from "./plots/simulation";
import { mountSpeed } from "./plots/speed";
import { setSeriesOrder } from "./plots/series";
import { drawPlotsWhenIdle, preparePlotsForPrint } from "./plots/frame";
import { state } from "./state/fragment";
import { el } from "./ui/dom";
import { idle } from "./ui/idle";
import { startNavigation } from "./ui/navigation";
import { enhanceTable } from "./ui/tables";
import { explainTerms } from "./ui/terms";
import { startTheme } from "./ui/theme";

const kFirstClicks = 400; ///< [ms]

function complain(text: string): void {
  document.getElementById("report")?.prepend(el("p", { class: "page-note", role: "note" }, text));
}

/** Runs a part of the page; if it fails, the rest still comes. */
function part(name: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    console.error(error);
    complain(
      `The part \u201c${name}\u201d of this page could not be shown: ${error instanceof Error ? error.message : "unknown error"}`,
    );
  }
}

function mountPlots(report: Report): void {
  const plots: [string, (report: Report) => void][] = [
    ["accuracy", mountAccuracy],
    ["degeneracy", mountDegeneracy],
    ["speed", mountSpeed],
    ["changes", mountChanges],
    ["simulation", mountSimulation],
  ];
  for (const [name, mount] of plots) {
    part(name, () => {
      mount(report);
    });
  }
}

function enhanceTables(): void {
  const others = "table.data:not(#matrix, #failures-table, #summary table)";
  for (const table of document.querySelectorAll<HTMLTableElement>(others)) enhanceTable(table);
}

function preparePrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  window.addEventListener("beforeprint", () => {
    preparePlotsForPrint();
    opened = [
      ...document.querySelectorAll<HTMLDetailsElement>("main details:not([open]):not(.menu):not(.plot-data)"),
    ];
    for (const details of opened) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
}

async function start(): Promise<void> {
  startTheme();
  const isMovie = document.documentElement.dataset["kind"] === "movie";
  // The page changes after this, in one go: it is laid out anew once.
  const movie = isMovie ? await readRecord<MovieRecord>("touchstone.movie/1") : null;
  const report = isMovie ? null : await readRecord<Report>("touchstone.report/1");
  document.documentElement.classList.add("js");
  state.start();
  part("navigation", startNavigation);
  for (const record of [movie, report]) if (typeof record === "string") complain(record);
  if (report !== null && typeof report !== "string")
    setSeriesOrder(
      [...(report.verify?.results ?? []), ...(report.time?.results ?? [])].map((row) => row.metric),
    );
  part("tables", enhanceTables);
  part("verdicts", startMatrix);
  preparePrinting();
  if (movie !== null && typeof movie !== "string") {
    part("movie", () => {
      startMovie(movie);
    });
  }
  if (report !== null && typeof report !== "string") {
    part("failures", () => {
      startFailures(report);
    });
    part("pair", () => {
      startPairPage(report);
    });
    mountPlots(report);
  }
  state.scroll();
  document.documentElement.classList.add("ready");
  performance.mark("touchstone-ready");
  await finishWhenIdle();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, milliseconds);
  });
}

/** What the page can be used without. It does not stand in the way of a reader's first click. */
async function finishWhenIdle(): Promise<void> {
  await pause(kFirstClicks);
  await drawPlotsWhenIdle();
  await idle();
  part("terms", explainTerms);
  document.documentElement.classList.add("complete");
}

void start();
