import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Outcomes of a connection check, or of a failed run: a provider's answer, or the reason why there was none. */
export const checkOutcomes = [
  'ok',
  'no_network',
  'dns',
  'refused',
  'timeout',
  'tls',
  'captive_portal',
  'clock',
  'credential_missing',
  'credential_expired',
  'credential_refused',
  'rate_limited',
  'wrong_format',
  'provider_down',
  'wrong_address',
  /** The folder where an institution leaves its files does not exist, or may not be read. */
  'inbox_unreadable',
  /** The connector only listens, or takes files: there is no server to check. */
  'nothing_to_ask',
  /** A run failed without its provider having part in it. */
  'internal_error',
] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

const lineSchema = z.object({
  /** Connector, or one of the two lines of the installation itself. */
  id: z.string(),
  subject: z.enum(['network', 'clock', 'connector']),
  name: z.string(),
  /** Last address tried, without its query and credentials; null before a check, and where there is none to try. */
  address: z.string().nullable(),
  triedAt: instantSchema.nullable(),
  /** A check that somebody asked for, or the last run of a stream, which failed; null where nothing was tried. */
  triedBy: z.enum(['check', 'run']).nullable(),
  /** Null before the first check and the first run that failed. */
  outcome: z.enum(checkOutcomes).nullable(),
  httpStatus: z.number().int().nullable(),
  latencyMs: z.number().nullable(),
  /** The provider's clock less ours, seconds; null where no answer stated the time. */
  skewSeconds: z.number().nullable(),
  /** Message of the client or the provider. */
  detail: z.string().nullable(),
  /** Advice: an action, and where to take it. */
  advice: z.string(),
  /** It has brought at least one record; null for the lines of the installation. */
  hasDelivered: z.boolean().nullable(),
  /** End of the last run that went well, whether it brought records or not. */
  lastSuccess: instantSchema.nullable(),
  simulated: z.boolean(),
});
export type FirstDayLine = z.infer<typeof lineSchema>;

export const firstDay = endpoint({
  id: 'firstDay',
  service: 'admin-api',
  method: 'GET',
  path: '/data/first-day',
  summary: 'Primeiro dia: de cada conector, da rede e do relógio, o que se tentou, o que veio e o que fazer',
  access: 'connectors:read',
  response: z.object({
    lines: z.array(lineSchema),
    /** Connectors in use that have not delivered a record yet, without those suspended or never set up. */
    undelivered: z.number().int(),
    /** The check under way; null where there is none. */
    running: z
      .object({ runId: z.string(), progress: z.number().nullable(), message: z.string().nullable() })
      .nullable(),
  }),
});

export const checkFirstDay = endpoint({
  id: 'checkFirstDay',
  service: 'admin-api',
  method: 'POST',
  path: '/data/first-day/check',
  summary: 'Verifica agora um conector, ou todos, sem guardar dados',
  access: 'connectors:run',
  body: z.object({
    /** Null: all of them, the network and the clock. */
    connector: z.string().max(64).nullable().default(null),
  }),
  response: z.object({ runId: z.string() }),
  errors: ['not_found', 'already_running'],
});
