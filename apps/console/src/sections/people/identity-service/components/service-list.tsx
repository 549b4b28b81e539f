import { searchFilter } from '@kianda/contract/core/filters';
import { type Column, CursorPages, clampPage, DataTable, EmptyState, Pagination, Panel } from '@kianda/ui';
import { type ReactNode, useEffect } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import type { ListState } from '../../../shared/resource/list-state.ts';
import styles from '../../../shared/resource/resource-filters.module.css';
import { SearchBox } from '../../../shared/resource/text-filters.tsx';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import { identityTexts } from '../texts.pt.ts';

export const pageSizes: readonly number[] = [25, 50, 100, 200];
const placeOf = ({ address }: ListState) => ({ page: Number(address.page ?? 1), size: Number(address.size ?? 100) });
const wordsOf = ({ address }: ListState) => (address.q === undefined ? {} : { search: String(address.q) });

/** A page of the address as Keycloak takes it. The row beyond the page shows whether another follows. */
export function pageQuery(state: ListState) {
  const { page, size } = placeOf(state);
  return { first: (page - 1) * size, max: size + 1, ...wordsOf(state) };
}

/** The searched words alone, for the number of rows that match. */
export const countQuery = wordsOf;

type Texts = {
  readonly title: string;
  readonly note: string;
  readonly empty: string;
  readonly searchLabel: string;
};
type Props<Row> = {
  readonly id: string;
  readonly texts: Texts;
  readonly state: ListState;
  readonly source: EndpointResult<Row[]>;
  /** Rows of the whole list, where the service counts them. */
  readonly total?: number | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly children?: (rows: readonly Row[]) => ReactNode;
};

/** A list of the service, in the order and with the search that Keycloak's administration has: neither filters nor files. */
export function ServiceList<Row extends object>({
  id,
  texts,
  state,
  source,
  total,
  columns,
  rowId,
  children,
}: Props<Row>) {
  const { address, change } = state;
  const { page, size } = placeOf(state);
  const result = usePreviousWhileLoading(source);
  useEffect(() => {
    if (total === undefined) return;
    const fit = clampPage(page, total, size);
    if (fit !== page) change({ page: fit === 1 ? undefined : fit }, { replace: true });
  }, [total, page, size, change]);
  const goTo = (next: number) => change({ page: next === 1 ? undefined : next });
  return (
    <Panel id={id} title={texts.title} description={texts.note} source={result}>
      {(found) => {
        const rows = found.slice(0, size);
        return (
          <div className={styles.stack}>
            <div className={styles.fields}>
              <SearchBox
                filter={searchFilter(identityTexts.search, texts.searchLabel)}
                address={address}
                offers={[]}
                onFilter={(part) => change({ ...part, page: undefined }, { replace: true })}
              />
            </div>
            <DataTable
              id={id}
              label={texts.title}
              columns={columns}
              rows={rows}
              rowId={rowId}
              server={{ total }}
              empty={<EmptyState title={texts.empty} />}
              pages={
                total === undefined ? (
                  <CursorPages
                    isFirst={page === 1}
                    hasNext={found.length > size}
                    onFirst={() => goTo(1)}
                    onNext={() => goTo(page + 1)}
                  />
                ) : (
                  <Pagination
                    page={page}
                    size={size}
                    total={total}
                    sizes={pageSizes}
                    onPage={goTo}
                    onSize={(next) => change({ size: next, page: undefined })}
                  />
                )
              }
            />
            {children?.(rows)}
          </div>
        );
      }}
    </Panel>
  );
}
