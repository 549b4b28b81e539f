import type { Provenance } from '@kianda/contract';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Platform } from '../../../platform/module.ts';
import { createAreaChanges } from './area-changes.service.ts';
import { createAreaLookup, fullKeyOf } from './area-lookup.service.ts';
import { createAreaViews } from './area-views.service.ts';
import { createOwnObjects } from './own-objects.service.ts';
import { withVersions } from './own-versions.service.ts';
import type { StorageRepository } from './storage.repository.ts';
import type { Actor, ObjectAddress, StorageAsk, StorageAudit } from './storage.types.ts';
import { recorder } from './storage-audit.service.ts';
import type { UsageRepository } from './usage.repository.ts';
import { createUsage } from './usage.service.ts';
import { createVersions } from './versions.service.ts';

/** The platform's own storage, with the operations that only S3 clients need. */
export type OwnStorage = ReturnType<typeof createStorageService>;
/** The operations that the console needs, of the platform's own storage or of an external one. */
export type StorageService = Omit<
  OwnStorage,
  | 'writable'
  | 'area'
  | 'names'
  | 'access'
  | 'opened'
  | 'stop'
  | 'store'
  | 'objectTags'
  | 'factsOf'
  | 'setHeaders'
  | 'rules'
  | 'setOtherRules'
  | 'replaceRules'
  | 'ownVersions'
  | 'setSettings'
  | 'expire'
  | 'removeWithoutVersion'
  | 'removeObject'
> & {
  writable(name: string): Promise<{ readonly root: string }>;
  removeObject(address: ObjectAddress, actor: Actor): Promise<unknown>;
};

/** Areas and objects in the platform's object storage. Areas that the platform fills itself are read only here. */
export function createStorageService(options: {
  platform: Platform;
  repository: StorageRepository;
  usages: UsageRepository;
  audit: StorageAudit;
}) {
  const { repository, usages } = options;
  const { clock, events } = options.platform;
  const held = withVersions(options.platform.storage, { clock, repository });
  const { storage } = held;
  const record = recorder(options.audit);
  const usage = createUsage({ storage, clock, repository: usages, buckets: repository });
  const lookup = createAreaLookup({ storage, repository, clock, events });
  const { area, writable, announce: _announce, stop: stopLookup, ...access } = lookup;
  const ask: StorageAsk = (_what, work) => work();
  const parts = { ...held, clock, events, repository, lookup, usage, record };

  const { stopFacts, ...objects } = createOwnObjects(parts);

  return {
    record,
    storage,
    ask,
    stop(): void {
      stopLookup();
      stopFacts();
    },
    ...access,
    area,
    writable,
    fullKeyOf,
    ...createAreaViews(parts),
    ...createAreaChanges(parts),
    ...objects,
    rules: (bucket: string) => repository.rules(bucket),
    /** Versions that this storage keeps of its own accord; null where another one does. */
    ownVersions: held.ownVersions,
    versions: createVersions({ storage, ask, record, area, writable, fullKeyOf }),
    /** Usage of every area with its histogram of sizes, which MinIO's clients show. */
    usage: async () => (await usage.measured()).value,
    /** Counts an object as it is, after it was changed by other means than these. */
    changed: (address: ObjectAddress) => usage.settle(address),
    /** Counts again the areas whose count no longer stands; how many. */
    recountDue: (signal: AbortSignal) => usage.recountDue(signal),
    /** Origin of an answer, as measured at an instant. */
    provenance: (measuredAtMs?: number): Provenance =>
      ownProvenance(clock, measuredAtMs === undefined ? undefined : new Date(measuredAtMs).toISOString()),
  };
}
