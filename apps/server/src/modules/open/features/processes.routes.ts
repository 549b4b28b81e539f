import { randomUUID } from 'node:crypto';
import type { QueryOf } from '@kianda/contract';
import * as contract from '@kianda/contract/open/features/processes.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Analysis } from '../../../platform/analyses.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import {
  type Bindings,
  bind,
  isDelayed,
  type Principal,
  type RequestContext,
  type StandardAnswer,
} from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobQueue, JobRunDetail } from '../../../platform/jobs/jobs.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { mayRead } from './access.rules.ts';
import { types } from './documents/documents.ts';
import { exception, inputsOf, statusOf, summaryOf } from './documents/processes.ts';
import { processJobInput, processJobName } from './process-input.rules.ts';
import { readPeriod } from './query/request.ts';

/** Most recent jobs that a list looks through. */
const mostListed = 200;

type ProcessContext = {
  readonly analyses: () => readonly Analysis[];
  readonly queue: () => JobQueue;
  readonly base: string;
  readonly clock: Clock;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
};

/** OGC API Processes part 1: list, description, execution now or later, jobs, results, dismissal. */
export function processBindings(context: ProcessContext): Bindings {
  return [...analysisBindings(context), ...jobBindings(context)];
}

function analysisBindings(context: ProcessContext): Bindings {
  const { analyses, base } = context;
  const analysisOf = (processId: string) => analyses().find(({ id }) => id === processId);
  return [
    bind(contract.listProcesses, async ({ query }) => ({
      body: {
        processes: analyses()
          .slice(0, query.limit)
          .map((analysis) => summaryOf(base, analysis)),
        links: [{ rel: 'self', href: `${base}/processes`, type: types.json, title: 'Análises' }],
      },
    })),
    bind(contract.getProcess, async ({ params }) => {
      const analysis = analysisOf(params.processId);
      if (analysis === undefined) return noProcess(params.processId);
      return { body: { ...summaryOf(base, analysis), inputs: inputsOf(analysis), outputs: analysis.outputs } };
    }),
    bind(contract.executeProcess, async (request) => {
      const analysis = analysisOf(request.params.processId);
      return analysis === undefined ? noProcess(request.params.processId) : execute(context, analysis, request);
    }),
  ];
}

/** Runs an analysis and answers its outputs, or enqueues it where the client prefers not to wait. */
async function execute(
  { queue, base }: ProcessContext,
  analysis: Analysis,
  { body, principal, headers, signal }: RequestContext<typeof contract.executeProcess>,
): Promise<StandardAnswer> {
  if (!mayRead(analysis.access ?? 'session', principal)) {
    throw new AppError(principal === null ? 'unauthenticated' : 'forbidden');
  }
  const inputs = analysis.inputs.strict().parse(body.inputs);
  await analysis.check(inputs, principal);
  if (String(headers.prefer ?? '').includes('respond-async')) {
    const owner = ownerOf(principal);
    const id = await queue().enqueue(
      processJobName,
      { process: analysis.id, inputs, run: randomUUID(), subscriber: body.subscriber },
      { actorId: owner.accountId },
    );
    const run = await queue().get(id);
    if (run === null) throw new Error(`job ${id} disappeared right after it was enqueued`);
    return {
      status: 201,
      headers: { location: `${base}/jobs/${id}`, 'preference-applied': 'respond-async' },
      body: statusOf(base, run),
    };
  }
  if (body.subscriber !== undefined) {
    const detail = 'Só se avisa do fim de uma execução em segundo plano: junte «Prefer: respond-async».';
    throw new AppError('validation_failed', { detail });
  }
  const outputs = await analysis.run(inputs, { signal, progress: async () => {} });
  const [only, ...others] = Object.values(outputs);
  return { body: body.response === 'raw' && others.length === 0 ? only : outputs };
}

