import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { RelativeTime } from '@kianda/ui';
import { Button, Checkbox } from '@mantine/core';
import { CodeBox } from '../../../../shared/code-box.tsx';
import styles from '../detail.module.css';
import table from '../quality.module.css';
import { rejectedTexts as texts } from './texts.pt.ts';
import type { RejectedRow } from './use-rejected-rows.ts';

type Props = {
  readonly row: RejectedRow;
  /** Absent where the account may only read. */
  readonly actions?:
    | {
        readonly isChosen: boolean;
        readonly isBusy: boolean;
        readonly onChoose: (isChosen: boolean) => void;
        readonly onEdit: () => void;
        readonly onReplay: () => void;
        readonly onDiscard: () => void;
      }
    | undefined;
  readonly onRun: () => void;
};

/** One rejected row: its reason, its content, and the decision about it. */
export function RejectedRowItem({ row, actions, onRun }: Props) {
  const offered = row.state === 'open' ? actions : undefined;
  const raw = row.edited ? texts.editedRaw : texts.raw;
  const act = (label: string, name: string, run: () => void) => (
    <Button size="compact-sm" variant="default" disabled={offered?.isBusy === true} aria-label={name} onClick={run}>
      {label}
    </Button>
  );
  return (
    <li className={table.rule}>
      <div className={styles.between}>
        <div className={styles.row}>
          {offered === undefined ? null : (
            <Checkbox
              aria-label={texts.select(row.id)}
              checked={offered.isChosen}
              onChange={(event) => offered.onChoose(event.currentTarget.checked)}
            />
          )}
          <p className={styles.breakable}>{row.reason}</p>
        </div>
        <div className={styles.row}>
          <Button size="compact-sm" variant="subtle" onClick={onRun}>
            {texts.run}
          </Button>
          {offered === undefined ? null : (
            <>
              {row.replayable ? (
                <>
                  {act(texts.edit, texts.editOf(row.id), offered.onEdit)}
                  {act(texts.replay, texts.replayOf(row.id), offered.onReplay)}
                </>
              ) : null}
              {act(texts.discard, texts.discardOf(row.id), offered.onDiscard)}
            </>
          )}
        </div>
      </div>
      <p className={styles.note}>
        <span title={row.stream}>{streamTitle(row.stream)}</span> · <RelativeTime at={row.createdAt} />
        {row.attempts > 0 ? ` · ${texts.attempts(row.attempts)}` : null}
        {row.resolvedAt === null ? null : (
          <>
            {` · ${texts.resolved} `}
            <RelativeTime at={row.resolvedAt} />
            {row.resolvedBy === null ? null : ` ${texts.resolvedBy(row.resolvedBy)}`}
          </>
        )}
        {row.resolution === null ? null : ` · ${row.resolution}`}
      </p>
      {offered !== undefined && !row.replayable ? <p className={styles.note}>{texts.notReplayable}</p> : null}
      <details className={styles.details}>
        <summary>{raw}</summary>
        <CodeBox label={raw} text={JSON.stringify(row.raw, null, 2)} />
      </details>
    </li>
  );
}
