import { answerThread } from '../../../../platform/threads/thread.ts';
import { type ProofTask, proveMethod } from './prove-method.ts';

answerThread((task: ProofTask, watch) => ({ answer: JSON.stringify(proveMethod(task, watch)) }));
