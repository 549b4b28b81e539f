/**
 * Lets the browser keep the console's files (`public/sw.js`), so that a reload without a network opens it. Where the
 * browser has no such thing, or the address is not a safe one, the console works as before while there is a network.
 */
export async function registerFileCache(view: Window): Promise<void> {
  const { serviceWorker } = view.navigator;
  if (serviceWorker === undefined) return;
  try {
    await serviceWorker.register('/sw.js');
    const { active } = await serviceWorker.ready;
    const loaded = view.performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    active?.postMessage(loaded.filter(({ origin }) => origin === view.location.origin).map(({ pathname }) => pathname));
  } catch (error) {
    console.warn('kianda: ficheiros por guardar', error);
  }
}
