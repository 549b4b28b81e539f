import { z } from 'zod';

const optionalText = z.string().nullish();
const optionalNumber = z.number().nullish();

/** One row of `/occurrence/search`. Only the fields that make a record are required; keys of taxa are left out: they change with the checklist. */
export const occurrenceWire = z.object({
  /** The same as `gbifID`, which is a text. */
  key: z.number(),
  datasetKey: z.string(),
  basisOfRecord: z.string(),
  /** `PRESENT` or `ABSENT`. */
  occurrenceStatus: optionalText,
  /** As published, with its author. */
  scientificName: optionalText,
  acceptedScientificName: optionalText,
  taxonRank: optionalText,
  taxonomicStatus: optionalText,
  scientificNameID: optionalText,
  taxonID: optionalText,
  kingdom: optionalText,
  phylum: optionalText,
  class: optionalText,
  order: optionalText,
  family: optionalText,
  genus: optionalText,
  /** Accepted name of the species, without its author. */
  species: optionalText,
  iucnRedListCategory: optionalText,
  decimalLatitude: z.number(),
  decimalLongitude: z.number(),
  depth: optionalNumber,
  /** A day, an instant, a month, a year, or an interval of them. */
  eventDate: optionalText,
  year: optionalNumber,
  month: optionalNumber,
  day: optionalNumber,
  issues: z.array(z.string()).nullish(),
  lastInterpreted: optionalText,
  /** Address of the licence: each record has its own. */
  license: optionalText,
  occurrenceID: optionalText,
  catalogNumber: optionalText,
  institutionCode: optionalText,
  collectionCode: optionalText,
});
export type OccurrenceWire = z.infer<typeof occurrenceWire>;

/** Envelope of `/occurrence/search`. `limit` is the granted one, which may be less than the requested one. */
export const searchWire = z.object({
  offset: z.number().int(),
  limit: z.number().int(),
  endOfRecords: z.boolean(),
  count: z.number().int().nonnegative(),
  results: z.array(z.unknown()),
});
export type SearchWire = z.infer<typeof searchWire>;

/** Rows of one page; GBIF silently returns no more. */
export const MOST_ROWS = 300;
/** Highest `offset + limit`; above it the answer is a 400 in plain text. */
export const MAX_SEARCH_OFFSET = 100_001;
