import type { DataOf } from '@kianda/contract';
import { deadLetters, discardDeadLetter } from '@kianda/contract/connectors/operations.contract';
import { downloadText, EmptyState, formatNumber, Panel, RelativeTime, toCsv, useClock } from '@kianda/ui';
import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { CodeBox } from '../components/code-box.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { connectorSearchSchema } from '../search.ts';
import styles from './detail.module.css';
import { exportNote } from './export-note.ts';
import table from './quality.module.css';
import { detailTexts } from './texts.pt.ts';
import type { ViewProps } from './view-props.ts';

const texts = detailTexts.rejected;
const changed = [deadLetters] as const;
const states = ['open', 'replayed', 'discarded'] as const;
const pageSize = 50;
const reasonLength = 3;
type Letter = DataOf<typeof deadLetters>['rows'][number];

/** Rows that a run refused: why, what they said, and the way to set them aside. */
export default function Rejected({ connector, mayRun }: ViewProps) {
  const clock = useClock();
  const [search, change] = useSectionSearch(connectorSearchSchema);
  const state = search.rows ?? 'open';
  const page = search.page ?? 1;
  const letters = useEndpoint(
    deadLetters,
    { params: { id: connector.id }, query: { state, page, pageSize } },
    { refetchSeconds: 60, staleSeconds: 60 },
  );
  const [discarding, setDiscarding] = useState<Letter | null>(null);
  const csv = (rows: readonly Letter[]) =>
    downloadText(
      `${connector.id}-rejeitadas-${page}.csv`,
      'text/csv',
      toCsv(
        [texts.row, texts.stream, texts.at, texts.reason, texts.raw],
        [
          ...rows.map((row) => [row.id, row.stream, row.createdAt, row.reason, JSON.stringify(row.raw)]),
          [],
          ...exportNote(connector, clock()),
        ],
      ),
    );
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={letters}
      flush
      actions={
        <SegmentedControl<(typeof states)[number]>
          size="xs"
          aria-label={texts.filter}
          data={states.map((one) => ({ value: one, label: texts.states[one] }))}
          value={state}
          onChange={(next) => change({ rows: next, page: undefined }, { replace: true })}
        />
      }
      isEmpty={({ rows }) => rows.length === 0}
      empty={<EmptyState title={texts.empty[state]}>{texts.emptyBody}</EmptyState>}
    >
      {({ rows, total, reasons }) => {
        const pages = Math.max(1, Math.ceil(total / pageSize));
        return (
          <>
            <div className={table.rule}>
              <div className={styles.between}>
                <h3 className={styles.subtitle}>{texts.reasons}</h3>
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconDownload size={14} aria-hidden="true" />}
                  onClick={() => csv(rows)}
                >
                  {texts.csv}
                </Button>
              </div>
              <ul className={table.reasons}>
                {reasons.map(({ reason, count }) => (
                  <li key={reason}>
                    {reason} <strong>{formatNumber(count, { maxDecimals: 0 })}</strong>
                  </li>
                ))}
              </ul>
            </div>
            <ul className={table.rules}>
              {rows.map((row) => (
                <li key={row.id} className={table.rule}>
                  <div className={styles.between}>
                    <p className={styles.breakable}>{row.reason}</p>
                    <div className={styles.row}>
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        onClick={() => change({ view: 'runs', run: row.runId, rows: undefined, page: undefined })}
                      >
                        {texts.run}
                      </Button>
                      {mayRun && row.state === 'open' ? (
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={texts.discardOf(row.id)}
                          onClick={() => setDiscarding(row)}
                        >
                          {texts.discard}
                        </Button>
                      ) : null}
                    </div>
                  </div>
                  <p className={styles.note}>
                    {row.stream} · <RelativeTime at={row.createdAt} />
                  </p>
                  <details className={styles.details}>
                    <summary>{texts.raw}</summary>
                    <CodeBox label={texts.raw} text={JSON.stringify(row.raw, null, 2)} />
                  </details>
                </li>
              ))}
            </ul>
            {pages === 1 ? null : (
              <nav className={table.pages} aria-label={texts.title}>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={page <= 1}
                  onClick={() => change({ page: page - 1 })}
                >
                  {texts.previous}
                </Button>
                <span className={styles.note}>{texts.page(formatNumber(page), formatNumber(pages))}</span>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={page >= pages}
                  onClick={() => change({ page: page + 1 })}
                >
                  {texts.next}
                </Button>
              </nav>
            )}
            {discarding === null ? null : <Discard letter={discarding} onClose={() => setDiscarding(null)} />}
          </>
        );
      }}
    </Panel>
  );
}

function Discard({ letter, onClose }: { readonly letter: Letter; readonly onClose: () => void }) {
  const discard = useAction(discardDeadLetter, changed);
  const confirm = async (reason: string) => {
    const outcome = await discard.run({ params: { letterId: letter.id }, body: { reason } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: texts.discarded });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.discardTitle}
      body={texts.discardBody}
      confirm={texts.discard}
      onConfirm={confirm}
      onClose={onClose}
      reasonLength={reasonLength}
      isDangerous
    />
  );
}
