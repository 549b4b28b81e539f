import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { defineJob, type Job } from '../jobs.ts';

/** Table in which `stepsJob` leaves what it did. */
export async function createStepsTable(database: Database): Promise<void> {
  await sql`create table public.steps (id serial primary key, run text not null, step integer not null)`.execute(
    database.for<unknown>(),
  );
}

/** A job of so many durable steps, 20 ms apart, that goes on where the last attempt ended. */
export function stepsJob(database: Database, steps: number, report: (line: string) => void = () => {}): Job {
  const db = database.for<{ 'public.steps': { run: string; step: number } }>();
  return defineJob({
    name: 'test.steps',
    label: 'Passos',
    input: z.object({ run: z.string() }),
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 120,
    key: ({ run }) => run,
    async run({ run }, { signal, progress }) {
      const done = await db.selectFrom('public.steps').select('step').where('run', '=', run).execute();
      for (let step = done.length; step < steps; step += 1) {
        signal.throwIfAborted();
        await db.insertInto('public.steps').values({ run, step }).execute();
        report(`step ${step}`);
        await progress((step + 1) / steps, `Passo ${step + 1}`);
        await sleep(20, undefined, { signal });
      }
      return { steps };
    },
  });
}
