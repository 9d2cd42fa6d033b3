// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a page to look at: node tests/make_page.mjs [--verify v.json] [--time t.json] [--energy e.json] [--pair] -o page.html
// What no record is given for is made up.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { failuresOf, pairReport, report } from "./fixture.mjs";
import { makePage } from "./static_page.mjs";

const { values } = parseArgs({
  options: {
    verify: { type: "string" },
    time: { type: "string" },
    energy: { type: "string" },
    pair: { type: "boolean" },
    output: { type: "string", short: "o" },
  },
});
const data = values.pair ? pairReport() : report();
for (const key of ["verify", "time", "energy"]) {
  if (values[key]) data[key] = JSON.parse(readFileSync(values[key], "utf8"));
}
if (values.verify) Object.assign(data, failuresOf(data.verify, { perCell: 30, pairs: 1 }));
const page = makePage({
  data,
  kind: values.pair ? "pair" : "report",
  title: values.pair ? data.pairs[0].id : "Touchstone report",
});
writeFileSync(values.output ?? "page.html", page);
