import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { featureCollectionOf, pointSchema } from '../../core/geo.ts';
import { pageOf, pageQuerySchema } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';

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
    /** Records of each provider; `duplicates` are those another has as well, counted once everywhere else. */
    by_source: z.array(z.object({ source: z.string(), occurrences: z.number().int(), duplicates: z.number().int() })),
    last_occurrence_at: instantSchema.nullable(),
    /** Stored records whose date has not come yet: they count above, but make no year. */
    future_occurrences: z.number().int(),
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
    /** Records to pass over: with `limit`, all of a region are read page by page. */
    offset: z.coerce.number().int().min(0).max(5_000_000).default(0),
  }),
  response: featureCollectionOf(
    pointSchema,
    z.object({
      /** Accepted by the register of marine species, where it knows the name. */
      scientificName: z.string(),
      aphiaId: z.number().int().nullable(),
      vernacularName: z.string().nullable(),
      class: z.string().nullable(),
      depthMeters: z.number().nullable(),
      eventDate: z.string().nullable(),
      dataset: z.string(),
      /** Connector that brought it: `obis`, `gbif`. */
      source: z.string(),
      licence: z.string().nullable(),
    }),
  ),
});

const taxonRow = z.object({
  aphiaId: z.number().int(),
  scientificName: z.string(),
  authority: z.string().nullable(),
  rank: z.string().nullable(),
  /** In the register's words: `accepted`, `unaccepted`, … */
  status: z.string(),
  acceptedAphiaId: z.number().int().nullable(),
  acceptedName: z.string().nullable(),
  /** Portuguese, where one was found. */
  vernacularName: z.string().nullable(),
  kingdom: z.string().nullable(),
  phylum: z.string().nullable(),
  class: z.string().nullable(),
  order: z.string().nullable(),
  family: z.string().nullable(),
  genus: z.string().nullable(),
  /** Occurrences under this name and all that stand for the same one, each observation once. */
  occurrences: z.number().int(),
});

export const listTaxa = endpoint({
  id: 'listTaxa',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/taxa',
  summary: 'Taxa do registo de espécies marinhas, procurados por nome científico ou comum',
  access: 'biodiversity:read',
  query: pageQuerySchema.extend({
    /** Part of a scientific or Portuguese name; accents and case do not matter. */
    q: z.string().trim().min(2).max(100).optional(),
    rank: z
      .string()
      .regex(/^[\p{L} ]{1,40}$/u)
      .optional(),
    status: z.enum(['accepted', 'unaccepted']).optional(),
    /** Only taxa with occurrences. */
    recorded: z.stringbool().default(false),
  }),
  response: pageOf(taxonRow),
});

export const taxonById = endpoint({
  id: 'taxonById',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/taxa/{aphiaId}',
  summary: 'Um taxon: nome aceite, sinónimos, classificação, ambiente, nomes comuns e registos',
  access: 'biodiversity:read',
  params: z.object({ aphiaId: z.coerce.number().int().min(1).max(2_147_483_647) }),
  response: taxonRow.extend({
    unacceptReason: z.string().nullable(),
    parentAphiaId: z.number().int().nullable(),
    /** From the root down; empty until it was asked for. */
    lineage: z.array(z.object({ aphiaId: z.number().int(), rank: z.string(), name: z.string() })),
    vernaculars: z.array(z.object({ name: z.string(), language: z.string() })),
    /** Null where the register does not state it. */
    environment: z.object({
      marine: z.boolean().nullable(),
      brackish: z.boolean().nullable(),
      freshwater: z.boolean().nullable(),
      terrestrial: z.boolean().nullable(),
    }),
    extinct: z.boolean().nullable(),
    redListCategory: z.string().nullable(),
    synonyms: z.array(
      z.object({ aphiaId: z.number().int(), scientificName: z.string(), authority: z.string().nullable() }),
    ),
    recordsBySource: z.array(
      z.object({
        source: z.string(),
        occurrences: z.number().int(),
        duplicates: z.number().int(),
        firstYear: z.number().int().nullable(),
        lastYear: z.number().int().nullable(),
      }),
    ),
    citation: z.string().nullable(),
    modifiedAt: instantSchema.nullable(),
  }),
  errors: ['not_found'],
});

export const biodiversityEndpoints = [biodiversitySummary, listOccurrences, listTaxa, taxonById] as const;
