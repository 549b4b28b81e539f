import { expect, test } from 'vitest';
import { createHttpClient, userAgent } from '../core/client.ts';
import type { Page } from '../core/port.ts';
import { catchFormat } from '../inipm/catches.ts';
import type { AcceptedFile, Inbox } from './inbox.ts';
import { intakeStream } from './stream.ts';

const stream = intakeStream({ id: 'capturas', recordKind: 'catch', format: catchFormat });
const [example = {}] = catchFormat.examples;

/** A server with `count` files of one row: each fetch returns two, and each takes half a minute to read. */
function slowInbox(count: number, rows = 1) {
  let nowMs = Date.UTC(2026, 8, 1);
  let fetched = 0;
  const settled: string[] = [];
  const fileOf = (seq: number): AcceptedFile => ({
    id: String(seq),
    seq,
    name: `${seq}.csv`,
    contentType: 'text/csv',
    storageKey: `intake/${seq}`,
    sizeBytes: 100,
    rowsTotal: 1,
    isSimulated: false,
    decimal: 'comma',
  });
  const inbox: Inbox = {
    async collect() {
      fetched = Math.min(count, fetched + 2);
      return fetched < count;
    },
    async *accepted(fileSeq) {
      for (let seq = fileSeq + 1; seq <= fetched; seq += 1) yield fileOf(seq);
    },
    async *rows() {
      nowMs += 30_000;
      for (let row = 0; row < rows; row += 1) yield { line: 2 + row, values: example, problem: null };
    },
    settle: async (id) => void settled.push(id),
  };
  async function run(cursor: unknown) {
    const http = createHttpClient({
      userAgent: userAgent('2.0.0', 'https://kianda.ao'),
      allowedHosts: [],
      allowPrivateHosts: [],
      nowMs: () => nowMs,
      random: () => 0.5,
    });
    const context = {
      http,
      signal: new AbortController().signal,
      nowMs: () => nowMs,
      log: () => undefined,
      stations: [],
      inbox,
    };
    const pages: Page<unknown>[] = [];
    for await (const page of stream.pull({ mode: 'incremental', cursor }, { baseUrl: 'https://exemplo.ao' }, context))
      pages.push(page);
    await http.close();
    return { cursor: pages.at(-1)?.cursor ?? null, pages };
  }
  return { run: async (cursor: unknown) => (await run(cursor)).cursor, read: run, settled };
}

/** Pages of one file of so many rows. */
const manyRows = (rows: number) => slowInbox(1, rows).read(null);

test('a page says whether more of its file follows', async () => {
  const { pages } = await manyRows(2_001);
  expect(pages.map(({ file, records }) => `${file} ${records.length}`)).toEqual(['part 1000', 'part 1000', 'end 1']);
  expect((await manyRows(1_000)).pages.map(({ file }) => file)).toEqual(['end']);
});

test('a run that takes long ends between two files; the next goes on there, and none is left out or read twice', async () => {
  const { run, settled } = slowInbox(5);
  const first = await run(null);
  expect(settled).toEqual(['1', '2']);
  const second = await run(first);
  expect(settled).toEqual(['1', '2', '3', '4']);
  await run(second);
  expect(settled).toEqual(['1', '2', '3', '4', '5']);
});
