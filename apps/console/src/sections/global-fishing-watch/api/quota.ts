import { allows, type DataOf, type Provenance } from '@kianda/contract';
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

export type ProviderRun = {
  readonly mayRead: boolean;
  readonly isKnown: boolean;
  readonly run: RunAnswer['run'] | undefined;
  /** HTTP status of its last page. */
  readonly lastStatus: number | null;
  readonly dataset: string | null;
  readonly quota: Quota | null;
  readonly provenance: Provenance | undefined;
};

/** The provider's newest run that asked for something: its quota, dataset and status. */
export function useProviderRun(): ProviderRun {
  const { role } = useAccount();
  const mayRead = allows(runDetail.access, role);
  const jobs = useEndpoint(
    listIngestJobs,
    { query: { connector: providerId, limit: 20 } },
    { refetchSeconds: 300, enabled: mayRead },
  );
  const newest = jobs.sourced?.value.jobs.find(({ requests, endTime }) => requests > 0 && endTime !== null);
  const detail = useEndpoint(
    runDetail,
    { params: { runId: newest?.id ?? '' } },
    { refetchSeconds: 0, enabled: newest !== undefined },
  );
  const answer = newest === undefined ? undefined : detail.sourced?.value;
  const dataset = answer?.log.findLast(({ fields }) => typeof fields.dataset === 'string')?.fields.dataset;
  return {
    mayRead,
    isKnown:
      !mayRead ||
      (newest === undefined
        ? jobs.sourced !== undefined || jobs.error !== null
        : answer !== undefined || detail.error !== null),
    run: answer?.run,
    lastStatus: answer?.rawPages.at(-1)?.status ?? null,
    dataset: typeof dataset === 'string' ? dataset : null,
    quota: answer === undefined ? null : quotaOf(answer.log),
    provenance: detail.sourced?.provenance,
  };
}
