import { systemClock } from '../../../../../platform/clock/clock.ts';
import type { Database } from '../../../../../platform/db/database.ts';
import { createLocalEvents } from '../../../../../platform/events/events.ts';
import { createJobQueue, type RunnableJobQueue } from '../../../../../platform/jobs/queue.ts';
import { createLogger } from '../../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../../platform/storage/folder.ts';
import { echoProvenance } from '../../../../../testing/module.ts';
import { createStorageModule } from '../../../storage/index.ts';
import { type CatalogueAudit, createCatalogue } from '../../index.ts';

export const base = 'https://kianda.test';

/** A catalogue and the real queue of its jobs, on a database that others may share. */
export async function openLoader(options: { database: Database; folder: string; works: boolean }) {
  const { database, folder, works } = options;
  const log = createLogger({ level: 'silent', pretty: false });
  const audited: Parameters<CatalogueAudit['record']>[0][] = [];
  const events = createLocalEvents(log);
  const storage = createFolderStorage({ folder });
  let queue: RunnableJobQueue | null = null;
  const platform = { database, clock: systemClock, log, events, storage, random: () => 0.5 };
  const areas = createStorageModule({
    platform,
    audit: { record: async () => undefined },
    masterKey: new Uint8Array(32).fill(7),
    publicUrl: base,
    queue: () => {
      throw new Error('no queue here');
    },
  });
  const catalogue = createCatalogue({
    platform,
    objects: areas.objects,
    collections: () => [],
    provenanceOf: echoProvenance,
    creditOf: () => null,
    audit: { record: async (entry) => void audited.push(entry) },
    addresses: { publicUrl: base, docsUrl: `${base}/docs`, operatorName: 'Instituto' },
    version: '2.0.0',
    queue: null,
    jobs: () => {
      if (queue === null) throw new Error('the queue is not there yet');
      return queue;
    },
  });
  const jobs = (catalogue.jobs ?? []).map(({ schedule: _schedule, ...job }) => job);
  queue = createJobQueue({ database, jobs, clock: systemClock, log, events, roles: works ? ['worker'] : ['api'] });
  await queue.start();
  return {
    catalogue,
    areas,
    queue,
    storage,
    audited,
    async close() {
      await queue.stop();
      await catalogue.stop?.();
      await areas.stop?.();
    },
  };
}
