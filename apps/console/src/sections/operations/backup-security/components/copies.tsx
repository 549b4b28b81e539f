import { type Backup, backupList } from '@kianda/contract/operations/backups/backups.contract';
import { formatBytes, formatDuration } from '@kianda/format';
import {
  type Column,
  DataTable,
  EmptyState,
  Pagination,
  Panel,
  RelativeTime,
  StatusPill,
  type StatusTone,
} from '@kianda/ui';
import { useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';
import { CopyDetail } from './copy-detail.tsx';

const pageSize = 200;
const stateTones: Readonly<Record<Backup['status'], StatusTone>> = {
  completed: 'good',
  running: 'info',
  failed: 'bad',
};

const secondsOf = ({ startTime, endTime }: Backup): number | null =>
  endTime === null ? null : (Date.parse(endTime) - Date.parse(startTime)) / 1000;

function verifiedText({ verifiedAt, verifyError }: Backup): string {
  if (verifyError !== null) return texts.corrupt;
  return verifiedAt ?? texts.notVerified;
}

const columns: readonly Column<Backup>[] = [
  {
    id: 'name',
    label: texts.name,
    value: ({ name }) => name,
    render: ({ name }) => <span className={styles.name}>{name}</span>,
    width: '250px',
  },
  { id: 'type', label: texts.type, value: ({ type }) => texts.types[type], width: '110px' },
  {
    id: 'state',
    label: texts.state,
    value: ({ status }) => texts.states[status],
    render: ({ status }) => <StatusPill tone={stateTones[status]}>{texts.states[status]}</StatusPill>,
    width: '120px',
  },
  {
    id: 'begun',
    label: texts.begun,
    value: ({ startTime }) => startTime,
    render: ({ startTime }) => <RelativeTime at={startTime} />,
    width: '130px',
  },
  {
    id: 'duration',
    label: texts.duration,
    value: secondsOf,
    render: (row) => formatDuration(secondsOf(row)),
    align: 'end',
    width: '100px',
  },
  {
    id: 'size',
    label: texts.size,
    value: ({ size }) => size,
    render: ({ size }) => formatBytes(size),
    align: 'end',
    width: '100px',
  },
  { id: 'rows', label: texts.rows, value: ({ rows }) => rows, align: 'end', width: '100px' },
  {
    id: 'objects',
    label: texts.objects,
    value: ({ objects }) => objects,
    align: 'end',
    width: '90px',
    hidden: true,
  },
  {
    id: 'verified',
    label: texts.verified,
    value: verifiedText,
    render: (row) =>
      row.verifyError !== null ? (
        <StatusPill tone="bad">{texts.corrupt}</StatusPill>
      ) : row.verifiedAt === null ? (
        texts.notVerified
      ) : (
        <RelativeTime at={row.verifiedAt} />
      ),
    width: '130px',
  },
  {
    id: 'drilled',
    label: texts.drilled,
    value: ({ drilledAt }) => drilledAt ?? texts.notDrilled,
    render: ({ drilledAt, drillPassed }) =>
      drilledAt === null ? (
        texts.notDrilled
      ) : drillPassed === false ? (
        <StatusPill tone="bad">{texts.drillFailed}</StatusPill>
      ) : (
        <RelativeTime at={drilledAt} />
      ),
    width: '130px',
  },
  {
    id: 'where',
    label: texts.where,
    value: ({ copies }) =>
      copies
        .filter(({ state }) => state === 'good')
        .map(({ target }) => texts.targets[target])
        .join(', '),
    width: '200px',
    hidden: true,
  },
];

type Props = { readonly chosen: string | undefined; readonly onChoose: (name: string | undefined) => void };

/** Every backup there is; one opens with what can be done with it. */
export function Copies({ chosen, onChoose }: Props) {
  const [page, setPage] = useState(1);
  const list = useEndpoint(backupList, { query: { page, pageSize } }, { refetchSeconds: 5 });
  return (
    <>
      <Panel
        id="copias"
        title={texts.copies}
        source={list}
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState title={texts.noCopies}>{texts.noCopiesText}</EmptyState>}
        flush
      >
        {({ data, total }) => (
          <DataTable
            id="copias-de-seguranca"
            label={texts.copies}
            columns={columns}
            rows={data}
            rowId={({ name }) => name}
            server={{ total }}
            pages={
              total <= pageSize ? undefined : <Pagination page={page} size={pageSize} total={total} onPage={setPage} />
            }
            onOpenRow={({ name }) => onChoose(name)}
          />
        )}
      </Panel>
      {chosen === undefined ? null : <CopyDetail name={chosen} onClose={() => onChoose(undefined)} />}
    </>
  );
}
