import {
  type DatabaseTable,
  databaseOverview,
  databaseTables,
} from '@kianda/contract/operations/databases/databases.contract';
import { formatBytes, formatCount, formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { NavLink } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { databaseTexts as texts } from '../texts.pt.ts';
import { TableDetail } from './table-detail.tsx';

type Place = { readonly schema: string | undefined; readonly table: string | undefined };
type Props = Place & {
  readonly onMove: (place: Place) => void;
  /** Opens SQL with this text; undefined for who may not. */
  readonly onQuery: ((query: string) => void) | undefined;
};

const tones: Readonly<Record<DatabaseTable['readable'], StatusTone>> = { all: 'good', some: 'info', none: 'unknown' };

const columns: readonly Column<DatabaseTable>[] = [
  { id: 'name', label: texts.name, value: ({ name }) => name },
  { id: 'kind', label: texts.kind, value: ({ kind }) => texts.kinds[kind], width: '150px', hidden: true },
  {
    id: 'rows',
    label: texts.estimatedRows,
    value: ({ estimatedRows }) => estimatedRows,
    render: ({ estimatedRows, kind }) =>
      estimatedRows === null ? (
        <abbr title={kind === 'view' ? texts.viewHasNoEstimate : texts.notAnalysed}>{UNKNOWN}</abbr>
      ) : (
        `≈ ${formatNumber(estimatedRows, { maxDecimals: 0 })}`
      ),
    align: 'end',
    width: '150px',
  },
  {
    id: 'size',
    label: texts.size,
    value: ({ totalBytes }) => totalBytes,
    render: ({ totalBytes }) => formatBytes(totalBytes),
    align: 'end',
    width: '110px',
  },
  {
    id: 'indexes',
    label: texts.indexSize,
    value: ({ indexBytes }) => indexBytes,
    render: ({ indexBytes }) => formatBytes(indexBytes),
    align: 'end',
    width: '110px',
  },
  { id: 'dead', label: texts.deadRows, value: ({ deadRows }) => deadRows, align: 'end', width: '110px', hidden: true },
  {
    id: 'analysed',
    label: texts.analysedAt,
    value: ({ analysedAt }) => analysedAt,
    render: ({ analysedAt }) => (analysedAt === null ? UNKNOWN : <RelativeTime at={analysedAt} />),
    width: '150px',
    hidden: true,
  },
  {
    id: 'readable',
    label: texts.inSql,
    value: ({ readable }) => texts.readable[readable],
    render: ({ readable }) => <StatusPill tone={tones[readable]}>{texts.readable[readable]}</StatusPill>,
    width: '140px',
  },
];

/** Schemas at the left, the tables of one at the right, and the one that is open above them. */
export function SchemaTables({ schema, table, onMove, onQuery }: Props) {
  const overview = useEndpoint(databaseOverview, {}, { refetchSeconds: 30 });
  const schemas = overview.sourced?.value.schemas;
  // Begins where there is most to see, and not in the empty `public`.
  const chosen = schema ?? schemas?.toSorted((a, b) => b.totalBytes - a.totalBytes)[0]?.name;
  return (
    <div className={styles.columns}>
      <Panel title={texts.schemas} source={overview}>
        {(value) => (
          <div className={styles.schemas}>
            {value.schemas.map(({ name, tables, totalBytes }) => (
              <NavLink
                key={name}
                component="button"
                type="button"
                active={name === chosen}
                aria-current={name === chosen}
                label={name}
                description={`${formatCount(tables, ...texts.tableCount)} · ${formatBytes(totalBytes)}`}
                onClick={() => onMove({ schema: name, table: undefined })}
              />
            ))}
          </div>
        )}
      </Panel>
      <div className={styles.detail}>
        {chosen === undefined || table === undefined ? null : (
          <TableDetail
            key={`${chosen}.${table}`}
            schema={chosen}
            table={table}
            onClose={() => onMove({ schema: chosen, table: undefined })}
            onQuery={onQuery}
          />
        )}
        {chosen === undefined ? null : (
          <TableList key={chosen} schema={chosen} onOpen={(name) => onMove({ schema: chosen, table: name })} />
        )}
      </div>
    </div>
  );
}

function TableList({ schema, onOpen }: { readonly schema: string; readonly onOpen: (table: string) => void }) {
  const result = useEndpoint(databaseTables, { params: { schema } }, { refetchSeconds: 60 });
  return (
    <Panel
      id="tabelas"
      title={texts.tablesOf(schema)}
      description={texts.tablesNote}
      source={result}
      isEmpty={({ tables }) => tables.length === 0}
      empty={<EmptyState title={texts.noTables} />}
      flush
    >
      {({ tables }) => (
        <DataTable
          id={`tabelas-${schema}`}
          label={texts.tablesOf(schema)}
          columns={columns}
          rows={tables}
          rowId={({ name }) => name}
          onOpenRow={({ name }) => onOpen(name)}
        />
      )}
    </Panel>
  );
}
