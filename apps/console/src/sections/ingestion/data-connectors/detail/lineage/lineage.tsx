import { connectorLineage } from '@kianda/contract/ingestion/connectors/operations.contract';
import { EmptyState, Panel, useClock } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import detail from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';
import type { ViewProps } from '../view-props.ts';
import { Graph } from './graph.tsx';
import { LineageTable } from './lineage-table.tsx';
import { Trace } from './trace.tsx';

const texts = detailTexts.lineage;

/** Way of a connector's data, both ways, and of one stored value among them. */
export default function LineageView({ connector }: ViewProps) {
  const clock = useClock();
  const lineage = useEndpoint(
    connectorLineage,
    { params: { id: connector.id } },
    { refetchSeconds: 120, staleSeconds: 60 },
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [isTable, setTable] = useState(false);
  return (
    <div className={detail.stack}>
      <Panel
        title={texts.title}
        description={texts.description}
        source={lineage}
        flush={isTable}
        isEmpty={({ edges }) => edges.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
        actions={
          <>
            {chosen === null || isTable ? null : (
              <Button size="compact-sm" variant="default" onClick={() => setChosen(null)}>
                {texts.clear}
              </Button>
            )}
            <Button size="compact-sm" variant="default" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {isTable ? texts.asGraph : texts.asTable}
            </Button>
          </>
        }
      >
        {(value) =>
          isTable ? (
            <LineageTable
              id={`${connector.id}-linhagem`}
              lineage={value}
              csvNotes={() => exportNote(connector, clock())}
            />
          ) : (
            <Graph lineage={value} chosen={chosen} onChoose={setChosen} />
          )
        }
      </Panel>
      <Trace connector={connector} />
    </div>
  );
}