function jobBindings(context: ProcessContext): Bindings {
  const { analyses, queue, base, clock } = context;
  /** A run of an analysis that the caller may see. */
  async function runOf(id: string, principal: Principal | null): Promise<JobRunDetail | null> {
    if (principal === null || isDelayed(principal) || !isUuid(id)) return null;
    const run = await queue().get(id);
    if (run === null || run.name !== processJobName) return null;
    if (run.actorId !== principal.accountId && !mayRead('jobs:read', principal)) return null;
    return principal.scopes === undefined || (await isOpenTo(run, principal)) ? run : null;
  }

  /** Whether a key with some of its owner's permissions might have asked for the run itself. */
  async function isOpenTo({ input }: JobRunDetail, key: Principal): Promise<boolean> {
    const { process, inputs } = processJobInput.parse(input);
    const analysis = analyses().find(({ id }) => id === process);
    if (analysis === undefined || !mayRead(analysis.access ?? 'session', key)) return false;
    try {
      await analysis.check(analysis.inputs.parse(inputs), key);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  return [
    bind(contract.listProcessJobs, async ({ query, principal }) => {
      const listed = await queue().list({ name: processJobName, limit: mostListed });
      const runs = await Promise.all(listed.map(({ id }) => runOf(id, principal)));
      const isWanted = jobFilter(query, clock.nowMs());
      const jobs = runs.flatMap((run) => (run === null ? [] : [statusOf(base, run)])).filter(isWanted);
      const links = [{ rel: 'self', href: `${base}/jobs`, type: types.json, title: 'Execuções' }];
      return { body: { jobs: jobs.slice(0, query.limit ?? jobs.length), links } };
    }),
    bind(contract.getProcessJob, async ({ params, principal }) => {
      const run = await runOf(params.jobId, principal);
      return run === null ? noJob() : { body: statusOf(base, run) };
    }),
    bind(contract.processJobResults, async ({ params, principal }) => {
      const run = await runOf(params.jobId, principal);
      if (run === null) return noJob();
      if (run.state === 'failed') return exception('execution-failed', 500, run.error ?? 'A execução falhou.');
      if (run.state !== 'succeeded') return exception('result-not-ready', 404, 'Ainda não há resultados.');
      return { body: run.result };
    }),
    bind(contract.dismissProcessJob, async (request) => {
      const run = await runOf(request.params.jobId, request.principal);
      return run === null ? noJob() : dismiss(context, run, request);
    }),
  ];
}

/** Stops an execution that goes on; removes one that has ended, with its results (OGC 18-062r2, 13.2). */
async function dismiss(
  { queue, base, audit }: ProcessContext,
  run: JobRunDetail,
  { principal, ipAddress, userAgent }: RequestContext<typeof contract.dismissProcessJob>,
): Promise<StandardAnswer> {
  const asker = ownerOf(principal);
  const isOwn = run.actorId === asker.accountId;
  if (!isOwn && !mayRead('jobs:cancel', asker)) throw new AppError('forbidden');
  if (await queue().cancel(run.id)) {
    // A running job takes a moment to stop, and the caller does not wait for it.
    return { body: { ...statusOf(base, (await queue().get(run.id)) ?? run), status: 'dismissed' as const } };
  }
  // Who may stop the work of others does not thereby dispose of their results.
  if (!isOwn) {
    throw new AppError('conflict', { detail: 'A execução já terminou, e só a conta que a pediu a pode apagar.' });
  }
  if (!(await queue().remove(run.id))) return noJob();
  await audit.record({
    ...{ event: 'data.delete', severity: 'medium', resource: `process-job/${run.id}` },
    metadata: { act: 'dismiss', process: processJobInput.safeParse(run.input).data?.process ?? '' },
    ...{ actorId: asker.accountId, actorName: asker.email, ipAddress, userAgent },
  });
  const links = [{ rel: 'up', href: `${base}/jobs`, type: types.json, title: 'Execuções' }];
  return { body: { ...statusOf(base, { ...run, state: 'cancelled' }), links } };
}

/** The account that asks. Throws `unauthenticated` without one, `forbidden` while it must do something first. */
function ownerOf(principal: Principal | null): Principal {
  if (principal === null) throw new AppError('unauthenticated');
  if (isDelayed(principal)) throw new AppError('forbidden');
  return principal;
}

const noProcess = (id: string) => exception('no-such-process', 404, `Não existe a análise «${id}».`);
const noJob = () => exception('no-such-job', 404, 'Não existe essa execução.');

/** Test of the jobs that a list asks for (OGC 18-062r2, job-list). A job that has started lasts until its end, or until now. */
function jobFilter(query: QueryOf<typeof contract.listProcessJobs>, nowMs: number) {
  const { processID, status, minDuration = 0, maxDuration = Number.POSITIVE_INFINITY } = query;
  const [fromMs, toMs] = query.datetime === undefined ? [Number.NEGATIVE_INFINITY, nowMs] : readPeriod(query.datetime);
  const isTimed = query.minDuration !== undefined || query.maxDuration !== undefined;
  return (job: {
    processID: string;
    status: string;
    created: string;
    started?: string;
    finished?: string;
  }): boolean => {
    const createdMs = Date.parse(job.created);
    if (processID !== undefined && !processID.includes(job.processID)) return false;
    if (status !== undefined && !status.some((wanted) => wanted === job.status)) return false;
    if (query.datetime !== undefined && (createdMs < fromMs || createdMs > toMs)) return false;
    if (!isTimed) return true;
    if (job.started === undefined) return false;
    const lastedMs = (job.finished === undefined ? nowMs : Date.parse(job.finished)) - Date.parse(job.started);
    return lastedMs >= minDuration * 1000 && lastedMs <= maxDuration * 1000;
  };
}
