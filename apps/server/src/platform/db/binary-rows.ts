/** Rows of `COPY … TO STDOUT (FORMAT binary)`: its signature, flags and extension, then fields with their lengths. */
const signature = Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1');
const headBytes = signature.length + 8;

/** A row's fields as PostgreSQL sends them in binary form; null is NULL. Each has memory of its own. */
export type BinaryRow = readonly (Uint8Array | null)[];

/**
 * Reads such a stream, whatever pieces it comes in. Throws `RangeError` for what is none, or ends before its end.
 */
export async function readBinaryRows(pieces: AsyncIterable<Uint8Array>): Promise<BinaryRow[]> {
  const rows: BinaryRow[] = [];
  const iterator = pieces[Symbol.asyncIterator]();
  let piece: Uint8Array = new Uint8Array(0);
  let at = 0;

  /** Fills `target` with what comes next. Waits only where the piece at hand is used up. */
  async function fill(target: Uint8Array): Promise<void> {
    for (let filled = 0; ; ) {
      const part = piece.subarray(at, at + target.length - filled);
      target.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === target.length) return;
      const next = await iterator.next();
      if (next.done === true)
        throw new RangeError(`binary rows: ${filled} of ${target.length} bytes, then nothing after row ${rows.length}`);
      piece = next.value;
      at = 0;
    }
  }
  /** A whole number of 2 or 4 bytes, the highest first. */
  async function number(bytes: 2 | 4): Promise<number> {
    if (at + bytes <= piece.length) {
      const start = at;
      at += bytes;
      return signed(piece, start, bytes);
    }
    const own = new Uint8Array(bytes);
    await fill(own);
    return signed(own, 0, bytes);
  }

  const head = Buffer.alloc(headBytes);
  await fill(head);
  if (!head.subarray(0, signature.length).equals(signature)) throw new RangeError('binary rows: no signature');
  await fill(new Uint8Array(head.readInt32BE(headBytes - 4)));
  for (let fields = await number(2); fields !== -1; fields = await number(2)) {
    const row: (Uint8Array | null)[] = [];
    for (; row.length < fields; ) {
      const length = await number(4);
      if (length === -1) {
        row.push(null);
        continue;
      }
      const field = Buffer.allocUnsafeSlow(length);
      await fill(field);
      row.push(field);
    }
    rows.push(row);
  }
  await iterator.return?.();
  return rows;
}

function signed(bytes: Uint8Array, at: number, size: 2 | 4): number {
  let value = 0;
  for (let index = 0; index < size; index += 1) value = (value << 8) | (bytes[at + index] as number);
  const bits = 32 - 8 * size;
  return (value << bits) >> bits;
}
