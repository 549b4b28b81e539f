/**
 * The absolute address of a link of an item, `own` being the catalogue's; null for one that is neither http(s) nor
 * relative, such as `s3:` or `javascript:`, which must never become a link that a person can follow.
 */
export function webAddress(href: string, own: string): URL | null {
  const address = URL.parse(href, own);
  return address?.protocol === 'https:' || address?.protocol === 'http:' ? address : null;
}
