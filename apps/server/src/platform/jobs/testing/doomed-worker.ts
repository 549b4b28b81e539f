import { argv, stdout } from 'node:process';
import { systemClock } from '../../clock/clock.ts';
import { openDatabase } from '../../db/open.ts';
import { createEvents } from '../../events/distributed.ts';
import { createLogger } from '../../log/log.ts';
import { createJobQueue } from '../queue.ts';
import { stepsJob } from './steps-job.ts';

/** A worker process of its own, for tests that kill it: `node doomed-worker.ts <database url> <steps>`. */
const [, , url, steps] = argv;
if (url === undefined || steps === undefined) throw new Error('expected a database address and a number of steps');
const log = createLogger({ level: 'error', pretty: false });
const database = await openDatabase({ url, applicationName: 'kianda-doomed' });
const events = createEvents(database, log);
await events.start();
const job = stepsJob(database, Number(steps), (line) => stdout.write(`${line}\n`));
const queue = createJobQueue({ database, jobs: [job], clock: systemClock, log, events, roles: ['worker'] });
await queue.start();
stdout.write('ready\n');
