import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

/** Kinds of things that the server finds by name, in the order of their groups where nothing else decides. */
export const searchKinds = [
  'vessel',
  'species',
  'vessel-alert',
  'alert',
  'area',
  'port',
  'station',
  'connector',
  'dataset',
  'map',
  'report',
  'room',
  'discussion',
  'user',
  'setting',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Place of the console that shows a thing: the section, and further parameters of its address. */
const targetSchema = z.object({
  section: z.string(),
  search: z.record(z.string(), z.string()),
});
export type SearchTarget = z.infer<typeof targetSchema>;

const hitSchema = z.object({
  kind: z.enum(searchKinds),
  /** Unique within its kind. */
  id: z.string(),
  title: z.string(),
  /** Line that tells it from others of the name, in Portuguese. */
  detail: z.string(),
  /** 0 to 1000: how well it answers. */
  score: z.number(),
  /** Longitude and latitude in degrees, where it has one place. */
  position: z.tuple([z.number(), z.number()]).nullable(),
  target: targetSchema,
});
export type SearchHit = z.infer<typeof hitSchema>;

/** Hits of one kind that an answer holds at most. */
export const searchHitsPerKind = 5;

export const search = endpoint({
  id: 'search',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/search',
  summary: 'Procura por nome tudo o que a conta pode ver: embarcações, espécies, alertas, áreas, mapas, definições…',
  access: 'session',
  query: z.object({
    /** Words in any order; accents, case, plurals and single typing errors do not matter. */
    q: z.string().trim().min(2).max(120),
    limit: z.coerce.number().int().min(1).max(50).default(30),
  }),
  response: z.object({
    /** Best first. */
    hits: z.array(hitSchema),
    /** Kinds that could not be searched now. */
    unavailable: z.array(z.enum(searchKinds)),
  }),
});

export const searchEndpoints = [search] as const;
