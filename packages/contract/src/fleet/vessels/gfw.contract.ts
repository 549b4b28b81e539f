import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema, provenanceSchema } from '../../core/provenance.ts';
import { vesselTypes } from './list.contract.ts';

/** Attribution that the provider's terms require on every screen and export. */
export const gfwAttribution = 'Powered by Global Fishing Watch.';

/** Texts of spec 3 §8, as its clients show them. */
export const gfwErrors = {
  forbidden: 'Insufficient permissions for this dataset. Please request additional access from Global Fishing Watch.',
  notConfigured: 'GFW API token not configured. Please check your token setup.',
  timeout: 'Request timeout. Please try again later.',
} as const;

/** The data sets of spec 3 §3 and the real one that each is tested by: the provider renamed or merged some of them. */
export const gfwDatasets = {
  'public-global-vessels': 'public-global-presence:latest',
  'public-global-vessel-identity': 'public-global-vessel-identity:latest',
  'public-global-fishing-effort': 'public-global-fishing-effort:latest',
  'public-global-carrier-vessels': 'public-global-vessel-identity:latest',
  'public-global-transshipment': 'public-global-encounters-events:latest',
} as const;
export type GfwDatasetId = keyof typeof gfwDatasets;
const datasetIds = Object.keys(gfwDatasets) as [GfwDatasetId, ...GfwDatasetId[]];

/** Kinds of event as the provider names them, with their labels. */
export const gfwEventTypes = {
  fishing: 'Pesca aparente',
  encounter: 'Encontro',
  loitering: 'Permanência prolongada',
  gap: 'Interrupção de AIS',
  port_visit: 'Visita a porto',
} as const;
export type GfwEventType = keyof typeof gfwEventTypes;
const eventTypeNames = Object.keys(gfwEventTypes) as [GfwEventType, ...GfwEventType[]];

const vesselTypeNames = Object.keys(vesselTypes) as [keyof typeof vesselTypes, ...(keyof typeof vesselTypes)[]];

/** Beside every answer: whom it is owed to and how it came. */
const credited = { attribution: z.string(), provenance: provenanceSchema };

/** The only region these answers are about. */
const region = z.literal('angola').default('angola');

const gfwVesselSchema = z.object({
  /** As `vesselId`. */
  id: z.string(),
  /** The provider's identity of the vessel (`selfReportedInfo[].id`). */
  vesselId: z.string(),
  name: z.string().nullable(),
  vesselType: z.enum(vesselTypeNames),
  gearType: z.string().nullable(),
  /** ISO 3166-1 alpha-3. */
  flag: z.string().nullable(),
  imo: z.string().nullable(),
  callsign: z.string().nullable(),
  mmsi: z.string(),
  firstTransmissionDate: instantSchema.nullable(),
  lastTransmissionDate: instantSchema.nullable(),
  /** South-west corner of the 0.1° cell it was last present in: [longitude, latitude]. */
  geom: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
});
export type GfwVessel = z.infer<typeof gfwVesselSchema>;

/** Spec 3 §7.4: vessels seen in the ZEE during the last seven days that the provider has published. */
export const gfwVessels = endpoint({
  id: 'gfwVessels',
  service: 'gfw-api',
  method: 'GET',
  path: '/gfw/vessels',
  summary: 'Embarcações da ZEE segundo a Global Fishing Watch, nos campos da especificação',
  access: 'vessels:read',
  query: z.object({
    /** Taken as it comes: the specified name has no real data set of its own. */
    datasets: z.string().max(200).default('public-global-vessels:v3.0'),
    /** `flag = AO`, `flag in ('AGO','CHN') AND vesselType = 'fishing'`; empty: all. */
    where: z.string().max(500).default('flag = AO'),
    limit: z.coerce.number().int().min(1).max(1000).default(50),
    region,
  }),
  response: z.object({
    entries: z.array(gfwVesselSchema),
    /** All that match, however many are in `entries`. */
    total: z.number().int(),
    limit: z.number().int(),
    /** The real data set, with the version it resolved to; null where the rows come from storage. */
    dataset: z.string().nullable(),
    /** `provider`: asked within the last two minutes; `stored`: what the connector last brought. */
    origin: z.enum(['provider', 'stored']),
    /** UTC days covered, both inclusive; the provider's data end 96 hours before the present. */
    from: z.string().nullable(),
    to: z.string().nullable(),
    ...credited,
  }),
  format: 'plain',
  errors: ['provider_failed'],
});

