import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { isInOrder, orderFault, period } from './line.ts';

/** Fishing that the platform found in tracks of vessels, and that Global Fishing Watch found. */
export const fishingSources = { own: 'Deteção própria', gfw: 'Global Fishing Watch' } as const;
export type FishingSourceId = keyof typeof fishingSources;
export const fishingSourceIds = Object.keys(fishingSources) as [FishingSourceId, ...FishingSourceId[]];

/** Ends of what may be asked: kilometres and hours between a position of an animal and fishing. */
export const contactKilometers = { least: 1, most: 50, usual: 5 } as const;
export const contactHours = { least: 1, most: 72, usual: 6 } as const;
/** Contacts in one answer, the newest; all of them are counted. */
export const mostContacts = 500;

const contactSchema = z.object({
  track_id: z.string(),
  species_name: z.string(),
  /** Position of the animal that was nearest to the fishing, and how many were near. */
  time: instantSchema,
  lon: z.number(),
  lat: z.number(),
  points: z.number().int(),
  /** On the WGS84 ellipsoid, to the place that the fishing is told of. */
  distance_km: z.number(),
  /** Between the position and the fishing; 0 while it went on. */
  hours_apart: z.number(),
  fishing: z.object({
    id: z.string(),
    source: z.enum(fishingSourceIds),
    start: instantSchema,
    /** Null where it has not ended, or no end is told. */
    end: instantSchema.nullable(),
    lon: z.number(),
    lat: z.number(),
  }),
});
export type AnimalContact = z.infer<typeof contactSchema>;

export const temporalInteractions = endpoint({
  id: 'temporalInteractions',
  service: 'admin-api',
  method: 'GET',
  path: '/qgis/temporal-visualization/interactions',
  summary:
    'Posições de animais seguidos perto de pesca, no espaço e no tempo: da deteção própria e da Global Fishing Watch',
  access: 'surveillance:read',
  query: z
    .object({
      ...period,
      km: z.coerce.number().min(contactKilometers.least).max(contactKilometers.most).default(contactKilometers.usual),
      hours: z.coerce.number().min(contactHours.least).max(contactHours.most).default(contactHours.usual),
    })
    .refine(isInOrder, orderFault),
  response: z.object({
    period: z.object({ from: instantSchema, to: instantSchema }),
    km: z.number(),
    hours: z.number(),
    /** Pairs of an animal and a fishing event, and positions in any of them; null where one side is missing. */
    contacts: z.array(contactSchema),
    total: z.number().int().nullable(),
    points: z.number().int().nullable(),
    /** Animals and fixes that were compared. */
    animals: z.number().int(),
    /** Whether animals that were seen longer ago were left out. */
    animals_cut: z.boolean(),
    fixes: z.number().int(),
    /** Fixes of these animals in the period; a long track is compared by fixes at even steps. */
    fixes_stored: z.number().int(),
    fishing: z.array(
      z.object({
        source: z.enum(fishingSourceIds),
        events: z.number().int(),
        /** Whether older events were left out. */
        is_cut: z.boolean(),
        /** Why there are none. */
        reason: z.string().nullable(),
      }),
    ),
    /** Why there is no count; null where there is one. */
    reason: z.string().nullable(),
  }),
  rateLimitPerMinute: 60,
});
