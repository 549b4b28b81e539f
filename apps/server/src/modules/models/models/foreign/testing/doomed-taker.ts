/** `node doomed-taker.ts <database> <folder> <run> <moment>`: a worker that is killed at a moment of a model from elsewhere. */
import { openDatabase } from '../../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../../platform/events/events.ts';
import { createLogger } from '../../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../../platform/storage/folder.ts';
import { takeForeign } from '../take-foreign.ts';
import { foreignTaking, foreignWorld } from './foreign-world.ts';

const [, , url = '', folder = '', runId = '', moment = ''] = process.argv;
const log = createLogger({ level: 'silent', pretty: false });
const storage = createFolderStorage({ folder });
const die = () => process.kill(process.pid, 'SIGKILL');
const dieAt = (here: string) => {
  if (here === moment) die();
};
/** Moments that the work tells of as it goes on: `<share>+<ms>` is so many milliseconds after a share is done. */
const [share, after] = moment.split('+').map(Number);

const { context } = foreignWorld(
  {
    ...{ database: await openDatabase({ url, applicationName: 'doomed' }), log, events: createLocalEvents(log) },
    ...{ clock: { nowMs: () => Date.parse('2026-08-31T09:00:00Z') }, random: () => 0.5 },
    storage: {
      ...storage,
      async put(key, bytes, type) {
        dieAt('storing');
        await storage.put(key, bytes, type);
        dieAt('stored');
      },
    },
  },
  (versions) => ({
    ...versions,
    async noteTraining(row) {
      await versions.noteTraining(row);
      dieAt('noted');
    },
    async addVersion(...given) {
      const added = await versions.addVersion(...given);
      dieAt('added');
      return added;
    },
    async endTraining(...given) {
      await versions.endTraining(...given);
      dieAt('ended');
    },
  }),
);
await takeForeign(context as never, foreignTaking, {
  ...{ runId, signal: new AbortController().signal, log },
  progress: async (done) => {
    if (done === share) setTimeout(die, after);
  },
});
// One that was faster than its moment ends here all the same.
die();
