import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import type { ProbeStep } from '@kianda/contract/operations/services/services.contract';
import type { HealthState } from '../../../platform/module.ts';

export type ProbeResult = {
  readonly status: HealthState;
  readonly httpStatus: number | null;
  readonly totalMs: number;
  readonly steps: readonly ProbeStep[];
};

/** Answers slower than this count as degraded. */
export const slowMs = 2_000;

/**
 * Asks an address step by step: its name, a connection, an answer, its content. Judged by what the server sees: a
 * browser cannot tell a refused connection from a page that will not be framed.
 */
export async function probe(address: string, signal: AbortSignal): Promise<ProbeResult> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const steps: ProbeStep[] = [];
  const startedMs = performance.now();
  let httpStatus: number | null = null;
  let contentType = '';
  let text = '';

  async function step(name: ProbeStep['step'], work: () => Promise<{ ok: boolean; detail: string }>): Promise<boolean> {
    const beganMs = performance.now();
    try {
      const outcome = await work();
      steps.push({ step: name, ...outcome, ms: performance.now() - beganMs });
      return outcome.ok;
    } catch (error) {
      steps.push({ step: name, ok: false, ms: performance.now() - beganMs, detail: faultOf(error) });
      return false;
    }
  }

  const reached =
    (await step('dns', async () => ({ ok: true, detail: (await lookup(host)).address }))) &&
    (await step('tcp', async () => {
      await opened(host, port, signal);
      return { ok: true, detail: `porta ${port} aberta` };
    })) &&
    (await step('http', async () => {
      const response = await fetch(url, { redirect: 'manual', signal, headers: { accept: 'application/json, */*' } });
      httpStatus = response.status;
      contentType = response.headers.get('content-type') ?? '';
      text = await response.text();
      return { ok: answers(response.status), detail: answerText(response.status) };
    }));
  if (reached) await step('content', async () => contentOf(contentType, text));

  const totalMs = performance.now() - startedMs;
  const failed = steps.find(({ ok }) => !ok);
  // A server that does not know the page is there, and is not what was looked for.
  const isOther = failed?.step === 'http' && httpStatus !== null && httpStatus < 500;
  const down = failed !== undefined && failed.step !== 'content' && !isOther;
  const status = down ? 'offline' : failed !== undefined || totalMs > slowMs ? 'warning' : 'online';
  return { status, httpStatus, totalMs, steps };
}

/** Asking for a sign-in is an answer; not knowing the page is none. */
function answers(status: number): boolean {
  return status < 400 || asksWho(status);
}

const asksWho = (status: number): boolean => status === 401 || status === 403;

function answerText(status: number): string {
  if (asksWho(status)) return `Responde e pede sessão (HTTP ${status})`;
  if (status === 404) return 'Responde, mas não conhece este endereço (HTTP 404)';
  return status < 400 ? `Responde (HTTP ${status})` : `HTTP ${status}`;
}

function contentOf(contentType: string, text: string): { ok: boolean; detail: string } {
  if (!contentType.includes('json')) return { ok: true, detail: contentType === '' ? 'sem corpo' : contentType };
  try {
    JSON.parse(text);
    return { ok: true, detail: 'JSON válido' };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, detail: 'Response is not JSON' };
  }
}

function opened(host: string, port: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal }, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

function faultOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const known: Readonly<Record<string, string>> = {
    ENOTFOUND: 'O nome não existe',
    EAI_AGAIN: 'O servidor de nomes não respondeu',
    ECONNREFUSED: 'Ligação recusada',
    ECONNRESET: 'Ligação cortada',
    ABORT_ERR: 'Sem resposta a tempo',
  };
  if (cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError')) {
    return 'Sem resposta a tempo';
  }
  return known[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
