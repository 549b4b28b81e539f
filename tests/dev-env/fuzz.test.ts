import { commonErrors, type Endpoint, envelopeOf, errorCatalogue, pathOf, problemSchema } from '@kianda/contract';
import { allEndpoints } from '@kianda/contract/all';
import { stations } from '@kianda/geo';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type Reply, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';
import { isInTurn } from '../../tools/shared/turns.mjs';
import { garbage, queryText, validOf } from './testing/arbitrary.ts';
import { missingPaths } from './testing/paths.ts';

const runsPerEndpoint = 10;
/** They may end the session or lock the account that asks: each gets an account of its own. */
const selfEnding = new Set(['authLogout', 'authLogoutAll', 'authEndSession', 'authPassword', 'authTotpEnrol']);
/** They ask a provider, measure for seconds, or write the whole contract at each request. */
const slow = new Set(['testConnection', 'cpuProfile', 'openApiDocument']);

let simulator: TestSimulator;
let worker: TestApplication;
let app: TestApplication;
let token: string;
/** Ids of things that exist, so that requests get past the first look-up; `id` by the first word of the path. */
const known: Record<string, readonly unknown[]> = {};
const knownIds: Record<string, readonly unknown[]> = {};

beforeAll(async () => {
  simulator = await spawnSimulator();
  worker = await createTestApplication({ simulatorUrl: simulator.url });
  for (const id of ['noaa-viirs-modis', 'gfw', 'fisheries-area47', 'open-meteo-marine']) await worker.ingest(id);
  // The jobs that are asked for below never run: this process has no worker.
  app = await createTestApplication({
    simulatorUrl: simulator.url,
    installation: worker,
    settings: { KIANDA_ROLES: 'api', KIANDA_STATUS_PUBLIC: 'true' },
  });
  await worker.app.close();
  token = (await app.signIn('administrador')).token;
  const victims = await Promise.all([1, 2, 3].map(() => app.newAccount('cliente')));
  const runs = await app.select<{ id: string }>('SELECT id FROM connectors.runs LIMIT 3');
  const alerts = await app.select<{ id: string }>('SELECT id FROM health.alerts LIMIT 3');
  Object.assign(knownIds, {
    connectors: ['gfw', 'open-meteo-marine'],
    data: ['gfw', 'open-meteo-marine', 'angola-inipm'],
    ocean: stations.slice(0, 3).map(({ id }) => id),
    users: victims.map(({ accountId }) => accountId),
    jobs: runs.map(({ id }) => id),
    alerts: alerts.map(({ id }) => id),
  });
  Object.assign(known, {
    runId: runs.map(({ id }) => id),
    email: Array.from({ length: 50 }, (_, index) => `pessoa${index}@exemplo.ao`),
    name: ['Ana Kiala', 'João Ndala'],
    cron: ['0 5 * * *', null],
    connector: ['gfw'],
    stream: ['presence', 'waves'],
    seq: [1000],
  });
});
afterAll(async () => {
  await app.close();
  await worker.close();
  await simulator.stop();
});

type Input = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

/** Input for an endpoint: all valid, or one part of it (or of its fields) replaced by something else. */
function inputOf(endpoint: Endpoint): fc.Arbitrary<Input> {
  const part = (schema: Endpoint['body']) => {
    if (schema === undefined) return fc.constant(undefined);
    const ids = knownIds[endpoint.path.split('/')[1] ?? ''];
    const valid = validOf(schema, ids === undefined || ids.length === 0 ? known : { ...known, id: ids });
    const spoilt = fc.tuple(valid, fc.nat(), garbage).map(([value, pick, other]) => {
      if (typeof value !== 'object' || value === null) return other;
      const names = Object.keys(value);
      const name = names[pick % Math.max(1, names.length)];
      return name === undefined ? { estranho: other } : { ...value, [name]: other };
    });
    return fc.oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: spoilt });
  };
  const body = fc.oneof({ weight: 9, arbitrary: part(endpoint.body) }, { weight: 1, arbitrary: garbage });
  return fc.record({ params: part(endpoint.params), query: part(endpoint.query), body });
}

