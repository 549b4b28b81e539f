import { z } from 'zod';

/** The API sends some numbers as texts and some texts as numbers, and an empty text or null where it has nothing. */
const scalar = z.union([z.string(), z.number()]).nullish();

/** One row of a 4wings report grouped by VESSEL_ID: one vessel, one cell (its south-west corner rounded to 0.1°), one day. */
export const presenceRowWire = z.object({
  date: z.string(),
  hours: scalar,
  lat: scalar,
  lon: scalar,
  vesselId: scalar,
  mmsi: scalar,
  shipName: scalar,
  flag: scalar,
  vesselType: scalar,
  geartype: scalar,
  imo: scalar,
  callsign: scalar,
  entryTimestamp: scalar,
  exitTimestamp: scalar,
  firstTransmissionDate: scalar,
  lastTransmissionDate: scalar,
  dataset: scalar,
});
export type PresenceRowWire = z.infer<typeof presenceRowWire>;

/** A report: in each entry one key a dataset, named with the version it resolved to; null where the dataset has no rows. */
export const reportWire = z.object({
  total: z.number().nullish(),
  limit: z.number().nullish(),
  offset: z.number().nullish(),
  nextOffset: z.number().nullish(),
  metadata: z.object({}).nullish(),
  entries: z.array(z.record(z.string(), z.array(z.unknown()).nullable())),
});
export type ReportWire = z.infer<typeof reportWire>;

/** The standard error. */
export const errorWire = z.object({
  statusCode: z.number(),
  error: z.string().nullish(),
  messages: z.array(z.object({ title: z.string().nullish(), detail: z.string().nullish() })).nullish(),
});
export type ErrorWire = z.infer<typeof errorWire>;

/** `4wings/last-report` while the report runs, and when it failed; when done it is the report itself. */
const runningWire = z.object({
  uri: z.string().nullish(),
  status: z.literal('running'),
  lastUpdate: z.string().nullish(),
});
const failedWire = z.object({ message: errorWire, status: z.number() });
export const lastReportWire = z.union([reportWire, runningWire, failedWire]);
export type LastReportWire = z.infer<typeof lastReportWire>;

/** Body of `POST 4wings/report`. */
export const reportBodyWire = z.object({
  region: z.object({ dataset: z.string(), id: z.union([z.number(), z.string()]) }).optional(),
  geojson: z.unknown().optional(),
});

/** One row of `datasets/public-eez-areas/context-layers`, a bare array. */
export const eezWire = z.object({ id: z.number(), label: z.string(), iso3: z.string().nullish() });
export type EezWire = z.infer<typeof eezWire>;

/** Marine Regions id of Angola's exclusive economic zone. */
export const ANGOLA_EEZ = 8478;
