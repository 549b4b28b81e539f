import { formatCount, formatNumber } from '@kianda/format';
import { ProvenanceBadge, SkeletonBar, StatusPill, type StatusTone } from '@kianda/ui';
import { Button } from '@mantine/core';
import type { ServiceTileView, TileId } from '../api/use-integration.ts';
import { integrationTexts as texts } from '../texts.pt.ts';
import styles from './service-tile.module.css';

const tones = { online: 'good', warning: 'caution', offline: 'bad', unknown: 'unknown' } as const satisfies Record<
  string,
  StatusTone
>;

type Props = {
  readonly tile: ServiceTileView;
  /** Opens the service's own screen; undefined where this account may not. */
  readonly onOpen: (() => void) | undefined;
};

/** One service: its state, port and what it holds; the way to its own screen. */
export function ServiceTile({ tile, onOpen }: Props) {
  const { id, port, state } = tile;
  const name = texts.names[id];
  return (
    <article aria-labelledby={`servico-${id}`} className={styles.tile} data-state={state}>
      <header className={styles.header}>
        <h3 id={`servico-${id}`} className={styles.name}>
          {name}
        </h3>
        <StatusPill tone={tones[state]}>{texts.state[state]}</StatusPill>
      </header>
      <p className={styles.port}>{texts.port(port)}</p>
      <p className={styles.summary}>
        <Summary tile={tile} />
      </p>
      <footer className={styles.footer}>
        {tile.count === undefined ? <span /> : <ProvenanceBadge provenance={tile.count.provenance} compact />}
        {onOpen === undefined ? null : (
          <Button variant="subtle" size="compact-sm" onClick={onOpen}>
            {texts.open(name)}
          </Button>
        )}
      </footer>
    </article>
  );
}

function Summary({ tile: { id, count, failure } }: { readonly tile: ServiceTileView }) {
  if (failure !== null) return <span className={styles.failure}>{failureText(id, failure)}</span>;
  if (count === undefined) return <SkeletonBar width="96px" height={18} />;
  if (count.value === null) return <span>—</span>;
  if (id === 'metrics')
    return <span>{`${formatNumber(count.value, { maxDecimals: 1 })} ${texts.units.metrics[0]}`}</span>;
  const [one, many] = texts.units[id];
  return <span>{formatCount(count.value, one, many)}</span>;
}

function failureText(id: TileId, failure: { readonly message: string; readonly forbidden: boolean }): string {
  if (failure.forbidden) return texts.noAccess;
  if (id === 'stac') return texts.stacDown(`${window.location.origin}/stac/health`);
  return failure.message === '' ? texts.failed : failure.message;
}