/** Spec 3 §7.4: the 4wings report of presence over the ZEE; `data` is the provider's rows unchanged. */
export const gfwPresenceReport = endpoint({
  id: 'gfwPresenceReport',
  service: 'gfw-api',
  method: 'GET',
  path: '/gfw/4wings/report/ais-vessel-presence',
  summary: 'Relatório 4wings de presença de embarcações na ZEE',
  access: 'vessels:read',
  query: z.object({
    region,
    /** `2026-08-20,2026-08-27`, end exclusive, at most 366 days; absent: the last seven published. */
    'date-range': z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/)
      .optional(),
    'temporal-resolution': z.enum(['HOURLY', 'DAILY', 'MONTHLY', 'YEARLY', 'ENTIRE']).default('DAILY'),
    'spatial-resolution': z.enum(['LOW', 'HIGH']).default('LOW'),
    'group-by': z.enum(['VESSEL_ID', 'FLAG', 'MMSI']).default('VESSEL_ID'),
    /** In the provider's language: `flag in ('AGO','CHN')`. */
    'filters[0]': z.string().max(500).optional(),
  }),
  response: z.object({
    data: z.array(z.record(z.string(), z.unknown())),
    total: z.number().int(),
    dataset: z.string().nullable(),
    'date-range': z.string(),
    ...credited,
  }),
  format: 'plain',
  errors: ['provider_failed'],
});

/** One live test. `status_code` is what the provider answered; null where it answered nothing. */
const testResultSchema = z.object({
  accessible: z.boolean(),
  status_code: z.number().int().nullable(),
  tested_at: instantSchema,
  /** Name of the real data set that was asked for. */
  tested_dataset: z.string(),
  /** Why it is not accessible, for people. */
  error: z.string().nullable(),
});
export type GfwTestResult = z.infer<typeof testResultSchema>;

export const gfwAccessLevels = ['none', 'limited', 'full'] as const;
export const gfwOverallStatuses = ['full_access', 'partial_access', 'no_access'] as const;

/** Spec 3 §7.1. Access levels are those that the last live tests found; `none` where nothing was tested yet. */
export const gfwPermissionStatus = endpoint({
  id: 'gfwPermissionStatus',
  service: 'gfw-api',
  method: 'GET',
  path: '/api/permissions/status',
  summary: 'Estado das permissões na Global Fishing Watch, por conjunto de dados',
  access: 'vessels:read',
  response: z.object({
    request_submitted: z.boolean(),
    /** ISO day. */
    submission_date: z.string().nullable(),
    last_updated: instantSchema.nullable(),
    overall_status: z.enum(gfwOverallStatuses),
    datasets: z.partialRecord(
      z.enum(datasetIds),
      z.object({ access_level: z.enum(gfwAccessLevels), last_updated: instantSchema }),
    ),
    live_test_results: z.partialRecord(z.enum(datasetIds), testResultSchema),
    /** True when the server has a token. */
    token_configured: z.boolean(),
    ...credited,
  }),
  format: 'plain',
});

/** Spec 3 §7.1: asks the provider for each data set. Results are cached ten minutes unless `force`. */
export const gfwPermissionTest = endpoint({
  id: 'gfwPermissionTest',
  service: 'gfw-api',
  method: 'GET',
  path: '/api/permissions/test',
  summary: 'Ensaio do acesso a cada conjunto de dados da Global Fishing Watch',
  access: 'vessels:read',
  rateLimitPerMinute: 20,
  query: z.object({ force: z.enum(['true', 'false']).default('false') }),
  response: z.object({ results: z.partialRecord(z.enum(datasetIds), testResultSchema), ...credited }),
  format: 'plain',
});

/** Notes that the formal request for access was sent, or takes the note back. */
export const gfwPermissionRequest = endpoint({
  id: 'gfwPermissionRequest',
  service: 'gfw-api',
  method: 'PUT',
  path: '/api/permissions/request',
  summary: 'Regista a data do pedido formal de acesso à Global Fishing Watch',
  access: 'surveillance:configure',
  body: z.object({ submission_date: z.iso.date().nullable() }),
  response: z.object({ request_submitted: z.boolean(), submission_date: z.string().nullable() }),
  format: 'plain',
});

const allowanceSchema = z.object({
  limit: z.number().int().nullable(),
  usage: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
});

/** Quota of the account over all its tokens, from the provider's headers; the count restarts every 30 minutes. */
export const gfwQuota = endpoint({
  id: 'gfwQuota',
  service: 'gfw-api',
  method: 'GET',
  path: '/gfw/quota',
  summary: 'Limites e uso da API da Global Fishing Watch, tal como ela os declara',
  access: 'vessels:read',
  response: z.object({
    daily: allowanceSchema.extend({ resetHours: z.number().nullable() }),
    monthly: allowanceSchema.extend({ resetDays: z.number().nullable() }),
    observedAt: instantSchema.nullable(),
    /** Why the figures are null. */
    reason: z.string().nullable(),
    ...credited,
  }),
  format: 'plain',
});

