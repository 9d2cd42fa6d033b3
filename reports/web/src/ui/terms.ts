// SPDX-License-Identifier: GPL-3.0-or-later
// Terms of the glossary in headings, captions and the summary, with their sentences on hover.
import { el, textOf } from "./dom";

const kPlaces = "thead th:not([data-metric]), caption, .skipped";
const kLeftAlone = "a, code, abbr";
const kShortest = 3; ///< letters: "n" or "C" stand for other things, too

let known: Map<string, string> | null = null;

/** The glossary's sentence on a term, or nothing. */
export function meaningOf(term: string): string | undefined {
  return readTerms().get(term.toLowerCase());
}

/** By the term in small letters. */
function readTerms(): Map<string, string> {
  if (known) return known;
  const terms = new Map<string, string>();
  for (const term of document.querySelectorAll("#terms dt")) {
    const sentence = textOf(term.nextElementSibling);
    for (const name of textOf(term).split(", "))
      if (name.length >= kShortest && sentence !== "") terms.set(name.toLowerCase(), sentence);
  }
  known = terms;
  return terms;
}

/** Whole words, of two that begin alike the longer one. */
function patternOf(names: string[]): RegExp {
  const longFirst = names.sort((a, b) => b.length - a.length);
  const choices = longFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${choices})(?![\\p{L}\\p{N}_-])`, "giu");
}

function textNodesIn(place: Element): Text[] {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest(kLeftAlone)) nodes.push(node);
  }
  return nodes;
}

function explain(place: Element, terms: Map<string, string>, pattern: RegExp): void {
  const seen = new Set<string>();
  for (const node of textNodesIn(place)) {
    const parts: (string | HTMLElement)[] = [];
    let end = 0;
    for (const match of node.data.matchAll(pattern)) {
      const name = match[0].toLowerCase();
      const title = terms.get(name);
      if (title === undefined || seen.has(name)) continue;
      seen.add(name);
      parts.push(node.data.slice(end, match.index), el("abbr", { class: "term", title }, match[0]));
      end = match.index + match[0].length;
    }
    if (parts.length > 0) node.replaceWith(...parts, node.data.slice(end));
  }
}

/** Marks the first place of each term in each heading, caption and sentence. */
export function explainTerms(): void {
  const terms = readTerms();
  if (terms.size === 0) return;
  const pattern = patternOf([...terms.keys()]);
  for (const place of document.querySelectorAll(kPlaces)) explain(place, terms, pattern);
}
