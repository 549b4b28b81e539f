import { ProviderError } from '../core/failures.ts';
import type { HttpResponse } from '../core/http.ts';
import { decodeText } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';

/** The part of a run's context that the client needs, in a run and elsewhere. */
export type GfwContext = Pick<PullContext, 'http' | 'signal' | 'log' | 'nowMs'>;

/** Quota of the account over all its tokens, from the newest answer; null for values that it did not have. */
export type GfwQuotaHeaders = {
  readonly dailyLimit: number | null;
  readonly dailyUsage: number | null;
  readonly dailyRemaining: number | null;
  readonly dailyResetHours: number | null;
  readonly monthlyLimit: number | null;
  readonly monthlyUsage: number | null;
  readonly monthlyRemaining: number | null;
  readonly monthlyResetDays: number | null;
  readonly observedMs: number;
};

const headerOf = {
  dailyLimit: 'x-ratelimit-daily-limit-requests',
  dailyUsage: 'x-ratelimit-daily-current-usage',
  dailyRemaining: 'x-ratelimit-daily-remaining-requests',
  dailyResetHours: 'x-ratelimit-daily-reset-hours',
  monthlyLimit: 'x-ratelimit-monthly-limit-requests',
  monthlyUsage: 'x-ratelimit-monthly-current-usage',
  monthlyRemaining: 'x-ratelimit-monthly-remaining-requests',
  monthlyResetDays: 'x-ratelimit-monthly-reset-days',
} as const;

/** By address and token, because one account has one quota in the whole process. */
const quotas = new Map<string, GfwQuotaHeaders>();

export type GfwTransport = {
  /** Identifies the account, for values that all its users share. */
  readonly account: string;
  /** A GET with its query; arrays must carry their index (`datasets[0]`), the bare name is not understood. */
  get(path: string, query?: Readonly<Record<string, string>>, timeoutMs?: number): Promise<HttpResponse>;
  post(path: string, query: Readonly<Record<string, string>>, body: unknown, timeoutMs?: number): Promise<HttpResponse>;
  /** Quota in the newest answer to this process; null before the first. */
  quota(): GfwQuotaHeaders | null;
};

/** Requests to Global Fishing Watch with the token, its quota noted. Throws `ProviderError`: `auth` without a token. */
export function createTransport(settings: ConnectorSettings, context: GfwContext): GfwTransport {
  const base = settings.baseUrl.replace(/\/+$/, '');
  const token = settings.credentials?.token?.trim() ?? '';
  if (token === '') throw new ProviderError('auth', 'Global Fishing Watch: falta a credencial «token»');
  const account = `${base} ${token}`;

  async function ask(
    path: string,
    query: Readonly<Record<string, string>>,
    body: string | null,
    timeoutMs: number,
  ): Promise<HttpResponse> {
    const search = new URLSearchParams(query).toString();
    return context.http.request({
      url: `${base}${path}${search === '' ? '' : `?${search}`}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { method: 'POST' as const, body }),
      timeoutMs,
      signal: context.signal,
      classify: (answer) => {
        // Noted here and not from the returned answer, because a refusal counts, too.
        noteQuota(answer);
        return isWaitable(answer) ? 'answer' : null;
      },
    });
  }

  function noteQuota(response: HttpResponse): void {
    const told = new Map<string, number>();
    for (const [name, header] of Object.entries(headerOf)) {
      const value = response.headers[header];
      if (value !== undefined && value !== '' && Number.isFinite(Number(value))) told.set(name, Number(value));
    }
    const dataset = response.headers['x-datasets'];
    const fields = { ...Object.fromEntries(told), ...(dataset === undefined ? {} : { dataset }) };
    if (Object.keys(fields).length > 0) context.log('info', 'Quota da Global Fishing Watch', fields);
    if (told.size === 0) return;
    const names = Object.keys(headerOf) as (keyof typeof headerOf)[];
    const values = Object.fromEntries(names.map((name) => [name, told.get(name) ?? null])) as Omit<
      GfwQuotaHeaders,
      'observedMs'
    >;
    quotas.set(account, { ...values, observedMs: context.nowMs() });
  }

  return {
    account,
    get: (path, query = {}, timeoutMs = 60_000) => ask(path, query, null, timeoutMs),
    post: (path, query, body, timeoutMs = 60_000) => ask(path, query, JSON.stringify(body), timeoutMs),
    quota: () => quotas.get(account) ?? null,
  };
}

/** Answers to wait upon: a report in the way of ours, and ours still running behind a front server that gave up. */
function isWaitable(response: HttpResponse): boolean {
  return response.status === 524 || (response.status === 429 && decodeText(response).includes('concurrent report'));
}

/** Arrays as the API takes them: `name[0]`, `name[1]`, … */
export function indexed(name: string, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value, index) => [`${name}[${index}]`, value]));
}
