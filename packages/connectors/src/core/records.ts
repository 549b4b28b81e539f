import type { GeoRecord } from './geo-records.ts';
import type { TaxonRecord } from './taxon-record.ts';
import type {
  AisSafetyRecord,
  VesselEventRecord,
  VesselIdentityRecord,
  VesselPositionRecord,
} from './vessel-records.ts';

/**
 * Gridded field of one variable at one instant and depth. `values` is row-major, rows south → north, columns west → east;
 * NaN is missing. `west` and `south` are the centre of the south-west cell: cell (row, column) is centred on
 * `[west + column · lonStepDegrees, south + row · latStepDegrees]`.
 */
export type GridSlice = {
  readonly kind: 'grid-slice';
  /** Provider's dataset, e.g. `jplMURSST41`. */
  readonly dataset: string;
  /** Kianda's variable id, e.g. `analysedSst`, `chlorophyll`, `salinity`, `currentEast`, `currentNorth`. */
  readonly variable: string;
  /** Unit as shown, e.g. `°C`, `mg/m³`, `psu`, `m/s`. */
  readonly unit: string;
  readonly timeMs: number;
  readonly depthMeters: number;
  readonly west: number;
  readonly south: number;
  readonly lonStepDegrees: number;
  readonly latStepDegrees: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
  /** Hours between the instants of the variable, where it has several a day; absent: one a day. */
  readonly timeStepHours?: number;
  /** Read for a climatology: the means over the regions of the ZEE are stored, the cells are not. */
  readonly meansOnly?: true;
};

/** One biodiversity occurrence, in Darwin Core terms. */
export type OccurrenceRecord = {
  readonly kind: 'occurrence';
  readonly sourceId: string;
  readonly scientificName: string;
  readonly aphiaId: number | null;
  readonly taxonomy: Readonly<Partial<Record<'kingdom' | 'phylum' | 'class' | 'order' | 'family' | 'genus', string>>>;
  readonly redListCategory: string | null;
  readonly lon: number;
  readonly lat: number;
  readonly depthMeters: number | null;
  readonly eventDate: string | null;
  readonly eventStartMs: number | null;
  readonly basisOfRecord: string;
  readonly datasetId: string;
  /** Licence of the dataset, in its institute's own words; null or absent where the provider states none. */
  readonly licence?: string | null;
  readonly flags: readonly string[];
  readonly absence: boolean;
  /** Names under which the same observation is known at other providers; absent where this one hands on none. */
  readonly occurrenceId?: string | null;
  readonly catalogNumber?: string | null;
  readonly institutionCode?: string | null;
};

/** Time series at one station: parallel arrays, UTC epoch milliseconds; null is a gap. */
export type StationSeries = {
  readonly kind: 'station-series';
  readonly dataset: string;
  readonly stationId: string;
  readonly variable: string;
  readonly unit: string;
  readonly timesMs: readonly number[];
  readonly values: readonly (number | null)[];
  /** Position and description of a station that only the provider knows. */
  readonly gauge?: TideGauge;
  /** A station on the coast, where the series is of one. */
  readonly coastalStation?: CoastalStation;
};

/** A weather station on the coast. */
export type CoastalStation = {
  /** WIGOS identifier, or the code its institute uses. */
  readonly code: string;
  readonly name: string;
  /** Decimal degrees; null where the source gives none. */
  readonly lon: number | null;
  readonly lat: number | null;
};

/** A provider's tide gauge. */
export type TideGauge = {
  readonly code: string;
  readonly name: string;
  /** As the provider writes it, usually ISO 3166 alpha-3. */
  readonly country: string | null;
  readonly lon: number;
  readonly lat: number;
  /** Instrument of the series, in the provider's abbreviation: `rad`, `prs`, `enc`, … */
  readonly sensor: string;
};

/** Hours of presence of one vessel in one 0.1° cell on one day (GFW 4wings). */
export type VesselPresence = {
  readonly kind: 'vessel-presence';
  readonly vesselId: string;
  readonly ssvid: string;
  readonly shipName: string | null;
  readonly flag: string | null;
  readonly vesselType: string | null;
  readonly gearType: string | null;
  readonly imo: string | null;
  readonly callsign: string | null;
  readonly date: string;
  readonly lon: number;
  readonly lat: number;
  readonly hours: number;
  readonly firstTransmissionMs: number | null;
  readonly lastTransmissionMs: number | null;
};

/**
 * Vessels that radar satellites saw in one 0.01° cell on one day and that no AIS position explains (GFW 4wings, Sentinel-1).
 * Nobody knows which vessels they are.
 */
export type VesselDetection = {
  readonly kind: 'vessel-detection';
  /** ISO day, UTC. */
  readonly date: string;
  /** South-west corner of the cell, degrees. */
  readonly lon: number;
  readonly lat: number;
  /** How many. */
  readonly detections: number;
};

/**
 * A structure that stands in the sea, as radar satellites found it month after month (GFW, Sentinel-1 and -2): an oil
 * installation, a wind turbine or one that nobody could name.
 */
