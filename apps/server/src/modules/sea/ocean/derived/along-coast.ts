import { coastLongitude, hourMs, startOfUtcDay } from '@kianda/geo';
import { frontLatitude } from '@kianda/science/ocean/fronts';
import {
  activeUpwellingCelsius,
  bakunIndex,
  bakunLeastLatitude,
  sstUpwellingIndex,
} from '@kianda/science/ocean/upwelling';
import type { SliceRow } from '../ocean.types.ts';
import { gridOf } from '../slice-grid.rules.ts';
import { bandMean, coastAzimuthDegrees, coastalLatitudes, latitudeKey, withinKilometers } from './coast.ts';
import { byDay, groupsOf, hashOf, sliceName } from './inputs.ts';
import { fieldGone, type Planner, type Result, type Unit } from './plan.ts';
import type { NewValue } from './tables.ts';

const coastKilometers = 30;
const frontKilometers = 200;
const windKilometers = 100;
/** Degrees west of the coast where water that did not upwell is looked for. */
const offshoreDegrees = 5;
/** Nearer than this it is no offshore water. */
const leastOffshoreDegrees = 3;

/** Latitude of the front, of each day that has a temperature field. */
export const planFront: Planner = (tools) =>
  planOfTemperature(tools, async (row, values) => {
    const grid = gridOf(row);
    const front = frontLatitude({ ...grid, values }, withinKilometers(grid, frontKilometers));
    const warnings = front === null ? ['Sem células junto à costa nesta data'] : [];
    if (front?.atEdge === true) {
      warnings.push(
        `O gradiente máximo está no limite do campo (${front.searched.map((lat) => lat.toFixed(1)).join('° a ')}°): a frente pode estar mais além`,
      );
    }
    const detail =
      front === null
        ? {}
        : {
            celsiusPer100Km: front.celsiusPer100Km,
            atEdge: front.atEdge,
            searchedSouth: front.searched[0],
            searchedNorth: front.searched[1],
          };
    return { values: [{ key: 'frente', value: front?.latDegrees ?? null, detail }], warnings };
  });

/** Temperature index of upwelling at each latitude, of each day that has a temperature field. */
export const planSstIndex: Planner = (tools) =>
  planOfTemperature(tools, async (row, values) => ({
    values: coastalLatitudes.map((lat): NewValue => sstIndexAt(row, values, lat)),
    warnings: [],
  }));

function sstIndexAt(row: SliceRow, values: Float32Array, lat: number): NewValue {
  const grid = gridOf(row);
  const coast = coastLongitude(lat);
  const offshoreLon = Math.max(coast - offshoreDegrees, grid.west + 0.25);
  const near = bandMean(grid, values, lat, (_, kilometers) => kilometers >= 0 && kilometers <= coastKilometers);
  const far =
    coast - offshoreLon < leastOffshoreDegrees
      ? null
      : bandMean(grid, values, lat, (lon) => Math.abs(lon - offshoreLon) <= 0.25);
  const value = near === null || far === null ? null : sstUpwellingIndex(far.mean, near.mean);
  return {
    key: latitudeKey(lat),
    value,
    detail: {
      coastalCelsius: near?.mean ?? null,
      offshoreCelsius: far?.mean ?? null,
      offshoreDegreesWest: coast - offshoreLon,
      active: value === null ? null : value > activeUpwellingCelsius,
    },
  };
}

async function planOfTemperature(
  { repository, fields }: Parameters<Planner>[0],
  compute: (row: SliceRow, values: Float32Array) => Promise<Pick<Result, 'values' | 'warnings'>>,
): Promise<Unit[]> {
  const days = byDay(await repository.inputs(['analysedSst']));
  return Array.from(days, ([day, row]) => ({
    observedAt: new Date(day),
    hash: hashOf([sliceName(row)]),
    async compute(): Promise<Result> {
      const inputs = groupsOf([{ row, role: 'observation' }]);
      const values = await fields.read(row);
      if (values === null) return { values: [], warnings: [fieldGone], inputs, field: null };
      return { ...(await compute(row, values)), inputs, field: null };
    },
  }));
}

/** Bakun's index at each latitude, the mean of the day's instants that have both components of the wind. */
export const planBakun: Planner = async ({ repository, fields }) => {
  const rows = await repository.inputs(['windEast', 'windNorth']);
  const days = Map.groupBy(rows, (row) => startOfUtcDay(row.observed_at.getTime()));
  return Array.from(
    days,
    ([day, members]): Unit => ({
      observedAt: new Date(day),
      hash: hashOf(members.map(sliceName)),
      async compute(): Promise<Result> {
        const sums = new Map(coastalLatitudes.map((lat) => [lat, { sum: 0, north: 0, instants: 0 }]));
        for (const pair of pairsOf(members)) {
          const [east, north] = await Promise.all([fields.read(pair.east), fields.read(pair.north)]);
          if (east === null || north === null) continue;
          const grid = gridOf(pair.east);
          for (const [lat, sum] of sums) {
            const near = (_: number, kilometers: number) => kilometers >= 0 && kilometers <= windKilometers;
            const [u, v] = [bandMean(grid, east, lat, near), bandMean(grid, north, lat, near)];
            if (u === null || v === null) continue;
            const index = bakunIndex({
              east: u.mean,
              north: v.mean,
              latDegrees: lat,
              coastAzimuthDegrees: coastAzimuthDegrees(lat),
            });
            // At five degrees of latitude and less the formula does not hold.
            if (index === null || Math.abs(lat) <= bakunLeastLatitude) continue;
            sum.sum += index;
            sum.north += v.mean;
            sum.instants += 1;
          }
        }
        const values = Array.from(sums, ([lat, { sum, north, instants }]) => ({
          key: latitudeKey(lat),
          value: instants === 0 ? null : sum / instants,
          detail: {
            instants,
            windNorthMetersPerSecond: instants === 0 ? null : north / instants,
            coastAzimuthDegrees: coastAzimuthDegrees(lat),
          },
        }));
        const instants = values.reduce((most, { detail }) => Math.max(most, detail.instants), 0);
        const whole = instantsOfDay(members);
        const warnings = instants < whole ? [`Média de ${instants} dos ${whole} instantes do dia`] : [];
        return {
          values,
          warnings,
          inputs: groupsOf(members.map((row) => ({ row, role: 'observation' }))),
          field: null,
        };
      },
    }),
  );
};

/** Instants that a whole day has: every hour, or four where the stored ones are six hours apart. */
const instantsOfDay = (rows: readonly SliceRow[]): number =>
  rows.every((row) => row.observed_at.getTime() % (6 * hourMs) === 0) ? 4 : 24;

function pairsOf(rows: readonly SliceRow[]): { east: SliceRow; north: SliceRow }[] {
  const instants = Map.groupBy(rows, (row) => row.observed_at.getTime());
  return [...instants.values()].flatMap((members) => {
    const east = members.find((row) => row.variable === 'windEast');
    const north = members.find((row) => row.variable === 'windNorth');
    return east === undefined || north === undefined ? [] : [{ east, north }];
  });
}