const gfwEventSchema = z.object({
  /** The provider's id; the two rows of an encounter are one event. */
  id: z.string(),
  origin: z.literal('gfw'),
  type: z.enum(eventTypeNames),
  start: instantSchema,
  /** Null while it lasts. */
  end: instantSchema.nullable(),
  lon: z.number(),
  lat: z.number(),
  vessel: z.object({
    vesselId: z.string(),
    mmsi: z.string().nullable(),
    name: z.string().nullable(),
    flag: z.string().nullable(),
    type: z.string().nullable(),
  }),
  /** The other vessel of an encounter. */
  other: z
    .object({
      vesselId: z.string(),
      mmsi: z.string().nullable(),
      name: z.string().nullable(),
      flag: z.string().nullable(),
      type: z.string().nullable(),
    })
    .nullable(),
  /** Fields specific to the kind of event, numbers as numbers: `medianDistanceKilometers`, `durationHours`, … */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** The provider's events in the ZEE, separate from our own. */
export const gfwEvents = endpoint({
  id: 'gfwEvents',
  service: 'gfw-api',
  method: 'GET',
  path: '/gfw/events',
  summary: 'Eventos da Global Fishing Watch na ZEE, com a sua origem',
  access: 'vessels:read',
  query: z.object({
    type: z.enum(eventTypeNames).optional(),
    /** The provider's vessel or its MMSI. */
    vessel: z.string().max(60).optional(),
    from: instantSchema.optional(),
    to: instantSchema.optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  response: z.object({
    entries: z.array(gfwEventSchema),
    total: z.number().int(),
    limit: z.number().int(),
    offset: z.number().int(),
    ...credited,
  }),
  format: 'plain',
});

const identityPeriodSchema = z.object({
  source: z.string(),
  vesselId: z.string().nullable(),
  mmsi: z.string().nullable(),
  name: z.string().nullable(),
  flag: z.string().nullable(),
  callsign: z.string().nullable(),
  imo: z.string().nullable(),
  from: instantSchema.nullable(),
  to: instantSchema.nullable(),
});

/** The provider's present facts about one vessel: AIS and registry identities, owners, authorisations. */
export const gfwVesselDetail = endpoint({
  id: 'gfwVesselDetail',
  service: 'gfw-api',
  method: 'GET',
  path: '/gfw/vessels/{vesselId}',
  summary: 'Identidades, proprietários e autorizações de uma embarcação na Global Fishing Watch',
  access: 'vessels:read',
  params: z.object({ vesselId: z.string().min(1).max(80) }),
  response: z.object({
    vesselId: z.string(),
    reported: z.array(identityPeriodSchema),
    registered: z.array(
      identityPeriodSchema.extend({
        gearTypes: z.array(z.string()),
        lengthMeters: z.number().nullable(),
        tonnageGt: z.number().nullable(),
      }),
    ),
    owners: z.array(
      z.object({
        name: z.string().nullable(),
        flag: z.string().nullable(),
        from: instantSchema.nullable(),
        to: instantSchema.nullable(),
      }),
    ),
    authorizations: z.array(
      z.object({ source: z.string(), from: instantSchema.nullable(), to: instantSchema.nullable() }),
    ),
    ...credited,
  }),
  format: 'plain',
  errors: ['not_found', 'provider_failed'],
});

/** Insights of one vessel over a period: fishing, gaps, coverage, listings as illegal. Null: the provider has none. */
export const gfwVesselInsights = endpoint({
  id: 'gfwVesselInsights',
  service: 'gfw-api',
  method: 'GET',
  path: '/gfw/vessels/{vesselId}/insights',
  summary: 'Indicadores da Global Fishing Watch sobre uma embarcação',
  access: 'vessels:read',
  params: z.object({ vesselId: z.string().min(1).max(80) }),
  query: z.object({ from: z.iso.date(), to: z.iso.date() }),
  response: z.object({
    vesselId: z.string(),
    from: z.string(),
    to: z.string(),
    fishingEvents: z.number().int().nullable(),
    fishingWithoutKnownAuthorization: z.number().int().nullable(),
    fishingInNoTakeAreas: z.number().int().nullable(),
    gapEvents: z.number().int().nullable(),
    /** Percent of the hours under way in which it was heard. */
    coveragePercent: z.number().nullable(),
    iuuListings: z.number().int().nullable(),
    ...credited,
  }),
  format: 'plain',
  errors: ['not_found', 'provider_failed'],
});

export const gfwEndpoints = [
  gfwVessels,
  gfwPresenceReport,
  gfwPermissionStatus,
  gfwPermissionTest,
  gfwPermissionRequest,
  gfwQuota,
  gfwEvents,
  gfwVesselDetail,
  gfwVesselInsights,
] as const;
