import {
  biomassFile,
  biomassOverview,
  cancelBiomass,
  listBiomassRuns,
  listBiomassZones,
  startBiomass,
} from '@kianda/contract/space/biomass/biomass.contract';
import type { BiomassRun } from '@kianda/contract/space/biomass/biomass.schemas';
import { downloadBlob } from '@kianda/ui';
import { useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { biomassFallback } from '../fallback.ts';
import { biomassTexts as texts } from '../texts.pt.ts';

/** Answers that change with a calculation. */
export const biomassAnswers = [biomassOverview, listBiomassRuns, listBiomassZones] as const;

/** The page is asked for anew every quarter of an hour; while a calculation goes on, often. */
const usualSeconds = 900;
const runningSeconds = 2;

export const isUnderWay = (run: BiomassRun | null | undefined): boolean =>
  run?.state === 'queued' || run?.state === 'running';

/** A calculation with its result, the newest where none is named; the sample while no server answers. */
export function useBiomass(number: number | undefined) {
  const [isRunning, setRunning] = useState(false);
  const input = { query: number === undefined ? {} : { run: number } };
  const refetchSeconds = isRunning ? runningSeconds : usualSeconds;
  const biomass = useEndpoint(biomassOverview, input, { refetchSeconds, fallback: { data: biomassFallback } });
  const now = isUnderWay(biomass.sourced?.value.newest);
  if (now !== isRunning) setRunning(now);
  return biomass;
}

/** Begins and stops calculations, and says how that went. */
export function useBiomassActs() {
  const start = useAction(startBiomass, biomassAnswers);
  const stop = useAction(cancelBiomass, biomassAnswers);
  const { client } = useApplication();
  return {
    isStarting: start.isRunning,
    async recalculate(days: number) {
      const outcome = await start.run({ body: { days } }, { offline: 'fail' });
      if (outcome.state === 'done') notify({ tone: 'success', message: texts.started });
      if (outcome.state === 'failed') {
        notify({ tone: 'error', title: texts.notStarted, message: outcome.failure.message });
      }
    },
    async stop(id: string) {
      const outcome = await stop.run({ params: { id } }, { offline: 'fail' });
      if (outcome.state === 'done') notify({ tone: 'info', message: texts.stopped });
      if (outcome.state === 'failed') {
        notify({ tone: 'error', title: texts.notStopped, message: outcome.failure.message });
      }
    },
    async saveMap(number: number) {
      try {
        downloadBlob(`kianda-biomassa-${number}.tif`, await client.download(biomassFile, { query: { run: number } }));
      } catch (error) {
        notify({ tone: 'error', title: texts.map.failed, message: toFailure(error).message });
      }
    },
  };
}
