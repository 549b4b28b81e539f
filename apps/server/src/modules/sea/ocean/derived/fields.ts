import {
  dayMs,
  type Grid,
  gridPosition,
  metersPerDegree,
  polygonAreaSquareMeters,
  sampleBilinear,
  zee,
} from '@kianda/geo';
import { anomaly, geometricMeanOfFields, relativeAnomaly } from '@kianda/science/ocean/anomalies';
import { cayulaCornillon } from '@kianda/science/ocean/cayula-cornillon';
import { leapDayOfYear } from '@kianda/science/ocean/climatology';
import { belkinOReilly } from '@kianda/science/ocean/fronts';
import {
  eppleyRate,
  netPrimaryProduction,
  type OptimalRate,
  polynomialRate,
} from '@kianda/science/ocean/primary-production';
import { dayLengthHours, estimatedPar } from '@kianda/science/ocean/sunlight';
import type { SliceRow } from '../ocean.types.ts';
import { gridOf } from '../slice-grid.rules.ts';
import { zeeStatistics } from '../zee-statistics.rules.ts';
import { byDay, dayOfYear, groupsOf, hashOf, type Input, sliceName } from './inputs.ts';
import { fieldGone, type Planner, type Result, shortBaseline, type Unit } from './plan.ts';

/** A climatology of so many days before or after stands in for a day that has none. */
const nearestClimatologyDays = 3;
const chlorophyllHalfWindowDays = 15;
/** Fewer looks than this at a cell are no climatology. */
const leastLooks = 3;
/** Share of the possible hours of sun, as no source of clouds is connected. */
const sunshineShare = 0.5;
const nearestSstDays = 1;
const kilometersPerDegree = metersPerDegree / 1000;

const emptyOf = (inputs: readonly Input[], warning: string): Result => ({
  values: [],
  field: null,
  warnings: [warning],
  inputs: groupsOf(inputs),
});

/** Mean over the ZEE, its coverage and extremes, as the values that go with a field. */
function zeeMeanOf(grid: Grid, values: Float32Array) {
  const { mean, median, min, max, coverage } = zeeStatistics(grid, values);
  return { key: 'zee', value: mean, detail: { median, min, max, coverage } };
}

/** Thermal fronts of each day: how steeply temperature changes from place to place. */
export const planFronts: Planner = async ({ repository, fields }) => {
  const temperatures = byDay(await repository.inputs(['analysedSst']));
  return Array.from(temperatures, ([day, row]): Unit => {
    const inputs: Input[] = [{ row, role: 'observation' }];
    return {
      observedAt: new Date(day),
      hash: hashOf([sliceName(row)]),
      async compute() {
        const values = await fields.read(row);
        if (values === null) return emptyOf(inputs, fieldGone);
        const grid = gridOf(row);
        const { magnitude, direction } = belkinOReilly({ ...grid, values });
        const steepness = magnitude.map((perCell, index) => {
          const lat = grid.south + Math.floor(index / grid.columns) * grid.latStepDegrees;
          const angle = direction[index] ?? Number.NaN;
          // A cell is narrower from west to east than from south to north, the more so the farther south.
          const eastKilometers = grid.lonStepDegrees * kilometersPerDegree * Math.cos((lat * Math.PI) / 180);
          const northKilometers = grid.latStepDegrees * kilometersPerDegree;
          const east = (perCell * Math.cos(angle)) / eastKilometers;
          const north = (perCell * Math.sin(angle)) / northKilometers;
          return 100 * Math.hypot(east, north);
        });
        return {
          values: [zeeMeanOf(grid, steepness), frontShareOf(grid, values)],
          field: { grid, values: steepness },
          warnings: [],
          inputs: groupsOf(inputs),
        };
      },
    };
  });
};

