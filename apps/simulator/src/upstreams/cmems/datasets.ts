import type { OceanVariable } from '../../world/types.ts';

const DAY_MS = 86_400_000;

/** An even global grid, from its south-west corner. */
export type GlobalGrid = {
  readonly stepDegrees: number;
  readonly latitudes: number;
  readonly longitudes: number;
};

export type SimulatedProduct = {
  readonly id: string;
  readonly title: string;
  readonly doi: string;
  /** Model, in the words of its files. */
  readonly source: string;
  /** Resolution, in words. */
  readonly resolution: string;
  readonly grid: GlobalGrid;
  /** First letters of its native files. */
  readonly nativePrefix: string;
};

export const physics: SimulatedProduct = {
  id: 'GLOBAL_ANALYSISFORECAST_PHY_001_024',
  title: 'Global Ocean Physics Analysis and Forecast',
  doi: '10.48670/moi-00016',
  source: 'MOI GLO12',
  resolution: '1/12 degree',
  grid: { stepDegrees: 1 / 12, latitudes: 2041, longitudes: 4320 },
  nativePrefix: 'glo12_rg_1d-m',
};

export const biogeochemistry: SimulatedProduct = {
  id: 'GLOBAL_ANALYSISFORECAST_BGC_001_028',
  title: 'Global Ocean Biogeochemistry Analysis and Forecast',
  doi: '10.48670/moi-00015',
  source: 'PISCES',
  resolution: '1/4 degree',
  grid: { stepDegrees: 1 / 4, latitudes: 681, longitudes: 1440 },
  nativePrefix: 'mercatorbiomer4v2r1_global_mean',
};

export const products: readonly SimulatedProduct[] = [physics, biogeochemistry];
/** netCDF's default fill of a float, and exactly a float32. */
export const FILL = 9.969209968386869e36;
/** Real geometry of the provider's `timeChunked` stores. */
export const CHUNK = { latitude: 512, longitude: 2048 } as const;
const SOUTH_WEST = { latitude: -80, longitude: -180 } as const;
/** The only cells that are computed; the rest of the world is fill. */
export const ANGOLA_WINDOW = { south: -18.05, north: -4.35, west: 7.95, east: 14.05 } as const;
/** The real archives begin in 2021 and 2022; these reach back further, for climatologies of ten years and more. */
export const FIRST_DAY = '2015-01-01';
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
  readonly product: SimulatedProduct;
  /** Without its version. */
  readonly id: string;
  /** Bucket of its newest version. */
  readonly bucket: string;
  readonly variables: readonly SimulatedVariable[];
};

export const datasets: readonly SimulatedDataset[] = [
  {
    product: physics,
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
    product: physics,
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
    product: physics,
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
  {
    product: biogeochemistry,
    id: 'cmems_mod_glo_bgc-bio_anfc_0.25deg_P1D-m',
    bucket: 'mdl-arco-time-006',
    variables: [
      {
        name: 'o2',
        ocean: 'oxygen',
        units: 'mmol m-3',
        standardName: 'mole_concentration_of_dissolved_molecular_oxygen_in_sea_water',
        valueMin: 150,
        valueMax: 400,
      },
    ],
  },
  {
    product: biogeochemistry,
    id: 'cmems_mod_glo_bgc-car_anfc_0.25deg_P1D-m',
    bucket: 'mdl-arco-time-006',
    variables: [
      {
        name: 'ph',
        ocean: 'ph',
        units: '1',
        standardName: 'sea_water_ph_reported_on_total_scale',
        valueMin: 7.8,
        valueMax: 8.2,
      },
    ],
  },
  {
    product: biogeochemistry,
    id: 'cmems_mod_glo_bgc-nut_anfc_0.25deg_P1D-m',
    bucket: 'mdl-arco-time-006',
    variables: [
      {
        name: 'no3',
        ocean: 'nitrate',
        units: 'mmol m-3',
        standardName: 'mole_concentration_of_nitrate_in_sea_water',
        valueMin: 0,
        valueMax: 30,
      },
    ],
  },
  {
    product: biogeochemistry,
    id: 'cmems_mod_glo_bgc-pft_anfc_0.25deg_P1D-m',
    bucket: 'mdl-arco-time-006',
    variables: [
      {
        name: 'phyc',
        ocean: 'phytoplankton',
        units: 'mmol m-3',
        standardName: 'mole_concentration_of_phytoplankton_expressed_as_carbon_in_sea_water',
        valueMin: 0,
        valueMax: 12,
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

export function latitudeOf({ stepDegrees }: GlobalGrid, row: number): number {
  return Math.fround(SOUTH_WEST.latitude + row * stepDegrees);
}

export function longitudeOf({ stepDegrees }: GlobalGrid, column: number): number {
  return Math.fround(SOUTH_WEST.longitude + column * stepDegrees);
}
