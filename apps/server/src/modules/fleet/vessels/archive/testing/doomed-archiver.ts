/** `node doomed-archiver.ts <database> <folder> <moment>`: a server that archives and is killed at a moment of it. */
import { openDatabase } from '../../../../../platform/db/open.ts';
import { createLocalEvents } from '../../../../../platform/events/events.ts';
import { createLogger } from '../../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../../platform/storage/folder.ts';
import { echoAbsence, echoProvenance } from '../../../../../testing/module.ts';
import { createVessels } from '../../index.ts';

const [, , url = '', folder = '', moment = ''] = process.argv;
const log = createLogger({ level: 'silent', pretty: false });
const die = () => void process.kill(process.pid, 'SIGKILL');
const storage = createFolderStorage({ folder });
const clock = { nowMs: () => Date.parse('2026-08-31T09:00:00Z') };

/** The first half of what is to be stored, and then the end. */
async function* half(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    yield piece.subarray(0, piece.length / 2);
    die();
  }
}

const module = createVessels({
  platform: {
    database: await openDatabase({ url, applicationName: 'doomed' }),
    clock,
    log,
    events: createLocalEvents(log),
    storage: {
      ...storage,
      putStream: (key, bytes, type) => storage.putStream(key, moment === 'storing' ? half(bytes) : bytes, type),
    },
    random: () => 0.5,
  },
  provenanceOf: echoProvenance,
  absenceOf: echoAbsence,
  retention: { positionDays: 90, summaryDays: 400, archiveDays: 2 },
  afterArchiveStep: (step) => {
    if (step === moment) die();
  },
});
const job = module.jobs?.find(({ name }) => name === 'vessels.archive');
await job?.run({}, { runId: 'x', signal: new AbortController().signal, log, progress: async () => undefined });
