import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { LockMode, VersionLock, VersionRow } from '../object-versions.repository.ts';
import type { OwnStorage } from '../storage.service.ts';
import { longestLockDays as longestDays, mayReplaceLock, type Retention } from '../version-lock.rules.ts';
import { assertManages, isYes, openedArea, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { mayManage, versionsOf } from './s3-versions.ts';
import { readXml } from './s3-xml.ts';

const modeSchema = z.enum(['GOVERNANCE', 'COMPLIANCE']);
const count = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);
const configuration = z.object({
  ObjectLockEnabled: z.literal('Enabled'),
  Rule: z
    .object({ DefaultRetention: z.object({ Mode: modeSchema, Days: count.optional(), Years: count.optional() }) })
    .optional(),
});
const retention = z.preprocess(
  (value) => (value === '' ? {} : value),
  z.object({ Mode: modeSchema.optional(), RetainUntilDate: z.string().optional() }),
);
const hold = z.object({ Status: z.enum(['ON', 'OFF']) });

/** Locks of the area, and of single versions, by the S3 protocol. */
export function createS3Lock(service: OwnStorage, clock: Clock) {
  const versions = lockedVersions(service);
  return { area: areaLock(service), retention: versionRetention(versions, clock), hold: legalHold(versions) };
}

const notAllowed = async (): Promise<StandardAnswer> => {
  throw new S3Error('MethodNotAllowed');
};

/** Versions of areas that have locks. */
function lockedVersions(service: OwnStorage) {
  async function lockedArea(call: S3Call, forWriting: boolean) {
    const area = forWriting ? await writableArea(service, call) : await openedArea(service, call);
    if (area.settings?.lock_enabled !== true)
      throw new S3Error('InvalidRequest', 'A área não tem bloqueio de objetos.');
  }

  async function change(call: S3Call, decide: (row: VersionRow) => Partial<VersionLock>): Promise<void> {
    const changed = await versionsOf(service).lock(call, call.query('versionId'), decide);
    if (changed === null) throw new S3Error(call.query('versionId') === undefined ? 'NoSuchKey' : 'NoSuchVersion');
    await service.record(call.actor, 'data.modify', `${call.bucket}/${call.key}`, {
      act: 'lock',
      versionId: changed.version_id,
    });
  }

  async function locked(call: S3Call): Promise<VersionRow> {
    await lockedArea(call, false);
    const id = call.query('versionId');
    const versions = versionsOf(service);
    const row = id === undefined ? await versions.latest(call) : (await versions.find(call, id))?.row;
    if (row === undefined || row.is_deleted) throw new S3Error(id === undefined ? 'NoSuchKey' : 'NoSuchVersion');
    return row;
  }

  return { lockedArea, change, locked };
}

type LockedVersions = ReturnType<typeof lockedVersions>;

function areaLock(service: OwnStorage) {
  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      const { settings } = await openedArea(service, call);
      if (settings?.lock_enabled !== true) throw new S3Error('ObjectLockConfigurationNotFoundError');
      const { lock_mode: Mode, lock_days: Days } = settings;
      return xmlAnswer('ObjectLockConfiguration', {
        ObjectLockEnabled: 'Enabled',
        ...(Days === null ? {} : { Rule: { DefaultRetention: { Mode, Days } } }),
      });
    },
    async put(call: S3Call): Promise<StandardAnswer> {
      const { settings } = await writableArea(service, call);
      assertManages(call);
      versionsOf(service);
      const { Rule } = await readXml(call.body, 'ObjectLockConfiguration', configuration);
      if (settings?.versioning !== 'enabled')
        throw new S3Error('InvalidBucketState', 'Só uma área que guarda versões pode bloquear objetos.');
      const { Mode = null, Days, Years } = Rule?.DefaultRetention ?? {};
      if (Rule !== undefined && (Days === undefined) === (Years === undefined)) throw new S3Error('MalformedXML');
      const days = Days ?? (Years === undefined ? null : Years * 365);
      if (days !== null && (days < 1 || days > longestDays))
        throw new S3Error('InvalidRetentionPeriod', `Um bloqueio dura de 1 a ${longestDays} dias.`);
      await service.setSettings(call.bucket, { lock_enabled: true, lock_mode: Mode, lock_days: days }, call.actor);
      return {};
    },
    remove: notAllowed,
  };
}

