import type { ServiceClient } from '@kianda/connectors/services/service-client';
import { allows } from '@kianda/contract';
import type { BucketView, LifecycleRule } from '@kianda/contract/open/storage/storage.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectInfo } from '../../../platform/storage/object-storage.ts';
import type { S3Account } from '../../../platform/storage/s3-account.ts';
import type { RemoteService } from '../external-services/index.ts';
import { onePerPrefix } from './area-changes.service.ts';
import { type ListQuery, objectsView, statsOf } from './area-views.service.ts';
import {
  countedObjects,
  createExternalAreas,
  type ExternalArea,
  type ExternalAreas,
} from './external-areas.service.ts';
import { s3Fault } from './external-storage.rules.ts';
import { lifecyclePreview } from './lifecycle-preview.service.ts';
import { unknownObject } from './own-objects.service.ts';
import type { StorageService } from './storage.service.ts';
import type { Actor, NewContent, ObjectAddress, StorageAsk, StorageAudit } from './storage.types.ts';
import { type AuditRecorder, recorder } from './storage-audit.service.ts';
import type { UsageRepository } from './usage.repository.ts';
import { withObject, withoutObject } from './usage.rules.ts';
import { createVersions } from './versions.service.ts';

type Parts = {
  readonly account: S3Account;
  readonly areas: ExternalAreas;
  readonly ask: StorageAsk;
  readonly record: AuditRecorder;
  readonly clock: Clock;
};

/** Areas and objects of an external MinIO or S3. People see what the configured key may see. */
export function createExternalStorageService(options: {
  account: S3Account;
  serviceClient: ServiceClient;
  outside: RemoteService;
  audit: StorageAudit;
  clock: Clock;
  usages: UsageRepository;
}): StorageService {
  const { account, serviceClient, outside, clock, usages } = options;
  const record = recorder(options.audit, outside.host);
  const ask: StorageAsk = (what, work, right) =>
    outside.ask(
      what,
      async () => {
        try {
          return await work();
        } catch (error) {
          throw s3Fault(error) ?? error;
        }
      },
      right,
    );
  const areas = createExternalAreas({ account, serviceClient, clock, ask, usages, host: outside.host });
  const { writable } = areas;
  const parts = { account, areas, ask, record, clock };
  return {
    record,
    storage: account.objects,
    ask,
    writable,
    fullKeyOf,
    changed: async () => areas.clear(),
    recountDue: (signal) => areas.recountDue(signal),
    provenance: () => outside.provenance(),
    ...areaViews(parts),
    ...areaChanges(parts),
    ...externalObjects(parts),
    versions: createVersions({
      storage: account.objects,
      ask,
      record,
      writable,
      fullKeyOf,
      area: async (name) => ({ root: `${(await areas.area(name)).name}/` }),
    }),
  };
}

function areaViews({ account, areas, ask }: Parts) {
  return {
    async buckets() {
      const { value, storedAtMs } = await areas.measured();
      const buckets = value.map(viewOf).toSorted((a, b) => a.name.localeCompare(b.name));
      return { buckets, measuredAtMs: countedAt(value, storedAtMs) };
    },

    usage: async () => (await areas.measured()).value,

    async info(name: string, _principal: Principal) {
      const area = await areas.area(name);
      const { storedAtMs } = await areas.measured();
      const lifecycle = await ask('carregar as regras', () => account.rules(name), 's3:GetLifecycleConfiguration');
      return {
        measuredAtMs: area.countedAtMs ?? storedAtMs,
        info: {
          ...viewOf(area),
          writable: area.writable,
          readable: true,
          lifecycle,
          histogram: Object.entries(area.histogram).map(([label, objects]) => ({ label, objects })),
        },
      };
    },

    async objects(name: string, query: ListQuery) {
      await areas.area(name);
      const root = `${name}/`;
      const after = query.after === undefined ? undefined : root + query.after;
      const read = () => account.objects.listLevel(root + query.prefix, { limit: query.limit, after });
      return objectsView(root, query.prefix, await ask('carregar objetos', read, 's3:ListBucket'));
    },

    async stats() {
      const { value, storedAtMs } = await areas.measured();
      const facts = { backend: 's3' as const, totalBuckets: value.length };
      return { measuredAtMs: countedAt(value, storedAtMs), stats: statsOf(value, facts) };
    },
  };
}

