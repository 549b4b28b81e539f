import type { CsvValue } from '@kianda/contract/core/csv';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import { uiTexts } from '../texts.pt.ts';
import type { Column, SortText } from './columns.ts';
import styles from './data-table.module.css';
import { PageBox, type Selection, withIds } from './selection.tsx';

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly sort: SortText;
  readonly filter: string;
  readonly onSort: (sort: SortText) => void;
  /** Columns with a sort button; all that have values where undefined. */
  readonly sortable: readonly string[] | undefined;
  readonly selection: Selection<Row> | undefined;
  readonly rowHeight: number;
  readonly isVirtual: boolean;
  readonly height: string | undefined;
  readonly onOpenRow: ((row: Row) => void) | undefined;
  readonly rowName: ((row: Row) => string) | undefined;
};

/** Rows from which a table scrolls within itself: what follows it on the page stays within reach. */
const tallFrom = 25;

/** The scrolling table; its header buttons take the keyboard's focus into it. A virtual one draws the rows in view only and announces their true numbers. */
export function TableBody<Row>(props: Props<Row>) {
  const { label, columns, rows, rowHeight, isVirtual, selection } = props;
  const span = columns.length + (selection === undefined ? 0 : 1);
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: isVirtual ? rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  // Another order or filter is another list: it is read from its beginning.
  const shownOrder = `${props.sort}|${props.filter}`;
  const lastOrder = useRef(shownOrder);
  useEffect(() => {
    if (lastOrder.current === shownOrder) return;
    lastOrder.current = shownOrder;
    scroller.current?.scrollTo({ top: 0 });
  }, [shownOrder]);
  const onChoose = useChoose(selection);
  const items = virtual.getVirtualItems();
  const first = isVirtual ? (items[0]?.index ?? 0) : 0;
  const end = isVirtual ? (items.at(-1)?.index ?? -1) + 1 : rows.length;
  const above = isVirtual ? (items[0]?.start ?? 0) : 0;
  const below = isVirtual ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const height = props.height ?? (isVirtual || rows.length > tallFrom ? 'min(70dvh, 640px)' : undefined);
  return (
    <section
      ref={scroller}
      className={styles.scroller}
      style={height === undefined ? undefined : { maxHeight: height }}
      aria-label={uiTexts.table.region(label)}
    >
      <table className={styles.table} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {selection === undefined ? null : (
              <th scope="col" className={styles.choice}>
                <PageBox ids={rows.map(props.rowId)} selected={selection.selected} onChange={selection.onChange} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                sort={props.sort}
                onSort={isSortable(column, props.sortable) ? props.onSort : null}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 ? <Spacer height={above} span={span} rows={first} /> : null}
          {rows.slice(first, end).map((row, offset) => {
            const id = props.rowId(row);
            return (
              <BodyRow
                key={id}
                row={row}
                index={first + offset}
                columns={columns}
                height={rowHeight}
                onOpen={props.onOpenRow}
                rowName={props.rowName}
                id={id}
                choice={selection?.labelOf(row)}
                isChosen={selection?.selected.has(id) === true}
                onChoose={onChoose}
              />
            );
          })}
          {below > 0 ? <Spacer height={below} span={span} rows={rows.length - end} /> : null}
        </tbody>
      </table>
    </section>
  );
}

/** The same function while the selection changes: only the row that is chosen is drawn again. */
function useChoose<Row>(selection: Selection<Row> | undefined) {
  const latest = useRef(selection);
  latest.current = selection;
  return useCallback((id: string, on: boolean) => {
    const now = latest.current;
    now?.onChange(withIds(now.selected, [id], on));
  }, []);
}

/** Buttons have no order. */
function isSortable<Row>({ id, value }: Column<Row>, sortable: readonly string[] | undefined): boolean {
  return sortable === undefined ? value !== undefined : sortable.includes(id);
}

/** Space of the rows out of view, announced in words to screen readers. */
function Spacer({ height, span, rows }: { readonly height: number; readonly span: number; readonly rows: number }) {
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }}>
        <span className="k-visually-hidden">{uiTexts.table.outOfView(rows)}</span>
      </td>
    </tr>
  );
}

type HeaderProps<Row> = {
  readonly column: Column<Row>;
  readonly sort: SortText;
  /** Null for a column without a sort button. */
  readonly onSort: ((sort: SortText) => void) | null;
};

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const direction = sort === column.id ? 'ascending' : sort === `-${column.id}` ? 'descending' : 'none';
  const next = direction === 'none' ? column.id : direction === 'ascending' ? `-${column.id}` : '';
  return (
    <th
      scope="col"
      {...(onSort === null ? {} : { 'aria-sort': direction })}
      className={cx(column.align === 'end' && styles.end)}
      style={column.width === undefined ? undefined : { width: column.width }}
    >
      {onSort === null ? (
        <span className={styles.fixed}>{column.label}</span>
      ) : (
        <button
          type="button"
          className={styles.sort}
          title={uiTexts.table.sort(column.label)}
          onClick={() => onSort(next)}
        >
          {column.label}
          <span aria-hidden="true" className={cx(styles.arrow, direction === 'none' && styles.idle)}>
            {direction === 'descending' ? '↓' : '↑'}
          </span>
        </button>
      )}
    </th>
  );
}

type RowProps<Row> = {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly height: number;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly rowName: ((row: Row) => string) | undefined;
  readonly id: string;
  /** Words of the row's box; undefined without one. */
  readonly choice: string | undefined;
  readonly isChosen: boolean;
  readonly onChoose: (id: string, on: boolean) => void;
};

/** Drawn again only where it changes: a press on a header or a page answers before the rows of another answer are there. */
const BodyRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<Row>(props: RowProps<Row>) {
  const { row, index, columns, height, onOpen, rowName, id, choice } = props;
  return (
    <tr aria-rowindex={index + 2} style={{ height }} className={cx(onOpen !== undefined && styles.opens)}>
      {choice === undefined ? null : (
        <td className={styles.choice}>
          <Checkbox
            aria-label={choice}
            checked={props.isChosen}
            onChange={({ currentTarget }) => props.onChoose(id, currentTarget.checked)}
          />
        </td>
      )}
      {columns.map((column, position) => {
        const content = column.render?.(row) ?? (column.value === undefined ? null : plain(column.value(row)));
        return (
          <td key={column.id} className={cx(column.align === 'end' && styles.end)}>
            {onOpen !== undefined && position === 0 ? (
              <button type="button" className={styles.open} onClick={() => onOpen(row)}>
                {content}
                {rowName === undefined ? null : <span className="k-visually-hidden">{`, ${rowName(row)}`}</span>}
              </button>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
}

function plain(value: CsvValue): string {
  if (value === null || value === undefined || value === '') return UNKNOWN;
  return typeof value === 'number' ? formatNumber(value, { maxDecimals: 2 }) : String(value);
}
