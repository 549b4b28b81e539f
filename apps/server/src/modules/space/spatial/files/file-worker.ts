import { answerThread } from '../../../../platform/threads/thread.ts';
import type { FileTask } from './file.types.ts';
import { writeFile } from './write-file.ts';

answerThread((task: FileTask) => ({ answer: writeFile(task) }));