export type FixedStructure = {
  readonly kind: 'fixed-structure';
  /** The provider's own id, one for all detections of the structure. */
  readonly structureId: string;
  readonly lon: number;
  readonly lat: number;
  readonly label: 'oil' | 'wind' | 'unknown';
  readonly confidence: 'high' | 'medium' | 'low';
  /** First and last detection; the end is null where the structure still stands. */
  readonly startMs: number | null;
  readonly endMs: number | null;
};

/** Catch of one species in one year, tonnes live weight. */
export type LandingRecord = {
  readonly kind: 'landing';
  readonly region: string;
  readonly year: number;
  readonly species: string;
  readonly tonnes: number | null;
};

/** Catch landed in one port on one day by one segment, gear and species, tonnes live weight. */
export type CatchRecord = {
  readonly kind: 'catch';
  /** ISO day. */
  readonly date: string;
  readonly port: string;
  readonly province: string | null;
  readonly segment: 'industrial' | 'semi-industrial' | 'artesanal' | 'continental';
  readonly gear: string;
  /** FAO ASFIS three-letter code. */
  readonly speciesCode: string;
  readonly commonName: string | null;
  readonly scientificName: string | null;
  readonly tonnes: number;
  readonly effortDays: number | null;
  readonly vessels: number | null;
  readonly notes: string | null;
};

/**
 * One vertical profile of an autonomous float. Levels are parallel arrays, pressure strictly increasing; null is a value
 * that is absent or did not pass quality control.
 */
export type ProfileRecord = {
  readonly kind: 'profile';
  /** Provider's id, e.g. `4902911_001`; descending profiles end in `D`. */
  readonly sourceId: string;
  /** WMO number of the float. */
  readonly platform: string;
  readonly cycle: number;
  readonly timeMs: number;
  readonly lon: number;
  readonly lat: number;
  readonly levels: {
    readonly pressureDecibar: readonly number[];
    readonly temperatureCelsius: readonly (number | null)[];
    readonly salinityPsu: readonly (number | null)[];
    /** Dissolved oxygen and chlorophyll a, where the cast has them. */
    readonly oxygenMilliliterPerLiter?: readonly (number | null)[];
    readonly chlorophyllMgPerCubicMeter?: readonly (number | null)[];
  };
  /** Worst of its variables: R real time, A adjusted in real time, D delayed mode. */
  readonly dataMode: 'R' | 'A' | 'D';
  readonly doi: string;
  /** File the profile comes from; null when the provider names none. */
  readonly url: string | null;
};

/** One file of a satellite, as its catalogue describes it; the file itself is not fetched. */
export type ProductRecord = {
  readonly kind: 'product';
  readonly id: string;
  readonly name: string;
  readonly productType: string;
  /** `S3A`, `S3B`, …; with cycle and orbit it names one pass. */
  readonly platform: string | null;
  readonly cycle: number | null;
  readonly relativeOrbit: number | null;
  /** Sensing. */
  readonly startMs: number;
  readonly endMs: number;
  /** Null only for a deletion record without a date. */
  readonly publishedMs: number | null;
  /** GeoJSON, WGS84 degrees; null when the catalogue has none. */
  readonly footprint: { readonly type: string; readonly coordinates: readonly unknown[] } | null;
  /** Percent. */
  readonly cloudCover: number | null;
  /** `NR` near real time, `ST` short time critical, `NT` not time critical. */
  readonly timeliness: string | null;
  readonly sizeBytes: number;
  readonly online: boolean;
  readonly s3Path: string | null;
  /** When the catalogue withdrew it; null while it is there. */
  readonly deletedMs: number | null;
};

/** One animal that was measured, with where, how and from what water it was taken. */
export type SpecimenRecord = {
  readonly kind: 'specimen';
  readonly sourceId: string;
  readonly survey: string;
  readonly station: string;
  readonly scientificName: string;
  /** ISO day. */
  readonly date: string;
  readonly lon: number;
  readonly lat: number;
  readonly depthMeters: number | null;
  readonly gear: string;
  readonly lengthCentimeters: number | null;
  /** How the length was taken: `total`, `furcal`, …; null where there is none, or nobody says. */
  readonly lengthKind: string | null;
  readonly weightGrams: number | null;
  readonly sex: 'F' | 'M' | null;
  /** Stage of maturity, 1 (immature) to 6 (spent). */
  readonly maturity: number | null;
  readonly habitat: string | null;
  readonly behaviour: string | null;
};

export type ConnectorRecord =
  | GridSlice
  | OccurrenceRecord
  | StationSeries
  | VesselPresence
  | VesselDetection
  | FixedStructure
  | VesselPositionRecord
  | VesselIdentityRecord
  | VesselEventRecord
  | AisSafetyRecord
  | LandingRecord
  | CatchRecord
  | SpecimenRecord
  | ProfileRecord
  | ProductRecord
  | GeoRecord
  | TaxonRecord;

export type RecordKind = ConnectorRecord['kind'];
