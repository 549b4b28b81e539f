import type { Position, Station } from '@kianda/geo';
import type { TaxonSeed } from './biota/taxon.ts';
import type { Structure } from './structures.ts';

export type OceanVariable =
  | 'sst'
  | 'sstAnomaly'
  | 'chlorophyll'
  | 'salinity'
  | 'temperature'
  | 'currentEast'
  | 'currentNorth'
  | 'seaLevel'
  | 'mixedLayerDepth'
  | 'waveHeight'
  | 'waveDirection'
  | 'wavePeriod'
  | 'windWaveHeight'
  | 'swellWaveHeight'
  | 'swellWaveDirection'
  | 'swellWavePeriod'
  | 'windEast'
  | 'windNorth'
  | 'oxygen'
  | 'ph'
  | 'nitrate'
  | 'phytoplankton';

/**
 * The sea as a function of place and time. Units: °C, mg m⁻³ (chlorophyll), practical salinity, m s⁻¹ (currents, wind
 * at 10 m; east and north parts of where it flows TO), metres, seconds, degrees of where waves come FROM; mmol m⁻³ (oxygen,
 * nitrate, and phytoplankton as carbon), pH on the total scale.
 */
export type OceanWorld = {
  /** Value at the surface, or at a depth for temperature, salinity, currents and chemistry. Null on land and below the seabed. */
  sample(variable: OceanVariable, position: Position, timeMs: number, depthMeters?: number): number | null;
  /** Depth of the seabed in metres, null on land. */
  seabedMeters(lon: number, lat: number): number | null;
  /** Height of the ground above the sea in metres, negative below it. */
  altitudeMeters(lon: number, lat: number): number;
};

/** The land as a function of place and time. */
export type LandWorld = {
  /** Vegetation index (NDVI), −0.2 to 1; null at sea. */
  ndvi(position: Position, timeMs: number): number | null;
};

export type VesselState = 'port' | 'transit' | 'fishing' | 'anchored';

export type ShipType = 'FISHING' | 'CARRIER' | 'BUNKER' | 'SUPPORT';

export type GearType =
  | 'TRAWLERS'
  | 'OTHER_PURSE_SEINES'
  | 'TUNA_PURSE_SEINES'
  | 'SET_LONGLINES'
  | 'DRIFTING_LONGLINES'
  | 'SET_GILLNETS'
  | 'POTS_AND_TRAPS'
  | 'POLE_AND_LINE'
  | 'FIXED_GEAR'
  | 'SPECIALIZED_REEFER'
  | 'BUNKER'
  | 'PURSE_SEINE_SUPPORT';

export type Vessel = {
  /** Global Fishing Watch form: hex9-hex4-hex4-hex4-hex12. */
  readonly vesselId: string;
  /** MMSI; its first three digits are those of the flag. */
  readonly ssvid: string;
  readonly shipname: string;
  /** ISO 3166 alpha-3. */
  readonly flag: string;
  readonly callsign: string;
  /** With a valid check digit; null for the small ones, which have none. */
  readonly imo: string | null;
  readonly shiptype: ShipType;
  readonly geartype: GearType;
  readonly lengthMeters: number;
  readonly tonnageGt: number;
  readonly builtYear: number;
  readonly homePortId: string;
  readonly owner: { readonly name: string; readonly flag: string };
  /** Names and flags the hull had before, oldest first. */
  readonly former: readonly { readonly shipname: string; readonly flag: string; readonly untilMs: number }[];
  readonly firstTransmissionMs: number;
};

export type VesselPosition = {
  readonly lon: number;
  readonly lat: number;
  readonly speedKnots: number;
  readonly courseDegrees: number;
  readonly state: VesselState;
};

/** A stretch of a trip in one state. `portId` is set for stays in port. */
export type VesselLeg = {
  readonly state: VesselState;
  readonly startMs: number;
  readonly endMs: number;
  readonly start: Position;
  readonly end: Position;
  readonly distanceMeters: number;
  readonly portId: string | null;
};

/** Hours of one vessel in one cell of 0.1° (lon/lat: its south-west corner) on one UTC day. */
export type PresenceRow = {
  readonly vesselId: string;
  readonly lon: number;
  readonly lat: number;
  readonly hours: number;
  readonly fishingHours: number;
  readonly entryMs: number;
  readonly exitMs: number;
};

