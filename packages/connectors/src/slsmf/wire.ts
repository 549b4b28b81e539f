import { z } from 'zod';

const scalar = z.union([z.string(), z.number()]).nullish();

/** Field names come capitalised in some lists and not in others (`Code`, `code`): they are read without case. */
function lowerKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name.toLowerCase(), entry]));
}

/** One row of `GET /v2/stations`. Stations without a position have null in both; a row that lacks the fields is none. */
export const stationWire = z.preprocess(
  lowerKeys,
  z.object({
    code: z.string().min(1),
    location: z.string().nullish(),
    country: z.string().nullish(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
  }),
);
export type StationWire = z.output<typeof stationWire>;

export const stationsWire = z.array(z.unknown());

/** One reading: `stime` is UTC, `YYYY-MM-DD HH:MM:SS` padded with blanks, `slevel` metres above the sensor's own zero. */
export const readingWire = z.object({ stime: z.string(), slevel: scalar, sensor: z.string().min(1) });
export type ReadingWire = z.infer<typeof readingWire>;

/** `GET /v2/stations/{code}/data` as JSON: a bare array. Only `/v2/research/…` wraps its rows in pages. */
export const readingsWire = z.array(z.unknown());
