import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
import { type AddressOf, filtersOf, queryOfAddress, type Resource } from '@kianda/contract/core/resource';
import {
  type Column,
  clampPage,
  DataTable,
  EmptyState,
  Pagination,
  Panel,
  type Selection,
  SkeletonLines,
} from '@kianda/ui';
import { type ReactNode, use, useEffect } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { sharedTexts } from '../texts.pt.ts';
import type { FilterChip } from './filter-chips.tsx';
import { ListFiles } from './list-files.tsx';
import { activeFilters, type ListState, type PageEndpoint } from './list-state.ts';
import { orderOfSort, resourceColumns, sortableColumns, sortTextOf } from './resource-columns.tsx';
import styles from './resource-filters.module.css';
import { NarrowPlaceContext, ResourceFilters } from './resource-filters.tsx';
import { SavedViews } from './saved-views.tsx';
import type { Address, Offers } from './types.ts';
import { usePreviousWhileLoading } from './use-previous-while-loading.ts';

const texts = sharedTexts.resource;
/** A list that its filters leave without rows is not the one that never had any. */
const noMatch = <EmptyState title={texts.noMatch}>{texts.noMatchText}</EmptyState>;

type Asked<Row, E> = {
  readonly list: Resource<Row>;
  readonly endpoint: E;
  readonly state: ListState;
  /** Parameters of the path, and what the query has beside the list's filters. */
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly refetchSeconds?: number;
};

/** Page, size and query of a list; a page beyond the last is brought back to it. */
export function useListPage<Row extends object, E extends PageEndpoint<Row>>(asked: Asked<Row, E>) {
  const { list, endpoint, state, params, refetchSeconds = 30 } = asked;
  const { address, change } = state;
  const page = Number(address.page ?? 1);
  const size = Number(address.size ?? list.initial.size ?? 50);
  const query = { ...queryOfAddress(list, address as AddressOf<Resource<Row>>), ...asked.query };
  const input = { ...(params === undefined ? {} : { params }), query: { ...query, page, pageSize: size } };
  const result = usePreviousWhileLoading(useEndpoint(endpoint, input as InputOf<E>, { refetchSeconds }));
  const found = result.sourced?.value as (DataOf<E> & { readonly page?: number }) | undefined;
  const total = found?.page === page ? found.total : undefined;
  useEffect(() => {
    if (total === undefined) return;
    const fit = clampPage(page, total, size);
    if (fit !== page) change({ page: fit === 1 ? undefined : fit }, { replace: true });
  }, [total, page, size, change]);
  return { result, query, page, size };
}

type Shown<Row> = {
  readonly rowId: (row: Row) => string;
  /** Draws some cells otherwise than their kind says. */
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>>;
  /** Columns of controls, behind those of the resource. */
  readonly columns?: readonly Column<Row>[];
  /** Columns of the resource that this place leaves out. */
  readonly without?: readonly string[];
  readonly onOpenRow?: (row: Row) => void;
  readonly rowName?: (row: Row) => string;
  readonly selection?: Selection<Row> | undefined;
  readonly empty: ReactNode;
  /** In place of `empty` where filters are set; general words where absent. */
  readonly noMatch?: ReactNode;
  /** Draws the rows otherwise than as a table. */
  readonly draw?: (rows: readonly Row[]) => ReactNode;
};

type Props<Row, E extends PageEndpoint<Row>> = Asked<Row, E> &
  Shown<Row> & {
    /** Endpoint of the list's files. */
    readonly file: Endpoint;
    readonly title: string;
    readonly description?: (found: DataOf<E>) => ReactNode;
    readonly id?: string;
    readonly actions?: (found: DataOf<E> | undefined) => ReactNode;
    readonly offers?: Offers;
    /** Controls and notes between the filters and the rows. */
    readonly notes?: (found: DataOf<E>) => ReactNode;
    /** Address as the filters show it, where defaults of the place stand in for what it does not say. */
    readonly shownAddress?: Address;
    readonly onFilter?: (part: Address) => void;
    readonly more?: ReactNode;
    readonly moreChips?: readonly FilterChip[];
  };

