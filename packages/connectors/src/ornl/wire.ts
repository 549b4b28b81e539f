import { z } from 'zod';

/** A composite as MODIS names it: year and day of the year on which its sixteen days begin. */
const modisDate = z.string().regex(/^A\d{7}$/, 'esperada uma data como A2026001');
const calendarDate = z.iso.date();

/** Composites that the service has at a place, the oldest first. */
export const datesWire = z.object({
  dates: z.array(z.object({ modis_date: modisDate, calendar_date: calendarDate })),
});
export type Composite = z.infer<typeof datesWire>['dates'][number];

const compositeWire = z.object({
  modis_date: modisDate,
  calendar_date: calendarDate,
  band: z.string(),
  tile: z.string().nullish(),
  proc_date: z.string().nullish(),
  /** Pixels of the window, row by row. */
  data: z.array(z.number()),
});

/** Pixels of a band in a window around a place, for at most ten composites. Corners are metres of the sinusoidal grid. */
export const subsetWire = z.object({
  xllcorner: z.string().nullish(),
  yllcorner: z.string().nullish(),
  cellsize: z.number().nullish(),
  nrows: z.number().int().positive(),
  ncols: z.number().int().positive(),
  band: z.string(),
  units: z.string().nullish(),
  /** Factor of the pixels, as text. */
  scale: z.string().regex(/^\d*\.?\d+$/, 'esperado um fator'),
  latitude: z.number(),
  longitude: z.number(),
  header: z.string().nullish(),
  subset: z.array(compositeWire),
});
export type Subset = z.infer<typeof subsetWire>;

export const PRODUCT = 'MOD13Q1';
export const NDVI_BAND = '250m_16_days_NDVI';
/** The service refuses more composites in one request. */
export const MOST_COMPOSITES = 10;
/** Words with which it answers a place or a time it has nothing of. */
export const NO_DATA = 'No data available';
