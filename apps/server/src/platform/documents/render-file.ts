import { Worker } from 'node:worker_threads';
import type { PlatformDocument } from './document.ts';
import type { FileFormat } from './renderers.ts';

export type RenderTask = { readonly format: FileFormat; readonly document: PlatformDocument };

/** Why a file could not be written; the message is Portuguese and says what to do. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  /** The same document may well be written the next time. */
  readonly isPassing: boolean;
  constructor(
    message: string,
    { isPassing = false, ...options }: ErrorOptions & { readonly isPassing?: boolean } = {},
  ) {
    super(message, options);
    this.isPassing = isPassing;
  }
}

/** Heap of the thread, MiB: a hundred pages of tables in any format, and more by the cell beyond them. */
const heap = { base: 176, cells: 16_000, perCell: 0.012, most: 1_024 } as const;
const youngMiB = 8;

/** How much memory a document may take while it is written, MiB. */
export function heapOf({ blocks }: PlatformDocument): number {
  const cells = blocks.reduce(
    (sum, block) => sum + (block.kind === 'table' ? block.rows.length * block.columns.length : 0),
    0,
  );
  return Math.min(heap.most, Math.round(heap.base + Math.max(0, cells - heap.cells) * heap.perCell));
}

/**
 * Writes a document in a thread of its own, with a heap that has a bound: requests go on being answered meanwhile, and
 * what it took is given back at its end. Throws `RenderError` where the document does not fit, and the signal's reason.
 */
export async function renderFile(
  task: RenderTask,
  signal: AbortSignal,
  heapMiB: number = heapOf(task.document),
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: task,
    name: 'documents',
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: youngMiB },
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  const written = new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error: Error & { code?: string }) => reject(isFull(error) ? tooLarge(error) : error));
    worker.once('exit', () => {
      if (signal.aborted) reject(signal.reason);
      else reject(new RenderError('O que compunha o ficheiro parou a meio: tente de novo.', { isPassing: true }));
    });
  });
  try {
    return await written;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

const isFull = ({ code }: { readonly code?: string }): boolean => code === 'ERR_WORKER_OUT_OF_MEMORY';

function tooLarge(cause: Error): RenderError {
  return new RenderError(
    'O documento não coube na memória reservada para o compor: peça um período mais curto ou menos partes.',
    { cause },
  );
}
