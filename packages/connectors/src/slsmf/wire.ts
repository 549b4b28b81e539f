import { z } from 'zod';

const scalar = z.union([z.string(), z.number()]).nullish();

/** Field names come capitalised in some lists and not in others (`Code`, `code`): they are read without case. */
function lowerKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name.toLowerCase(), entry]));
}

/** One row of `GET /v2/stations`. */
export const stationWire = z.preprocess(
  lowerKeys,
  z.object({
    code: z.string().min(1),
    location: z.string().nullish(),
    country: z.string().nullish(),
    lat: z.number(),
    lon: z.number(),
  }),
);
export type StationWire = z.output<typeof stationWire>;

export const stationsWire = z.array(z.unknown());

/** One reading: `stime` is UTC, `YYYY-MM-DD HH:MM:SS` (padded with blanks in some lists), `slevel` metres above the sensor's own zero. */
export const readingWire = z.object({ stime: z.string(), slevel: scalar, sensor: z.string().min(1) });
export type ReadingWire = z.infer<typeof readingWire>;

/** A page of `GET /v2/stations/{code}/data` as JSON. */
export const dataPageWire = z.object({
  data: z.array(z.unknown()),
  total_days: z.number().nullish(),
  current_page: z.number().int().nullish(),
  total_pages: z.number().int().nullish(),
  next_page: z.union([z.string(), z.number()]).nullish(),
  prev_page: z.union([z.string(), z.number()]).nullish(),
  start: z.string().nullish(),
});
export type DataPageWire = z.infer<typeof dataPageWire>;
