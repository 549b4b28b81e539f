/** `node doomed-predictor.ts <database> <folder> <round> <moment>`: a process that is killed at a moment of a batch. */
import { openDatabase } from '../../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../../platform/events/events.ts';
import { createLogger } from '../../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../../platform/storage/folder.ts';
import { batchOf, predictionWorld } from './prediction-world.ts';

const [, , url = '', folder = '', round = '', moment = ''] = process.argv;
const log = createLogger({ level: 'silent', pretty: false });
const die = () => process.kill(process.pid, 'SIGKILL');
const dieAt = (here: string) => {
  if (here === moment) die();
};
const { predict, close } = predictionWorld(
  {
    ...{ database: await openDatabase({ url, applicationName: 'doomed' }), log, events: createLocalEvents(log) },
    ...{ clock: { nowMs: () => Date.parse('2026-08-31T09:00:00Z') }, random: () => 0.5 },
    storage: createFolderStorage({ folder }),
  },
  (repository) => ({
    ...repository,
    async countPredictions(...counted) {
      dieAt('computed');
      await repository.countPredictions(...counted);
      dieAt('counted');
    },
  }),
);
await predict('biodiversity', { items: batchOf(Number(round)) as never });
dieAt('answered');
// So many milliseconds after the stores begin to write.
if (moment.startsWith('keeping')) setTimeout(die, Number(moment.slice('keeping'.length)));
await close();
dieAt('kept');
setInterval(() => undefined, 1_000);
