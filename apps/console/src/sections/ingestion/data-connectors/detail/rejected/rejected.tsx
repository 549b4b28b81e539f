import type { DataOf } from '@kianda/contract';
import { toCsv } from '@kianda/contract/core/csv';
import { deadLetters } from '@kianda/contract/ingestion/connectors/dead-letters.contract';
import { formatNumber } from '@kianda/format';
import { downloadText, EmptyState, Pagination, Panel, useClock } from '@kianda/ui';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { notify } from '../../../../../platform/notices.ts';
import { useSectionSearch } from '../../../../../shell/use-section.ts';
import { ConfirmDialog } from '../../../../shared/confirm-dialog.tsx';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import pills from '../../../../shared/pill-list.module.css';
import { connectorSearchSchema, noItem } from '../../search.ts';
import styles from '../detail.module.css';
import table from '../quality.module.css';
import type { ViewProps } from '../view-props.ts';
import { EditDialog } from './edit-dialog.tsx';
import { RejectedRowItem } from './rejected-row.tsx';
import { rejectedTexts as texts } from './texts.pt.ts';
import { type RejectedRow, useRejectedRows } from './use-rejected-rows.ts';

const states = ['open', 'replayed', 'discarded'] as const;
type State = (typeof states)[number];
const pageSize = 50;
const reasonLength = 3;

/** Rows that a run refused, with their reasons, and their correction, replay or discarding. */
export default function Rejected({ connector, mayRun }: ViewProps) {
  const [search, change] = useSectionSearch(connectorSearchSchema);
  const state = search.rows ?? 'open';
  const page = search.page ?? 1;
  const answer = useEndpoint(
    deadLetters,
    { params: { id: connector.id }, query: { state, page, pageSize } },
    { refetchSeconds: 60, staleSeconds: 60 },
  );
  const decisions = useDecisions(connector.id);
  const go = (part: { rows?: State; page: number | undefined }) => {
    decisions.clear();
    change(part, { replace: part.rows !== undefined });
  };
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={answer}
      flush
      actions={
        <SegmentedControl<State>
          size="xs"
          aria-label={texts.filter}
          data={states.map((value) => ({ value, label: texts.states[value] }))}
          value={state}
          onChange={(next) => go({ rows: next, page: undefined })}
        />
      }
      isEmpty={({ rows }) => rows.length === 0}
      empty={<EmptyState title={texts.empty[state]}>{texts.emptyBody}</EmptyState>}
    >
      {(list) => (
        <>
          <Reasons
            connector={connector}
            page={page}
            list={list}
            mayAct={mayRun && state === 'open'}
            decisions={decisions}
          />
          {mayRun && state === 'open' ? <BulkActions rows={list.rows} decisions={decisions} /> : null}
          <ul className={table.rules}>
            {list.rows.map((row) => (
              <RejectedRowItem
                key={row.id}
                row={row}
                onRun={() => change({ ...noItem, view: 'runs', run: row.runId })}
                actions={mayRun && state === 'open' ? decisions.actionsOf(row) : undefined}
              />
            ))}
          </ul>
          {list.total <= pageSize ? null : (
            <Pagination page={page} size={pageSize} total={list.total} onPage={(next) => go({ page: next })} />
          )}
          <DecisionDialogs decisions={decisions} />
        </>
      )}
    </Panel>
  );
}

/** Chosen rows, open dialogs and the decisions about rows. */
function useDecisions(connectorId: string) {
  const { replay, replayMany, discard, isReplaying } = useRejectedRows(connectorId);
  const [editing, setEditing] = useState<RejectedRow | null>(null);
  const [discarding, setDiscarding] = useState<readonly RejectedRow[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const clear = () => setChosen(new Set());
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen((present) => new Set(isChosen ? [...present, ...ids] : [...present].filter((id) => !ids.includes(id))));
  const report = async (work: Promise<string | null>) => {
    const failure = await work;
    if (failure !== null) notify({ tone: 'warning', message: failure });
    clear();
  };
  return {
    editing,
    discarding,
    isReplaying,
    chosen,
    clear,
    choose,
    replay,
    discard,
    setEditing,
    setDiscarding,
    replayMany: (which: Parameters<typeof replayMany>[0]) => void report(replayMany(which)),
    actionsOf: (row: RejectedRow) => ({
      isChosen: chosen.has(row.id),
      isBusy: isReplaying,
      onChoose: (isChosen: boolean) => choose([row.id], isChosen),
      onEdit: () => setEditing(row),
      onReplay: () => void report(replay(row)),
      onDiscard: () => setDiscarding([row]),
    }),
  };
}

type Decisions = ReturnType<typeof useDecisions>;

type ReasonProps = {
  readonly connector: ViewProps['connector'];
  readonly page: number;
  readonly list: DataOf<typeof deadLetters>;
  readonly mayAct: boolean;
  readonly decisions: Decisions;
};

function Reasons({ connector, page, list: { rows, reasons }, mayAct, decisions }: ReasonProps) {
  const { isReplaying, replayMany } = decisions;
  const clock = useClock();
  const download = () =>
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
    <div className={table.rule}>
      <div className={styles.between}>
        <h3 className={styles.subtitle}>{texts.reasons}</h3>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          onClick={download}
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
                size="compact-sm"
                variant="subtle"
                disabled={isReplaying}
                aria-label={texts.replayAll(reason)}
                onClick={() => replayMany({ reason })}
              >
                {texts.replayReason}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function BulkActions({ rows, decisions }: { readonly rows: readonly RejectedRow[]; readonly decisions: Decisions }) {
  const { chosen, choose, isReplaying, replayMany, setDiscarding } = decisions;
  const picked = rows.filter(({ id }) => chosen.has(id));
  const replayable = picked.filter((row) => row.replayable);
  return (
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
          onClick={() => replayMany({ letterIds: replayable.map(({ id }) => id) })}
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
  );
}

function DecisionDialogs({ decisions }: { readonly decisions: Decisions }) {
  const { editing, discarding, replay, discard, setEditing, setDiscarding, clear } = decisions;
  return (
    <>
      {editing === null ? null : (
        <EditDialog row={editing} onReplay={(raw) => replay(editing, raw)} onClose={() => setEditing(null)} />
      )}
      {discarding.length === 0 ? null : (
        <ConfirmDialog
          title={texts.discardTitle(discarding.length)}
          body={texts.discardBody}
          confirm={texts.discard}
          onConfirm={(reason) => discard(discarding, reason)}
          onClose={() => {
            setDiscarding([]);
            clear();
          }}
          reasonLength={reasonLength}
          isDangerous
        />
      )}
    </>
  );
}
