import { toCsv } from '@kianda/contract/core/csv';
import { deadLetters } from '@kianda/contract/ingestion/connectors/letters.contract';
import { formatNumber } from '@kianda/format';
import { downloadText, EmptyState, Panel, useClock } from '@kianda/ui';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { notify } from '../../../../../platform/notices.ts';
import { useSectionSearch } from '../../../../../shell/use-section.ts';
import { ConfirmDialog } from '../../../../shared/confirm-dialog.tsx';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import pills from '../../../../shared/pill-list.module.css';
import { connectorSearchSchema } from '../../search.ts';
import styles from '../detail.module.css';
import table from '../quality.module.css';
import type { ViewProps } from '../view-props.ts';
import { EditDialog } from './edit-dialog.tsx';
import { LetterRow } from './letter-row.tsx';
import { rejectedTexts as texts } from './texts.pt.ts';
import { type Letter, useLetters } from './use-letters.ts';

const states = ['open', 'replayed', 'discarded'] as const;
const pageSize = 50;
const reasonLength = 3;

/** Rows that a run refused: why, what they said, and the way to correct, replay or set them aside. */
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
  const { replay, replayMany, discard, isReplaying } = useLetters(connector.id);
  const [editing, setEditing] = useState<Letter | null>(null);
  const [discarding, setDiscarding] = useState<readonly Letter[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const say = async (work: Promise<string | null>) => {
    const failed = await work;
    if (failed !== null) notify({ tone: 'warning', message: failed });
    setChosen(new Set());
  };
  const go = (part: { rows?: (typeof states)[number]; page: number | undefined }) => {
    setChosen(new Set());
    change(part, { replace: part.rows !== undefined });
  };
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen((present) => new Set(isChosen ? [...present, ...ids] : [...present].filter((id) => !ids.includes(id))));
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
          onChange={(next) => go({ rows: next, page: undefined })}
        />
      }
      isEmpty={({ rows }) => rows.length === 0}
      empty={<EmptyState title={texts.empty[state]}>{texts.emptyBody}</EmptyState>}
    >
      {({ rows, total, reasons }) => {
        const pages = Math.max(1, Math.ceil(total / pageSize));
        const mayAct = mayRun && state === 'open';
        const picked = rows.filter(({ id }) => chosen.has(id));
        const replayable = picked.filter((row) => row.replayable);
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
              <ul className={pills.list}>
                {reasons.map(({ reason, count }) => (
                  <li key={reason}>
                    {reason} <strong>{formatNumber(count, { maxDecimals: 0 })}</strong>
                    {mayAct && rows.some((row) => row.reason === reason && row.replayable) ? (
                      <Button
                        ml={6}
                        size="compact-xs"
                        variant="subtle"
                        disabled={isReplaying}
                        aria-label={texts.replayAll(reason)}
                        onClick={() => void say(replayMany({ reason }))}
                      >
                        {texts.replayReason}
                      </Button>
                    ) : null}
                  </li>
                ))}
              </ul>
            </div>
            {mayAct ? (
              <div className={table.rule}>
                <div className={styles.row}>
                  <Checkbox
                    label={texts.selectAll}
                    checked={picked.length === rows.length}
                    indeterminate={picked.length > 0 && picked.length < rows.length}
                    onChange={(event) =>
                      choose(
                        rows.map(({ id }) => id),
                        event.currentTarget.checked,
                      )
                    }
                  />
                  <span className={styles.note} role="status">
                    {texts.selected(picked.length)}
                  </span>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={replayable.length === 0}
                    loading={isReplaying}
                    onClick={() => void say(replayMany({ letterIds: replayable.map(({ id }) => id) }))}
                  >
                    {texts.replaySelected}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={picked.length === 0 || isReplaying}
                    onClick={() => setDiscarding(picked)}
                  >
                    {texts.discardSelected}
                  </Button>
                </div>
              </div>
            ) : null}
            <ul className={table.rules}>
              {rows.map((row) => (
                <LetterRow
                  key={row.id}
                  letter={row}
                  onRun={() => change({ view: 'runs', run: row.runId, rows: undefined, page: undefined })}
                  actions={
                    mayAct
                      ? {
                          isChosen: chosen.has(row.id),
                          isBusy: isReplaying,
                          onChoose: (isChosen) => choose([row.id], isChosen),
                          onEdit: () => setEditing(row),
                          onReplay: () => void say(replay(row)),
                          onDiscard: () => setDiscarding([row]),
                        }
                      : undefined
                  }
                />
              ))}
            </ul>
            {pages === 1 ? null : (
              <nav className={table.pages} aria-label={texts.title}>
                <Button size="compact-sm" variant="default" disabled={page <= 1} onClick={() => go({ page: page - 1 })}>
                  {texts.previous}
                </Button>
                <span className={styles.note}>{texts.page(formatNumber(page), formatNumber(pages))}</span>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={page >= pages}
                  onClick={() => go({ page: page + 1 })}
                >
                  {texts.next}
                </Button>
              </nav>
            )}
            {editing === null ? null : (
              <EditDialog letter={editing} onReplay={(raw) => replay(editing, raw)} onClose={() => setEditing(null)} />
            )}
            {discarding.length === 0 ? null : (
              <ConfirmDialog
                title={texts.discardTitle(discarding.length)}
                body={texts.discardBody}
                confirm={texts.discard}
                onConfirm={(reason) => discard(discarding, reason)}
                onClose={() => {
                  setDiscarding([]);
                  setChosen(new Set());
                }}
                reasonLength={reasonLength}
                isDangerous
              />
            )}
          </>
        );
      }}
    </Panel>
  );
}
