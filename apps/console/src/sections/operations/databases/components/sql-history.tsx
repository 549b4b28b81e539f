import { type SqlRun, sqlHistory } from '@kianda/contract/operations/databases/databases.contract';
import { formatMilliseconds, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { sqlTexts as texts } from '../texts.pt.ts';

const tones: Readonly<Record<SqlRun['outcome'], StatusTone>> = {
  running: 'info',
  done: 'good',
  refused: 'caution',
  failed: 'bad',
  cancelled: 'unknown',
  timeout: 'caution',
};

const columns: readonly Column<SqlRun>[] = [
  {
    id: 'query',
    label: texts.query,
    value: ({ query }) => query,
    render: ({ query }) => <span className={styles.cell}>{query}</span>,
  },
  {
    id: 'outcome',
    label: texts.outcome,
    value: ({ outcome }) => texts.outcomes[outcome],
    render: ({ outcome }) => <StatusPill tone={tones[outcome]}>{texts.outcomes[outcome]}</StatusPill>,
    width: '150px',
  },
  { id: 'rows', label: texts.rows, value: ({ rows }) => rows, align: 'end', width: '90px' },
  {
    id: 'time',
    label: texts.time,
    value: ({ durationMs }) => durationMs,
    render: ({ durationMs }) => (durationMs === null ? UNKNOWN : formatMilliseconds(durationMs)),
    align: 'end',
    width: '100px',
  },
  {
    id: 'when',
    label: texts.when,
    value: ({ startedAt }) => startedAt,
    render: ({ startedAt }) => <RelativeTime at={startedAt} />,
    width: '150px',
  },
];

/** The last queries of who is signed in; a row goes back into the editor. */
export function SqlHistory({ onChoose }: { readonly onChoose: (query: string) => void }) {
  const history = useEndpoint(sqlHistory, {}, { refetchSeconds: 0 });
  return (
    <Panel
      id="historico"
      title={texts.history}
      description={texts.historyText}
      source={history}
      isEmpty={({ runs }) => runs.length === 0}
      empty={<EmptyState title={texts.noHistory} />}
      flush
    >
      {({ runs }) => (
        <DataTable
          id="historico-sql"
          label={texts.history}
          columns={columns}
          rows={runs}
          rowId={({ id }) => id}
          height="360px"
          onOpenRow={({ query }) => onChoose(query)}
        />
      )}
    </Panel>
  );
}
