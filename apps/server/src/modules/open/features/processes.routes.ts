import { randomUUID } from 'node:crypto';
import { allows, type QueryOf } from '@kianda/contract';
import * as contract from '@kianda/contract/open/features/processes.contract';
import { z } from 'zod';
import type { Analysis } from '../../../platform/analyses.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind, type Principal, type StandardAnswer } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { defineJob, type Job, type JobQueue, type JobRunDetail } from '../../../platform/jobs/jobs.ts';
import { mayRead } from './access.rules.ts';
import { type Link, types } from './documents/documents.ts';
import { readPeriod } from './query/request.ts';

const jobName = 'features.process';
const exceptions = 'http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0';
/** As many jobs as a list looks through. */
const mostListed = 200;

const states = {
  queued: 'accepted',
  running: 'running',
  succeeded: 'successful',
  failed: 'failed',
  cancelled: 'dismissed',
} as const;

const jobInput = z.object({
  process: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  /** Two runs of the same inputs are two. */
  run: z.uuid(),
});

/** An exception of the standard: its own type, and the rest of a problem. */
function exception(name: string, status: number, detail: string): StandardAnswer {
  const title = name.replaceAll('-', ' ');
  return {
    status,
    contentType: 'application/problem+json; charset=utf-8',
    body: { type: `${exceptions}/${name}`, title, status, detail, code: name, success: false, message: detail },
  };
}

/** The job that runs analyses asked for in the background. */
export function processJob(analyses: () => readonly Analysis[]): Job {
  return defineJob({
    name: jobName,
    label: 'Análise pedida à OGC API',
    input: jobInput,
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 900,
    key: ({ run }) => run,
    run: async ({ process, inputs }, { signal, progress }) => {
      const analysis = analyses().find(({ id }) => id === process);
      if (analysis === undefined) throw new AppError('not_found', { detail: `Não existe a análise «${process}».` });
      return analysis.run(analysis.inputs.parse(inputs), { signal, progress });
    },
  });
}

