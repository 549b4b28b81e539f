/** Without a callback of its own for it, a browser counts as idle after this. */
const plainDelayMs = 1_000;
/** Longest wait for an idle moment; work that waits for one begins then on a busy page too. */
const longestMs = 10_000;

/** Runs something once the page has loaded and has nothing more urgent to do. */
export function whenIdle(view: Window & typeof globalThis, run: () => void): void {
  const wait = () => {
    if (typeof view.requestIdleCallback === 'function') view.requestIdleCallback(run, { timeout: longestMs });
    else view.setTimeout(run, plainDelayMs);
  };
  if (view.document.readyState === 'complete') wait();
  else view.addEventListener('load', wait, { once: true });
}
