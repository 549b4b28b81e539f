import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** Spec 1 §3 "Fisheries statistics". A figure nobody publishes is null with its reason in `metadata.missing`. */
export const fisheriesStats = endpoint({
  id: 'fisheriesStats',
  service: 'admin-api',
  method: 'GET',
  path: '/admin-dashboard/fisheries-stats',
  summary: 'Estatísticas de pesca do último ano completo',
  access: 'fisheries:read',
  query: z.object({ year: z.coerce.number().int().min(1950).max(2200).optional() }),
  response: z.object({
    region: z.string(),
    year: z.number().int().nullable(),
    total_catch_tons: z.number().nullable(),
    main_species: z.array(
      z.object({
        name: z.string(),
        catch_tons: z.number(),
        percentage: z.number(),
        trend: z.enum(['up', 'down', 'stable']),
      }),
    ),
    by_year: z.array(z.object({ year: z.number().int(), catch_tons: z.number() })),
    fishing_zones: z.number().int(),
    sustainability_metrics: z.object({
      overall_index: z.number().nullable(),
      overfishing_risk: z.string().nullable(),
      stock_status: z.string().nullable(),
      conservation_measures: z.number().int().nullable(),
    }),
    economic_impact: z.object({
      gdp_contribution_percent: z.number().nullable(),
      employment_total: z.number().nullable(),
      export_value_usd: z.number().nullable(),
    }),
    /** Published totals with their sources, beside the connector's series. */
    published: z.array(
      z.object({ label: z.string(), value: z.number(), unit: z.string(), period: z.string(), source: z.string() }),
    ),
  }),
});

export const fisheriesEndpoints = [fisheriesStats] as const;
