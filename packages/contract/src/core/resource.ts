import { z } from 'zod';
import { type CsvValue, csvHead, csvLines } from './csv.ts';
import type { AddressTexts, Filter, QueryTexts } from './filters.ts';

/** Format of a column's value in a table; alignment, digits and type follow from it. */
export type ColumnKind =
  | 'text'
  | 'code'
  | 'choice'
  | 'number'
  | 'latitude'
  | 'longitude'
  /** A calendar day, `2026-08-31`. */
  | 'day'
  | 'instant'
  | 'bytes'
  | 'seconds'
  | 'yesNo';

/** One column of a listed resource. Everything else about the column is derived from here. */
export type ResourceColumn<Row> = {
  readonly label: string;
  readonly kind: ColumnKind;
  readonly value: (row: Row) => CsvValue;
  /** Follows the label in headers: `Velocidade (nós)`. */
  readonly unit?: string;
  readonly decimals?: number;
  /** Label of each value of a `choice`. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Reason for a missing value, shown with the `—`. */
  readonly unknown?: string;
  /** Name of the order in the query; absent: the list can't be ordered by it. */
  readonly sort?: string;
  readonly filter?: Filter;
  /** In the table only once a person chooses it; `never`: in files alone. */
  readonly shown?: 'chosen' | 'never';
  /** In files: under another header, as another value, in some of them alone, or (`false`) in none. */
  readonly file?: false | FileCell<Row>;
};
type FileCell<Row> = {
  readonly header?: string;
  readonly value?: (row: Row) => CsvValue;
  readonly only?: readonly string[];
};
type Columns<Row> = Readonly<Record<string, ResourceColumn<Row>>>;
type Filters = Readonly<Record<string, Filter>>;

/** A listed thing: from it come query schema, address, order, filters, table, filter bar and files. */
export type Resource<Row, C extends Columns<Row> = Columns<Row>, F extends Filters = Filters> = {
  readonly id: string;
  readonly columns: C;
  /** Filters that belong to no single column. */
  readonly filters: F;
  /** Orders that belong to no shown column, with their labels. */
  readonly orders?: Readonly<Record<string, string>>;
  /** Order and page size that a list begins with; 50 rows where it names no other. */
  readonly initial: { readonly sort: string; readonly order: 'asc' | 'desc'; readonly size?: number };
  readonly pageSizes: readonly number[];
};

type ColumnsOf<R> = R extends { readonly columns: infer C } ? C[keyof C] : never;
type OwnFilters<R> = R extends { readonly filters: infer F } ? F[keyof F] : never;
type FilterIn<R> =
  | OwnFilters<R>
  | (ColumnsOf<R> extends infer C ? (C extends { readonly filter: infer F } ? F : never) : never);
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type Flat<T> = { [K in keyof T]: T[K] };
type Fields<R> = Flat<
  Together<FilterIn<R> extends infer F ? (F extends { readonly query: infer Q } ? Q : never) : never>
>;
type ShapeOf<R> = Fields<R> extends z.ZodRawShape ? Fields<R> : never;

/** Names of the orders that a list can be asked for in. */
export type SortOf<R> =
  | (ColumnsOf<R> extends infer C ? (C extends { readonly sort: infer S extends string } ? S : never) : never)
  | (R extends { readonly orders: infer O } ? keyof O & string : never);

/** Filters as the server reads them. */
export type FilterValues<R> = Readonly<z.output<z.ZodObject<ShapeOf<R>>>>;

type AddressNames<R> = FilterIn<R> extends infer F ? (F extends Filter<z.ZodRawShape, infer A> ? A : never) : never;
/** State of a list that a screen stores in its address. */
export type AddressOf<R> = { readonly [K in AddressNames<R>]?: string | undefined } & {
  readonly sort?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly page?: number | undefined;
  readonly size?: number | undefined;
};

/** Declares a listed thing, keeping the literal names of its columns, orders and filters. */
export function resource<Row>() {
  return <
    const C extends Columns<Row>,
    const F extends Filters,
    const D extends Omit<Resource<Row, C, F>, 'columns' | 'filters'>,
  >(
    definition: D & { readonly columns: C; readonly filters: F },
  ): D & { readonly columns: C; readonly filters: F } => definition;
}

type Any = Resource<never>;

/** All filters of a list: those of no column first, then those of the columns, in their order. */
export function filtersOf(list: Any): readonly Filter[] {
  const own = Object.values(list.columns).flatMap(({ filter }) => (filter === undefined ? [] : [filter]));
  return [...Object.values(list.filters), ...own];
}