/** Percent of the ZEE on an edge between two water masses. */
function frontShareOf(grid: Grid, values: Float32Array) {
  const edges = cayulaCornillon({ ...grid, values });
  const onFront = values.map((value, index) => (Number.isNaN(value) ? Number.NaN : 100 * (edges[index] ?? 0)));
  const { mean, coverage } = zeeStatistics(grid, onFront);
  const method = 'Cayula e Cornillon (1992), janelas de 32 células';
  return { key: 'zee-frentes', value: mean, detail: { unit: '% da ZEE', method, coverage } };
}

/** Sea surface temperature of each day against the climatology that the provider's anomaly implies. */
export const planSstAnomaly: Planner = async ({ repository, fields }) => {
  const temperatures = byDay(await repository.inputs(['analysedSst']));
  const sst = byDay(await repository.inputs(['oisstSst']));
  const anomalies = byDay(await repository.inputs(['sstAnomaly']));
  const climatologies = new Map<number, { sst: SliceRow; anomaly: SliceRow }>();
  // Newer years overwrite older ones of the same day: the climatology behind them is one.
  for (const [day, row] of sst) {
    const found = anomalies.get(day);
    if (found !== undefined) climatologies.set(leapDayOfYear(day), { sst: row, anomaly: found });
  }
  return Array.from(temperatures).flatMap(([day, row]): Unit[] => {
    const climatology = nearestOf(climatologies, leapDayOfYear(day));
    if (climatology === null) return [];
    const inputs: Input[] = [
      { row, role: 'observation' },
      { row: climatology.found.sst, role: 'climatology' },
      { row: climatology.found.anomaly, role: 'climatology' },
    ];
    return [
      {
        observedAt: new Date(day),
        hash: hashOf(inputs.map((input) => sliceName(input.row))),
        async compute() {
          const [values, usual, departure] = await Promise.all(inputs.map((input) => fields.read(input.row)));
          if (values == null || usual == null || departure == null) return emptyOf(inputs, fieldGone);
          const grid = gridOf(row);
          const coarse = gridOf(climatology.found.sst);
          const mean = anomaly(usual, departure);
          const onGrid = values.map((value, index) =>
            Number.isNaN(value)
              ? Number.NaN
              : sampleBilinear(
                  coarse,
                  mean,
                  gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns)),
                ),
          );
          const result = anomaly(values, onGrid);
          const warnings = ['Climatologia de 1971–2000 a 0,25°; o MUR e o OISST não medem a mesma camada'];
          if (climatology.days > 0) {
            warnings.push(
              `Climatologia de ${climatology.days === 1 ? '1 dia' : `${climatology.days} dias`} antes ou depois`,
            );
          }
          return {
            values: [zeeMeanOf(grid, result)],
            field: { grid, values: result },
            warnings,
            inputs: groupsOf(inputs),
          };
        },
      },
    ];
  });
};

function nearestOf<T>(days: ReadonlyMap<number, T>, index: number): { found: T; days: number } | null {
  for (let away = 0; away <= nearestClimatologyDays; away += 1) {
    for (const offset of away === 0 ? [0] : [-away, away]) {
      const found = days.get((index + offset + 366) % 366);
      if (found !== undefined) return { found, days: away };
    }
  }
  return null;
}

