import type { StacItem } from '@kianda/contract/open/catalogue/stac-schemas';
import { formatNumber } from '@kianda/format';
import { EmptyState, Panel, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import styles from './stac.module.css';
import { stacTexts as texts } from './texts.pt.ts';
import type { Catalogue } from './use-catalogue.ts';

type Props = { readonly catalogue: Catalogue; readonly onChoose: (item: StacItem) => void };

/** One page of the items found, and the way to the other pages. */
export function Results({ catalogue, onChoose }: Props) {
  const { found, items, known, chosen, tokens, next, turnTo } = catalogue;
  const titles = useMemo(() => new Map(known.map(({ id, title }) => [id, title])), [known]);
  return (
    <Panel
      title={texts.results}
      description={matchedText(found.sourced?.value.numberMatched)}
      source={found}
      skeleton={<SkeletonLines lines={6} />}
      isEmpty={({ features }) => features.length === 0}
      empty={<EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
    >
      {() => (
        <>
          <ItemList items={items} titles={titles} chosen={chosen} onChoose={onChoose} />
          <div className={styles.actions}>
            <Button
              size="xs"
              variant="default"
              disabled={tokens.length === 0}
              onClick={() => turnTo(tokens.slice(0, -1))}
            >
              {texts.previous}
            </Button>
            <span>{texts.page(formatNumber(tokens.length + 1))}</span>
            <Button
              size="xs"
              variant="default"
              disabled={next === null}
              onClick={() => next !== null && turnTo([...tokens, next])}
            >
              {texts.next}
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

function matchedText(count: number | undefined): string {
  if (count === undefined) return texts.some;
  return count === 1 ? texts.foundOne : texts.found(formatNumber(count));
}

type ListProps = {
  readonly items: readonly StacItem[];
  readonly titles: ReadonlyMap<string, string>;
  readonly chosen: string | null;
  readonly onChoose: (item: StacItem) => void;
};

function ItemList({ items, titles, chosen, onChoose }: ListProps) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={`${item.collection} ${item.id}`}>
          <button type="button" aria-pressed={item.id === chosen} onClick={() => onChoose(item)}>
            <span>{item.properties.title ?? item.id}</span>
            <small>{titles.get(item.collection ?? '') ?? item.collection}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
