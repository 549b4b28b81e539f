import type { ColumnType, Insertable, Selectable } from 'kysely';

/** Origin columns of a row. */
type OriginTable = {
  connector_id: string;
  stream_id: string;
  run_id: string;
  retrieved_at: Date;
  simulated_seed: number | null;
};

/** A gridded field of one instant: its grid, the object with its cells, and its figures over the ZEE. */
export type SliceColumns = {
  west: number;
  south: number;
  lon_step_degrees: number;
  lat_step_degrees: number;
  columns: number;
  rows: number;
  storage_key: string;
  content_hash: string;
  zee_mean: number | null;
  zee_median: number | null;
  zee_min: number | null;
  zee_max: number | null;
  coverage: number;
};

export type OceanTables = {
  'ocean.field_slices': SliceColumns & {
    dataset: string;
    variable: string;
    depth_meters: number;
    observed_at: Date;
    unit: string;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
  'ocean.stations': {
    id: string;
    name: string;
    kind: string;
    lon: number;
    lat: number;
    depth_meters: number | null;
    ordinal: number;
  };
  'ocean.observations': {
    station_id: string;
    variable: string;
    dataset: string;
    observed_at: Date;
    value: number;
    unit: string;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
  'ocean.profiles': OriginTable & {
    id: string;
    platform: string;
    cycle: number;
    observed_at: Date;
    lon: number;
    lat: number;
    data_mode: string;
    doi: string;
    url: string | null;
    level_count: number;
    max_pressure_decibar: number;
    surface_temperature_celsius: number | null;
    surface_salinity_psu: number | null;
    content_hash: string;
  };
  'ocean.profile_levels': {
    profile_id: string;
    pressure_decibar: number[];
    temperature_celsius: (number | null)[];
    salinity_psu: (number | null)[];
    oxygen_ml_l: (number | null)[] | null;
    chlorophyll_mg_m3: (number | null)[] | null;
  };
  'ocean.tide_gauges': {
    station_id: string;
    code: string;
    name: string;
    country: string | null;
    lon: number;
    lat: number;
    connector_id: string;
    updated_at: Date;
  };
  'ocean.products': OriginTable & {
    id: string;
    name: string;
    product_type: string;
    platform: string | null;
    cycle: number | null;
    relative_orbit: number | null;
    observed_at: Date;
    ended_at: Date;
    published_at: Date | null;
    /** GeoJSON; written as its text. */
    footprint: ColumnType<{ type: string; coordinates: unknown[] } | null, string | null, string | null>;
    cloud_cover: number | null;
    timeliness: string | null;
    size_bytes: number;
    online: boolean;
    s3_path: string | null;
    deleted_at: Date | null;
    content_hash: string;
  };
};

export type SliceRow = OceanTables['ocean.field_slices'];
export type ObservationRow = OceanTables['ocean.observations'];
export type StationRow = OceanTables['ocean.stations'];
export type ProfileRow = OceanTables['ocean.profiles'];
export type ProfileLevelsRow = OceanTables['ocean.profile_levels'];
export type TideGaugeRow = OceanTables['ocean.tide_gauges'];
export type ProductRow = Selectable<OceanTables['ocean.products']>;
export type NewProductRow = Insertable<OceanTables['ocean.products']>;
