import { packTrees, unpackTrees } from '@kianda/science/models/trees/packing';
import type { ModelArtefact } from './training/training.types.ts';

/** First bytes of a file with packed trees; a file of plain JSON begins with a brace. */
const magic = Buffer.from('KMA1');
const headBytes = magic.length + 4;

/**
 * The file of a version. Trees stand packed behind the rest, which is JSON with its length before it: as JSON they took
 * five times as much. Other methods are JSON alone.
 */
export function writeArtefact(artefact: ModelArtefact): {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly extension: string;
} {
  const { fitted } = artefact;
  if (fitted.kind !== 'trees') {
    return {
      ...{ bytes: Buffer.from(JSON.stringify(artefact)), contentType: 'application/json' },
      extension: 'json',
    };
  }
  const { model, ...rest } = fitted;
  const head = Buffer.from(JSON.stringify({ ...artefact, fitted: rest }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return {
    ...{ bytes: Buffer.concat([magic, length, head, packTrees(model)]), extension: 'kma' },
    contentType: 'application/octet-stream',
  };
}

/** The version in a file. Throws a RangeError or a SyntaxError for bytes that are none. */
export function readArtefact(bytes: Uint8Array): ModelArtefact {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, magic.length).equals(magic)) return JSON.parse(file.toString()) as ModelArtefact;
  const end = headBytes + file.readUInt32LE(magic.length);
  const head = JSON.parse(file.subarray(headBytes, end).toString()) as ModelArtefact;
  const fitted = { ...head.fitted, model: unpackTrees(file.subarray(end)) } as ModelArtefact['fitted'];
  return { ...head, fitted };
}
