import { Button } from '@mantine/core';
import { type ColumnDef, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import { EmptyState } from '../panel/empty-state.tsx';
import { usePreferences } from '../preferences/preferences.tsx';
import { uiTexts } from '../texts.pt.ts';
import { filterRows, type SortText, sortRows, tableCsv } from './columns.ts';
import styles from './data-table.module.css';
import type { DataTableProps, TableView } from './data-table-props.ts';
import { downloadText } from './download.ts';
import { SelectionBar } from './selection.tsx';
import { TableBody } from './table-body.tsx';
import { TableTools } from './table-tools.tsx';

const features = tableFeatures({ columnVisibilityFeature });
const rowHeights = { compact: 28, normal: 36, comfortable: 44 } as const;
/** From here on only the rows in view are in the page. */
const virtualFrom = 200;

/** Rows with a header that stays, sorting, a filter, a choice of columns, and a CSV of exactly what is shown. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { id, label, columns, rowId, server, selection } = props;
  const { density } = usePreferences();
  const view = useView(props);
  const shownRows = useShownRows(props, view);
  const visible = useVisibleColumns(props);
  const save = () => {
    const text = tableCsv(shownRows, visible.columns, props.csvNotes?.());
    if (props.saveCsv === undefined) downloadText(`${id}.csv`, 'text/csv', text);
    else props.saveCsv({ name: `${id}.csv`, text, rows: shownRows.length });
  };
  return (
    <div className={styles.frame}>
      <TableTools
        label={label}
        view={view}
        counts={{ shown: shownRows.length, total: server === undefined ? props.rows.length : server.total }}
        server={server}
        columns={columns}
        visible={visible}
        onSave={save}
        actions={props.actions}
      />
      {selection === undefined ? null : <SelectionBar {...selection} />}
      {shownRows.length === 0 ? (
        <NoRows filtered={props.rows.length > 0} empty={props.empty} onClear={() => view.change({ filter: '' })} />
      ) : (
        <TableBody
          label={label}
          columns={visible.columns}
          rows={shownRows}
          rowId={rowId}
          sort={view.sort}
          filter={view.filter}
          onSort={view.onSort}
          sortable={server === undefined ? undefined : (server.sortable ?? [])}
          selection={selection}
          rowHeight={rowHeights[density]}
          isVirtual={shownRows.length > virtualFrom}
          height={props.height}
          onOpenRow={props.onOpenRow}
          rowName={props.rowName}
        />
      )}
      {props.pages === undefined ? null : <div className={styles.foot}>{props.pages}</div>}
    </div>
  );
}

/** Order and filter: of the address, of the server, or the table's own. */
function useView<Row>({ view, onViewChange, initialSort, server }: DataTableProps<Row>) {
  const [local, setLocal] = useState<TableView>({ sort: initialSort ?? '', filter: '' });
  const { sort, filter } = view ?? local;
  const change = (part: Partial<TableView>) => {
    const next = { sort, filter, ...part };
    setLocal(next);
    onViewChange?.(next);
  };
  if (server !== undefined) {
    const onSort = (next: SortText) => server.onSort?.(next);
    return { sort: server.sort ?? '', filter: '', change, onSort };
  }
  return { sort, filter, change, onSort: (next: SortText) => change({ sort: next }) };
}

function useShownRows<Row>(props: DataTableProps<Row>, { sort, filter }: TableView): readonly Row[] {
  const { rows, columns, server } = props;
  const isLocal = server === undefined;
  return useMemo(
    () => (isLocal ? sortRows(filterRows(rows, columns, filter), columns, sort) : rows),
    [rows, columns, filter, sort, isLocal],
  );
}

/** Columns that are shown, and the switch of one of them. */
function useVisibleColumns<Row extends object>(props: DataTableProps<Row>) {
  const { columns, shownColumns, onShownColumns } = props;
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () => columns.map((column) => ({ id: column.id, header: column.label, accessorFn: column.value ?? (() => null) })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: noData as Row[],
    initialState: {
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, column.hidden !== true])),
    },
  });
  const isShown = (id: string) =>
    shownColumns === undefined ? table.getColumn(id)?.getIsVisible() === true : shownColumns.includes(id);
  const shown = columns.filter(({ id }) => isShown(id));
  const ids = shown.map(({ id }) => id).join();
  // The same columns while the same are shown: the rows need not be drawn again.
  const visible = useMemo(() => {
    const names = ids.split(',');
    return columns.filter(({ id }) => names.includes(id));
  }, [columns, ids]);
  return {
    columns: visible,
    isShown,
    toggle: (id: string) => {
      if (onShownColumns === undefined) table.getColumn(id)?.toggleVisibility(!isShown(id));
      else
        onShownColumns(
          columns.filter((column) => isShown(column.id) !== (column.id === id)).map((column) => column.id),
        );
    },
  };
}
const noData: object[] = [];

type NoRowsProps = { readonly filtered: boolean; readonly empty: ReactNode; readonly onClear: () => void };

function NoRows({ filtered, empty, onClear }: NoRowsProps) {
  if (!filtered) return empty ?? <EmptyState title={uiTexts.table.empty} />;
  return (
    <EmptyState
      title={uiTexts.table.noMatch}
      action={
        <Button variant="default" onClick={onClear}>
          {uiTexts.table.clearFilter}
        </Button>
      }
    />
  );
}
