import { z } from 'zod';

const linkWire = z.object({ rel: z.string(), href: z.string(), type: z.string().optional() });

/** Page of an OGC API Features collection; features are checked one by one. */
export const collectionWire = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()),
  numberMatched: z.number().int().optional(),
  numberReturned: z.number().int().optional(),
  links: z.array(linkWire).default([]),
});

const pointWire = z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).min(2).max(3) });

/** A station of a WIS 2.0 node. */
export const stationWire = z.object({
  type: z.literal('Feature'),
  geometry: pointWire.nullable(),
  properties: z.object({
    wigos_station_identifier: z.string().min(1),
    name: z.string().nullish(),
  }),
});

/** One observed value of one variable at one station, as wis2box publishes them. */
export const observationWire = z.object({
  type: z.literal('Feature'),
  geometry: pointWire.nullish(),
  properties: z.object({
    wigos_station_identifier: z.string().min(1),
    reportTime: z.string().optional(),
    /** An instant, or `start/end` for sums. */
    phenomenonTime: z.string(),
    name: z.string(),
    value: z.number().nullable(),
    units: z.string().nullish(),
  }),
});
