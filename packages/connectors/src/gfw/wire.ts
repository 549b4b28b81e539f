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

/**
 * One row of a 4wings report of `public-global-sar-presence`: one cell and one day. Detections that no AIS position
 * matches have the fields of a vessel empty.
 */
export const detectionRowWire = z.object({ date: z.string(), detections: scalar, lat: scalar, lon: scalar });

/**
 * Properties of one point of a vector tile of `public-fixed-infrastructure-filtered`, in its one layer `main`. Instants are
 * milliseconds as texts; the end is an empty text where the structure still stands.
 */
export const structureWire = z.object({
  structure_id: scalar,
  lon: scalar,
  lat: scalar,
  label: z.string(),
  label_confidence: z.string().nullish(),
  structure_start_date: scalar,
  structure_end_date: scalar,
});
export type StructureWire = z.infer<typeof structureWire>;

/** Layer of a vector tile of a data set. */
export const TILE_LAYER = 'main';

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

const text = z.string().nullish();

/** Envelope of collections; entries are checked one by one, so that one bad row costs one row. */
export const eventsWire = z.object({
  total: z.number().nullish(),
  limit: z.number().nullish(),
  offset: z.number().nullish(),
  nextOffset: z.number().nullish(),
  entries: z.array(z.unknown()),
});

/** Truths come as texts in some places. */
const truth = z.union([z.boolean(), z.string()]).nullish();

const eventVesselWire = z.object({
  id: z.string(),
  name: text,
  ssvid: scalar,
  flag: text,
  type: text,
  publicAuthorizations: z.array(z.object({ hasPubliclyListedAuthorization: truth, rfmo: text })).nullish(),
});
export type EventVesselWire = z.infer<typeof eventVesselWire>;

const placeWire = z.object({ lat: scalar, lon: scalar });
const anchorageWire = z.object({ id: text, name: text, flag: text, lat: scalar, lon: scalar, atDock: truth }).nullish();

/** One event; exactly one of the objects named like types is there. An encounter comes twice, `<id>.1` and `<id>.2`. */
export const eventWire = z.object({
  id: z.string(),
  type: z.string(),
  start: z.string(),
  /** Empty while it lasts. */
  end: text,
  position: placeWire,
  /** Regions it lies in, by the kind of region: kinds come and go, and none of them decides whether this is an event. */
  regions: z.record(z.string(), z.unknown()).nullish(),
  vessel: eventVesselWire,
  fishing: z
    .object({
      totalDistanceKm: scalar,
      averageSpeedKnots: scalar,
      potentialRisk: truth,
      vesselPublicAuthorizationStatus: text,
    })
    .nullish(),
  encounter: z
    .object({
      vessel: eventVesselWire,
      medianDistanceKilometers: scalar,
      medianSpeedKnots: scalar,
      type: text,
      potentialRisk: truth,
      mainVesselPublicAuthorizationStatus: text,
      encounteredVesselPublicAuthorizationStatus: text,
    })
    .nullish(),
  loitering: z
    .object({
      totalTimeHours: scalar,
      totalDistanceKm: scalar,
      averageSpeedKnots: scalar,
      averageDistanceFromShoreKm: scalar,
    })
    .nullish(),
  gap: z
    .object({
      intentionalDisabling: truth,
      distanceKm: scalar,
      durationHours: scalar,
      impliedSpeedKnots: scalar,
      positions12HoursBeforeSat: scalar,
      positionsPerDaySatReception: scalar,
      offPosition: placeWire.nullish(),
      onPosition: placeWire.nullish(),
    })
    .nullish(),
  port_visit: z
    .object({
      visitId: text,
      confidence: scalar,
      durationHrs: scalar,
      startAnchorage: anchorageWire,
      endAnchorage: anchorageWire,
    })
    .nullish(),
});
export type EventWire = z.infer<typeof eventWire>;

/** Body of `POST events`: `region` or `geometry`. An event counts when it ends at `startDate` or later and begins before `endDate`. */
export const eventsBodyWire = z.object({
  datasets: z.array(z.string()).min(1),
  startDate: z.string().optional(),
  endDate: z.string().optional(),
  types: z.array(z.string()).optional(),
  vessels: z.array(z.string()).optional(),
  flags: z.array(z.string()).optional(),
  duration: z.number().optional(),
  confidences: z.array(z.string()).optional(),
  region: z.object({ dataset: z.string(), id: z.union([z.number(), z.string()]) }).optional(),
  geometry: z.unknown().optional(),
});

