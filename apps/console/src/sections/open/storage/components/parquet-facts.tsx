import type { ObjectPreview } from '@kianda/contract/open/storage/preview.contract';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, FactList } from '@kianda/ui';
import { storageTexts } from '../texts.pt.ts';

const texts = storageTexts.parquet;
const whole = { maxDecimals: 0 } as const;

type Parquet = Extract<ObjectPreview, { kind: 'parquet' }>;
type ColumnRow = Parquet['columns'][number];
const requiredText = ({ isRequired }: ColumnRow) => (isRequired ? texts.yes : texts.no);

const columns: readonly Column<ColumnRow>[] = [
  { id: 'name', label: texts.column, value: ({ name }) => name },
  { id: 'type', label: texts.type, value: ({ type }) => type },
  { id: 'required', label: texts.required, value: requiredText, width: '120px' },
];

/** Rows and columns of a Parquet file. */
export function ParquetFacts({ table, name }: { readonly table: Parquet; readonly name: string }) {
  return (
    <>
      <FactList
        items={[
          [texts.rows, formatNumber(table.rows, whole)],
          [texts.groups, formatNumber(table.rowGroups, whole)],
          [texts.createdBy, table.createdBy ?? <abbr title={texts.unknown}>{UNKNOWN}</abbr>],
        ]}
      />
      <DataTable
        id={`colunas-${name}`}
        label={texts.columns}
        columns={columns}
        rows={table.columns}
        rowId={(column) => column.name}
        height="320px"
      />
    </>
  );
}
