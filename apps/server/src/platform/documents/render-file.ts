import { sandboxedParse } from '../untrusted/sandboxed-parse.ts';
import { UnreadableFile } from '../untrusted/unreadable-file.ts';
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

/** Heap of the process, MiB: a hundred pages of tables in any format, and more by the cell beyond them. */
const heap = { base: 176, cells: 16_000, perCell: 0.012, most: 1_024 } as const;
/** Pictures and the file itself. */
const bytesMiB = 512;
/** No report takes a tenth of it. */
const seconds = 600;
const remedy = 'peça um período mais curto ou menos partes.';

/** How much memory a document may take while it is written, MiB. */
export function heapOf({ blocks }: PlatformDocument): number {
  const cells = blocks.reduce(
    (sum, block) => sum + (block.kind === 'table' ? block.rows.length * block.columns.length : 0),
    0,
  );
  return Math.min(heap.most, Math.round(heap.base + Math.max(0, cells - heap.cells) * heap.perCell));
}

/**
 * Writes a document in a process of its own, with bounds on its time and memory: requests go on being answered meanwhile,
 * and a library that aborts ends nothing else. Throws `RenderError` where the document does not fit, and the signal's reason.
 */
export async function renderFile(
  input: RenderTask,
  signal: AbortSignal,
  heapMiB: number = heapOf(input.document),
): Promise<Uint8Array> {
  const parser = new URL('./render-worker.ts', import.meta.url);
  const task = { parser, input, limits: { seconds, heapMiB, bytesMiB }, remedy };
  try {
    for await (const [bytes] of sandboxedParse<Uint8Array>(task, signal)) if (bytes !== undefined) return bytes;
  } catch (error) {
    if (error instanceof UnreadableFile) throw tooMuch(error);
    throw error;
  }
  throw new RenderError('O que compunha o ficheiro parou a meio: tente de novo.', { isPassing: true });
}

function tooMuch(cause: UnreadableFile): RenderError {
  const what =
    cause.excess === 'time'
      ? `O documento não ficou composto em ${seconds / 60} minutos`
      : 'O documento não coube na memória reservada para o compor';
  return new RenderError(`${what}: ${remedy}`, { cause });
}
