import type { ChainEstimate } from '@kianda/contract/space/spatial/analysis-results';
import { type ChainStep, chainStepsSchema } from '@kianda/contract/space/spatial/chain-steps';
import { estimateSpatialChain } from '@kianda/contract/space/spatial/chains.contract';
import { formatBytes, formatMilliseconds, formatNumber } from '@kianda/format';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import shared from '../../../shared/spatial/analysis.module.css';
import { formTexts } from '../../../shared/spatial/texts.pt.ts';
import { chainEstimateTexts as texts } from './texts.pt.ts';

const estimateAfterMs = 700;

/** Size and time of the steps, asked for once a person pauses. `wanted`: the steps as JSON; null where they are not whole. */
function useChainEstimate(wanted: string | null) {
  const { run, failure, isRunning } = useAction(estimateSpatialChain);
  const [answer, setAnswer] = useState<{ readonly of: string; readonly data: ChainEstimate } | null>(null);
  const [asked] = useDebouncedValue(wanted, estimateAfterMs);
  useEffect(() => {
    if (asked === null) return undefined;
    let isWanted = true;
    const body = { steps: chainStepsSchema.parse(JSON.parse(asked)) };
    void run({ body }, { offline: 'fail' }).then((outcome) => {
      if (isWanted && outcome.state === 'done') setAnswer({ of: asked, data: outcome.data });
    });
    return () => {
      isWanted = false;
    };
  }, [asked, run]);
  return {
    ...{ failure, isRunning: isRunning || asked !== wanted },
    answer: answer !== null && answer.of === wanted ? answer.data : undefined,
  };
}

type Props = {
  /** Null: the steps are not whole yet. */
  readonly steps: readonly ChainStep[] | null;
};

/** Size and time of a chain before it runs, step by step, and the limits that it goes beyond. */
export function ChainEstimateBox({ steps }: Props) {
  const { answer, failure, isRunning } = useChainEstimate(steps === null ? null : JSON.stringify(steps));
  const isRefused = answer !== undefined && !answer.isWithinLimits;
  return (
    <section
      className={shared.estimate}
      aria-label={formTexts.estimate}
      role="status"
      data-tone={isRefused ? 'error' : 'plain'}
    >
      <strong>{isRefused ? formTexts.tooLarge : formTexts.estimate}</strong>
      {steps === null ? <span>{texts.incomplete}</span> : null}
      {steps !== null && answer === undefined ? (
        <span>{isRunning ? formTexts.estimating : failure?.message}</span>
      ) : null}
      {answer === undefined ? null : <Estimate estimate={answer} />}
    </section>
  );
}

function Estimate({ estimate: { steps, memoryBytes, seconds, basis } }: { readonly estimate: ChainEstimate }) {
  return (
    <>
      <ul>
        {steps.map((step) => (
          <li key={step.id}>
            {stepText(step)}
            {step.refusals.map((refusal) => (
              <div key={refusal}>{refusal}</div>
            ))}
          </li>
        ))}
      </ul>
      <span>{memoryBytes === null ? formTexts.noMemory : texts.memory(formatBytes(memoryBytes))}</span>
      <span>
        {seconds === null ? formTexts.noTime(basis) : formTexts.time(formatMilliseconds(seconds * 1000), basis)}
      </span>
    </>
  );
}

function stepText({ name, features, vertices, cells, waitsFor }: ChainEstimate['steps'][number]): string {
  const sources = waitsFor.map((step) => `«${step}»`).join(', ');
  const parts = [
    ...(features > 0 ? [texts.size(formatNumber(features), formatNumber(vertices))] : []),
    ...(cells === null ? [texts.noCells] : cells > 0 ? [texts.cells(formatNumber(cells))] : []),
    ...(sources === '' ? [] : [texts.waits(sources)]),
  ];
  return `${texts.step(name)}: ${parts.length === 0 ? texts.nothing : parts.join('; ')}`;
}
