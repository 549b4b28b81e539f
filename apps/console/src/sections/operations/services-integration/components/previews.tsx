import type { DataOf } from '@kianda/contract';
import type { stacCollections } from '@kianda/contract/open/catalogue/stac.contract';
import { formatBytes, formatCount } from '@kianda/format';
import { Panel, PanelGrid } from '@kianda/ui';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import type { BucketsResult } from '../api/use-integration.ts';
import { integrationTexts as texts } from '../texts.pt.ts';
import styles from './previews.module.css';

const shown = 3;

type Collections = EndpointResult<DataOf<typeof stacCollections>>;
type Props = {
  readonly collections: Collections;
  readonly buckets: BucketsResult;
  readonly onCatalogue: () => void;
  /** Undefined where this account may not open the storage. */
  readonly onStorage: (() => void) | undefined;
  /** Beside them. */
  readonly children: ReactNode;
};

/** The first three STAC collections and the first three storage areas. */
export function Previews({ collections, buckets, onCatalogue, onStorage, children }: Props) {
  return (
    <PanelGrid>
      <Panel
        title={texts.collections.title}
        description={texts.collections.description}
        source={collections}
        isEmpty={(value) => value.collections.length === 0}
        empty={<p>{texts.collections.empty}</p>}
        actions={
          <Button variant="subtle" size="compact-sm" onClick={onCatalogue}>
            {texts.collections.all}
          </Button>
        }
      >
        {(value) => (
          <ul className={styles.list}>
            {value.collections.slice(0, shown).map((collection) => (
              <li key={collection.id} className={styles.row}>
                <span className={styles.name}>{titleOf(collection)}</span>
                <span className={styles.figure}>
                  {itemsOf(collection) === null
                    ? '—'
                    : formatCount(itemsOf(collection) ?? 0, ...texts.collections.items)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel
        title={texts.buckets.title}
        description={texts.buckets.description}
        source={buckets}
        isEmpty={(value) => value.length === 0}
        empty={<p>{texts.buckets.empty}</p>}
        actions={
          onStorage === undefined ? undefined : (
            <Button variant="subtle" size="compact-sm" onClick={onStorage}>
              {texts.buckets.all}
            </Button>
          )
        }
      >
        {(value) => (
          <ul className={styles.list}>
            {value.slice(0, shown).map(({ name, size, objects }) => (
              <li key={name} className={styles.row}>
                <span className={styles.name}>{name}</span>
                <span className={styles.figure}>
                  {`${formatBytes(size)} · ${formatCount(objects, ...texts.buckets.objects)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {children}
    </PanelGrid>
  );
}

type Collection = DataOf<typeof stacCollections>['collections'][number];

function titleOf({ id, title }: Collection): string {
  return typeof title === 'string' ? title : id;
}

/** Items of a collection as its summary says (`eo:count`); null where it says nothing. */
export function itemsOf({ summaries }: Collection): number | null {
  const counts: unknown = (summaries as Readonly<Record<string, unknown>> | undefined)?.['eo:count'];
  if (typeof counts === 'number') return counts;
  const first: unknown = Array.isArray(counts) ? counts[0] : undefined;
  return typeof first === 'number' ? first : null;
}
