import { ProviderError } from '@kianda/connectors';
import { exportIngestRuns, listIngestRuns } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { landing, type Script, scriptedConnector, scriptedStream } from '../testing/scripted.ts';
import { type ConnectorWorld, createConnectorWorld } from '../testing/world.ts';

const minuteMs = 60_000;
let world: ConnectorWorld;

/** Three runs a minute apart: one brings two records, one is refused by its provider's quota, one brings a record. */
beforeAll(async () => {
  let asked = 0;
  const pesca: Script = async function* () {
    asked += 1;
    if (asked === 2) throw new ProviderError('quota', 'Quota esgotada 100%');
    yield { records: [landing(2001), landing(2002)], cursor: 1 };
  };
  const boias: Script = async function* () {
    yield { records: [landing(2010)], cursor: 1 };
  };
  world = await createConnectorWorld([
    { connector: scriptedConnector('pesca', [scriptedStream('ano', pesca)]) },
    { connector: scriptedConnector('boias', [scriptedStream('mar', boias)]) },
  ]);
  for (const id of ['pesca', 'pesca', 'boias']) {
    await world.run(id);
    world.advance(minuteMs);
  }
});
afterAll(() => world.close());

type Query = NonNullable<Parameters<typeof world.call<typeof listIngestRuns>>[1]['query']>;
/** Connector and records of the runs of a query, in the order of the answer. */
const found = async (query: Query) => {
  const { data } = await world.call(listIngestRuns, { query });
  return data.map(({ connectorId, recordsProcessed }) => `${connectorId} ${recordsProcessed}`);
};

test('all stored runs are ordered and paged by the server, the newest asked first', async () => {
  expect(await found({})).toEqual(['boias 1', 'pesca 0', 'pesca 2']);
  expect(await found({ sort: 'records', order: 'asc' })).toEqual(['pesca 0', 'boias 1', 'pesca 2']);
  expect(await found({ sort: 'connector', order: 'asc', pageSize: 1 })).toEqual(['boias 1']);
  const page = await world.call(listIngestRuns, { query: { sort: 'records', pageSize: 2, page: 2 } });
  expect(page).toMatchObject({ total: 3, page: 2, hasNext: false, hasPrev: true });
  expect(page.data.map(({ connectorName }) => connectorName)).toEqual(['Conector pesca']);
});

test.each<[string, Query, readonly string[]]>([
  ['connector', { connector: 'boias' }, ['boias 1']],
  ['state', { state: 'failed' }, ['pesca 0']],
  ['class of failure', { errorClass: 'quota' }, ['pesca 0']],
  ['another class', { errorClass: 'network' }, []],
  ['mode', { mode: 'full' }, []],
  ['words of the message, none of them a pattern', { search: '100%' }, ['pesca 0']],
  ['stream', { search: 'mar' }, ['boias 1']],
  ['time', { from: '2026-08-31T09:01:00.000Z', to: '2026-08-31T09:02:00.000Z' }, ['pesca 0']],
])('runs are found by their %s', async (_name, query, runs) => {
  expect(await found(query)).toEqual(runs);
});

test('a period that ends before it begins is refused', async () => {
  const query = { from: '2026-08-31T09:02:00.000Z', to: '2026-08-31T09:01:00.000Z' };
  await expect(world.call(listIngestRuns, { query })).rejects.toThrow('o fim do período vem antes do início');
});

test('the whole list is a file with the licence of each run, and the trail says who took it', async () => {
  const query = { connector: 'pesca', sort: 'records', format: 'json' } as const;
  const { total, rows } = JSON.parse(await world.download(exportIngestRuns, { query }));
  expect(total).toBe(2);
  expect(rows).toMatchObject([
    { connector: 'Conector pesca', records: 2, licence: 'CC0', citation: 'Ensaio', simulated: false },
    { records: 0, errorClass: 'quota', message: 'Quota esgotada 100%' },
  ]);
  const text = await world.download(exportIngestRuns, { query: { ...query, format: 'csv' } });
  expect(text.split(/\r?\n/)[0]).toContain('Estado;Registos');
  expect(text).toContain('Falhou');
  expect(world.exported).toMatchObject([
    { event: 'data.export', resource: 'list/execucoes', actorName: 'operador@exemplo.ao', metadata: { rows: 2 } },
    { metadata: { format: 'csv' } },
  ]);
});
