// SPDX-License-Identifier: GPL-3.0-or-later
// Elements. Text goes in as text nodes only, so names of metrics or families cannot become markup; marks that turn the
// direction of text are made visible, so a name cannot make its neighbours read otherwise than they stand.

export type Child = Node | string | null | undefined;
export type Attributes = Record<string, string | number | boolean | undefined>;

const kUnseen = /[\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Marks of direction, marks without width and separators of lines become U+FFFD. */
export function visibleText(text: string): string {
  return text.replace(kUnseen, "\ufffd");
}

export function append(parent: Node, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined) continue;
    parent.appendChild(typeof child === "string" ? document.createTextNode(visibleText(child)) : child);
  }
}

/** Attributes that are shown or read out. Others keep what the data says: filters compare it. */
const kShown = new Set(["title", "aria-label", "placeholder", "alt"]);

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    const text = value === true ? "" : String(value);
    element.setAttribute(name, kShown.has(name) ? visibleText(text) : text);
  }
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  append(element, ...children);
  return element;
}

export function svgEl<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(element, attributes);
  append(element, ...children);
  return element;
}

export function button(label: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = el("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", action);
  return element;
}

let lastId = 0;
export function freshId(stem: string): string {
  return `${stem}-${++lastId}`;
}

/** The element's own text: empty where there is no element. */
export function textOf(element: Element | null | undefined): string {
  return element?.textContent.trim() ?? "";
}
