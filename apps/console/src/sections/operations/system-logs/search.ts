import { logLevelSchema } from '@kianda/contract/operations/diagnostics/logs.contract';
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
export function queryOf({ level, module, q, request, from, to }: LogSearch) {
  return {
    ...(level === '' ? {} : { level }),
    ...(module === '' ? {} : { module }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(request.trim() === '' ? {} : { requestId: request.trim() }),
    ...instant('from', from),
    ...instant('to', to),
  };
}

function instant<K extends string>(name: K, local: string): { readonly [P in K]?: string } {
  // The field speaks of Luanda's time, as the page shows it.
  const ms = Date.parse(`${local}+01:00`);
  return Number.isFinite(ms) ? ({ [name]: new Date(ms).toISOString() } as { [P in K]: string }) : {};
}