/** OGC API Processes part 1: list, description, execution now or later, jobs, results, dismissal. */
export function processBindings(options: {
  readonly analyses: () => readonly Analysis[];
  readonly queue: () => JobQueue;
  readonly base: string;
  readonly clock: Clock;
}): Bindings {
  const { analyses, queue, base, clock } = options;
  const noProcess = (id: string) => exception('no-such-process', 404, `Não existe a análise «${id}».`);
  const noJob = () => exception('no-such-job', 404, 'Não existe essa execução.');

  /** A run of an analysis that the caller may see. */
  async function runOf(id: string, principal: Principal): Promise<JobRunDetail | null> {
    const run = await queue().get(id);
    if (run === null || run.name !== jobName) return null;
    return run.actorId === principal.accountId || allows('jobs:read', principal.role) ? run : null;
  }

  function statusOf(run: JobRunDetail) {
    const href = `${base}/jobs/${run.id}`;
    const status = states[run.state];
    const results: Link[] =
      status === 'successful'
        ? [
            {
              rel: 'http://www.opengis.net/def/rel/ogc/1.0/results',
              href: `${href}/results`,
              type: types.json,
              title: 'Resultados',
            },
          ]
        : [];
    return {
      jobID: run.id,
      processID: jobInput.safeParse(run.input).data?.process ?? '',
      type: 'process' as const,
      status,
      ...(run.message === null ? {} : { message: run.message }),
      ...(run.error === null ? {} : { message: run.error }),
      created: run.createdAt,
      ...(run.startedAt === null ? {} : { started: run.startedAt }),
      ...(run.endedAt === null ? {} : { finished: run.endedAt }),
      updated: run.endedAt ?? run.startedAt ?? run.createdAt,
      ...(run.progress === null ? {} : { progress: Math.round(run.progress * 100) }),
      links: [{ rel: 'self', href, type: types.json, title: 'Estado' }, ...results],
    };
  }

  function summaryOf({ id, version, title, description }: Analysis) {
    return {
      id,
      version,
      title,
      description,
      jobControlOptions: ['sync-execute', 'async-execute', 'dismiss'],
      outputTransmission: ['value'],
      links: [
        { rel: 'self', href: `${base}/processes/${id}`, type: types.json, title },
        {
          rel: 'http://www.opengis.net/def/rel/ogc/1.0/execute',
          href: `${base}/processes/${id}/execution`,
          type: types.json,
          title: 'Executar',
        },
      ],
    };
  }

  return [
    bind(contract.listProcesses, async ({ query }) => ({
      body: {
        processes: analyses().slice(0, query.limit).map(summaryOf),
        links: [{ rel: 'self', href: `${base}/processes`, type: types.json, title: 'Análises' }],
      },
    })),
    bind(contract.getProcess, async ({ params }) => {
      const analysis = analyses().find(({ id }) => id === params.processId);
      if (analysis === undefined) return noProcess(params.processId);
      return { body: { ...summaryOf(analysis), inputs: inputsOf(analysis), outputs: analysis.outputs } };
    }),
    bind(contract.executeProcess, async ({ params, body, principal, headers, signal }) => {
      const analysis = analyses().find(({ id }) => id === params.processId);
      if (analysis === undefined) return noProcess(params.processId);
      if (!mayRead(analysis.access ?? 'session', principal)) throw new AppError('forbidden');
      const inputs = analysis.inputs.strict().parse(body.inputs);
      await analysis.check(inputs, principal);
      if (String(headers.prefer ?? '').includes('respond-async')) {
        const id = await queue().enqueue(
          jobName,
          { process: analysis.id, inputs, run: randomUUID() },
          { actorId: principal.accountId },
        );
        const run = await queue().get(id);
        if (run === null) throw new Error(`job ${id} is gone before it was told of`);
        return {
          status: 201,
          headers: { location: `${base}/jobs/${id}`, 'preference-applied': 'respond-async' },
          body: statusOf(run),
        };
      }
      const outputs = await analysis.run(inputs, { signal, progress: async () => {} });
      const [only, ...others] = Object.values(outputs);
      return { body: body.response === 'raw' && others.length === 0 ? only : outputs };
    }),
    bind(contract.listProcessJobs, async ({ query, principal }) => {
      const listed = await queue().list({ name: jobName, limit: mostListed });
      const runs = await Promise.all(listed.map(({ id }) => runOf(id, principal)));
      const isAsked = asked(query, clock.nowMs());
      const jobs = runs.flatMap((run) => (run === null ? [] : [statusOf(run)])).filter(isAsked);
      const links = [{ rel: 'self', href: `${base}/jobs`, type: types.json, title: 'Execuções' }];
      return { body: { jobs: jobs.slice(0, query.limit ?? jobs.length), links } };
    }),
    bind(contract.getProcessJob, async ({ params, principal }) => {
      const run = await runOf(params.jobId, principal);
      return run === null ? noJob() : { body: statusOf(run) };
    }),
    bind(contract.processJobResults, async ({ params, principal }) => {
      const run = await runOf(params.jobId, principal);
      if (run === null) return noJob();
      if (run.state === 'failed') return exception('execution-failed', 500, run.error ?? 'A execução falhou.');
      if (run.state !== 'succeeded') return exception('result-not-ready', 404, 'Ainda não há resultados.');
      return { body: run.result };
    }),
    bind(contract.dismissProcessJob, async ({ params, principal }) => {
      const run = await runOf(params.jobId, principal);
      if (run === null) return noJob();
      if (run.actorId !== principal.accountId && !allows('jobs:cancel', principal.role))
        throw new AppError('forbidden');
      if (!(await queue().cancel(run.id))) {
        throw new AppError('conflict', { detail: 'A execução já terminou.' });
      }
      // A running one takes a moment to stop; the caller no longer waits for it.
      return { body: { ...statusOf((await queue().get(run.id)) ?? run), status: 'dismissed' as const } };
    }),
  ];
}

/** Whether a job is one that a list asks for (OGC 18-062r2, job-list): durations are of what began, until now or its end. */
function asked(query: QueryOf<typeof contract.listProcessJobs>, nowMs: number) {
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
    if (status !== undefined && !status.some((one) => one === job.status)) return false;
    if (query.datetime !== undefined && (createdMs < fromMs || createdMs > toMs)) return false;
    if (!isTimed) return true;
    if (job.started === undefined) return false;
    const lastedMs = (job.finished === undefined ? nowMs : Date.parse(job.finished)) - Date.parse(job.started);
    return lastedMs >= minDuration * 1000 && lastedMs <= maxDuration * 1000;
  };
}

function inputsOf({ inputs }: Analysis): Record<string, unknown> {
  const { properties, required } = z.toJSONSchema(inputs, { io: 'input', unrepresentable: 'any' }) as {
    readonly properties?: Record<string, { readonly description?: string }>;
    readonly required?: readonly string[];
  };
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, schema]) => [
      name,
      { title: schema.description ?? name, schema, minOccurs: required?.includes(name) === true ? 1 : 0, maxOccurs: 1 },
    ]),
  );
}
