import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { latitudeSchema, lineStringSchema, longitudeSchema, multiPolygonSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Zones that are drawn, from the land out. */
export const maritimeZoneTypes = [
  'internal_waters',
  'territorial_waters',
  'contiguous_zone',
  'zee',
  'continental_shelf',
] as const;
export type MaritimeZoneType = (typeof maritimeZoneTypes)[number];

/** Coasts that a drawing may begin from; `national`: the baseline among the regional layers. */
export const baselineIds = ['natural-earth', 'national'] as const;
const baselineIdSchema = z.enum(baselineIds);
export type BaselineId = (typeof baselineIds)[number];

const legalSchema = z.object({
  /** Articles of the Convention on the Law of the Sea, and what they say, in our words. */
  articles: z.string(),
  says: z.string(),
  /** Law of Angola; null where the reference of the platform names none. */
  national: z.string().nullable(),
  url: z.string().nullable(),
});

const boundarySchema = z.object({
  id: z.string(),
  type: z.enum([...maritimeZoneTypes, 'fishing_zones']),
  name: z.string(),
  /** km², on the ellipsoid. */
  area: z.number(),
  /** km of outline, the coast and median lines among it. */
  perimeter: z.number(),
  isActive: z.boolean(),
  lastUpdated: instantSchema,
  geometry: multiPolygonSchema,
  /** Nautical miles from the baseline to the outer limit; null: it has none. */
  limitMiles: z.number().nullable(),
  legal: legalSchema.nullable(),
  source: z.string(),
});
export type MaritimeBoundary = z.infer<typeof boundarySchema>;

const limitLineSchema = z.object({
  id: z.string(),
  kind: z.enum(['territorial', 'contiguous', 'zee', 'median']),
  name: z.string(),
  neighbour: z.string().nullable(),
  /** km, geodesic. */
  length: z.number(),
  source: z.string(),
  /** Open questions about it; null: nothing known. */
  note: z.string().nullable(),
  geometry: lineStringSchema,
});
export type LimitLine = z.infer<typeof limitLineSchema>;

const overlapSchema = z.object({
  neighbour: z.string(),
  /** km² within 200 nautical miles of both coasts. */
  area: z.number(),
  /** Of it, on Angola's side of every median line. */
  ownArea: z.number(),
  note: z.string().nullable(),
});

const baselineSchema = z.object({
  id: baselineIdSchema,
  title: z.string(),
  resolution: z.string(),
  source: z.string(),
  licence: z.string(),
  /** Why it can't be used; null: it can. */
  absence: z.string().nullable(),
});
export type Baseline = z.infer<typeof baselineSchema>;

const workSchema = z.object({
  id: z.uuid(),
  state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: z.number().nullable(),
  message: z.string().nullable(),
  /** Why it made nothing. */
  error: z.string().nullable(),
});
export type LimitWork = z.infer<typeof workSchema>;

const drawingSchema = z.object({
  id: z.uuid(),
  madeAt: instantSchema,
  requestedBy: z.string(),
  seconds: z.number(),
  baseline: baselineSchema.omit({ absence: true }),
  method: z.string(),
  lines: z.array(limitLineSchema),
  overlaps: z.array(overlapSchema),
  bays: z.array(z.object({ mouthKm: z.number(), areaKm2: z.number(), lon: longitudeSchema, lat: latitudeSchema })),
  /** Sea to 200 nautical miles beside the ZEE that the platform counts by; km². */
  comparison: z.object({
    drawn: z.number(),
    platform: z.number(),
    both: z.number(),
    onlyDrawn: z.number(),
    onlyPlatform: z.number(),
    note: z.string(),
  }),
  isSimulated: z.boolean(),
});
export type LimitDrawing = z.infer<typeof drawingSchema>;

const own = { service: 'admin-api' } as const;

export const listBoundaries = endpoint({
  ...own,
  id: 'listBoundaries',
  access: 'ocean:read',
  method: 'GET',
  path: '/boundaries',
  summary: 'Limites marítimos: zonas do último desenho e zonas de pesca, com área, perímetro e fundamento',
  response: z.array(boundarySchema),
});

export const processBoundaries = endpoint({
  ...own,
  id: 'processBoundaries',
  access: 'ocean:compute',
  method: 'POST',
  path: '/boundaries/process',
  summary: 'Desenha os limites marítimos a partir de uma linha de base; é uma tarefa',
  body: z.object({ baseline: baselineIdSchema.default('natural-earth') }).default({ baseline: 'natural-earth' }),
  response: workSchema,
  errors: ['conflict', 'already_running'],
});

export const boundaryDrawing = endpoint({
  ...own,
  id: 'boundaryDrawing',
  access: 'ocean:read',
  method: 'GET',
  path: '/boundaries/drawing',
  summary: 'O último desenho dos limites: linhas, sobreposições, comparação com a ZEE, e as linhas de base que há',
  response: z.object({
    /** Null: none was made yet. */
    drawing: drawingSchema.nullable(),
    baselines: z.array(baselineSchema),
    work: workSchema.nullable(),
  }),
});

const distanceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Geodesic, metres. */
  meters: z.number(),
  lon: z.number(),
  lat: z.number(),
});

export const boundaryAtPoint = endpoint({
  ...own,
  id: 'boundaryAtPoint',
  access: 'ocean:read',
  method: 'GET',
  path: '/boundaries/point',
  summary: 'Zonas em que está um ponto, e a distância geodésica à costa e a cada limite',
  query: z.object({
    lon: z.coerce.number().min(-180).max(180),
    lat: z.coerce.number().min(-90).max(90),
  }),
  response: z.object({
    lon: longitudeSchema,
    lat: latitudeSchema,
    zones: z.array(z.object({ id: z.string(), type: z.enum(maritimeZoneTypes), name: z.string() })),
    /** Where it is when it is in none. */
    outside: z.enum(['land', 'high_seas', 'neighbour']).nullable(),
    neighbour: z.string().nullable(),
    distances: z.array(distanceSchema),
  }),
  errors: ['not_found'],
});
export type BoundaryPoint = z.infer<(typeof boundaryAtPoint)['response']>;

export const boundaryFile = endpoint({
  ...own,
  id: 'boundaryFile',
  access: 'ocean:read',
  method: 'GET',
  path: '/boundaries/file',
  summary: 'Zonas e linhas do último desenho num ficheiro GeoJSON, com fundamento, fonte e método',
  query: z.object({ format: z.enum(['geojson']).default('geojson') }),
  response: z.string(),
  format: 'binary',
  contentType: 'application/geo+json',
  errors: ['not_found'],
});

export const limitEndpoints = [
  listBoundaries,
  processBoundaries,
  boundaryDrawing,
  boundaryAtPoint,
  boundaryFile,
] as const;
