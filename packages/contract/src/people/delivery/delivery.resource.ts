import { z } from 'zod';
import { choiceFilter, periodFilter, searchFilter, valueFilterAt } from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';
import { alertSourceNames, alertSources, deliverySeverities, deliverySeverityNames } from './scale.ts';

export const deliveryStates = {
  queued: 'Em fila',
  sent: 'Enviado',
  failed: 'Falhado',
  suppressed: 'Suprimido',
  digested: 'Incluído num resumo',
} as const;
export type DeliveryState = keyof typeof deliveryStates;
export const deliveryStateNames = Object.keys(deliveryStates) as [DeliveryState, ...DeliveryState[]];

export const deliveryKinds = { alert: 'Alerta', digest: 'Resumo', test: 'Ensaio' } as const;

export const deliverySchema = z.object({
  id: z.uuid(),
  channelId: z.uuid(),
  channelName: z.string(),
  channelKind: z.enum(['email', 'webhook']),
  target: z.string(),
  kind: z.enum(['alert', 'digest', 'test']),
  title: z.string(),
  severity: z.enum(deliverySeverityNames).nullable(),
  source: z.enum(alertSourceNames).nullable(),
  state: z.enum(deliveryStateNames),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  /** When it is tried next; null once it has ended. */
  nextAttemptAt: instantSchema.nullable(),
  createdAt: instantSchema,
  endedAt: instantSchema.nullable(),
  /** The digest that carried it. */
  digestId: z.uuid().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** The log of deliveries, by every channel. */
export const deliveryResource = resource<Delivery>()({
  id: 'entregas',
  initial: { sort: 'created', order: 'desc' },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Título, destino ou erro'),
    channel: valueFilterAt('channelId', 'channel', 'Canal', z.uuid()),
    period: periodFilter('Pedida entre', 'Pedida desde', 'Pedida até'),
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id },
    created: { label: 'Pedida', kind: 'instant', value: ({ createdAt }) => createdAt, sort: 'created' },
    title: { label: 'Título', kind: 'text', value: ({ title }) => title, sort: 'title' },
    kind: {
      label: 'Tipo',
      kind: 'choice',
      value: ({ kind }) => kind,
      choices: deliveryKinds,
      filter: choiceFilter('kind', 'Tipo', deliveryKinds),
    },
    state: {
      label: 'Estado',
      kind: 'choice',
      value: ({ state }) => state,
      choices: deliveryStates,
      sort: 'state',
      filter: choiceFilter('state', 'Estado', deliveryStates),
    },
    severity: {
      label: 'Gravidade',
      kind: 'choice',
      value: ({ severity }) => severity,
      choices: deliverySeverities,
      sort: 'severity',
      filter: choiceFilter('severity', 'Gravidade', deliverySeverities),
    },
    source: { label: 'Origem', kind: 'choice', value: ({ source }) => source, choices: alertSources },
    channel: { label: 'Canal', kind: 'text', value: ({ channelName }) => channelName, sort: 'channel' },
    target: { label: 'Destino', kind: 'text', value: ({ target }) => target },
    attempts: { label: 'Tentativas', kind: 'number', decimals: 0, value: ({ attempts }) => attempts, sort: 'attempts' },
    next: { label: 'Próxima tentativa', kind: 'instant', value: ({ nextAttemptAt }) => nextAttemptAt },
    ended: { label: 'Terminou', kind: 'instant', value: ({ endedAt }) => endedAt, sort: 'ended' },
    error: { label: 'Erro', kind: 'text', value: ({ lastError }) => lastError },
  },
});
