import { formatQuantity } from '@kianda/format';
import { cx } from '@kianda/ui';
import type { LiveRun } from './live-runs.ts';
import styles from './run-progress.module.css';
import { connectorStateTexts } from './texts.pt.ts';

const texts = connectorStateTexts.progress;

type Shown = Pick<LiveRun, 'state' | 'progress' | 'message'>;

/** Share done of one run with what it last said; a moving bar while the share is unknown. */
export function RunProgress({ run, name }: { readonly run: Shown; readonly name: string }) {
  const percent = run.progress === null ? null : Math.round(Math.min(1, Math.max(0, run.progress)) * 100);
  const words = run.message ?? texts[run.state];
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label={texts.of(name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={percent === null ? words : undefined}
        className={styles.track}
      >
        <span
          className={cx(styles.bar, percent === null && styles.unknown)}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
      <p className={styles.words}>
        <span className={styles.message}>{words}</span>
        {percent === null ? null : <span>{formatQuantity(percent, '%', { decimals: 0 })}</span>}
      </p>
    </div>
  );
}

/** The run a card speaks of: one under way before one that waits, new data before history. */
export function leadingRun(runs: readonly LiveRun[]): LiveRun | undefined {
  return runs.toSorted(
    (a, b) =>
      Number(a.state !== 'running') - Number(b.state !== 'running') || Number(a.isBackfill) - Number(b.isBackfill),
  )[0];
}
