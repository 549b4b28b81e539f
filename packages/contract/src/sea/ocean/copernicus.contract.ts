import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema, provenanceSchema } from '../../core/provenance.ts';

/** The interfaces of Copernicus Data Space on the integration panel. */
export const copernicusApiIds = ['odata', 'stac', 'opensearch'] as const;
export type CopernicusApiId = (typeof copernicusApiIds)[number];

/** Figures of spec 3 §7.2 that stand in for missing values; a screen that shows one marks it as a default. */
export const angolaMarineDefaults = {
  copernicus_status: 'partial',
  apis_successful: 1,
  total_products_found: 10,
  response_time_ms: 1000,
  temperature: 25,
  salinity: 35.5,
  chlorophyll: 0.5,
  current_speed: 0.3,
} as const;

/** Measured by an instrument, computed by a model, or a default of the specification. */
export const figureOrigins = ['medido', 'modelo', 'defeito'] as const;

/** `discontinued`: its source ended it, which is no outage; `served_by` names the interface that replaces it. */
const apiStateSchema = z.object({
  status: z.enum(['success', 'error', 'discontinued', 'unknown']),
  products_found: z.number().int().min(0),
  error: z.string().nullable(),
  response_time_ms: z.number().nullable(),
  checked_at: instantSchema.nullable(),
  served_by: z.enum(['source', 'kianda']),
});
export type CopernicusApiState = z.infer<typeof apiStateSchema>;

const figureDetailSchema = z.object({
  unit: z.string(),
  origem: z.enum(figureOrigins),
  /** Connector that brought it; null for a default. */
  origin: z.string().nullable(),
  observed_at: instantSchema.nullable(),
  /** Cells of the ZEE with a value, where the figure is an average over them. */
  n_cells: z.number().int().nullable(),
  provenance: provenanceSchema,
});
export type FigureDetail = z.infer<typeof figureDetailSchema>;

/** Spec 3 §7.2: the specified fields, and `detail` with the origin of each. Units: °C, psu, mg/m³, m/s. */
export const angolaMarine = endpoint({
  id: 'angolaMarine',
  service: 'ocean-api',
  method: 'GET',
  path: '/copernicus/angola-marine',
  summary: 'Estado das interfaces do Copernicus e parâmetros oceânicos sobre a ZEE de Angola',
  access: 'ocean:read',
  // The instant that the specified client sends, so that no intermediate cache stores the answer.
  query: z.object({ t: z.string().max(32).optional() }),
  response: z.object({
    timestamp: instantSchema,
    copernicus_status: z.enum(['online', 'partial', 'offline']),
    summary: z.object({
      apis_successful: z.number().int(),
      total_products_found: z.number().int(),
      response_time_ms: z.number(),
    }),
    total_products_found: z.number().int(),
    response_time_ms: z.number(),
    apis: z.object({ odata: apiStateSchema, stac: apiStateSchema, opensearch: apiStateSchema }),
    temperature: z.number(),
    salinity: z.number(),
    chlorophyll: z.number(),
    current_speed: z.number(),
    detail: z.object({
      copernicus_status: figureDetailSchema,
      total_products_found: figureDetailSchema,
      temperature: figureDetailSchema,
      salinity: figureDetailSchema,
      chlorophyll: figureDetailSchema,
      current_speed: figureDetailSchema,
    }),
  }),
  format: 'plain',
});

export const copernicusLinkIds = ['odata', 'opensearch', 'auth', 'maps'] as const;
export type CopernicusLinkId = (typeof copernicusLinkIds)[number];

/** Settings of the integration panel: hosts in the order to try them, and the targets of its links. */
export const copernicusIntegration = endpoint({
  id: 'copernicusIntegration',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/copernicus/integration',
  summary: 'Anfitriões da API oceânica, pela ordem de tentativa, e ligações do painel de integração',
  access: 'ocean:read',
  response: z.object({
    /** Base addresses; null is this installation's own. */
    hosts: z.array(z.string().nullable()),
    links: z.array(z.object({ id: z.enum(copernicusLinkIds), url: z.string(), builtIn: z.boolean() })),
  }),
});

const quotaSchema = z.object({
  /** Terms of use, in the provider's words. */
  allowance: z.string().nullable(),
  monthlyBytes: z.number().nullable(),
  /** Bytes that our runs received since the first day of the month, UTC. */
  usedBytes: z.number(),
  /** Why one of the two is not known. */
  reason: z.string().nullable(),
});

const tokenSchema = z.object({
  expiresAt: instantSchema.nullable(),
  refreshUntil: instantSchema.nullable(),
  checkedAt: instantSchema.nullable(),
  /** Why there is none. */
  reason: z.string().nullable(),
});

