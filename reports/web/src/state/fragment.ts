// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader has chosen, kept in the URL's fragment: #failures?metric=gjk_epa&speed.regime=deep
// Keys without a prefix belong to the section named first; those of other sections carry its name.

export type Values = Record<string, string>;
type Listener = (values: Values) => void;

export interface Parsed {
  section: string;
  values: Map<string, Values>;
}

export function parseFragment(fragment: string): Parsed {
  const text = fragment.replace(/^#/, "");
  const mark = text.indexOf("?");
  const section = mark < 0 ? text : text.slice(0, mark);
  const values = new Map<string, Values>();
  if (mark >= 0) {
    for (const [key, value] of new URLSearchParams(text.slice(mark + 1))) {
      const dot = key.indexOf(".");
      const owner = dot > 0 ? key.slice(0, dot) : section;
      const name = dot > 0 ? key.slice(dot + 1) : key;
      values.set(owner, { ...values.get(owner), [name]: value });
    }
  }
  return { section, values };
}

export function writeFragment({ section, values }: Parsed): string {
  const search = new URLSearchParams();
  const owners = [...values.keys()].sort((a, b) => Number(b === section) - Number(a === section));
  for (const owner of owners) {
    for (const [name, value] of Object.entries(values.get(owner) ?? {})) {
      if (value !== "") search.append(owner === section ? name : `${owner}.${name}`, value);
    }
  }
  const query = search.toString();
  return `#${section}${query === "" ? "" : `?${query}`}`;
}

class FragmentState {
  private section = "";
  private values = new Map<string, Values>();
  private readonly listeners = new Map<string, Listener[]>();

  start(): void {
    this.read();
    window.addEventListener("popstate", () => {
      this.read();
      this.tellAll();
      this.scroll();
    });
    document.addEventListener("click", (event) => {
      this.followLink(event);
    });
  }

  get(section: string): Values {
    return this.values.get(section) ?? {};
  }

  /** Changes values of a section and the URL with them; "" takes a value away. */
  set(section: string, patch: Values): void {
    this.section = section;
    this.values.set(section, { ...this.get(section), ...patch });
    this.write("replaceState");
    this.tell(section);
  }

  on(section: string, listener: Listener): void {
    this.listeners.set(section, [...(this.listeners.get(section) ?? []), listener]);
    listener(this.get(section));
  }

  scroll(): void {
    if (this.section === "") return;
    document.getElementById(this.section)?.scrollIntoView();
  }

  private read(): void {
    const parsed = parseFragment(window.location.hash);
    this.section = parsed.section;
    this.values = parsed.values;
  }

  /** A link within the page keeps what was chosen in other sections. */
  private followLink(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href^='#']") : null;
    if (!link) return;
    const target = parseFragment(link.getAttribute("href") ?? "");
    if (!target.values.size && !document.getElementById(target.section)) return;
    event.preventDefault();
    this.section = target.section;
    for (const [section, values] of target.values) this.values.set(section, values);
    this.write("pushState");
    for (const section of target.values.keys()) this.tell(section);
    this.scroll();
    document.getElementById(this.section)?.focus({ preventScroll: true });
  }

  private write(how: "replaceState" | "pushState"): void {
    const fragment = writeFragment({ section: this.section, values: this.values });
    try {
      history[how](null, "", fragment === "#" ? window.location.pathname : fragment);
    } catch {
      // Browsers limit how often this is allowed; the page works without it.
    }
  }

  private tell(section: string): void {
    for (const listener of this.listeners.get(section) ?? []) listener(this.get(section));
  }

  private tellAll(): void {
    for (const section of this.listeners.keys()) this.tell(section);
  }
}

export const state = new FragmentState();

/** A list in one value: metrics' names have no comma; a comma in hostile ones is escaped. */
export function listOf(value: string | undefined): string[] {
  if (value === undefined || value === "") return [];
  return value.split(",").map((part) => decodeURIComponent(part.replace(/%(?![0-9A-Fa-f]{2})/g, "%25")));
}

export function textOfList(names: Iterable<string>): string {
  return [...names].map((name) => name.replace(/[%,]/g, (c) => encodeURIComponent(c))).join(",");
}