function versionRetention({ lockedArea, change, locked }: LockedVersions, clock: Clock) {
  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      const { lock_mode: Mode, lock_until } = await locked(call);
      if (lock_until === null) throw new S3Error('NoSuchObjectLockConfiguration');
      return xmlAnswer('Retention', { Mode, RetainUntilDate: lock_until.toISOString() });
    },
    async put(call: S3Call): Promise<StandardAnswer> {
      await lockedArea(call, true);
      const { Mode, RetainUntilDate } = await readXml(call.body, 'Retention', retention);
      if ((Mode === undefined) !== (RetainUntilDate === undefined)) throw new S3Error('MalformedXML');
      const lock = Mode === undefined ? { lock_mode: null, lock_until: null } : lockUntil(Mode, RetainUntilDate, clock);
      const bypass = isYes(call.header('x-amz-bypass-governance-retention')) && mayManage(call);
      await change(call, (row) => {
        assertMayReplace(row, lock, { nowMs: clock.nowMs(), bypass });
        return lock;
      });
      return {};
    },
    remove: notAllowed,
  };
}

function legalHold({ lockedArea, change, locked }: LockedVersions) {
  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      return xmlAnswer('LegalHold', { Status: (await locked(call)).legal_hold ? 'ON' : 'OFF' });
    },
    async put(call: S3Call): Promise<StandardAnswer> {
      await lockedArea(call, true);
      // Whoever may write must not be able to lift what a judge ordered.
      assertManages(call);
      const { Status } = await readXml(call.body, 'LegalHold', hold);
      await change(call, () => ({ legal_hold: Status === 'ON' }));
      return {};
    },
    remove: notAllowed,
  };
}

/** Throws `AccessDenied` where a lock may not take the place of another. */
function assertMayReplace(row: VersionRow, lock: Retention, by: { nowMs: number; bypass: boolean }): void {
  if (mayReplaceLock(row, lock, by)) return;
  throw new S3Error('AccessDenied', `A versão está bloqueada até ${row.lock_until?.toISOString() ?? ''}.`);
}

function lockUntil(lock_mode: LockMode, text: string | undefined, clock: Clock) {
  const lock_until = new Date(text ?? '');
  if (Number.isNaN(lock_until.getTime())) throw new S3Error('InvalidArgument', 'RetainUntilDate não é uma data.');
  if (lock_until.getTime() <= clock.nowMs()) throw new S3Error('InvalidArgument', 'A data do bloqueio já passou.');
  if (lock_until.getTime() > clock.nowMs() + longestDays * dayMs) throw new S3Error('InvalidRetentionPeriod');
  return { lock_mode, lock_until };
}

/** The lock that a client sends with an object; undefined where it sends none. Throws `InvalidRequest` where the area has no locks. */
export function lockOfHeaders(
  call: S3Call,
  area: { readonly lock_enabled: boolean } | undefined,
  clock: Clock,
): VersionLock | undefined {
  const [mode, until, held] = [
    call.header('x-amz-object-lock-mode'),
    call.header('x-amz-object-lock-retain-until-date'),
    call.header('x-amz-object-lock-legal-hold'),
  ];
  if (mode === undefined && until === undefined && held === undefined) return undefined;
  if (area?.lock_enabled !== true) throw new S3Error('InvalidRequest', 'A área não tem bloqueio de objetos.');
  if ((mode === undefined) !== (until === undefined))
    throw new S3Error('InvalidArgument', 'Um bloqueio tem modo e data.');
  if (held !== undefined && held !== 'ON' && held !== 'OFF') throw new S3Error('InvalidArgument');
  const checked = mode === undefined ? null : modeSchema.safeParse(mode);
  if (checked?.success === false) throw new S3Error('InvalidArgument', 'O modo é GOVERNANCE ou COMPLIANCE.');
  const lock = checked === null ? { lock_mode: null, lock_until: null } : lockUntil(checked.data, until, clock);
  return { ...lock, legal_hold: held === 'ON' };
}

/** Headers that tell readers of a version's lock. */
export function lockHeaders({ lock_mode, lock_until, legal_hold }: VersionLock): Record<string, string> {
  return {
    ...(lock_mode === null || lock_until === null
      ? {}
      : { 'x-amz-object-lock-mode': lock_mode, 'x-amz-object-lock-retain-until-date': lock_until.toISOString() }),
    ...(legal_hold ? { 'x-amz-object-lock-legal-hold': 'ON' } : {}),
  };
}
