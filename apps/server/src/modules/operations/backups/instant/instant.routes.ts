import type { DataOf } from '@kianda/contract';
import * as contract from '@kianda/contract/operations/backups/instants.contract';
import { type Bindings, bind, type Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/module.ts';
import { jobNames } from '../job-names.rules.ts';
import type { BaseRow } from './instant.repository.ts';
import type { InstantOperations } from './instant-operations.service.ts';
import { segmentName } from './names.ts';

type Status = DataOf<typeof contract.instantStatus>;

const iso = (ms: number): string => new Date(ms).toISOString();

function baseView(row: BaseRow): Status['bases'][number] {
  return {
    name: row.name,
    status: row.state,
    trigger: row.trigger,
    actor: row.actor,
    startTime: row.started_at.toISOString(),
    usableFrom: row.stopped_at?.toISOString() ?? null,
    dataBytes: row.data_bytes,
    size: row.stored_bytes,
    files: row.file_count,
    error: row.error,
    isOnSecond: row.second_place !== null,
  };
}

type RouteDependencies = {
  readonly platform: Platform;
  readonly instants: InstantOperations;
  readonly mainFolder: string;
  readonly queue: () => JobQueue;
};

const notArchiving = (): AppError =>
  new AppError('conflict', {
    detail: 'O diário não está a ser arquivado: defina KIANDA_WAL_ARCHIVE=on e reinicie.',
  });

async function readStatus({ platform, instants, mainFolder }: RouteDependencies): Promise<Status> {
  const { cluster, rows, windows, gaps, totals, waiting, failure } = await instants.status();
  const nowMs = platform.clock.nowMs();
  return {
    isArchiving: cluster !== null,
    everySeconds: cluster?.everySeconds ?? null,
    windows: windows.map(({ fromMs, toMs }) => ({ from: iso(fromMs), to: iso(toMs) })),
    lastArchivedAt: totals.newest?.toISOString() ?? null,
    lagSeconds: totals.newest === null ? null : Math.max(0, (nowMs - totals.newest.getTime()) / 1_000),
    segments: totals.count,
    storedBytes: totals.bytes,
    lastHourBytes: totals.lastHourBytes,
    waiting,
    failure,
    gaps: gaps.map(({ timeline, first, last }) => ({
      first: segmentName({ timeline, number: first }, cluster?.segmentBytes ?? 4_194_304),
      last: segmentName({ timeline, number: last }, cluster?.segmentBytes ?? 4_194_304),
      segments: last - first + 1,
    })),
    bases: rows.map(baseView),
    command: `npm run restore -- '${mainFolder.replaceAll("'", String.raw`'\''`)}' --substituir --instante=`,
  };
}

/** Refuses an instant that the archive cannot reach before a job begins; the job checks again with the journal closed. */
async function checkWithinArchive({ platform, instants }: RouteDependencies, instant: string): Promise<void> {
  const { cluster, windows } = await instants.status();
  if (cluster === null) throw notArchiving();
  const atMs = Date.parse(instant);
  const last = windows.at(-1);
  const isWithin = windows.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs);
  // The job closes the journal, so that instants newer than the last segment can be reached too.
  const isAhead = last !== undefined && atMs >= last.fromMs && atMs <= platform.clock.nowMs();
  if (isWithin || isAhead) return;
  const spans = windows.map(({ fromMs, toMs }) => `de ${iso(fromMs)} a ${iso(toMs)}`).join(' e ');
  throw new AppError('conflict', {
    detail:
      spans === ''
        ? 'Ainda não há uma base concluída: faça uma, e os instantes a partir dela podem repor-se.'
        : `O instante ${instant} não está no arquivo, que tem ${spans}.`,
  });
}

/** Endpoints of the restore to an instant. */
export function instantBindings(dependencies: RouteDependencies): Bindings {
  const { platform, instants, queue } = dependencies;
  const provenance = () => ownProvenance(platform.clock);

  const begin = async (name: string, input: unknown, principal: Principal) => ({
    data: { runId: await queue().enqueue(name, input, { actorId: principal.accountId }) },
    provenance: provenance(),
    status: 202 as const,
  });
  const actorOf = ({ accountId, email }: Principal) => ({ id: accountId, name: email });

  return [
    bind(contract.instantStatus, async () => ({ data: await readStatus(dependencies), provenance: provenance() })),
    bind(contract.createInstantBase, async ({ principal }) => {
      const { cluster } = await instants.status();
      if (cluster === null) throw notArchiving();
      return begin(jobNames.base, { trigger: 'manual', actor: actorOf(principal) }, principal);
    }),
    bind(contract.drillInstant, async ({ body, principal }) => {
      await checkWithinArchive(dependencies, body.instant);
      return begin(jobNames.instantDrill, { instant: body.instant }, principal);
    }),
    bind(contract.restoreInstant, async ({ body, principal }) => {
      if (body.confirmation !== body.instant) {
        throw new AppError('conflict', { detail: `Escreva o instante, ${body.instant}, tal como está.` });
      }
      await checkWithinArchive(dependencies, body.instant);
      const { instant, reason } = body;
      return begin(jobNames.instantRestore, { instant, reason, actor: actorOf(principal) }, principal);
    }),
  ];
}