let requests = 0;
function send(endpoint: Endpoint, input: Input, bearer: string): Promise<Reply> {
  requests += 1;
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const given = (input.params ?? {}) as Record<string, unknown>;
  const params = Object.fromEntries(names.map((name) => [name, queryText(given[name] ?? 'x')]));
  const query = Object.entries((input.query ?? {}) as object).map(([name, value]) => [name, queryText(value)]);
  const search = new URLSearchParams(query.map(([name = '', value = '']) => [name, value])).toString();
  const hasBody = endpoint.method !== 'GET' && input.body !== undefined;
  return app.inject({
    method: endpoint.method,
    url: `${wellFormed(pathOf(endpoint, params))}${search === '' ? '' : `?${search}`}`,
    headers: {
      // Without a session public endpoints are limited by address, and each request comes from another one.
      ...(endpoint.access === 'public' ? {} : { authorization: `Bearer ${bearer}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    remoteAddress: `10.2.${requests >> 8}.${requests & 255}`,
    ...(hasBody ? { payload: JSON.stringify(input.body) } : {}),
  });
}

/** An empty segment is another path. */
const wellFormed = (path: string) => path.replace(/\/(?=\/|$)/g, '/x');

/** Parts of an answer that break the contract; none when it keeps it. */
function faultsOf(endpoint: Endpoint, reply: Reply): string[] {
  const isJson = /[/+]json\b/.test(String(reply.headers['content-type']));
  // A standard may answer in another language: XML where clients speak S3.
  if (endpoint.format === 'standard' && !isJson) return reply.status < 500 ? [] : [`status ${reply.status}`];
  if (reply.status >= 400) {
    // A standard's own members may stand beside the problem's.
    const schema = endpoint.format === 'standard' ? problemSchema : problemSchema.strict();
    const problem = schema.safeParse(reply.json());
    // Some standards have words of their own for what is wrong with a request; a fault of ours is always a problem.
    if (!problem.success && endpoint.format === 'standard' && reply.status < 500) return [];
    if (!problem.success) return [`no problem document: ${problem.error.message}`];
    const { code, status } = problem.data;
    const declared: readonly string[] = [...commonErrors, ...(endpoint.errors ?? []), 'not_found'];
    return [
      ...(code === 'internal' ? ['internal error'] : []),
      ...(declared.includes(code) ? [] : [`undeclared code ${code}`]),
      ...(reply.status === errorCatalogue[code].status && status === reply.status ? [] : [`status ${reply.status}`]),
      ...(endpoint.format === 'standard' || String(reply.headers['content-type']).includes('application/problem+json')
        ? []
        : ['content type']),
    ];
  }
  if (endpoint.format === 'redirect' || endpoint.format === 'binary') return [];
  if (endpoint.format === 'standard') {
    if (reply.text === '' || reply.status >= 300) return [];
    const body = endpoint.response.safeParse(reply.json());
    return body.success ? [] : [`answer: ${body.error.message}`];
  }
  const plain = endpoint.format === 'plain';
  const answer = (plain ? endpoint.response : envelopeOf(endpoint.response)).safeParse(reply.json());
  if (!answer.success) return [`answer: ${answer.error.message}`];
  if (plain) return [];
  const { fields, missing } = reply.metadata;
  const lost = missingPaths(reply.data, [...Object.keys(fields ?? {}), ...Object.keys(missing ?? {})]);
  return lost.map((path) => `metadata names ${path}, which is not in the data`);
}

const inTurn = allEndpoints.filter((_, place) => isInTurn(place, 0));

test.each(inTurn.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: whatever is asked, the answer keeps the contract',
  async (id, endpoint) => {
    const bearer = selfEnding.has(id) ? (await app.newSession('cliente')).token : token;
    const property = fc.asyncProperty(inputOf(endpoint), async (input) => {
      const reply = await send(endpoint, input, bearer);
      expect(faultsOf(endpoint, reply)).toEqual([]);
    });
    await fc.assert(property, { numRuns: slow.has(id) ? 4 : runsPerEndpoint, seed: 8478 });
  },
);
