import { type Column, DataTable, EmptyState, formatBytes, Panel, RelativeTime, useClock, useNow } from '@kianda/ui';
import type { Connector } from '../../data-connectors/api/fallback.ts';
import type { useConnectors, useJobs } from '../../data-connectors/api/use-connectors.ts';
import { ConnectorStatus } from '../../data-connectors/components/status.tsx';
import { exportNotes } from '../../data-connectors/detail/export-note.ts';
import { connectorTexts } from '../../data-connectors/texts.pt.ts';
import { cardSource } from '../../shared/card-source.tsx';
import { type Measured, measure, spanOf } from '../api/measure.ts';
import { ingestionTexts } from '../texts.pt.ts';

const texts = ingestionTexts.sources;

type Row = { readonly connector: Connector; readonly measured: Measured | null };

const columns: readonly Column<Row>[] = [
  { id: 'connector', label: texts.connector, value: ({ connector }) => connector.name },
  {
    id: 'status',
    label: texts.status,
    value: ({ connector }) => connectorTexts.status[connector.status],
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
      connector.lastRun === null ? connectorTexts.card.never : <RelativeTime at={connector.lastRun} />,
  },
];

type Props = {
  readonly connectors: ReturnType<typeof useConnectors>;
  readonly jobs: ReturnType<typeof useJobs>;
  readonly jobLimit: number;
  readonly onOpen: (connectorId: string) => void;
};

/** What each connector brought in the span the tiles speak of. */
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
      empty={<EmptyState title={texts.standIn}>{connectorTexts.card.unknownStandIn}</EmptyState>}
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
          csvNotes={() => exportNotes(value.connectors, clock())}
          onOpenRow={({ connector }) => onOpen(connector.id)}
        />
      )}
    </Panel>
  );
}
