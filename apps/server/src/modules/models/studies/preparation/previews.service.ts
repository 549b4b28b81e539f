import type { DataOf } from '@kianda/contract';
import type { studyRecords, studyVariables } from '@kianda/contract/models/studies/studies.contract';
import { type RecordReason, recordReasons } from '@kianda/contract/models/studies/study-parameters';
import { correlationsOf, varianceInflation } from '@kianda/science/models/evaluation/collinearity';
import type { StudyContext } from '../studies.context.ts';
import type { Studies } from '../studies.service.ts';
import { backgroundCells } from './background.rules.ts';
import type { JudgedRecord } from './cleaning.rules.ts';
import { type Prepared, prepare } from './prepare.service.ts';

const digits = 4;
const rounded = (value: number | null | undefined) =>
  value === null || value === undefined || !Number.isFinite(value) ? null : Number(value.toPrecision(digits + 2));

/** Effect of each step of a study on its rows, as its parameters are now. */
export function createPreviews(context: StudyContext, { find }: Pick<Studies, 'find'>) {
  return {
    async records(id: string): Promise<DataOf<typeof studyRecords> & { readonly isSimulated: boolean }> {
      const study = await find(id);
      const prepared = await prepare(context, study);
      return {
        records: recordViews(prepared),
        steps: stepsOf(prepared.judged),
        kept: prepared.presences.length,
        background: prepared.background.map(([lon, lat]) => [lon, lat]),
        folds: foldCounts(prepared),
        absence: prepared.absence,
        isSimulated: prepared.sources.some(({ isSimulated }) => isSimulated),
      };
    },

    async variables(id: string): Promise<DataOf<typeof studyVariables> & { readonly isSimulated: boolean }> {
      const { parameters } = await find(id);
      const { environment, cells } = await context.sea();
      const area = { cells: cells.positions, cellOf: cells.cellOf, presences: [], occurrences: null };
      // Collinearity is a matter of the sea: all of it is drawn from, whatever the background of the study.
      const drawn = backgroundCells(area, { ...parameters.background, kind: 'zee' }, parameters.seed);
      const columns = cells.columns.map(({ values, ...column }) => ({
        ...column,
        values: Float64Array.from(drawn, (cell) => values[cell] ?? Number.NaN),
      }));
      const isChosen = ({ name }: { readonly name: string }) => parameters.variables.includes(name);
      const chosen = columns.filter(isChosen);
      const factors = varianceInflation(chosen.map(({ values }) => values));
      const factorOf = new Map(chosen.map(({ name }, place) => [name, factors[place] ?? null]));
      return {
        variables: columns.map(({ name, label, unit, values }) => ({
          ...{ name, label, unit, isChosen: isChosen({ name }), vif: rounded(factorOf.get(name)) },
          min: values.length === 0 ? null : rounded(values.reduce((a, b) => Math.min(a, b))),
          max: values.length === 0 ? null : rounded(values.reduce((a, b) => Math.max(a, b))),
          source: environment.sources.find((source) => source.name.startsWith(`${label}:`))?.name ?? label,
        })),
        correlations: correlationsOf(columns.map(({ values }) => values)).map((row) => row.map(rounded)),
        missing: environment.missing.map(({ name }) => name),
        isSimulated: environment.sources.some((source) => source.isSimulated),
      };
    },
  };
}

function recordViews({ judged, folds }: Prepared): DataOf<typeof studyRecords>['records'] {
  let kept = 0;
  return judged.map(({ record, reason, detail }) => {
    const fold = reason === null ? (folds[kept] ?? null) : null;
    if (reason === null) kept += 1;
    const { source, sourceId, longitude, latitude, date, licence } = record;
    return { source, sourceId, longitude, latitude, date, licence, reason, detail, fold };
  });
}

export function stepsOf(judged: readonly JudgedRecord[]): DataOf<typeof studyRecords>['steps'] {
  let left = judged.length;
  return (Object.keys(recordReasons) as RecordReason[]).map((reason) => {
    const removed = judged.filter((one) => one.reason === reason).length;
    left -= removed;
    return { reason, removed, left };
  });
}

function foldCounts({ folds, presence }: Prepared): DataOf<typeof studyRecords>['folds'] {
  const names = [...new Set(folds)].sort((a, b) => a - b);
  return names.map((fold) => {
    const of = (kind: 0 | 1) =>
      folds.reduce((sum, one, row) => sum + Number(one === fold && presence[row] === kind), 0);
    return { fold, presences: of(1), background: of(0) };
  });
}
