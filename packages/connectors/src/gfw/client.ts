import { setTimeout as wait } from 'node:timers/promises';
import { createGate, type Gate } from '../core/budget.ts';
import type { HttpResponse } from '../core/http.ts';
import { decodeText, parseJson } from '../core/parse.ts';
import { type ConnectorSettings, ProviderError, type PullContext, type RawBody } from '../core/port.ts';
import { rowsOf } from './map.ts';
import { ANGOLA_EEZ, lastReportWire, type ReportWire, reportWire } from './wire.ts';

const PRESENCE_DATASET = 'public-global-presence:latest';

/** Days `[startDate, endDate)`, YYYY-MM-DD: the provider's end is exclusive. */
export type DateRange = { readonly startDate: string; readonly endDate: string };

type GfwReport = { readonly rows: readonly unknown[]; readonly raw: RawBody };

type GfwClient = {
  /** Presence of every vessel in the EEZ, by day and 0.1° cell. */
  presence(range: DateRange): Promise<GfwReport>;
};

export type Polling = { readonly pollMs: number; readonly maxPolls: number };

/** The API allows one report at a time for each user, so that all runs with one token queue here. */
const gates = new Map<string, Gate>();

function gateOf(baseUrl: string, token: string): Gate {
  const key = `${baseUrl} ${token}`;
  const gate = gates.get(key) ?? createGate(1);
  gates.set(key, gate);
  return gate;
}

/** Global Fishing Watch v3. Throws `ProviderError`: `auth` without a token, `quota` when another report holds ours up. */
export function createGfwClient(settings: ConnectorSettings, context: PullContext, polling: Polling): GfwClient {
  const base = settings.baseUrl.replace(/\/+$/, '');
  const token = settings.credentials?.token?.trim() ?? '';
  if (token === '') throw new ProviderError('auth', 'Global Fishing Watch: falta a credencial «token»');

  async function ask(path: string, query: Readonly<Record<string, string>>, body?: string): Promise<HttpResponse> {
    const response = await context.http.request({
      url: `${base}${path}${body === undefined ? '' : `?${new URLSearchParams(query)}`}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST' as const, body }),
      // Their front server gives up at 100 s with a 524: a shorter patience would miss it and start a second report.
      timeoutMs: 120_000,
      signal: context.signal,
      classify: (answer) => (isWaitable(answer) ? 'answer' : null),
    });
    logQuota(response, context);
    return response;
  }

  async function lastReport(): Promise<GfwReport> {
    for (let polls = 0; polls < polling.maxPolls; polls += 1) {
      await pause(polling.pollMs, context.signal);
      const raw = await ask('/4wings/last-report', {});
      const last = parseJson(raw, lastReportWire);
      if ('entries' in last) return reportOf(raw, last);
      if ('message' in last) {
        const detail = last.message.messages?.map((message) => message.detail ?? message.title).join('; ') ?? '';
        throw new ProviderError(last.status >= 500 ? 'provider' : 'request', `O relatório falhou: ${detail}`, {
          status: last.status,
        });
      }
    }
    throw new ProviderError('timeout', `O relatório não acabou em ${polling.maxPolls} consultas`);
  }

  async function report(range: DateRange): Promise<GfwReport> {
    const query = {
      'datasets[0]': PRESENCE_DATASET,
      'date-range': `${range.startDate},${range.endDate}`,
      'temporal-resolution': 'DAILY',
      'spatial-resolution': 'LOW',
      'group-by': 'VESSEL_ID',
      format: 'JSON',
    };
    const body = JSON.stringify({ region: { dataset: 'public-eez-areas', id: ANGOLA_EEZ } });
    for (let polls = 0; polls < polling.maxPolls; polls += 1) {
      const raw = await ask('/4wings/report', query, body);
      if (raw.status === 524) return lastReport();
      if (raw.status !== 429) return reportOf(raw, parseJson(raw, reportWire));
      context.log('info', 'Outro relatório da mesma conta está em curso; à espera', { polls });
      await pause(polling.pollMs, context.signal);
    }
    throw new ProviderError('quota', 'Outro relatório da mesma conta não acabou a tempo', {
      status: 429,
      retryAfterSeconds: 300,
    });
  }

  return {
    async presence(range) {
      const leave = await gateOf(base, token).enter(context.signal);
      try {
        const answer = await report(range);
        refuseForeign(answer.rows, range);
        return answer;
      } finally {
        leave();
      }
    },
  };
}

/** Waits; a cancelled run ends with the reason it was given, not with the timer's. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Answers to wait upon: a report in the way of ours, and ours still running behind a front server that gave up. */
function isWaitable(response: HttpResponse): boolean {
  return response.status === 524 || (response.status === 429 && decodeText(response).includes('concurrent report'));
}

function reportOf(raw: RawBody, report: ReportWire): GfwReport {
  return { rows: rowsOf(report), raw };
}

/** The last report is the account's, not the request's: another program's report must not pass for these days. */
function refuseForeign(rows: readonly unknown[], { startDate, endDate }: DateRange): void {
  for (const row of rows) {
    const date = typeof row === 'object' && row !== null && 'date' in row ? String(row.date).slice(0, 10) : startDate;
    if (date < startDate || date >= endDate)
      throw new ProviderError(
        'provider',
        `Relatório de outros dias: pedido ${startDate}–${endDate}, recebido ${date}`,
        {
          permanent: false,
        },
      );
  }
}

const QUOTA_HEADERS = {
  dailyLimit: 'x-ratelimit-daily-limit-requests',
  dailyUsage: 'x-ratelimit-daily-current-usage',
  dailyRemaining: 'x-ratelimit-daily-remaining-requests',
  dailyResetHours: 'x-ratelimit-daily-reset-hours',
  monthlyLimit: 'x-ratelimit-monthly-limit-requests',
  monthlyUsage: 'x-ratelimit-monthly-current-usage',
  monthlyRemaining: 'x-ratelimit-monthly-remaining-requests',
  monthlyResetDays: 'x-ratelimit-monthly-reset-days',
} as const;

function logQuota(response: HttpResponse, context: PullContext): void {
  const fields: Record<string, number | string> = {};
  for (const [name, header] of Object.entries(QUOTA_HEADERS)) {
    const value = response.headers[header];
    if (value !== undefined && value !== '' && Number.isFinite(Number(value))) fields[name] = Number(value);
  }
  const dataset = response.headers['x-datasets'];
  if (dataset !== undefined) fields.dataset = dataset;
  if (Object.keys(fields).length > 0) context.log('info', 'Quota da Global Fishing Watch', fields);
}
