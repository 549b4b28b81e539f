import { jobOutcomes } from '@kianda/contract/operations/tasks/tasks.contract';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { FigureList, FigureSkeleton } from '../../../shared/figure-list.tsx';
import { pickOrReason, withReason } from '../../../shared/sourced.ts';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.queue;
const whole = { maxDecimals: 0 } as const;

/** Tasks that wait or run, and how those of the last day ended. */
export function QueueTile() {
  const outcomes = useEndpoint(jobOutcomes, {}, { refetchSeconds: 60 });
  return (
    <TilePanel tile="queue" source={outcomes} section="async-processing" skeleton={<FigureSkeleton rows={3} />}>
      {() => (
        <FigureList
          within={outcomes.sourced?.provenance}
          rows={[
            {
              label: texts.waiting,
              value: pickOrReason(outcomes, ({ queued, running }) => queued + running),
              format: whole,
            },
            { label: texts.failed, value: outcomes.figure('failed'), format: whole },
            { label: texts.succeeded, value: outcomes.figure('succeeded'), format: whole },
            {
              label: texts.percent,
              value: withReason(outcomes.figure('percentSucceeded'), texts.noEnded),
              unit: '%',
              format: { maxDecimals: 1 },
            },
          ]}
        />
      )}
    </TilePanel>
  );
}
