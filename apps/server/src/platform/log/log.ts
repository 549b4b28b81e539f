import { type DestinationStream, levels, type Logger as PinoLogger, pino, stdTimeFunctions, symbols } from 'pino';
import { prettyStream } from './pretty.ts';
import { redactLine } from './redact.ts';
import { withoutRepeats } from './repeats.ts';
import type { LogTap } from './tap.ts';

export type Logger = PinoLogger;

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * Structured log: JSON lines (`pretty: false`) or short readable ones. Values under a secret name
 * (password, token, authorization, …) and passwords inside addresses are replaced before a byte is written. A level that
 * is a function is asked at every line: pino's own holds for one logger, and not for the children it has already.
 */
export function createLogger(options: {
  level: LogLevel | (() => LogLevel);
  pretty: boolean;
  destination?: DestinationStream;
  /** Hears everything from `info` on, whatever level is written out, unless that is `silent`. */
  tap?: LogTap;
}): Logger {
  const { level, tap } = options;
  const target = options.destination ?? standardOutput();
  const written = options.pretty ? prettyStream(target) : target;
  const writtenFrom = () => numberOf(typeof level === 'function' ? level() : level);
  const heardFrom = (from: number) =>
    tap === undefined || from === Number.POSITIVE_INFINITY ? from : Math.min(from, info);
  const hold = withoutRepeats((line) => {
    if (levelOf(line) >= writtenFrom()) written.write(line);
    tap?.write(line);
  });
  const destination = {
    [symbols.needsMetadataGsym]: true as const,
    // Set by pino before each line.
    lastLevel: 0,
    write(line: string) {
      if (this.lastLevel >= warn) return hold(line);
      if (this.lastLevel >= writtenFrom()) written.write(line);
      if (this.lastLevel >= info) tap?.write(line);
    },
  };
  return pino(
    {
      level: level === 'silent' ? 'silent' : 'trace',
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        // Checked before the line is composed, so that a line without a listener costs one comparison.
        logMethod(args, method, at) {
          if (at >= heardFrom(writtenFrom())) method.apply(this, args);
        },
        streamWrite: redactLine,
      },
      serializers: { err: serializeError },
    },
    destination,
  );
}

const info = numberOf('info');
const warn = numberOf('warn');

/** pino's number of the level that a written line names. */
const levelOf = (line: string): number => levels.values[String(JSON.parse(line).level)] ?? info;

/** pino's number of a level; infinite for `silent`, which is above all. */
function numberOf(level: LogLevel): number {
  return levels.values[level] ?? Number.POSITIVE_INFINITY;
}

function standardOutput(): DestinationStream {
  const target = pino.destination({ dest: 1, sync: true });
  // The reader of the output has gone (`npm start | head`): the platform goes on without it.
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
