import { createHash } from 'node:crypto';
import {
  DATASET,
  type ExecutionWire,
  executionWire,
  type JobWire,
  type ProblemWire,
  type ResultsWire,
} from '@kianda/connectors/cds/wire';
import { dayMs, hourMs, isoDate } from '@kianda/geo';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import type { OceanWorld } from '../../world/types.ts';
import { timesOf, windsFile } from './netcdf4.ts';

/** A day appears so long after its beginning. */
const delayMs = 5 * dayMs + 12 * hourMs;
/** Fields of one request: variables × instants. */
const mostFields = 10_000;
/** A job is done at its second look, or after so long. */
const workMs = 20_000;
const mostJobs = 500;
const mostFiles = 20;
const store = '/cds/object-store/cci2-prod-cache-1';

type Job = {
  readonly id: string;
  readonly inputs: ExecutionWire['inputs'];
  readonly createdMs: number;
  looks: number;
  readonly failure: string | null;
};
type JobParams = { Params: { id: string } };

/** Copernicus Climate Data Store below `/cds/api`, and its object store: a job is started, waited for and its file fetched. */
export function routes(app: FastifyInstance, deps: ProviderDeps): void {
  const jobs = new Map<string, Job>();
  const files = createFiles(deps.world.ocean);

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(store)) return undefined;
    const token = request.headers['private-token'];
    if (token === undefined || token === '')
      return refuse(reply, 401, { title: 'authentication required', detail: 'operation not allowed' });
    if (token === 'invalid')
      return refuse(reply, 401, { title: 'Authentication failed', detail: 'operation not allowed' });
    return undefined;
  });

  executionRoute(app, deps, jobs);
  jobRoutes(app, deps, { jobs, files });

  app.get<{ Params: { name: string } }>(`${store}/:name`, async (request, reply) => {
    const bytes = await files.stored(request.params.name);
    if (bytes === undefined)
      return reply.code(404).type('application/xml').send('<Error><Code>NoSuchKey</Code></Error>');
    return reply.type('application/x-netcdf').send(Buffer.from(bytes));
  });

  app.all('/cds/*', async (_request, reply) => refuse(reply, 404, { title: 'Not Found', detail: null }));
}

/** Files of the object store: the same request finds the file made before, as in the store's cache. */
function createFiles(ocean: OceanWorld) {
  const files = new Map<string, Promise<Uint8Array>>();
  return {
    stored: (name: string) => files.get(name),

    made(name: string, inputs: ExecutionWire['inputs']): Promise<Uint8Array> {
      const known = files.get(name);
      if (known !== undefined) return known;
      if (files.size >= mostFiles) files.clear();
      const made = windsFile(inputs, ocean);
      files.set(name, made);
      return made;
    },
  };
}

/** Starts a job for a request that the store accepts. */
function executionRoute(app: FastifyInstance, { world, clock }: ProviderDeps, jobs: Map<string, Job>): void {
  let counted = 0;

  app.post<{ Params: { process: string } }>(
    '/cds/api/retrieve/v1/processes/:process/execution',
    async (request, reply) => {
      if (request.params.process !== DATASET)
        return refuse(reply, 404, {
          title: 'process not found',
          detail: `dataset ${request.params.process} not found`,
        });
      if (request.headers['private-token'] === 'sem-licenca')
        return refuse(reply, 403, {
          title: 'required licences not accepted',
          detail: `Not all the required licences have been accepted; please visit https://cds.climate.copernicus.eu/datasets/${DATASET}?tab=download#manage-licences to accept the required licence(s).`,
        });
      const parsed = executionWire.safeParse(request.body);
      if (!parsed.success)
        return refuse(reply, 400, { title: 'invalid request', detail: parsed.error.issues[0]?.message ?? 'invalid' });
      const { inputs } = parsed.data;
      const times = timesOf(inputs);
      if (times.length * inputs.variable.length > mostFields)
        return refuse(reply, 403, {
          title: 'cost limits exceeded',
          detail: 'Your request is too large, please reduce your selection.',
        });
      counted += 1;
      const job: Job = {
        id: uuidOf(`${world.seed}/${counted}/${JSON.stringify(inputs)}`),
        inputs,
        createdMs: clock(),
        looks: 0,
        failure: failureOf(times, clock()),
      };
      jobs.set(job.id, job);
      for (const old of [...jobs.keys()].slice(0, Math.max(0, jobs.size - mostJobs))) jobs.delete(old);
      return send(reply.code(201), answerOf(job, 'accepted', request));
    },
  );
}

