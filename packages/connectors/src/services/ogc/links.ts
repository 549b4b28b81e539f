/** Marks a page token of ours that carries the query of another service's next page. */
const mark = 'q.';
/** Longest token that endpoints take; a longer query stays in the address. */
const maxToken = 1_900;
const paged = new Set(['next', 'prev', 'previous', 'first', 'last']);

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The service's own idea of its address: its link to itself, less the path that was asked for. It often differs from
 * the address we use (a name inside a network, or the one of its own settings). Null where it gives none.
 */
export function ownAddress(document: unknown, path: string): string | null {
  const links = isObject(document) && Array.isArray(document.links) ? document.links : [];
  const self = links.find((link) => isObject(link) && link.rel === 'self' && typeof link.href === 'string');
  const url = isObject(self) ? URL.parse(String(self.href)) : null;
  if (url === null) return null;
  const here = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const requested = path.replace(/\/+$/, '');
  return here.endsWith(requested) ? here.slice(0, here.length - requested.length) : null;
}

/**
 * The document with the links between its pages pointing at `publicUrl` instead of at any of `addresses`; links elsewhere
 * stay. With `tokens`, the links to other pages carry one parameter, `token`: the service's own are not ours to know.
 */
export function withLinksTo(
  document: unknown,
  options: { readonly addresses: readonly string[]; readonly publicUrl: string; readonly tokens: boolean },
): unknown {
  if (Array.isArray(document)) return document.map((entry) => withLinksTo(entry, options));
  if (!isObject(document)) return document;
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => {
      if (name === 'links' && Array.isArray(value)) return [name, value.map((link) => rewritten(link, options))];
      // Geometries are long and have no links.
      if (name === 'geometry' || name === 'coordinates') return [name, value];
      return [name, withLinksTo(value, options)];
    }),
  );
}

/** Parameters that say which features a list holds. */
const selecting = [
  'bbox',
  'bbox-crs',
  'datetime',
  'filter',
  'filter-lang',
  'filter-crs',
  'sortby',
  'crs',
  'properties',
];

/**
 * The document with the links to its other pages asking for what this one was asked for. MapServer 8.0 leaves the box out
 * of them: the second page would be of everything. Only links that count features are completed; a mark of a server's own
 * holds its question.
 */
export function withSelection(document: unknown, asked: string): unknown {
  if (!isObject(document) || !Array.isArray(document.links)) return document;
  const question = new URLSearchParams(asked);
  const wanted = selecting.flatMap((name) => question.getAll(name).map((value) => [name, value] as const));
  const links = document.links.map((link: unknown) => {
    if (!isObject(link) || typeof link.href !== 'string' || !paged.has(String(link.rel))) return link;
    const url = URL.parse(link.href);
    if (url === null || !url.searchParams.has('offset')) return link;
    const missing = wanted.filter(([name]) => !url.searchParams.has(name));
    if (missing.length === 0) return link;
    for (const [name, value] of missing) url.searchParams.append(name, value);
    return { ...link, href: url.href };
  });
  return { ...document, links };
}

function rewritten(link: unknown, options: Parameters<typeof withLinksTo>[1]): unknown {
  if (!isObject(link) || typeof link.href !== 'string') return link;
  const { href } = link;
  const address = options.addresses.find(
    (known) => href === known || href.startsWith(`${known}/`) || href.startsWith(`${known}?`),
  );
  if (address === undefined) return link;
  const rest = href.slice(address.length);
  const [path = '', query = ''] = rest.split('?', 2);
  const token = tokenOf(query);
  const isPage = options.tokens && paged.has(String(link.rel)) && link.method !== 'POST' && token.length <= maxToken;
  return { ...link, href: `${options.publicUrl}${isPage ? `${path}?token=${token}` : rest}` };
}

function tokenOf(query: string): string {
  return mark + Buffer.from(query).toString('base64url');
}

/** The query that a token carries; null for one that is not ours. */
export function queryOfToken(token: string | undefined): string | null {
  if (token === undefined || !token.startsWith(mark)) return null;
  // Read and written anew, so that a forged token can't change more than the query.
  return new URLSearchParams(Buffer.from(token.slice(mark.length), 'base64url').toString()).toString();
}
