import { answerThread } from '../../../../platform/threads/thread.ts';
import type { FitAnswer, FitTask } from './fitting.types.ts';
import { mapCells } from './map-study.ts';
import { proveCombination } from './prove.ts';
import { tuneCandidates } from './tune.ts';

answerThread((task: FitTask, watch): { answer: FitAnswer } => {
  if (task.kind === 'tune') return { answer: { kind: 'tune', candidates: tuneCandidates(task, watch) } };
  if (task.kind === 'prove') return { answer: { kind: 'prove', evidence: proveCombination(task, watch) } };
  return { answer: { kind: 'map', ...mapCells(task, watch) } };
});
