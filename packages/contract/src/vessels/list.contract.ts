import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instantSchema, provenanceSchema } from '../core/provenance.ts';

/** Kinds of vessel by what they do, with what people read. */
export const vesselTypes = {
  fishing: 'Pesca',
  carrier: 'Transporte',
  support: 'Apoio',
  passenger: 'Passageiros',
  unknown: 'Desconhecido',
} as const;
export type VesselType = keyof typeof vesselTypes;
const typeNames = Object.keys(vesselTypes) as [VesselType, ...VesselType[]];

/** Days since the last transmission: one at most, seven at most, more. */
export const vesselActivities = { active: 'Ativa', recent: 'Recente', inactive: 'Inativa' } as const;
export type VesselActivity = keyof typeof vesselActivities;
export const activeDays = 1;
export const recentDays = 7;
/** Window of the filter of active vessels. */
export const activeOnlyDays = 30;

/** `location`: by latitude. */
export const vesselSorts = ['name', 'type', 'flag', 'first', 'last', 'location'] as const;

/** Several values of a query, separated by commas. */
const listOf = <S extends z.ZodType<string, string>>(one: S) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(one).max(100));

const latitude = z.coerce.number().min(-90).max(90);
const longitude = z.coerce.number().min(-180).max(180);

export const listedVesselSchema = z.object({
  /** `603990001` (its MMSI) or the provider's own id, where it has no other. */
  id: z.string(),
  /** By which its track is asked for; null for one that only the provider tells of. */
  shipId: z.number().int().nullable(),
  /** Identity at Global Fishing Watch. */
  vesselId: z.string().nullable(),
  name: z.string().nullable(),
  vesselType: z.enum(typeNames),
  gearType: z.string().nullable(),
  /** ISO 3166-1 alpha-3: as registered, else by the first three digits of its MMSI. */
  flag: z.string().nullable(),
  mmsi: z.string().nullable(),
  imo: z.string().nullable(),
  callsign: z.string().nullable(),
  registration: z.string().nullable(),
  lengthMeters: z.number().nullable(),
  firstTransmissionDate: instantSchema.nullable(),
  lastTransmissionDate: instantSchema,
  geom: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
  /** `report`: a position it sent; `presence`: south-west corner of the 0.1° cell it was last present in. */
  positionKind: z.enum(['report', 'presence']),
  activity: z.enum(Object.keys(vesselActivities) as [VesselActivity, ...VesselActivity[]]),
  simulated: z.boolean(),
});
export type ListedVessel = z.infer<typeof listedVesselSchema>;

/** One of those that told of the vessels of a page: where they were last, or who they are. */
const listSourceSchema = z.object({
  tells: z.enum(['position', 'identity']),
  /** Vessels of the page it told of. */
  vessels: z.number().int(),
  provenance: provenanceSchema,
});
export type ListSource = z.infer<typeof listSourceSchema>;

/** What the fleet is narrowed by and put in order. */
export const vesselFilters = {
  /** Name, id, IMO, call sign or MMSI, or part of one. */
  search: z.string().trim().max(120).optional(),
  types: listOf(z.enum(typeNames)).optional(),
  flags: listOf(z.string().max(20)).optional(),
  /** Heard in the period: first and last transmission overlap it. */
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  minLat: latitude.optional(),
  maxLat: latitude.optional(),
  minLon: longitude.optional(),
  maxLon: longitude.optional(),
  /** Heard within the last 30 days. */
  activeOnly: z.enum(['true', 'false']).default('false'),
  hasImo: z.enum(['true', 'false']).default('false'),
  sort: z.enum(vesselSorts).default('last'),
  order: z.enum(['asc', 'desc']).default('desc'),
  /** Only vessels of this group. */
  group: z.uuid().optional(),
};
const orderMessage = { message: 'from must not be after to' } as const;
const isInOrder = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): boolean =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);

export const listVessels = endpoint({
  id: 'listVessels',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels',
  summary: 'Embarcações com posição conhecida (AIS, VMS e Global Fishing Watch), por filtros',
  access: 'vessels:read',
  query: z
    .object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(1000).default(25),
      ...vesselFilters,
    })
    .refine(isInOrder, orderMessage),
  response: z.object({
    data: z.array(listedVesselSchema),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
    /** Vessels without any filter. */
    known: z.number().int(),
    /** Heard within the last day. */
    active: z.number().int(),
    /** Flags of all vessels, most frequent first. */
    flags: z.array(z.object({ flag: z.string(), vessels: z.number().int() })),
    /** Where this page comes from, positions first; `known`, `active` and `flags` carry the origin of the whole fleet. */
    sources: z.array(listSourceSchema),
    attribution: z.string(),
  }),
});

export const listEndpoints = [listVessels] as const;