/** Chlorophyll of each day against its geometric mean around the day of the year, over all years stored. */
export const planChlorophyllAnomaly: Planner = async ({ repository, fields }) => {
  const days = byDay(await repository.inputs(['chlorophyll']));
  const byDayOfYear = Map.groupBy(days, ([day]) => leapDayOfYear(day));
  return Array.from(days, ([day, row]): Unit => {
    const index = leapDayOfYear(day);
    const window = Array.from({ length: 2 * chlorophyllHalfWindowDays + 1 }, (_, offset) => {
      return byDayOfYear.get((index + offset - chlorophyllHalfWindowDays + 366) % 366) ?? [];
    }).flatMap((members) => members.map(([, member]) => member));
    return {
      observedAt: new Date(day),
      hash: hashOf([sliceName(row), ...window.map(sliceName)]),
      async compute() {
        const inputs: Input[] = [
          { row, role: 'observation' },
          ...window.map((member): Input => ({ row: member, role: 'climatology' })),
        ];
        const values = await fields.read(row);
        if (values === null) return emptyOf(inputs, fieldGone);
        const grid = gridOf(row);
        const mean = geometricMeanOfFields(values.length);
        // A field of another grid (the provider changed it) cannot be compared cell by cell.
        for (const member of window.filter((each) => each.columns === row.columns && each.rows === row.rows)) {
          const field = await fields.read(member);
          if (field !== null) mean.add(field);
        }
        const result = relativeAnomaly(values, mean.mean(leastLooks));
        const years = new Set(window.map((member) => member.observed_at.getUTCFullYear())).size;
        return {
          values: [zeeMeanOf(grid, result)],
          field: { grid, values: result },
          warnings: shortBaseline(years, `${window.length} campos de ${years === 1 ? '1 ano' : `${years} anos`}`),
          inputs: groupsOf(inputs),
        };
      },
    };
  });
};

/** Net primary production of each day that has chlorophyll and, on the same day or the next to it, temperature. */
export const planProduction: Planner = async ({ repository, fields }) => {
  const chlorophyll = byDay(await repository.inputs(['chlorophyll']));
  const temperatures = byDay(await repository.inputs(['analysedSst']));
  const zeeSquareMeters = polygonAreaSquareMeters(zee);
  return Array.from(chlorophyll).flatMap(([day, row]): Unit[] => {
    const offsets = [0, -nearestSstDays, nearestSstDays].map((days) => temperatures.get(day + days * dayMs));
    const sst = offsets.find((found) => found !== undefined);
    if (sst === undefined) return [];
    const inputs: Input[] = [
      { row, role: 'observation' },
      { row: sst, role: 'observation' },
    ];
    return [
      {
        observedAt: new Date(day),
        hash: hashOf(inputs.map((input) => sliceName(input.row))),
        async compute() {
          const [values, celsius] = await Promise.all([fields.read(row), fields.read(sst)]);
          if (values === null || celsius === null) return emptyOf(inputs, fieldGone);
          const grid = gridOf(row);
          const sstGrid = gridOf(sst);
          const suns = Array.from({ length: grid.rows }, (_, index) => {
            const lat = grid.south + index * grid.latStepDegrees;
            const ordinal = dayOfYear(day);
            return { dayLengthHours: dayLengthHours(lat, ordinal), par: estimatedPar(lat, ordinal, sunshineShare) };
          });
          const production = (rate: OptimalRate) =>
            values.map((value, index) => {
              const sun = suns[Math.floor(index / grid.columns)];
              if (sun === undefined || !(value > 0)) return Number.NaN;
              const position = gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns));
              const sstCelsius = sampleBilinear(sstGrid, celsius, position);
              return netPrimaryProduction({ chlorophyll: value, sstCelsius, ...sun }, rate);
            });
          const result = production(polynomialRate);
          const mean = zeeMeanOf(grid, result);
          // The two curves of temperature are how far apart models of production are: neither is the truth.
          const eppley = zeeMeanOf(grid, production(eppleyRate));
          const total = mean.value === null ? null : (mean.value * zeeSquareMeters) / 1e9;
          return {
            values: [
              mean,
              { ...eppley, key: 'zee-eppley' },
              {
                key: 'zee-total',
                value: total,
                detail: { unit: 't C/dia', zeeSquareKilometers: zeeSquareMeters / 1e6, coverage: mean.detail.coverage },
              },
            ],
            field: { grid, values: result },
            warnings: [`Radiação PAR estimada (${sunshineShare * 100} % das horas de sol possíveis), não observada`],
            inputs: groupsOf(inputs),
          };
        },
      },
    ];
  });
};
