import type { DataOf } from '@kianda/contract';
import { backupLog } from '@kianda/contract/operations/backups/backups.contract';
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
import { backupTexts as texts } from '../texts.pt.ts';

type Line = DataOf<typeof backupLog>['data'][number];

const pageSize = 200;
const tones: Readonly<Record<Line['level'], StatusTone>> = { info: 'info', warn: 'caution', error: 'bad' };

const columns: readonly Column<Line>[] = [
  {
    id: 'when',
    label: texts.when,
    value: ({ at }) => at,
    render: ({ at }) => <RelativeTime at={at} />,
    width: '140px',
  },
  {
    id: 'level',
    label: texts.level,
    value: ({ level }) => texts.levels[level],
    render: ({ level }) => <StatusPill tone={tones[level]}>{texts.levels[level]}</StatusPill>,
    width: '130px',
  },
  { id: 'backup', label: texts.name, value: ({ backup }) => backup, width: '250px' },
  { id: 'message', label: texts.message, value: ({ message }) => message },
];

/** Events of the backups, the newest first. */
export function BackupLog() {
  const [page, setPage] = useState(1);
  const log = useEndpoint(backupLog, { query: { page, pageSize } }, { refetchSeconds: 10 });
  return (
    <Panel
      id="registo"
      title={texts.log}
      source={log}
      isEmpty={({ data }) => data.length === 0}
      empty={<EmptyState title={texts.noLog} />}
      flush
    >
      {({ data, total }) => (
        <DataTable
          id="registo-das-copias"
          label={texts.log}
          columns={columns}
          rows={data}
          rowId={({ id }) => String(id)}
          server={{ total }}
          pages={
            total <= pageSize ? undefined : <Pagination page={page} size={pageSize} total={total} onPage={setPage} />
          }
        />
      )}
    </Panel>
  );
}
