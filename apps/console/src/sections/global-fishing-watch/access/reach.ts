import type { DataOf } from '@kianda/contract';
import type { runDetail, testConnection } from '@kianda/contract/connectors/operations.contract';
import { fishingTexts } from '../texts.pt.ts';

/** Whether the provider let us in; null where nobody asked yet. */
export type Reach = {
  readonly isAccessible: boolean;
  /** HTTP status of its refusal, where it is known. */
  readonly status: number | null;
  readonly reason: string;
  /** The specification's words for what to do. */
  readonly hint: string | null;
} | null;

const open: Reach = { isAccessible: true, status: 200, reason: '', hint: null };
const { forbidden, noToken, timeout } = fishingTexts.banner;

function hintOf(failure: string | null, status: number | null): string | null {
  if (status === 403) return forbidden;
  if (failure === 'timeout') return timeout;
  return failure === 'auth' && status === null ? noToken : null;
}

/** By a test of the connection just made. */
export function reachOfTest(report: DataOf<typeof testConnection>): Reach {
  if (report.ok) return open;
  const status = Number(/\bHTTP (\d{3})\b/.exec(report.message)?.[1] ?? Number.NaN);
  const known = Number.isNaN(status) ? null : status;
  return { isAccessible: false, status: known, reason: report.message, hint: hintOf(report.failure, known) };
}

type Run = DataOf<typeof runDetail>['run'];

/** By the connector's last run and the status of its last page. */
export function reachOfRun(run: Run, lastStatus: number | null): Reach {
  if (run.status === 'succeeded' || run.status === 'succeeded_with_rejects') return open;
  if (run.status !== 'failed' && run.status !== 'timed_out') return null;
  const status = lastStatus !== null && lastStatus >= 400 ? lastStatus : null;
  const failure = run.status === 'timed_out' ? 'timeout' : run.failure;
  return {
    isAccessible: false,
    status,
    reason: run.errors.at(-1) ?? run.message ?? run.status,
    hint: hintOf(failure, status),
  };
}

/** The specification's overall status over all datasets; unknown while nobody asked for any. */
export function overallOf(reaches: readonly Reach[]): 'full_access' | 'partial_access' | 'no_access' | 'unknown' {
  if (reaches.every((reach) => reach === null)) return 'unknown';
  const accessible = reaches.filter((reach) => reach?.isAccessible === true).length;
  return accessible === 0 ? 'no_access' : accessible === reaches.length ? 'full_access' : 'partial_access';
}
