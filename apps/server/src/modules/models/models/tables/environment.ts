import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import { type Position, sampleBilinear } from '@kianda/geo';
import type { FieldClimate, OceanClimate } from '../../../sea/ocean/index.ts';
import type { LearningColumn } from '../training/training.types.ts';
import type { TableSource } from './learning-table.types.ts';

/** Variables of the sea that models learn from, each the mean over the stored fields; the sea bed has one field. */
const environmentColumns = [
  { name: 'temperature', label: 'Temperatura da superfície', unit: '°C', from: ['analysedSst'] },
  { name: 'chlorophyll', label: 'Clorofila-a', unit: 'mg/m³', from: ['chlorophyll'] },
  { name: 'salinity', label: 'Salinidade', unit: 'psu', from: ['salinity'] },
  { name: 'currentSpeed', label: 'Velocidade da corrente', unit: 'm/s', from: ['currentEast', 'currentNorth'] },
  { name: 'windSpeed', label: 'Velocidade do vento', unit: 'm/s', from: ['windEast', 'windNorth'] },
  { name: 'seabedDepth', label: 'Profundidade do fundo', unit: 'm', from: ['seabedDepth'] },
  { name: 'coastDistance', label: 'Distância à costa', unit: 'km', from: ['coastDistance'] },
  // Oxygen at 200 m is not among them: the shelf has none, and its rows would all be left out.
  { name: 'oxygen', label: 'Oxigénio à superfície', unit: 'mmol/m³', from: ['oxygen'] },
  { name: 'ph', label: 'pH', unit: null, from: ['ph'] },
  { name: 'nitrate', label: 'Nitrato', unit: 'mmol/m³', from: ['nitrate'] },
  { name: 'phytoplankton', label: 'Fitoplâncton (carbono)', unit: 'mmol/m³', from: ['phytoplankton'] },
] as const satisfies readonly {
  readonly name: string;
  readonly label: string;
  readonly unit: string | null;
  readonly from: readonly FieldVariable[];
}[];

/** Variables that do not change: how old their field is says nothing of a prediction. */
const fixedNames: ReadonlySet<string> = new Set(['seabedDepth', 'coastDistance']);

/** Every stored variable that the usual sea is taken from. */
export const environmentVariables: readonly FieldVariable[] = environmentColumns.flatMap(({ from }) => [...from]);

/** Names of the columns that it gives. */
export const environmentNames: readonly string[] = environmentColumns.map(({ name }) => name);

/** The usual sea, by place. Variables without a stored field are left out. */
export type Environment = {
  /** The variables at positions; NaN where a field has no value. */
  columnsAt(positions: readonly Position[]): LearningColumn[];
  /** A variable at a position and what it was taken from; null for a name that is none of the sea's, or has no field. */
  valueAt(name: string, position: Position): { readonly value: number; readonly source: string } | null;
  readonly sources: readonly TableSource[];
  /** Variables without a stored field, with the reason. */
  readonly missing: readonly { readonly name: string; readonly reason: string }[];
};

/** A variable of the sea with the fields that it is taken from, as plain data. */
export type EnvironmentField = {
  readonly name: string;
  readonly label: string;
  readonly unit: string | null;
  readonly climates: readonly FieldClimate[];
};

/** Reads the usual sea from the stored fields. */
export const readEnvironment = async (climate: Climates): Promise<Environment> =>
  environmentOf(await readEnvironmentFields(climate));

type Climates = Pick<OceanClimate, 'climate'>;

/** The variables of the sea that have a stored field. */
export async function readEnvironmentFields(climate: Climates): Promise<EnvironmentField[]> {
  const read = await Promise.all(
    environmentColumns.map(async (column) => ({
      column,
      climates: await Promise.all(column.from.map((variable) => climate.climate(variable))),
    })),
  );
  return read.flatMap(({ column, climates }) => {
    const all = climates.filter((one) => one !== null);
    return all.length < column.from.length ? [] : [{ ...column, climates: all }];
  });
}

/** The usual sea by the variables that have a field. */
export function environmentOf(known: readonly EnvironmentField[]): Environment {
  const sample = (climates: readonly FieldClimate[], position: Position) =>
    Math.hypot(...climates.map(({ grid, mean }) => sampleBilinear(grid, mean, position)));
  const value = (climates: readonly FieldClimate[], position: Position) => {
    const [first] = climates;
    // One variable may lie below nought; the length of a vector never does.
    return climates.length === 1 && first !== undefined
      ? sampleBilinear(first.grid, first.mean, position)
      : sample(climates, position);
  };
  return {
    columnsAt: (positions) =>
      known.map(({ name, label, unit, climates }) => ({
        ...{ name, label, unit, kind: 'continuous' as const },
        values: Float64Array.from(positions, (position) => value(climates, position)),
      })),
    valueAt(name, position) {
      const found = known.find((one) => one.name === name);
      const first = found?.climates[0];
      if (found === undefined || first === undefined) return null;
      const source =
        first.fields === 1 ? `campo de ${first.provider}` : `média de ${first.fields} campos de ${first.provider}`;
      return { value: value(found.climates, position), source };
    },
    sources: known.flatMap(({ name, label, climates }) =>
      climates.slice(0, 1).map((one) => ({
        ...{ name: `${label}: ${one.provider}`, rows: one.fields, licence: null },
        ...{ from: one.from, to: one.to, isSimulated: one.isSimulated, isFixed: fixedNames.has(name) },
      })),
    ),
    missing: environmentColumns
      .filter((column) => !known.some(({ name }) => name === column.name))
      .map(({ label }) => ({ name: label, reason: 'Ainda não há campos guardados.' })),
  };
}

/** Rows of columns where every value is known. */
export function completeRows(columns: readonly LearningColumn[]): Uint32Array {
  const rows = columns[0]?.values.length ?? 0;
  const all = Array.from({ length: rows }, (_, row) => row);
  return Uint32Array.from(
    all.filter((row) => columns.every(({ values }) => Number.isFinite(values[row] ?? Number.NaN))),
  );
}
