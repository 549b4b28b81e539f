import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { Page } from '../core/port.ts';
import { erddapErrorText } from '../erddap/wire.ts';
import { type FixtureAnswer, type FixtureServer, serveFixtures } from '../testing/fixture-server.ts';
import { noaaOceanColour } from './port.ts';

const file = readFileSync(new URL('../erddap/fixtures/chlorophyll.nc', import.meta.url));
const axis = (...instants: string[]): FixtureAnswer => ({
  body: {
    table: { columnNames: ['time'], columnTypes: ['String'], columnUnits: ['UTC'], rows: instants.map((at) => [at]) },
  },
});
const axes = [axis('2026-08-01T12:00:00Z'), axis('2012-01-02T12:00:00Z'), axis('2026-08-01T12:00:00Z')];

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function run(answers: FixtureAnswer[]): Promise<Page<unknown>[]> {
  server = await serveFixtures(() => answers.shift() ?? { status: 500, body: 'mais pedidos do que respostas' }, {
    nowMs: () => Date.UTC(2026, 7, 3),
    prefix: '/erddap',
  });
  const [stream] = noaaOceanColour.streams;
  if (stream === undefined) throw new Error('no stream');
  const pages: Page<unknown>[] = [];
  const input = { mode: 'incremental' as const, cursor: null };
  for await (const page of stream.pull(input, server.settings, server.context)) pages.push(page);
  return pages;
}

describe('traps of the provider', () => {
  test('rows run north → south: asked for so, stored the other way round, clouds missing', async () => {
    const [page] = await run([...axes, { headers: { 'content-type': 'application/x-netcdf' }, body: file }]);
    expect(decodeURIComponent(server?.requests.at(-1)?.url.search ?? '')).toBe(
      '?chlor_a[(2026-08-01T12:00:00Z)][(0.0)][(-4.4):(-18.0)][(8.0):(14.0)]',
    );
    const [slice] = page?.records ?? [];
    if (slice?.kind !== 'grid-slice') throw new Error('no field');
    expect(slice.latStepDegrees).toBeGreaterThan(0);
    // The southernmost row is the provider's last.
    expect([...slice.values.slice(0, 4)]).toEqual([Math.fround(2.5), Number.NaN, Math.fround(2.7), Math.fround(2.8)]);
  });

  test('an error comes as text, whatever the status: a window past the axis is permanent and told in its words', async () => {
    const message =
      'Query error: For variable=chlor_a axis#0=time Constraint="[(2026-08-01T12:00:00Z)]": Stride=0 is invalid.';
    const answer = {
      status: 400,
      headers: { 'content-type': 'text/plain' },
      body: erddapErrorText({ code: 400, message }),
    };
    await expect(run([...axes, answer])).rejects.toMatchObject({ permanent: true, status: 400 });
    expect(server?.requests).toHaveLength(4);
  });

  test('a page of HTML where a file was asked for is no field without clouds', async () => {
    const page: FixtureAnswer = { headers: { 'content-type': 'text/html' }, body: '<html>Manutenção</html>' };
    await expect(run([...axes, page, page, page])).rejects.toMatchObject({ name: 'ProviderError' });
  });
});
