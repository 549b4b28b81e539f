import { allows } from '@kianda/contract';
import {
  archiveRetained,
  listRetained,
  type RecordSort,
  type RetainedRecord,
  type RetainedTable,
  recordPageSizes,
  retainedTable,
  retainedTables,
} from '@kianda/contract/models/retention/retention.contract';
import { DataTable, EmptyState, Pagination, Panel } from '@kianda/ui';
import { NativeSelect, TextInput } from '@mantine/core';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useRestingText } from '../../../shared/resource/text-filters.tsx';
import styles from '../page.module.css';
import type { RetentionSearch } from '../search.ts';
import { retentionTexts, viewerTexts as texts } from '../texts.pt.ts';
import { ExportMenu } from './export-menu.tsx';
import { columnsOf } from './record-columns.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { useSelectionOf } from './record-selection.tsx';

const usualSize = 20;
const usualSort = '-created_at';
const tableHeight = '600px';
const sortable = [
  'id',
  'table_name',
  'data_type',
  'created_at',
  'last_accessed',
  'access_count',
  'size_mb',
  'quality_score',
  'status',
];

type Props = {
  readonly search: RetentionSearch;
  readonly onSearch: (part: Partial<RetentionSearch>, options?: { readonly replace?: boolean }) => void;
};

/** The retained records: searched, ordered, paged, chosen, archived and taken away as files. */
export default function ViewerTab({ search, onSearch }: Props) {
  const { role } = useAccount();
  const { table, q = '', sort = usualSort, page = 1, size = usualSize, record } = search;
  const found = useEndpoint(
    listRetained,
    {
      query: {
        ...(table === undefined ? {} : { table }),
        ...(q === '' ? {} : { search: q }),
        ...{ page: String(page), pageSize: String(size), sortField: sort.replace(/^-/, '') as RecordSort },
        sortDirection: sort.startsWith('-') ? 'desc' : 'asc',
      },
    },
    { refetchSeconds: 30, staleSeconds: 60 },
  );
  const mayManage = allows(archiveRetained.access, role);
  const selection = useSelectionOf(found.sourced?.value.records ?? []);
  const narrow = (part: Partial<RetentionSearch>) => {
    selection.clear();
    onSearch({ ...part, page: undefined }, { replace: true });
  };
  return (
    <>
      <ViewerTools table={table} search={q} onNarrow={narrow} />
      <Panel
        id="dados-retidos"
        title={texts.title}
        source={{
          ...found,
          error:
            found.error === null ? null : { ...found.error, message: found.error.message || retentionTexts.loadFailed },
        }}
        flush
      >
        {({ records, total, isCapped }) => (
          <DataTable<RetainedRecord>
            id="dados-retidos"
            label={texts.title}
            columns={columnsOf({ mayManage, onOpen: (id) => onSearch({ record: id }), act: selection.act })}
            rows={records}
            rowId={({ id }) => id}
            height={tableHeight}
            server={{ sortable, sort, onSort: (next) => narrow({ sort: next }), total, files: <></> }}
            selection={mayManage ? selection.selection : undefined}
            empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
            pages={
              <>
                {isCapped ? <p className={styles.quiet}>{texts.capped}</p> : null}
                <Pagination
                  page={page}
                  size={size}
                  total={total}
                  onPage={(next) => onSearch({ page: next })}
                  sizes={recordPageSizes}
                  onSize={(next) => narrow({ size: next })}
                  hasLast
                />
              </>
            }
          />
        )}
      </Panel>
      {record === undefined ? null : (
        <RecordDialog
          id={record}
          mayManage={mayManage}
          onClose={() => onSearch({ record: undefined }, { replace: true })}
        />
      )}
      {selection.dialog}
    </>
  );
}

type ToolsProps = {
  readonly table: RetainedTable | undefined;
  readonly search: string;
  readonly onNarrow: (part: Partial<RetentionSearch>) => void;
};

const tableOptions = [
  { value: '', label: texts.all },
  ...Object.entries(retainedTables).map(([value, label]) => ({ value, label: `${label} (${value})` })),
];

/** Table, search and files. */
function ViewerTools({ table, search, onNarrow }: ToolsProps) {
  const [text, setText] = useRestingText(search, (next) => onNarrow({ q: next === '' ? undefined : next }));
  return (
    <div className={styles.tools}>
      <NativeSelect
        label={texts.table}
        value={table ?? ''}
        onChange={({ currentTarget }) => onNarrow({ table: retainedTable.safeParse(currentTarget.value).data })}
        data={tableOptions}
      />
      <TextInput
        type="search"
        label={texts.searchLabel}
        placeholder={texts.search}
        value={text}
        maxLength={100}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ExportMenu filters={{ table, search }} />
    </div>
  );
}
