import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { prettyStream } from './pretty.ts';
import { redactLine } from './redact.ts';
import type { LogTap } from './tap.ts';

export type Logger = PinoLogger;

/** Levels that would keep from the tap what it is to hear. */
const quieterThanInfo: readonly string[] = ['fatal', 'error', 'warn'];

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * Structured log: JSON lines (`pretty: false`) or short readable ones. Values under a secret name
 * (password, token, authorization, …) and passwords inside addresses are replaced before a byte is written.
 */
export function createLogger(options: {
  level: LogLevel;
  pretty: boolean;
  destination?: DestinationStream;
  /** Hears everything from `info` on, whatever level is written out. */
  tap?: LogTap;
}): Logger {
  const { level, tap } = options;
  const target = options.destination ?? standardOutput();
  const written = options.pretty ? prettyStream(target) : target;
  const isTapped = tap !== undefined && level !== 'silent';
  return pino(
    {
      level: isTapped && quieterThanInfo.includes(level) ? 'info' : level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactLine },
      serializers: { err: serializeError },
    },
    isTapped
      ? pino.multistream([
          { level, stream: written },
          { level: 'info', stream: { write: (line) => tap.write(line) } },
        ])
      : written,
  );
}

function standardOutput(): DestinationStream {
  const target = pino.destination({ dest: 1, sync: true });
  // Whoever read our output is gone (`npm start | head`): the platform goes on without it.
  target.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return target;
}

/** Without the objects that libraries hang on their errors: a database error carries its whole connection. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const serialized = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(serialized.filter(([, value]) => typeof value !== 'object' || value === null));
}
