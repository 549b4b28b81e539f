import { randomUUID } from 'node:crypto';
import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import type { Grid } from '@kianda/geo';
import { createFieldStore } from '../../../apps/server/src/modules/sea/ocean/field-store/field-store.ts';
import { createSliceRepository } from '../../../apps/server/src/modules/sea/ocean/slices.repository.ts';
import type { Database } from '../../../apps/server/src/platform/db/database.ts';
import type { ObjectStorage } from '../../../apps/server/src/platform/storage/object-storage.ts';

const dayMs = 86_400_000;
const grid: Grid = { west: 8, south: -18, lonStepDegrees: 0.05, latStepDegrees: 0.05, columns: 120, rows: 260 };

const drawn = (features: readonly object[]) => ({
  kind: 'drawing',
  geojson: { type: 'FeatureCollection', features },
});

/** Squares in rows of twenty; `shift`, in hundredths of a degree, puts them where no stored result is. */
export function squares(count: number, shift = 0) {
  const side = 0.04;
  return drawn(
    Array.from({ length: count }, (_, place) => {
      const [lon, lat] = [9 + shift * 0.01 + (place % 20) * 0.1, -14 + Math.floor(place / 20) * 0.1];
      const ring = [
        [lon, lat],
        [lon + side, lat],
        [lon + side, lat + side],
        [lon, lat + side],
        [lon, lat],
      ];
      return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
    }),
  );
}

/** Points in rows of forty, with a value that is higher in some places. */
const points = (count: number) =>
  drawn(
    Array.from({ length: count }, (_, place) => {
      const [column, row] = [place % 40, Math.floor(place / 40)];
      const coordinates = [9 + column * 0.05 + row * 0.001, -14 + row * 0.05 + column * 0.002];
      const valor = 20 + 5 * Math.sin(column / 5) * Math.cos(row / 7);
      return { type: 'Feature', properties: { valor }, geometry: { type: 'Point', coordinates } };
    }),
  );

const field = { kind: 'raster', variable: 'analysedSst' };

/** An order of each kind that takes a second or more: a kind without one can't be added. */
export const ordersByKind: Readonly<
  Record<AnalysisType, { readonly inputs: object; readonly parameters?: Readonly<Record<string, unknown>> }>
> = {
  buffer: { inputs: { features: squares(400) } },
  connectivity: { inputs: { habitats: squares(300) }, parameters: { max_distance: 30_000 } },
  hotspots: {
    inputs: { points: points(2_000) },
    parameters: { value_attribute: 'valor', neighbourhood: 'nearest' },
  },
  corridors: { inputs: { habitats: squares(8) }, parameters: { cell_degrees: 0.05, neighbours: 16 } },
  mcda: {
    inputs: { lugares: points(400), temperature: field },
    parameters: {
      criteria: [
        { input: 'lugares', label: 'Lugares', measure: 'distance' },
        { input: 'temperature', label: 'Temperatura' },
      ],
      cell_degrees: 0.05,
    },
  },
  proximity: { inputs: { targets: points(1_000), points: points(2_000) }, parameters: { cell_degrees: 0.05 } },
  interpolation: { inputs: { samples: points(1_000) }, parameters: { cell_degrees: 0.05 } },
  density: { inputs: { points: points(2_000) }, parameters: { cell_degrees: 0.05 } },
  clusters: { inputs: { points: points(2_000) }, parameters: { radius: 8_000 } },
  contours: { inputs: { raster: field } },
  zonal_statistics: { inputs: { zones: squares(400), raster: field } },
  voronoi: { inputs: { points: points(2_000) }, parameters: { clip_to: 'none' } },
  drift: { inputs: { release: points(20) }, parameters: { days: 5, particles: 1_000 } },
};

/** Stores what those orders read of the sea: one field of temperature, and currents of six days. */
export async function writeSea({
  database,
  storage,
}: {
  readonly database: Database;
  readonly storage: ObjectStorage;
}) {
  const fields = createFieldStore(storage);
  const slices = createSliceRepository(database);
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const write = async (variable: string, unit: string, ago: number, valueAt: (x: number, y: number) => number) => {
    const at = new Date(today - ago * dayMs);
    const address = { dataset: 'ensaio', variable, depthMeters: 0, observedAtMs: at.getTime() };
    const values = Float32Array.from({ length: grid.columns * grid.rows }, (_, cell) =>
      valueAt(cell % grid.columns, Math.floor(cell / grid.columns)),
    );
    const stored = await fields.write(address, grid, values);
    await slices.upsertSlice({
      ...{ dataset: 'ensaio', variable, depth_meters: 0, observed_at: at, unit, ...stored },
      ...{ west: grid.west, south: grid.south, columns: grid.columns, rows: grid.rows },
      ...{ lon_step_degrees: grid.lonStepDegrees, lat_step_degrees: grid.latStepDegrees },
      ...{ zee_mean: null, zee_median: null, zee_min: null, zee_max: null, coverage: 1 },
      ...{ connector_id: 'noaa-sst', stream_id: 'mur', run_id: randomUUID(), retrieved_at: at, simulated_seed: null },
    });
  };
  await write('analysedSst', '°C', 1, (x, y) => 22 + 3 * Math.sin(x / 9) * Math.cos(y / 11));
  for (let ago = 6; ago >= 1; ago -= 1) {
    await write('currentEast', 'm/s', ago, (_, y) => 0.2 * Math.sin(y / 20 + ago));
    await write('currentNorth', 'm/s', ago, (x) => 0.2 * Math.cos(x / 20));
  }
}
