import * as contract from '@kianda/contract/operations/backups/backups.contract';
import { backupLogResource, backupResource } from '@kianda/contract/operations/backups/backups.resource';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { type Bindings, bind, type Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { BackupLists } from './backup-lists.service.ts';
import type { BackupOperations } from './backup-operations.service.ts';
import { madeKind, retentionCandidate } from './backup-rows.rules.ts';
import { backupSettingsBindings } from './backup-settings.routes.ts';
import type { BackupRow, BackupsRepository } from './backups.repository.ts';
import { BackupError } from './engine/errors.ts';
import { dependants } from './engine/retention.ts';
import { jobNames } from './job-names.rules.ts';
import { backupView, type createOverview, drillView } from './overview.service.ts';
import type { Targets } from './targets.service.ts';

type RouteDependencies = {
  readonly platform: Platform;
  readonly repository: BackupsRepository;
  readonly lists: BackupLists;
  readonly operations: BackupOperations;
  readonly targets: Targets;
  readonly overview: ReturnType<typeof createOverview>;
  readonly queue: () => JobQueue;
  readonly audit: { record(entry: AuditEntry): Promise<void> };
  readonly fingerprint: string;
};

const drillsShown = 500;
const actorOf = ({ accountId, email }: Principal) => ({ id: accountId, name: email });

async function knownBackup(repository: BackupsRepository, name: string): Promise<BackupRow> {
  const row = await repository.backup(name);
  if (row === undefined) throw new AppError('not_found', { detail: `Não existe a cópia ${name}.` });
  return row;
}

async function goodBackup(repository: BackupsRepository, name: string): Promise<BackupRow> {
  const row = await knownBackup(repository, name);
  if (row.state === 'completed') return row;
  throw new AppError('conflict', { detail: 'Esta cópia não está concluída: escolha outra.' });
}

/** Why a backup cannot be restored here; null where it can. */
function restoreObstacle(row: BackupRow, fingerprint: string): string | null {
  if (row.state !== 'completed') return 'A cópia não está concluída.';
  if (row.key_fingerprint === fingerprint) return null;
  return `A cópia foi feita com a chave ${row.key_fingerprint}, e a plataforma tem a chave ${fingerprint}.`;
}

function readingBindings({ platform, repository, lists, overview, fingerprint, audit }: RouteDependencies): Bindings {
  const { clock } = platform;
  const provenance = () => ownProvenance(clock);
  return [
    bind(contract.backupOverview, async () => ({ data: await overview(), provenance: provenance() })),
    bind(contract.backupList, async ({ query }) => ({ data: await lists.page(query), provenance: provenance() })),
    bind(contract.exportBackups, listExport(backupResource, { clock, audit, read: lists.page })),
    bind(contract.backupDetail, async ({ params }) => {
      const row = await knownBackup(repository, params.name);
      const [backups, copies] = await Promise.all([repository.backups(), repository.copies()]);
      const reason = restoreObstacle(row, fingerprint);
      const data = {
        backup: backupView(row, copies),
        neededBy: dependants(backups.map(retentionCandidate), row.name),
        restore: {
          isPossible: reason === null,
          reason,
          rowsInBackup: row.row_count,
          minutesSinceMark: (clock.nowMs() - row.started_at.getTime()) / 60_000,
        },
      };
      return { data, provenance: provenance() };
    }),
    bind(contract.backupDrills, async () => ({
      data: { drills: (await repository.drills()).slice(0, drillsShown).map(drillView) },
      provenance: provenance(),
    })),
    bind(contract.backupLog, async ({ query }) => ({ data: await lists.log(query), provenance: provenance() })),
    bind(contract.exportBackupLog, listExport(backupLogResource, { clock, audit, read: lists.log })),
  ];
}

function operationBindings({ platform, repository, operations, queue }: RouteDependencies): Bindings {
  const provenance = () => ownProvenance(platform.clock);
  const begin = async (name: string, input: unknown, principal: Principal) => ({
    data: { runId: await queue().enqueue(name, input, { actorId: principal.accountId }) },
    provenance: provenance(),
    status: 202 as const,
  });
  return [
    bind(contract.createBackup, async ({ body, principal }) => {
      const { type, note } = madeKind(body.type);
      const begun = await begin(jobNames.create, { type, trigger: 'manual', actor: actorOf(principal) }, principal);
      return { ...begun, data: { ...begun.data, requested: body.type, type, note } };
    }),
    bind(contract.verifyBackup, async ({ params, body, principal }) => {
      await goodBackup(repository, params.name);
      return begin(jobNames.verify, { name: params.name, target: body.target }, principal);
    }),
    bind(contract.drillBackup, async ({ params, body, principal }) => {
      await goodBackup(repository, params.name);
      return begin(jobNames.drill, { name: params.name, target: body.target }, principal);
    }),
    bind(contract.restoreBackup, async ({ params, body, principal }) => {
      const { name } = await goodBackup(repository, params.name);
      if (body.confirmation !== name) {
        throw new AppError('conflict', { detail: `Escreva o nome da cópia, ${name}, tal como está.` });
      }
      const { target, reason } = body;
      return begin(jobNames.restore, { name, target, reason, actor: actorOf(principal) }, principal);
    }),
    bind(contract.deleteBackup, async ({ params, principal }) => {
      const row = await knownBackup(repository, params.name);
      if (row.state === 'running') throw new AppError('conflict', { detail: 'A cópia ainda está a ser feita.' });
      try {
        await operations.remove(row.name, actorOf(principal));
      } catch (error) {
        if (error instanceof BackupError) throw new AppError('conflict', { detail: error.message, cause: error });
        throw error;
      }
      return { data: { deleted: true }, provenance: provenance() };
    }),
  ];
}

/** Endpoints of the backups. */
export function backupBindings(dependencies: RouteDependencies): Bindings {
  return [
    ...readingBindings(dependencies),
    ...operationBindings(dependencies),
    ...backupSettingsBindings(dependencies),
  ];
}
