import type { DataOf } from '@kianda/contract';
import type { previewLifecycle } from '@kianda/contract/open/storage/preview.contract';
import type { LifecycleRule } from '@kianda/contract/open/storage/storage.contract';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';

type Preview = Pick<DataOf<typeof previewLifecycle>, 'rules' | 'objects' | 'bytes' | 'scanned' | 'isWhole'>;
type Expired = { readonly key: string; readonly size: number; readonly lastModified: string };

const mostScanned = 200_000;
const examplesKept = 20;
const dayMs = 86_400_000;

/** Objects that rules would delete below `root` at `nowMs`, by the same test that the deletion uses. */
export async function lifecyclePreview(
  storage: Pick<ObjectStorage, 'list'>,
  root: string,
  {
    rules,
    nowMs,
    signal,
  }: { readonly rules: readonly LifecycleRule[]; readonly nowMs: number; readonly signal: AbortSignal },
): Promise<Preview> {
  const counted = rules.map((rule) => ({
    ...rule,
    before: ageLimit(rule, nowMs),
    objects: 0,
    bytes: 0,
    examples: [] as Expired[],
  }));
  let [objects, bytes, scanned, isWhole] = [0, 0, 0, true];
  for await (const { key, sizeBytes, modifiedAt } of storage.list(root)) {
    signal.throwIfAborted();
    if (scanned === mostScanned) {
      isWhole = false;
      break;
    }
    scanned += 1;
    const name = key.slice(root.length);
    const matching = counted.filter(({ prefix, before }) => name.startsWith(prefix) && modifiedAt < before);
    if (matching.length === 0) continue;
    objects += 1;
    bytes += sizeBytes;
    for (const rule of matching) {
      rule.objects += 1;
      rule.bytes += sizeBytes;
      rule.examples = oldest([...rule.examples, { key: name, size: sizeBytes, lastModified: modifiedAt }]);
    }
  }
  return { rules: counted.map(({ before: _before, ...rule }) => rule), objects, bytes, scanned, isWhole };
}

/** Objects modified before this instant are older than the rule allows. */
export function ageLimit({ days }: Pick<LifecycleRule, 'days'>, nowMs: number): string {
  return new Date(nowMs - days * dayMs).toISOString();
}

function oldest(expired: readonly Expired[]): Expired[] {
  return expired.toSorted((a, b) => a.lastModified.localeCompare(b.lastModified)).slice(0, examplesKept);
}
