import { answerThread } from '../../../../platform/threads/thread.ts';
import { scoreCells } from './score-cells.ts';
import type { ScoringTask } from './scoring.types.ts';

answerThread((task: ScoringTask, watch) => {
  const answer = scoreCells(task, watch);
  const { value, spread, novelty } = answer;
  const moved = [value, spread, novelty].flatMap((band) => (band === null ? [] : [band.buffer as ArrayBuffer]));
  return { answer, moved };
});
