import type { OceanVariable } from '../../world/types.ts';

const DAY_MS = 86_400_000;

export const PRODUCT = 'GLOBAL_ANALYSISFORECAST_PHY_001_024';
export const PRODUCT_TITLE = 'Global Ocean Physics Analysis and Forecast';
export const DOI = '10.48670/moi-00016';
/** netCDF's default fill of a float, and exactly a float32. */
export const FILL = 9.969209968386869e36;
/** Real geometry of the provider's `timeChunked` stores. */
export const CHUNK = { latitude: 512, longitude: 2048 } as const;
export const LATITUDE = { first: -80, size: 2041 } as const;
export const LONGITUDE = { first: -180, size: 4320 } as const;
export const STEP_DEGREES = 1 / 12;
/** The only cells that are computed; the rest of the world is fill. */
export const ANGOLA_WINDOW = { south: -18.05, north: -4.35, west: 7.95, east: 14.05 } as const;
const FIRST_DAY = '2022-06-01';
const FORECAST_DAYS = 9;

/** The model's 50 levels, deepest first, as `elevation`, to a tenth of a millimetre. */
export const ELEVATIONS: readonly number[] = [
  -5727.917, -5274.7842, -4833.291, -4405.2241, -3992.4839, -3597.032, -3220.8201, -2865.7029, -2533.3359, -2225.0779,
  -1941.8929, -1684.2841, -1452.251, -1245.291, -1062.4399, -902.3393, -763.3331, -643.5668, -541.0889, -453.9377,
  -380.213, -318.1274, -266.0403, -222.4752, -186.1256, -155.8507, -130.666, -109.7293, -92.3261, -77.8539, -65.8073,
  -55.7643, -47.3737, -40.3441, -34.4342, -29.4447, -25.2114, -21.5988, -18.4956, -15.8101, -13.4671, -11.405, -9.573,
  -7.9296, -6.4406, -5.0782, -3.8195, -2.6457, -1.5414, -0.494,
];

export type SimulatedVariable = {
  readonly name: string;
  readonly ocean: OceanVariable;
  readonly units: string;
  readonly standardName: string;
  readonly valueMin: number;
  readonly valueMax: number;
};

export type SimulatedDataset = {
  /** Without its version. */
  readonly id: string;
  /** Bucket of its newest version. */
  readonly bucket: string;
  readonly variables: readonly SimulatedVariable[];
};

export const datasets: readonly SimulatedDataset[] = [
  {
    id: 'cmems_mod_glo_phy-so_anfc_0.083deg_P1D-m',
    bucket: 'mdl-arco-time-010',
    variables: [
      {
        name: 'so',
        ocean: 'salinity',
        units: '1e-3',
        standardName: 'sea_water_salinity',
        valueMin: 30.305,
        valueMax: 36.827,
      },
    ],
  },
  {
    id: 'cmems_mod_glo_phy-cur_anfc_0.083deg_P1D-m',
    bucket: 'mdl-arco-time-007',
    variables: [
      {
        name: 'uo',
        ocean: 'currentEast',
        units: 'm s-1',
        standardName: 'eastward_sea_water_velocity',
        valueMin: -1.159,
        valueMax: 1.159,
      },
      {
        name: 'vo',
        ocean: 'currentNorth',
        units: 'm s-1',
        standardName: 'northward_sea_water_velocity',
        valueMin: -1.159,
        valueMax: 1.159,
      },
    ],
  },
  {
    id: 'cmems_mod_glo_phy-thetao_anfc_0.083deg_P1D-m',
    bucket: 'mdl-arco-time-013',
    variables: [
      {
        name: 'thetao',
        ocean: 'temperature',
        units: 'degrees_C',
        standardName: 'sea_water_potential_temperature',
        valueMin: -2,
        valueMax: 31,
      },
    ],
  },
];

export type DatasetVersion = {
  readonly dataset: SimulatedDataset;
  /** With its version. */
  readonly id: string;
  readonly version: string;
  readonly releasedAt: string;
  readonly retiredAt: string | null;
};

/** As in the real catalogue: a retired version, the current one, and one that is announced but not out. */
export const versions: readonly DatasetVersion[] = datasets.flatMap((dataset) =>
  [
    { version: '202211', releasedAt: '2022-11-29T00:00:00.000Z', retiredAt: '2024-11-26T00:00:00.000Z' },
    { version: '202406', releasedAt: '2024-06-18T00:00:00.000Z', retiredAt: null },
    { version: '206011', releasedAt: '2060-11-01T00:00:00.000Z', retiredAt: null },
  ].map((version) => ({ ...version, dataset, id: `${dataset.id}_${version.version}` })),
);

/** Instants of the daily means, at midnight: from the first day to the end of the forecast. */
export function timesMs(nowMs: number): number[] {
  const firstMs = Date.parse(`${FIRST_DAY}T00:00:00Z`);
  const lastMs = Math.floor(nowMs / DAY_MS) * DAY_MS + FORECAST_DAYS * DAY_MS;
  return Array.from({ length: Math.round((lastMs - firstMs) / DAY_MS) + 1 }, (_, day) => firstMs + day * DAY_MS);
}

export function latitudeOf(row: number): number {
  return Math.fround(LATITUDE.first + row * STEP_DEGREES);
}

export function longitudeOf(column: number): number {
  return Math.fround(LONGITUDE.first + column * STEP_DEGREES);
}
