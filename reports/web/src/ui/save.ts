// SPDX-License-Identifier: GPL-3.0-or-later
// Copies text, and saves files, without a server.
import { button, visibleText } from "./dom";

let status: HTMLElement | null = null;

/** Says something to a screen reader. */
export function announce(text: string): void {
  if (!status) {
    status = document.createElement("div");
    status.className = "visually-hidden";
    status.setAttribute("role", "status");
    document.body.append(status);
  }
  const host = document.querySelector("dialog[open]") ?? document.body;
  if (status.parentElement !== host) host.append(status);
  status.textContent = visibleText(text);
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  const host = document.querySelector("dialog[open]") ?? document.body;
  const focused = document.activeElement;
  host.append(area);
  area.select();
  let copied: boolean;
  try {
    // Files on disk have no other clipboard in some browsers.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    copied = document.execCommand("copy");
  } catch {
    copied = false;
  }
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const element = button(label, () => {
    void copyText(text()).then((copied) => {
      element.textContent = copied ? "Copied" : "Not copied";
      announce(copied ? `${label}: copied` : `${label}: the browser did not allow it`);
      window.setTimeout(() => {
        element.textContent = visibleText(label);
      }, 1500);
    });
  });
  element.classList.add("copy");
  return element;
}

export function saveFile(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}

/** One cell of CSV (RFC 4180). Text that a spreadsheet would take for a formula is kept from being one. */
function csvCell(value: string): string {
  const text = /^[=+@\t\r]|^-(?![\d.I])/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function csvText(rows: string[][]): string {
  return rows.map((row) => row.map(csvCell).join(",") + "\r\n").join("");
}
