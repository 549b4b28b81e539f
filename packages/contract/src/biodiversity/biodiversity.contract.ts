import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { featureCollectionOf, pointSchema } from '../core/geo.ts';
import { instantSchema } from '../core/provenance.ts';

const taxonCount = z.object({ name: z.string(), species: z.number().int(), occurrences: z.number().int() });

export const biodiversitySummary = endpoint({
  id: 'biodiversitySummary',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/summary',
  summary: 'Espécies e ocorrências registadas, por grupo e por ano',
  access: 'biodiversity:read',
  response: z.object({
    species: z.number().int(),
    occurrences: z.number().int(),
    datasets: z.number().int(),
    threatened_species: z.number().int(),
    first_year: z.number().int().nullable(),
    last_year: z.number().int().nullable(),
    by_phylum: z.array(taxonCount),
    by_class: z.array(taxonCount),
    by_year: z.array(z.object({ year: z.number().int(), occurrences: z.number().int() })),
    last_occurrence_at: instantSchema.nullable(),
  }),
});

export const listOccurrences = endpoint({
  id: 'listOccurrences',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/occurrences',
  summary: 'Ocorrências dentro de uma caixa, para o mapa',
  access: 'biodiversity:read',
  query: z.object({
    west: z.coerce.number().min(-180).max(180).default(8),
    south: z.coerce.number().min(-90).max(90).default(-18),
    east: z.coerce.number().min(-180).max(180).default(14),
    north: z.coerce.number().min(-90).max(90).default(-4.4),
    limit: z.coerce.number().int().min(1).max(5000).default(1000),
  }),
  response: featureCollectionOf(
    pointSchema,
    z.object({
      scientificName: z.string(),
      class: z.string().nullable(),
      depthMeters: z.number().nullable(),
      eventDate: z.string().nullable(),
      dataset: z.string(),
    }),
  ),
});

export const biodiversityEndpoints = [biodiversitySummary, listOccurrences] as const;
