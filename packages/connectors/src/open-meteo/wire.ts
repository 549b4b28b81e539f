import { z } from 'zod';

const series = z.array(z.number().nullable());

/** Marine hourly variables we ask for, by the provider's name. */
export const HOURLY = [
  'wave_height',
  'wave_direction',
  'wave_period',
  'swell_wave_height',
  'sea_surface_temperature',
] as const;
/** Hourly variables of the weather forecast, by the provider's name. */
export const WIND = ['wind_speed_10m', 'wind_direction_10m'] as const;
export type HourlyName = (typeof HOURLY | typeof WIND)[number];

/** Answer for one point. With several points an array of these comes. Times are Unix seconds, UTC (`timeformat=unixtime`). */
const pointWire = z.object({
  /** Centre of the model cell, which is not the point asked for. */
  latitude: z.number(),
  longitude: z.number(),
  generationtime_ms: z.number().nullish(),
  utc_offset_seconds: z.number(),
  timezone: z.string().nullish(),
  timezone_abbreviation: z.string().nullish(),
  elevation: z.number().nullish(),
  /** Absent on the first point of several. */
  location_id: z.number().nullish(),
  /** `time` states which of the two time formats this is: local ISO texts must never be read as UTC. */
  hourly_units: z.looseObject({ time: z.literal('unixtime') }).catchall(z.string().catch('')),
  hourly: z.object({
    time: z.array(z.number()),
    wave_height: series.nullish(),
    wave_direction: series.nullish(),
    wave_period: series.nullish(),
    swell_wave_height: series.nullish(),
    sea_surface_temperature: series.nullish(),
    wind_speed_10m: series.nullish(),
    wind_direction_10m: series.nullish(),
  }),
});
export type PointWire = z.infer<typeof pointWire>;

/** One object for one point, an array for several. */
export const pointsWire = z.union([pointWire, z.array(pointWire)]);

/** Body of every error. */
export const errorWire = z.object({ error: z.literal(true), reason: z.string() });
