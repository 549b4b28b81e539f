import type { BodyOf } from '@kianda/contract';
import type {
  BucketRule,
  BucketSettings,
  putBucketCors,
  putBucketLock,
  putBucketPolicy,
  putBucketRules,
  putVersionLock,
} from '@kianda/contract/open/storage/bucket-settings.contract';
import { dayMs } from '@kianda/geo';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Area } from './area-lookup.service.ts';
import { isPublicPolicy, readPolicy } from './bucket-policy.rules.ts';
import { ageRuleOf } from './lifecycle.rules.ts';
import type { OwnVersions } from './own-versions.service.ts';
import { assertSeen, corsRevision, policyRevision, rulesRevision } from './setting-revisions.rules.ts';
import type { OwnStorage } from './storage.service.ts';
import type { Actor } from './storage.types.ts';
import { longestLockDays, mayReplaceLock } from './version-lock.rules.ts';

const elsewhere = 'As versões e os bloqueios são do S3 em que a plataforma guarda os objetos.';

export type BucketSettingsService = ReturnType<typeof createBucketSettings>;

/** Choices of an area as the console shows and changes them; the same that S3 clients have. */
export function createBucketSettings({ service, clock }: { service: OwnStorage; clock: Clock }) {
  return {
    provenance: service.provenance,

    /** Throws `not_found`. */
    async view(name: string): Promise<BucketSettings> {
      return viewOf(await service.area(name), await service.rules(name));
    },

    async setVersioning(name: string, versioning: 'enabled' | 'suspended', actor: Actor): Promise<void> {
      versionsOf(service);
      const { settings } = await service.writable(name);
      if (settings?.lock_enabled === true && versioning === 'suspended')
        throw new AppError('conflict', { detail: 'Uma área com bloqueio de objetos guarda sempre versões.' });
      await service.setSettings(name, { versioning }, actor);
    },

    async setLock(name: string, { mode, days }: BodyOf<typeof putBucketLock>, actor: Actor): Promise<void> {
      versionsOf(service);
      const { settings } = await service.writable(name);
      if (settings?.versioning !== 'enabled')
        throw new AppError('conflict', { detail: 'Só uma área que guarda versões pode bloquear objetos.' });
      if ((mode === null) !== (days === null)) throw invalid('days', 'O modo e os dias dizem-se juntos.');
      await service.setSettings(name, { lock_enabled: true, lock_mode: mode, lock_days: days }, actor);
    },

    async setCors(name: string, { rules, revision }: BodyOf<typeof putBucketCors>, actor: Actor): Promise<void> {
      const cors = rules.length === 0 ? null : JSON.stringify(rules);
      await service.setSettings(name, { cors }, actor, (row) => assertSeen(revision, corsRevision(row)));
    },

    async setPolicy(name: string, wanted: BodyOf<typeof putBucketPolicy>, actor: Actor): Promise<void> {
      const { policy, revision } = wanted;
      const { access } = await service.writable(name);
      const read = policy === null ? { policy: [] } : readPolicy(policy, name);
      if ('kind' in read) throw invalid('policy', read.message);
      if (isPublicPolicy(read.policy) && access?.publicBlock?.blockPublicPolicy === true)
        throw new AppError('conflict', { detail: 'O bloqueio de acesso público da área não deixa abri-la a todos.' });
      await service.setSettings(name, { policy }, actor, (row) => assertSeen(revision, policyRevision(row)));
    },

    setRules: (name: string, { rules, revision }: BodyOf<typeof putBucketRules>, actor: Actor) =>
      service.setOtherRules(name, rules, revision, actor),

    ...versionLocks(service, clock),
  };
}

/** Retention and legal hold of single versions, by those who manage the storage. */
function versionLocks(service: OwnStorage, clock: Clock) {
  return {
    /** Throws `not_found`, and `conflict` where the lock that is there may not be shortened. */
    async lockVersion(name: string, wanted: BodyOf<typeof putVersionLock>, actor: Actor): Promise<void> {
      const { settings } = await service.writable(name);
      const { key, versionId, retention, legalHold } = wanted;
      if (settings?.lock_enabled !== true)
        throw new AppError('conflict', { detail: 'A área não tem bloqueio de objetos.' });
      const nowMs = clock.nowMs();
      const lock =
        retention === undefined || retention === null
          ? { lock_mode: null, lock_until: null }
          : { lock_mode: retention.mode, lock_until: new Date(retention.until) };
      const untilMs = lock.lock_until?.getTime() ?? null;
      if (untilMs !== null && (untilMs <= nowMs || untilMs > nowMs + longestLockDays * dayMs))
        throw invalid('retention.until', 'A data é depois de agora, e antes de cem anos.');
      const changed = await versionsOf(service).lock({ bucket: name, key }, versionId, (row) => {
        if (retention !== undefined && !mayReplaceLock(row, lock, { nowMs, bypass: true }))
          throw new AppError('conflict', {
            detail: `A versão está bloqueada até ${row.lock_until?.toISOString() ?? ''}: só se prolonga.`,
          });
        return {
          ...(retention === undefined ? {} : lock),
          ...(legalHold === undefined ? {} : { legal_hold: legalHold }),
        };
      });
      if (changed === null) throw new AppError('not_found', { detail: 'Essa versão não existe.' });
      await service.record(actor, 'data.modify', `${name}/${key}`, { act: 'lock', versionId });
    },
  };
}

function versionsOf(service: OwnStorage): OwnVersions {
  if (service.ownVersions === null) throw new AppError('conflict', { detail: elsewhere });
  return service.ownVersions;
}

function viewOf({ settings, access }: Area, rules: readonly (BucketRule & { readonly bucket: string })[]) {
  return {
    versioning: settings?.versioning ?? ('off' as const),
    lock: settings?.lock_enabled === true ? { mode: settings.lock_mode, days: settings.lock_days } : null,
    cors: [...(access?.cors ?? [])],
    policy: settings?.policy ?? null,
    isPublic: access?.isPublic === true,
    publicBlock: access?.publicBlock ?? null,
    tags: (access?.tags ?? []).map(([name, value]): [string, string] => [name, value]),
    rules: rules.filter((rule) => ageRuleOf(rule) === null).map(({ bucket: _bucket, ...rule }) => rule),
    revisions: { cors: corsRevision(settings), policy: policyRevision(settings), rules: rulesRevision(rules) },
  } satisfies BucketSettings;
}

const invalid = (field: string, message: string) =>
  new AppError('validation_failed', { issues: [{ path: `body.${field}`, message }] });
