import type { DataOf } from '@kianda/contract';
import { intakeFiles, intakeStates } from '@kianda/contract/ingestion/connectors/intake.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, useClock } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type EndpointResult, useEndpoint } from '../../../../../client/use-endpoint.ts';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import detail from '../detail.module.css';
import pages from '../quality.module.css';
import { FileState, rowsText } from './file-facts.tsx';
import styles from './intake.module.css';
import { intakeTexts } from './texts.pt.ts';
import type { IntakeFile } from './use-upload.ts';

const texts = intakeTexts.file;
const pageSize = 50;
type State = IntakeFile['state'];

const columns: readonly Column<IntakeFile>[] = [
  {
    id: 'name',
    label: texts.name,
    value: (file) => file.name,
    render: (file) => (
      <span className={styles.fileName} title={file.name}>
        {file.name}
      </span>
    ),
  },
  {
    id: 'state',
    label: texts.state,
    value: (file) => texts.states[file.state],
    render: (file) => <FileState state={file.state} />,
  },
  {
    id: 'received',
    label: texts.received,
    value: (file) => file.receivedAt,
    render: (file) => <RelativeTime at={file.receivedAt} />,
  },
  { id: 'way', label: texts.way, value: (file) => texts.ways[file.way] },
  {
    id: 'rows',
    label: texts.rows,
    value: (file) => file.rowsTotal,
    render: (file) => rowsText(file.rowsTotal),
    align: 'end',
  },
  {
    id: 'rejected',
    label: texts.rejectedRows,
    value: (file) => file.rowsRejected,
    render: (file) => rowsText(file.rowsRejected),
    align: 'end',
  },
  {
    id: 'size',
    label: texts.size,
    value: (file) => file.sizeBytes,
    render: (file) => formatBytes(file.sizeBytes),
    align: 'end',
  },
  { id: 'from', label: texts.from, value: (file) => file.receivedFrom, hidden: true },
  { id: 'reason', label: texts.reason, value: (file) => file.reason, hidden: true },
  { id: 'sha256', label: texts.sha256, value: (file) => file.sha256, hidden: true },
];

export type Files = EndpointResult<DataOf<typeof intakeFiles>>;

/** Files of a connector, a page at a time; a file that is being stored is followed closely. */
export function useFiles(connectorId: string, state: State | undefined, page: number): Files {
  return useEndpoint(
    intakeFiles,
    { params: { id: connectorId }, query: { page, pageSize, ...(state === undefined ? {} : { state }) } },
    { refetchSeconds: 15, staleSeconds: 60 },
  );
}

type Props = { readonly connector: Connector; readonly onOpen: (file: IntakeFile) => void };

/** Received files of every way, newest first. */
export function FilesTable({ connector, onOpen }: Props) {
  const clock = useClock();
  const [state, setState] = useState<State | undefined>(undefined);
  const [page, setPage] = useState(1);
  const files = useFiles(connector.id, state, page);
  return (
    <Panel
      title={texts.list}
      description={texts.listDescription}
      source={files}
      flush
      actions={
        <NativeSelect
          size="xs"
          aria-label={texts.state}
          data={[
            { value: '', label: texts.allStates },
            ...intakeStates.map((one) => ({ value: one, label: texts.states[one] })),
          ]}
          value={state ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setState(intakeStates.find((one) => one === value));
            setPage(1);
          }}
        />
      }
      isEmpty={({ data }) => data.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
    >
      {({ data, total, hasNext, hasPrev }) => (
        <>
          <DataTable
            id={`${connector.id}-ficheiros`}
            label={texts.list}
            columns={columns}
            rows={data}
            rowId={(file) => file.id}
            onOpenRow={onOpen}
            csvNotes={() => exportNote(connector, clock())}
          />
          {hasNext || hasPrev ? (
            <nav className={pages.pages} aria-label={texts.list}>
              <Button size="compact-sm" variant="default" disabled={!hasPrev} onClick={() => setPage(page - 1)}>
                {texts.previous}
              </Button>
              <span className={detail.note}>
                {texts.page(formatNumber(page), formatNumber(Math.ceil(total / pageSize)))}
              </span>
              <Button size="compact-sm" variant="default" disabled={!hasNext} onClick={() => setPage(page + 1)}>
                {texts.next}
              </Button>
            </nav>
          ) : null}
        </>
      )}
    </Panel>
  );
}
