import { z } from 'zod';

/** Numbers that OBIS leaves out, or sends as null, when the provider of the data did not give them. */
const optionalNumber = z.number().nullish();
const optionalText = z.string().nullish();

/** One row of `/occurrence`. Only the fields that make a record are required: OBIS sends all others when it has them. */
export const occurrenceWire = z.object({
  id: z.string(),
  scientificName: z.string(),
  originalScientificName: optionalText,
  aphiaID: optionalNumber,
  decimalLatitude: z.number(),
  decimalLongitude: z.number(),
  /** Epoch milliseconds; `date_year` is a number while `year`, `month` and `day` are texts. */
  date_start: optionalNumber,
  date_mid: optionalNumber,
  date_end: optionalNumber,
  date_year: optionalNumber,
  eventDate: optionalText,
  basisOfRecord: optionalText,
  occurrenceID: optionalText,
  catalogNumber: optionalText,
  institutionCode: optionalText,
  dataset_id: z.string(),
  node_id: z.array(z.string()).nullish(),
  flags: z.array(z.string()).nullish(),
  dropped: z.boolean().nullish(),
  absence: z.boolean().nullish(),
  marine: z.boolean().nullish(),
  depth: optionalNumber,
  minimumDepthInMeters: optionalNumber,
  maximumDepthInMeters: optionalNumber,
  sst: optionalNumber,
  sss: optionalNumber,
  bathymetry: optionalNumber,
  shoredistance: optionalNumber,
  /** IUCN Red List category. */
  category: optionalText,
  kingdom: optionalText,
  phylum: optionalText,
  class: optionalText,
  order: optionalText,
  family: optionalText,
  genus: optionalText,
  species: optionalText,
});
export type OccurrenceWire = z.infer<typeof occurrenceWire>;

/** Envelope of `/occurrence`, `/dataset` and `/checklist`. A 200 may carry `error` instead of results. */
export const pageWire = z.object({
  total: z.number().nullish(),
  results: z.array(z.unknown()),
  error: optionalText,
});
export type PageWire = z.infer<typeof pageWire>;

/** One row of `/dataset`. `intellectualrights` is free text: the licence as the institute wrote it. */
export const datasetWire = z.object({
  id: z.string(),
  url: optionalText,
  title: optionalText,
  citation: optionalText,
  created: optionalText,
  updated: optionalText,
  published: optionalText,
  intellectualrights: optionalText,
  statistics: z.object({ Occurrence: optionalNumber, absence: optionalNumber, dropped: optionalNumber }).nullish(),
});

/** `/statistics`: the free count of a filter's results. */
export const statisticsWire = z.object({
  records: z.number(),
  species: optionalNumber,
  taxa: optionalNumber,
  datasets: optionalNumber,
  specieslevel: optionalNumber,
  yearrange: z.array(z.number().nullable()).nullish(),
  error: optionalText,
});
export type StatisticsWire = z.infer<typeof statisticsWire>;

/** One row of `/checklist`. */
export const checklistWire = z.object({
  scientificName: z.string(),
  taxonID: z.number(),
  taxonRank: optionalText,
  taxonomicStatus: optionalText,
  acceptedNameUsageID: optionalNumber,
  is_marine: z.boolean().nullish(),
  category: optionalText,
  records: z.number(),
});

/** `/facet`: `results` has one list for each facet. */
export const facetWire = z.object({
  total: z.number(),
  results: z.record(z.string(), z.array(z.object({ key: z.union([z.string(), z.number()]), records: z.number() }))),
});

/** Quality flags OBIS raises. `flags` and `exclude` know them in upper case only: another case silently does nothing. */
export const QC_FLAGS = [
  'NO_COORD',
  'ZERO_COORD',
  'LON_OUT_OF_RANGE',
  'LAT_OUT_OF_RANGE',
  'NO_MATCH',
  'NOT_MARINE',
  'NO_ACCEPTED_NAME',
  'MARINE_UNSURE',
  'ON_LAND',
  'NO_DEPTH',
  'MIN_DEPTH_EXCEEDS_MAX',
  'DEPTH_EXCEEDS_BATH',
  'DATE_IN_FUTURE',
  'DATE_BEFORE_MIN',
] as const;
