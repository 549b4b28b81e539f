import { planarEngine } from '../../../../platform/geometry/planar.ts';
import { answerThread } from '../../../../platform/threads/thread.ts';
import { compute } from './compute.ts';
import type { ComputeTask } from './compute.types.ts';

const engine = await planarEngine();
answerThread((task: ComputeTask, watch) => ({ answer: compute(task, engine, watch) }));
