import type { Insertable, JSONColumnType, Selectable } from 'kysely';
import type { Migration } from '../../../../platform/db/database.ts';
import type { SliceColumns } from '../ocean.types.ts';

/** One data set that a derived day was made of. */
export type InputGroup = {
  readonly dataset: string;
  readonly variable: string;
  /** Only observations make a value old; a climatology is meant to be. */
  readonly role: 'observation' | 'climatology';
  readonly connectorId: string;
  readonly streamId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly retrievedAtMs: number;
  readonly fields: number;
  readonly runIds: readonly string[];
  readonly simulatedSeed: number | null;
};

export type Detail = Readonly<Record<string, number | string | boolean | null>>;

type Json<T> = JSONColumnType<T & object, string, string>;

export type DerivedTables = {
  'ocean.derived_days': {
    product: string;
    observed_at: Date;
    /** Of the contents of all inputs: another hash, another result. */
    input_hash: string;
    method_version: number;
    inputs: Json<InputGroup[]>;
    warnings: string[];
    computed_at: Date;
    job_run_id: string | null;
  };
  'ocean.derived_values': {
    product: string;
    observed_at: Date;
    key: string;
    value: number | null;
    detail: Json<Detail>;
  };
  'ocean.derived_fields': SliceColumns & {
    product: string;
    observed_at: Date;
  };
  'ocean.heatwaves': {
    region: string;
    started_at: Date;
    ended_at: Date;
    peak_at: Date;
    duration_days: number;
    intensity_max: number;
    intensity_mean: number;
    intensity_cumulative: number;
    intensity_variability: number;
    rate_onset: number;
    rate_decline: number;
    category: number;
    ongoing: boolean;
  };
  'ocean.regional_history': {
    region: string;
    /** Midnight UTC. */
    observed_at: Date;
    celsius: number | null;
    coverage: number;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
  'ocean.heatwave_baselines': {
    region: string;
    from_at: Date;
    to_at: Date;
    years: number;
    short: boolean;
  };
};

export type DayRow = Selectable<DerivedTables['ocean.derived_days']>;
export type NewDayRow = Insertable<DerivedTables['ocean.derived_days']>;
export type ValueRow = Selectable<DerivedTables['ocean.derived_values']>;
export type FieldRow = DerivedTables['ocean.derived_fields'];
export type HeatwaveRow = DerivedTables['ocean.heatwaves'];
export type RegionalHistoryRow = DerivedTables['ocean.regional_history'];
export type BaselineRow = DerivedTables['ocean.heatwave_baselines'];

export type NewValue = { readonly key: string; readonly value: number | null; readonly detail: Detail };
export type NewField = Omit<FieldRow, 'product' | 'observed_at'>;
export type DerivedDay = {
  readonly day: NewDayRow;
  readonly values: readonly NewValue[];
  readonly field: NewField | null;
};

export const derivedMigrations: readonly Migration[] = [
  {
    id: '0006-derived',
    sql: `
      -- One row a product and day (or profile cast day): what it was made of, by which method, in which job.
      CREATE TABLE ocean.derived_days (
        product text NOT NULL,
        observed_at timestamptz NOT NULL,
        input_hash text NOT NULL,
        method_version integer NOT NULL,
        inputs jsonb NOT NULL,
        warnings text[] NOT NULL,
        computed_at timestamptz NOT NULL,
        job_run_id text,
        PRIMARY KEY (product, observed_at)
      );

      CREATE TABLE ocean.derived_values (
        product text NOT NULL,
        observed_at timestamptz NOT NULL,
        key text NOT NULL,
        value double precision,
        detail jsonb NOT NULL,
        PRIMARY KEY (product, key, observed_at),
        FOREIGN KEY (product, observed_at) REFERENCES ocean.derived_days ON DELETE CASCADE
      );
      CREATE INDEX derived_values_day ON ocean.derived_values (product, observed_at);

      -- The cells are chunks of the Zarr group "derived" in object storage.
      CREATE TABLE ocean.derived_fields (
        product text NOT NULL,
        observed_at timestamptz NOT NULL,
        west double precision NOT NULL,
        south double precision NOT NULL,
        lon_step_degrees double precision NOT NULL,
        lat_step_degrees double precision NOT NULL,
        columns integer NOT NULL,
        rows integer NOT NULL,
        storage_key text NOT NULL,
        content_hash text NOT NULL,
        zee_mean double precision,
        zee_median double precision,
        zee_min double precision,
        zee_max double precision,
        coverage real NOT NULL,
        PRIMARY KEY (product, observed_at),
        FOREIGN KEY (product, observed_at) REFERENCES ocean.derived_days ON DELETE CASCADE
      );

      CREATE TABLE ocean.heatwaves (
        region text NOT NULL,
        started_at timestamptz NOT NULL,
        ended_at timestamptz NOT NULL,
        peak_at timestamptz NOT NULL,
        duration_days integer NOT NULL,
        intensity_max double precision NOT NULL,
        intensity_mean double precision NOT NULL,
        intensity_cumulative double precision NOT NULL,
        intensity_variability double precision NOT NULL,
        rate_onset double precision NOT NULL,
        rate_decline double precision NOT NULL,
        category integer NOT NULL,
        ongoing boolean NOT NULL,
        PRIMARY KEY (region, started_at)
      );
      CREATE TABLE ocean.heatwave_baselines (
        region text PRIMARY KEY,
        from_at timestamptz NOT NULL,
        to_at timestamptz NOT NULL,
        years double precision NOT NULL,
        short boolean NOT NULL
      );
    `,
  },
  {
    id: '0009-regional-history',
    sql: `
      -- Means of each region by day over the decades, for the climatology: four rows a day instead of a field.
      CREATE TABLE ocean.regional_history (
        region text NOT NULL,
        observed_at timestamptz NOT NULL,
        celsius double precision,
        coverage real NOT NULL,
        connector_id text NOT NULL,
        stream_id text NOT NULL,
        run_id uuid NOT NULL,
        retrieved_at timestamptz NOT NULL,
        simulated_seed bigint,
        PRIMARY KEY (region, observed_at)
      );
      -- Events were found on baselines of one year before: they are computed again, or not at all.
      DELETE FROM ocean.heatwaves;
      DELETE FROM ocean.derived_days WHERE product = 'marine-heatwaves';
    `,
  },
];
