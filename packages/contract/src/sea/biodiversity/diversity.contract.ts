import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

const count = z.number().int().nonnegative();

/** Which records count by their quality, with what people read. */
export const diversityQualities = {
  all: 'Todos os registos',
  unflagged: 'Só sem avisos de qualidade',
  dated: 'Sem avisos, com data e profundidade',
} as const;
export type DiversityQuality = keyof typeof diversityQualities;

/** Groups above the species, with what people read. */
export const diversityRanks = { phylum: 'Filo', class: 'Classe' } as const;

const filters = {
  rank: z.enum(Object.keys(diversityRanks) as ['phylum', 'class']).default('class'),
  /** Name of a group of that rank; absent: all. */
  group: z
    .string()
    .trim()
    .regex(/^[\p{L} -]{1,60}$/u)
    .optional(),
  fromYear: z.coerce.number().int().min(1700).max(2200).optional(),
  toYear: z.coerce.number().int().min(1700).max(2200).optional(),
  /** Metres; records without a depth count only where neither is given. */
  minDepth: z.coerce.number().min(0).max(12_000).optional(),
  maxDepth: z.coerce.number().min(0).max(12_000).optional(),
  quality: z.enum(Object.keys(diversityQualities) as [DiversityQuality, ...DiversityQuality[]]).default('all'),
};
const inOrder = ({ fromYear, toYear, minDepth, maxDepth }: Record<string, unknown>) =>
  Number(fromYear ?? 0) <= Number(toYear ?? 9_999) && Number(minDepth ?? 0) <= Number(maxDepth ?? 99_999);
const orderFault = { message: 'fromYear must not be after toYear, nor minDepth below maxDepth' };

const hill = { q0: z.number(), q1: z.number(), q2: z.number() };

export const biodiversityDiversity = endpoint({
  id: 'biodiversityDiversity',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/diversity',
  summary:
    'Diversidade dos registos de espécies: números de Hill com rarefação e extrapolação, acumulação por unidades de amostragem, grupos e células',
  access: 'biodiversity:read',
  query: z.object(filters).refine(inOrder, orderFault),
  response: z.object({
    /** Records of species, each observation once. */
    records: count,
    species: count,
    /** Records that the filters leave, of taxa above the species or unknown to the register: they count nowhere else. */
    unidentified: count,
    /** Null without records. */
    observed: z.object(hill).nullable(),
    /** Of all there is, estimated; null with fewer than two records. `q2` is null where no species was recorded twice. */
    asymptotic: z.object({ ...hill, q2: z.number().nullable() }).nullable(),
    /** Share of the individuals whose species was seen, 0–1. */
    coverage: z.number().nullable(),
    once: count,
    twice: count,
    /** Up to the records, and beyond to twice as many. */
    curve: z.array(z.object({ records: count, isExtrapolated: z.boolean(), ...hill })),
    accumulation: z.object({
      /** A cell of `cellDegrees` in one month: what a survey may have visited. Records without a month make none. */
      units: count,
      cellDegrees: z.number(),
      points: z.array(z.object({ units: count, species: z.number() })),
    }),
    /** Groups of the rank, the richest first; of all groups, whichever is chosen. */
    groups: z.array(z.object({ name: z.string(), species: count, records: count })),
    byYear: z.array(z.object({ year: z.number().int(), species: count, records: count })),
    /** Species most recorded. */
    leading: z.array(z.object({ aphiaId: z.number().int(), scientificName: z.string(), records: count })),
    /** By their south-west corner; those with most species where there are more than the answer holds. */
    cells: z.array(z.object({ lon: z.number(), lat: z.number(), species: count, records: count })),
    mapCellDegrees: z.number(),
    /** Methods, with their publications. */
    methods: z.array(z.string()),
    /** Sets of data of the records: whom to cite. */
    datasets: z.array(z.object({ id: z.string(), source: z.string(), licence: z.string().nullable(), records: count })),
  }),
  rateLimitPerMinute: 120,
});

export const diversityFormats = { csv: 'CSV', geojson: 'GeoJSON', netcdf: 'NetCDF', pdf: 'PDF' } as const;
export type DiversityFormat = keyof typeof diversityFormats;

export const exportDiversity = endpoint({
  id: 'exportDiversity',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/diversity/export',
  summary: 'A diversidade dos filtros em ficheiro: números e curvas em CSV ou PDF, células em GeoJSON ou NetCDF',
  access: 'biodiversity:read',
  query: z
    .object({
      ...filters,
      format: z.enum(Object.keys(diversityFormats) as [DiversityFormat, ...DiversityFormat[]]),
    })
    .refine(inOrder, orderFault),
  response: z.unknown(),
  format: 'binary',
  errors: ['not_found'],
  rateLimitPerMinute: 20,
});

export const diversityEndpoints = [biodiversityDiversity, exportDiversity] as const;
