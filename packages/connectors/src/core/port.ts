import type { z } from 'zod';
import type { IntakeFormat } from '../intake/format.ts';
import type { Inbox } from '../intake/inbox.ts';
import type { GeoRecord } from './geo-records.ts';
import type { HttpClient } from './http.ts';
import type { TaxonRecord, WantedTaxon } from './taxon-record.ts';
import type { VesselEventRecord, VesselIdentityRecord, VesselPositionRecord } from './vessel-records.ts';

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
  /** Where and what the station is, for stations that the provider has and we do not name. */
  readonly gauge?: TideGauge;
  /** A station on the coast, where the series is of one. */
  readonly coastalStation?: CoastalStation;
};

/** A weather station on the coast. */
export type CoastalStation = {
  /** WIGOS identifier, or the code its institute uses. */
  readonly code: string;
  readonly name: string;
  /** Null where the source does not say: decimal degrees else. */
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
  /** Null only where a tombstone does not say. */
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

export type ConnectorRecord =
  | GridSlice
  | OccurrenceRecord
  | StationSeries
  | VesselPresence
  | VesselPositionRecord
  | VesselIdentityRecord
  | VesselEventRecord
  | LandingRecord
  | CatchRecord
  | ProfileRecord
  | ProductRecord
  | GeoRecord
  | TaxonRecord;
export type RecordKind = ConnectorRecord['kind'];

/** A row that could not be mapped: kept with its reason, never dropped in silence. */
export type RejectedRow = { readonly reason: string; readonly raw: unknown };

/** One page of a provider's answer, mapped. `cursor` is what the next run resumes after, once the page is stored. */
export type Page<Cursor> = {
  readonly records: readonly ConnectorRecord[];
  readonly rejected: readonly RejectedRow[];
  readonly cursor: Cursor;
  /** Raw bodies this page came from, for replay. */
  readonly raw: readonly RawBody[];
  /** Share of the run done after this page, 0–1, where the client can tell. */
  readonly progress: number | null;
  /** What somebody handed over themselves: never simulated, even where the connector reads the simulator. */
  readonly measured?: true;
};

export type RawBody = {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Key of the object that holds it already, gzipped: then `bytes` is empty and nothing is stored again. */
  readonly storedAs?: string;
};

export type PullMode = 'incremental' | 'full' | 'backfill';

export type PullInput<Cursor> = {
  readonly mode: PullMode;
  /** Null on the first run of the stream. */
  readonly cursor: Cursor | null;
  /** Only for `backfill`: inclusive UTC instants. */
  readonly window?: { readonly fromMs: number; readonly toMs: number };
  /** What an earlier part of this run left with `ProviderPending`; absent in a run that begins. */
  readonly pending?: unknown;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type PullContext = {
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  readonly log: (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;
  /** What a run without a new page is doing, in Portuguese: shown beside it. */
  readonly status?: (message: string) => void;
  /** Told by clients whose tokens end: shown beside a connection test. */
  readonly tokenExpires?: (atMs: number) => void;
  /** Points at which station series are wanted. */
  readonly stations: readonly { readonly id: string; readonly lon: number; readonly lat: number }[];
  /** Taxa the platform has occurrences of and not yet the register's record, most wanted first; absent where nobody asks. */
  readonly wantedTaxa?: () => Promise<readonly WantedTaxon[]>;
  /** Files handed over for this stream; absent where nobody keeps any (a connection test). */
  readonly inbox?: Inbox;
};

/** What a dead letter becomes once an operator has corrected it: records for the sink, or why it is still bad. */
export type ReplayedRow = { readonly records: readonly ConnectorRecord[] } | { readonly reason: string };

/** What the operator sets for a connector: base URLs and credentials, by name. */
export type ConnectorSettings = {
  readonly baseUrl: string;
  readonly extraBaseUrls?: Readonly<Record<string, string>>;
  readonly credentials?: Readonly<Record<string, string>>;
  /** Where stations are that send by themselves; absent for connectors that ask. */
  readonly lines?: LineSettings;
};

/** Lines of AIS stations. Whoever connects or sends by himself must be on the list. */
export type LineSettings = {
  /** `host:port` of servers to connect to. */
  readonly servers: readonly string[];
  /** `host:port` to take connections, or datagrams, at; null: none. */
  readonly tcpListen: string | null;
  readonly udpListen: string | null;
  /** Addresses and networks: `192.0.2.7`, `198.51.100.0/24`. */
  readonly allowedAddresses: readonly string[];
  /** Told each port that is listened at. */
  readonly onBound?: (port: number) => void;
};

export type Stream<Cursor = unknown> = {
  readonly id: string;
  readonly recordKind: RecordKind;
  readonly cursorSchema: z.ZodType<Cursor>;
  readonly freshnessLimitHours?: number;
  /** As in `AnyStream`. */
  readonly replayRow?: RowReplay;
  /** Oldest → newest; each page is durable before the next is asked for. Throws `ProviderError`. */
  pull(input: PullInput<Cursor>, settings: ConnectorSettings, context: PullContext): AsyncGenerator<Page<Cursor>>;
};

/** Maps the raw row of a dead letter, as edited. */
export type RowReplay = (
  raw: unknown,
  context: { readonly nowMs: number; readonly inbox?: Inbox },
) => Promise<ReplayedRow> | ReplayedRow;

/** A stream whose cursor type only it knows: cursors cross this border as JSON, checked by `cursorSchema`. */
export type AnyStream = {
  readonly id: string;
  readonly recordKind: RecordKind;
  /** Where the stream comes later than the connector's others: its own age beyond which it is no longer current. */
  readonly freshnessLimitHours?: number;
  readonly cursorSchema: z.ZodType;
  pull(input: PullInput<unknown>, settings: ConnectorSettings, context: PullContext): AsyncGenerator<Page<unknown>>;
  /** Present on streams that read files (see `intakeStream`). */
  readonly intake?: IntakeFormat;
  /** Maps the raw row of a dead letter, as edited; absent where a row alone can't be mapped again. */
  readonly replayRow?: RowReplay;
};

/** Hides the cursor type of a stream, parsing what was stored. A cursor that does not parse starts the stream anew. */
export function stream<Cursor>(definition: Stream<Cursor>): AnyStream {
  return {
    id: definition.id,
    recordKind: definition.recordKind,
    cursorSchema: definition.cursorSchema,
    ...(definition.freshnessLimitHours === undefined ? {} : { freshnessLimitHours: definition.freshnessLimitHours }),
    ...(definition.replayRow === undefined ? {} : { replayRow: definition.replayRow }),
    pull({ cursor, ...input }, settings, context) {
      const parsed = cursor === null ? null : definition.cursorSchema.safeParse(cursor);
      if (parsed !== null && !parsed.success)
        context.log('warn', 'Cursor guardado inválido; o fluxo recomeça', { cursor });
      return definition.pull({ ...input, cursor: parsed?.success === true ? parsed.data : null }, settings, context);
    },
  };
}

export type Connector = {
  readonly id: string;
  /** Name on screen, Portuguese. */
  readonly name: string;
  readonly provider: string;
  readonly description: string;
  readonly category: 'international' | 'regional' | 'national';
  /** Spec's source enum. */
  readonly source: 'obis' | 'gbif' | 'cmems' | 'modis' | 'angola_national' | 'others';
  readonly defaultBaseUrl: string;
  readonly defaultExtraBaseUrls?: Readonly<Record<string, string>>;
  /** Names of the credentials it needs (empty when none). */
  readonly credentialNames: readonly string[];
  /** Names of credentials it can do without. */
  readonly optionalCredentialNames?: readonly string[];
  readonly licence: string;
  readonly citation: string;
  readonly homepage: string;
  readonly cron: string;
  readonly timeoutSeconds: number;
  /** Age beyond which its data no longer count as current. */
  readonly freshnessLimitHours: number;
  /**
   * It listens instead of asking: a run lasts as long as it may, the next follows at once, and it is off until an address
   * is set. `cron` only says how soon after the end of a run the next begins.
   */
  readonly continuous?: true;
  readonly streams: readonly AnyStream[];
};

/** Age (hours) beyond which data of a stream no longer count as current: its own limit, or the connector's. */
export function freshnessLimitOf(connector: Connector, streamId: string): number {
  const own = connector.streams.find((candidate) => candidate.id === streamId)?.freshnessLimitHours;
  return own ?? connector.freshnessLimitHours;
}
