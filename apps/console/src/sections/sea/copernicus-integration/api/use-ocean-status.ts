import type { DataOf } from '@kianda/contract';
import { angolaMarine, copernicusIntegration } from '@kianda/contract/sea/ocean/copernicus.contract';
import { useQuery } from '@tanstack/react-query';
import type { Application } from '../../../../client/application.ts';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { reasonPhrases, integrationTexts as texts } from '../texts.pt.ts';
import { type OceanStatus, offlineStatus, readOceanStatus } from './read-status.ts';

export const pollSeconds = 30;
const timeoutSeconds = 15;

type Integration = DataOf<typeof copernicusIntegration>;

/** State of the panel before the server answers: this installation alone, with our own equivalents of the links. */
const integrationFallback: Integration = { hosts: [null], links: [] };

export type Tried = { readonly host: string; readonly error: string };
export type Answered =
  | { readonly kind: 'answered'; readonly host: string; readonly status: OceanStatus }
  | { readonly kind: 'empty'; readonly host: string }
  | { readonly kind: 'offline'; readonly status: OceanStatus; readonly tried: readonly Tried[] };

/** A refusal is no outage: samples never stand in for it. */
class Refused extends Error {}

/** Hosts, links and, every 30 s, the answer of the first host that gives one. */
export function useOceanStatus() {
  const application = useApplication();
  const integration = useEndpoint(
    copernicusIntegration,
    {},
    { refetchSeconds: 300, fallback: { data: integrationFallback, known: true } },
  );
  const hosts = integration.sourced?.value.hosts;
  const query = useQuery<Answered>({
    queryKey: ['ocean-status', hosts],
    enabled: hosts !== undefined,
    refetchInterval: pollSeconds * 1000,
    refetchIntervalInBackground: false,
    staleTime: 0,
    retry: false,
    networkMode: 'always',
    queryFn: ({ signal }) => askInOrder(application, hosts ?? [], signal),
  });
  const failure = hosts === undefined ? integration.error : query.error;
  return {
    integration,
    answer: query.data,
    error: failure === null ? null : failure.message,
    isRefreshing: query.isFetching && query.data !== undefined,
    refresh: () => {
      if (hosts === undefined) integration.refresh();
      else void query.refetch();
    },
  };
}

/** Tries the hosts one after the other; the specification's sample when all fail. Throws when ours refuses. */
async function askInOrder(
  application: Application,
  hosts: readonly (string | null)[],
  signal: AbortSignal,
): Promise<Answered> {
  const tried: Tried[] = [];
  for (const base of hosts) {
    const host = base === null ? texts.ownHost : new URL(base).host;
    try {
      const body = base === null ? await askOwn(application, signal) : await askOther(application, base, signal);
      const status = readOceanStatus(body, host, application.clock());
      return status === null ? { kind: 'empty', host } : { kind: 'answered', host, status };
    } catch (error) {
      if (signal.aborted || error instanceof Refused) throw error;
      tried.push({ host, error: error instanceof Error ? error.message : texts.unreachable });
    }
  }
  return { kind: 'offline', status: offlineStatus, tried };
}

async function askOwn(application: Application, signal: AbortSignal): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutSeconds * 1000);
  const options = { signal: AbortSignal.any([signal, limit]), timeoutSeconds };
  try {
    const query = { t: String(application.clock()) };
    const bytes = await application.client.download(angolaMarine, { query }, options);
    return JSON.parse(await bytes.text()) as unknown;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    if (limit.aborted) throw new Error(texts.timeout(timeoutSeconds));
    const failure = toFailure(thrown);
    if (failure.kind === 'signed-out' || failure.status === 401 || failure.status === 403) {
      throw new Refused(failure.message);
    }
    if (failure.kind !== 'http' || failure.status === undefined) throw new Error(failure.message);
    throw new Error(httpError(failure.status, ''));
  }
}

async function askOther(application: Application, base: string, signal: AbortSignal): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutSeconds * 1000);
  const url = `${base}/copernicus/angola-marine?t=${application.clock()}`;
  let response: Response;
  try {
    response = await application.askHost(url, AbortSignal.any([signal, limit]));
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    throw new Error(limit.aborted ? texts.timeout(timeoutSeconds) : texts.unreachable);
  }
  if (!response.ok) throw new Error(httpError(response.status, response.statusText));
  if (response.status === 204) return null;
  const body: unknown = await response.json().catch(() => undefined);
  if (body === undefined) throw new Error(texts.badBody);
  return body;
}

function httpError(status: number, statusText: string): string {
  return texts.http(status, statusText === '' ? (reasonPhrases[status] ?? '') : statusText).trim();
}
