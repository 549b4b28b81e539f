import type { ConnectorSummary } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, SkeletonLines, StatusPill } from '@kianda/ui';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { NewestObservation } from '../../../shared/connectors/newest-observation.tsx';
import { connectorStateTexts } from '../../../shared/connectors/texts.pt.ts';
import type { ConnectorsResult } from '../api/use-demo.ts';
import { demoTexts } from '../texts.pt.ts';

const texts = demoTexts.providers;
const originOf = (row: ConnectorSummary) => (row.simulated ? texts.simulated : texts.real);
const when = (at: string | null) => (at === null ? texts.never : <RelativeTime at={at} />);

const columns: readonly Column<ConnectorSummary>[] = [
  { id: 'name', label: texts.connector, value: (row) => row.name },
  {
    id: 'origin',
    label: texts.origin,
    value: originOf,
    render: (row) => <StatusPill tone={row.simulated ? 'info' : 'good'}>{originOf(row)}</StatusPill>,
  },
  {
    id: 'arrival',
    label: texts.arrival,
    value: (row) => row.lastSuccess,
    render: (row) => when(row.lastSuccess),
  },
  { id: 'records', label: texts.records, value: (row) => row.recordsProcessed, align: 'end' },
  { id: 'rejected', label: texts.rejected, value: (row) => row.recordsRejected, align: 'end' },
  { id: 'status', label: texts.status, value: (row) => connectorStateTexts.status[row.status] },
  {
    id: 'newest',
    label: texts.newest,
    value: (row) => row.newestObservation,
    render: (row) => <NewestObservation at={row.newestObservation} connector={row} unknown={texts.never} />,
  },
  { id: 'provider', label: texts.name, value: (row) => row.provider },
  { id: 'licence', label: texts.licence, value: (row) => row.licence, hidden: true },
  { id: 'address', label: texts.address, value: (row) => row.baseUrl, hidden: true },
];

/** Every provider with its origin, and the way to its connector. */
export function ProviderTable({ connectors }: { readonly connectors: ConnectorsResult }) {
  const open = useOpenSection();
  return (
    <Panel
      id="fornecedores"
      title={texts.title}
      description={texts.text}
      source={connectors}
      skeleton={<SkeletonLines lines={8} />}
      isEmpty={({ connectors: all }) => all.length === 0}
      empty={<EmptyState title={texts.empty} />}
      flush
    >
      {({ connectors: all }) => (
        <DataTable
          id="fornecedores"
          label={texts.table}
          columns={columns}
          rows={all}
          rowId={(row) => row.id}
          initialSort="origin"
          height="min(60dvh, 480px)"
          onOpenRow={(row) => open('data-connectors', { tab: row.type, connector: row.id })}
        />
      )}
    </Panel>
  );
}
