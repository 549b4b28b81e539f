import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CheckOutcome } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectors, hostsOf, simulatorSettings } from '../registry.ts';
import { selfSigned } from '../testing/self-signed.ts';
import { createHttpClient } from './client.ts';
import { diagnose, type SeenAnswer, seenAnswer } from './diagnosis.ts';
import { ProviderError } from './failures.ts';
import type { LookupFunction } from './guard.ts';
import { type Connector, type PullContext, takesFiles } from './port.ts';

const nowMs = () => Date.parse('2026-08-31T09:00:00Z');
const html = '<!DOCTYPE html>\n<html><head><title>Entrar na rede</title></head><body>Bem-vindo</body></html>';

/** Answers by the first part of the path, so that one server is every bad network. */
const answer: RequestListener = (request, response) => {
  const [, kind = ''] = (request.url ?? '').split('/');
  const page = { 'content-type': 'text/html', date: new Date(nowMs()).toUTCString() };
  if (request.url === '/portal') response.writeHead(200, page).end(html);
  else if (kind === 'portal-200') response.writeHead(200, page).end(html);
  else if (kind === 'portal-mislabelled') response.writeHead(200, { 'content-type': 'application/json' }).end(html);
  else if (kind === 'portal-302') response.writeHead(302, { location: '/portal' }).end();
  else if (kind === 'portal-elsewhere') response.writeHead(302, { location: 'http://portal.test/entrar' }).end();
  else if (kind === 'firewall-403') response.writeHead(403, page).end(html);
  else response.writeHead(Number(kind), { 'content-type': 'application/json' }).end('{"error":"recusado"}');
};