export const copernicusMonitoring = endpoint({
  id: 'copernicusMonitoring',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/copernicus/monitoring',
  summary: 'Produtos do Copernicus ao longo do tempo, frescura, cobertura da ZEE, quotas e tokens',
  access: 'ocean:read',
  query: z.object({
    days: z.coerce.number().int().min(1).max(366).default(30),
    coverageDays: z.coerce.number().int().min(1).max(30).default(3),
  }),
  response: z.object({
    /** One a UTC day of sensing from the first to the last of the window, days without products included. */
    days: z.array(z.object({ date: z.string(), byType: z.record(z.string(), z.number().int()) })),
    types: z.array(
      z.object({
        type: z.string(),
        total: z.number().int(),
        newestSensed: instantSchema,
        newestPublished: instantSchema.nullable(),
        /** Median of the hours between the end of sensing and publication. */
        latencyHours: z.number().nullable(),
      }),
    ),
    coverage: z.object({
      days: z.number().int(),
      /** Share of the ZEE's area seen at least once, 0–1; null without a product that shows its place. */
      share: z.number().nullable(),
      cellDegrees: z.number(),
      /** Cells by their south-west corner. */
      cells: z.array(
        z.object({ lon: z.number(), lat: z.number(), passes: z.number().int(), lastSeen: instantSchema.nullable() }),
      ),
      /** Products whose place the catalogue does not show: they count in no cell. */
      withoutFootprint: z.number().int(),
    }),
    connectors: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        provider: z.string(),
        status: z.string(),
        statusReason: z.string().nullable(),
        lastSuccess: instantSchema.nullable(),
        nextRun: instantSchema.nullable(),
        newestObservation: instantSchema.nullable(),
        freshnessLimitHours: z.number(),
        fresh: z.boolean().nullable(),
        quota: quotaSchema,
        token: tokenSchema,
      }),
    ),
    /** The last probes of each interface, oldest first. */
    probes: z.array(
      z.object({
        api: z.enum(copernicusApiIds),
        at: instantSchema,
        ok: z.boolean(),
        responseTimeMs: z.number().nullable(),
      }),
    ),
  }),
});

const openRows = { access: 'public', format: 'plain', rateLimitPerMinute: 60 } as const;
const moment = z.string().max(40).optional();

/** The products stored in Kianda, in OData's form: the target of the panel's first link in demonstration mode. */
export const copernicusOData = endpoint({
  id: 'copernicusOData',
  service: 'ocean-api',
  method: 'GET',
  path: '/copernicus/odata/v1/Products',
  summary: 'Produtos do Sentinel-3 guardados, na forma do OData do Copernicus Data Space',
  ...openRows,
  query: z.object({
    collection: z.string().max(32).default('SENTINEL-3'),
    max_records: z.coerce.number().int().min(1).max(100).default(5),
    skip: z.coerce.number().int().min(0).max(10_000).default(0),
  }),
  response: z.looseObject({
    '@odata.context': z.string(),
    '@odata.count': z.number().int(),
    value: z.array(z.record(z.string(), z.unknown())),
  }),
  errors: ['not_found'],
});

/** OpenSearch as resto answered it, over the products stored in Kianda: its source ended it in March 2026. */
export const copernicusOpenSearch = endpoint({
  id: 'copernicusOpenSearch',
  service: 'ocean-api',
  method: 'GET',
  path: '/copernicus/resto/api/collections/{collection}/search.json',
  summary: 'Pesquisa OpenSearch (resto) sobre os produtos guardados; descontinuada pela fonte em março de 2026',
  ...openRows,
  params: z.object({ collection: z.string().max(32) }),
  query: z.object({
    maxRecords: z.coerce.number().int().min(1).max(1000).default(20),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    index: z.coerce.number().int().min(1).max(10_000).default(1),
    startDate: moment,
    completionDate: moment,
    publishedAfter: moment,
    publishedBefore: moment,
    productType: z.string().max(32).optional(),
    /** west,south,east,north in degrees. */
    box: z.string().max(80).optional(),
    sortParam: z.enum(['startDate', 'completionDate', 'published']).default('startDate'),
    sortOrder: z.enum(['ascending', 'descending']).default('descending'),
  }),
  response: z.looseObject({
    type: z.literal('FeatureCollection'),
    properties: z.record(z.string(), z.unknown()),
    features: z.array(z.record(z.string(), z.unknown())),
  }),
  errors: ['not_found'],
});

/** State of the identity service; never a token. */
export const copernicusAuth = endpoint({
  id: 'copernicusAuth',
  service: 'ocean-api',
  method: 'GET',
  path: '/copernicus/auth',
  summary: 'Estado da autenticação no Copernicus Data Space, sem segredos',
  ...openRows,
  response: z.object({
    realm: z.literal('CDSE'),
    status: z.enum(['authenticated', 'reachable', 'unreachable', 'refused', 'unknown']),
    message: z.string(),
    expires_in: z.number().int().nullable(),
    refresh_expires_in: z.number().int().nullable(),
    checked_at: instantSchema.nullable(),
    simulated: z.boolean(),
  }),
});

/** A place on the platform's own map, by the query that map services take. */
export const copernicusMaps = endpoint({
  id: 'copernicusMaps',
  service: 'ocean-api',
  method: 'GET',
  path: '/copernicus/maps',
  summary: 'Abre o mapa da plataforma no ponto «q=lat,lon»',
  access: 'public',
  format: 'redirect',
  rateLimitPerMinute: 60,
  query: z.object({ q: z.string().max(64) }),
  response: z.object({ location: z.string() }),
});

export const copernicusEndpoints = [
  angolaMarine,
  copernicusIntegration,
  copernicusMonitoring,
  copernicusOData,
  copernicusOpenSearch,
  copernicusAuth,
  copernicusMaps,
] as const;