function areaChanges({ account, areas, ask, record, clock }: Parts) {
  return {
    async create({ name }: { name: string }, actor: Actor) {
      await ask('criar a área', () => account.createBucket(name), 's3:CreateBucket');
      areas.clear();
      await record(actor, 'data.modify', name, { act: 'create-bucket' });
    },

    async remove(name: string, actor: Actor) {
      await areas.writable(name);
      await ask('eliminar a área', () => account.removeBucket(name), 's3:DeleteBucket');
      areas.clear();
      await record(actor, 'data.delete', name, { act: 'delete-bucket' });
    },

    async previewRules(name: string, rules: readonly LifecycleRule[], signal: AbortSignal) {
      const { root } = await areas.writable(name);
      const preview = () => lifecyclePreview(account.objects, root, { rules, nowMs: clock.nowMs(), signal });
      return ask('carregar objetos', preview, 's3:ListBucket');
    },

    async setRules(name: string, rules: readonly LifecycleRule[], _seen: string | undefined, actor: Actor) {
      await areas.writable(name);
      const unique = onePerPrefix(rules);
      await ask('guardar as regras', () => account.replaceRules(name, unique), 's3:PutLifecycleConfiguration');
      await record(actor, 'system.config.change', name, { act: 'lifecycle', rules: unique.length });
      return unique;
    },
  };
}

function externalObjects({ account: { objects: storage }, areas, ask, record, clock }: Parts) {
  async function found(fullKey: string): Promise<ObjectInfo | null> {
    const level = await ask('carregar o objeto', () => storage.listLevel(fullKey, { limit: 1 }), 's3:ListBucket');
    const [first] = level.objects;
    return first?.key === fullKey ? first : null;
  }

  return {
    exists: async (fullKey: string) => (await found(fullKey)) !== null,

    async readable(name: string, key: string, principal: Principal | null) {
      await areas.area(name);
      // The account that signed a link was allowed to read the object.
      if (principal !== null && !allows('storage:read', principal.role)) throw new AppError('forbidden');
      return fullKeyOf(`${name}/`, key);
    },

    async write({ bucket, key }: ObjectAddress, { bytes, contentType }: NewContent, actor: Actor) {
      const { root } = await areas.writable(bucket);
      const fullKey = fullKeyOf(root, key);
      const before = await found(fullKey);
      const replaced = before !== null;
      const size = await ask('gravar o objeto', () => storage.putStream(fullKey, bytes, contentType), 's3:PutObject');
      const stored = { sizeBytes: size, modifiedAt: new Date(clock.nowMs()).toISOString() };
      await areas.changed(bucket, (count) =>
        withObject(before === null ? count : withoutObject(count, before.sizeBytes), stored),
      );
      await record(actor, 'data.import', `${bucket}/${key}`, { size, replaced });
      return { key, size, replaced };
    },

    async removeObject({ bucket, key }: ObjectAddress, actor: Actor) {
      const { root } = await areas.writable(bucket);
      const fullKey = fullKeyOf(root, key);
      const before = await found(fullKey);
      if (before === null) throw unknownObject();
      await ask('eliminar o objeto', () => storage.delete(fullKey), 's3:DeleteObject');
      await areas.changed(bucket, (count) => withoutObject(count, before.sizeBytes));
      await record(actor, 'data.delete', `${bucket}/${key}`);
    },
  };
}

/** Since when the totals of the areas stand: the oldest count of them. */
function countedAt(areas: readonly ExternalArea[], storedAtMs: number): number {
  return areas.reduce((oldest, { countedAtMs }) => Math.min(oldest, countedAtMs ?? storedAtMs), storedAtMs);
}

/** An external S3 decides itself which keys are valid. */
function fullKeyOf(root: string, key: string): string {
  return root + key;
}

function viewOf(area: ExternalArea): BucketView {
  const { name, size, objects, lastModified, createdAt, isPartial } = area;
  const description = isPartial ? `Contagem parcial: tem mais de ${countedObjects} objetos` : '';
  return { name, size, objects, lastModified, kind: 'user', description, createdAt };
}
