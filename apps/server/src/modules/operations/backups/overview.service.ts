import type { DataOf } from '@kianda/contract';
import type {
  Backup,
  BackupActivity,
  BackupDrill,
  backupOverview,
} from '@kianda/contract/operations/backups/backups.contract';
import { dayMs } from '@kianda/geo';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import { jobNames } from './backups.jobs.ts';
import type { BackupRow, BackupsRepository, CopyRow, DrillRow, SettingsRow } from './backups.repository.ts';
import type { InstantWork } from './instant/instant.work.ts';
import { baseBackupMajor, judgePointInTime } from './point-in-time.client.ts';
import { nextDue } from './schedule.rules.ts';
import { deviceOf, secondPlace, type Targets } from './targets.service.ts';

type Overview = DataOf<typeof backupOverview>;
type Place = Overview['rule']['places'][number];

const hourMs = 3_600_000;
const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A backup as people see it. */
export function backupView(row: BackupRow, copies: readonly CopyRow[]): Backup {
  return {
    name: row.name,
    type: row.kind,
    status: row.state,
    trigger: row.trigger,
    actor: row.actor,
    startTime: row.started_at.toISOString(),
    endTime: iso(row.ended_at),
    markedAt: iso(row.marked_at),
    markLsn: row.mark_lsn,
    size: row.stored_bytes,
    rows: row.row_count,
    tables: row.table_count,
    objects: row.object_count,
    checksum: row.checksum,
    base: row.base,
    requires: row.requires,
    error: row.error,
    keyFingerprint: row.key_fingerprint,
    verifiedAt: iso(row.verified_at),
    verifyError: row.verify_error,
    drilledAt: iso(row.drilled_at),
    drillPassed: row.drill_passed,
    copies: copies
      .filter(({ backup }) => backup === row.name)
      .map(({ target, place, state, at, error }) => ({ target, place, state, at: at.toISOString(), error })),
  };
}

/** A drill with its evidence. */
export function drillView(row: DrillRow): BackupDrill {
  const { id, backup, target, state, error, evidence } = row;
  const hasPassed = state === 'passed';
  return {
    id,
    backup,
    target,
    startedAt: row.started_at.toISOString(),
    endedAt: iso(row.ended_at),
    state,
    error,
    seconds: row.ended_at === null ? null : (row.ended_at.getTime() - row.started_at.getTime()) / 1000,
    lossMinutes: row.loss_minutes,
    tables: hasPassed ? evidence.length : null,
    rows: hasPassed ? evidence.reduce((sum, { rows }) => sum + rows, 0) : null,
    objects: row.object_count,
    objectBytes: row.object_bytes,
    evidence,
    instant: iso(row.instant),
  };
}

