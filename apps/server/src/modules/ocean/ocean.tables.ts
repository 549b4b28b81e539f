export type OceanTables = {
  'ocean.field_slices': {
    dataset: string;
    variable: string;
    depth_meters: number;
    observed_at: Date;
    unit: string;
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
};

export type SliceRow = OceanTables['ocean.field_slices'];
export type ObservationRow = OceanTables['ocean.observations'];
export type StationRow = OceanTables['ocean.stations'];
