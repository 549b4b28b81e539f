import type { Analyses } from './analyses.service.ts';
import { forgetUnused } from './analyses.service.ts';
import type { BatchRepository } from './batches.repository.ts';
import type { ChainRepository } from './chains/chains.repository.ts';
import type { SpatialContext } from './spatial.context.ts';

const dayMs = 86_400_000;
/** Files that were sent are kept this long where results are kept for ever. */
const fileDays = 30;

type Holders = {
  readonly analyses: Analyses;
  readonly batches: Pick<BatchRepository, 'removeEmpty'>;
  readonly chains: Pick<ChainRepository, 'removeEmptyRuns'>;
};

/** Removes private analyses and sent files whose time is over, and results that nobody shows; resolves to their number. */
export async function forgetOld(context: SpatialContext, { analyses, batches, chains }: Holders): Promise<number> {
  const { repository, platform, settings } = context;
  const { keptDays } = settings.limits;
  await analyses.settled(await repository.open());
  let removed = 0;
  if (keptDays > 0) {
    const old = await repository.privateBefore(new Date(platform.clock.nowMs() - keptDays * dayMs));
    for (const { id } of old) await repository.remove(id);
    removed += old.length;
  }
  removed += (await batches.removeEmpty()) + (await chains.removeEmptyRuns());
  const files = await repository.filesBefore(
    new Date(platform.clock.nowMs() - (keptDays === 0 ? fileDays : keptDays) * dayMs),
  );
  for (const { id, storage_key: key } of files) {
    await platform.storage.delete(key);
    await repository.removeFile(id);
  }
  return removed + files.length + (await forgetUnused(context));
}
