import { servicePrefixes } from '@kianda/contract';
import type { StacLink } from '@kianda/contract/open/catalogue/stac-schemas';

const types = {
  geojson: 'application/geo+json',
  json: 'application/json',
  jsonSchema: 'application/schema+json',
};

/** Absolute addresses and links of the catalogue, below the platform's public address. */
export function createLinks(publicUrl: string) {
  const base = publicUrl + servicePrefixes.stac;
  const collectionUrl = (id: string) => `${base}/collections/${encodeURIComponent(id)}`;
  const link = (rel: string, href: string, type: string, more: Partial<StacLink> = {}): StacLink => ({
    rel,
    href,
    type,
    ...more,
  });
  return {
    base,
    collectionUrl,
    itemUrl: (collection: string, id: string) => `${collectionUrl(collection)}/items/${encodeURIComponent(id)}`,
    link,
    root: () => link('root', base, types.json, { title: 'Kianda' }),
    types,
  };
}

export type Links = ReturnType<typeof createLinks>;

export type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** An address with those of its parameters that have a value. */
export function withQuery(path: string, query: QueryValues): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
