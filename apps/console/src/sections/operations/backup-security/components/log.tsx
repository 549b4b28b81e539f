import { backupLog, exportBackupLog } from '@kianda/contract/operations/backups/backups.contract';
import { type BackupLine, backupLogResource } from '@kianda/contract/operations/backups/backups.resource';
import { EmptyState, StatusPill, type StatusTone } from '@kianda/ui';
import type { ListState } from '../../../shared/resource/list-state.ts';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import { backupTexts as texts } from '../texts.pt.ts';

const tones: Readonly<Record<BackupLine['level'], StatusTone>> = { info: 'info', warn: 'caution', error: 'bad' };

/** Events of the backups. */
export function BackupLog({ state }: { readonly state: ListState }) {
  return (
    <ResourceList
      id="registo"
      list={backupLogResource}
      endpoint={backupLog}
      file={exportBackupLog}
      state={state}
      refetchSeconds={10}
      title={texts.log}
      rowId={({ id }) => String(id)}
      cells={{ level: ({ level }) => <StatusPill tone={tones[level]}>{texts.levels[level]}</StatusPill> }}
      empty={<EmptyState title={texts.noLog} />}
    />
  );
}
