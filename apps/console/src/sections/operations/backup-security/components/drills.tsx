import { type BackupDrill, backupDrills } from '@kianda/contract/operations/backups/backups.contract';
import { formatBytes, formatDuration, formatNumber } from '@kianda/format';
import {
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  FactList,
  Panel,
  RelativeTime,
  StatusPill,
  type StatusTone,
} from '@kianda/ui';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';

type Evidence = BackupDrill['evidence'][number];

const tones: Readonly<Record<BackupDrill['state'], StatusTone>> = { running: 'info', passed: 'good', failed: 'bad' };
const lossSeconds = ({ lossMinutes }: BackupDrill) => (lossMinutes === null ? null : lossMinutes * 60);

const columns: readonly Column<BackupDrill>[] = [
  {
    id: 'begun',
    label: texts.begun,
    value: ({ startedAt }) => startedAt,
    render: ({ startedAt }) => <RelativeTime at={startedAt} />,
    width: '140px',
  },
  { id: 'backup', label: texts.name, value: ({ backup }) => backup },
  {
    id: 'instant',
    label: texts.instantOf,
    value: ({ instant }) => instant,
    render: ({ instant }) => (instant === null ? '—' : <RelativeTime at={instant} />),
    width: '140px',
  },
  {
    id: 'state',
    label: texts.state,
    value: ({ state }) => texts.drillStates[state],
    render: ({ state }) => <StatusPill tone={tones[state]}>{texts.drillStates[state]}</StatusPill>,
    width: '120px',
  },
  {
    id: 'seconds',
    label: texts.seconds,
    value: ({ seconds }) => seconds,
    render: ({ seconds }) => formatDuration(seconds),
    align: 'end',
    width: '190px',
  },
  {
    id: 'loss',
    label: texts.loss,
    value: lossSeconds,
    render: (row) => formatDuration(lossSeconds(row)),
    align: 'end',
    width: '170px',
  },
  { id: 'tables', label: texts.tables, value: ({ tables }) => tables, align: 'end', width: '90px' },
  { id: 'rows', label: texts.rows, value: ({ rows }) => rows, align: 'end', width: '110px' },
  { id: 'objects', label: texts.objects, value: ({ objects }) => objects, align: 'end', width: '90px' },
];

/** Of a backup: what it has beside what was put back. Of an instant: the rows of now beside those of then. */
const evidenceColumns = (isOfInstant: boolean): readonly Column<Evidence>[] => [
  { id: 'table', label: texts.table, value: ({ table }) => table },
  {
    id: 'rows',
    label: isOfInstant ? texts.rowsNow : texts.expectedRows,
    value: ({ rows }) => rows,
    align: 'end',
    width: '150px',
  },
  {
    id: 'found',
    label: isOfInstant ? texts.rowsThen : texts.foundRows,
    value: ({ foundRows }) => foundRows,
    align: 'end',
    width: '150px',
  },
  {
    id: 'same',
    label: isOfInstant ? texts.sameCount : texts.same,
    value: ({ isSame }) => (isSame ? texts.yes : texts.no),
    render: ({ isSame }) => (
      <StatusPill tone={isSame ? 'good' : isOfInstant ? 'info' : 'bad'}>{isSame ? texts.yes : texts.no}</StatusPill>
    ),
    width: '150px',
  },
];

/** Rehearsals of a restoration, each with what it compared. */
export function Drills() {
  const drills = useEndpoint(backupDrills, {}, { refetchSeconds: 10 });
  const [opened, setOpened] = useState<BackupDrill | null>(null);
  return (
    <>
      <Panel
        id="ensaios"
        title={texts.drills}
        description={texts.drillsText}
        source={drills}
        isEmpty={(value) => value.drills.length === 0}
        empty={<EmptyState title={texts.noDrills}>{texts.noDrillsText}</EmptyState>}
        flush
      >
        {(value) => (
          <DataTable
            id="ensaios-de-reposicao"
            label={texts.drills}
            columns={columns}
            rows={value.drills}
            rowId={({ id }) => id}
            onOpenRow={setOpened}
          />
        )}
      </Panel>
      {opened === null ? null : (
        <Dialog
          onClose={() => setOpened(null)}
          title={texts.evidenceTitle(opened.instant === null ? opened.backup : texts.ofInstant(opened.instant))}
          size="xl"
        >
          <Stack gap="sm">
            {opened.error === null ? null : <p className={styles.error}>{opened.error}</p>}
            <FactList
              items={[
                [texts.state, texts.drillStates[opened.state]],
                [texts.seconds, formatDuration(opened.seconds)],
                [texts.loss, formatDuration(lossSeconds(opened))],
                [texts.rows, formatNumber(opened.rows, { maxDecimals: 0 })],
                ...(opened.instant === null
                  ? [
                      [
                        texts.objects,
                        `${formatNumber(opened.objects, { maxDecimals: 0 })} (${formatBytes(opened.objectBytes)})`,
                      ] as const,
                    ]
                  : []),
              ]}
            />
            {opened.evidence.length === 0 ? null : (
              <DataTable
                id="provas-do-ensaio"
                label={texts.evidence}
                columns={evidenceColumns(opened.instant !== null)}
                rows={opened.evidence}
                rowId={({ table }) => table}
                height="50vh"
              />
            )}
          </Stack>
        </Dialog>
      )}
    </>
  );
}
