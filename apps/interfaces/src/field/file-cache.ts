/** Lets the browser keep the page's files (`public/sw.js`), and tells when another release has come. */
export async function keepPageFiles(onRelease: () => void): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'outra-versao') onRelease();
  });
  try {
    await serviceWorker.register('/sw.js');
    await serviceWorker.ready;
    // The hand-over is needed where there is no network: it is fetched while there is one.
    await import('./handover/handover.tsx');
    await import('qr/decode.js');
  } catch (error) {
    console.warn('kianda: ficheiros por guardar', error);
  }
}
