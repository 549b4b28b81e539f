import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
import type { ReportRegion } from '@kianda/contract/operations/reports/report-types';
import type { Bbox } from '@kianda/geo';
import { type Block, type Fact, figure, type TableColumn } from '../../../../platform/documents/index.ts';
import type { Period } from '../period.rules.ts';
import type { Reading } from '../reader.service.ts';

/** Reads the platform for the parts of a report, and collects the sources and formulas they rest upon. */
export type ReportWriter = {
  readonly period: Period;
  readonly region: ReportRegion;
  /** West, south, east, north of the region, for its maps. */
  readonly bbox: Bbox;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** Asks an endpoint, and notes in the document where its figures come from. */
  read<E extends Endpoint>(label: string, endpoint: E, input?: Partial<InputOf<E>>): Promise<Reading<DataOf<E>>>;
  /** Notes the source of a formula. */
  cite(text: string): void;
  readonly platformFacts: PlatformFacts;
};

/** Facts that no endpoint answers; the composition provides them. */
export type PlatformFacts = {
  /** Checks the chain of the audit trail from its first link. */
  verifyChain(): Promise<{
    readonly intact: boolean;
    readonly checked: number;
    readonly headSeq: number;
    readonly fault: { readonly kind: string; readonly seq: number } | null;
    readonly checkpointSeq: number | null;
  }>;
  /** The release: its version, its notes, and the titles of its decisions. */
  release(): Promise<{
    readonly version: string;
    readonly changelog: string | null;
    readonly decisions: readonly { readonly number: string; readonly title: string }[];
  }>;
};

/** Writes one part of a report. */
export type Part = (writer: ReportWriter) => Promise<readonly Block[]>;

export const heading = (text: string): Block => ({ kind: 'heading', level: 2, text });
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const note = (text: string): Block => ({ kind: 'paragraph', text, tone: 'note' });
export const warning = (text: string): Block => ({ kind: 'paragraph', text, tone: 'warning' });
export const factsBlock = (items: readonly Fact[]): Block => ({ kind: 'facts', items });

/** A column: its label, its share, and `right` for figures. */
type Column = readonly [label: string, share: number, align?: 'right'];

/** A table of texts; `empty` is the reason shown where it has no rows. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  empty: string,
): Block {
  const named = columns.map(
    ([label, share, align]): TableColumn => (align === undefined ? { label, share } : { label, share, align }),
  );
  return { kind: 'table', caption, columns: named, rows, empty };
}

/** A figure of a column: always so many decimals, that they line up. */
export const fixed = (value: number | null, decimals = 1): string => figure(value, decimals, decimals);

/** A dash with its reason, for a figure that is not known. */
export const unknown = (reason: string | undefined): string => (reason === undefined ? '—' : `— (${reason})`);

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Mean, least and most of the values that are known; all null where none is. */
export function statisticsOf(values: readonly (number | null)[]): {
  readonly count: number;
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
} {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return { count: 0, mean: null, min: null, max: null };
  return {
    count: known.length,
    mean: sum(known) / known.length,
    min: Math.min(...known),
    max: Math.max(...known),
  };
}

/** All pages of a paged endpoint, up to so many rows; `total` says how many there are. */
export async function pagesOf<T>(
  ask: (
    page: number,
  ) => Promise<{ readonly data: { readonly data: readonly T[]; readonly total: number; readonly hasNext: boolean } }>,
  mostRows: number,
): Promise<{ readonly rows: readonly T[]; readonly total: number }> {
  const rows: T[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await ask(page);
    rows.push(...data.data);
    if (!data.hasNext || rows.length >= mostRows) return { rows: rows.slice(0, mostRows), total: data.total };
  }
}
