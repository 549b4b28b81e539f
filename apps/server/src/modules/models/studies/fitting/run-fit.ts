import { runThread } from '../../../../platform/threads/run-thread.ts';
import type { FitAnswer, FitTask } from './fitting.types.ts';

type Follow = { readonly signal: AbortSignal; readonly progress: (share: number) => void };
type AnswerOf<Task extends FitTask> = Extract<FitAnswer, { kind: Task['kind'] }>;

/** Trains in a thread of its own; see `runThread`. */
export const runFit = <Task extends FitTask>(task: Task, follow: Follow): Promise<AnswerOf<Task>> =>
  runThread<AnswerOf<Task>>(new URL('./fit-worker.ts', import.meta.url), task, follow);
