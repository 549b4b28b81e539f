import { stacCollections, stacSearch } from '@kianda/contract/open/catalogue/stac.contract';
import { type StacItem, stacCollectionSchema } from '@kianda/contract/open/catalogue/stac-schemas';
import { useMemo, useRef, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import { type Filters, noFilters } from './filters.tsx';
import type { SeenBox } from './footprints.tsx';
import { wholeItems } from './item-panel.tsx';
import { previewables } from './previewables.ts';

/** Times that make whole days of two dates in `datetime`. */
const [dayStart, dayEnd] = ['T00:00:00Z', 'T23:59:59.999Z'];

type SentSearch = { readonly filters: Filters; readonly box: SeenBox | null };

function queryOf({ filters, box }: SentSearch, token: string | undefined) {
  const { collection, from, to, limit, isObserved } = filters;
  const days =
    from === '' && to === '' ? null : `${from === '' ? '..' : from + dayStart}/${to === '' ? '..' : to + dayEnd}`;
  return {
    limit,
    ...(collection === '' ? {} : { collections: collection }),
    ...(days === null ? {} : { datetime: days }),
    ...(box === null ? {} : { bbox: box.join(',') }),
    ...(isObserved ? { filter: '"kianda:simulated" = false' } : {}),
    ...(token === undefined ? {} : { token }),
  };
}

export type Catalogue = ReturnType<typeof useCatalogue>;

/** Collections, the search that was sent, its pages, and the chosen item with its preview. */
export function useCatalogue() {
  const [sent, setSent] = useState<SentSearch>({ filters: noFilters, box: null });
  /** Tokens of the pages after the first one. */
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [previewKey, setPreviewKey] = useState('');
  const seen = useRef<SeenBox | null>(null);
  const [onSeen] = useState(() => (box: SeenBox) => {
    seen.current = box;
  });

  const collections = useRead(stacCollections, {});
  const known = useMemo(
    () =>
      (collections.sourced?.value.collections ?? []).flatMap(
        (candidate) => stacCollectionSchema.safeParse(candidate).data ?? [],
      ),
    [collections.sourced],
  );
  const found = useRead(stacSearch, { query: queryOf(sent, tokens.at(-1)) });
  const items = useMemo(() => wholeItems(found.sourced?.value.features ?? []), [found.sourced]);

  const choose = (item: StacItem | null) => {
    setChosen(item?.id ?? null);
    // A grid is previewed at once; a table only on request.
    setPreviewKey(item === null ? '' : (previewables(item).find(({ kind }) => kind === 'grid')?.key ?? ''));
  };
  return {
    ...{ collections, known, sent, found, items, chosen, choose, previewKey, setPreviewKey, onSeen, tokens },
    item: items.find(({ id }) => id === chosen) ?? null,
    next: tokenOf(found.sourced?.value.links.find(({ rel }) => rel === 'next')?.href),
    search(filters: Filters) {
      setSent({ filters, box: filters.isBoxed ? seen.current : null });
      setTokens([]);
      choose(null);
    },
    turnTo(pages: readonly string[]) {
      setTokens(pages);
      choose(null);
    },
  };
}

function tokenOf(href: string | undefined): string | null {
  return href === undefined ? null : new URL(href).searchParams.get('token');
}
