import { createHash } from 'node:crypto';
import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { type Grid, gridPosition, isInZee } from '@kianda/geo';
import { type DailyFields, dailyVariable, type FieldClimate } from '../../../sea/ocean/index.ts';
import type { LearningRetention } from '../../retention/index.ts';
import { abundanceTable } from '../tables/abundance.ts';
import { environmentVariables, readEnvironment } from '../tables/environment.ts';
import { habitatTable } from '../tables/habitat.ts';
import type { LearningTable } from '../tables/learning-table.types.ts';
import { richnessTable } from '../tables/richness.ts';
import { speciesTable } from '../tables/species.ts';
import { type LearningStores, learningTable } from '../tables/tables.ts';
import { seabedVariable, temperatureTable } from '../tables/temperature.ts';
import { digestOf } from './digest.ts';

const variableLabels: Readonly<Record<string, { readonly label: string }>> = fieldVariables;

/** Marks of what the platform holds: another one as soon as any of it is another. */
export type SourceMarks = {
  readonly fields: (variables: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly occurrences: () => Promise<string>;
  readonly specimens: () => Promise<string>;
  readonly catches: () => Promise<string>;
};

type Parts = {
  readonly stores: LearningStores;
  readonly retention: Pick<LearningRetention, 'large'>;
  readonly marks: SourceMarks;
  readonly codeVersion: string;
};

/** The stores that models learn from, as they are read where what was made of them is kept. */
export function keptStores(parts: Parts): LearningStores {
  const { stores, retention, marks } = parts;
  const climate: LearningStores['climate'] = {
    async climate(variable) {
      const mark = (await marks.fields([variable])).get(variable);
      const read = () => stores.climate.climate(variable);
      // Without a field there is nothing to keep.
      if (mark === undefined) return read();
      return retention.large<FieldClimate | null>(
        {
          ...{ table: 'aggregated_time_series', key: `climate ${variable}`, keyClass: variable, watermark: mark },
          ...{ dataType: 'aggregation', label: `Mar habitual: ${variableLabels[variable]?.label ?? variable}` },
          describe: (value) => ({
            quality: value === null ? 0 : knownInZee(value.grid, value.mean),
            metadata: { variable, fields: value?.fields ?? 0, provider: value?.provider ?? null, window: 'all' },
          }),
        },
        read,
      );
    },

    async dailyTemperature() {
      const mark = (await marks.fields([dailyVariable])).get(dailyVariable);
      const read = () => stores.climate.dailyTemperature();
      if (mark === undefined) return read();
      return retention.large<DailyFields | null>(
        {
          ...{ table: 'aggregated_time_series', key: 'daily temperature', keyClass: 'daily', watermark: mark },
          ...{ dataType: 'aggregation', label: 'Temperatura diária na ZEE' },
          describe: (value) => ({
            quality: knownDays(value),
            metadata: { variable: dailyVariable, days: value?.days.length ?? 0, window: 'daily' },
          }),
        },
        read,
      );
    },
  };
  return { ...stores, climate };
}

/** The table that a model learns from, from the training cache while nothing that it is made of has changed. */
export function keptTables(parts: Parts & { readonly kept: LearningStores }) {
  const { retention, marks, codeVersion, kept } = parts;
  const code = createHash('sha256').update(`${codeVersion} ${tableCode}`).digest('hex').slice(0, 16);

  async function watermarkOf(type: ModelType): Promise<string> {
    // Of the sea, the forecaster looks at the sea bed alone.
    const variables = type === 'temperature_forecaster' ? [dailyVariable, seabedVariable] : environmentVariables;
    const fields = await marks.fields(variables);
    const own = [...fields].map(([variable, mark]) => `${variable} ${mark}`).sort();
    if (type === 'abundance_estimator') own.push(`catches ${await marks.catches()}`);
    else if (type !== 'temperature_forecaster') own.push(`occurrences ${await marks.occurrences()}`);
    if (type === 'species_classifier') own.push(`specimens ${await marks.specimens()}`);
    return [...own, `code ${code}`].join(' · ');
  }

  return async (type: ModelType): Promise<LearningTable> =>
    retention.large<LearningTable>(
      {
        ...{ table: 'ml_training_cache', key: `table ${type}`, keyClass: type, watermark: await watermarkOf(type) },
        ...{ dataType: 'training_set', label: `Tabela de treino: ${modelTypes[type]}` },
        describe: (table) => ({
          ...{ quality: knownShare(table.columns.map(({ values }) => values)), dataSha256: digestOf(table) },
          metadata: { model_type: type, features_count: table.columns.length, rows: table.target.values.length },
        }),
      },
      () => learningTable(type, kept),
    );
}

/** The code that makes tables: one that another release made is not served. */
const tableCode = [
  ...[abundanceTable, habitatTable, richnessTable, speciesTable, temperatureTable, readEnvironment],
].join('\n');

/** Share of the values that are known. */
function knownShare(columns: readonly ArrayLike<number>[]): number {
  let [known, all] = [0, 0];
  for (const values of columns) {
    for (let place = 0; place < values.length; place += 1) known += Number(Number.isFinite(values[place]));
    all += values.length;
  }
  return all === 0 ? 0 : known / all;
}

/** Share of a grid's cells inside the ZEE that have a value. */
function knownInZee(grid: Grid, values: Float32Array): number {
  let [known, all] = [0, 0];
  values.forEach((value, cell) => {
    if (!isInZee(gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns)))) return;
    all += 1;
    known += Number(Number.isFinite(value));
  });
  return all === 0 ? 0 : known / all;
}

const dayMs = 86_400_000;

/** Share of the days and cells, from the first day to the last, that have a value. */
function knownDays(daily: DailyFields | null): number {
  const [first, last] = [daily?.days[0], daily?.days.at(-1)];
  if (daily === null || first === undefined || last === undefined) return 0;
  const days = 1 + Math.round((last.day.getTime() - first.day.getTime()) / dayMs);
  return (knownShare(daily.days.map(({ values }) => values)) * daily.days.length) / days;
}
