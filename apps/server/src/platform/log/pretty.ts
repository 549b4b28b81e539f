import type { DestinationStream } from 'pino';

const HIDDEN_FIELDS = new Set(['time', 'level', 'msg', 'err']);

function field(value: unknown): string {
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

/** One readable line for one JSON line: hour, level, message, remaining fields; the stack of an error below. */
export function prettyLine(json: string): string {
  const entry: Record<string, unknown> = JSON.parse(json);
  const time = text(entry.time).slice(11, 19);
  const level = text(entry.level).padEnd(5);
  const rest = Object.entries(entry)
    .filter(([name]) => !HIDDEN_FIELDS.has(name))
    .map(([name, value]) => `${name}=${field(value)}`)
    .join(' ');
  const error = entry.err;
  const stack =
    typeof error === 'object' && error !== null && 'stack' in error && typeof error.stack === 'string'
      ? `\n${error.stack}`
      : '';
  return `${time} ${level} ${text(entry.msg)}${rest === '' ? '' : ` ${rest}`}${stack}\n`;
}

/** Destination that writes readable lines to another one. */
export function prettyStream(target: DestinationStream): DestinationStream {
  return { write: (json) => target.write(prettyLine(json)) };
}
