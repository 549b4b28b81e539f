import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema, provenanceSchema } from '../../core/provenance.ts';

const storedSchema = z.object({
  /** ISO days of presence. */
  presence_from: z.string().nullable(),
  presence_to: z.string().nullable(),
  presence_vessels: z.number().int(),
  identities: z.number().int(),
  events: z.number().int(),
  last_event_at: instantSchema.nullable(),
  last_retrieved_at: instantSchema.nullable(),
});

/** Spec 1 §7.2: whether the provider answers, and whether what it answered before is stored. */
export const gfwTestIntegration = endpoint({
  id: 'gfwTestIntegration',
  service: 'admin-api',
  method: 'GET',
  path: '/api/gfw/test-integration',
  summary: 'Ensaio da ligação à Global Fishing Watch: acesso, conjuntos de dados, o que está guardado',
  access: 'vessels:read',
  rateLimitPerMinute: 20,
  response: z.object({
    /** True when the provider gave every data set that was tested. */
    success: z.boolean(),
    token_configured: z.boolean(),
    datasets_tested: z.number().int(),
    datasets_accessible: z.number().int(),
    /** Why data sets were not given, in the provider's order. */
    errors: z.array(z.object({ dataset: z.string(), status_code: z.number().int().nullable(), error: z.string() })),
    tested_at: instantSchema.nullable(),
    stored: storedSchema,
    attribution: z.string(),
    provenance: provenanceSchema,
  }),
  format: 'plain',
});

/** Spec 1 §7.2: how the connection is set up, without its secrets. */
export const gfwDebug = endpoint({
  id: 'gfwDebug',
  service: 'admin-api',
  method: 'GET',
  path: '/api/gfw/debug',
  summary: 'Ligação à Global Fishing Watch tal como está configurada, sem segredos',
  access: 'surveillance:configure',
  response: z.object({
    /** Null where the connector is not configured. */
    base_url: z.string().nullable(),
    token_configured: z.boolean(),
    simulated: z.boolean(),
    disabled_reason: z.string().nullable(),
    request_limit_seconds: z.number(),
    datasets: z.record(z.string(), z.string()),
    stored: storedSchema,
  }),
  format: 'plain',
});

export const gfwIntegrationEndpoints = [gfwTestIntegration, gfwDebug] as const;
