// SPDX-License-Identifier: GPL-3.0-or-later
// Writes dist/sources.sha256: a line as of sha256sum for each source of the template, and for the template itself.
// check_template.py recomputes it without Node.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const kRoot = new URL("../", import.meta.url);
const kFiles = [
  ".npmrc",
  "dist/template.html",
  "index.html",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
  "vite.config.ts",
];

function filesUnder(folder) {
  return readdirSync(new URL(folder, kRoot), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(`${folder}${entry.name}/`) : [`${folder}${entry.name}`],
  );
}

const lines = [...kFiles, ...filesUnder("src/")]
  .sort((a, b) => (a < b ? -1 : 1))
  .map((path) => {
    const hash = createHash("sha256")
      .update(readFileSync(new URL(path, kRoot)))
      .digest("hex");
    return `${hash}  ${path}\n`;
  });
writeFileSync(new URL("dist/sources.sha256", kRoot), lines.join(""));
