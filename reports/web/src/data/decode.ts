// SPDX-License-Identifier: GPL-3.0-or-later
// The page's data: base64 of gzip of JSON, in a script element that no browser runs.

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k) bytes[k] = text.charCodeAt(k);
  return bytes;
}

async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** The page's record of this schema, or a sentence that says why there is none. */
export async function readRecord<T extends { schema: string }>(schema: string): Promise<T | string> {
  const base64 = document.getElementById("touchstone-data")?.textContent.trim() ?? "";
  if (base64 === "") return "This page holds no data: plots and 3D views are missing.";
  if (typeof DecompressionStream === "undefined") {
    return "This browser cannot unpack the page's data: plots and 3D views are missing. The tables are complete.";
  }
  try {
    const record = JSON.parse(await unzip(bytesOf(base64))) as T;
    if (record.schema !== schema) return `The page's data are of schema ${record.schema}, not ${schema}.`;
    return record;
  } catch (error) {
    return `The page's data cannot be read (${error instanceof Error ? error.message : "unknown error"}).`;
  }
}
