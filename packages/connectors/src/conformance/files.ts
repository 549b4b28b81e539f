import { expect, test } from 'vitest';
import { createHttpClient, userAgent } from '../core/client.ts';
import { naturalKeys } from '../core/natural-keys.ts';
import type { AnyStream, Page, PullInput } from '../core/port.ts';
import type { IntakeFormat } from '../intake/format.ts';
import type { Inbox, InboxRow } from '../intake/inbox.ts';
import { recordProblem } from './records.ts';

const rowsOfFile = 2_500;
const first: PullInput<unknown> = { mode: 'incremental', cursor: null };

/** The same behaviour from every stream that reads files: it reads the rows of its own template. */
export function describeFileStream(stream: AnyStream, format: IntakeFormat, nowMs: () => number): void {
  const examples: readonly InboxRow[] = format.examples.map((values, index) => ({
    line: index + 2,
    values,
    problem: null,
  }));
  const pull = async (rows: readonly InboxRow[], input = first, pages = Number.POSITIVE_INFINITY) => {
    const { inbox, settled } = inboxOf(rows);
    const http = createHttpClient({
      userAgent: userAgent('2.0.0', 'https://kianda.ao'),
      allowedHosts: [],
      allowPrivateHosts: [],
      nowMs,
      random: () => 0.5,
    });
    const found: Page<unknown>[] = [];
    const context = { http, signal: new AbortController().signal, nowMs, log: () => undefined, stations: [], inbox };
    for await (const page of stream.pull(input, { baseUrl: 'https://exemplo.ao' }, context)) {
      found.push(page);
      if (found.length === pages) break;
    }
    await http.close();
    return { pages: found, settled };
  };
  const keysOf = (pages: readonly Page<unknown>[]) =>
    new Set(pages.flatMap(({ records }) => records.flatMap(naturalKeys)));

  test('the examples of its template are read, each valid, and the file is settled', async () => {
    expect(examples.length).toBeGreaterThan(0);
    const { pages, settled } = await pull(examples);
    const records = pages.flatMap((page) => page.records);
    expect(pages.flatMap(({ rejected }) => rejected)).toEqual([]);
    expect(records.map(({ kind }) => kind)).toContain(stream.recordKind);
    expect(records.map(recordProblem).filter((problem) => problem !== null)).toEqual([]);
    expect(pages[0]?.raw).toMatchObject([{ storedAs: 'intake/um' }]);
    expect(settled).toEqual(['um']);
    for (const { cursor } of pages) expect(stream.cursorSchema.safeParse(cursor).success).toBe(true);
  });

  test('no files: no pages', async () => {
    expect((await pull([])).pages).toEqual([]);
    expect((await pull(examples, { ...first, cursor: { fileSeq: 1, rows: 0 } })).pages).toEqual([]);
  });

  test('an interrupted run goes on where it stopped, and misses nothing', async () => {
    const rows = Array.from({ length: rowsOfFile }, (_, index) => ({ ...bad(format), line: index + 2 }));
    const whole = await pull(rows);
    const begun = await pull(rows, first, 1);
    const rest = await pull(rows, { ...first, cursor: begun.pages[0]?.cursor ?? null });
    const count = (pages: readonly Page<unknown>[]) => pages.reduce((sum, { rejected }) => sum + rejected.length, 0);
    expect(count(whole.pages)).toBe(rowsOfFile);
    expect(count(begun.pages) + count(rest.pages)).toBe(rowsOfFile);
  });

  test('a bad row is rejected with its reason and its cells, and stored once it is corrected', async () => {
    const { pages } = await pull([bad(format)]);
    const [rejected] = pages.flatMap((page) => page.rejected);
    expect(rejected?.reason).not.toBe('');
    const raw = rejected?.raw as { valores: Record<string, string> };
    expect(await stream.replayRow?.(raw, { nowMs: nowMs() })).toMatchObject({ reason: rejected?.reason });
    const [good] = examples;
    const { inbox } = inboxOf(examples);
    const replayed = await stream.replayRow?.({ ...raw, linha: 2, valores: good?.values }, { nowMs: nowMs(), inbox });
    const records = replayed !== undefined && 'records' in replayed ? replayed.records : [];
    const known = keysOf((await pull(examples)).pages);
    expect(records.length).toBeGreaterThan(0);
    expect(records.flatMap(naturalKeys).filter((key) => !known.has(key))).toEqual([]);
    expect(await stream.replayRow?.({ outra: 'coisa' }, { nowMs: nowMs() })).toHaveProperty('reason');
  });
}

/** A row whose every cell is a formula. */
function bad(format: IntakeFormat): InboxRow {
  return { line: 2, values: Object.fromEntries(format.fields.map(({ name }) => [name, '=1+1'])), problem: null };
}

/** One accepted file, or none where it has no rows. */
function inboxOf(rows: readonly InboxRow[]): { inbox: Inbox; settled: string[] } {
  const settled: string[] = [];
  const inbox: Inbox = {
    collect: async () => false,
    async *accepted(fileSeq) {
      if (fileSeq >= 1 || rows.length === 0) return;
      yield {
        id: 'um',
        seq: 1,
        name: 'um.csv',
        contentType: 'text/csv',
        storageKey: 'intake/um',
        sizeBytes: 100,
        rowsTotal: rows.length,
        isSimulated: false,
        decimal: 'comma',
      };
    },
    async *rows() {
      yield* rows;
    },
    settle: async (fileId) => void settled.push(fileId),
  };
  return { inbox, settled };
}
