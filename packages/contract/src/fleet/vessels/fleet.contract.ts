import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { bboxSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';
import { type VesselType, vesselTypes } from './list.contract.ts';

const typeNames = Object.keys(vesselTypes) as [VesselType, ...VesselType[]];

/** Several values of a query, separated by commas. */
const listOf = <S extends z.ZodType<unknown, string>>(one: S, most: number) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(one).max(most));

/** A whole number from 0 on, written out. */
const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().max(most));

/** `west,south,east,north`; west greater than east: across the 180th meridian. */
const bboxQuery = z
  .string()
  .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
  .pipe(bboxSchema);

/** Vessels with or without a valid licence of the national registry. */
export const licenceStates = ['with', 'without'] as const;
export type LicenceState = (typeof licenceStates)[number];

/** Vessel filters: any of the values within a filter, all of the filters. */
const vesselFilter = {
  types: listOf(z.enum(typeNames), 10).optional(),
  /** ISO 3166-1 alpha-3; `none` for vessels whose flag is unknown. */
  flags: listOf(z.string().max(20), 100).optional(),
  /** Gears as the list names them; a vessel whose gear nobody knows passes none of them. */
  gears: listOf(z.string().max(80), 40).optional(),
  /** Numbers of vessels (`shipId` of the list): a group or a watch list. */
  ships: listOf(whole(2_147_483_647), 1000).optional(),
  /**
   * Vessels with or without a licence on the day (UTC) that is shown: the day of `at`, or that of each hour or day
   * counted, so that in a month a vessel counts on the days of its licence. Empty where the registry is empty.
   */
  licence: z.enum(licenceStates).optional(),
};

/** Lines by which positions came: numbers of `sources` in the answer of `heatOverview`. */
const sources = listOf(whole(47), 48).optional();

const periodOrder = {
  check: ({ from, to }: { from: string; to: string }) => Date.parse(from) < Date.parse(to),
  message: 'from must be before to',
};

/** Frames of one answer at most: a month of hours, some three years of days, or the months of fifty years. */
export const heatFrameLimits = { hour: 768, day: 1100, month: 600 } as const;
const interval = z.enum(['hour', 'day', 'month']).default('day');

export const heatTile = endpoint({
  id: 'vesselHeatTile',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/heat/{z}/{x}/{y}',
  summary:
    'Mapa de calor da presença de embarcações: cubo de células e intervalos de um mosaico, em binário (204 se vazio)',
  access: 'vessels:read',
  params: z
    .object({
      z: z.coerce.number().int().min(0).max(10),
      x: z.coerce.number().int().min(0).max(1023),
      y: z.coerce.number().int().min(0).max(1023),
    })
    .refine(({ z: zoom, x, y }) => x < 2 ** zoom && y < 2 ** zoom, { message: 'tile outside its zoom' }),
  /**
   * Frames that overlap `from` ≤ t < `to`, each whole. `hours`: a vessel heard within an hour is present for that hour,
   * each report standing for the time around it. `vessels`: different vessels in the cell and frame.
   * Two periods or two sub-sets (comparison, bivariate) are two requests: cells and frames are the same.
   */
  query: z
    .object({
      from: instantSchema,
      to: instantSchema,
      interval,
      measure: z.enum(['hours', 'vessels']).default('hours'),
      ...vesselFilter,
      sources,
    })
    .refine(periodOrder.check, { message: periodOrder.message }),
  /** Bytes of `decodeHeatTile` of `@kianda/geo`, whose head describes them; none (204) for a tile without presence. */
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/octet-stream',
  // Summaries change every ten minutes: panning back need not ask again.
  maxAgeSeconds: 60,
});

export const heatOverview = endpoint({
  id: 'vesselHeatOverview',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/heat',
  summary:
    'O que o mapa de calor tem: período, fontes, bandeiras, artes e atividade por hora, dia ou mês para a barra do tempo',
  access: 'vessels:read',
  query: z
    .object({
      /** Period of `activity`; the last 30 days when absent. */
      from: instantSchema.optional(),
      to: instantSchema.optional(),
      interval,
    })
    .refine(({ from, to }) => from === undefined || to === undefined || periodOrder.check({ from, to }), {
      message: periodOrder.message,
    }),
  response: z.object({
    /** First and last hour summed up; null before the first. */
    from: instantSchema.nullable(),
    to: instantSchema.nullable(),
    /** Hours that got positions which are not summed up yet: at most some ten minutes old. */
    pendingHours: z.number().int(),
    sources: z.array(z.object({ id: z.number().int(), connectorId: z.string(), name: z.string() })),
    /** Flags of vessels that reported, most frequent first; null: unknown. */
    flags: z.array(z.object({ flag: z.string().nullable(), vessels: z.number().int() })),
    /** Gears of vessels that reported, most frequent first; those of an unknown gear are left out. */
    gears: z.array(z.object({ gear: z.string(), vessels: z.number().int() })),
    interval: z.enum(['hour', 'day', 'month']),
    /** By frame with any presence: hours of presence, positions, and vessels of its busiest hour. */
    activity: z.array(
      z.object({
        time: instantSchema,
        hours: z.number(),
        positions: z.number().int(),
        vesselsAtMost: z.number().int(),
      }),
    ),
  }),
});

const column = <T extends z.ZodType>(value: T) => z.array(value);

export const fleetAt = endpoint({
  id: 'fleetAt',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/fleet',
  summary: 'A frota num instante: a última posição de cada embarcação até então, por colunas',
  access: 'vessels:read',
  query: z.object({
    /** Now when absent. */
    at: instantSchema.optional(),
    /** Greatest age of a position before `at`. */
    windowHours: z.coerce.number().min(0.1).max(168).default(24),
    bbox: bboxQuery.optional(),
    ...vesselFilter,
    sources,
    limit: z.coerce.number().int().min(1).max(100_000).default(20_000),
  }),
  response: z.object({
    at: instantSchema,
    windowHours: z.number(),
    /** Vessels that match; more than the columns have where `truncated`: those heard last are given. */
    total: z.number().int(),
    truncated: z.boolean(),
    /** Values that `typeIndex` and `flagIndex` point to; a flag may be null. */
    types: z.array(z.enum(typeNames)),
    flags: z.array(z.string().nullable()),
    /** One entry a vessel in each, in the order of their numbers. */
    ids: column(z.number().int()),
    mmsis: column(z.number().int().nullable()),
    names: column(z.string().nullable()),
    typeIndex: column(z.number().int()),
    flagIndex: column(z.number().int()),
    /** Degrees, five decimals. */
    lons: column(z.number()),
    lats: column(z.number()),
    speedsKnots: column(z.number().nullable()),
    coursesDegrees: column(z.number().nullable()),
    headingsDegrees: column(z.number().nullable()),
    navigationStatuses: column(z.number().int().nullable()),
    /** Age of the position at `at`, seconds. */
    agesSeconds: column(z.number().int()),
    simulated: column(z.boolean()),
  }),
});

export const fleetEndpoints = [heatTile, heatOverview, fleetAt] as const;
