import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { defineJob, type Job, usualRetries } from '../../../../platform/jobs/jobs.ts';
import type { HeatBuilder } from '../heat/builder.ts';
import type { HourSummaries } from './hours.repository.ts';
import type { Partitions } from './partitions.ts';

/** Partitions are made so many days before their time: a queue that stands still for a weekend must not stop positions. */
const aheadDays = 4;
const hoursPerTurn = 200;
/** The reception of a place is that of the last thirty days. */
const receptionDays = 35;

export type Retention = {
  readonly positionDays: number;
  readonly summaryDays: number;
  /** Days that positions stay in the database before they go into files; absent or 0: all their time. */
  readonly archiveDays?: number;
};

/** Partitions ahead, retention and summaries of positions. */
export function positionJobs(options: {
  readonly positions: Partitions;
  readonly summaries: Partitions;
  readonly hours: HourSummaries;
  /** Forgets the counts of reception by satellite of days before an instant. */
  readonly forgetReception: (before: Date) => Promise<void>;
  readonly heat: HeatBuilder;
  readonly retention: Retention;
  readonly clock: Clock;
}): readonly Job[] {
  const { positions, summaries, hours, forgetReception, heat, retention, clock } = options;
  const retry = { limit: usualRetries, delaySeconds: 60, backoff: true };
  return [
    defineJob({
      name: 'vessels.partitions',
      label: 'Partições e conservação das posições',
      input: z.object({}),
      schedule: { cron: '20 0 * * *', input: {} },
      retry,
      timeoutSeconds: 600,
      key: () => 'partitions',
      async run() {
        const nowMs = clock.nowMs();
        const days = Array.from({ length: aheadDays + 1 }, (_, index) => nowMs + index * dayMs);
        await positions.ensure(days);
        await summaries.ensure(days);
        await heat.ensure(days);
        // Before the partitions go: an hour without its positions would be summed up to nothing.
        await hours.forgetBefore(new Date(nowMs - retention.positionDays * dayMs));
        await forgetReception(new Date(nowMs - receptionDays * dayMs));
        const positionsFromMs = nowMs - retention.positionDays * dayMs;
        const summariesFromMs = nowMs - retention.summaryDays * dayMs;
        const dropped = [
          ...(await positions.dropBefore(positionsFromMs)),
          ...(await summaries.dropBefore(summariesFromMs)),
          ...(await heat.dropBefore(positionsFromMs, summariesFromMs)),
        ];
        return { dropped };
      },
    }),
    defineJob({
      name: 'vessels.summarise',
      label: 'Resumos das posições por hora, dia e célula',
      input: z.object({}),
      schedule: { cron: '*/10 * * * *', input: {} },
      retry,
      timeoutSeconds: 900,
      key: () => 'summarise',
      async run(_input, { signal, progress }) {
        let hoursDone = 0;
        for (;;) {
          signal.throwIfAborted();
          const done = await hours.update(hoursPerTurn);
          hoursDone += done;
          await progress(null, `${hoursDone} horas resumidas`);
          if (done < hoursPerTurn) return { hours: hoursDone, blocks: await heat.combine(signal) };
        }
      },
    }),
  ];
}
