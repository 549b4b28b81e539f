import { setTimeout as wait } from 'node:timers/promises';
import { createGate, type Gate } from '../core/budget.ts';
import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import { rowsOf } from './map.ts';
import type { GfwContext, GfwTransport } from './transport.ts';
import { ANGOLA_EEZ, lastReportWire, type ReportWire, reportWire } from './wire.ts';

/** Days `[startDate, endDate)`, YYYY-MM-DD: the provider's end is exclusive. */
export type DateRange = { readonly startDate: string; readonly endDate: string };

export type Polling = { readonly pollMs: number; readonly maxPolls: number };

export type ReportRequest = {
  /** Alias or version, `public-global-presence:latest`. */
  readonly dataset: string;
  readonly range: DateRange;
  readonly temporal: 'HOURLY' | 'DAILY' | 'MONTHLY' | 'YEARLY' | 'ENTIRE';
  readonly spatial: 'LOW' | 'HIGH';
  readonly groupBy: 'VESSEL_ID' | 'FLAG' | 'MMSI' | 'GEARTYPE' | 'FLAGANDGEARTYPE';
  /** In the provider's language: `flag in ('AGO')`. */
  readonly filter?: string;
};

export type GfwReport = {
  readonly rows: readonly unknown[];
  /** With the version it resolved to; null where the report has no data set at all. */
  readonly dataset: string | null;
  readonly raw: RawBody;
};

/** Their front server gives up at 100 s with a 524: a shorter patience would miss it and start a second report. */
const patienceMs = 120_000;

/** The API allows one report at a time for each user, so that all that use one token queue here. */
const gates = new Map<string, Gate>();

/** Reports on Angola's zone, one at a time: waits for another's (429) and for its own that outlives the request (524). */
export function createReports(transport: GfwTransport, context: GfwContext, polling: Polling) {
  async function lastReport(): Promise<GfwReport> {
    for (let polls = 0; polls < polling.maxPolls; polls += 1) {
      await pause(polling.pollMs, context.signal);
      const raw = await transport.get('/4wings/last-report').catch(forgotten);
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

  async function ask(request: ReportRequest): Promise<GfwReport> {
    const query = {
      'datasets[0]': request.dataset,
      'date-range': `${request.range.startDate},${request.range.endDate}`,
      'temporal-resolution': request.temporal,
      'spatial-resolution': request.spatial,
      'group-by': request.groupBy,
      ...(request.filter === undefined ? {} : { 'filters[0]': request.filter }),
      format: 'JSON',
    };
    const body = { region: { dataset: 'public-eez-areas', id: ANGOLA_EEZ } };
    for (let polls = 0; polls < polling.maxPolls; polls += 1) {
      const raw = await transport.post('/4wings/report', query, body, patienceMs);
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

  return async function report(request: ReportRequest): Promise<GfwReport> {
    const gate = gates.get(transport.account) ?? createGate(1);
    gates.set(transport.account, gate);
    const leave = await gate.enter(context.signal);
    try {
      const answer = await ask(request);
      refuseForeign(answer.rows, request.range);
      return answer;
    } finally {
      leave();
    }
  };
}

/** The provider stores the last report for half an hour: the next run requests an expired one anew. */
function forgotten(error: unknown): never {
  if (!(error instanceof ProviderError) || error.status !== 404) throw error;
  throw new ProviderError('provider', 'O relatório já não está guardado no fornecedor', {
    status: 404,
    permanent: false,
    cause: error,
  });
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

function reportOf(raw: RawBody, report: ReportWire): GfwReport {
  const dataset = report.entries.flatMap((entry) => Object.keys(entry))[0] ?? null;
  return { rows: rowsOf(report), dataset, raw };
}

/** The last report is the account's, not the request's: another program's report must not pass for these days. */
function refuseForeign(rows: readonly unknown[], { startDate, endDate }: DateRange): void {
  for (const row of rows) {
    const told = typeof row === 'object' && row !== null && 'date' in row ? String(row.date) : startDate;
    // A year or a month stands for the part of it that was asked for.
    const first = startDate.slice(0, Math.min(10, told.length));
    const date = told.slice(0, 10);
    if (date < first || date >= endDate)
      throw new ProviderError(
        'provider',
        `Relatório de outros dias: pedido ${startDate}–${endDate}, recebido ${date}`,
        { permanent: false },
      );
  }
}