const named = z.object({ name: text, source: text, yearFrom: scalar, yearTo: scalar });

/** One vessel: its transmitted identities, and those of registries. `selfReportedInfo[].id` is the vessel id of every other call. */
export const vesselWire = z.object({
  dataset: text,
  registryInfoTotalRecords: scalar,
  registryInfo: z
    .array(
      z.object({
        id: text,
        sourceCode: z.array(z.string()).nullish(),
        ssvid: scalar,
        flag: text,
        shipname: text,
        callsign: scalar,
        imo: scalar,
        transmissionDateFrom: text,
        transmissionDateTo: text,
        geartypes: z.union([z.array(z.string()), z.string()]).nullish(),
        lengthM: scalar,
        tonnageGt: scalar,
      }),
    )
    .nullish(),
  registryOwners: z.array(z.object({ name: text, flag: text, dateFrom: text, dateTo: text })).nullish(),
  registryPublicAuthorizations: z
    .array(z.object({ dateFrom: text, dateTo: text, sourceCode: z.array(z.string()).nullish() }))
    .nullish(),
  combinedSourcesInfo: z
    .array(z.object({ vesselId: text, geartypes: z.array(named).nullish(), shiptypes: z.array(named).nullish() }))
    .nullish(),
  selfReportedInfo: z
    .array(
      z.object({
        id: z.string(),
        ssvid: scalar,
        shipname: text,
        flag: text,
        callsign: scalar,
        imo: scalar,
        transmissionDateFrom: text,
        transmissionDateTo: text,
      }),
    )
    .nullish(),
});
export type VesselWire = z.infer<typeof vesselWire>;

/** Search pages by the token `since`; a list by ids has `metadata.idsNotFound` instead. */
export const vesselsWire = z.object({
  total: z.number().nullish(),
  limit: z.number().nullish(),
  since: text,
  metadata: z.looseObject({ idsNotFound: z.array(z.string()).nullish() }).nullish(),
  entries: z.array(z.unknown()),
});

/** A counter that we don't know may have any form. */
const counters = z.record(z.string(), scalar.catch(null)).nullish();

/** Insights; the parts that were asked for. The two spellings `…InRFMO…` and `…InRfmo…` are the provider's. */
export const insightsWire = z.object({
  period: z.object({ startDate: z.string(), endDate: z.string() }),
  vesselIdsWithoutIdentity: z.array(z.string()).nullish(),
  gap: z.object({ historicalCounters: counters, periodSelectedCounters: counters }).nullish(),
  coverage: z.object({ blocks: scalar, blocksWithPositions: scalar, percentage: scalar }).nullish(),
  apparentFishing: z.object({ historicalCounters: counters, periodSelectedCounters: counters }).nullish(),
  vesselIdentity: z
    .object({
      iuuVesselList: z.object({ totalTimesListed: scalar, totalTimesListedInThePeriod: scalar }).nullish(),
    })
    .nullish(),
});
export type InsightsWire = z.infer<typeof insightsWire>;

/** Body of `POST insights/vessels`. */
export const insightsBodyWire = z.object({
  includes: z.array(z.enum(['FISHING', 'GAP', 'COVERAGE', 'VESSEL-IDENTITY-IUU-VESSEL-LIST'])).min(1),
  startDate: z.string(),
  endDate: z.string(),
  vessels: z.array(z.object({ datasetId: z.string(), vesselId: z.string() })).min(1),
});

/** Rows of `datasets/{dataset}/context-layers`, a bare array: zones have numbers as ids, protected areas and organisations texts. */
export const regionsWire = z.array(z.looseObject({ id: z.union([z.number(), z.string()]), label: text, iso3: text }));
export type RegionsWire = z.infer<typeof regionsWire>;

/** Text of the API in place of a value that the token may not see. */
export const WITHHELD = 'BEARER_TOKEN_REQUIRED';
