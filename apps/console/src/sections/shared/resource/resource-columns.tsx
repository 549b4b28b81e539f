import { type ColumnKind, headerOf, type Resource, type ResourceColumn } from '@kianda/contract/core/resource';
import {
  formatBytes,
  formatDay,
  formatDuration,
  formatLatitude,
  formatLongitude,
  formatNumber,
  UNKNOWN,
} from '@kianda/format';
import { type Column, RelativeTime, type SortText, usePreferences } from '@kianda/ui';
import type { ReactNode } from 'react';
import { sharedTexts } from '../texts.pt.ts';

type Cells<Row> = Readonly<Record<string, (row: Row) => ReactNode>>;

/** Columns of a resource's table; `cells` draws some of them otherwise than their kind says. */
export function resourceColumns<Row>(list: Resource<Row>, cells: Cells<Row> = {}): readonly Column<Row>[] {
  return Object.entries(list.columns).flatMap(([id, column]) => {
    if (column.shown === 'never') return [];
    const drawn: Column<Row> = {
      id,
      label: headerOf(column),
      value: (row) => wordsOf(column, row),
      render: cells[id] ?? ((row) => cellOf(column, row)),
      align: isFigure(column) ? 'end' : 'start',
      hidden: column.shown === 'chosen',
    };
    return [drawn];
  });
}

const isFigure = ({ kind }: ResourceColumn<never>): boolean =>
  kind === 'number' || isAngle(kind) || kind === 'bytes' || kind === 'seconds';
const isAngle = (kind: ColumnKind): boolean => kind === 'latitude' || kind === 'longitude';

function wordsOf<Row>(column: ResourceColumn<Row>, row: Row) {
  const value = column.value(row);
  if (column.kind === 'choice') return column.choices?.[String(value)] ?? value;
  if (typeof value === 'boolean') return value ? sharedTexts.resource.yes : sharedTexts.resource.no;
  return value;
}

function cellOf<Row>(column: ResourceColumn<Row>, row: Row): ReactNode {
  const value = column.value(row);
  if (value === null || value === undefined || value === '')
    return column.unknown === undefined ? UNKNOWN : <abbr title={column.unknown}>{UNKNOWN}</abbr>;
  if (column.kind === 'instant') return <RelativeTime at={String(value)} />;
  if (column.kind === 'day') return formatDay(String(value));
  if (column.kind === 'code') return <span className="k-mono">{String(value)}</span>;
  if (typeof value !== 'number') return String(wordsOf(column, row));
  if (isAngle(column.kind))
    return <Angle value={value} format={column.kind === 'latitude' ? formatLatitude : formatLongitude} />;
  if (column.kind === 'bytes') return formatBytes(value);
  if (column.kind === 'seconds') return formatDuration(value);
  const { decimals } = column;
  return formatNumber(value, decimals === undefined ? { maxDecimals: 4 } : { decimals });
}

/** Half of a position, written as the person chose for positions. */
function Angle({ value, format }: { readonly value: number; readonly format: typeof formatLatitude }) {
  return format(value, usePreferences().coordinates);
}

type Order = { readonly sort: string; readonly order: 'asc' | 'desc' };
type Wished = { readonly sort: string | undefined; readonly order: 'asc' | 'desc' | undefined };

/** Order of a resource as its table shows it: empty for an order that belongs to no column. */
export function sortTextOf<Row>(list: Resource<Row>, { sort, order }: Order): SortText {
  const id = Object.keys(list.columns).find((name) => list.columns[name]?.sort === sort);
  return id === undefined ? '' : `${order === 'desc' ? '-' : ''}${id}`;
}

/** Order in the address for a table's sort; the list's own order where the table has none. */
export function orderOfSort<Row>(list: Resource<Row>, text: SortText): Wished {
  const isDescending = text.startsWith('-');
  const sort = list.columns[isDescending ? text.slice(1) : text]?.sort;
  return sort === undefined ? { sort: undefined, order: undefined } : { sort, order: isDescending ? 'desc' : 'asc' };
}

/** Columns that the server can order by. */
export const sortableColumns = <Row,>(list: Resource<Row>): readonly string[] =>
  Object.entries(list.columns).flatMap(([id, { sort }]) => (sort === undefined ? [] : [id]));
