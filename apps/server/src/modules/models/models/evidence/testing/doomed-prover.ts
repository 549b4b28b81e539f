/** `node doomed-prover.ts <database> <folder> <run> <version> <moment>`: a worker that is killed at a moment of a proof. */
import { openDatabase } from '../../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../../platform/events/events.ts';
import { createLogger } from '../../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../../platform/storage/folder.ts';
import { evidenceWorld } from './evidence-world.ts';

const [, , url = '', folder = '', runId = '', version = '', moment = ''] = process.argv;
const log = createLogger({ level: 'silent', pretty: false });
const dieAt = (here: string) => {
  if (here === moment) process.kill(process.pid, 'SIGKILL');
};
const { evidence } = evidenceWorld(
  {
    ...{ database: await openDatabase({ url, applicationName: 'doomed' }), log, events: createLocalEvents(log) },
    ...{ clock: { nowMs: () => Date.parse('2026-08-31T09:00:00Z') }, random: () => 0.5 },
    storage: createFolderStorage({ folder }),
  },
  (kept) => ({
    ...kept,
    async put(...given) {
      dieAt('measured');
      await kept.put(...given);
      dieAt('kept');
    },
  }),
);
await evidence.prove(
  { modelType: 'biodiversity_predictor', version: Number(version), nullModels: 1, requestedBy: 'Ensaio' },
  {
    ...{ runId, signal: new AbortController().signal, log },
    progress: async (share) => {
      if (share !== null && share > 0.2) dieAt('measuring');
    },
  },
);
