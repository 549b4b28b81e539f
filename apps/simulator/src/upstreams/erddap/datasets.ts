import { type Axis, evenAxis, listedAxis } from './axis.ts';

const DAY_MS = 86_400_000;

export type SimulatedVariable = {
  readonly name: string;
  /** Its name in the simulated ocean, or the relief of sea bed and land. */
  readonly ocean: 'sst' | 'sstAnomaly' | 'chlorophyll' | 'altitude';
  /** Type of its values; absent: float. */
  readonly type?: 'short';
  readonly units: string;
  readonly longName: string;
  readonly standardName: string;
  readonly fill: number;
  /** A colour sensor sees nothing below clouds. */
  readonly clouded: boolean;
};

export type SimulatedDataset = {
  readonly id: string;
  readonly title: string;
  readonly institution: string;
  /** Null for a dataset without a time axis. */
  readonly firstDay: string | null;
  /** Hour of the day of its only time step. */
  readonly hourUtc: number;
  /** Days between today and the newest step. */
  readonly lagDays: number;
  readonly missingDays: readonly string[];
  readonly level: { readonly name: string; readonly units: string } | null;
  readonly latitude: Axis;
  readonly longitude: Axis;
  readonly variables: readonly SimulatedVariable[];
};

const latitude = (first: number, step: number, size: number): Axis =>
  evenAxis('latitude', 'degrees_north', { first, step, size });
const longitude = (first: number, step: number, size: number): Axis =>
  evenAxis('longitude', 'degrees_east', { first, step, size });

/** The datasets of the real servers that are simulated, with their real axes. */
export const datasets: readonly SimulatedDataset[] = [
  {
    id: 'jplMURSST41',
    title: 'Multi-scale Ultra-high Resolution (MUR) SST Analysis fv04.1, Global, 0.01°, 2002-present, Daily',
    institution: 'NASA JPL',
    firstDay: '2002-06-01',
    hourUtc: 9,
    lagDays: 1,
    missingDays: [],
    level: null,
    latitude: latitude(-89.99, 0.01, 17_999),
    longitude: longitude(-179.99, 0.01, 36_000),
    variables: [
      {
        name: 'analysed_sst',
        ocean: 'sst',
        units: 'degree_C',
        longName: 'Analysed Sea Surface Temperature',
        standardName: 'sea_surface_foundation_temperature',
        fill: -7.768,
        clouded: false,
      },
    ],
  },
  {
    id: 'ncdcOisst21Agg_LonPM180',
    title: 'SST, Daily Optimum Interpolation (OI), AVHRR Only, Version 2.1, Final+Preliminary, Global, 0.25°',
    institution: 'NOAA NCEI',
    firstDay: '1981-09-01',
    hourUtc: 12,
    lagDays: 2,
    missingDays: ['2021-03-23', '2021-09-07'],
    level: { name: 'zlev', units: 'm' },
    latitude: latitude(-89.875, 0.25, 720),
    longitude: longitude(-179.875, 0.25, 1440),
    variables: [
      {
        name: 'anom',
        ocean: 'sstAnomaly',
        units: 'degree_C',
        longName: 'Daily Sea Surface Temperature Anomalies',
        standardName: 'surface_temperature_anomaly',
        fill: -9.99,
        clouded: false,
      },
      {
        name: 'sst',
        ocean: 'sst',
        units: 'degree_C',
        longName: 'Daily Sea Surface Temperature',
        standardName: 'sea_surface_temperature',
        fill: -9.99,
        clouded: false,
      },
    ],
  },
  {
    id: 'nesdisVHNSQchlaDaily',
    title: 'Chlorophyll, NOAA VIIRS, Science Quality, Global, Level 3, 2012-present, Daily',
    institution: 'NOAA NESDIS STAR',
    firstDay: '2012-01-02',
    hourUtc: 12,
    lagDays: 1,
    missingDays: [],
    level: { name: 'altitude', units: 'm' },
    latitude: latitude(89.75625, -0.0375, 4788),
    longitude: longitude(-179.98125, 0.0375, 9600),
    variables: [
      {
        name: 'chlor_a',
        ocean: 'chlorophyll',
        units: 'mg m^-3',
        longName: 'Chlorophyll Concentration, OCI Algorithm',
        standardName: 'mass_concentration_of_chlorophyll_a_in_sea_water',
        fill: -999,
        clouded: true,
      },
    ],
  },
  {
    id: 'etopo180',
    title: 'Topography, ETOPO1, 0.0166667 degrees, Global (longitude -180 to 180), (Ice Sheet Surface)',
    institution: 'NOAA NGDC',
    firstDay: null,
    hourUtc: 0,
    lagDays: 0,
    missingDays: [],
    level: null,
    latitude: latitude(-90, 1 / 60, 10_801),
    longitude: longitude(-180, 1 / 60, 21_601),
    variables: [
      {
        name: 'altitude',
        ocean: 'altitude',
        type: 'short',
        units: 'm',
        longName: 'Altitude',
        standardName: 'altitude',
        fill: 32_767,
        clouded: false,
      },
    ],
  },
];

/** Axes of a dataset in its order, with its time axis as it stands now. */
export function axesOf(dataset: SimulatedDataset, nowMs: number): Axis[] {
  const level =
    dataset.level === null ? [] : [evenAxis(dataset.level.name, dataset.level.units, { first: 0, step: 1, size: 1 })];
  const time = dataset.firstDay === null ? [] : [timeAxis(dataset, dataset.firstDay, nowMs)];
  return [...time, ...level, dataset.latitude, dataset.longitude];
}

function timeAxis(dataset: SimulatedDataset, firstDay: string, nowMs: number): Axis {
  const missing = new Set(dataset.missingDays.map((day) => Date.parse(`${day}T00:00:00Z`)));
  const lastDayMs = Math.floor(nowMs / DAY_MS) * DAY_MS - dataset.lagDays * DAY_MS;
  const seconds: number[] = [];
  for (let dayMs = Date.parse(`${firstDay}T00:00:00Z`); dayMs <= lastDayMs; dayMs += DAY_MS)
    if (!missing.has(dayMs)) seconds.push(dayMs / 1000 + dataset.hourUtc * 3600);
  return listedAxis('time', 'UTC', seconds);
}
