import { type RampName, rampStops } from '@kianda/contract/core/ramps';
import { contactHours, contactKilometers } from '@kianda/contract/space/temporal/interactions.contract';
import {
  sectionDeepMeters,
  sectionQuantitySchema,
  sectionReachKm,
} from '@kianda/contract/space/temporal/section.contract';
import {
  animationSpeeds,
  describeTemporal,
  type TemporalVariableId,
  temporalVariableSchema,
} from '@kianda/contract/space/temporal/temporal-variables';
import type { ScaleOptions } from '@kianda/viz/colour/scale.ts';
import { z } from 'zod';

/** Ways to see two frames at once. */
export const compareModes = ['swipe', 'side', 'difference', 'anomaly'] as const;
export type CompareMode = (typeof compareModes)[number];
export const analysisTabs = ['series', 'hovmoller', 'transect', 'profile'] as const;

const day = z.iso.date().optional().catch(undefined);
const ramps = Object.keys(rampStops) as [RampName, ...RampName[]];

/** Everything of a view, in the address of the section: a link sent to a colleague shows the same. */
export const temporalSearchSchema = z.object({
  variable: temporalVariableSchema.catch('sst'),
  /** Instant shown; the newest, and whatever becomes the newest, where absent. */
  at: z.iso.datetime().optional().catch(undefined),
  /** Part of the dates that the clock plays. */
  from: day,
  to: day,
  speed: z.coerce
    .number()
    .refine((speed): speed is (typeof animationSpeeds)[number] =>
      (animationSpeeds as readonly number[]).includes(speed),
    )
    .catch(1),
  once: z.coerce.boolean().optional().catch(undefined),
  compare: z.enum(compareModes).optional().catch(undefined),
  /** The second frame: of another variable, and so many days earlier. */
  other: temporalVariableSchema.optional().catch(undefined),
  back: z.coerce.number().int().min(0).max(3_660).catch(0),
  /** Share of the sea's width left of the divider, in hundredths. */
  divider: z.coerce.number().int().min(0).max(100).catch(50),
  lon: z.coerce.number().min(-180).max(180).optional().catch(undefined),
  lat: z.coerce.number().min(-90).max(90).optional().catch(undefined),
  line: z
    .string()
    .regex(/^-?[\d.]{1,10},-?[\d.]{1,10}(;-?[\d.]{1,10},-?[\d.]{1,10}){1,19}$/)
    .optional()
    .catch(undefined),
  /** Quantity of the section below the line; absent: the transect is at the surface. */
  below: sectionQuantitySchema.optional().catch(undefined),
  /** Kilometres from the line within which casts count, and metres that the section goes down. */
  reach: z.coerce.number().min(sectionReachKm.least).max(sectionReachKm.most).catch(sectionReachKm.usual),
  deep: z.coerce.number().min(sectionDeepMeters.least).max(sectionDeepMeters.most).catch(sectionDeepMeters.usual),
  /** Kilometres and hours between an animal and fishing that make a contact. */
  away: z.coerce.number().min(contactKilometers.least).max(contactKilometers.most).catch(contactKilometers.usual),
  apart: z.coerce.number().min(contactHours.least).max(contactHours.most).catch(contactHours.usual),
  tab: z.enum(analysisTabs).catch('series'),
  ramp: z.enum(ramps).optional().catch(undefined),
  low: z.coerce.number().optional().catch(undefined),
  high: z.coerce.number().optional().catch(undefined),
  log: z.enum(['yes', 'no']).optional().catch(undefined),
});
export type TemporalSearch = z.output<typeof temporalSearchSchema>;
export type ChangeTemporal = (
  change: Partial<z.input<typeof temporalSearchSchema>>,
  options?: { readonly replace?: boolean },
) => void;

type Colours = Pick<TemporalSearch, 'ramp' | 'low' | 'high' | 'log'>;

/** Colours of a variable as the address has them; the variable's own where that says nothing, or nothing possible. */
export function coloursOf(variable: TemporalVariableId, { ramp, low, high, log }: Colours): ScaleOptions {
  const own = describeTemporal(variable).colours;
  const range: readonly [number, number] = [low ?? own.range[0], high ?? own.range[1]];
  const isLog = log === undefined ? own.log : log === 'yes';
  const isPossible = range[0] < range[1] && (!isLog || range[0] > 0);
  if (isPossible) return { ramp: ramp ?? own.ramp, range, log: isLog };
  return { ...own, ramp: ramp ?? own.ramp };
}

/** Without the colours and the comparison that belong to the variable left. */
export const ofVariable = (variable: TemporalVariableId) =>
  ({ variable, ramp: undefined, low: undefined, high: undefined, log: undefined, at: undefined }) as const;
