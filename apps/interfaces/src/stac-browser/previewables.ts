import type { StacItem } from '@kianda/contract/open/catalogue/stac-schemas';

/** Files of an item that can be looked at here: grids on the map, tables as rows. */
export type Previewable = {
  readonly key: string;
  readonly href: string;
  readonly kind: 'grid' | 'table';
  readonly title: string;
};

export function previewables(item: StacItem): readonly Previewable[] {
  const isGrid = item.properties['proj:shape'] !== undefined;
  return Object.entries(item.assets).flatMap(([key, { href, type, title }]) =>
    type === 'text/csv'
      ? [{ key, href, kind: isGrid ? ('grid' as const) : ('table' as const), title: title ?? key }]
      : [],
  );
}
