import {
  cancelTraining,
  getModel,
  listModels,
  type Model,
  type ModelTraining,
  modelStats,
  trainModel,
} from '@kianda/contract/models/registry/models.contract';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { modelStatsFallback, modelsFallback } from './fallback.ts';
import { modelTexts as texts } from './texts.pt.ts';

/** Answers that change with a model, its versions or its trainings. */
export const modelAnswers = [listModels, getModel, modelStats] as const;

const usualSeconds = 60;
/** While something trains, its progress is asked for this often. */
const trainingSeconds = 2;
const staleSeconds = 120;

type UnderWay = ModelTraining & { readonly state: 'queued' | 'running' };

export function isUnderWay(training: ModelTraining | null): training is UnderWay {
  return training?.state === 'queued' || training?.state === 'running';
}

/** Seconds between refreshes, shorter while `isTraining` last said so; the second function tells it. */
function useTrainingPace(): readonly [seconds: number, tell: (isTraining: boolean) => void] {
  const [isTraining, setTraining] = useState(false);
  const tell = (now: boolean) => {
    if (now !== isTraining) setTraining(now);
  };
  return [isTraining ? trainingSeconds : usualSeconds, tell];
}

/** The five models; those of the specification, as examples, while no server answers. */
export function useModels() {
  const [refetchSeconds, tell] = useTrainingPace();
  const models = useEndpoint(listModels, {}, { refetchSeconds, staleSeconds, fallback: { data: modelsFallback } });
  tell(models.sourced?.value.some(({ training }) => isUnderWay(training)) ?? false);
  return models;
}

/** One model with its versions and trainings. */
export function useModel(type: Model['type']) {
  const [refetchSeconds, tell] = useTrainingPace();
  const model = useEndpoint(getModel, { params: { type } }, { refetchSeconds, staleSeconds });
  tell(model.sourced?.value.trainings.some(isUnderWay) ?? false);
  return model;
}

export const useModelStats = () =>
  useEndpoint(modelStats, {}, { refetchSeconds: 30, staleSeconds, fallback: { data: modelStatsFallback } });

/** Starts and cancels the training of a model, and says how that went. */
export function useTraining({ type, name }: Pick<Model, 'type' | 'name'>) {
  const start = useAction(trainModel, modelAnswers);
  const stop = useAction(cancelTraining, modelAnswers);
  const train = async () => {
    const outcome = await start.run({ params: { type } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.asked(name) });
    if (outcome.state === 'failed') notify({ tone: 'error', title: texts.notAsked, message: outcome.failure.message });
  };
  const cancel = async (id: string) => {
    const outcome = await stop.run({ params: { id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.cancelled(name) });
    if (outcome.state === 'failed') {
      notify({ tone: 'error', title: texts.notCancelled, message: outcome.failure.message });
    }
  };
  return { train, cancel, isAsking: start.isRunning, isCancelling: stop.isRunning };
}
