import { setTimeout as wait } from 'node:timers/promises';
import { isoDate } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError, ProviderPending } from '../core/failures.ts';
import { ANGOLA_BOX } from '../core/grid.ts';
import type { HttpResponse, RawBody } from '../core/http.ts';
import { decodeText, parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import { DATASET, type ExecutionWire, jobListWire, jobWire, problemWire, resultsWire, winds } from './wire.ts';

const { west, south, east, north } = ANGOLA_BOX;
const LICENCE_PAGE = `https://cds.climate.copernicus.eu/datasets/${DATASET}?tab=download#manage-licences`;
export const WAITING = 'a aguardar fornecedor';

export type Polling = {
  readonly firstMs: number;
  readonly factor: number;
  readonly mostMs: number;
  /** Time that a run waits before it gives its slot back; the queue at the provider may last hours. */
  readonly holdMs?: number;
};
const HOLD_MS = 20_000;
const RESUME_AFTER_SECONDS = 60;

/** State of a run while the provider works on its request. */
export const pendingSchema = z.object({ jobId: z.string(), daysMs: z.array(z.number().int()).min(1) });
export type Pending = z.infer<typeof pendingSchema>;

type CdsClient = {
  /**
   * The winds of some days of one month at given hours, as a NetCDF-4 file; null while the provider does not have them
   * yet. `jobId` names the request where it was made before. Throws `ProviderPending` when the provider takes its time.
   */
  winds(daysMs: readonly number[], hours: readonly number[], jobId?: string): Promise<RawBody | null>;
  /** Asks for the newest job of the account, which makes no request for data. */
  checkAccess(): Promise<void>;
};

/** Copernicus Climate Data Store. Throws `ProviderError`: `auth` without a token or an accepted licence. */
export function createCdsClient(settings: ConnectorSettings, context: PullContext, polling: Polling): CdsClient {
  const base = `${settings.baseUrl.replace(/\/+$/, '')}/retrieve/v1`;
  const token = settings.credentials?.token?.trim() ?? '';
  if (token === '') throw new ProviderError('auth', 'CDS/ERA5: falta a credencial «token»');

  async function ask(path: string, body?: string): Promise<HttpResponse> {
    const response = await context.http.request({
      url: `${base}${path}`,
      headers: {
        'private-token': token,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST' as const, body }),
      signal: context.signal,
      // A 400 and a 403 carry the reason, which decides the operator's remedy.
      classify: ({ status }) => (status === 400 || status === 403 ? 'answer' : null),
    });
    if (response.status === 403) throw refusal(response);
    return response;
  }

  /** Makes a request; the id of its job. */
  async function submit(daysMs: readonly number[], hours: readonly number[]): Promise<string> {
    const execution = await ask(`/processes/${DATASET}/execution`, JSON.stringify(request(daysMs, hours)));
    if (execution.status === 400) throw problem(execution, 'O CDS recusou o pedido');
    return parseJson(execution, jobWire).jobID;
  }

  async function finished(jobId: string, daysMs: readonly number[]): Promise<'successful' | 'failed'> {
    let pauseMs = polling.firstMs;
    let waitedMs = 0;
    for (let polls = 0; ; polls += 1) {
      await pause(pauseMs, context.signal);
      waitedMs += pauseMs;
      pauseMs = Math.min(polling.mostMs, pauseMs * polling.factor);
      const { status } = parseJson(await ask(`/jobs/${jobId}`), jobWire);
      if (status === 'successful' || status === 'failed') return status;
      if (status === 'rejected' || status === 'dismissed')
        throw new ProviderError('request', `O CDS recusou o pedido ${jobId} (${status})`);
      if (polls === 0) {
        context.log('info', 'Pedido aceite pelo CDS; a aguardar fornecedor', { jobId, status });
        context.status?.(WAITING);
      }
      if (waitedMs >= (polling.holdMs ?? HOLD_MS)) {
        const pending: Pending = { jobId, daysMs: [...daysMs] };
        throw new ProviderPending(WAITING, pending, RESUME_AFTER_SECONDS);
      }
    }
  }

  return {
    async checkAccess() {
      parseJson(await ask('/jobs?limit=1'), jobListWire);
    },

    async winds(daysMs, hours, jobId) {
      const jobID = jobId ?? (await submit(daysMs, hours));
      const outcome = await finished(jobID, daysMs);
      const results = await ask(`/jobs/${jobID}/results`);
      if (outcome === 'failed' || results.status === 400) {
        if (isNotYet(results)) return null;
        throw problem(results, `O pedido ${jobID} falhou no CDS`);
      }
      const { value } = parseJson(results, resultsWire).asset;
      // The file lies in an object store of another host, which must not see the token.
      const file = await context.http.request({ url: value.href, signal: context.signal, timeoutMs: 300_000 });
      if (file.bytes.length !== value['file:size'])
        throw new ProviderError(
          'network',
          `O ficheiro do CDS chegou com ${file.bytes.length} bytes; esperados ${value['file:size']}`,
        );
      return file;
    },
  };
}

function request(daysMs: readonly number[], hours: readonly number[]): ExecutionWire {
  const dates = daysMs.map(isoDate);
  const [first = ''] = dates;
  return {
    inputs: {
      product_type: ['reanalysis'],
      variable: winds.map(({ asked }) => asked),
      year: [first.slice(0, 4)],
      month: [first.slice(5, 7)],
      day: dates.map((date) => date.slice(8, 10)),
      time: hours.map((hour) => `${String(hour).padStart(2, '0')}:00`),
      area: [north, west, south, east],
      data_format: 'netcdf',
      download_format: 'unarchived',
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

/** Three things hide behind a 403: a licence not accepted, a request too large, and a token without rights. */
function refusal(response: HttpResponse): ProviderError {
  const text = decodeText(response);
  const { status } = response;
  if (/licen[cs]e|site policies/i.test(text))
    return new ProviderError(
      'auth',
      `A licença do ERA5 ainda não foi aceite por esta conta do CDS: entre em ${LICENCE_PAGE}, aceite as licenças e volte a executar o conector.`,
      { status },
    );
  if (/cost limits exceeded/i.test(text))
    return new ProviderError('request', 'O CDS recusou o pedido por ser demasiado grande (cost limits exceeded)', {
      status,
    });
  return new ProviderError('auth', `O CDS recusou o acesso: ${text.slice(0, 200)}`, { status });
}

function isNotYet(response: HttpResponse): boolean {
  return /is available yet/i.test(decodeText(response));
}

function problem(response: HttpResponse, what: string): ProviderError {
  const { title, detail, traceback } = parseJson(response, problemWire);
  const why = (traceback ?? detail ?? title).replace(/\s+/g, ' ').trim().slice(-300);
  return response.status === 400 && traceback == null
    ? new ProviderError('request', `${what}: ${why}`, { status: response.status })
    : new ProviderError('provider', `${what}: ${why}`, { status: response.status, permanent: false });
}
