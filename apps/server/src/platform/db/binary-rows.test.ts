import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBinaryRows } from './binary-rows.ts';
import type { Database } from './database.ts';
import { createTestDatabase } from './testing.ts';

let current: { database: Database; drop(): Promise<void> };
beforeAll(async () => {
  current = await createTestDatabase([]);
});
afterAll(() => current.drop());

const numbers = (bytes: Uint8Array | null | undefined) => (bytes == null ? null : [...bytes]);

test('bytes come as they are, whatever they are, and nothing is no bytes', async () => {
  const rows = await current.database.binaryRows(sql`
    SELECT * FROM (VALUES (1, decode('00ff0a5c80', 'hex')), (-2, NULL), (3, ''::bytea)) AS given (id, data)`);
  expect(rows.map((row) => row.map(numbers))).toEqual([
    [
      [0, 0, 0, 1],
      [0, 255, 10, 92, 128],
    ],
    [[255, 255, 255, 254], null],
    [[0, 0, 0, 3], []],
  ]);
  expect(await current.database.binaryRows(sql`SELECT 1 WHERE false`)).toEqual([]);
});

test('rows beyond what a socket hands over at once are whole, and views can be laid over each field', async () => {
  const rows = await current.database.binaryRows(sql`
    SELECT index::int4, decode(repeat(lpad(to_hex(index % 256), 2, '0'), 100003 * index), 'hex')
    FROM generate_series(1, 20) AS index ORDER BY index`);
  expect(rows).toHaveLength(20);
  for (const [index, row] of rows.entries()) {
    const [, data] = row;
    expect(data?.byteOffset).toBe(0);
    expect(data?.byteLength).toBe(100_003 * (index + 1));
    expect(data?.every((byte) => byte === index + 1)).toBe(true);
  }
});

test('a query that fails says why, and the connection is not lost for the next', async () => {
  const { database } = current;
  await expect(database.binaryRows(sql`SELECT 1 / (index - 3) FROM generate_series(1, 5) AS index`)).rejects.toThrow(
    'division by zero',
  );
  await expect(database.binaryRows(sql`SELECT ${1}::int4`)).rejects.toThrow('1 parameters');
  expect(await database.binaryRows(sql`SELECT true`)).toHaveLength(1);
  expect(database.pool().waiting).toBe(0);
});

test('pieces may break anywhere; what ends too soon or is something else is refused', async () => {
  const head = Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1');
  const body = [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 7, 8, 9, 255, 255, 255, 255, 255, 255];
  const whole = Buffer.concat([head, Buffer.from(body)]);
  async function* inPieces(bytes: Uint8Array, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  for (const size of [1, 2, 3, 5, 7, 100]) {
    const rows = await readBinaryRows(inPieces(whole, size));
    expect(rows.map((row) => row.map(numbers))).toEqual([[[7, 8, 9], null]]);
  }
  for (const length of [0, 10, 20, 25, 29, whole.length - 1])
    await expect(readBinaryRows(inPieces(whole.subarray(0, length), 4))).rejects.toThrow(RangeError);
  await expect(readBinaryRows(inPieces(Buffer.alloc(40), 8))).rejects.toThrow('no signature');
});
