import { oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { dayMs, type Grid, gridPosition, isInZee, startOfUtcDay } from '@kianda/geo';
import { mixedLayerDepth } from '@kianda/science/ocean/mixed-layer';
import { areaStatistics, type WeightedCells } from '@kianda/science/spatial/area-statistics';
import type { ProfileRow } from '../ocean.types.ts';
import { gridOf } from '../slice-grid.rules.ts';
import { byDay, groupOf, groupsOf, hashOf, sliceName } from './inputs.ts';
import { fieldGone, type Planner, type Result, type Unit } from './plan.ts';

const regionNames = Object.keys(oceanRegions) as (keyof typeof oceanRegions)[];
const masks = new Map<string, ReadonlyMap<string, WeightedCells>>();

/** Cells of each region of the ZEE on a grid, with their areas relative to the equator's. */
export function regionCells(grid: Grid): ReadonlyMap<string, WeightedCells> {
  const key = JSON.stringify(grid);
  const known = masks.get(key);
  if (known !== undefined) return known;
  const members = new Map(regionNames.map((name) => [name, { cells: [] as number[], weights: [] as number[] }]));
  for (let index = 0; index < grid.columns * grid.rows; index += 1) {
    const position = gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns));
    if (!isInZee(position)) continue;
    for (const [name, { cells, weights }] of members) {
      const { south, north } = oceanRegions[name];
      if (position[1] < south || position[1] >= north) continue;
      cells.push(index);
      weights.push(Math.cos((position[1] * Math.PI) / 180));
    }
  }
  const found = new Map(
    Array.from(members, ([name, { cells, weights }]) => [
      name,
      { cells: Uint32Array.from(cells), weights: Float64Array.from(weights) },
    ]),
  );
  masks.set(key, found);
  return found;
}

/** Mean temperature of each region, of each day of the long series. */
export const planRegionalSst: Planner = async ({ repository, fields }) => {
  const days = byDay(await repository.inputs(['oisstSst']));
  return Array.from(
    days,
    ([day, row]): Unit => ({
      observedAt: new Date(day),
      hash: hashOf([sliceName(row)]),
      async compute(): Promise<Result> {
        const inputs = groupsOf([{ row, role: 'observation' }]);
        const values = await fields.read(row);
        if (values === null) return { values: [], field: null, warnings: [fieldGone], inputs };
        return {
          values: Array.from(regionCells(gridOf(row)), ([key, cells]) => {
            const { mean, min, max, coverage } = areaStatistics(values, cells);
            return { key, value: mean, detail: { min, max, coverage } };
          }),
          field: null,
          warnings: [],
          inputs,
        };
      },
    }),
  );
};

/** Mixed layer of each profile, by day of the cast. */
export const planMixedLayer: Planner = async ({ repository }) => {
  const profiles = await repository.profiles();
  const days = Map.groupBy(profiles, (row) => startOfUtcDay(row.observed_at.getTime()));
  return Array.from(
    days,
    ([day, rows]): Unit => ({
      observedAt: new Date(day),
      hash: hashOf(rows.map((row) => `${row.id}/${row.content_hash}`)),
      compute: async () => {
        const levels = new Map((await repository.levels(rows.map(({ id }) => id))).map((row) => [row.profile_id, row]));
        const values = rows.map((row) => layerOf(row, levels.get(row.id)));
        const shallow = values.filter(({ value }) => value === null).length;
        return {
          values,
          field: null,
          warnings:
            shallow === 0 ? [] : [`${shallow} de ${values.length} perfis não chegam ao fim da camada de mistura`],
          inputs: [groupOf('argo', 'profiles', 'observation', rows)].filter((group) => group !== null),
        };
      },
    }),
  );
};

function layerOf(
  row: ProfileRow,
  levels:
    | { pressure_decibar: number[]; temperature_celsius: (number | null)[]; salinity_psu: (number | null)[] }
    | undefined,
) {
  const layer =
    levels === undefined
      ? null
      : mixedLayerDepth(
          {
            pressureDecibar: levels.pressure_decibar,
            temperatureCelsius: levels.temperature_celsius,
            salinityPsu: levels.salinity_psu,
          },
          row.lat,
        );
  const byDensity = layer?.densityDepthMeters ?? null;
  return {
    key: row.id,
    // Density decides where salinity lets it: temperature alone misses the plume of the Congo.
    value: byDensity ?? layer?.temperatureDepthMeters ?? null,
    detail: {
      criterion: byDensity === null ? 'temperatura' : 'densidade',
      temperatureDepthMeters: layer?.temperatureDepthMeters ?? null,
      densityDepthMeters: byDensity,
      platform: row.platform,
      lon: row.lon,
      lat: row.lat,
      time: row.observed_at.toISOString(),
    },
  };
}

/** Daily values of a key, without holes in time, from rows of a product. */
export function dailySeries(
  rows: readonly { readonly observed_at: Date; readonly key: string; readonly value: number | null }[],
  key: string,
): { firstDayMs: number; values: Float64Array } | null {
  const own = rows.filter((row) => row.key === key && row.value !== null);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return null;
  const firstDayMs = startOfUtcDay(first.observed_at.getTime());
  const length = Math.round((startOfUtcDay(last.observed_at.getTime()) - firstDayMs) / dayMs) + 1;
  const values = new Float64Array(length).fill(Number.NaN);
  for (const row of own) {
    values[Math.round((startOfUtcDay(row.observed_at.getTime()) - firstDayMs) / dayMs)] = row.value ?? Number.NaN;
  }
  return { firstDayMs, values };
}
