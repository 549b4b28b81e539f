import { exportIngestRuns, listIngestRuns } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { type IngestRun, ingestRunResource } from '@kianda/contract/ingestion/connectors/runs.resource';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { formatInstant } from '@kianda/format';
import { named, RelativeTime, usePreferences } from '@kianda/ui';
import type { ReactNode } from 'react';
import type { ListState } from '../resource/list-state.ts';
import { ResourceList } from '../resource/resource-list.tsx';
import type { Connector } from './fallback.ts';
import { runTexts, triggerWord } from './run-texts.pt.ts';
import { RunStatus } from './status.tsx';

const texts = runTexts.runs;

type Props = {
  readonly title: string;
  readonly state: ListState;
  /** Connectors whose runs are listed, by the filter's choice: one alone is not chosen among others. */
  readonly connectors: readonly Pick<Connector, 'id' | 'name'>[] | Pick<Connector, 'id'>;
  readonly onOpen: (run: IngestRun) => void;
  readonly empty: ReactNode;
};

/** Runs of one connector, or of all, with what each brought. */
export function RunList({ title, state, connectors, onOpen, empty }: Props) {
  const { address } = state;
  const { timeZone } = usePreferences();
  const isOne = 'id' in connectors;
  return (
    <ResourceList
      list={ingestRunResource}
      endpoint={listIngestRuns}
      file={exportIngestRuns}
      state={state}
      title={title}
      {...(isOne ? { query: { connector: connectors.id }, without: ['connector'] } : {})}
      shownAddress={isOne ? { ...address, source: undefined } : address}
      offers={isOne ? {} : { source: connectors.map(({ id, name }) => ({ value: id, label: name })) }}
      rowId={({ id }) => id}
      cells={{
        started: ({ startTime }) => (startTime === null ? texts.notStarted : <RelativeTime at={startTime} />),
        state: ({ status }) => <RunStatus status={status} />,
        trigger: ({ trigger }) => triggerWord(trigger),
      }}
      onOpenRow={onOpen}
      rowName={({ connectorName, stream, startTime, createdAt }) =>
        named(connectorName, `${streamTitle(stream)}, ${formatInstant(startTime ?? createdAt, timeZone, true)}`)
      }
      empty={empty}
    />
  );
}
