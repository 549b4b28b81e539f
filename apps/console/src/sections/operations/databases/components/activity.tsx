import type { DataOf } from '@kianda/contract';
import { databaseActivity } from '@kianda/contract/operations/databases/databases.contract';
import { formatMilliseconds } from '@kianda/format';
import { type Column, DataTable, Dialog, EmptyState, PageStack, Panel } from '@kianda/ui';
import { useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { databaseTexts as texts } from '../texts.pt.ts';

type Activity = DataOf<typeof databaseActivity>;
type Running = Activity['running'][number];
type Statement = NonNullable<Activity['statements']>[number];

const textOf = ({ query, application }: Running) =>
  query ?? (application === 'kianda-sql' ? texts.consoleQuery : texts.hidden);

const runningColumns: readonly Column<Running>[] = [
  {
    id: 'text',
    label: texts.text,
    value: textOf,
    render: (row) => <span className={styles.cell}>{textOf(row)}</span>,
  },
  {
    id: 'duration',
    label: texts.duration,
    value: ({ durationMs }) => durationMs,
    render: ({ durationMs }) => formatMilliseconds(durationMs),
    align: 'end',
    width: '110px',
  },
  { id: 'state', label: texts.state, value: ({ state }) => texts.states[state] ?? state, width: '150px' },
  { id: 'program', label: texts.program, value: ({ application }) => application, width: '150px' },
  { id: 'waiting', label: texts.waiting, value: ({ waitingFor }) => waitingFor, width: '180px' },
];

const time = (id: 'totalMs' | 'meanMs', label: string): Column<Statement> => ({
  id,
  label,
  value: (row) => row[id],
  render: (row) => formatMilliseconds(row[id]),
  align: 'end',
  width: '120px',
});

const statementColumns: readonly Column<Statement>[] = [
  {
    id: 'text',
    label: texts.text,
    value: ({ query }) => query,
    render: ({ query }) => <span className={styles.cell}>{query}</span>,
  },
  time('totalMs', texts.totalTime),
  time('meanMs', texts.meanTime),
  { id: 'calls', label: texts.calls, value: ({ calls }) => calls, align: 'end', width: '90px' },
  { id: 'rows', label: texts.returned, value: ({ rows }) => rows, align: 'end', width: '90px' },
];

/** Queries that run now, and those that took most time since the server's counters began. */
export function ActivityPanels() {
  const activity = useEndpoint(databaseActivity, {}, { refetchSeconds: 10 });
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <PageStack>
      <Panel
        id="em-curso"
        title={texts.running}
        description={texts.runningText}
        source={activity}
        isEmpty={({ running }) => running.length === 0}
        empty={<EmptyState title={texts.noRunning} />}
        flush
      >
        {({ running }) => (
          <DataTable
            id="consultas-em-curso"
            label={texts.running}
            columns={runningColumns}
            rows={running}
            rowId={({ pid }) => String(pid)}
            onOpenRow={(row) => setOpened(textOf(row))}
          />
        )}
      </Panel>
      <Panel
        id="demoradas"
        title={texts.statements}
        description={texts.statementsText}
        source={activity}
        isEmpty={({ statements }) => statements === null || statements.length === 0}
        empty={
          <EmptyState title={activity.sourced?.value.statements === null ? texts.noExtension : texts.noStatements}>
            {activity.sourced?.value.statementsReason}
          </EmptyState>
        }
        flush
      >
        {({ statements }) => (
          <DataTable
            id="consultas-demoradas"
            label={texts.statements}
            columns={statementColumns}
            rows={statements ?? []}
            rowId={({ id }) => id}
            onOpenRow={({ query }) => setOpened(query)}
          />
        )}
      </Panel>
      {opened === null ? null : (
        <Dialog onClose={() => setOpened(null)} title={texts.text} size="xl">
          <pre className={styles.stack}>{opened}</pre>
        </Dialog>
      )}
    </PageStack>
  );
}
