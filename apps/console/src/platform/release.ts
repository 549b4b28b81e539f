const scriptPattern = /\/assets\/[\w.-]+\.js/;

/** Whether the server has another release of the console than the page that is open. Throws as `fetch` does. */
export async function hasOtherRelease(view: Window): Promise<boolean> {
  const answer = await view.fetch('/', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const served = scriptPattern.exec(await answer.text())?.[0];
  const open = view.document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (served === undefined || open === null) return false;
  return new URL(open.src).pathname !== served;
}
