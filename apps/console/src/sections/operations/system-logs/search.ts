import { logLevelSchema } from '@kianda/contract/operations/diagnostics/logs.contract';
import { instantOf, type TimeZone } from '@kianda/format';
import { z } from 'zod';

const text = (length: number) => z.string().max(length).catch('');

/** Filters of the section in the address; an empty one is none. */
export const logSearch = z.object({
  level: logLevelSchema.or(z.literal('')).catch(''),
  module: text(64),
  q: text(200),
  request: text(128),
  from: text(40),
  to: text(40),
  before: z.coerce.number().int().min(0).catch(0),
  tail: z.boolean().catch(false),
});
export type LogSearch = z.output<typeof logSearch>;

/** The filters as the server takes them; a time that is none is left out. */
export function queryOf({ level, module, q, request, from, to }: LogSearch, zone: TimeZone) {
  return {
    ...(level === '' ? {} : { level }),
    ...(module === '' ? {} : { module }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(request.trim() === '' ? {} : { requestId: request.trim() }),
    ...within('from', instantOf(from, zone)),
    ...within('to', instantOf(to, zone)),
  };
}

function within<K extends string>(name: K, instant: string | null): { readonly [P in K]?: string } {
  return instant === null ? {} : ({ [name]: instant } as { [P in K]: string });
}
