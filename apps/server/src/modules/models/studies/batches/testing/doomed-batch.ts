/** `node doomed-batch.ts <database> <folder> <batch> <moment>`: a worker that is killed at a moment of a batch. */
import { openDatabase } from '../../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../../platform/events/events.ts';
import { createLogger } from '../../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../../platform/storage/folder.ts';
import { batchWorld } from './batch-world.ts';

const [, , url = '', folder = '', batchId = '', moment = ''] = process.argv;
const log = createLogger({ level: 'silent', pretty: false });
const dieAt = (here: string) => {
  if (here === moment) process.kill(process.pid, 'SIGKILL');
};
const { service } = batchWorld(
  {
    ...{ database: await openDatabase({ url, applicationName: 'doomed' }), log, events: createLocalEvents(log) },
    ...{ clock: { nowMs: () => Date.parse('2026-08-31T09:00:00Z') }, random: () => 0.5 },
    storage: createFolderStorage({ folder }),
  },
  {
    studies: (repository) => ({
      ...repository,
      async addStudy(...study) {
        await repository.addStudy(...study);
        dieAt('created');
      },
      async addRun(...run) {
        dieAt('fitted');
        await repository.addRun(...run);
        dieAt('stored');
      },
    }),
    batches: (repository) => ({
      ...repository,
      async end(...ended) {
        await repository.end(...ended);
        dieAt('ended');
      },
    }),
  },
);
await service.run(batchId, {
  ...{ runId: batchId, signal: new AbortController().signal, log },
  progress: async () => undefined,
});
