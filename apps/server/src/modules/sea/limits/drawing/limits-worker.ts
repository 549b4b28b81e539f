import { planarEngine } from '../../../../platform/geometry/planar.ts';
import { answerThread } from '../../../../platform/threads/thread.ts';
import { drawLimits } from './draw.ts';
import type { DrawingTask } from './drawing.types.ts';

const engine = await planarEngine();
answerThread((task: DrawingTask, watch) => ({ answer: drawLimits(task, engine, watch) }));
