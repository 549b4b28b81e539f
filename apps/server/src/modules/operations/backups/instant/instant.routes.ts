import type { DataOf } from '@kianda/contract';
import * as contract from '@kianda/contract/operations/backups/instants.contract';
import { type Bindings, bind, type Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/module.ts';
import { jobNames } from '../backups.jobs.ts';
import type { BaseRow } from './instant.repository.ts';
import type { InstantWork } from './instant.work.ts';
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

/** Endpoints of what can be put back to any instant. */
export function instantBindings(options: {
  platform: Platform;
  instantWork: InstantWork;
  mainFolder: string;
  queue: () => JobQueue;
}): Bindings {
  const { platform, instantWork, queue } = options;
  const { clock } = platform;
  const own = () => ownProvenance(clock);

  async function status(): Promise<Status> {
    const { cluster, rows, windows, gaps, totals, waiting, failure } = await instantWork.status();
    const nowMs = clock.nowMs();
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
      command: `npm run restore -- '${options.mainFolder.replaceAll("'", String.raw`'\''`)}' --substituir --instante=`,
    };
  }

  /** The nearest answer before anything begins; the job asks again with the journal closed. */
  async function checkReach(instant: string): Promise<void> {
    const { cluster, windows } = await instantWork.status();
    if (cluster === null) {
      throw new AppError('conflict', {
        detail: 'O diário não está a ser arquivado: defina KIANDA_WAL_ARCHIVE=on e reinicie.',
      });
    }
    const atMs = Date.parse(instant);
    const last = windows.at(-1);
    const isWithin = windows.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs);
    // Until now the journal only has to be closed, which the job does.
    const isAhead = last !== undefined && atMs >= last.fromMs && atMs <= clock.nowMs();
    if (isWithin || isAhead) return;
    const spans = windows.map(({ fromMs, toMs }) => `de ${iso(fromMs)} a ${iso(toMs)}`).join(' e ');
    throw new AppError('conflict', {
      detail:
        spans === ''
          ? 'Ainda não há uma base concluída: faça uma, e os instantes a partir dela podem repor-se.'
          : `O instante ${instant} não está no arquivo, que tem ${spans}.`,
    });
  }

  const begin = async (name: string, input: unknown, principal: Principal) => ({
    data: { runId: await queue().enqueue(name, input, { actorId: principal.accountId }) },
    provenance: own(),
    status: 202 as const,
  });
  const actorOf = ({ accountId, email }: Principal) => ({ id: accountId, name: email });

  return [
    bind(contract.instantStatus, async () => ({ data: await status(), provenance: own() })),
    bind(contract.createInstantBase, async ({ principal }) => {
      const { cluster } = await instantWork.status();
      if (cluster === null) {
        throw new AppError('conflict', {
          detail: 'O diário não está a ser arquivado: defina KIANDA_WAL_ARCHIVE=on e reinicie.',
        });
      }
      return begin(jobNames.base, { trigger: 'manual', actor: actorOf(principal) }, principal);
    }),
    bind(contract.drillInstant, async ({ body, principal }) => {
      await checkReach(body.instant);
      return begin(jobNames.instantDrill, { instant: body.instant }, principal);
    }),
    bind(contract.restoreInstant, async ({ body, principal }) => {
      if (body.confirmation !== body.instant) {
        throw new AppError('conflict', { detail: `Escreva o instante, ${body.instant}, tal como está.` });
      }
      await checkReach(body.instant);
      const { instant, reason } = body;
      return begin(jobNames.instantRestore, { instant, reason, actor: actorOf(principal) }, principal);
    }),
  ];
}