export type Encounter = {
  readonly carrier: Vessel;
  readonly vessel: Vessel;
  readonly startMs: number;
  readonly endMs: number;
  readonly position: Position;
};

export type FleetWorld = {
  readonly vessels: readonly Vessel[];
  vesselById(vesselId: string): Vessel | null;
  /** Position of a vessel; null while it is outside the region. */
  positionAt(vessel: Vessel, timeMs: number): VesselPosition | null;
  /** Every vessel and cell of one UTC day (`YYYY-MM-DD`). The caller applies the provider's delay of 96 hours. */
  presenceByDay(date: string): readonly PresenceRow[];
  /** Legs that overlap the window, in order. */
  legsBetween(vessel: Vessel, fromMs: number, toMs: number): readonly VesselLeg[];
  /** Meetings at sea of carriers and fishing vessels that overlap the window, in order of their start. */
  encountersBetween(fromMs: number, toMs: number): readonly Encounter[];
};

export type BiotaTaxon = TaxonSeed & {
  /** Number of the species in the simulated register: above 90,000,000, where no real AphiaID is. */
  readonly id: number;
};

export type OccurrenceDataset = {
  readonly id: string;
  readonly title: string;
  readonly institution: string;
  readonly country: string;
  readonly license: 'CC0' | 'CC BY' | 'CC BY-NC';
  readonly citation: string;
  readonly basisOfRecord: BasisOfRecord;
  readonly firstYear: number;
  readonly lastYear: number | null;
};

type BasisOfRecord = 'HumanObservation' | 'MachineObservation' | 'PreservedSpecimen' | 'Occurrence';

export type OccurrenceFlag =
  | 'NO_COORD'
  | 'ZERO_COORD'
  | 'ON_LAND'
  | 'NO_DEPTH'
  | 'MIN_DEPTH_EXCEEDS_MAX'
  | 'DEPTH_EXCEEDS_BATH'
  | 'DATE_IN_FUTURE'
  | 'NO_MATCH';

export type Occurrence = {
  /** UUID form; sorts independently of dates, as keyset paging by id needs. */
  readonly id: string;
  readonly taxon: BiotaTaxon;
  readonly dataset: OccurrenceDataset;
  readonly lon: number | null;
  readonly lat: number | null;
  readonly timeMs: number;
  /** When it appeared at the provider. */
  readonly publishedMs: number;
  readonly depthMeters: number | null;
  readonly bathymetryMeters: number | null;
  readonly shoreDistanceMeters: number | null;
  readonly coordinateUncertaintyMeters: number;
  readonly individualCount: number;
  readonly flags: readonly OccurrenceFlag[];
};

export type BiotaWorld = {
  readonly taxa: readonly BiotaTaxon[];
  readonly datasets: readonly OccurrenceDataset[];
  /** Everything published until then, sorted by id. The same array comes back until something new is published. */
  occurrences(untilMs: number): readonly Occurrence[];
  occurrenceById(id: string, untilMs: number): Occurrence | null;
};

export type FishingSector = 'industrial' | 'artisanal' | 'semi-industrial' | 'subsistence';

export type Landing = {
  readonly year: number;
  readonly scientificName: string;
  readonly commonNamePt: string;
  readonly commonNameEn: string;
  readonly trophicLevel: number;
  readonly sector: FishingSector;
  readonly gear: 'purse seine' | 'bottom trawl' | 'pelagic trawl' | 'gillnet' | 'longline' | 'small scale' | 'other';
  readonly flag: string;
  readonly tonnes: number;
  readonly valueUsd: number;
};

export type FisheriesWorld = {
  readonly firstYear: number;
  /** Landings of all complete years until then. */
  landings(untilMs: number): readonly Landing[];
};

export type World = {
  readonly seed: number;
  readonly ocean: OceanWorld;
  readonly land: LandWorld;
  readonly biota: BiotaWorld;
  readonly fleet: FleetWorld;
  readonly fisheries: FisheriesWorld;
  /** Structures that stand in the sea. */
  readonly structures: readonly Structure[];
  readonly stations: readonly Station[];
};
