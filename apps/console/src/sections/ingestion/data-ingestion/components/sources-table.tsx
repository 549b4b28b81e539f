import { formatBytes } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, useClock, useNow } from '@kianda/ui';
import { cardSource } from '../../../shared/card-source.tsx';
import { exportNotes } from '../../../shared/connectors/export-note.ts';
import type { Connector } from '../../../shared/connectors/fallback.ts';
import { type Measured, measure, spanOf } from '../../../shared/connectors/measure.ts';
import { ConnectorStatus } from '../../../shared/connectors/status.tsx';
import { connectorStateTexts } from '../../../shared/connectors/texts.pt.ts';
import type { useConnectors, useJobs } from '../../../shared/connectors/use-connectors.ts';
import { ingestionTexts } from '../texts.pt.ts';

const texts = ingestionTexts.sources;

type Row = { readonly connector: Connector; readonly measured: Measured | null };

const columns: readonly Column<Row>[] = [
  { id: 'connector', label: texts.connector, value: ({ connector }) => connector.name },
  {
    id: 'status',
    label: texts.status,
    value: ({ connector }) => connectorStateTexts.status[connector.status],
    render: ({ connector }) => <ConnectorStatus connector={connector} isRunning={false} />,
  },
  { id: 'streams', label: texts.streams, value: ({ connector }) => connector.streams.length, align: 'end' },
  { id: 'runs', label: texts.runs, value: ({ measured }) => measured?.runs, align: 'end' },
  { id: 'records', label: texts.records, value: ({ measured }) => measured?.processed, align: 'end' },
  { id: 'rejected', label: texts.rejected, value: ({ measured }) => measured?.rejected, align: 'end' },
  {
    id: 'bytes',
    label: texts.bytes,
    value: ({ measured }) => measured?.bytes,
    render: ({ measured }) => formatBytes(measured?.bytes),
    align: 'end',
  },
  {
    id: 'last',
    label: texts.lastRun,
    value: ({ connector }) => connector.lastRun,
    render: ({ connector }) =>
      connector.lastRun === null ? connectorStateTexts.never : <RelativeTime at={connector.lastRun} />,
  },
];

type Props = {
  readonly connectors: ReturnType<typeof useConnectors>;
  readonly jobs: ReturnType<typeof useJobs>;
  readonly jobLimit: number;
  readonly onOpen: (connectorId: string) => void;
};

/** Records of each connector in the span of the tiles. */
export function SourcesTable({ connectors, jobs, jobLimit, onOpen }: Props) {
  const now = useNow(60);
  const clock = useClock();
  const list = jobs.sourced?.value.jobs;
  const span = list === undefined ? undefined : spanOf(list, jobLimit, now);
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={cardSource(connectors)}
      flush
      isEmpty={() => connectors.sourced?.provenance.state === 'fallback'}
      empty={<EmptyState title={texts.standIn}>{connectorStateTexts.unknownStandIn}</EmptyState>}
    >
      {(value) => (
        <DataTable
          id="ingestao-por-fonte"
          label={texts.title}
          columns={columns}
          rows={value.connectors.map((connector) => {
            const own = list?.filter(({ connectorId }) => connectorId === connector.id);
            // Runs that could not be had are not known, never none.
            return { connector, measured: own === undefined || span === undefined ? null : measure(own, span) };
          })}
          rowId={({ connector }) => connector.id}
          initialSort="-records"
          height="min(60dvh, 480px)"
          csvNotes={() => exportNotes(value.connectors, clock())}
          onOpenRow={({ connector }) => onOpen(connector.id)}
        />
      )}
    </Panel>
  );
}