/** A listed thing: filters, order, pages, columns, files and saved views, all of them the server's and the resource's. */
export function ResourceList<Row extends object, E extends PageEndpoint<Row>>(props: Props<Row, E>) {
  const { list, state, title, description, offers } = props;
  const { result, query, page, size } = useListPage(props);
  const found = result.sourced?.value;
  const { change } = state;
  const address = props.shownAddress ?? state.address;
  const filter = props.onFilter ?? ((part) => change({ ...part, page: undefined }, { replace: true }));
  return (
    <Panel
      {...(props.id === undefined ? {} : { id: props.id })}
      title={title}
      description={found === undefined ? undefined : description?.(found)}
      source={result}
      skeleton={<SkeletonLines lines={8} />}
      actions={props.actions?.(found)}
    >
      {(value) => (
        <div className={styles.stack}>
          {hasNoBar(props) ? null : (
            <ResourceFilters
              list={list}
              address={address}
              {...(offers === undefined ? {} : { offers })}
              onFilter={filter}
              more={props.more}
              moreChips={props.moreChips}
            />
          )}
          {props.notes?.(value)}
          <Rows
            {...props}
            empty={activeFilters(list, address) === 0 ? props.empty : (props.noMatch ?? noMatch)}
            query={query}
            rows={value.data}
            total={value.total}
            page={page}
            size={size}
          />
        </div>
      )}
    </Panel>
  );
}

/** A table without filters is ordered by its headers: a bar would say that twice, and nothing else. */
function hasNoBar<Row>({ list, more, draw }: Shown<Row> & { readonly list: Resource<Row>; readonly more?: ReactNode }) {
  return filtersOf(list).length === 0 && more === undefined && draw === undefined;
}

type RowsProps<Row> = Shown<Row> & {
  readonly list: Resource<Row>;
  readonly state: ListState;
  readonly params?: object | undefined;
  readonly file: Endpoint;
  readonly title: string;
  readonly query: { readonly sort: string; readonly order: 'asc' | 'desc' };
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly size: number;
};

function Rows<Row extends object>(props: RowsProps<Row>) {
  const { list, state, rows, total, query, page, size, without = [] } = props;
  const { address, change } = state;
  const isNarrow = use(NarrowPlaceContext);
  const pages = (
    <Pagination
      page={page}
      size={size}
      total={total}
      sizes={list.pageSizes}
      onPage={(next) => change({ page: next === 1 ? undefined : next })}
      onSize={(next) => change({ size: next, page: undefined })}
    />
  );
  const files = (
    <ListFiles
      list={list}
      title={props.title}
      file={props.file}
      input={{ params: props.params, query }}
      isEmpty={total === 0}
    />
  );
  const views = (
    <SavedViews
      list={list.id}
      title={props.title}
      address={viewOf(list, address)}
      onUse={(saved) => change(inPlaceOf(list, saved))}
    />
  );
  if (props.draw !== undefined) {
    const tools = (
      <div className={styles.tools}>
        {files}
        {views}
      </div>
    );
    // Where there is little room the rows come first.
    return (
      <>
        {isNarrow ? null : tools}
        {rows.length === 0 ? props.empty : props.draw(rows)}
        {pages}
        {isNarrow ? tools : null}
      </>
    );
  }
  return (
    <DataTable
      id={list.id}
      label={props.title}
      columns={[
        ...resourceColumns(list, props.cells).filter(({ id }) => !without.includes(id)),
        ...(props.columns ?? []),
      ]}
      rows={rows}
      rowId={props.rowId}
      {...(props.onOpenRow === undefined ? {} : { onOpenRow: props.onOpenRow })}
      {...(props.rowName === undefined ? {} : { rowName: props.rowName })}
      server={{
        sortable: sortableColumns(list),
        sort: sortTextOf(list, query),
        onSort: (text) => change({ ...orderOfSort(list, text), page: undefined }, { replace: true }),
        total,
        files,
      }}
      selection={props.selection}
      shownColumns={address.columns === undefined ? undefined : String(address.columns).split(',')}
      onShownColumns={(ids) => change({ columns: ids.join(',') }, { replace: true })}
      actions={views}
      empty={props.empty}
      pages={pages}
    />
  );
}

/** Address parameters that a saved view stores: filters, order, page size and columns of the list. */
const viewNames = (list: Resource<never>): readonly string[] => [
  ...filtersOf(list).flatMap(({ address }) => address),
  'sort',
  'order',
  'size',
  'columns',
];

const viewOf = (list: Resource<never>, address: Address): Address =>
  Object.fromEntries(viewNames(list).map((name) => [name, address[name]]));

/** The parameters of a view in the place of all present ones. */
const inPlaceOf = (list: Resource<never>, saved: Readonly<Record<string, string>>): Address => ({
  ...Object.fromEntries([...viewNames(list), 'page'].map((name) => [name, undefined])),
  ...saved,
});
