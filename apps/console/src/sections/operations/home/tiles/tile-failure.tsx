import type { HomeTile } from '@kianda/contract/operations/home/home-tiles';
import { UNKNOWN } from '@kianda/format';
import { PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import styles from '../home.module.css';
import { homeTexts as texts } from '../texts.pt.ts';

type Props = { readonly tile: HomeTile; readonly reason: string; readonly onRetry: () => void };

/** A tile whose data could not be had: '—' and why. The others go on. */
export function TileFailure({ tile, reason, onRetry }: Props) {
  const title = texts.tiles[tile];
  return (
    <PanelFrame title={title} className={styles.panel}>
      <div role="alert" className={styles.failure}>
        <p className={styles.unknown}>{UNKNOWN}</p>
        <p>{reason}</p>
        <Button variant="default" size="compact-sm" aria-label={texts.retryOf(title)} onClick={onRetry}>
          {texts.retry}
        </Button>
      </div>
    </PanelFrame>
  );
}
