import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { Connector } from '../../../shared/connectors/fallback.ts';
import { isIdle, type Launches } from '../api/use-launch.ts';
import { connectorTexts } from '../texts.pt.ts';
import styles from './batch-buttons.module.css';

const texts = connectorTexts.batch;
const batches = ['international', 'regional', 'all'] as const;

type Props = { readonly connectors: readonly Connector[]; readonly launches: Launches };

/** Starts every active connector of a scope. */
export function BatchButtons({ connectors, launches }: Props) {
  const { batch } = launches;
  return (
    <div className={styles.row}>
      <span className={styles.status} role="status">
        {batch === null ? '' : texts.progress(batch.done, batch.total)}
      </span>
      {batches.map((scope) => {
        const scoped = connectors.filter(({ type }) => scope === 'all' || type === scope);
        const idle = scoped.some(({ id, status }) => isIdle(status) && !launches.isLaunching(id));
        // A button that is switched off by its own click would lose the focus.
        const isOff = batch !== null || !idle;
        return (
          <Button
            key={scope}
            variant={scope === 'all' ? 'filled' : 'default'}
            leftSection={scope === 'all' ? <IconPlayerPlay size={15} aria-hidden="true" /> : undefined}
            {...(isOff
              ? { 'aria-disabled': true, 'data-disabled': true }
              : { onClick: () => void launches.launchAll(scoped) })}
          >
            {texts[scope]}
          </Button>
        );
      })}
    </div>
  );
}
