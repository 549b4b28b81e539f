import type { AnyStream } from '@kianda/connectors';
import { naturalKeys } from '@kianda/connectors/core/natural-keys';
import type { QualityRule, RuleTally } from './quality.types.ts';
import { qualityRules } from './rules.ts';

/** Identity of a rule, whether it judges records or whole runs. */
export type JudgedRule = Omit<QualityRule, 'check'>;

export const duplicateKey: JudgedRule = {
  id: 'duplicate_key',
  label: 'Cada registo uma só vez na mesma página',
  dimension: 'accuracy',
  mostly: 1,
};

export const usualRows: JudgedRule = {
  id: 'usual_rows',
  label: 'Número de registos até 60 % da mediana de 28 dias',
  dimension: 'completeness',
  mostly: 1,
};

/** Every rule that a run can be judged by: record by record, page by page, and the run as a whole. */
export const evaluatedRules: readonly JudgedRule[] = [...qualityRules, duplicateKey, usualRows];

type Records = Parameters<typeof naturalKeys>[0][];

/** Keys of a page's records that came before in it. Two stations hear one ship, and a ship says its name again: neither counts. */
export function repeatedKeys(records: Readonly<Records>): { evaluated: number; failing: number; sample: unknown } {
  const seen = new Set<string>();
  let evaluated = 0;
  let sample: string | null = null;
  for (const record of records) {
    if (record.kind === 'vessel-identity' || (record.kind === 'vessel-position' && record.mmsi !== null)) continue;
    for (const key of naturalKeys(record)) {
      evaluated += 1;
      if (seen.has(key)) sample ??= key;
      seen.add(key);
    }
  }
  return { evaluated, failing: evaluated - seen.size, sample: sample === null ? null : { key: sample } };
}

/** Streams that deliver about as many rows each time; the others deliver changes, many or none. */
const steadyKinds: ReadonlySet<AnyStream['recordKind']> = new Set([
  'grid-slice',
  'vessel-presence',
  'landing',
  'protected-area',
]);
/** Fewer runs have no usual number. */
const fewestRuns = 4;
const tolerance = 0.6;

/** Whether a run's rows are within ±60 % of the median of those before it; null where there is no usual number. */
export function rowsTally(kind: AnyStream['recordKind'], rows: number, earlier: readonly number[]): RuleTally | null {
  const usual = earlier.filter((count) => count > 0).toSorted((a, b) => a - b);
  // A run that found nothing new says nothing of the provider.
  if (!steadyKinds.has(kind) || rows === 0 || usual.length < fewestRuns) return null;
  const middle = usual.length / 2;
  const median = ((usual[Math.ceil(middle) - 1] ?? 0) + (usual[Math.floor(middle)] ?? 0)) / 2;
  const isUnusual = Math.abs(rows - median) > tolerance * median;
  return { rule: usualRows.id, evaluated: 1, failing: isUnusual ? 1 : 0, samples: isUnusual ? [{ rows, median }] : [] };
}
