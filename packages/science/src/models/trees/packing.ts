import { noTrees, rounded, type TreeArrays, type TreeModel } from './tree.ts';

/** First bytes of a packed model: its name and the version of the layout. */
const magic = [0x4b, 0x54, 0x52, 0x01] as const;

/**
 * A model as bytes, the same to the bit when it is read again. A node takes two bytes or three; what follows from the order
 * of the nodes (the place of the right child, the rows of an inner node) is not written. Leaf values take four bytes where
 * all of them are rounded ones, else eight.
 */
export function packTrees(model: TreeModel): Uint8Array {
  const { trees, gains, leafOutputs, ...head } = model;
  const writer = writerOf();
  for (const byte of magic) writer.byte(byte);
  const text = new TextEncoder().encode(JSON.stringify({ ...head, leafOutputs, gains }));
  writer.whole(text.length);
  for (const byte of text) writer.byte(byte);
  const short = trees.values.every((value) => Object.is(rounded(value), value));
  writer.byte(short ? 1 : 0);
  writer.whole(trees.starts.length);
  writer.whole(trees.columns.length);
  writer.whole(trees.values.length);
  for (let node = 0; node < trees.columns.length; node += 1) writeNode(writer, trees, node);
  for (const value of trees.values) writer.number(value, short);
  return writer.bytes();
}

function writeNode(writer: Writer, trees: TreeArrays, node: number): void {
  const column = trees.columns[node] ?? -1;
  const flags = trees.flags[node] ?? 0;
  // A leaf is 0; the flags stand below the column, so that a table of up to 32 columns needs one byte.
  writer.whole(column < 0 ? 0 : 1 + column * 4 + flags);
  if (column < 0) {
    // Leaves are numbered in the order of the nodes: only their rows are written.
    writer.whole(trees.covers[node] ?? 0);
    return;
  }
  if (flags < 2) {
    writer.whole(trees.bins[node] ?? 0);
    return;
  }
  const bins = trees.categories[trees.bins[node] ?? 0] ?? [];
  writer.whole(bins.length);
  for (const bin of bins) writer.whole(bin);
}

/** The model of these bytes. Throws a RangeError for bytes that are no packed model, or end early. */
export function unpackTrees(bytes: Uint8Array): TreeModel {
  const reader = readerOf(bytes);
  if (magic.some((byte) => reader.byte() !== byte))
    throw new RangeError('unpackTrees: received bytes of another format');
  const text = reader.part(reader.whole());
  const head = JSON.parse(new TextDecoder().decode(text)) as Omit<TreeModel, 'trees'>;
  const short = reader.byte() === 1;
  const [count, nodes, leaves] = [reader.whole(), reader.whole(), reader.whole()];
  const trees = noTrees();
  let found = 0;
  for (let tree = 0; tree < count; tree += 1) {
    trees.starts.push(trees.columns.length);
    found = readTree(reader, trees, found);
  }
  if (trees.columns.length !== nodes) {
    throw new RangeError(`unpackTrees: received ${trees.columns.length} nodes, expected ${nodes}`);
  }
  for (let place = 0; place < leaves; place += 1) trees.values.push(reader.number(short));
  return { ...head, trees };
}

type OpenTrees = { readonly [Name in keyof TreeArrays]: Name extends 'categories' ? number[][] : number[] };

/**
 * Reads the nodes of a tree in their order; those that wait for their right subtree stand on `open`. Receives the number of
 * leaves before it and gives that after it.
 */
function readTree(reader: Reader, trees: OpenTrees, before: number): number {
  const open: number[] = [];
  let leaves = before;
  for (;;) {
    const here = trees.columns.length;
    const code = reader.whole();
    trees.rights.push(0);
    if (code > 0) {
      readSplit(reader, trees, code - 1);
      open.push(here);
      continue;
    }
    trees.columns.push(-1);
    trees.flags.push(0);
    trees.bins.push(leaves);
    leaves += 1;
    trees.covers.push(reader.whole());
    // Every subtree that this leaf completes: a right one closes its parent, a left one is followed by its sibling.
    for (let parent = open.at(-1); parent !== undefined && trees.rights[parent] !== 0; parent = open.at(-1)) {
      trees.covers[parent] =
        (trees.covers[parent + 1] ?? 0) + (trees.covers[parent + (trees.rights[parent] ?? 0)] ?? 0);
      open.pop();
    }
    const waiting = open.at(-1);
    if (waiting === undefined) return leaves;
    trees.rights[waiting] = trees.columns.length - waiting;
  }
}

function readSplit(reader: Reader, trees: OpenTrees, code: number): void {
  const flags = code % 4;
  trees.columns.push(Math.floor(code / 4));
  trees.flags.push(flags);
  trees.covers.push(0);
  if (flags < 2) {
    trees.bins.push(reader.whole());
    return;
  }
  const bins = Array.from({ length: reader.whole() }, () => reader.whole());
  trees.bins.push(trees.categories.push(bins) - 1);
}

type Writer = ReturnType<typeof writerOf>;

function writerOf() {
  let room = new Uint8Array(1 << 16);
  let view = new DataView(room.buffer);
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more <= room.length) return;
    const larger = new Uint8Array(room.length * 2);
    larger.set(room);
    room = larger;
    view = new DataView(room.buffer);
  };
  const byte = (value: number): void => {
    reserve(1);
    room[length] = value;
    length += 1;
  };
  return {
    byte,
    /** A whole number ≥ 0 as seven bits a byte, the highest bit set where more follow (LEB128). */
    whole(value: number): void {
      let rest = value;
      while (rest > 127) {
        byte((rest % 128) + 128);
        rest = Math.floor(rest / 128);
      }
      byte(rest);
    },
    number(value: number, short: boolean): void {
      reserve(8);
      if (short) view.setFloat32(length, value, true);
      else view.setFloat64(length, value, true);
      length += short ? 4 : 8;
    },
    bytes: () => room.slice(0, length),
  };
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (count: number): number => {
    const from = at;
    at += count;
    if (at > bytes.length) throw new RangeError(`unpackTrees: received ${bytes.length} bytes, expected more`);
    return from;
  };
  const byte = () => view.getUint8(take(1));
  return {
    byte,
    whole(): number {
      let [value, scale] = [0, 1];
      for (;;) {
        const next = byte();
        value += (next % 128) * scale;
        if (next < 128) return value;
        scale *= 128;
      }
    },
    number(short: boolean): number {
      return short ? rounded(view.getFloat32(take(4), true)) : view.getFloat64(take(8), true);
    },
    part(count: number): Uint8Array {
      const from = take(count);
      return bytes.subarray(from, from + count);
    },
  };
}
