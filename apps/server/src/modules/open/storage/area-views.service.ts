import type { BucketRule } from '@kianda/contract/open/storage/bucket-settings.contract';
import type { BucketView } from '@kianda/contract/open/storage/storage.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import type { Level, ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { type Area, type AreaLookup, fullPrefixOf, mayRead } from './area-lookup.service.ts';
import { systemArea } from './areas.rules.ts';
import { accessOf } from './bucket-settings.rules.ts';
import { mediaTypeOf } from './content/media-types.ts';
import { ageRuleOf } from './lifecycle.rules.ts';
import { ageRevision } from './setting-revisions.rules.ts';
import type { BucketRow, StorageRepository } from './storage.repository.ts';
import { emptyHistogram, type Usage } from './usage.rules.ts';
import type { OwnUsage } from './usage.service.ts';

export type ListQuery = { readonly prefix: string; readonly after?: string | undefined; readonly limit: number };

/** Areas, their contents and the space they take, as the console and MinIO's clients show them. */
export function createAreaViews(options: {
  storage: ObjectStorage;
  repository: StorageRepository;
  lookup: AreaLookup;
  usage: OwnUsage;
}) {
  const { storage, repository, lookup, usage } = options;

  return {
    async buckets(): Promise<{ buckets: BucketView[]; measuredAtMs: number }> {
      const [{ value, countedAtMs }, rows, settings] = await Promise.all([
        usage.measured(),
        repository.buckets(),
        repository.allSettings(),
      ]);
      const isOpen = (name: string) => accessOf(name, settings.get(name)).isPublic;
      const system = value.filter(({ kind }) => kind === 'system');
      const views = [
        ...rows.map((row) => {
          const used = value.find((entry) => entry.kind === 'user' && entry.name === row.name);
          return { ...viewOf(row.name, used, row), isPublic: isOpen(row.name) };
        }),
        ...system.map((used) => viewOf(used.name, used, undefined)),
      ];
      return { buckets: views.toSorted((a, b) => a.name.localeCompare(b.name)), measuredAtMs: countedAtMs };
    },

    async info(name: string, principal: Principal) {
      const area = await lookup.area(name);
      const [{ value, countedAtMs }, row, rules] = await Promise.all([
        usage.measured(),
        repository.bucket(name),
        repository.rules(name),
      ]);
      const used = value.find((entry) => entry.kind === area.kind && entry.name === name);
      return {
        measuredAtMs: countedAtMs,
        info: {
          ...viewOf(name, used, row),
          ...openness(area),
          writable: area.kind === 'user',
          readable: mayRead(name, area, principal),
          lifecycle: rules.flatMap((rule) => ageRuleOf(rule) ?? []),
          ...revised(rules),
          histogram: Object.entries(used?.histogram ?? emptyHistogram()).map(([label, objects]) => ({
            label,
            objects,
          })),
        },
      };
    },

    async objects(name: string, query: ListQuery) {
      const { root } = await lookup.area(name);
      const prefix = fullPrefixOf(root, query.prefix);
      const after = query.after === undefined ? undefined : root + query.after;
      return objectsView(root, query.prefix, await storage.listLevel(prefix, { limit: query.limit, after }));
    },

    async stats() {
      const { value, countedAtMs } = await usage.measured();
      const rows = await repository.buckets();
      const totalBuckets = value.filter(({ kind }) => kind === 'system').length + rows.length;
      return { measuredAtMs: countedAtMs, stats: statsOf(value, { backend: storage.kind, totalBuckets }) };
    },
  };
}

/** Where the rules are of another storage, which tells no revision of them, it is absent. */
const revised = (rules: readonly BucketRule[]): { readonly lifecycleRevision?: string } => ({
  lifecycleRevision: ageRevision(rules),
});

/** Whether an area is open to everyone; nothing for the platform's own, which never is. */
const openness = ({ access }: Area): { isPublic?: boolean } =>
  access === undefined ? {} : { isPublic: access.isPublic };

/** A level of an area's objects, with keys below the area's root. */
export function objectsView(root: string, prefix: string, level: Level) {
  const short = (key: string) => key.slice(root.length);
  return {
    prefix,
    objects: level.objects.map(({ key, sizeBytes, modifiedAt }) => ({
      key: short(key),
      size: sizeBytes,
      lastModified: modifiedAt,
      contentType: mediaTypeOf(key),
    })),
    prefixes: level.prefixes.map(short),
    next: level.next === null ? null : short(level.next),
  };
}

/** Totals over all areas, and the five that take most space. */
export function statsOf<Backend extends string>(
  usages: readonly Usage[],
  facts: { readonly backend: Backend; readonly totalBuckets: number },
) {
  const largest = usages.toSorted((a, b) => b.size - a.size).slice(0, 5);
  return {
    ...facts,
    totalSize: usages.reduce((sum, { size }) => sum + size, 0),
    totalObjects: usages.reduce((sum, { objects }) => sum + objects, 0),
    largest: largest.map(({ name, size, objects }) => ({ name, size, objects })),
  };
}

function viewOf(name: string, used: Usage | undefined, row: BucketRow | undefined): BucketView {
  return {
    name,
    size: used?.size ?? 0,
    objects: used?.objects ?? 0,
    lastModified: used?.lastModified ?? null,
    kind: row === undefined ? 'system' : 'user',
    description: row?.description ?? systemArea(name).description,
    createdAt: row?.created_at.toISOString() ?? null,
  };
}
