import { stacCollections, stacSearch } from '@kianda/contract/open/catalogue/stac.contract';
import { type StacItem, stacCollectionSchema } from '@kianda/contract/open/catalogue/stac-schemas';
import { useMemo, useRef, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import * as address from '../page-frame/address.ts';
import type { useAddress } from '../page-frame/use-address.ts';
import { type Filters, limits } from './filter-fields.ts';
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

/** Longest list of page tokens that an address carries; a longer one opens at the first page. */
const longestPages = 1_200;

/** The search that was sent, its page, and the chosen item with its preview. */
export const catalogueFields = {
  colecao: address.text(200),
  de: address.day(),
  ate: address.day(),
  itens: address.choice(limits, '10'),
  caixa: address.text(60),
  observados: address.flag(false),
  paginas: address.text(longestPages),
  item: address.text(200),
  camada: address.text(100),
};
type State = ReturnType<typeof useAddress<typeof catalogueFields>>[0];
type Change = ReturnType<typeof useAddress<typeof catalogueFields>>[1];

/** The filters that an address holds. */
export const filtersOf = ({ colecao, de, ate, itens, caixa, observados }: State): Filters => ({
  ...{ collection: colecao, from: de, to: ate, limit: itens, isBoxed: caixa !== '', isObserved: observados },
});

/** west, south, east, north of a text; null where it is none. */
export function boxOf(text: string): SeenBox | null {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...rest] = text
    .split(',')
    .map((part) => Number(part || Number.NaN));
  const box = [west, south, east, north] as const;
  return rest.length === 0 && box.every(Number.isFinite) ? box : null;
}

export type Catalogue = ReturnType<typeof useCatalogue>;

/** Collections, the search that was sent, its pages, and the chosen item with its preview: kept in the page's address. */
export function useCatalogue(state: State, change: Change) {
  const sent: SentSearch = { filters: filtersOf(state), box: boxOf(state.caixa) };
  /** Tokens of the pages after the first one. */
  const [tokens, setTokens] = useState<readonly string[]>(() => state.paginas.split(' ').filter((one) => one !== ''));
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

  // A grid is previewed at once; a table only on request.
  const chosenAs = (item: StacItem | null) => ({
    item: item?.id ?? '',
    camada: item === null ? '' : (previewables(item).find(({ kind }) => kind === 'grid')?.key ?? ''),
  });
  const turn = (pages: readonly string[]) => {
    setTokens(pages);
    const paginas = pages.join(' ');
    return { paginas: paginas.length > longestPages ? '' : paginas, ...chosenAs(null) };
  };
  const chosen = state.item === '' ? null : state.item;
  return {
    ...{ collections, known, sent, found, items, chosen, onSeen, tokens },
    choose: (item: StacItem | null) => change(chosenAs(item)),
    previewKey: state.camada,
    setPreviewKey: (camada: string) => change({ camada }),
    item: items.find(({ id }) => id === chosen) ?? null,
    next: tokenOf(found.sourced?.value.links.find(({ rel }) => rel === 'next')?.href),
    search({ collection, from, to, limit, isBoxed, isObserved }: Filters) {
      const box = isBoxed ? (seen.current ?? []) : [];
      change({
        ...{ colecao: collection, de: from, ate: to, itens: limit, caixa: box.join(','), observados: isObserved },
        ...turn([]),
      });
    },
    turnTo: (pages: readonly string[]) => change(turn(pages)),
  };
}

function tokenOf(href: string | undefined): string | null {
  return href === undefined ? null : new URL(href).searchParams.get('token');
}
