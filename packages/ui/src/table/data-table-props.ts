import type { CsvValue } from '@kianda/contract/core/csv';
import type { ReactNode } from 'react';
import type { Column, SortText } from './columns.ts';
import type { Selection } from './selection.tsx';

export type TableView = { readonly sort: SortText; readonly filter: string };

/** The rows are one page of a list that the server orders and filters: the table itself neither sorts nor filters them. */
export type ServerMode = {
  /** Columns that the server can order by; the headers of the others are plain text. */
  readonly sortable?: readonly string[];
  readonly sort?: SortText;
  readonly onSort?: (sort: SortText) => void;
  /** Rows of the whole list, where known. */
  readonly total?: number | undefined;
  /** Control that gives the whole list as a file, in place of the CSV of the page. */
  readonly files?: ReactNode;
};

export type DataTableProps<Row> = {
  /** Name of the CSV file, and of the table's parts in the page. */
  readonly id: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Sort and filter from the address; the table's own state when absent. */
  readonly view?: TableView;
  readonly onViewChange?: (view: TableView) => void;
  readonly initialSort?: SortText;
  readonly server?: ServerMode;
  readonly selection?: Selection<Row> | undefined;
  /** Ids of the shown columns, from the address or a saved view; the table's own state when absent. */
  readonly shownColumns?: readonly string[] | undefined;
  readonly onShownColumns?: (ids: readonly string[]) => void;
  /** `Pagination` or `CursorPages`, below the rows. */
  readonly pages?: ReactNode;
  /** Height of the scrolling part, CSS; grows with its rows when absent. */
  readonly height?: string;
  readonly onOpenRow?: (row: Row) => void;
  /** Name of the button that opens a row, where the first cells of several rows say the same. */
  readonly rowName?: (row: Row) => string;
  /** Buttons at the right of the tools. */
  readonly actions?: ReactNode;
  readonly empty?: ReactNode;
  /** Lines that close the CSV: source, licence, citation. */
  readonly csvNotes?: (() => readonly (readonly CsvValue[])[]) | undefined;
  /** Takes the CSV in place of the browser's own saving, for a file that is recorded before it is handed over. */
  readonly saveCsv?:
    | ((file: { readonly name: string; readonly text: string; readonly rows: number }) => void)
    | undefined;
};
