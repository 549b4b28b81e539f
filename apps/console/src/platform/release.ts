const scriptPattern = /\/assets\/[\w.-]+\.js/;

/** Name of the release that is open: its first script carries the hash of what it loads. */
export function releaseOf(page: Document): string {
  const script = page.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script === null ? '' : new URL(script.src).pathname;
}

/** Whether the server has another release of the console than the page that is open. Throws as `fetch` does. */
export async function hasOtherRelease(view: Window): Promise<boolean> {
  const answer = await view.fetch('/', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const served = scriptPattern.exec(await answer.text())?.[0];
  const open = releaseOf(view.document);
  return served !== undefined && open !== '' && open !== served;
}
