import type { LogLevelName } from '@kianda/contract/operations/diagnostics/logs.contract';
import { z } from 'zod';

/** Pino's numbers of the levels. */
export const levelNumbers: Readonly<Record<LogLevelName, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
};

const lineSchema = z
  .object({
    level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
    time: z.iso.datetime({ offset: true }),
    msg: z.string().catch(''),
    reqId: z.string().optional().catch(undefined),
    part: z.string().optional().catch(undefined),
    module: z.string().optional().catch(undefined),
    job: z.string().optional().catch(undefined),
  })
  .loose();

export type StoredLine = {
  readonly at: string;
  readonly level: number;
  readonly module: string;
  readonly message: string;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Text that a search looks through. */
  readonly searched: string;
};

/** Longest text that is searched, and longest line that is kept whole. */
const longestSearched = 8_000;
const longestLine = 64_000;

/** A line of the log as it is kept; null for what is none of ours. */
export function storedLine(text: string): StoredLine | null {
  const parsed = lineSchema.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const { level, time, msg, reqId, part, module, job, ...rest } = parsed.data;
  const details = text.length > longestLine ? { cortado: `${text.length} caracteres` } : rest;
  const searched = [msg, ...errorTexts(rest.err)].join(' ').slice(0, longestSearched);
  return {
    at: time,
    level: levelNumbers[level],
    // Subject of a line: the module it names, or the first word of the job's name.
    module: part ?? module ?? job?.split('.')[0] ?? (reqId === undefined ? 'plataforma' : 'http'),
    message: clean(msg),
    requestId: reqId ?? null,
    details: cleanDetails({ ...details, ...(job === undefined ? {} : { job }) }),
    searched: clean(searched),
  };
}

export function levelName(level: number): LogLevelName {
  const names: readonly LogLevelName[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];
  return names.find((name) => level >= levelNumbers[name]) ?? 'trace';
}

function errorTexts(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  return Object.values(error).filter((value) => typeof value === 'string');
}

/** PostgreSQL stores no NUL, in texts and in JSON alike. */
function clean(text: string): string {
  return text.replaceAll('\0', '');
}

function cleanDetails(details: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(details);
  return text.includes('\\u0000') ? { ilegivel: true } : details;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not a line of ours: no schema accepts it.
    return undefined;
  }
}
