import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

export const deadLetters = endpoint({
  id: 'deadLetters',
  service: 'admin-api',
  method: 'GET',
  path: '/data/connectors/{id}/dead-letters',
  summary: 'Linhas rejeitadas, com a razão e o original',
  access: 'connectors:read',
  params: z.object({ id: z.string().max(64) }),
  query: z.object({
    page: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(50),
    state: z.enum(['open', 'replayed', 'discarded']).default('open'),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        id: z.number().int(),
        runId: z.string(),
        stream: z.string(),
        reason: z.string(),
        /** As the provider sent it, or as last edited. */
        raw: z.unknown(),
        state: z.enum(['open', 'replayed', 'discarded']),
        createdAt: instantSchema,
        /** Its stream can map a single row again. */
        replayable: z.boolean(),
        edited: z.boolean(),
        attempts: z.number().int(),
        resolvedAt: instantSchema.nullable(),
        resolvedBy: z.string().nullable(),
        resolution: z.string().nullable(),
      }),
    ),
    total: z.number().int(),
    reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  }),
  errors: ['not_found'],
});

export const discardDeadLetter = endpoint({
  id: 'discardDeadLetter',
  service: 'admin-api',
  method: 'POST',
  path: '/data/dead-letters/{letterId}/discard',
  summary: 'Descarta uma linha rejeitada (auditado)',
  access: 'connectors:run',
  params: z.object({ letterId: z.coerce.number().int().min(1) }),
  body: z.object({ reason: z.string().trim().min(3).max(500) }),
  response: z.object({ id: z.number().int(), state: z.literal('discarded') }),
  errors: ['not_found', 'conflict'],
});
