import type { DataOf } from '@kianda/contract';
import type {
  Backup,
  BackupActivity,
  BackupDrill,
  backupOverview,
} from '@kianda/contract/operations/backups/backups.contract';
import { dayMs, hourMs } from '@kianda/geo';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { BackupRow, BackupsRepository, CopyRow, DrillRow, SettingsRow } from './backups.repository.ts';
import type { InstantOperations } from './instant/instant-operations.service.ts';
import { jobNames } from './job-names.rules.ts';
import { baseBackupMajor, evaluatePointInTime } from './point-in-time.client.ts';
import { nextDue } from './schedule.rules.ts';
import { deviceOf, secondPlace, type Targets } from './targets.service.ts';

type Overview = DataOf<typeof backupOverview>;
type Place = Overview['rule']['places'][number];

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A backup as people see it. */
export function backupView(row: BackupRow, copies: readonly CopyRow[]): Backup {
  const own = copies.filter(({ backup }) => backup === row.name);
  return {
    id: row.name,
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
    path: own.find(({ state }) => state === 'good')?.place ?? null,
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
    copies: own.map(({ target, place, state, at, error }) => ({ target, place, state, at: at.toISOString(), error })),
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

type OverviewDependencies = {
  readonly platform: Platform;
  readonly repository: BackupsRepository;
  readonly targets: Targets;
  readonly instants: InstantOperations;
  readonly queue: () => JobQueue;
  readonly dataDir: string;
  /** Host of the database server; null where the platform runs its own. */
  readonly databaseHost: string | null;
  readonly key: { readonly fingerprint: string; readonly origin: 'environment' | 'file'; readonly path: string | null };
};

const unknownMedium = 'desconhecido';

/** The data in use, which count as one copy of the rule 3-2-1. */
async function livePlace({ platform, databaseHost, dataDir }: OverviewDependencies): Promise<Place> {
  return {
    id: 'live',
    label: 'Dados em uso',
    place: databaseHost ?? dataDir,
    medium: databaseHost === null ? ((await deviceOf(dataDir)) ?? unknownMedium) : `servidor ${databaseHost}`,
    isOffsite: false,
    holds: true,
    detail: 'A plataforma está a usá-los.',
    checkedAt: new Date(platform.clock.nowMs()).toISOString(),
  };
}

function copyDetail(last: BackupRow | null, copy: CopyRow | null): string {
  if (last === null) return 'Ainda não há uma cópia boa.';
  if (copy === null) return 'A última cópia ainda não chegou aqui.';
  return copy.error ?? 'Tem a última cópia inteira.';
}

/** The data in use and the targets, each with whether it holds the newest good backup. */
async function placesOf(
  dependencies: OverviewDependencies,
  { second, last, copies }: { second: Second; last: BackupRow | null; copies: readonly CopyRow[] },
): Promise<Place[]> {
  const { mainFolder } = dependencies.targets;
  const targetPlace = async (id: 'main' | 'second'): Promise<Place> => {
    const folder = id === 'main' ? mainFolder : second?.kind === 'folder' ? second.folder : null;
    const place = id === 'main' ? mainFolder : secondPlace(second);
    const copy = copies.find((row) => row.backup === last?.name && row.target === id) ?? null;
    return {
      id,
      label: id === 'main' ? 'Destino principal' : 'Segundo destino',
      place,
      medium: folder === null ? hostOf(second) : ((await deviceOf(folder)) ?? unknownMedium),
      isOffsite: folder === null,
      holds: copy?.place === place && copy.state === 'good',
      detail: copyDetail(last, copy),
      checkedAt: iso(copy?.at ?? null),
    };
  };
  const stored = [await targetPlace('main'), ...(second === null ? [] : [await targetPlace('second')])];
  return [await livePlace(dependencies), ...stored];
}

/** Backup jobs that wait or run. */
async function activityOf(queue: JobQueue): Promise<BackupActivity[]> {
  const entries = Object.entries(jobNames) as [BackupActivity['action'], string][];
  const found = await Promise.all(
    entries.map(async ([action, name]) => {
      const runs = await queue.list({ name, limit: 5 });
      return runs.flatMap((run): BackupActivity[] => {
        if (run.state !== 'queued' && run.state !== 'running') return [];
        const { id: runId, label, key: subject, state, progress, message, startedAt } = run;
        return [{ runId, action, label, subject, state, progress, message, startedAt }];
      });
    }),
  );
  return found.flat();
}

function statsOf(backups: readonly BackupRow[], retentionDays: number): Overview['stats'] {
  const ended = backups.filter(({ state }) => state !== 'running');
  const good = ended.filter(({ state }) => state === 'completed');
  return {
    total: ended.length,
    successful: good.length,
    failed: ended.length - good.length,
    successRate: ended.length === 0 ? null : (good.length / ended.length) * 100,
    retentionDays,
    storedBytes: good.reduce((sum, row) => sum + (row.stored_bytes ?? 0), 0),
  };
}

/** The media in words: which of the folders share a device, and never the system's number of it. */
function withNamedMedia(places: readonly Place[]): Place[] {
  const owners = new Map<string, string>();
  return places.map((place) => {
    if (!/^\d+$/.test(place.medium)) return place;
    const owner = owners.get(place.medium);
    if (owner !== undefined) return { ...place, medium: `no mesmo disco que ${owner}` };
    const isFirst = owners.size === 0;
    owners.set(place.medium, place.id === 'live' ? 'os dados em uso' : `o ${place.label.toLowerCase()}`);
    return { ...place, medium: isFirst ? 'num disco desta máquina' : 'noutro disco desta máquina' };
  });
}

/** The rule 3-2-1: three copies, on two media, one of them on another machine. */
function ruleOf(places: Place[]): Overview['rule'] {
  const holding = places.filter(({ holds }) => holds);
  const media = new Set(holding.map(({ medium }) => medium)).size;
  const offsite = holding.filter(({ isOffsite }) => isOffsite).length;
  const isMet = holding.length >= 3 && media >= 2 && offsite >= 1;
  return { copies: holding.length, media, offsite, isMet, places: withNamedMedia(places) };
}

function drillFigures(
  drills: readonly DrillRow[],
  { everyDays, hasBackup, nowMs }: { everyDays: number | null; hasBackup: boolean; nowMs: number },
): Pick<Overview, 'lastDrill' | 'nextDrillAt'> {
  const drill = drills.find(({ state, instant }) => state !== 'running' && instant === null);
  const lastDrill =
    drill === undefined
      ? null
      : { at: drill.started_at.toISOString(), passed: drill.state === 'passed', backup: drill.backup };
  if (everyDays === null || !hasBackup) return { lastDrill, nextDrillAt: null };
  const nextMs = drill === undefined ? nowMs : drill.started_at.getTime() + everyDays * dayMs;
  return { lastDrill, nextDrillAt: new Date(nextMs).toISOString() };
}

/** Overview of the backups, every figure measured when it is asked for. */
export function createOverview(dependencies: OverviewDependencies) {
  const { platform, repository, key } = dependencies;
  // A program is started to ask it: once, and not before somebody wants to know.
  let toolMajor: ReturnType<typeof baseBackupMajor> | null = null;

  return async (): Promise<Overview> => {
    toolMajor ??= baseBackupMajor();
    const [settings, backups, copies, drills, journal] = await Promise.all([
      repository.settings(),
      repository.backups(),
      repository.copies(),
      repository.drills(),
      repository.journal(),
    ]);
    const nowMs = platform.clock.nowMs();
    const last = backups.find(({ state }) => state === 'completed') ?? null;
    const { settings: chosen } = settings;
    const ageHours = last === null ? null : (nowMs - last.started_at.getTime()) / hourMs;
    const next = nextDue(chosen, nowMs);
    const isSaved = settings.key_saved_fingerprint === key.fingerprint;
    return {
      lastBackup: last === null ? null : backupView(last, copies),
      ageHours,
      maxAgeHours: chosen.maxAgeHours,
      isTooOld: ageHours === null ? false : ageHours > chosen.maxAgeHours,
      next: next === null ? null : { type: next.kind, at: new Date(next.atMs).toISOString() },
      stats: statsOf(backups, chosen.retentionDays),
      rule: ruleOf(await placesOf(dependencies, { second: chosen.second, last, copies })),
      key: {
        ...key,
        savedAt: isSaved ? iso(settings.key_saved_at) : null,
        savedBy: isSaved ? settings.key_saved_by : null,
      },
      ...drillFigures(drills, { everyDays: chosen.drillEveryDays, hasBackup: last !== null, nowMs }),
      pointInTime: {
        ...evaluatePointInTime(journal, {
          isEmbedded: dependencies.databaseHost === null,
          hasWindow: (await dependencies.instants.status()).windows.length > 0,
          toolMajor: await toolMajor,
        }),
        lastArchivedAt: iso(journal.lastArchivedAt),
      },
      activity: await activityOf(dependencies.queue()),
    };
  };
}

type Second = SettingsRow['settings']['second'];

function hostOf(second: Second): string {
  if (second?.kind === 's3')
    return `servidor ${second.endpoint === null ? 'da Amazon S3' : new URL(second.endpoint).host}`;
  return second?.kind === 'sftp' ? `servidor ${new URL(second.address).host}` : '';
}
