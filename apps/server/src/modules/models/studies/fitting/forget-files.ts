import type { StudyContext } from '../studies.context.ts';
import { studyFolder } from './map.service.ts';

const dayMs = 86_400_000;

/** Deletes files that became no map; resolves to how many. */
export async function forgetFiles({ repository, platform }: StudyContext): Promise<number> {
  const used = await repository.fileKeys();
  const now = platform.clock.nowMs();
  let files = 0;
  for await (const { key, modifiedAt } of platform.storage.list(studyFolder)) {
    // A file of the last day may be of a map that is published in a moment.
    if (used.has(key) || Date.parse(modifiedAt) > now - dayMs) continue;
    await platform.storage.delete(key);
    files += 1;
  }
  return files;
}
