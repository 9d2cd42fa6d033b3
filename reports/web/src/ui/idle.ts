// SPDX-License-Identifier: GPL-3.0-or-later
// Work that a reader does not wait for: done piece by piece while the browser has nothing else to do.

const kLongestWait = 1000; ///< [ms] then a piece is done even if the page is busy

/** Resolves when the browser has time. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      resolve();
    };
    // Safari has no idle callbacks.
    if (typeof window.requestIdleCallback === "function")
      window.requestIdleCallback(done, { timeout: kLongestWait });
    else window.setTimeout(done, 50);
  });
}
