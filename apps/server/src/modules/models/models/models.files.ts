import { packTrees, unpackTrees } from '@kianda/science/models/trees/packing';
import type { ModelArtefact } from './training/training.types.ts';

/** Folder of the files of versions, and of those that are to become one. */
export const artefactFolder = 'models/';

/** First bytes of a file with packed trees, and of one with a file of ONNX; a file of plain JSON begins with a brace. */
const magic = Buffer.from('KMA1');
const onnxMagic = Buffer.from('KMO1');
const headBytes = magic.length + 4;

/**
 * The file of a version. Trees stand packed, and a file of ONNX as it came, behind the rest, which is JSON with its length before it: as JSON they took
 * five times as much. Other methods are JSON alone.
 */
export function writeArtefact(artefact: ModelArtefact): {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly extension: string;
} {
  const { fitted } = artefact;
  if (fitted.kind === 'onnx') {
    const { file, ...rest } = fitted;
    return withHead(onnxMagic, { ...artefact, fitted: rest }, file);
  }
  if (fitted.kind !== 'trees') {
    return {
      ...{ bytes: Buffer.from(JSON.stringify(artefact)), contentType: 'application/json' },
      extension: 'json',
    };
  }
  const { model, ...rest } = fitted;
  return withHead(magic, { ...artefact, fitted: rest }, packTrees(model));
}

function withHead(first: Buffer, head: object, rest: Uint8Array) {
  const written = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(written.length);
  const bytes = Buffer.concat([first, length, written, rest]);
  return { bytes, extension: 'kma', contentType: 'application/octet-stream' };
}

/** The version in a file. Throws a RangeError or a SyntaxError for bytes that are none. */
export function readArtefact(bytes: Uint8Array): ModelArtefact {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = file.subarray(0, magic.length);
  if (!first.equals(magic) && !first.equals(onnxMagic)) return JSON.parse(file.toString()) as ModelArtefact;
  const end = headBytes + file.readUInt32LE(magic.length);
  const head = JSON.parse(file.subarray(headBytes, end).toString()) as ModelArtefact;
  const rest = file.subarray(end);
  const model = first.equals(onnxMagic) ? { file: rest } : { model: unpackTrees(rest) };
  return { ...head, fitted: { ...head.fitted, ...model } as ModelArtefact['fitted'] };
}
