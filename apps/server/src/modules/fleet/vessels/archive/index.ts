import type { QueryOf } from '@kianda/contract';
import {
  exportArchivedDays,
  listArchivedDays,
  restoreArchivedDay,
} from '@kianda/contract/fleet/vessels/archive.contract';
import { archiveResource } from '@kianda/contract/fleet/vessels/archive.resource';
import { listPageOf, pageAnswer } from '../../../../platform/db/list-query.ts';
import { bind } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { type ListRecorder, listExport } from '../../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/module.ts';
import { createPartitions } from '../positions/partitions.ts';
import { type ArchiveInput, type ArchiveRetention, archiveJob, archiveJobName } from './archive.jobs.ts';
import { type ArchiverOptions, createArchiver } from './archiver.ts';
import { type ArchiveTables, createDaysRepository } from './days.repository.ts';
import { createDuck } from './duck.ts';
import { createLocalFiles } from './files.ts';
import { createArchiveList } from './list.repository.ts';
import { createArchiveReader } from './reader.ts';

export type ArchiveOptions = {
  readonly platform: Platform;
  readonly retention: ArchiveRetention;
  /** Absent: nothing is audited. */
  readonly audit?: ListRecorder | undefined;
  /** Absent: no day is brought back on demand. */
  readonly queue?: (() => Pick<JobQueue, 'enqueue'>) | undefined;
  readonly after?: ArchiverOptions['after'];
};

/** Old positions as files in object storage: written, listed, read beside the database, brought back. */
export function createArchive({ platform, retention, audit, queue, after }: ArchiveOptions) {
  const { database, storage, clock } = platform;
  const db = database.for<ArchiveTables>();
  const days = createDaysRepository(db);
  const duck = createDuck();
  const files = createLocalFiles(storage);
  const list = createArchiveList(db);
  const archiver = createArchiver({
    ...{ days, duck, files, storage, clock },
    partitions: createPartitions(db, 'vessels.positions', 'day'),
    ...(after === undefined ? {} : { after }),
    async audit(act, day, details) {
      await audit?.record({
        event: act === 'delete' ? 'data.delete' : 'data.modify',
        severity: act === 'delete' ? 'medium' : 'low',
        actorId: null,
        actorName: 'sistema',
        resource: `vessels/archive/${day}`.slice(0, 254),
        ipAddress: '',
        userAgent: '',
        metadata: { act: `positions-${act}`, ...details },
      });
    },
  });

  async function page(query: QueryOf<typeof listArchivedDays>) {
    const { rows, total } = await list.page(listPageOf(query));
    const data = rows.map((row) => ({
      day: row.day,
      positions: Number(row.positions),
      vessels: row.vessels,
      bytes: Number(row.bytes),
      archivedAt: row.archived_at.toISOString(),
      object: row.object_key,
      sha256: row.sha256,
      inDatabase: row.in_database,
    }));
    return pageAnswer(data, total, query);
  }

  return {
    reader: createArchiveReader({ days, duck, files }),
    archiver,
    job: archiveJob({ archiver, retention, clock }),
    async stop(): Promise<void> {
      await duck.stop();
      await files.stop();
    },
    bindings: [
      bind(listArchivedDays, async ({ query }) => {
        const { positions, bytes } = await list.totals();
        const { archiveDays = 0, positionDays } = retention;
        return {
          data: { ...(await page(query)), archiveDays, positionDays, totalPositions: positions, totalBytes: bytes },
          provenance: ownProvenance(clock),
        };
      }),
      bind(exportArchivedDays, listExport(archiveResource, { clock, audit, read: page })),
      bind(restoreArchivedDay, async ({ params, body, principal, ipAddress, userAgent }) => {
        if (queue === undefined || !(await list.has(params.day)))
          throw new AppError('not_found', { detail: `O dia ${params.day} não está arquivado.` });
        const input: ArchiveInput = { bringBack: params.day, keepDays: body.keepDays };
        const id = await queue().enqueue(archiveJobName, input, { actorId: principal.accountId });
        await audit?.record({
          event: 'data.modify',
          severity: 'medium',
          actorId: principal.accountId,
          actorName: principal.email,
          resource: `vessels/archive/${params.day}`,
          ipAddress,
          userAgent,
          metadata: { act: 'positions-restore-asked', job: id, keepDays: body.keepDays },
        });
        return { data: { id }, provenance: ownProvenance(clock), message: 'Reposição na fila.' };
      }),
    ],
  };
}

export type Archive = ReturnType<typeof createArchive>;
