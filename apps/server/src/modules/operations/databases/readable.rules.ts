/**
 * All that SQL of the console may read: whole tables (`*`), or the columns named. What is not here is refused by the
 * database itself, so that a new table is closed until it is opened here. Never: accounts, sessions,
 * tokens, sealed credentials, addresses of people, bodies of requests, queues, logs, audit.
 */
const readable: Readonly<Record<string, Readonly<Record<string, '*' | readonly string[]>>>> = {
  biodiversity: { occurrences: '*', register: '*', taxa: '*' },
  catalogue: { items: '*' },
  connectors: {
    quality_results: '*',
    runs: [
      'id',
      'connector_id',
      'stream_id',
      'mode',
      'trigger',
      'state',
      'attempt',
      'window_from',
      'window_to',
      'pages',
      'records_written',
      'records_duplicate',
    ],
    streams: [
      'connector_id',
      'stream_id',
      'newest_observed_at',
      'last_success_at',
      'last_failure_at',
      'consecutive_failures',
      'simulated_seed',
      'updated_at',
    ],
  },
  fisheries: { catches: '*', landings: '*' },
  geography: { layer_features: '*', layers: '*', protected_areas: '*' },
  gis: {
    animal_fixes: '*',
    layer_features: '*',
    occurrences: '*',
    protected_areas: '*',
    stations: '*',
    vessel_latest_positions: '*',
    vessel_presence: '*',
  },
  health: { checks: '*', metric_samples: '*', route_samples: '*' },
  ocean: {
    cell_counts: '*',
    coastal_stations: '*',
    derived_days: '*',
    derived_fields: '*',
    derived_values: '*',
    heatwave_baselines: '*',
    heatwaves: '*',
    regional_history: '*',
    field_slices: '*',
    observations: '*',
    products: '*',
    profile_levels: '*',
    profiles: '*',
    stations: '*',
    tide_gauges: '*',
  },
  surveillance: { areas: '*', events: '*', licences: '*', minimum_distances: '*', seasons: '*' },
  // Without whom to write to.
  tracks: { fixes: '*', individuals: '*', studies: ['source', 'study_id', 'name', 'licence', 'citation', 'url'] },
  vessels: {
    directory: '*',
    feeds: '*',
    gear_claims: '*',
    gfw_events: '*',
    hour_quality: '*',
    hour_totals: '*',
    identities: '*',
    identity_periods: '*',
    latest_positions: '*',
    position_hours: '*',
    positions: '*',
    presence: '*',
    ships: '*',
  },
};

export type ReadableTable = {
  readonly schema: string;
  readonly name: string;
  readonly columns: '*' | readonly string[];
};

export const readableTables: readonly ReadableTable[] = Object.entries(readable).flatMap(([schema, tables]) =>
  Object.entries(tables).map(([name, columns]) => ({ schema, name, columns })),
);

/** Whether SQL of the console may read this column. */
export function isReadable(schema: string, table: string, column: string): boolean {
  const columns = readableColumns(schema, table);
  return columns === '*' || columns.includes(column);
}

/** Columns of a table that SQL of the console may read; `*` is all of them. */
export function readableColumns(schema: string, table: string): '*' | readonly string[] {
  return readable[schema]?.[table] ?? [];
}
