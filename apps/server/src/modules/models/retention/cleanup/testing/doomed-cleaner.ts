/** `node doomed-cleaner.ts <database> <folder> <instant> <moment>`: a worker that is killed at a moment of a cleaning. */
import { openDatabase } from '../../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../../platform/events/events.ts';
import { createLogger } from '../../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../../platform/storage/folder.ts';
import { createCleanup } from '../cleanup.service.ts';
import { cleaningWorld } from './cleaning-world.ts';

const [, , url = '', folder = '', instant = '', moment = ''] = process.argv;
const log = createLogger({ level: 'silent', pretty: false });
const storage = createFolderStorage({ folder });
const die = () => process.kill(process.pid, 'SIGKILL');
const dieAt = (here: string) => {
  if (here === moment) die();
};
/** Dies at the second time that something is done: in the middle of it. */
const dieWithin = (here: string) => {
  let times = 0;
  return () => {
    times += 1;
    if (times > 1) dieAt(here);
  };
};
const [deleted, noted] = [dieWithin('deleting'), dieWithin('noting')];

const { context, cleanup, policies } = cleaningWorld({
  ...{ database: await openDatabase({ url, applicationName: 'doomed' }), log, events: createLocalEvents(log) },
  ...{ clock: { nowMs: () => Number(instant) }, random: () => 0.5 },
  storage: {
    ...storage,
    async delete(key) {
      await storage.delete(key);
      deleted();
    },
  },
});
const record: typeof context.audit.record = async (entry) => {
  await context.audit.record(entry);
  noted();
};
const run: typeof cleanup.run = async (...asked) => {
  // So many milliseconds after its statements begin.
  if (moment.startsWith('running')) setTimeout(die, Number(moment.slice('running'.length)));
  const done = await cleanup.run(...asked);
  dieAt('changed');
  return done;
};
const finish: typeof cleanup.finish = async (id, work) => {
  await cleanup.finish(id, async (unfinished) => {
    await work(unfinished);
    dieAt('finishing');
  });
  dieAt('finished');
};
await createCleanup({
  context: { ...context, audit: { record } },
  cleanup: { ...cleanup, run, finish },
  policies,
}).runDue();
// One that was to be killed while it ran waits for its end.
setInterval(() => undefined, 1_000);
