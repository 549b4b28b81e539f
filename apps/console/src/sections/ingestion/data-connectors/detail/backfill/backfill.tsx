import type { DataOf } from '@kianda/contract';
import { backfillGrid, cancelBackfill } from '@kianda/contract/ingestion/connectors/operations.contract';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { formatDate, formatNumber } from '@kianda/format';
import { type Column, cx, DataTable, EmptyState, Panel, useClock } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../../client/use-action.ts';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { notify } from '../../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../../shared/confirm-dialog.tsx';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';
import type { ViewProps } from '../view-props.ts';
import grid from './backfill.module.css';
import { PlanForm } from './plan-form.tsx';

const texts = detailTexts.backfill;
const changed = [backfillGrid] as const;
const states = ['done', 'pending', 'failed', 'cancelled'] as const;
type Window = DataOf<typeof backfillGrid>['windows'][number];

const failureColumns: readonly Column<Window>[] = [
  { id: 'stream', label: texts.stream, value: (one) => streamTitle(one.stream) },
  { id: 'from', label: texts.from, value: (one) => one.from, render: (one) => formatDate(one.from, 'UTC') },
  { id: 'to', label: texts.to, value: (one) => one.to, render: (one) => formatDate(one.to, 'UTC') },
  { id: 'attempts', label: texts.attempts, value: (one) => one.attempts, align: 'end' },
  { id: 'error', label: texts.error, value: (one) => one.error },
];

/** History of a connector, window by window: stored, still to come, or failed. */
export default function Backfill({ connector, mayRun }: ViewProps) {
  const source = useEndpoint(backfillGrid, { params: { id: connector.id } }, { refetchSeconds: 15, staleSeconds: 60 });
  const clock = useClock();
  const [givingUp, setGivingUp] = useState<string | null>(null);
  return (
    <div className={styles.stack}>
      <Panel
        title={texts.title}
        description={texts.description}
        source={source}
        isEmpty={({ windows }) => windows.length === 0}
        empty={<EmptyState title={texts.empty}>{mayRun ? texts.emptyBody : null}</EmptyState>}
      >
        {({ windows }) => {
          const failed = windows.filter(({ state }) => state === 'failed');
          return (
            <div className={styles.stack}>
              {[...Map.groupBy(windows, ({ stream }) => stream)].map(([stream, group]) => (
                <StreamGrid key={stream} stream={stream} windows={group} onGiveUp={mayRun ? setGivingUp : undefined} />
              ))}
              {failed.length === 0 ? null : (
                <section aria-label={texts.failures}>
                  <h3 className={styles.subtitle}>{texts.failures}</h3>
                  <DataTable
                    id={`${connector.id}-janelas-falhadas`}
                    label={texts.failures}
                    columns={failureColumns}
                    rows={failed}
                    rowId={(one) => `${one.stream} ${one.from}`}
                    csvNotes={() => exportNote(connector, clock())}
                  />
                </section>
              )}
            </div>
          );
        }}
      </Panel>
      {mayRun ? <PlanForm connector={connector} /> : null}
      {givingUp === null ? null : (
        <GiveUp connectorId={connector.id} stream={givingUp} onClose={() => setGivingUp(null)} />
      )}
    </div>
  );
}

type StreamProps = {
  readonly stream: string;
  readonly windows: readonly Window[];
  readonly onGiveUp: ((stream: string) => void) | undefined;
};

function StreamGrid({ stream, windows, onGiveUp }: StreamProps) {
  const ordered = windows.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
  const pending = windows.some(({ state }) => state === 'pending');
  return (
    <section aria-label={streamTitle(stream)}>
      <div className={styles.between}>
        <h3 className={styles.subtitle}>
          <span title={stream}>{streamTitle(stream)}</span>{' '}
          <span className={styles.note}>{texts.count(windows.length)}</span>
        </h3>
        {pending && onGiveUp !== undefined ? (
          <Button size="compact-sm" variant="default" onClick={() => onGiveUp(stream)}>
            {texts.giveUp}
          </Button>
        ) : null}
      </div>
      <ul className={grid.legend}>
        {states.map((state) => (
          <li key={state}>
            <span className={cx(grid.cell, grid[state])} aria-hidden="true" />
            {texts.states[state]}: {formatNumber(windows.filter((one) => one.state === state).length)}
          </li>
        ))}
      </ul>
      <ol className={grid.grid} aria-label={texts.title}>
        {ordered.map((one) => {
          const label = `${formatDate(one.from, 'UTC')} – ${formatDate(one.to, 'UTC')}: ${texts.states[one.state]}`;
          return (
            <li key={one.from} className={cx(grid.cell, grid[one.state])} title={label}>
              <span className="k-visually-hidden">{label}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

type GiveUpProps = { readonly connectorId: string; readonly stream: string; readonly onClose: () => void };

function GiveUp({ connectorId, stream, onClose }: GiveUpProps) {
  const cancel = useAction(cancelBackfill, changed);
  const confirm = async () => {
    const outcome = await cancel.run({ params: { id: connectorId, stream } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.givenUp(outcome.data.cancelled) });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.giveUpTitle(streamTitle(stream))}
      body={texts.giveUpBody}
      confirm={texts.giveUp}
      onConfirm={confirm}
      onClose={onClose}
      isDangerous
    />
  );
}
