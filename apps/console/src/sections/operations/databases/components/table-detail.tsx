import type { DataOf } from '@kianda/contract';
import { databaseTable, databaseTableCount } from '@kianda/contract/operations/databases/databases.contract';
import { formatBytes, formatCount, formatMilliseconds } from '@kianda/format';
import { type Column, DataTable, Panel, PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { tableQuery } from '../api/sql-text.ts';
import styles from '../page.module.css';
import { databaseTexts as texts } from '../texts.pt.ts';

type Detail = DataOf<typeof databaseTable>;
type ColumnRow = Detail['columns'][number];
type IndexRow = Detail['indexes'][number];

const yesNo = (is: boolean) => (is ? texts.yes : texts.no);

const columnColumns: readonly Column<ColumnRow>[] = [
  { id: 'name', label: texts.column, value: ({ name }) => name },
  { id: 'type', label: texts.type, value: ({ type }) => type },
  { id: 'nullable', label: texts.nullable, value: ({ nullable }) => yesNo(nullable), width: '110px' },
  {
    id: 'readable',
    label: texts.inSql,
    value: ({ readable }) => (readable ? texts.readable.all : texts.readable.none),
    width: '120px',
  },
];

const indexColumns: readonly Column<IndexRow>[] = [
  { id: 'name', label: texts.index, value: ({ name }) => name },
  { id: 'uses', label: texts.uses, value: ({ uses }) => uses, align: 'end', width: '90px' },
  {
    id: 'size',
    label: texts.size,
    value: ({ bytes }) => bytes,
    render: ({ bytes }) => formatBytes(bytes),
    align: 'end',
    width: '100px',
  },
  { id: 'unique', label: texts.unique, value: ({ isUnique }) => yesNo(isUnique), width: '80px' },
  { id: 'invalid', label: texts.invalid, value: ({ isValid }) => yesNo(!isValid), width: '90px', hidden: true },
  { id: 'definition', label: texts.definition, value: ({ definition }) => definition, hidden: true },
];

type Props = {
  readonly schema: string;
  readonly table: string;
  readonly onClose: () => void;
  readonly onQuery: ((query: string) => void) | undefined;
};

/** One table: its columns, its indexes with their uses, and its rows counted when asked. */
export function TableDetail({ schema, table, onClose, onQuery }: Props) {
  const params = { schema, table };
  const detail = useEndpoint(databaseTable, { params }, { refetchSeconds: 60 });
  const value = detail.sourced?.value;
  return (
    <>
      <Panel
        id="tabela"
        title={`${schema}.${table}`}
        description={texts.usesNote}
        source={detail}
        actions={
          <>
            {onQuery === undefined || value === undefined || value.readable === 'none' ? null : (
              <Button size="compact-sm" onClick={() => onQuery(tableQuery(value))}>
                {texts.query}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={onClose}>
              {texts.close}
            </Button>
          </>
        }
      >
        {({ columns, indexes }) => (
          <div className={styles.detail}>
            <DataTable
              id={`colunas-${schema}-${table}`}
              label={texts.columns}
              columns={columnColumns}
              rows={columns}
              rowId={({ name }) => name}
              height="320px"
            />
            <h3 className={styles.heading}>{texts.indexes}</h3>
            {indexes.length === 0 ? (
              <p>{texts.noIndexes}</p>
            ) : (
              <DataTable
                id={`indices-${schema}-${table}`}
                label={texts.indexes}
                columns={indexColumns}
                rows={indexes}
                rowId={({ name }) => name}
                height="320px"
              />
            )}
          </div>
        )}
      </Panel>
      <ExactCount params={params} />
    </>
  );
}

function ExactCount({ params }: { readonly params: { readonly schema: string; readonly table: string } }) {
  const [isAsked, setAsked] = useState(false);
  const counted = useEndpoint(
    databaseTableCount,
    { params },
    { enabled: isAsked, refetchSeconds: 0, timeoutSeconds: 30 },
  );
  if (!isAsked) {
    return (
      <PanelFrame title={texts.exact}>
        <p>{texts.exactText}</p>
        <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
          {texts.count}
        </Button>
      </PanelFrame>
    );
  }
  return (
    <Panel title={texts.exact} source={counted}>
      {({ rows, durationMs }) => (
        <p role="status">{texts.counted(formatCount(rows, ...texts.rows), formatMilliseconds(durationMs))}</p>
      )}
    </Panel>
  );
}