/** Status of a job and, once it is done, the address of its file. */
function jobRoutes(
  app: FastifyInstance,
  { clock }: ProviderDeps,
  { jobs, files }: { readonly jobs: ReadonlyMap<string, Job>; readonly files: ReturnType<typeof createFiles> },
): void {
  app.get('/cds/api/retrieve/v1/jobs', async (request, reply) => {
    const [newest] = [...jobs.values()].toSorted((a, b) => b.createdMs - a.createdMs);
    const listed = newest === undefined ? [] : [answerOf(newest, statusOf(newest, clock()), request)];
    return send(reply, { jobs: listed, links: [], metadata: { totalCount: jobs.size } });
  });

  app.get<JobParams>('/cds/api/retrieve/v1/jobs/:id', async (request, reply) => {
    const job = jobs.get(request.params.id);
    if (job === undefined) return refuse(reply, 404, { title: 'job not found', detail: request.params.id });
    job.looks += 1;
    return send(reply, answerOf(job, statusOf(job, clock()), request));
  });

  app.get<JobParams>('/cds/api/retrieve/v1/jobs/:id/results', async (request, reply) => {
    const job = jobs.get(request.params.id);
    if (job === undefined) return refuse(reply, 404, { title: 'job not found', detail: request.params.id });
    const status = statusOf(job, clock());
    if (status === 'failed')
      return refuse(reply, 400, { title: 'The job has failed', detail: null, traceback: job.failure });
    if (status !== 'successful')
      return refuse(reply, 404, { title: 'job results not ready', detail: `status ${status}` });
    const name = `${uuidOf(JSON.stringify(job.inputs)).replaceAll('-', '')}.nc`;
    const bytes = await files.made(name, job.inputs);
    const results: ResultsWire = {
      asset: {
        value: {
          type: 'application/netcdf',
          href: `${originOf(request)}${store}/${name}`,
          'file:checksum': createHash('md5').update(bytes).digest('hex'),
          'file:size': bytes.length,
        },
      },
    };
    return send(reply, results);
  });
}

function statusOf(job: Job, nowMs: number): JobWire['status'] {
  if (job.looks < 2 && nowMs - job.createdMs < workMs) return 'running';
  return job.failure === null ? 'successful' : 'failed';
}

function failureOf(times: readonly number[], nowMs: number): string | null {
  const latest = isoDate(nowMs - delayMs);
  const available = times.filter((timeMs) => isoDate(timeMs) <= latest && timeMs >= Date.UTC(1940, 0, 1));
  if (available.length === times.length) return null;
  return `The job failed with: MarsNoDataError\nNone of the data you have requested is available yet, please revise the period requested. The latest date available for this dataset is: ${latest} 23:00.`;
}

function answerOf(job: Job, status: JobWire['status'], request: FastifyRequest): JobWire & Record<string, unknown> {
  const monitor = `${originOf(request)}/cds/api/retrieve/v1/jobs/${job.id}`;
  return {
    processID: DATASET,
    type: 'process',
    jobID: job.id,
    status,
    created: stamp(job.createdMs),
    started: status === 'accepted' ? null : stamp(job.createdMs + 1000),
    finished: status === 'successful' || status === 'failed' ? stamp(job.createdMs + 2000) : null,
    updated: stamp(job.createdMs + (status === 'accepted' ? 0 : 1000)),
    links: [
      { href: monitor, rel: 'monitor', type: 'application/json', title: 'job status info' },
      ...(status === 'successful' ? [{ href: `${monitor}/results`, rel: 'results' }] : []),
    ],
  };
}

/** Microseconds and no zone, as the store writes its instants (UTC). */
function stamp(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, -1)}000`;
}

function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

function refuse(reply: FastifyReply, status: number, problem: ProblemWire): FastifyReply {
  return send(reply.code(status), { type: problem.title, status, ...problem });
}

export const cds: Provider = { name: 'cds', routes };
