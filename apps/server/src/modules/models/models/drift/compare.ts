import type { DriftCheck, DriftColumn } from '@kianda/contract/models/registry/drift.contract';
import { driftShare } from '@kianda/contract/models/registry/drift.contract';
import { formatNumber } from '@kianda/format';
import { columnDrift, type ReferenceColumn } from '@kianda/science/models/drift/drift';
import { type Column, takeRows } from '@kianda/science/models/shared/columns';
import { deviationOf } from '@kianda/science/models/shared/statistics';
import { likeliest, scoresOf } from '../training/fit.ts';
import type { ArtefactColumn, LearningColumn, ModelArtefact, ReadyArtefact } from '../training/training.types.ts';
import type { DriftReference } from './drift.types.ts';

/** Rows that a comparison needs: of fewer nothing can be said. */
export const leastCompared = 30;
/** Rows that are predicted and compared at most, evenly taken. */
const mostCompared = 5_000;

type Named = Pick<ArtefactColumn, 'name' | 'label' | 'unit' | 'categories'>;
type Compared = Pick<DriftCheck, 'rows' | 'share' | 'hasDrifted' | 'features' | 'prediction' | 'reason'>;

/** The reference of a version that was trained before references were kept: what its file tells of its numbers. */
export function referenceOfArtefact({ reference }: ModelArtefact, rows: number): DriftReference['columns'] {
  return reference
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }): ReferenceColumn => {
      const deviation = deviationOf(Float64Array.from(values));
      return { name, kind: 'continuous', rows, missing: 0, sample: values, deviation, counts: null };
    });
}

/** Codes of the categories of a version, for columns whose table numbers them anew; names that it has not seen follow. */
export function inCodesOf(version: readonly ArtefactColumn[], columns: readonly LearningColumn[]): LearningColumn[] {
  return version.map((known) => {
    const column = columns.find(({ name }) => name === known.name);
    const missing = new Float64Array(columns[0]?.values.length ?? 0).fill(Number.NaN);
    if (column === undefined) return { ...known, values: missing };
    if (known.kind === 'continuous') return { ...known, values: column.values };
    const names = [...(known.categories ?? [])];
    const codes = (column.categories ?? []).map((name) => {
      const place = names.indexOf(name);
      return place >= 0 ? place : names.push(name) - 1;
    });
    return { ...known, categories: names, values: column.values.map((code) => codes[code] ?? Number.NaN) };
  });
}

/** Rows of now against the reference of a version, variable by variable, and its predictions of them. */
export function compareRows(
  artefact: ReadyArtefact,
  reference: { readonly columns: DriftReference['columns']; readonly prediction: ReferenceColumn | null },
  table: { readonly columns: readonly LearningColumn[]; readonly rows: Uint32Array },
  few: (rows: string) => string = (count) => `Há ${count} linhas novas desde o treino`,
): Compared {
  const named = inCodesOf(artefact.columns, table.columns);
  const rows = evenly(table.rows);
  const columns = takeRows(named, rows);
  const isEnough = rows.length >= leastCompared;
  const tooFew = `${few(formatNumber(rows.length))}, e são precisas ${leastCompared}.`;
  const compared = (of: Named, values: Float64Array, known: ReferenceColumn | null | undefined): DriftColumn => {
    const present = values.reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0);
    const told = { name: of.name, label: of.label, unit: of.unit, rows: present, missing: values.length - present };
    if (known == null) return { ...told, drift: null, reason: 'A versão não guarda a referência desta variável.' };
    if (!isEnough) return { ...told, drift: null, reason: tooFew };
    const drift = columnDrift(known, values, artefact.modelType);
    if (drift === null) return { ...told, drift, reason: 'Sem valores, no treino ou agora.' };
    const bins = drift.bins.map(({ low, high, ...shares }) => ({ ...shares, label: binLabel(of, low, high) }));
    return { ...told, drift: { ...drift, bins }, reason: null };
  };
  const features = named.map((column, place) => {
    const values = columns[place]?.values ?? new Float64Array(0);
    return compared(
      column,
      values,
      reference.columns.find(({ name }) => name === column.name),
    );
  });
  const known = features.filter(({ drift }) => drift !== null);
  const share =
    known.length === 0 ? null : known.filter(({ drift }) => drift?.hasDrifted === true).length / known.length;
  return {
    ...{ rows: table.rows.length, features, share, hasDrifted: share !== null && share >= driftShare },
    prediction: compared(predictionOf(artefact), predictionsOf(artefact, columns, isEnough), reference.prediction),
    reason: isEnough ? null : tooFew,
  };
}

function evenly(rows: Uint32Array): Uint32Array {
  if (rows.length <= mostCompared) return rows;
  return Uint32Array.from(
    { length: mostCompared },
    (_, at) => rows[Math.floor((at * rows.length) / mostCompared)] ?? 0,
  );
}

const predictionOf = ({ classes, unit, isLogged }: Pick<ModelArtefact, 'classes' | 'unit' | 'isLogged'>): Named => ({
  ...{ name: 'prediction', label: 'Previsão', unit: isLogged ? `ln(1 + ${unit ?? ''})` : unit },
  ...(classes.length === 0 ? {} : { categories: classes }),
});

function predictionsOf(artefact: ReadyArtefact, columns: readonly Column[], isEnough: boolean): Float64Array {
  if (!isEnough) return new Float64Array(0);
  const { classes, columns: known, fitted } = artefact;
  // A category that the version has not seen is missing to it.
  const seen = columns.map((column, place) => {
    const most = known[place]?.categories?.length;
    return most === undefined
      ? column
      : { ...column, values: column.values.map((code) => (code < most ? code : Number.NaN)) };
  });
  const scores = scoresOf(fitted, seen);
  return classes.length === 0 ? scores : Float64Array.from(likeliest(scores, classes.length));
}

function binLabel({ categories }: Named, low: number, high: number): string {
  if (categories !== undefined) return categories[low] ?? 'Desconhecida';
  const written = (value: number) => formatNumber(value, { maxDecimals: 3 });
  return low === high ? written(low) : `${written(low)} a ${written(high)}`;
}
