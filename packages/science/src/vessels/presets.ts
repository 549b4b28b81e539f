import { dayMs, hourMs, metersPerNauticalMile } from '@kianda/geo';
import type { GearFamily } from './gear-family.ts';

const minuteMs = 60_000;

/**
 * Thresholds of the detectors, by name and version. A stored event names its preset; a threshold that changes is a new
 * version, never another value under the old name.
 */
export type JumpPreset = {
  readonly id: string;
  /** No vessel sails faster: a report that would need more speed is of another place or of another vessel. */
  readonly fastestKnots: number;
  /** Reports this close are of one place, however soon they follow: coordinates are rounded, clocks differ. */
  readonly toleranceMeters: number;
  /** Reports elsewhere are those of a vessel from this many on, and over this long. */
  readonly minReports: number;
  readonly minSpanMs: number;
  /** Two vessels share an identity once their reports changed from one to the other this often. */
  readonly minTurns: number;
  /** Impossible reports that follow each other this closely are one jump. */
  readonly episodeMs: number;
};

export type LandPreset = {
  readonly id: string;
  /** Further inland than this a report is on land: the outlines of the coast are no better, nor is a bay drawn whole. */
  readonly toleranceMeters: number;
  /** Reports on land that follow each other within `episodeMs` are an event from this many on. */
  readonly minReports: number;
  readonly episodeMs: number;
  /** The distance inland is told up to here. */
  readonly farthestMeters: number;
};

export type EncounterPreset = {
  readonly id: string;
  readonly maxDistanceMeters: number;
  /** Reports are brought to instants this far apart, counted from midnight UTC. */
  readonly stepMs: number;
  /** Between two reports further apart than this nothing is known of where a vessel was. */
  readonly maxInterpolationMs: number;
  /** A single meeting counts from here on; several of a pair that follow within `mergeGapMs` are one encounter. */
  readonly minRunMs: number;
  readonly mergeGapMs: number;
  readonly minDurationMs: number;
  /** Median speed of both, knots, must be below. */
  readonly maxMedianKnots: number;
  readonly minPortDistanceMeters: number;
};

export type LoiteringPreset = {
  readonly id: string;
  readonly maxKnots: number;
  readonly minDurationMs: number;
  readonly minShoreDistanceMeters: number;
};

export type GapPreset = {
  readonly id: string;
  readonly minGapMs: number;
  /** Duration from which a gap is likely intentional, if the following conditions are met too. */
  readonly intentionalMinMs: number;
  readonly intentionalMinShoreMeters: number;
  readonly intentionalMinDailySatellitePositions: number;
  readonly intentionalMinSatellitePositionsBefore: number;
  readonly beforeMs: number;
  /** Within this of a port, and not faster than this, a vessel is moored: it may stop transmitting. */
  readonly portMeters: number;
  readonly mooredKnots: number;
};

export type PortVisitPreset = {
  readonly id: string;
  readonly entryMeters: number;
  readonly exitMeters: number;
  readonly stopBeginKnots: number;
  readonly stopEndKnots: number;
  readonly portGapMs: number;
};

export type FishingPreset = {
  readonly id: string;
  /** Two scored reports further apart than either are of two events. */
  readonly splitMeters: number;
  readonly splitMs: number;
  /** Two events this close, in time and in space, are one. */
  readonly joinMs: number;
  readonly joinMeters: number;
  readonly minDurationMs: number;
  readonly minPoints: number;
  readonly minLengthMeters: number;
  readonly maxMeanKnots: number;
};

/** Speeds over ground, knots, both limits included. */
export type SpeedWindow = { readonly minKnots: number; readonly maxKnots: number };

/** Movements by which fishing with one gear is recognised, and who published them. */
export type MovementPreset = {
  readonly id: string;
  readonly family: GearFamily;
  readonly speeds: SpeedWindow;
  readonly minDurationMs: number;
  /** Between two reports further apart than this nothing is known of the movement. */
  readonly maxReportGapMs: number;
  readonly source: string;
};

export type ZonePreset = {
  readonly id: string;
  /** Reports outside in a row before a vessel counts as gone: one that drifts along the edge does not come and go. */
  readonly reportsToLeave: number;
  /** Time over which these reports are outside: coming back sooner is the same stay. */
  readonly awayMs: number;
};

