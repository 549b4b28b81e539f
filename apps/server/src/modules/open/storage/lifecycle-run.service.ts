import type { BucketRule } from '@kianda/contract/open/storage/bucket-settings.contract';
import { dayMs } from '@kianda/geo';
import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { userRoot } from './areas.rules.ts';
import { ageLimit } from './lifecycle-preview.service.ts';
import type { ExpiringVersion } from './object-versions.repository.ts';
import type { OwnVersions } from './own-versions.service.ts';
import { splitTags } from './s3/s3-stored-tags.ts';
import type { StorageRepository } from './storage.repository.ts';
import type { ObjectAddress } from './storage.types.ts';

const batchSize = 500;

export type LifecycleParts = {
  readonly storage: ObjectStorage;
  readonly repository: StorageRepository;
  readonly ownVersions: OwnVersions | null;
  /** Deletes an object, as its area deletes. */
  readonly expire: (object: ObjectAddress) => Promise<void>;
  /** Discards uploads by S3 clients that began before an instant; resolves to their number. */
  readonly abort: (bucket: string, prefix: string, before: Date) => Promise<number>;
};
type Rule = BucketRule & { readonly bucket: string };
type Run = LifecycleParts & { readonly nowMs: number; readonly signal: AbortSignal };
/** Numbers of what a rule deleted; `kept`: what a lock kept from it. */
export type LifecycleCounts = { objects: number; versions: number; markers: number; uploads: number; kept: number };

/** Deletes what one rule takes at an instant. A lock always wins over it. */
export async function runRule(rule: Rule, run: Run): Promise<LifecycleCounts> {
  const counts: LifecycleCounts = { objects: 0, versions: 0, markers: 0, uploads: 0, kept: 0 };
  const before = ageBound(rule, run.nowMs);
  if (before !== null) await expireObjects({ rule, run, counts, before });
  const { bucket, prefix, noncurrentDays, abortDays } = rule;
  if (noncurrentDays !== null) {
    const of = { before: new Date(run.nowMs - noncurrentDays * dayMs), newer: rule.newerNoncurrent ?? 0 };
    const next = (place: Parameters<StorageRepository['noncurrentVersions']>[0]) =>
      run.repository.noncurrentVersions(place, of);
    counts.versions += await removeVersions({ rule, run, counts, next });
  }
  if (rule.expiredMarkers)
    counts.markers += await removeVersions({ rule, run, counts, next: run.repository.loneMarkers });
  if (abortDays !== null) counts.uploads += await run.abort(bucket, prefix, new Date(run.nowMs - abortDays * dayMs));
  return counts;
}

/** Objects last modified before it go; null where the rule takes none now. */
function ageBound({ days, onDate }: Rule, nowMs: number): string | null {
  if (days !== null) return ageLimit({ days }, nowMs);
  return onDate !== null && Date.parse(onDate) <= nowMs ? new Date(nowMs + 1).toISOString() : null;
}

type Work = { readonly rule: Rule; readonly run: Run; readonly counts: LifecycleCounts };

async function expireObjects({ rule, run, counts, before }: Work & { readonly before: string }): Promise<void> {
  const { bucket, prefix } = rule;
  const root = `${userRoot}/${bucket}/`;
  let batch: string[] = [];
  const flush = async () => {
    for (const key of await tagged(rule, batch, run)) {
      run.signal.throwIfAborted();
      // Written anew since the list was read: it is another object.
      const present = await run.storage.stat(root + key);
      if (present === null || present.modifiedAt >= before) continue;
      if (await isDone(run.expire({ bucket, key }))) counts.objects += 1;
      else counts.kept += 1;
    }
    batch = [];
  };
  for await (const { key, modifiedAt } of run.storage.list(root + prefix)) {
    run.signal.throwIfAborted();
    if (modifiedAt >= before) continue;
    batch.push(key.slice(root.length));
    if (batch.length >= batchSize) await flush();
  }
  await flush();
}

/** Keys of objects that have the tags that a rule asks for. */
async function tagged(rule: Rule, keys: readonly string[], { repository }: Run): Promise<readonly string[]> {
  if (rule.tags.length === 0 || keys.length === 0) return keys;
  const rows = await repository.objects(rule.bucket, keys);
  return keys.filter((key) => hasTags(rule, rows.get(key)?.headers ?? {}));
}

function hasTags({ tags }: Rule, headers: Readonly<Record<string, string>>): boolean {
  const own = new Map(splitTags(headers).tags.map(([name, value]) => [name, value]));
  return tags.every(([name, value]) => own.get(name) === value);
}

/** Deletes versions for good, those that `next` finds; how many. */
async function removeVersions({
  rule,
  run,
  counts,
  next,
}: Work & {
  readonly next: (place: Parameters<StorageRepository['loneMarkers']>[0]) => Promise<ExpiringVersion[]>;
}): Promise<number> {
  const { bucket, prefix } = rule;
  if (run.ownVersions === null) return 0;
  let [removed, after] = [0, '0'];
  for (;;) {
    const batch = await next({ bucket, prefix, after, limit: batchSize });
    for (const { key, version_id } of batch.filter((row) => hasTags(rule, row.headers))) {
      run.signal.throwIfAborted();
      const removal = run.ownVersions.remove({ bucket, key }, version_id, { bypassGovernance: false });
      if (await isDone(removal)) removed += 1;
      else counts.kept += 1;
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return removed;
    after = last.seq;
  }
}

/** False where a lock keeps the content from being deleted. */
async function isDone(removal: Promise<unknown>): Promise<boolean> {
  try {
    await removal;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
}
