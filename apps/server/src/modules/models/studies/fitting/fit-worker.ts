import { answerThread } from '../../../../platform/threads/thread.ts';
import type { FitAnswer, FitTask } from './fitting.types.ts';
import { mapCells } from './map-study.ts';
import { tuneCandidates } from './tune.ts';

answerThread((task: FitTask, watch): { answer: FitAnswer } =>
  task.kind === 'tune'
    ? { answer: { kind: 'tune', candidates: tuneCandidates(task, watch) } }
    : { answer: { kind: 'map', ...mapCells(task, watch) } },
);