export type GearPreset = {
  readonly id: string;
  /** A source that last gave a gear longer ago than this is no evidence of the present one. */
  readonly maxAgeMs: number;
  /** Sources that must give a gear before any is taken as used. */
  readonly minSources: number;
};

/** Global Fishing Watch, pipe-encounters and encounter events. */
export const encounterGfw: EncounterPreset = {
  id: 'encontro-gfw-1',
  maxDistanceMeters: 500,
  stepMs: 10 * minuteMs,
  maxInterpolationMs: hourMs,
  minRunMs: hourMs,
  mergeGapMs: 4 * hourMs,
  minDurationMs: 2 * hourMs,
  maxMedianKnots: 2,
  minPortDistanceMeters: 10_000,
};

/** Skylight's standard rendezvous: at most 250 m for more than half an hour. */
export const encounterSkylight: EncounterPreset = {
  ...encounterGfw,
  id: 'encontro-skylight-1',
  maxDistanceMeters: 250,
  minRunMs: 30 * minuteMs,
  minDurationMs: 30 * minuteMs,
};

/** Global Fishing Watch, pipe-loitering: 20 nautical miles offshore; from four hours, as the RFMO reports count. */
export const loiteringGfw: LoiteringPreset = {
  id: 'deriva-gfw-1',
  maxKnots: 2,
  minDurationMs: 4 * hourMs,
  minShoreDistanceMeters: 20 * metersPerNauticalMile,
};

/** Global Fishing Watch, carriers: a vessel that takes over catch waits for one hour where others would for four. */
export const loiteringCarrierGfw: LoiteringPreset = {
  ...loiteringGfw,
  id: 'deriva-transportadores-gfw-1',
  minDurationMs: hourMs,
};

/** Starboard: under two knots for four hours, anywhere. */
export const loiteringStarboard: LoiteringPreset = {
  ...loiteringGfw,
  id: 'deriva-starboard-1',
  minShoreDistanceMeters: 0,
};

/**
 * Global Fishing Watch, gap events: six hours are a gap; twelve, far out and well received until then, are suspect. The
 * limits of a moored vessel are those of their port visits.
 */
export const gapGfw: GapPreset = {
  id: 'silencio-gfw-1',
  minGapMs: 6 * hourMs,
  intentionalMinMs: 12 * hourMs,
  intentionalMinShoreMeters: 50 * metersPerNauticalMile,
  intentionalMinDailySatellitePositions: 10,
  intentionalMinSatellitePositionsBefore: 14,
  beforeMs: 12 * hourMs,
  portMeters: 3_000,
  mooredKnots: 0.5,
};

/** Global Fishing Watch, pipe-anchorages. */
export const portVisitGfw: PortVisitPreset = {
  id: 'porto-gfw-1',
  entryMeters: 3_000,
  exitMeters: 4_000,
  stopBeginKnots: 0.2,
  stopEndKnots: 0.5,
  portGapMs: 4 * hourMs,
};

/** Global Fishing Watch, fishing events. */
export const fishingGfw: FishingPreset = {
  id: 'pesca-gfw-1',
  splitMeters: 10_000,
  splitMs: 2 * hourMs,
  joinMs: hourMs,
  joinMeters: 2_000,
  minDurationMs: 20 * minuteMs,
  minPoints: 6,
  minLengthMeters: 500,
  maxMeanKnots: 10,
};

/** The same for squid jiggers, which hardly move. */
export const fishingSquidGfw: FishingPreset = { ...fishingGfw, id: 'pesca-lula-gfw-1', minLengthMeters: 50 };

/** Fishing by satellite VMS, whose reports are an hour apart or more: a tow of two hours has three of them. */
export const fishingSparse: FishingPreset = {
  ...fishingGfw,
  id: 'pesca-vms-kianda-1',
  splitMs: 3 * hourMs,
  joinMs: 2 * hourMs,
  minPoints: 3,
};

