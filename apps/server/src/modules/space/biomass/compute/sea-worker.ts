import { answerThread } from '../../../../platform/threads/thread.ts';
import type { SeaTask } from './compute.types.ts';
import { estimateTask } from './estimate.ts';

answerThread((task: SeaTask, watch) => {
  const answer = estimateTask(task, watch);
  return {
    answer,
    moved: [answer.stock, answer.production, answer.seen].map(({ buffer }) => buffer as ArrayBuffer),
  };
});
