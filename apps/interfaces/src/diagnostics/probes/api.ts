import { clientVersion, type Endpoint, problemSchema } from '@kianda/contract';
import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { dashboardOverview, platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { listEndpoints, servicesStatus, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { listFields, listStations } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatMilliseconds, formatNumber } from '@kianda/format';
import { CallFailure } from '../../client/client.ts';
import { bad, caution, good, type Probe, type Tools } from '../checks.types.ts';
import { probeTexts as texts } from '../probe-texts.pt.ts';

/** Reads without parameters, one of each part of the platform. */
const reads: readonly Endpoint[] = [
  platformInfo,
  dashboardOverview,
  systemHealth,
  servicesStatus,
  listConnectors,
  listFields,
  listStations,
  zeeBoundary,
  listPorts,
];

/** Median above which an answer is slow: the specification's '<1s'. */
const slowMs = 1_000;
const rounds = 7;

export const apiAlive: Probe = async ({ ask }) => {
  const response = await ask('/admin-api/health', { token: false });
  const body = (await response.json()) as { status?: string; version?: string };
  if (!response.ok || body.version !== clientVersion) return bad(texts.alive.other(response.status, body.version));
  return body.status === 'healthy' ? good(texts.alive.good(clientVersion)) : caution(texts.alive.degraded(body.status));
};

export const apiReads: Probe = async ({ client, signal }) => {
  const [refused, failed]: [string[], string[]] = [[], []];
  for (const endpoint of reads) {
    try {
      await client.read(endpoint, {} as never, signal);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.status === 403) refused.push(endpoint.path);
      else failed.push(`${endpoint.path}: ${error.message}`);
    }
  }
  if (failed.length > 0) return bad(failed.join(' · '));
  const answered = formatNumber(reads.length - refused.length);
  return refused.length > 0 ? caution(texts.reads.some(answered, refused.join(', '))) : good(texts.reads.all(answered));
};

/** Requests that the API must refuse, and how: a 2xx or a 5xx here is a fault. */
export const apiRefusals: Probe = async ({ ask }) => {
  const wanted = [
    ['/admin-api/api/dashboard/overview', false, 'unauthenticated'],
    ['/admin-api/ocean/fields?limit=0', true, 'validation_failed'],
    ['/admin-api/nao-existe', true, 'not_found'],
  ] as const;
  const wrong: string[] = [];
  for (const [path, token, code] of wanted) {
    const response = await ask(path, { token });
    const problem = problemSchema.safeParse(await response.json().catch(() => null));
    if (!problem.success || problem.data.code !== code) wrong.push(texts.refusals.wrong(path, response.status, code));
  }
  return wrong.length > 0 ? bad(wrong.join(' · ')) : good(texts.refusals.good);
};

export const apiCors: Probe = async ({ ask, apiBaseUrl }) => {
  const response = await ask('/admin-api/platform');
  const isOther = new URL(await apiBaseUrl()).origin !== location.origin;
  if (!response.ok || response.type === 'opaque') return bad(texts.cors.refused(response.status));
  const requestId = response.headers.get('x-request-id');
  if (!isOther) return good(texts.cors.same);
  return requestId === null ? bad(texts.cors.hidden) : good(texts.cors.good(location.origin, requestId));
};

/** Documents fixed by a standard: who reads them is no client of ours. */
export const apiStandards: Probe = async ({ ask }) => {
  const wanted = [
    ['/stac', (body: Record<string, unknown>) => typeof body.stac_version === 'string'],
    ['/stac/conformance', (body: Record<string, unknown>) => Array.isArray(body.conformsTo)],
    ['/features', (body: Record<string, unknown>) => Array.isArray(body.links)],
    ['/features/collections', (body: Record<string, unknown>) => Array.isArray(body.collections)],
    ['/admin-api/openapi.json', (body: Record<string, unknown>) => typeof body.openapi === 'string'],
  ] as const;
  const wrong: string[] = [];
  for (const [path, isRight] of wanted) {
    const response = await ask(path);
    const body: unknown = await response.json().catch(() => null);
    const isObject = typeof body === 'object' && body !== null;
    if (!response.ok || !isObject || !isRight(body as Record<string, unknown>)) {
      wrong.push(texts.standards.wrong(path, response.status));
    }
  }
  return wrong.length > 0 ? bad(wrong.join(' · ')) : good(texts.standards.good(formatNumber(wanted.length)));
};

export const apiTimes: Probe = async ({ client, nowMs, signal }) => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = nowMs();
    await client.read(platformInfo, {}, signal);
    times.push(nowMs() - began);
  }
  times.sort((one, other) => one - other);
  const median = times[Math.floor(rounds / 2)] ?? 0;
  const said = texts.times(formatMilliseconds(median), formatMilliseconds(times.at(-1)), formatNumber(rounds));
  return median < slowMs ? good(said) : caution(said);
};

export const apiCatalogue: Probe = async ({ client, signal }) => {
  const { data } = await client.read(listEndpoints, {}, signal);
  const faulty = data.endpoints.filter(({ errorRate }) => errorRate !== null && errorRate > 1);
  const total = formatNumber(data.endpoints.length);
  if (faulty.length === 0) return good(texts.catalogue.good(total, data.hours));
  return caution(texts.catalogue.faulty(total, faulty.map(({ method, path }) => `${method} ${path}`).join(', ')));
};

/** An answer kept by the browser is asked for again by its mark, and comes back empty. */
export const apiRevalidates: Probe = async (tools) => {
  const first = await tools.ask('/admin-api/geography/zee');
  const mark = first.headers.get('etag');
  const maxAge = first.headers.get('cache-control');
  if (!first.ok) return bad(texts.revalidates.failed(first.status));
  if (mark === null && maxAge === null) return caution(texts.revalidates.none);
  return good(texts.revalidates.good(maxAge ?? '—', first.headers.get('content-encoding')));
};

/** Seconds that a websocket has to open and greet. */
const greetingMs = 8_000;

export const realtimeOpens: Probe = async (tools) => {
  const [base, token] = [await tools.apiBaseUrl(), await tools.token()];
  const began = tools.nowMs();
  const answer = await greet(tools, new URL('/realtime', base.replace(/^http/, 'ws')).href, token);
  return answer === 'welcome' ? good(texts.realtime.good(formatMilliseconds(tools.nowMs() - began))) : bad(answer);
};

function greet({ signal }: Tools, address: string, token: string | null): Promise<string> {
  return new Promise((settle) => {
    const socket = new WebSocket(address);
    const end = (answer: string) => {
      clearTimeout(limit);
      socket.close();
      settle(answer);
    };
    const limit = setTimeout(() => end(texts.realtime.silent), greetingMs);
    signal.addEventListener('abort', () => end(texts.realtime.silent), { once: true });
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token }));
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      const type = (JSON.parse(String(data)) as { type?: string }).type;
      end(type === 'welcome' ? type : texts.realtime.other(String(type)));
    };
    socket.onclose = ({ code }) => end(texts.realtime.closed(code));
  });
}