/** Trawling speeds of de Souza et al. (2016), PLoS ONE 11(7) e0158248; an hour, which shorter manoeuvres do not last. */
export const fishingByTrawl: MovementPreset & { readonly turnDegrees: number } = {
  id: 'movimento-arrasto-1',
  family: 'trawl',
  speeds: { minKnots: 2.5, maxKnots: 5.5 },
  minDurationMs: hourMs,
  maxReportGapMs: 2 * hourMs,
  turnDegrees: 120,
  source: 'de Souza et al. (2016), doi:10.1371/journal.pone.0158248',
};

/**
 * Hauling a purse seine: slow for hours in an area no larger than its net, after a search at speed and a change of course
 * (TMT and International MCS Network, Introductory Guide to Purse Seine Fishing, 2021; Campos et al. on Portuguese seiners).
 */
export const fishingBySeine: MovementPreset & {
  readonly maxRadiusMeters: number;
  readonly searchKnots: number;
  readonly searchMs: number;
  readonly turnDegrees: number;
} = {
  id: 'movimento-cerco-1',
  family: 'seine',
  speeds: { minKnots: 0.2, maxKnots: 2.5 },
  minDurationMs: hourMs,
  maxReportGapMs: 2 * hourMs,
  maxRadiusMeters: 3_000,
  searchKnots: 5,
  searchMs: 2 * hourMs,
  turnDegrees: 180,
  source: 'TMT e IMCS Network (2021), guia do cerco; Campos et al., cercadores portugueses',
};

/** Setting a longline at four to ten knots and hauling it at one and a half to four and a half (SEAFDEC; FAO; TMT and IMCS). */
export const fishingByLongline: MovementPreset & {
  readonly setting: SpeedWindow;
  readonly minSettingMs: number;
  readonly soakMs: number;
  readonly lineMeters: number;
  readonly minShareOnLine: number;
} = {
  id: 'movimento-palangre-1',
  family: 'longline',
  setting: { minKnots: 4, maxKnots: 10 },
  speeds: { minKnots: 1.5, maxKnots: 4.5 },
  minSettingMs: 2 * hourMs,
  minDurationMs: 4 * hourMs,
  maxReportGapMs: 2 * hourMs,
  soakMs: 12 * hourMs,
  // A line drifts while it soaks.
  lineMeters: 10_000,
  minShareOnLine: 0.7,
  source: 'SEAFDEC, monografia do palangre; TMT e IMCS Network (2021), guia do palangre',
};

/** Global Fishing Watch, squid jiggers: at night, slower than 1.5 knots for more than four hours, over 10 miles from shore. */
export const fishingByJigger: MovementPreset & { readonly minShoreMeters: number } = {
  id: 'movimento-toneira-gfw-1',
  family: 'jigger',
  speeds: { minKnots: 0, maxKnots: 1.5 },
  minDurationMs: 4 * hourMs,
  maxReportGapMs: 2 * hourMs,
  minShoreMeters: 10 * metersPerNauticalMile,
  source: 'Global Fishing Watch (2018), heurística das toneiras de lula',
};

/** Speed as in the rule of quality of AIS reports; turns and reports by the cases that outsiders tried. */
export const jumpKianda: JumpPreset = {
  id: 'salto-kianda-1',
  fastestKnots: 60,
  toleranceMeters: 2 * metersPerNauticalMile,
  minReports: 3,
  minSpanMs: 10 * minuteMs,
  minTurns: 4,
  episodeMs: hourMs,
};

/** Coast of Natural Earth 1:10m, whose lines are within two or three kilometres of the shore. */
export const landKianda: LandPreset = {
  id: 'terra-kianda-1',
  toleranceMeters: 5_000,
  minReports: 3,
  episodeMs: 6 * hourMs,
  farthestMeters: 100_000,
};

export const zoneKianda: ZonePreset = { id: 'zona-kianda-2', reportsToLeave: 2, awayMs: 30 * minuteMs };

/** Gear by other sources than the licence: one is enough, and evidence of more than two years ago does not count. */
export const gearKianda: GearPreset = { id: 'arte-kianda-1', maxAgeMs: 730 * dayMs, minSources: 1 };

/** The same where two sources have to agree that it is not the licensed one. */
export const gearStrictKianda: GearPreset = { ...gearKianda, id: 'arte-estrita-kianda-1', minSources: 2 };
