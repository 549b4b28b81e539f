/** Writes one document as a file, in a process of its own: `render-file.ts` starts it. */
import { serveParser } from '../untrusted/parser-process.ts';
import type { RenderTask } from './render-file.ts';
import { renderers } from './renderers.ts';

await serveParser<RenderTask, Uint8Array>(async function* ({ format, document }) {
  yield [await renderers[format](document)];
});
