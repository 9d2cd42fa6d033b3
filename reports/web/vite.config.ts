// SPDX-License-Identifier: GPL-3.0-or-later
// Builds dist/template.html: one file with all script and style inlined, the same bytes wherever it is built.
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

const kMarkers = ["TITLE", "BODY", "DATA", "KIND"].map((name) => `<!--TOUCHSTONE:${name}-->`);

/** `script-src` names the one script by its hash, so that nothing that data brings in can run. */
function contentSecurityPolicy(script: string): string {
  const hash = createHash("sha256").update(script, "utf8").digest("base64");
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** What would end a script element, or begin a comment in it, is written with an escape. */
function safeInScript(code: string): string {
  return code.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
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
          script += safeInScript(file.code.trim());
        } else if (name.endsWith(".css")) {
          const style = `<style>${String(file.source).trim()}</style>`;
          html = html.replace(/\s*<link rel="stylesheet"[^>]*>/, () => `\n    ${style}`);
        }
        // A bundle is told what to leave out by deletion.
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
        if (name !== "index.html") delete bundle[name];
      }
      html = html.replace(
        /<script type="module"[^>]*src=[^>]*><\/script>/,
        () => `<script type="module">${script}</script>`,
      );
      const policy = contentSecurityPolicy(script);
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