/** What the section shows at its top, every figure measured. */
export function createOverview(options: {
  platform: Platform;
  repository: BackupsRepository;
  targets: Targets;
  instantWork: InstantWork;
  queue: () => JobQueue;
  dataDir: string;
  /** Whether the database is a server of its own, and on which host. */
  databaseHost: string | null;
  key: { readonly fingerprint: string; readonly origin: 'environment' | 'file'; readonly path: string | null };
}) {
  const { platform, repository, targets, key } = options;
  const { clock } = platform;
  const toolMajor = baseBackupMajor();

  async function places(settings: SettingsRow, last: BackupRow | null, copies: readonly CopyRow[]): Promise<Place[]> {
    const found = (id: 'main' | 'second') =>
      copies.find((copy) => copy.backup === last?.name && copy.target === id) ?? null;
    const liveMedium =
      options.databaseHost === null
        ? ((await deviceOf(options.dataDir)) ?? 'desconhecido')
        : `servidor ${options.databaseHost}`;
    const live: Place = {
      id: 'live',
      label: 'Dados em uso',
      place: options.databaseHost === null ? options.dataDir : options.databaseHost,
      medium: liveMedium,
      isOffsite: false,
      holds: true,
      detail: 'A plataforma está a usá-los.',
      checkedAt: new Date(clock.nowMs()).toISOString(),
    };
    const placeOf = async (id: 'main' | 'second'): Promise<Place | null> => {
      const second = settings.settings.second;
      if (id === 'second' && second === null) return null;
      const folder = id === 'main' ? targets.mainFolder : second?.kind === 'folder' ? second.folder : null;
      const place = id === 'main' ? targets.mainFolder : secondPlace(second);
      const copy = found(id);
      return {
        id,
        label: id === 'main' ? 'Destino principal' : 'Segundo destino',
        place,
        medium: folder === null ? hostOf(second) : ((await deviceOf(folder)) ?? 'desconhecido'),
        isOffsite: folder === null,
        holds: copy?.place === place && copy.state === 'good',
        detail:
          last === null
            ? 'Ainda não há uma cópia boa.'
            : copy === null
              ? 'A última cópia ainda não chegou aqui.'
              : (copy.error ?? 'Tem a última cópia inteira.'),
        checkedAt: iso(copy?.at ?? null),
      };
    };
    const listed = [live, await placeOf('main'), await placeOf('second')];
    return listed.filter((place) => place !== null);
  }

  async function activity(): Promise<BackupActivity[]> {
    const entries = Object.entries(jobNames) as [BackupActivity['action'], string][];
    const found = await Promise.all(
      entries.map(async ([action, name]) => {
        const runs = await options.queue().list({ name, limit: 5 });
        return runs.flatMap((run): BackupActivity[] => {
          if (run.state !== 'queued' && run.state !== 'running') return [];
          const { id: runId, label, key: subject, state, progress, message, startedAt } = run;
          return [{ runId, action, label, subject, state, progress, message, startedAt }];
        });
      }),
    );
    return found.flat();
  }

  return async (): Promise<Overview> => {
    const [settings, backups, copies, drills, journal] = await Promise.all([
      repository.settings(),
      repository.backups(),
      repository.copies(),
      repository.drills(),
      repository.journal(),
    ]);
    const nowMs = clock.nowMs();
    const last = backups.find(({ state }) => state === 'completed') ?? null;
    const { settings: chosen } = settings;
    const ageHours = last === null ? null : (nowMs - last.started_at.getTime()) / hourMs;
    const ended = backups.filter(({ state }) => state !== 'running');
    const good = ended.filter(({ state }) => state === 'completed');
    const next = nextDue(chosen, nowMs);
    const listed = await places(settings, last, copies);
    const holding = listed.filter(({ holds }) => holds);
    const media = new Set(holding.map(({ medium }) => medium)).size;
    const offsite = holding.filter(({ isOffsite }) => isOffsite).length;
    const drill = drills.find(({ state, instant }) => state !== 'running' && instant === null);
    const isSaved = settings.key_saved_fingerprint === key.fingerprint;
    return {
      lastBackup: last === null ? null : backupView(last, copies),
      ageHours,
      maxAgeHours: chosen.maxAgeHours,
      isTooOld: ageHours === null ? false : ageHours > chosen.maxAgeHours,
      next: next === null ? null : { type: next.kind, at: new Date(next.atMs).toISOString() },
      stats: {
        total: ended.length,
        successful: good.length,
        failed: ended.length - good.length,
        successRate: ended.length === 0 ? null : (good.length / ended.length) * 100,
        retentionDays: chosen.retentionDays,
        storedBytes: good.reduce((sum, row) => sum + (row.stored_bytes ?? 0), 0),
      },
      rule: {
        copies: holding.length,
        media,
        offsite,
        isMet: holding.length >= 3 && media >= 2 && offsite >= 1,
        places: listed,
      },
      key: {
        ...key,
        savedAt: isSaved ? iso(settings.key_saved_at) : null,
        savedBy: isSaved ? settings.key_saved_by : null,
      },
      lastDrill:
        drill === undefined
          ? null
          : { at: drill.started_at.toISOString(), passed: drill.state === 'passed', backup: drill.backup },
      nextDrillAt:
        chosen.drillEveryDays === null || last === null
          ? null
          : new Date(
              drill === undefined ? nowMs : drill.started_at.getTime() + chosen.drillEveryDays * dayMs,
            ).toISOString(),
      pointInTime: {
        ...judgePointInTime(journal, {
          isEmbedded: options.databaseHost === null,
          hasWindow: (await options.instantWork.status()).windows.length > 0,
          toolMajor: await toolMajor,
        }),
        lastArchivedAt: iso(journal.lastArchivedAt),
      },
      activity: await activity(),
    };
  };
}

type Second = SettingsRow['settings']['second'];

function hostOf(second: Second): string {
  if (second?.kind === 's3')
    return `servidor ${second.endpoint === null ? 'da Amazon S3' : new URL(second.endpoint).host}`;
  return second?.kind === 'sftp' ? `servidor ${new URL(second.address).host}` : '';
}
