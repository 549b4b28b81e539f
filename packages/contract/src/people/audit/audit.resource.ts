import { z } from 'zod';
import { choiceFilter, periodFilter, searchFilter, valueFilter, wordsFilter } from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';
import { type AuditSeverity, auditEventNameSchema, auditEvents, auditSeverities } from './audit.ts';

/** Severities of an event, with what people read. */
export const auditSeverityNames = {
  low: 'Baixa',
  medium: 'Média',
  high: 'Alta',
  critical: 'Crítica',
} as const satisfies Record<AuditSeverity, string>;

export const auditEventSchema = z.object({
  /** Place in the chain, from 1 without gaps. */
  seq: z.number().int(),
  occurredAt: instantSchema,
  event: auditEventNameSchema,
  severity: z.enum(auditSeverities),
  /** Null for the platform and for people who are not signed in. */
  actorId: z.string().nullable(),
  actorName: z.string(),
  resource: z.string(),
  ipAddress: z.string(),
  userAgent: z.string(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

export type AuditEventView = z.infer<typeof auditEventSchema>;

/** The list of events of the trail. */
export const auditResource = resource<AuditEventView>()({
  id: 'auditoria',
  initial: { sort: 'at', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    /** Part of the actor's name, the resource, the address it came from or the facts kept. */
    search: searchFilter('Texto', 'Endereço, pormenores…'),
    actorId: valueFilter('actorId', 'Conta', z.uuid()),
    period: periodFilter('Período', 'Desde', 'Até', 'minute'),
  },
  columns: {
    seq: { label: 'N.º', kind: 'number', decimals: 0, value: ({ seq }) => seq, shown: 'chosen' },
    at: { label: 'Quando', kind: 'instant', value: ({ occurredAt }) => occurredAt, sort: 'at' },
    severity: {
      label: 'Gravidade',
      kind: 'choice',
      value: ({ severity }) => severity,
      choices: auditSeverityNames,
      sort: 'severity',
      filter: choiceFilter('severity', 'Gravidade', auditSeverityNames),
    },
    event: {
      label: 'Ação',
      kind: 'choice',
      value: ({ event }) => event,
      choices: auditEvents,
      sort: 'event',
      filter: choiceFilter('event', 'Ação', auditEvents),
    },
    actor: {
      label: 'Quem',
      kind: 'text',
      value: ({ actorName }) => actorName,
      unknown: 'Sem sessão.',
      sort: 'actor',
      /** Part of the name or e-mail of who acted. */
      filter: wordsFilter('actor', 'Quem', { hint: 'Nome ou e-mail', address: 'actor' }),
    },
    resource: {
      label: 'Objeto',
      kind: 'code',
      value: ({ resource }) => resource,
      sort: 'resource',
      /** Beginning of what was acted upon: `user/`, `session/0f3…`. */
      filter: wordsFilter('resource', 'Objeto', { hint: 'Começo: user/, session/…', address: 'object', most: 254 }),
    },
    address: {
      label: 'Endereço IP',
      kind: 'code',
      value: ({ ipAddress }) => ipAddress,
      unknown: 'A plataforma, por si: não houve pedido.',
      shown: 'chosen',
    },
    device: { label: 'Dispositivo', kind: 'text', value: ({ userAgent }) => userAgent, shown: 'never' },
    facts: { label: 'Pormenores', kind: 'text', value: ({ metadata }) => JSON.stringify(metadata), shown: 'never' },
  },
});
