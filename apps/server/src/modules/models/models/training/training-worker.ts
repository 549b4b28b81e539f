import { answerThread } from '../thread/thread.ts';
import { trainVersion } from './train.ts';
import type { TrainingTask } from './training.types.ts';

answerThread((task: TrainingTask, watch) => ({ answer: JSON.stringify(trainVersion(task, watch)) }));
