import { type LinkTargets, rewriteUrl } from '../client/links.ts';

/** Opens a link in a new tab, at the address that this installation gives it. */
export function openInNewTab(link: string, targets: LinkTargets): boolean {
  const address = rewriteUrl(link, targets);
  if (address === null) return false;
  window.open(address, '_blank', 'noopener');
  return true;
}

/** Gives links that open a new tab the address of this installation, wherever on the page they are. Answers the undo. */
export function rewriteNewTabLinks(root: Document, targets: LinkTargets): () => void {
  const onClick = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[target="_blank"][href^="http"]');
    if (link === null) return;
    const address = rewriteUrl(link.href, targets);
    if (address !== null && address !== link.href) link.href = address;
  };
  root.addEventListener('click', onClick, { capture: true });
  root.addEventListener('auxclick', onClick, { capture: true });
  return () => {
    root.removeEventListener('click', onClick, { capture: true });
    root.removeEventListener('auxclick', onClick, { capture: true });
  };
}
