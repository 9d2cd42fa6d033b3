// SPDX-License-Identifier: GPL-3.0-or-later
// Builds dist/template.html: one file with all script and style inlined, the same bytes wherever it is built.
import { createHash } from "node:crypto";
import { gzipSync } from "three/examples/jsm/libs/fflate.module.js";
import { defineConfig, type Plugin } from "vite";

const kMarkers = ["TITLE", "BODY", "DATA", "KIND"].map((name) => `<!--TOUCHSTONE:${name}-->`);

/**
 * The program stands in the page compressed, which makes the page 0.5 MB smaller. This unpacks it. (fflate, not Node's
 * zlib, compresses it: another version of Node must give the same bytes.)
 */
const kUnpack = `(async () => {
  const packed = atob(document.getElementById("touchstone-program").textContent);
  const bytes = new Uint8Array(packed.length);
  for (let k = 0; k < packed.length; ++k) bytes[k] = packed.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const program = document.createElement("script");
  program.type = "module";
  program.textContent = await new Response(stream).text();
  document.head.append(program);
})();`;

function packed(script: string): string {
  const bytes = gzipSync(new TextEncoder().encode(script), { level: 9, mem: 12, mtime: 0 });
  return Buffer.from(bytes).toString("base64");
}

/** `script-src` names the scripts by their hashes, so that nothing that data brings in can run. */
function contentSecurityPolicy(scripts: string[]): string {
  const hash = (script: string): string => createHash("sha256").update(script, "utf8").digest("base64");
  return [
    "default-src 'none'",
    `script-src ${scripts.map((script) => `'sha256-${hash(script)}'`).join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function assertMarkers(html: string): void {
  for (const marker of kMarkers) {
    const count = html.split(marker).length - 1;
    if (count !== 1) throw new Error(`${marker} stands ${count} times in the template`);
  }
}

/** Replaces the links to the script and the style sheet by what they hold. */
function inlineEverything(): Plugin {
  return {
    name: "inline-everything",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no index.html in the bundle");
      let html = String(page.source);
      let script = "";
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") {
          script += file.code.trim();
        } else if (name.endsWith(".css")) {
          const style = `<style>${String(file.source).trim()}</style>`;
          html = html.replace(/\s*<link rel="stylesheet"[^>]*>/, () => `\n    ${style}`);
        }
        // A bundle is told what to leave out by deletion.
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
        if (name !== "index.html") delete bundle[name];
      }
      const program = `<script id="touchstone-program" type="text/plain">${packed(script)}</script>`;
      html = html.replace(/\s*<script type="module"[^>]*src=[^>]*><\/script>/, "");
      html = html.replace("</body>", () => `  ${program}\n    <script>${kUnpack}</script>\n  </body>`);
      const policy = contentSecurityPolicy([kUnpack, script]);
      html = html.replace(
        "<!--CSP-->",
        () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
      );
      assertMarkers(html);
      page.source = html;
      page.fileName = "template.html";
    },
  };
}

export default defineConfig({
  plugins: [inlineEverything()],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: false,
    assetsInlineLimit: 1e9,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
});