let plain: Server;
let secure: ReturnType<typeof createSecureServer>;
beforeAll(async () => {
  plain = createServer(answer);
  secure = createSecureServer(selfSigned('interceptado.test'), answer);
  for (const server of [plain, secure]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const server of [plain, secure]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
const portOf = (server: Server | typeof secure) => (server.address() as AddressInfo).port;

const failing =
  (code: string): LookupFunction =>
  (_host, _options, callback) =>
    callback(Object.assign(new Error(code), { code }), []);
const lookupTo =
  (address: string): LookupFunction =>
  (_host, options, callback) =>
    options.all === true ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4);

type Scenario = {
  readonly name: string;
  readonly outcome: CheckOutcome;
  readonly root: () => string;
  readonly resolve?: LookupFunction;
  readonly isPublic?: boolean;
  readonly hasNetwork?: boolean;
  readonly tokenExpired?: boolean;
};
const at = (path: string) => () => `http://127.0.0.1:${portOf(plain)}/${path}`;
const named = () => 'https://fornecedor.test';

const scenarios: readonly Scenario[] = [
  { name: 'no network', outcome: 'no_network', root: named, resolve: failing('EAI_AGAIN'), hasNetwork: false },
  { name: 'no route', outcome: 'no_network', root: named, resolve: failing('ENETUNREACH') },
  { name: 'a name that does not exist', outcome: 'dns', root: named, resolve: failing('ENOTFOUND') },
  { name: 'a name that leads home', outcome: 'dns', root: named, resolve: lookupTo('10.0.0.1'), isPublic: true },
  { name: 'a closed port', outcome: 'refused', root: () => 'http://127.0.0.1:9' },
  { name: 'a portal', outcome: 'captive_portal', root: at('portal-200') },
  { name: 'a portal that says JSON', outcome: 'captive_portal', root: at('portal-mislabelled') },
  { name: 'a redirect to a portal', outcome: 'captive_portal', root: at('portal-302') },
  { name: 'a redirect to another host', outcome: 'captive_portal', root: at('portal-elsewhere') },
  { name: 'a proxy that wants a sign-in', outcome: 'captive_portal', root: at('407') },
  { name: 'a portal that says so', outcome: 'captive_portal', root: at('511') },
  { name: 'a proxy that refuses with a page', outcome: 'captive_portal', root: at('firewall-403') },
  { name: 'TLS interception', outcome: 'tls', root: () => `https://127.0.0.1:${portOf(secure)}/200` },
  { name: 'a refused credential', outcome: 'credential_refused', root: at('401') },
  { name: 'a forbidden credential', outcome: 'credential_refused', root: at('403') },
  { name: 'an expired token', outcome: 'credential_expired', root: at('401'), tokenExpired: true },
  { name: 'too many requests', outcome: 'rate_limited', root: at('429') },
  { name: 'a provider that is down', outcome: 'provider_down', root: at('503') },
  { name: 'another format', outcome: 'wrong_format', root: at('200') },
];

/** Connectors that ask over the web; the others listen, or read files. */
const asking = connectors.filter(({ continuous, streams }) => continuous !== true && !takesFiles({ streams }));

/** Outcome of one attempt of a connection check, and the records that every stream would have stored. */
async function attempt(connector: Connector, scenario: Scenario) {
  const names = [...connector.credentialNames, ...(connector.optionalCredentialNames ?? [])];
  const credentials = Object.fromEntries(names.map((name) => [name, 'segredo']));
  const settings = simulatorSettings(connector.id, scenario.root(), credentials);
  const answers: SeenAnswer[] = [];
  const http = createHttpClient({
    userAgent: 'Kianda/test',
    allowedHosts: scenario.isPublic === true ? hostsOf(settings) : [],
    allowPrivateHosts: scenario.isPublic === true ? [] : hostsOf(settings),
    nowMs,
    random: () => 0,
    sleep: () => Promise.resolve(),
    maxAttempts: 1,
    tokensPerMinute: 100_000,
    refusesPages: true,
    onAnswer: (response) => answers.push(seenAnswer(response, nowMs())),
    ...(scenario.resolve === undefined ? {} : { resolve: scenario.resolve }),
  });
  const context: PullContext = {
    http,
    signal: new AbortController().signal,
    nowMs,
    log: () => undefined,
    stations: [{ id: 'luanda', lon: 13.2, lat: -8.8 }],
    wantedTaxa: () => Promise.resolve([]),
  };
  const ends: { readonly stored: number; readonly error: unknown; readonly answers: readonly SeenAnswer[] }[] = [];
  const end = async (act: () => Promise<number>): Promise<void> => {
    answers.length = 0;
    const [stored, error] = await act().then(
      (count) => [count, null] as const,
      (thrown: unknown) => [0, thrown] as const,
    );
    ends.push({ stored, error, answers: [...answers] });
  };
  const { checkAccess } = connector;
  if (checkAccess !== undefined) await end(() => checkAccess(settings, context).then(() => 0));
  for (const stream of connector.streams)
    await end(async () => {
      const first = await stream.pull({ mode: 'incremental', cursor: null }, settings, context).next();
      return first.done === true ? 0 : first.value.records.length;
    });
  await http.close();
  return ends;
}

for (const scenario of scenarios)
  test.each(asking)(
    `${scenario.name}: $id is told ${scenario.outcome}, and has nothing to store`,
    async (connector) => {
      const ends = await attempt(connector, scenario);
      const contacted = ends.filter((end) => end.error !== null || end.answers.length > 0);
      expect(ends.map(({ stored }) => stored)).toEqual(ends.map(() => 0));
      expect(contacted.filter(({ error }) => error === null)).toEqual([]);
      const outcomes = contacted.map(({ error, answers }) =>
        diagnose({
          error,
          answers,
          timedOut: false,
          hasNetwork: scenario.hasNetwork ?? true,
          tokenExpired: scenario.tokenExpired ?? false,
        }),
      );
      expect(new Set(outcomes)).toEqual(new Set(outcomes.length === 0 ? [] : [scenario.outcome]));
    },
  );

test('an answer of ten minutes away is a clock, one that a cache kept is not', () => {
  const bytes = new TextEncoder().encode('{}');
  const response = { url: 'https://fornecedor.test/v1?key=x', status: 200, contentType: 'application/json', bytes };
  const dated = (headers: Record<string, string>) => seenAnswer({ ...response, headers }, nowMs());
  const well = { error: null, timedOut: false, hasNetwork: true, tokenExpired: false };
  const late = dated({ date: 'Mon, 31 Aug 2026 09:10:00 GMT' });
  expect(late).toEqual({ address: 'https://fornecedor.test/v1', status: 200, isPage: false, skewMs: 600_000 });
  expect(diagnose({ ...well, answers: [late] })).toBe('clock');
  expect(diagnose({ ...well, answers: [dated({ date: 'Mon, 31 Aug 2026 08:50:00 GMT' })] })).toBe('clock');
  expect(diagnose({ ...well, answers: [dated({ date: 'Mon, 31 Aug 2026 08:50:00 GMT', age: '590' })] })).toBe('ok');
  expect(diagnose({ ...well, answers: [dated({})] })).toBe('ok');
  expect(diagnose({ ...well, answers: [] })).toBe('nothing_to_ask');
});

test('a folder of files that is not there or may not be read is told so, and a firewall that refuses is not one', () => {
  const attempt = { answers: [], timedOut: false, hasNetwork: true, tokenExpired: false };
  const failing = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });
  for (const code of ['ENOENT', 'EACCES', 'ENOTDIR'])
    expect(diagnose({ ...attempt, error: failing(code, 'scandir') })).toBe('inbox_unreadable');
  const folder = new ProviderError('request', 'A pasta não existe.', { reason: 'folder' });
  expect(diagnose({ ...attempt, error: folder })).toBe('inbox_unreadable');
  const refused = new ProviderError('network', 'inacessível (EACCES)', { cause: failing('EACCES', 'connect') });
  expect(diagnose({ ...attempt, error: refused })).toBe('refused');
});
