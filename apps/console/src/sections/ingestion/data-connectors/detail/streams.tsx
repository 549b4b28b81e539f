import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { formatDuration } from '@kianda/format';
import { type Column, DataTable, PanelFrame, RelativeTime, StatusPill, type StatusTone, useClock } from '@kianda/ui';
import { useMemo } from 'react';
import { exportNote } from '../../../shared/connectors/export-note.ts';
import type { Connector } from '../../../shared/connectors/fallback.ts';
import { NewestObservation } from '../../../shared/connectors/newest-observation.tsx';
import { detailTexts } from './texts.pt.ts';

const texts = detailTexts.streams;
type Stream = Connector['streams'][number];

const freshness: Readonly<Record<Stream['freshness'], StatusTone>> = {
  fresh: 'good',
  stale: 'caution',
  unknown: 'unknown',
};
const circuits: Readonly<Record<Stream['circuit'], StatusTone>> = { closed: 'good', open: 'bad', half_open: 'caution' };

const columnsOf = (connector: Connector): readonly Column<Stream>[] => [
  { id: 'stream', label: texts.stream, value: ({ id }) => streamTitle(id) },
  {
    id: 'newest',
    label: texts.newest,
    value: ({ newestObservation }) => newestObservation,
    render: ({ newestObservation }) => (
      <NewestObservation at={newestObservation} connector={connector} unknown={texts.noObservation} />
    ),
  },
  {
    id: 'limit',
    label: texts.limit,
    value: ({ freshnessLimitHours }) => freshnessLimitHours,
    render: ({ freshnessLimitHours }) => formatDuration(freshnessLimitHours * 3_600),
    align: 'end',
  },
  {
    id: 'freshness',
    label: texts.freshness,
    value: (stream) => texts.freshnessWords[stream.freshness],
    render: (stream) => (
      <StatusPill tone={freshness[stream.freshness]}>{texts.freshnessWords[stream.freshness]}</StatusPill>
    ),
  },
  {
    id: 'circuit',
    label: texts.circuit,
    value: ({ circuit }) => texts.circuitWords[circuit],
    render: ({ circuit, nextProbe }) => (
      <>
        <StatusPill tone={circuits[circuit]}>{texts.circuitWords[circuit]}</StatusPill>
        {nextProbe === null ? null : (
          <>
            {' '}
            {texts.probe} <RelativeTime at={nextProbe} />
          </>
        )}
      </>
    ),
  },
  { id: 'failures', label: texts.failures, value: ({ consecutiveFailures }) => consecutiveFailures, align: 'end' },
];

/** Each stream's own freshness, and whether its provider is being spared after failures. */
export function Streams({ connector }: { readonly connector: Connector }) {
  const clock = useClock();
  const columns = useMemo(() => columnsOf(connector), [connector]);
  return (
    <PanelFrame title={texts.title} description={texts.description} flush>
      <DataTable
        id={`${connector.id}-fluxos`}
        label={texts.title}
        columns={columns}
        rows={connector.streams}
        rowId={({ id }) => id}
        csvNotes={() => exportNote(connector, clock())}
      />
    </PanelFrame>
  );
}
