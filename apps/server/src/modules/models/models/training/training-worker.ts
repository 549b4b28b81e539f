import { answerThread } from '../../../../platform/threads/thread.ts';
import { trainVersion } from './train.ts';
import type { TrainingTask } from './training.types.ts';

answerThread((task: TrainingTask, watch) => ({ answer: JSON.stringify(trainVersion(task, watch)) }));
