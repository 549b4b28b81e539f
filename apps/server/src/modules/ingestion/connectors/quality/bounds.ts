/** Bounds of the rules that both the records of a run and the rows of the tables are evaluated by. */
export const occurrenceBounds = { west: 8, east: 14, south: -18, north: -4.4, deepestMeters: 6000 } as const;

export const positionBounds = {
  west: 0,
  east: 20,
  south: -25,
  north: 0,
  /** No vessel of the monitoring system, and no ship that AIS hears, is faster than this. */
  fastestVmsKnots: 25,
  fastestAisKnots: 60,
} as const;

/** Beyond this an animal's position is wrong, though its owner has not marked it: none swims or flies so fast for so long. */
export const animalBounds = { fastestMetersPerSecond: 30, shortestMs: 30 * 60_000 } as const;

/** Computed area of a protected area by the declared one. */
export const extentBounds = { least: 0.5, most: 2 } as const;

/** Rule, variable and plausible values of a field or of a series. */
export type ValueRange = {
  readonly id: string;
  readonly label: string;
  readonly variable: string;
  readonly min: number;
  readonly max: number;
  readonly mostly: number;
};

export const cellRanges: readonly ValueRange[] = [
  { id: 'sst_range', label: 'TSM entre 10 e 33 °C', variable: 'analysedSst', min: 10, max: 33, mostly: 0.999 },
  {
    id: 'chlorophyll_range',
    label: 'Clorofila entre 0,01 e 100 mg/m³',
    variable: 'chlorophyll',
    min: 0.01,
    max: 100,
    mostly: 0.99,
  },
  // The Congo's plume is fresher than 30 psu: a tighter bound would call it an error.
  {
    id: 'salinity_range',
    label: 'Salinidade entre 25 e 37,5 psu',
    variable: 'salinity',
    min: 25,
    max: 37.5,
    mostly: 0.99,
  },
  { id: 'current_east_range', label: 'Corrente (este) até 3 m/s', variable: 'currentEast', min: -3, max: 3, mostly: 1 },
  {
    id: 'current_north_range',
    label: 'Corrente (norte) até 3 m/s',
    variable: 'currentNorth',
    min: -3,
    max: 3,
    mostly: 1,
  },
  { id: 'wind_east_range', label: 'Vento (este) até 40 m/s', variable: 'windEast', min: -40, max: 40, mostly: 1 },
  { id: 'wind_north_range', label: 'Vento (norte) até 40 m/s', variable: 'windNorth', min: -40, max: 40, mostly: 1 },
  {
    id: 'wind_speed_range',
    label: 'Velocidade do vento até 57 m/s',
    variable: 'windSpeed',
    min: 0,
    max: 57,
    mostly: 1,
  },
  {
    id: 'oxygen_range',
    label: 'Oxigénio à superfície entre 100 e 400 mmol/m³',
    variable: 'oxygen',
    min: 100,
    max: 400,
    mostly: 0.999,
  },
  {
    id: 'oxygen_below_range',
    label: 'Oxigénio a cerca de 200 m entre 0 e 350 mmol/m³',
    variable: 'oxygenBelow',
    min: 0,
    max: 350,
    mostly: 1,
  },
  { id: 'ph_range', label: 'pH entre 7,3 e 8,4', variable: 'ph', min: 7.3, max: 8.4, mostly: 0.999 },
  {
    id: 'nitrate_range',
    label: 'Nitrato entre 0 e 45 mmol/m³',
    variable: 'nitrate',
    min: 0,
    max: 45,
    mostly: 0.999,
  },
  {
    id: 'phytoplankton_range',
    label: 'Fitoplâncton entre 0 e 100 mmol/m³',
    variable: 'phytoplankton',
    min: 0,
    max: 100,
    mostly: 0.999,
  },
  {
    id: 'seabed_range',
    label: 'Fundo do mar entre 0 e 6500 m',
    variable: 'seabedDepth',
    min: 0,
    max: 6500,
    mostly: 1,
  },
  {
    id: 'coast_distance_range',
    label: 'Distância à costa entre 0 e 800 km',
    variable: 'coastDistance',
    min: 0,
    max: 800,
    mostly: 1,
  },
  { id: 'ndvi_range', label: 'NDVI entre −0,2 e 1', variable: 'ndvi', min: -0.2, max: 1, mostly: 1 },
];

export const seriesRanges: readonly ValueRange[] = [
  { id: 'wave_range', label: 'Altura das ondas entre 0 e 15 m', variable: 'waveHeight', min: 0, max: 15, mostly: 1 },
  {
    id: 'air_temperature_range',
    label: 'Temperatura do ar na costa entre 5 e 45 °C',
    variable: 'airTemperature',
    min: 5,
    max: 45,
    mostly: 1,
  },
  {
    id: 'air_pressure_range',
    label: 'Pressão ao nível do mar entre 985 e 1040 hPa',
    variable: 'airPressure',
    min: 985,
    max: 1040,
    mostly: 1,
  },
  {
    id: 'sea_level_range',
    label: 'Nível do mar entre −10 e 20 m',
    variable: 'seaLevel',
    min: -10,
    max: 20,
    mostly: 1,
  },
];

/** At least `share` of a field's cells have a value. */
export const cellCoverage = {
  id: 'chlorophyll_coverage',
  label: 'Pelo menos 15 % das células sem nuvens',
  variable: 'chlorophyll',
  share: 0.15,
} as const;
