import type { DataOf, QueryOf } from '@kianda/contract';
import type { backupList, backupLog } from '@kianda/contract/operations/backups/backups.contract';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import type { BackupListRepository } from './backup-lists.repository.ts';
import type { BackupsRepository } from './backups.repository.ts';
import { backupView } from './overview.service.ts';

/** The lists of backups and of their log. */
export function createBackupLists(lists: BackupListRepository, repository: Pick<BackupsRepository, 'copies'>) {
  return {
    async page(query: QueryOf<typeof backupList>): Promise<DataOf<typeof backupList>> {
      const [{ rows, total }, copies] = await Promise.all([lists.backups(listPageOf(query)), repository.copies()]);
      return pageAnswer(
        rows.map((row) => backupView(row, copies)),
        total,
        query,
      );
    },
    async log(query: QueryOf<typeof backupLog>): Promise<DataOf<typeof backupLog>> {
      const { rows, total } = await lists.log(listPageOf(query));
      const lines = rows.map(({ id, at, level, backup, message }) => ({
        ...{ id, level, backup, message },
        at: at.toISOString(),
      }));
      return pageAnswer(lines, total, query);
    },
  };
}

export type BackupLists = ReturnType<typeof createBackupLists>;
