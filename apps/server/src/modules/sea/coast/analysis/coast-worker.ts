import { answerThread } from '../../../../platform/threads/thread.ts';
import { analyseCoast } from './analyse.ts';
import type { AnalysisTask } from './analysis.types.ts';

answerThread((task: AnalysisTask, watch) => ({ answer: analyseCoast(task, watch) }));
