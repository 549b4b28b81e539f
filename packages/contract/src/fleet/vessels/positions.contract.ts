import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { bboxSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';

/** `west,south,east,north` in a query. A box whose west lies east of its east crosses the 180th meridian. */
const bboxQuery = z
  .string()
  .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
  .pipe(bboxSchema);

const place = {
  time: instantSchema,
  lon: z.number(),
  lat: z.number(),
  speedKnots: z.number().nullable(),
  courseDegrees: z.number().nullable(),
  headingDegrees: z.number().nullable(),
  /** AIS navigational status: 0 under way, 1 at anchor, 5 moored, 7 engaged in fishing, … */
  navigationStatus: z.number().int().nullable(),
};

export const vesselSchema = z.object({
  id: z.number().int(),
  /** `mmsi:603990001`, `ir:AGO:1234-N`, `rc:D2AB3`. */
  key: z.string(),
  mmsi: z.number().int().nullable(),
  name: z.string().nullable(),
  callsign: z.string().nullable(),
  imo: z.string().nullable(),
  flag: z.string().nullable(),
  /** Who gives the flag: the vessel itself, its MMSI, or the provider. */
  flagSource: z.enum(['reported', 'mmsi', 'provider']).nullable(),
  registration: z.string().nullable(),
  shipType: z.number().int().nullable(),
  lengthMeters: z.number().nullable(),
  widthMeters: z.number().nullable(),
});

export const latestPositions = endpoint({
  id: 'latestVesselPositions',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/positions/latest',
  summary: 'Última posição de cada embarcação (AIS e VMS), numa caixa e desde um instante',
  access: 'vessels:read',
  query: z.object({
    bbox: bboxQuery.optional(),
    /** Only positions stored after this instant: the `asOf` of the last answer brings what is new since. */
    since: instantSchema.optional(),
    /** Only vessels heard at most so many hours ago. */
    maxAgeHours: z.coerce.number().min(0.1).max(8760).optional(),
    /** Last vessel of the page before. */
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(5000).default(1000),
  }),
  response: z.object({
    positions: z.array(vesselSchema.extend({ ...place, sources: z.array(z.string()), simulated: z.boolean() })),
    /** `after` of the next page; null on the last. */
    nextAfter: z.number().int().nullable(),
    /** Positions stored by then are in this answer or its next pages. */
    asOf: instantSchema,
  }),
});

export const vesselTrack = endpoint({
  id: 'vesselTrack',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels/{id}/track',
  summary: 'Trajeto de uma embarcação num período, simplificado a uma tolerância',
  access: 'vessels:read',
  params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
  query: z
    .object({
      from: instantSchema.optional(),
      to: instantSchema.optional(),
      /** Metres a simplified line may be off; 0 gives every position. */
      toleranceMeters: z.coerce.number().min(0).max(50_000).default(50),
      /** A silence longer than this is a gap: the vessel's position is unknown. */
      gapMinutes: z.coerce.number().min(1).max(10_080).default(60),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to), {
      message: 'from must not be after to',
    }),
  response: z.object({
    vessel: vesselSchema,
    from: instantSchema,
    to: instantSchema,
    toleranceMeters: z.number(),
    gapMinutes: z.number(),
    /** Positions of the period, before it was simplified. */
    recorded: z.number().int(),
    /** The period has more positions than are read: the newest ones are given. */
    truncated: z.boolean(),
    points: z.array(
      z.object({
        ...place,
        sources: z.array(z.string()),
        /** A gap lies before this position. */
        gapBefore: z.boolean(),
        /** Speed in a straight line from the recorded position before; null for the first, after a gap, and at once. */
        impliedSpeedKnots: z.number().nullable(),
      }),
    ),
    identities: z.array(
      z.object({
        source: z.string(),
        from: instantSchema,
        to: instantSchema,
        name: z.string().nullable(),
        callsign: z.string().nullable(),
        imo: z.string().nullable(),
        flag: z.string().nullable(),
        registration: z.string().nullable(),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const positionEndpoints = [latestPositions, vesselTrack] as const;
