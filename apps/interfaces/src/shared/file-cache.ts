/** Lets the browser keep a page's files (`public/sw.js`), and fetches what the page may need where there is no network. */
async function register(parts: () => Promise<unknown>): Promise<ServiceWorkerRegistration | null> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return null;
  try {
    await serviceWorker.register('/sw.js');
    const ready = await serviceWorker.ready;
    // A worker takes over the pages that are open when it becomes active: one that is just opening may be missed.
    if (serviceWorker.controller === null) ready.active?.postMessage('sem-controlo');
    await parts();
    return ready;
  } catch (error) {
    console.warn('kianda: ficheiros por guardar', error);
    return null;
  }
}

/** Keeps the files of a page for the field, and tells when another release has come. */
export async function keepFieldPage(onRelease: () => void): Promise<void> {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data === 'outra-versao') onRelease();
  });
  // The worker keeps it whole, with the parts that it loads later.
  await register(async () => undefined);
}

/** Keeps the files of a page with live data that was opened: those it names, and those it has loaded since. */
export async function keepLivePage(): Promise<void> {
  // The details of a badge say how old a copy is.
  const ready = await register(() => import('@kianda/ui/hint/hint-bubble.tsx'));
  if (ready?.active == null) return;
  const { active } = ready;
  // Files that were loaded before the worker controlled the page never passed through it: it is told of each of them.
  const observer = new PerformanceObserver((loaded) => {
    const urls = loaded.getEntries().map(({ name }) => new URL(name));
    active.postMessage(urls.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname));
  });
  observer.observe({ type: 'resource', buffered: true });
}
