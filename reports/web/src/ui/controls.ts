// SPDX-License-Identifier: GPL-3.0-or-later
// Labelled selects, chips and menus of check boxes.
import { button, el, freshId } from "./dom";

export interface Choice {
  value: string;
  label?: string;
}

export interface Select {
  element: HTMLElement;
  /** Sets choices and the chosen one without calling back; says which one it is now. */
  update(choices: Choice[], value: string): string;
}

export function select(label: string, onChange: (value: string) => void): Select {
  const id = freshId("select");
  const box = el("select", { id });
  box.addEventListener("change", () => {
    onChange(box.value);
  });
  const element = el("span", { class: "control" }, el("label", { for: id }, label), box);
  return {
    element,
    update(choices, value) {
      box.replaceChildren(...choices.map((c) => el("option", { value: c.value }, c.label ?? c.value)));
      box.value = choices.some((c) => c.value === value) ? value : (choices[0]?.value ?? "");
      box.disabled = choices.length < 2;
      return box.value;
    },
  };
}

export interface Chips {
  element: HTMLElement;
  update(chosen: Set<string>): void;
}

/** Buttons that stay pressed; none pressed means no filter. */
export function chips(
  label: string,
  choices: (Choice & { mark?: string })[],
  onChange: (chosen: Set<string>) => void,
): Chips {
  let now = new Set<string>();
  const buttons = choices.map(({ value, label: text, mark }) => {
    const chip = button("", () => {
      const next = new Set(now);
      if (!next.delete(value)) next.add(value);
      onChange(next);
    });
    chip.className = `chip ${value}`;
    chip.dataset["value"] = value;
    if (mark !== undefined) chip.append(el("span", { class: "mark", "aria-hidden": "true" }, mark), " ");
    chip.append(text ?? value);
    return chip;
  });
  const id = freshId("chips");
  const element = el(
    "div",
    { class: "control chips", role: "group", "aria-labelledby": id },
    el("span", { id, class: "label" }, label),
    ...buttons,
  );
  const update = (chosen: Set<string>) => {
    now = chosen;
    for (const chip of buttons)
      chip.setAttribute("aria-pressed", String(chosen.has(chip.dataset["value"] ?? "")));
  };
  update(now);
  return { element, update };
}

export interface CheckMenu {
  element: HTMLElement;
  update(chosen: Set<string>): void;
}

/** A list of check boxes behind a summary; an empty choice means all. */
export function checkMenu(
  label: string,
  values: string[],
  onChange: (chosen: Set<string>) => void,
): CheckMenu {
  const summary = el("summary", {}, label);
  const boxes = values.map((value) => {
    const box = el("input", { type: "checkbox", value });
    return { box, row: el("label", { class: "check" }, box, el("span", {}, value)) };
  });
  const chosenNow = () => new Set(boxes.filter(({ box }) => box.checked).map(({ box }) => box.value));
  for (const { box } of boxes) {
    box.addEventListener("change", () => {
      onChange(chosenNow());
    });
  }
  const all = button("Show all", () => {
    onChange(new Set());
  });
  const list = el(
    "div",
    { class: "menu-list", role: "group", "aria-label": label },
    all,
    ...boxes.map(({ row }) => row),
  );
  const element = el("details", { class: "control menu" }, summary, list);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !element.open) return;
    element.open = false;
    summary.focus();
    event.stopPropagation();
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !element.contains(event.target)) element.open = false;
  });
  return {
    element,
    update(chosen) {
      for (const { box } of boxes) box.checked = chosen.has(box.value);
      summary.textContent =
        chosen.size === 0 ? `${label}: all` : `${label}: ${chosen.size} of ${values.length}`;
    },
  };
}

export function unique<T>(values: Iterable<T>): T[] {
  return [...new Set(values)];
}
