/** Whether the files of this page come through what keeps them: each over the line but once. */
export const hasFileCache = ({ navigator }: Window): boolean => navigator.serviceWorker?.controller != null;

/**
 * Lets the browser keep the console's files (`public/sw.js`), so that a reload without a network opens it. Where the
 * browser has no such thing, or the address is not a safe one, the console works as before while there is a network.
 */
export async function registerFileCache(view: Window & typeof globalThis): Promise<void> {
  const { serviceWorker } = view.navigator;
  if (serviceWorker === undefined) return;
  try {
    await serviceWorker.register('/sw.js');
    const { active } = await serviceWorker.ready;
    // A worker takes over the pages that are open when it becomes active: one that is just opening may be missed.
    if (serviceWorker.controller === null) active?.postMessage('sem-controlo');
    // Files that the page loads until the worker controls it never pass through the worker: it is told of each of them.
    const observer = new view.PerformanceObserver((loaded) => {
      const urls = loaded.getEntries().map(({ name }) => new URL(name));
      active?.postMessage(urls.filter(({ origin }) => origin === view.location.origin).map(({ pathname }) => pathname));
    });
    observer.observe({ type: 'resource', buffered: true });
    active?.postMessage('em-repouso');
  } catch (error) {
    console.warn('kianda: ficheiros por guardar', error);
  }
}
