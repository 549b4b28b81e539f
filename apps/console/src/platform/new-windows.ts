import { type LinkTargets, rewriteUrl } from '../client/links.ts';

/**
 * Gives everything that opens a new tab the address of this installation: links, wherever on the page they are, and
 * `window.open`. Answers the undo.
 */
export function interceptNewWindows(view: Window, targets: LinkTargets): () => void {
  const original = view.open.bind(view);
  const onClick = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[target="_blank"][href^="http"]');
    if (link === null) return;
    const address = rewriteUrl(link.href, targets);
    if (address !== null && address !== link.href) link.href = address;
  };
  view.open = (url, target, features) => {
    if (url === undefined || url === '') return original(url, target, features);
    const address = rewriteUrl(typeof url === 'string' ? url : url.href, targets);
    return address === null ? null : original(address, target, features);
  };
  view.document.addEventListener('click', onClick, { capture: true });
  view.document.addEventListener('auxclick', onClick, { capture: true });
  return () => {
    view.open = original;
    view.document.removeEventListener('click', onClick, { capture: true });
    view.document.removeEventListener('auxclick', onClick, { capture: true });
  };
}
