import type { Role } from '@kianda/contract';
import type { LiveNotice } from '@kianda/contract/operations/health/live.contract';
import type { JobQueue, JobRun } from '../../../platform/jobs/jobs.ts';
import type { Identity } from '../../people/identity/index.ts';
import type { NoticeSource } from './live-metrics.service.ts';

/** Recent sessions count as in use: an open page renews its own every quarter of an hour. */
export const presenceMinutes = 20;
const newest = 5;
/** Runs looked through for ended ones. */
const lookedThrough = 100;

const profiles: Readonly<Record<Role, string>> = {
  administrador: 'administração',
  operador: 'operação',
  cientista: 'ciência',
  investigador: 'investigação',
  cliente: 'cliente',
};

/** Recent events of the platform for the list of the realtime page: runs that ended, and sign-ins without names. */
export function platformNotices(
  identity: Pick<Identity, 'latestSignIns'>,
  queue: Pick<JobQueue, 'list'>,
): readonly NoticeSource[] {
  return [
    async () => (await queue.list({ limit: lookedThrough })).flatMap(noticeOfRun).slice(0, newest),
    async () =>
      (await identity.latestSignIns(newest)).map(({ sessionId, at, role }) => ({
        id: `session-${sessionId}`,
        type: 'info' as const,
        title: 'Sessão iniciada',
        message: `Conta com perfil de ${profiles[role]}`,
        timestamp: at,
      })),
  ];
}

function noticeOfRun({ id, name, label, state, error, endedAt, trigger }: JobRun): LiveNotice[] {
  if (endedAt === null || state === 'queued' || state === 'running') return [];
  // The platform's own upkeep is news only when it fails: it would crowd out everything else.
  if (state === 'succeeded' && trigger === 'schedule' && !/^ingest\.[^.]+\.[^.]+$/.test(name)) return [];
  const outcome = {
    succeeded: { type: 'success', title: 'Tarefa concluída', message: label },
    failed: { type: 'error', title: 'Tarefa falhada', message: error === null ? label : `${label}: ${error}` },
    cancelled: { type: 'warning', title: 'Tarefa cancelada', message: label },
  } as const;
  return [{ id: `run-${id}`, ...outcome[state], timestamp: endedAt }];
}
