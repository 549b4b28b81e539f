import { z } from 'zod';
import { pageQuerySchema } from './page.ts';
import { queryShapeOf, type Resource } from './resource.ts';

/** Files that every list is given as, with what people read. */
export const listFormats = { csv: 'CSV', xlsx: 'Excel (XLSX)', json: 'JSON' } as const;
export type ListFormat = keyof typeof listFormats;
const formatSchema = z.enum(Object.keys(listFormats) as [ListFormat, ...ListFormat[]]);

/** Rows of one file at most: a longer list has to be filtered first. */
export const mostListed = 50_000;

/** Parameters of a page of a list: its filters, its order, number and size of the page. */
export const pageShapeOf = <R extends Resource<never>>(list: R) => ({
  ...pageQuerySchema.shape,
  ...queryShapeOf(list),
});

/** Parameters of the file of a whole list: the same filters and order, and the format. */
export const fileShapeOf = <R extends Resource<never>>(list: R) => ({ ...queryShapeOf(list), format: formatSchema });

/** Common fields of the endpoints of such files. */
export const listFile = {
  method: 'GET',
  response: z.unknown(),
  format: 'binary',
  errors: ['export_too_large'],
  rateLimitPerMinute: 30,
} as const;

/** Refuses a period that ends before it begins. */
export const isInOrder = (period: { readonly from?: string | undefined; readonly to?: string | undefined }): boolean =>
  period.from === undefined || period.to === undefined || Date.parse(period.from) <= Date.parse(period.to);
export const orderMessage = { message: 'o fim do período vem antes do início', path: ['to'] };

/** Name of a list's file: subject, day and format. */
export const listFileName = (list: Pick<Resource<never>, 'id'>, format: ListFormat, nowMs: number): string =>
  `kianda-${list.id}-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;

/** A list's JSON: the cells of its file by column, numbers and instants as they are. */
export function listJson<Row>(list: Resource<Row>, rows: readonly Row[]) {
  const columns = Object.entries(list.columns).filter(([, { file }]) => file !== false);
  return rows.map((row) => Object.fromEntries(columns.map(([id, { value }]) => [id, value(row) ?? null])));
}
