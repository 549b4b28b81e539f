import { createHash } from 'node:crypto';
import { dayMs, startOfUtcDay } from '@kianda/geo';
import type { SliceRow } from '../ocean.types.ts';
import type { InputGroup } from './tables.ts';

/** More runs than this are counted, not named. */
const mostRunIds = 20;

export type Input = { readonly row: SliceRow; readonly role: InputGroup['role'] };

/** Hash of what a result depends on: the contents of its inputs, by name and instant. */
export function hashOf(parts: Iterable<string>): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('base64url');
}

export function sliceName(row: SliceRow): string {
  return `${row.dataset}/${row.variable}/${row.observed_at.toISOString()}/${row.content_hash}`;
}

/** Origin columns of a stored row. */
type OriginRow = {
  readonly connector_id: string;
  readonly stream_id: string;
  readonly run_id: string;
  readonly observed_at: Date;
  readonly retrieved_at: Date;
  readonly simulated_seed: number | null;
};

/** Inputs of a result, one group for each data set, variable and role. */
export function groupsOf(inputs: readonly Input[]): InputGroup[] {
  const groups = Map.groupBy(inputs, ({ row, role }) => [row.dataset, row.variable, role].join('\n'));
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    return [
      groupOf(
        first.row.dataset,
        first.row.variable,
        first.role,
        members.map(({ row }) => row),
      ),
    ].filter((group) => group !== null);
  });
}

export function groupOf(
  dataset: string,
  variable: string,
  role: InputGroup['role'],
  rows: readonly OriginRow[],
): InputGroup | null {
  const [first] = rows;
  if (first === undefined) return null;
  const times = rows.map((row) => row.observed_at.getTime());
  const runIds = new Set(rows.map((row) => row.run_id));
  return {
    dataset,
    variable,
    role,
    connectorId: first.connector_id,
    streamId: first.stream_id,
    fromMs: times.reduce((a, b) => Math.min(a, b)),
    toMs: times.reduce((a, b) => Math.max(a, b)),
    retrievedAtMs: rows.map((row) => row.retrieved_at.getTime()).reduce((a, b) => Math.max(a, b)),
    fields: rows.length,
    runIds: [...runIds].slice(0, mostRunIds),
    // One simulated input makes the whole simulated.
    simulatedSeed: rows.find((row) => row.simulated_seed !== null)?.simulated_seed ?? null,
  };
}

/** Fields by day; where two data sets have one, the better covered. */
export function byDay(rows: readonly SliceRow[]): Map<number, SliceRow> {
  const days = new Map<number, SliceRow>();
  for (const row of rows) {
    const day = startOfUtcDay(row.observed_at.getTime());
    const known = days.get(day);
    if (known === undefined || row.coverage > known.coverage) days.set(day, row);
  }
  return days;
}

/** Day 1–366 of the year that formulas of the sun take. */
export function dayOfYear(timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  return Math.floor((timeMs - Date.UTC(year, 0, 1)) / dayMs) + 1;
}
