import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { connectorParams } from './operations.contract.ts';

/** Price of a history, before it is ordered. */
export const backfillCost = endpoint({
  id: 'backfillCost',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/backfill/cost',
  summary: 'Custo estimado de um histórico: pedidos, bytes e tempo, medidos nas janelas já obtidas do fluxo',
  access: 'connectors:read',
  params: connectorParams,
  query: z
    .object({
      stream: z.string().max(64),
      from: instantSchema,
      to: instantSchema,
      windowDays: z.coerce.number().int().min(1).max(366),
    })
    .refine((query) => Date.parse(query.from) < Date.parse(query.to), { message: 'from deve ser anterior a to' }),
  response: z.object({
    windows: z.number().int(),
    days: z.number().int(),
    /** Null where no window was obtained yet to measure by. */
    requests: z.number().int().nullable(),
    bytes: z.number().nullable(),
    seconds: z.number().nullable(),
    /** Windows that it was measured on, and their days. */
    measured: z.object({ windows: z.number().int(), days: z.number().int() }).nullable(),
    /** Why there is no estimate. */
    absence: z.string().nullable(),
  }),
  errors: ['not_found'],
});

export const historyCostEndpoints = [backfillCost] as const;