/** Names and labels of the orders that a list can be asked for in. */
export function ordersOf<R extends Any>(list: R): readonly { readonly sort: SortOf<R>; readonly label: string }[] {
  const columns = Object.values(list.columns).flatMap(({ sort, label }) =>
    sort === undefined ? [] : [{ sort: sort as SortOf<R>, label }],
  );
  const others = Object.entries(list.orders ?? {}).map(([sort, label]) => ({ sort: sort as SortOf<R>, label }));
  return [...columns, ...others];
}

/** Filters and order of a list as parameters of a query. */
export function queryShapeOf<R extends Any>(list: R) {
  const filters = Object.assign({}, ...filtersOf(list).map(({ query }) => query)) as ShapeOf<R>;
  const sorts = ordersOf(list).map(({ sort }) => sort);
  return {
    ...filters,
    sort: z.enum(sorts).default(list.initial.sort as never),
    order: z.enum(['asc', 'desc']).default(list.initial.order),
  };
}

const text = z.string().max(300).optional().catch(undefined);

/** Parameters of the address of a list's screen, each dropped where it does not fit. */
export function addressShapeOf<R extends Any>(list: R) {
  const names = filtersOf(list).flatMap(({ address }) => address);
  const sorts = ordersOf(list).map(({ sort }) => sort);
  return {
    ...(Object.fromEntries(names.map((name) => [name, text])) as Record<AddressNames<R>, typeof text>),
    sort: z
      .string()
      .refine((sort): sort is SortOf<R> => sorts.some((one) => one === sort))
      .optional()
      .catch(undefined),
    order: z.enum(['asc', 'desc']).optional().catch(undefined),
    page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
    size: z.coerce
      .number()
      .refine((size) => list.pageSizes.includes(size))
      .optional()
      .catch(undefined),
  };
}

/** Filters and order of an address as the list's endpoint takes them, without the page. */
export function queryOfAddress<R extends Any>(list: R, address: AddressOf<R>) {
  const texts = address as AddressTexts;
  // Sections whose tabs share an address may carry the order of another list.
  const sort = ordersOf(list).find((one) => one.sort === address.sort)?.sort ?? list.initial.sort;
  const { order = list.initial.order } = address;
  const filters: QueryTexts = Object.assign({}, ...filtersOf(list).map(({ read }) => read(texts)));
  return { ...filters, sort, order } as unknown as Partial<z.input<z.ZodObject<ShapeOf<R>>>> & {
    readonly sort: SortOf<R>;
    readonly order: 'asc' | 'desc';
  };
}

/** Header of a column, with its unit. */
export const headerOf = ({ label, unit }: Pick<ResourceColumn<never>, 'label' | 'unit'>): string =>
  unit === undefined ? label : `${label} (${unit})`;

/** A file of a list: which one, and how many decimals its degrees have. */
export type FileOptions = { readonly file?: string; readonly decimals?: number };

const fileColumns = <Row>(list: Resource<Row>, { file = '' }: FileOptions) =>
  Object.values(list.columns).filter(
    (column) => column.file !== false && (column.file?.only === undefined || column.file.only.includes(file)),
  );

/** Text of a cell in a file: the label of a choice, yes or no, degrees rounded, everything else as it is. */
function fileCell<Row>(column: ResourceColumn<Row>, row: Row, { decimals = 6 }: FileOptions): CsvValue {
  if (column.file !== undefined && column.file !== false && column.file.value !== undefined)
    return column.file.value(row);
  const value = column.value(row);
  if (column.kind === 'choice') return column.choices?.[String(value)] ?? value;
  if (column.kind === 'yesNo' && typeof value === 'boolean') return value ? 'sim' : 'não';
  if ((column.kind === 'latitude' || column.kind === 'longitude') && typeof value === 'number')
    return Number(value.toFixed(decimals));
  return value;
}

/** Headers of a list's file. */
export const fileHeadersOf = <Row>(list: Resource<Row>, options: FileOptions = {}): readonly string[] =>
  fileColumns(list, options).map((column) =>
    column.file === undefined || column.file === false ? headerOf(column) : (column.file.header ?? headerOf(column)),
  );

/** Cells of a list's file, row by row. */
export const fileRowsOf = <Row>(
  list: Resource<Row>,
  rows: readonly Row[],
  options: FileOptions = {},
): readonly (readonly CsvValue[])[] => {
  const columns = fileColumns(list, options);
  return rows.map((row) => columns.map((column) => fileCell(column, row, options)));
};

/** A list's CSV in pieces, so that a file of any length is written page by page. */
export const resourceCsv = {
  head: <Row>(list: Resource<Row>, options?: FileOptions): string => csvHead(fileHeadersOf(list, options)),
  rows: <Row>(list: Resource<Row>, rows: readonly Row[], options?: FileOptions): string =>
    csvLines(fileRowsOf(list, rows, options)),
};
