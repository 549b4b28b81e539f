import type { CheckOutcome } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { ProviderError, ProviderPending } from './failures.ts';
import type { HttpResponse } from './http.ts';
import { isWebPage } from './page.ts';
import { addressOf, causes, failureOfStatus, isOfNetwork } from './status.ts';

/** Clocks further apart than this are reported; signatures and tokens begin to fail not long after. */
export const toleratedSkewMs = 120_000;

/** An answer of a provider as a diagnosis needs it. */
export type SeenAnswer = {
  /** Without its query, where some providers take keys. */
  readonly address: string;
  readonly status: number;
  readonly isPage: boolean;
  /** Their clock less ours; null where the answer does not state the time. */
  readonly skewMs: number | null;
};

export function seenAnswer(response: HttpResponse, nowMs: number): SeenAnswer {
  return {
    address: addressOf(response.url),
    status: response.status,
    isPage: isWebPage(response.bytes),
    skewMs: skewOf(response.headers, nowMs),
  };
}

/** Clock skew of an answer. A cache repeats the date of a stored answer, and `Age` states how old that answer is. */
function skewOf(headers: HttpResponse['headers'], nowMs: number): number | null {
  const atMs = Date.parse(headers.date ?? '');
  if (Number.isNaN(atMs)) return null;
  const age = Number(headers.age ?? '0');
  return atMs + (Number.isFinite(age) ? age * 1000 : 0) - nowMs;
}

/** Result of an attempt to connect to a provider. */
export type Attempt = {
  /** As it was thrown; null where the attempt went well. */
  readonly error: unknown;
  /** In order. */
  readonly answers: readonly SeenAnswer[];
  /** The limit of the attempt ended it. */
  readonly timedOut: boolean;
  /** True when this machine has an address besides its own loopback. */
  readonly hasNetwork: boolean;
  /** True when a token that was sent has expired. */
  readonly tokenExpired: boolean;
};

/** Class of an attempt: never a fault of ours where the network, the clock or a credential explains it. */
export function diagnose(attempt: Attempt): CheckOutcome {
  const { error, answers, timedOut } = attempt;
  const last = answers.at(-1);
  const succeeded = last !== undefined && last.status >= 200 && last.status < 300;
  if (succeeded && last.isPage) return 'captive_portal';
  // A long download that our limit ends has proven all that was to be proven.
  if (error === null || error instanceof ProviderPending || (timedOut && succeeded)) return wellOf(answers);
  if (timedOut) return 'timeout';
  const chain = causes(error);
  const provider = chain.find((cause) => cause instanceof ProviderError);
  const unreached = unreachedOf(chain, attempt.hasNetwork);
  if (provider === undefined) return unreached ?? (chain.some(isOfFiles) ? 'inbox_unreadable' : 'wrong_format');
  return outcomeOfFailure(provider, attempt, unreached);
}

/** Providers whose own rules read a status otherwise (an absent part of a store, an error in a body) do not change what it is here. */
function failureOf({ failure }: ProviderError, last: SeenAnswer | undefined): ProviderError['failure'] {
  const byStatus = last === undefined ? null : failureOfStatus(last.status);
  return byStatus === 'auth' || byStatus === 'quota' ? byStatus : failure;
}

function outcomeOfFailure(provider: ProviderError, attempt: Attempt, unreached: CheckOutcome | null): CheckOutcome {
  const last = attempt.answers.at(-1);
  if (provider.reason === 'page' || (last !== undefined && isFromNetwork(last))) return 'captive_portal';
  if (provider.reason === 'folder') return 'inbox_unreadable';
  if (provider.reason === 'private-address') return 'dns';
  switch (failureOf(provider, last)) {
    case 'blocked':
      // Providers stay where they are; portals and proxies send everybody to their own page.
      return last !== undefined && last.status >= 300 && last.status < 400 ? 'captive_portal' : 'wrong_address';
    case 'auth':
      return attempt.tokenExpired || /expir|venceu|caduc/i.test(provider.message)
        ? 'credential_expired'
        : 'credential_refused';
    case 'quota':
      return 'rate_limited';
    case 'timeout':
      return 'timeout';
    case 'network':
      return unreached ?? (last === undefined ? 'refused' : 'wrong_format');
    case 'provider':
      return last !== undefined && last.status < 400 ? 'wrong_format' : 'provider_down';
    case 'schema':
      return 'wrong_format';
    case 'request':
      return 'wrong_address';
  }
}

/** A proxy or a portal says by its status that it is one, or refuses with a page for people. */
function isFromNetwork({ status, isPage }: SeenAnswer): boolean {
  return isOfNetwork(status) || (status === 403 && isPage);
}

function wellOf(answers: readonly SeenAnswer[]): CheckOutcome {
  if (answers.length === 0) return 'nothing_to_ask';
  return Math.abs(skewOfAnswers(answers) ?? 0) > toleratedSkewMs ? 'clock' : 'ok';
}

/** Their clock less ours, by the newest answer that states the time; null where none does. */
export function skewOfAnswers(answers: readonly SeenAnswer[]): number | null {
  return answers.findLast(({ skewMs }) => skewMs !== null)?.skewMs ?? null;
}

const unreachable = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL']);
const unnamed = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'EAI_FAIL', 'ESERVFAIL']);
const untrusted =
  /^(?:SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_)|^(?:INVALID_CA|HOSTNAME_MISMATCH|EPROTO)$/;
const slow = /^(?:ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/;

/** True for an error of this machine's files and folders. A firewall may refuse a connection with the same codes. */
function isOfFiles(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause) || ('syscall' in cause && cause.syscall === 'connect'))
    return false;
  return /^(?:ENOENT|ENOTDIR|EISDIR|EACCES|EPERM|ELOOP|EIO)$/.test(String(cause.code));
}

/** Reason why no server answered, by the codes of sockets, names and certificates; null where they give none. */
function unreachedOf(chain: readonly unknown[], hasNetwork: boolean): CheckOutcome | null {
  const codes = chain.flatMap((cause) =>
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? [cause.code] : [],
  );
  if (codes.some((code) => untrusted.test(code))) return 'tls';
  if (codes.some((code) => unreachable.has(code))) return 'no_network';
  if (codes.some((code) => unnamed.has(code))) return hasNetwork ? 'dns' : 'no_network';
  if (codes.some((code) => slow.test(code))) return 'timeout';
  return codes.some((code) => /^(?:ECONN|EPIPE|UND_ERR_SOCKET)/.test(code)) ? 'refused' : null;
}
