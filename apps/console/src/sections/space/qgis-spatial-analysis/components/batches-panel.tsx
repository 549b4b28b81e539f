import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { type BatchSummary, listBatches } from '@kianda/contract/space/spatial/batches.contract';
import { formatNumber } from '@kianda/format';
import { Instant, Panel } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import list from '../../../shared/item-list.module.css';
import { batchTexts as texts } from '../texts.pt.ts';
import { NamedItem } from './named-item.tsx';

const refetchSeconds = 30;

export const isBusy = ({ states }: Pick<BatchSummary, 'states'>): boolean =>
  (states.running ?? 0) + (states.pending ?? 0) > 0;

/** The orders of one analysis for several areas, each with how far it is. */
export function BatchesPanel({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const batches = useEndpoint(listBatches, {}, { refetchSeconds });
  return (
    <Panel
      id="lotes"
      title={texts.title}
      description={texts.text}
      source={batches}
      isEmpty={(value) => value.length === 0}
      empty={<p>{texts.empty}</p>}
    >
      {(value) => (
        <ul className={list.list}>
          {value.map((batch) => (
            <NamedItem
              key={batch.id}
              name={batch.name}
              at={batch.createdAt}
              onOpen={() => onOpen(batch.id)}
              facts={
                <>
                  {analysisTypes[batch.type]} · {texts.areas(formatNumber(batch.areas))} ·{' '}
                  <Instant at={batch.createdAt} />
                </>
              }
            >
              <BatchState batch={batch} />
            </NamedItem>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** How far a batch is, or how many of its areas have a result. */
export function BatchState({ batch }: { readonly batch: BatchSummary }) {
  const { states, areas, name, progress } = batch;
  const words = texts.done(formatNumber(states.completed ?? 0), formatNumber(areas));
  const failed = states.failed ?? 0;
  if (isBusy(batch)) return <RunProgress name={name} run={{ state: 'running', progress, message: words }} />;
  return (
    <span>
      {words}
      {failed > 0 ? ` · ${texts.failed(formatNumber(failed))}` : null}
    </span>
  );
}
