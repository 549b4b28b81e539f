/** Writes one document as a file, in a thread of its own: `render-file.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderTask } from './render-file.ts';
import { renderers } from './renderers.ts';

const { format, document } = workerData as RenderTask;
// A copy of its own: bytes out of a shared pool can't be handed over.
const bytes = new Uint8Array(await renderers[format](document));
parentPort?.postMessage(bytes, [bytes.buffer]);
