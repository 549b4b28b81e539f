/** `node doomed-filter.ts <database> <instant> <run> <east|west> <moment>`: a worker that is killed at a moment of a filter. */
import { openDatabase } from '../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../platform/events/events.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../platform/storage/folder.ts';
import { createRuns } from '../runs.service.ts';
import { filterWorld, ownFilter } from './filter-world.ts';

const [, , url = '', instant = '', runId = '', way = '', moment = ''] = process.argv;
const log = createLogger({ level: 'silent', pretty: false });
const dieAt = (here: string) => {
  if (here === moment) process.kill(process.pid, 'SIGKILL');
};

const context = filterWorld(
  {
    ...{ database: await openDatabase({ url, applicationName: 'doomed' }), log, events: createLocalEvents(log) },
    ...{ clock: { nowMs: () => Number(instant) }, random: () => 0.5 },
    storage: createFolderStorage({ folder: '/nonexistent' }),
  },
  way === 'east',
);
const { noteRun, endRun } = context.repository;
const repository: typeof context.repository = {
  ...context.repository,
  async noteRun(row) {
    await noteRun(row);
    dieAt('noted');
  },
  async endRun(id, end) {
    dieAt('storing');
    await endRun(id, end);
    dieAt('stored');
  },
};
const { stores, tell } = context;
const runs = createRuns({
  ...{ ...context, repository },
  stores: {
    ...stores,
    async scoreGrid(...asked) {
      const scored = await stores.scoreGrid(...asked);
      dieAt('scored');
      return scored;
    },
  },
  async tell(message) {
    await tell(message);
    dieAt('told');
  },
});
await runs.run(
  { filterId: ownFilter.id, revision: ownFilter.revision, requestedBy: 'Ensaio' },
  { runId, signal: new AbortController().signal, log, progress: async () => undefined },
);
