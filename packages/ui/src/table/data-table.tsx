import type { CsvValue } from '@kianda/contract/core/csv';
import { formatNumber } from '@kianda/format';
import { Button, Menu, TextInput } from '@mantine/core';
import { IconColumns3, IconDownload, IconSearch } from '@tabler/icons-react';
import { type ColumnDef, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import { cx } from '../cx.ts';
import { EmptyState } from '../panel/empty-state.tsx';
import { usePreferences } from '../preferences/preferences.tsx';
import { uiTexts } from '../texts.pt.ts';
import { type Column, filterRows, type SortText, sortRows, tableCsv } from './columns.ts';
import styles from './data-table.module.css';
import { downloadText } from './download.ts';
import { TableBody } from './table-body.tsx';

export type TableView = { readonly sort: SortText; readonly filter: string };

export type DataTableProps<Row> = {
  /** Name of the CSV file, and of the table's parts in the page. */
  readonly id: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Sort and filter from the address; kept by the table itself when absent. */
  readonly view?: TableView;
  readonly onViewChange?: (view: TableView) => void;
  readonly initialSort?: SortText;
  /** Height of the scrolling part, CSS; grows with its rows when absent. */
  readonly height?: string;
  readonly onOpenRow?: (row: Row) => void;
  /** Buttons at the right of the tools. */
  readonly actions?: ReactNode;
  readonly empty?: ReactNode;
  /** Lines that close the CSV: source, licence, citation. */
  readonly csvNotes?: (() => readonly (readonly CsvValue[])[]) | undefined;
  /** Takes the CSV in the place of the browser's own saving: where a file is to be noted before it is handed over. */
  readonly saveCsv?:
    | ((file: { readonly name: string; readonly text: string; readonly rows: number }) => void)
    | undefined;
};

const features = tableFeatures({ columnVisibilityFeature });
const rowHeights = { compact: 28, normal: 36, comfortable: 44 } as const;
/** From here on only the rows in view are in the page. */
const virtualFrom = 200;

/** Rows with a header that stays, sorting, a filter, a choice of columns, and a CSV of exactly what is shown. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { id, label, columns, rows, rowId, view, onViewChange, height, onOpenRow } = props;
  const [own, setOwn] = useState<TableView>({ sort: props.initialSort ?? '', filter: '' });
  const { density } = usePreferences();
  const { sort, filter } = view ?? own;
  const change = (part: Partial<TableView>) => {
    const next = { sort, filter, ...part };
    setOwn(next);
    onViewChange?.(next);
  };

  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () => columns.map((column) => ({ id: column.id, header: column.label, accessorFn: column.value })),
    [columns],
  );
  const shownRows = useMemo(
    () => sortRows(filterRows(rows, columns, filter), columns, sort),
    [rows, columns, filter, sort],
  );
  const data = useMemo(() => [...shownRows], [shownRows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    initialState: {
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, column.hidden !== true])),
    },
  });
  const visible = columns.filter((column) => table.getColumn(column.id)?.getIsVisible() === true);

  const save = () => {
    const text = tableCsv(shownRows, visible, props.csvNotes?.());
    if (props.saveCsv === undefined) downloadText(`${id}.csv`, 'text/csv', text);
    else props.saveCsv({ name: `${id}.csv`, text, rows: shownRows.length });
  };

  return (
    <div className={styles.frame}>
      <div className={cx(styles.tools, 'k-no-print')}>
        <TextInput
          size="xs"
          aria-label={uiTexts.table.filter}
          placeholder={uiTexts.table.filter}
          leftSection={<IconSearch size={15} aria-hidden="true" />}
          value={filter}
          onChange={(event) => change({ filter: event.currentTarget.value })}
          className={styles.filter ?? ''}
        />
        <span className={styles.count} role="status">
          {uiTexts.table.rows(
            formatNumber(shownRows.length, { maxDecimals: 0 }),
            formatNumber(rows.length, { maxDecimals: 0 }),
          )}
        </span>
        <Menu closeOnItemClick={false} position="bottom-end">
          <Menu.Target>
            <Button size="xs" variant="subtle" color="gray" leftSection={<IconColumns3 size={15} />}>
              {uiTexts.table.columns}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {columns.map((column) => {
              const shown = table.getColumn(column.id)?.getIsVisible() === true;
              return (
                <Menu.CheckboxItem
                  key={column.id}
                  checked={shown}
                  disabled={shown && visible.length === 1}
                  onChange={() => table.getColumn(column.id)?.toggleVisibility(!shown)}
                >
                  {column.label}
                </Menu.CheckboxItem>
              );
            })}
          </Menu.Dropdown>
        </Menu>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          title={uiTexts.table.csvTitle}
          leftSection={<IconDownload size={15} />}
          onClick={save}
        >
          {uiTexts.table.csv}
        </Button>
        {props.actions}
      </div>
      {shownRows.length === 0 ? (
        <NoRows filtered={rows.length > 0} empty={props.empty} onClear={() => change({ filter: '' })} />
      ) : (
        <TableBody
          label={label}
          columns={visible}
          rows={table.getRowModel().rows.map((row) => row.original)}
          rowId={rowId}
          sort={sort}
          filter={filter}
          onSort={(next) => change({ sort: next })}
          rowHeight={rowHeights[density]}
          isVirtual={shownRows.length > virtualFrom}
          height={height}
          onOpenRow={onOpenRow}
        />
      )}
    </div>
  );
}

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
