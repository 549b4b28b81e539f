import { mostChainSteps } from '@kianda/contract/space/spatial/chain-steps';
import { z } from 'zod';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../platform/jobs/jobs.ts';
import { minutely } from '../../../platform/jobs/minutely.ts';
import { nightlyRetention } from '../../../platform/jobs/nightly.ts';
import type { RunResult } from './runs.service.ts';

export const analyseJobName = 'spatial.analyse';
export const scheduleJobName = 'spatial.run-schedule';
export const chainJobName = 'spatial.run-chain';
/** A job of the queue may take no longer. */
const longestSeconds = 82_800;

/** The background work of spatial analyses: an analysis, chains, schedules, and the clearing away of results that nobody shows. */
export function spatialJobs(work: {
  readonly timeoutSeconds: number;
  run(analysisId: string, job: JobContext): Promise<RunResult>;
  runSchedule(scheduleId: string, job: JobContext): Promise<unknown>;
  runChain(chainRunId: string, job: JobContext): Promise<unknown>;
  /** Begins what is due, and what waits for a place in the queue. */
  conduct(): Promise<unknown>;
  forget(): Promise<number>;
}): readonly Job[] {
  return [
    defineJob({
      name: analyseJobName,
      label: 'Análise espacial',
      input: z.object({ analysisId: z.uuid() }),
      // Once again after a fault that is not of the inputs; then it has failed, with the reason.
      retry: { limit: 1, delaySeconds: 1, backoff: false },
      timeoutSeconds: work.timeoutSeconds,
      key: ({ analysisId }) => analysisId,
      run: ({ analysisId }, job) => work.run(analysisId, job),
    }),
    defineJob({
      name: scheduleJobName,
      label: 'Agenda de uma análise espacial',
      input: z.object({ scheduleId: z.uuid() }),
      retry: { limit: usualRetries, delaySeconds: 30, backoff: true },
      timeoutSeconds: work.timeoutSeconds,
      concurrency: 1,
      key: ({ scheduleId }) => scheduleId,
      run: ({ scheduleId }, job) => work.runSchedule(scheduleId, job),
    }),
    defineJob({
      name: chainJobName,
      label: 'Cadeia de análises espaciais',
      input: z.object({ chainRunId: z.uuid() }),
      // Steps that are done stay done: only the one that was interrupted is done again.
      retry: { limit: 2, delaySeconds: 1, backoff: false },
      timeoutSeconds: Math.min(longestSeconds, work.timeoutSeconds * mostChainSteps),
      key: ({ chainRunId }) => chainRunId,
      run: ({ chainRunId }, job) => work.runChain(chainRunId, job),
    }),
    minutely({
      ...{ name: 'spatial.conduct', label: 'Agendas, lotes e cadeias de análises espaciais', key: 'conduct' },
      ...{ timeoutSeconds: 60, run: () => work.conduct() },
    }),
    nightlyRetention({
      ...{ name: 'spatial.retention', label: 'Limpeza de análises espaciais', minute: 50 },
      remove: () => work.forget(),
    }),
  ];
}
