import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { Page } from '../core/port.ts';
import { erddapErrorText } from '../erddap/wire.ts';
import { type FixtureAnswer, type FixtureServer, serveFixtures } from '../testing/fixture-server.ts';
import { noaaSst } from './port.ts';

const nowMs = Date.UTC(2026, 7, 3);
const fixture = (name: string) => readFileSync(new URL(`../erddap/fixtures/${name}`, import.meta.url));
const text = { 'content-type': 'text/plain;charset=UTF-8' };
const file = (name: string): FixtureAnswer => ({
  headers: { 'content-type': 'application/x-netcdf' },
  body: fixture(name),
});
const axis = (...instants: string[]): FixtureAnswer => ({
  body: {
    table: { columnNames: ['time'], columnTypes: ['String'], columnUnits: ['UTC'], rows: instants.map((at) => [at]) },
  },
});
const fault = (status: number, message: string): FixtureAnswer => ({
  status,
  headers: text,
  body: erddapErrorText({ code: status, message }),
});

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Runs a stream against the answers given, in their order. */
async function run(streamId: string, answers: FixtureAnswer[]): Promise<Page<unknown>[]> {
  server = await serveFixtures(() => answers.shift() ?? { status: 500, body: 'mais pedidos do que respostas' }, {
    nowMs: () => nowMs,
    prefix: '/erddap',
  });
  const stream = noaaSst.streams.find(({ id }) => id === streamId);
  if (stream === undefined) throw new Error(`no stream ${streamId}`);
  const pages: Page<unknown>[] = [];
  const input = { mode: 'incremental' as const, cursor: null };
  for await (const page of stream.pull(input, server.settings, server.context)) pages.push(page);
  return pages;
}

describe('traps of the provider', () => {
  test('a day that OISST never had is an empty page, and the days after it still come', async () => {
    const pages = await run('oisst', [
      axis('2026-08-01T12:00:00Z'),
      axis('1981-09-01T12:00:00Z'),
      axis('2026-07-31T12:00:00Z', '2026-08-01T12:00:00Z'),
      fault(404, 'Not Found: Your query produced no matching results. Query error: For variable=sst axis#0=time'),
      file('oisst.nc'),
    ]);
    expect(pages.map(({ records }) => records.length)).toEqual([0, 2]);
    expect(pages.at(-1)?.cursor).toEqual({ lastTimeMs: Date.UTC(2026, 7, 1, 12) });
  });

  test('a dataset that is being reloaded in the middle of a run is asked for again', async () => {
    const pages = await run('mur', [
      axis('2026-08-01T09:00:00Z'),
      axis('2002-06-01T09:00:00Z'),
      axis('2026-08-01T09:00:00Z'),
      fault(404, 'Not Found: Currently unknown datasetID=jplMURSST41'),
      file('mur.nc'),
    ]);
    expect(pages.map(({ records }) => records.length)).toEqual([1]);
  });

  test('a variable that is gone is a 500 that no repetition mends', async () => {
    const answers = [
      axis('2026-08-01T09:00:00Z'),
      axis('2002-06-01T09:00:00Z'),
      axis('2026-08-01T09:00:00Z'),
      fault(500, 'Query error: Unrecognized variable="analysed_sst"'),
    ];
    await expect(run('mur', answers)).rejects.toMatchObject({ permanent: true, status: 500 });
    expect(server?.requests).toHaveLength(4);
  });

  test('every fifth cell of the archive of a hundredth of a degree, as NetCDF-3', async () => {
    await run('mur', [
      axis('2026-08-01T09:00:00Z'),
      axis('2002-06-01T09:00:00Z'),
      axis('2026-08-01T09:00:00Z'),
      file('mur.nc'),
    ]);
    const { url } = server?.requests.at(-1) ?? {};
    expect(url?.pathname).toBe('/erddap/griddap/jplMURSST41.nc');
    expect(decodeURIComponent(url?.search ?? '')).toBe(
      '?analysed_sst[(2026-08-01T09:00:00Z)][(-18.0):5:(-4.4)][(8.0):5:(14.0)]',
    );
  });
});
