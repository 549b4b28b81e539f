/** `node doomed-map-maker.ts <database> <folder> <run> <version> <moment>`: a worker that is killed at a moment of a map. */
import { openDatabase } from '../../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../../platform/events/events.ts';
import { createLogger } from '../../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../../platform/storage/folder.ts';
import { makeMap } from '../make-map.ts';
import { mapWorld } from './map-world.ts';

const [, , url = '', folder = '', runId = '', version = '', moment = ''] = process.argv;
const log = createLogger({ level: 'silent', pretty: false });
const storage = createFolderStorage({ folder });
const dieAt = (here: string) => {
  if (here === moment) process.kill(process.pid, 'SIGKILL');
};

const { context } = mapWorld({
  ...{ database: await openDatabase({ url, applicationName: 'doomed' }), log, events: createLocalEvents(log) },
  ...{ clock: { nowMs: () => Date.parse('2026-08-31T09:00:00Z') }, random: () => 0.5 },
  storage: {
    ...storage,
    async put(key, bytes, type) {
      dieAt('storing');
      await storage.put(key, bytes, type);
      dieAt('stored');
    },
    async delete(key) {
      dieAt('replaced');
      await storage.delete(key);
    },
  },
});
const { publish } = context.repository;
const repository: typeof context.repository = {
  ...context.repository,
  async publish(row) {
    const published = await publish(row);
    dieAt('published');
    return published;
  },
};
const input = { modelType: 'biodiversity_predictor', cellDegrees: 0.1, month: null, inputs: {} } as const;
await makeMap(
  { ...context, repository },
  { ...input, version: Number(version), requestedBy: 'Ensaio' },
  {
    ...{ runId, signal: new AbortController().signal, log },
    progress: async (share) => {
      if (share !== null && share > 0.4) dieAt('scoring');
    },
  },
);
