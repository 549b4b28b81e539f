import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

/** Spec 1 §3 "Fisheries statistics". An unpublished figure is null with its reason in `metadata.missing`. */
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
    /** Published totals with their sources, separate from the connector's series. */
    published: z.array(
      z.object({ label: z.string(), value: z.number(), unit: z.string(), period: z.string(), source: z.string() }),
    ),
  }),
});

/** Catch that the national institute reports, summed over what the filter leaves. Null before the first file. */
export const fisheriesLandings = endpoint({
  id: 'fisheriesLandings',
  service: 'admin-api',
  method: 'GET',
  path: '/fisheries/landings',
  summary: 'Capturas nacionais (INIPM) por espécie, porto, segmento e mês',
  access: 'fisheries:read',
  query: z.object({
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    port: z.string().max(100).optional(),
    /** FAO ASFIS code. */
    species: z.string().max(10).optional(),
    segment: z.enum(['industrial', 'semi-industrial', 'artesanal', 'continental']).optional(),
  }),
  response: z.object({
    origin: z.literal('national'),
    total_tonnes: z.number().nullable(),
    rows: z.number().int(),
    first_date: z.iso.date().nullable(),
    last_date: z.iso.date().nullable(),
    by_species: z.array(z.object({ code: z.string(), name: z.string().nullable(), tonnes: z.number() })),
    by_port: z.array(z.object({ port: z.string(), tonnes: z.number() })),
    by_segment: z.array(z.object({ segment: z.string(), tonnes: z.number() })),
    by_month: z.array(z.object({ month: z.string(), tonnes: z.number() })),
  }),
});

/** The series knows species by names: a name of one finds what it was caught under by any of its names. */
export const speciesCatch = endpoint({
  id: 'speciesCatch',
  service: 'admin-api',
  method: 'GET',
  path: '/fisheries/species-catch',
  summary: 'Captura declarada de uma espécie, por ano, na série da área FAO 47',
  access: 'fisheries:read',
  query: z.object({ name: z.string().trim().min(2).max(200) }),
  response: z.object({
    region: z.string(),
    /** Catch of the newest year of the species, t; null where the series does not have it. */
    newest_tons: z.number().nullable(),
    by_year: z.array(z.object({ year: z.number().int(), catch_tons: z.number() })),
  }),
});

export const fisheriesEndpoints = [fisheriesStats, fisheriesLandings, speciesCatch] as const;
