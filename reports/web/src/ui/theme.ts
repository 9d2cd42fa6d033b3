// SPDX-License-Identifier: GPL-3.0-or-later
// Light and dark: as the system says, or as the reader switches. Pictures are drawn again when it changes.

const kKey = "touchstone-theme";
type Theme = "light" | "dark";
const listeners: (() => void)[] = [];

function stored(): string | null {
  try {
    return localStorage.getItem(kKey);
  } catch {
    return null; // some browsers have no storage for files on disk
  }
}

function systemTheme(): Theme {
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function currentTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark" ? "dark" : "light";
}

export function onThemeChange(listener: () => void): void {
  listeners.push(listener);
}

function apply(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  for (const listener of listeners) listener();
}

export function startTheme(): void {
  const chosen = stored();
  apply(chosen === "light" || chosen === "dark" ? chosen : systemTheme());
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (stored() === null) apply(systemTheme());
  });
}

export function themeSwitch(): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "theme-switch";
  const label = () => {
    const dark = currentTheme() === "dark";
    button.textContent = dark ? "\u2600" : "\u263e";
    button.setAttribute("aria-label", dark ? "Use light colours" : "Use dark colours");
    button.title = dark ? "Light colours" : "Dark colours";
  };
  label();
  onThemeChange(label);
  button.addEventListener("click", () => {
    const theme: Theme = currentTheme() === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(kKey, theme);
    } catch {
      // then the choice lasts as long as the page
    }
    apply(theme);
  });
  return button;
}

/** A colour of the style sheet as it is now. */
export function cssColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
