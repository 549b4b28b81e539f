import { allows, type DataOf } from '@kianda/contract';
import { listIngestJobs } from '@kianda/contract/connectors/connectors.contract';
import { runDetail } from '@kianda/contract/connectors/operations.contract';
import { useAccount } from '../../../client/context.tsx';
import { useEndpoint } from '../../../client/use-endpoint.ts';

export const providerId = 'gfw';

type RunAnswer = DataOf<typeof runDetail>;
export type Quota = { readonly used: number; readonly limit: number; readonly at: string };

const numberIn = (fields: Readonly<Record<string, unknown>>, name: string): number | null => {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** The provider's own count of the day's requests, as its last answer of a run told it; null where none did. */
export function quotaOf(log: RunAnswer['log']): Quota | null {
  for (const { fields, at } of log.toReversed()) {
    const used = numberIn(fields, 'dailyUsage');
    const limit = numberIn(fields, 'dailyLimit');
    if (used !== null && limit !== null && limit > 0) return { used, limit, at };
  }
  return null;
}

/** What one stream of the provider's connector last met. */
export type StreamRun = {
  readonly run: RunAnswer['run'] | undefined;
  /** HTTP status of its last page. */
  readonly lastStatus: number | null;
  /** Dataset with its version, as the provider named it. */
  readonly dataset: string | null;
};

export const providerStreams = ['presence', 'identities', 'events'] as const;
export type ProviderStream = (typeof providerStreams)[number];

/** The newest run of each stream that asked the provider for something, and the newest quota among them. */
export function useProviderRuns() {
  const { role } = useAccount();
  const mayRead = allows(runDetail.access, role);
  const jobs = useEndpoint(
    listIngestJobs,
    { query: { connector: providerId, limit: 100 } },
    { refetchSeconds: 300, enabled: mayRead },
  );
  const ended = (jobs.sourced?.value.jobs ?? []).filter(({ requests, endTime }) => requests > 0 && endTime !== null);
  const newest = (stream: ProviderStream) => ended.find((job) => job.stream === stream)?.id;
  const presence = useRun(newest('presence'));
  const identities = useRun(newest('identities'));
  const events = useRun(newest('events'));
  const details = { presence, identities, events } as const;
  const told = Object.values(details)
    .flatMap(({ answer, provenance }) => {
      const quota = answer === undefined ? null : quotaOf(answer.log);
      return quota === null || answer === undefined || provenance === undefined
        ? []
        : [{ ...quota, provenance, simulated: answer.run.simulated }];
    })
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const isWaiting = jobs.sourced === undefined && jobs.error === null;
  return {
    mayRead,
    isKnown: !mayRead || (!isWaiting && Object.values(details).every(({ isKnown }) => isKnown)),
    quota: told[0] ?? null,
    streams: {
      presence: runOf(presence.answer),
      identities: runOf(identities.answer),
      events: runOf(events.answer),
    } satisfies Record<ProviderStream, StreamRun>,
  };
}

function useRun(runId: string | undefined) {
  const detail = useEndpoint(
    runDetail,
    { params: { runId: runId ?? '' } },
    { refetchSeconds: 0, enabled: runId !== undefined },
  );
  const answer = runId === undefined ? undefined : detail.sourced?.value;
  return {
    answer,
    provenance: detail.sourced?.provenance,
    isKnown: runId === undefined || answer !== undefined || detail.error !== null,
  };
}

function runOf(answer: RunAnswer | undefined): StreamRun {
  const dataset = answer?.log.findLast(({ fields }) => typeof fields.dataset === 'string')?.fields.dataset;
  return {
    run: answer?.run,
    lastStatus: answer?.rawPages.at(-1)?.status ?? null,
    dataset: typeof dataset === 'string' ? dataset : null,
  };
}
