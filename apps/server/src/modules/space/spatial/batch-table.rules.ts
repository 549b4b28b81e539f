import { type CsvValue, toCsv } from '@kianda/contract/core/csv';
import { analysisStates } from '@kianda/contract/space/spatial/analysis-results';
import type { SpatialBatch } from '@kianda/contract/space/spatial/batches.contract';
import type { ResultRow } from './spatial.tables.ts';

type Column = SpatialBatch['columns'][number];
type Value = number | string | null;
type OnlyFeature = { readonly layer: string; readonly properties: Readonly<Record<string, unknown>> };

/** Figures of one area: the statistics of its result, and the numbers of each layer that has one feature alone. */
export function figuresOf(
  result: Pick<ResultRow, 'statistics' | 'layers'>,
  features: readonly OnlyFeature[],
): readonly (Column & { readonly value: Value })[] {
  const statistics = result.statistics.map(({ id, label, unit, value }) => ({ id, label, unit, value }));
  const alone = result.layers
    .filter(({ kind, count }) => kind === 'vector' && count === 1)
    .flatMap(({ id: layer, attributes }) => {
      const properties = features.find((one) => one.layer === layer)?.properties ?? {};
      return attributes
        .filter(({ type }) => type === 'number' || type === 'integer')
        .map(({ name, title: label, unit }) => {
          const value = properties[name];
          return { id: `${layer}.${name}`, label, unit, value: typeof value === 'number' ? value : null };
        });
    });
  return [...statistics, ...alone];
}

/** Columns of all areas together, in the order in which they are first met. */
export function columnsOf(figures: readonly (readonly Column[])[]): Column[] {
  const columns = new Map<string, Column>();
  for (const { id, label, unit } of figures.flat()) if (!columns.has(id)) columns.set(id, { id, label, unit });
  return [...columns.values()];
}

/** The table as a file that Portuguese spreadsheets open. */
export function batchCsv({ columns, rows }: Pick<SpatialBatch, 'columns' | 'rows'>): string {
  const head = columns.map(({ label, unit }) => (unit === null ? label : `${label} (${unit})`));
  const lines = rows.map(({ place, area, status, error, analysisId, values }): CsvValue[] => [
    ...[place, area, analysisStates[status]],
    ...columns.map(({ id }) => values[id] ?? null),
    ...[error, analysisId],
  ]);
  return toCsv(['N.º', 'Área', 'Estado', ...head, 'Erro', 'Análise'], lines);
}
