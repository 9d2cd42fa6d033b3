// SPDX-License-Identifier: GPL-3.0-or-later
// The bar at the top: where one is, and light or dark.
import { themeSwitch } from "./theme";
import { el } from "./dom";

export function startNavigation(): void {
  const nav = document.getElementById("contents");
  if (!nav) {
    document.getElementById("report")?.prepend(el("div", { class: "corner-tools" }, themeSwitch()));
    return;
  }
  if (!nav.hasAttribute("aria-label")) nav.setAttribute("aria-label", "Contents");
  nav.append(themeSwitch());
  const links = [...nav.querySelectorAll<HTMLAnchorElement>("a[href^='#']")];
  const byId = new Map(links.map((link) => [link.hash.slice(1), link]));
  const mark = (id: string) => {
    for (const link of links) link.removeAttribute("aria-current");
    byId.get(id)?.setAttribute("aria-current", "true");
  };
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) mark(entry.target.id);
    },
    { rootMargin: "-20% 0px -70% 0px" },
  );
  for (const section of document.querySelectorAll("main section[id]")) {
    section.setAttribute("tabindex", "-1");
    seen.observe(section);
  }
}
