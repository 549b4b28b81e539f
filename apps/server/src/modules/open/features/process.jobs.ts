import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from '@kianda/connectors';
import { subscriberSchema } from '@kianda/contract/open/features/processes.contract';
import { z } from 'zod';
import type { Analysis } from '../../../platform/analyses.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { defineJob, type Job, type JobQueue, type JobRunDetail } from '../../../platform/jobs/jobs.ts';
import { type CallbackAccess, sendCallback } from './callback.client.ts';
import { statusOf } from './documents/processes.ts';
import { processJobInput, processJobName } from './process-input.rules.ts';

const callbackJobName = 'features.process-callback';
const pollMs = 250;
/** A run that reported its end is stored as ended well within this. */
const longestPollMs = 30_000;

type Options = {
  readonly analyses: () => readonly Analysis[];
  readonly queue: () => JobQueue;
  readonly base: string;
  readonly access: CallbackAccess;
};

/** Background executions of analyses, and the messages to who subscribed to them. */
export function processJobs(options: Options): readonly Job[] {
  return [executionJob(options), callbackJob(options)];
}

/** Runs an analysis in the background. */
function executionJob({ analyses, queue }: Options): Job {
  return defineJob({
    name: processJobName,
    label: 'Análise pedida à OGC API',
    input: processJobInput,
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 900,
    key: ({ run }) => run,
    run: async ({ process, inputs, subscriber }, { runId, signal, progress }) => {
      const analysis = analyses().find(({ id }) => id === process);
      if (analysis === undefined) throw new AppError('not_found', { detail: `Não existe a análise «${process}».` });
      const inform = async (of: 'start' | 'end') => {
        if (subscriber !== undefined) await queue().enqueue(callbackJobName, { of, run: runId, subscriber });
      };
      if (subscriber?.inProgressUri !== undefined) await inform('start');
      try {
        return await analysis.run(analysis.inputs.parse(inputs), { signal, progress });
      } finally {
        await inform('end');
      }
    },
  });
}

const callbackInput = z.object({ of: z.enum(['start', 'end']), run: z.uuid(), subscriber: subscriberSchema });

/** Sends the results or the state of an execution to who subscribed to it (OGC 18-062r2, 7.14). */
function callbackJob({ queue, base, access }: Options): Job {
  return defineJob({
    name: callbackJobName,
    label: 'Aviso do fim de uma análise',
    input: callbackInput,
    retry: { limit: 5, delaySeconds: 30, backoff: true },
    timeoutSeconds: 120,
    key: ({ of, run }) => `${of}/${run}`,
    async run({ of, run: id, subscriber }, { signal }) {
      const run = of === 'start' ? await queue().get(id) : await runAtEnd(queue(), id, signal);
      const url = run === null ? undefined : addressFor(of, run, subscriber);
      if (run === null || url === undefined) return { sent: false };
      const body = of === 'end' && run.state === 'succeeded' ? run.result : statusOf(base, run);
      try {
        await sendCallback(access, url, body);
      } catch (error) {
        // An address that must not be dialled stays so.
        if (error instanceof ProviderError && error.failure === 'blocked') return { sent: false, error: error.message };
        throw error;
      }
      return { sent: true };
    },
  });
}

/** The run once it has ended; null when it goes on: it was given back to the queue, and reports its end again. */
async function runAtEnd(queue: JobQueue, id: string, signal: AbortSignal): Promise<JobRunDetail | null> {
  for (let waitedMs = 0; waitedMs <= longestPollMs; waitedMs += pollMs) {
    const run = await queue.get(id);
    if (run === null || run.endedAt !== null) return run;
    await sleep(pollMs, undefined, { signal });
  }
  return null;
}

function addressFor(
  of: 'start' | 'end',
  { state }: JobRunDetail,
  { successUri, inProgressUri, failedUri }: z.output<typeof subscriberSchema>,
): string | undefined {
  if (of === 'start') return inProgressUri;
  return state === 'succeeded' ? successUri : failedUri;
}
