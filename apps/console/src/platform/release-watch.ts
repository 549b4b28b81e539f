import { hasOtherRelease } from './release.ts';

/** How often an open page asks, while it is in view: it costs a thousand bytes. */
const everyMs = 1_800_000;

/** Message of the worker that keeps the console's files, once it has met another page than the one it kept. */
export const otherReleaseMessage = 'outra-versao';

/**
 * Calls back once, when the server has another release than the page that is open: asked for when the worker met one, when
 * the page comes back into view after a while, and now and then. Returns the end of the watch.
 */
export function watchRelease(view: Window & typeof globalThis, clock: () => number, found: () => void): () => void {
  const { document, navigator } = view;
  let askedAt = clock();
  let isOver = false;
  const end = () => {
    isOver = true;
    view.clearInterval(timer);
    document.removeEventListener('visibilitychange', whenDue);
    navigator.serviceWorker?.removeEventListener('message', heard);
  };
  const ask = async () => {
    askedAt = clock();
    // Without a network nobody knows: the next time tells.
    const isOther = await hasOtherRelease(view).catch(() => false);
    if (!isOther || isOver) return;
    end();
    found();
  };
  const whenDue = () => {
    if (document.visibilityState === 'visible' && clock() - askedAt >= everyMs) void ask();
  };
  const heard = ({ data }: MessageEvent<unknown>) => {
    if (data === otherReleaseMessage) void ask();
  };
  const timer = view.setInterval(whenDue, everyMs);
  document.addEventListener('visibilitychange', whenDue);
  navigator.serviceWorker?.addEventListener('message', heard);
  return end;
}
