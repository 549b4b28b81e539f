import type { StoredItem } from './items.types.ts';

/** Stands in a stored text for the address of the item; JSON has no raw control character, so nothing else is like it. */
const place = '\u0001';
const escaped = JSON.stringify(place).slice(1, -1);

/**
 * An item as JSON text to store: its links, a line break, and its members from `stac_extensions` to the open end of
 * `properties`. What depends on the platform's address or on other columns is added by `itemText`.
 */
export function documentOf(row: { readonly own: boolean; readonly item: StoredItem }): string {
  const { item, own } = row;
  const assets = Object.fromEntries(
    Object.entries(item.assets).map(([key, asset]) => [
      key,
      own ? { ...asset, href: `${place}/assets/${encodeURIComponent(key)}` } : asset,
    ]),
  );
  const members = JSON.stringify({
    stac_extensions: item.stac_extensions,
    geometry: item.geometry,
    ...(item.bbox === undefined ? {} : { bbox: item.bbox }),
    assets,
    properties: item.properties,
  });
  const links = (item.links ?? []).map((link) => `,${JSON.stringify(link)}`).join('');
  return `${links}\n${own ? members.replaceAll(`"${escaped}/assets/`, `"${place}/assets/`).slice(1, -2) : members.slice(1, -2)}`;
}

/** Parts around a stored text. */
export type ItemFrame = {
  /** JSON of the item up to its own links: version, names and the catalogue's links. */
  readonly head: string;
  readonly url: string;
  readonly created: string;
  readonly updated: string;
};

/** JSON text of a whole item from its stored one. */
export function itemText(document: string, { head, url, created, updated }: ItemFrame): string {
  const end = document.indexOf('\n');
  const members = document.slice(end + 1).replaceAll(place, url);
  const separator = members.endsWith('{') ? '' : ',';
  return `${head}${document.slice(0, end)}],${members}${separator}"created":"${created}","updated":"${updated}"}}`;
}
