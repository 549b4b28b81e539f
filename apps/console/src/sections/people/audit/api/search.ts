import { auditEventNameSchema, auditSeverities } from '@kianda/contract/people/audit/audit';
import { z } from 'zod';

const text = (length: number) => z.string().max(length).catch('');

/** Filters of the section in the address; an empty one is none. */
export const auditSearch = z.object({
  event: auditEventNameSchema.or(z.literal('')).catch(''),
  severity: z.enum(['', ...auditSeverities]).catch(''),
  actor: text(120),
  object: text(254),
  q: text(120),
  from: text(40),
  to: text(40),
  page: z.coerce.number().int().min(1).catch(1),
});
export type AuditSearch = z.output<typeof auditSearch>;

/** The filters as the server takes them, 50 events a page; a time that is none is left out. */
export function queryOf({ event, severity, actor, object, q, from, to, page }: AuditSearch) {
  return {
    page,
    pageSize: 50,
    ...(event === '' ? {} : { event }),
    ...(severity === '' ? {} : { severity }),
    ...(actor.trim() === '' ? {} : { actor: actor.trim() }),
    ...(object.trim() === '' ? {} : { resource: object.trim() }),
    ...(q.trim() === '' ? {} : { search: q.trim() }),
    ...instant('from', from),
    ...instant('to', to),
  };
}

function instant<K extends string>(name: K, local: string): { readonly [P in K]?: string } {
  // The field speaks of Luanda's time, as the page shows it.
  const ms = Date.parse(`${local}+01:00`);
  return Number.isFinite(ms) ? ({ [name]: new Date(ms).toISOString() } as { [P in K]: string }) : {};
}
