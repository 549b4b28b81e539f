import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as contract from '@kianda/contract/open/layers/layers.contract';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { createAuditless } from './testing/context.ts';

let app: TestApplication;
let token: string;
beforeAll(async () => {
  app = await createTestApplication();
  ({ token } = await app.signIn('cientista'));
});
afterAll(() => app.close());

/** Where the application keeps its objects. */
const objectFolder = () => (app.config.storage.kind === 'folder' ? app.config.storage.folder : '');

type Place = readonly [name: string, depth: number, lon: number, lat: number];
const three: readonly Place[] = [
  ['Lobito', 12.5, 13.5, -12.3],
  ['Luanda', 20, 13.2, -8.8],
  ['Namibe', 31, 12.1, -15.2],
];
const csv = (places: readonly Place[], header = 'nome,fundo,lon,lat') =>
  [header, ...places.map((place) => place.join(','))].join('\n');

async function upload(text: string, name = 'fundeadouros.csv', as = token): Promise<contract.LayerFile> {
  const reply = await app.inject<contract.LayerFile>({
    method: 'POST',
    url: `/admin-api/layers/files?fileName=${encodeURIComponent(name)}`,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(text),
  });
  expect([reply.status, reply.status === 201 ? '' : reply.text]).toEqual([201, '']);
  return reply.data;
}

async function ended(id: string): Promise<contract.Layer> {
  return vi.waitFor(
    async () => {
      const { data } = await app.call<contract.Layer>(contract.getLayer, { params: { id }, token });
      expect(['done', 'failed']).toContain(data.lastImport?.state);
      return data;
    },
    { timeout: 60_000, interval: 50 },
  );
}

const described = { title: 'Fundeadouros', licence: 'CC BY 4.0', citation: 'Instituto de ensaio, 2026' };

async function added(id: string, text: string, more: object = {}): Promise<contract.Layer> {
  const { id: fileId } = await upload(text);
  const reply = await app.call(contract.addLayer, { token, body: { ...described, id, fileId, ...more } });
  expect([reply.status, reply.status === 202 ? '' : reply.text]).toEqual([202, '']);
  return ended(id);
}

async function updated(id: string, kind: 'replace' | 'append', text: string, more: object = {}) {
  const { id: fileId } = await upload(text);
  const reply = await app.call(contract.importLayer, { token, params: { id }, body: { kind, fileId, ...more } });
  expect([reply.status, reply.status === 202 ? '' : reply.text]).toEqual([202, '']);
  return ended(id);
}

function get(path: string, as?: string) {
  const headers: Record<string, string> = as === undefined ? {} : { authorization: `Bearer ${as}` };
  return app.inject({ method: 'GET', url: `/features${path}`, headers });
}

async function names(id: string, query = ''): Promise<readonly unknown[]> {
  const reply = await get(`/collections/${id}/items?limit=1000${query}`, token);
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, '']);
  return (reply.json() as { features: { properties: { nome: string } }[] }).features.map(
    ({ properties }) => properties.nome,
  );
}

const listed = async (as?: string) =>
  ((await get('/collections', as)).json() as { collections: { id: string }[] }).collections.map(({ id }) => id);

describe('a layer is a collection like the others', () => {
  test('with types, extent, citation, filters, orders, schema, tiles, TileJSON and its own style', async () => {
    const layer = await added('fundeadouros', csv(three), { readers: 'public' });
    expect(layer).toMatchObject({ features: 3, geometryType: 'point', bbox: [12.1, -15.2, 13.5, -8.8] });
    expect(layer.columns.slice(0, 2)).toEqual([
      { name: 'nome', type: 'string' },
      { name: 'fundo', type: 'number' },
    ]);
    expect(await names('fundeadouros', `&filter=${encodeURIComponent('fundo > 15')}&sortby=-fundo`)).toEqual([
      'Namibe',
      'Luanda',
    ]);
    expect(await names('fundeadouros', '&bbox=13,-13,14,-8')).toEqual(['Lobito', 'Luanda']);
    const collection = (await get('/collections/fundeadouros')).json();
    expect(collection).toMatchObject({ itemCount: 3, attribution: described.citation, license: described.licence });
    const { properties } = (await get('/collections/fundeadouros/queryables')).json() as { properties: object };
    expect(properties).toMatchObject({ nome: { type: 'string' }, fundo: { type: 'number' } });
    const tile = await app.server.inject({ url: '/features/collections/fundeadouros/tiles/WebMercatorQuad/0/0/0' });
    expect(new VectorTile(new PbfReader(tile.rawPayload)).layers.fundeadouros?.length).toBe(3);

    const style = { colour: '#aa0000', widthPixels: 4, fillOpacity: 0.5, radiusPixels: 7 };
    await app.call(contract.changeLayer, { token, params: { id: 'fundeadouros' }, body: { style } });
    const drawn = (await get('/collections/fundeadouros/styles/kianda')).text;
    expect(drawn).toContain('"circle-color":"#aa0000"');
    expect((await get('/collections/fundeadouros/tiles/WebMercatorQuad?f=tilejson')).json()).toMatchObject({
      attribution: described.citation,
    });
  });

  test('its id is not that of another collection, and licence and citation are demanded', async () => {
    const { id: fileId } = await upload(csv(three));
    const add = (body: object) => app.call(contract.addLayer, { token, body: { ...described, fileId, ...body } });
    for (const id of ['ports', 'fundeadouros']) expect((await add({ id })).status).toBe(409);
    const bare = await add({ id: 'sem-licenca', licence: '', citation: '' });
    expect(bare.problem.issues?.map(({ path }) => path)).toEqual(['body.licence', 'body.citation']);
  });
});

describe('who reads a layer', () => {
  test('its owner alone, the staff, or everyone: in the list, the features, the tiles, the API and the analyses', async () => {
    await added('reservada', csv(three));
    const { token: other } = await app.signIn('investigador');
    const { token: client } = await app.signIn('cliente');
    const paths = [
      '',
      '/items',
      '/items/1',
      '/schema',
      '/queryables',
      '/tiles',
      '/tiles/WebMercatorQuad/0/0/0',
      '/styles',
    ];
    const answersOf = async (as?: string) =>
      new Set(await Promise.all(paths.map(async (path) => (await get(`/collections/reservada${path}`, as)).status)));
    const isNamed = async (as?: string) => [
      (await listed(as)).includes('reservada'),
      (await get('/api', as)).text.includes('/collections/reservada'),
    ];
    const counts = (as: string) =>
      app.inject({
        method: 'POST',
        url: '/features/processes/feature-density/execution',
        headers: { authorization: `Bearer ${as}` },
        payload: { inputs: { collection: 'reservada', cellDegrees: 1 } },
      });
    expect([await answersOf(token), await isNamed(token)]).toEqual([new Set([200]), [true, true]]);
    for (const nobody of [undefined, other, client]) {
      expect([await answersOf(nobody), await isNamed(nobody)]).toEqual([new Set([404]), [false, false]]);
    }
    expect([(await counts(token)).status, (await counts(other)).status]).toEqual([200, 404]);
    expect((await app.call(contract.getLayer, { params: { id: 'reservada' }, token: other })).status).toBe(404);

    const readers = (value: string) =>
      app.call(contract.changeLayer, { token, params: { id: 'reservada' }, body: { readers: value } });
    await readers('staff');
    expect([await answersOf(other), await answersOf(client), await answersOf()]).toEqual([
      new Set([200]),
      new Set([403]),
      new Set([401]),
    ]);
    await readers('public');
    expect(await answersOf()).toEqual(new Set([200]));
    // An answer kept for those who could read it is nobody's once it is private again.
    await readers('private');
    expect(await answersOf()).toEqual(new Set([404]));
  });

  test('only its owner and operators change or remove it; a file is of whoever sent it', async () => {
    await added('de-outrem', csv(three), { readers: 'staff' });
    const colleague = await app.newSession('cientista');
    const params = { id: 'de-outrem' };
    const change = (as: string) => app.call(contract.changeLayer, { token: as, params, body: { title: 'Outro nome' } });
    expect([
      (await change(colleague.token)).status,
      (await change((await app.signIn('operador')).token)).status,
    ]).toEqual([403, 200]);
    const { id: fileId } = await upload(csv(three));
    const stolen = await app.call(contract.importLayer, {
      ...{ token: (await app.signIn('operador')).token, params },
      body: { kind: 'replace', fileId },
    });
    expect(stolen.status).toBe(404);
  });
});

describe('the time of a layer', () => {
  const dated = (rows: readonly string[]) => ['nome,dia,visto,lon,lat', ...rows].join('\n');
  const three = dated([
    'Lobito,2024-03-10,2024-03-11T06:00:00Z,13.5,-12.3',
    'Luanda,2025-07-01,2025-07-02T18:30:00Z,13.2,-8.8',
    'Namibe,,,12.1,-15.2',
  ]);
  const interval = async (id: string) =>
    ((await get(`/collections/${id}`, token)).json() as { extent: { temporal?: { interval: unknown[] } } }).extent
      .temporal?.interval[0];
  const within = (id: string, period: string) => names(id, `&datetime=${period}`);

  test('is a column named at the import: the collection has its period, and datetime asks by it', async () => {
    const layer = await added('datas', three, { timeColumn: 'visto' });
    expect(layer.timeColumn).toBe('visto');
    expect(await interval('datas')).toEqual(['2024-03-11T06:00:00.000Z', '2025-07-02T18:30:00.000Z']);
    // One without a time is of any.
    expect(await within('datas', '2025-01-01T00:00:00Z/..')).toEqual(['Luanda', 'Namibe']);
    expect(await within('datas', '2024-03-11T06:00:00Z')).toEqual(['Lobito', 'Namibe']);
    const { properties } = (await get('/collections/datas/schema', token)).json() as { properties: object };
    expect(properties).toMatchObject({ visto: { 'x-ogc-role': 'primary-instant' } });
  });

  test('may be a day, which lasts until its end', async () => {
    await added('dias', three, { timeColumn: 'dia' });
    expect(await within('dias', '2024-03-10T12:00:00Z/2024-03-10T13:00:00Z')).toEqual(['Lobito', 'Namibe']);
    expect(await within('dias', '2024-03-11T00:00:00Z/2025-06-30T23:59:59Z')).toEqual(['Namibe']);
    expect(await interval('dias')).toEqual(['2024-03-10T00:00:00.000Z', '2025-07-01T00:00:00.000Z']);
  });

  test('is chosen, changed or taken away later, and the period with it at once', async () => {
    await added('mudanca', three);
    const change = (timeColumn: string | null) =>
      app.call<contract.Layer>(contract.changeLayer, { token, params: { id: 'mudanca' }, body: { timeColumn } });
    expect(await within('mudanca', '2030-01-01T00:00:00Z/..')).toHaveLength(3);
    expect(await interval('mudanca')).toBeUndefined();
    expect((await change('dia')).data.timeColumn).toBe('dia');
    expect(await interval('mudanca')).toEqual(['2024-03-10T00:00:00.000Z', '2025-07-01T00:00:00.000Z']);
    expect(await within('mudanca', '2030-01-01T00:00:00Z/..')).toEqual(['Namibe']);
    expect((await change(null)).data.timeColumn).toBeNull();
    expect(await interval('mudanca')).toBeUndefined();
    const refused = await change('nome');
    expect([refused.status, refused.problem.issues?.[0]?.path]).toEqual([400, 'body.timeColumn']);
    expect(refused.problem.detail).toContain('há «dia», «visto»');
  });

  test('stays when its features are replaced or joined by others, unless the file has none such', async () => {
    await added('fica', three, { timeColumn: 'dia' });
    const later = dated(['Soyo,2026-01-05,2026-01-05T00:00:00Z,12.3,-6.1']);
    expect((await updated('fica', 'append', later)).timeColumn).toBe('dia');
    expect(await interval('fica')).toEqual(['2024-03-10T00:00:00.000Z', '2026-01-05T00:00:00.000Z']);
    expect((await updated('fica', 'replace', later)).timeColumn).toBe('dia');
    expect(await interval('fica')).toEqual(['2026-01-05T00:00:00.000Z', '2026-01-05T00:00:00.000Z']);
    const { id: fileId } = await upload(csv([['Soyo', 9, 12.3, -6.1]]));
    const replace = (more: object) =>
      app.call(contract.importLayer, { token, params: { id: 'fica' }, body: { kind: 'replace', fileId, ...more } });
    expect((await replace({})).problem.detail).toMatch(/^«dia» não é uma coluna de datas ou instantes; não há nenhuma/);
    expect((await replace({ timeColumn: null })).status).toBe(202);
    expect((await ended('fica')).timeColumn).toBeNull();
  });
});

describe('what a layer has changes as a whole', () => {
  test('a replacement takes the place of everything, and one that fails changes nothing', async () => {
    await added('trocas', csv(three));
    const better = await updated('trocas', 'replace', csv([['Soyo', 9, 12.3, -6.1]]));
    expect([better.features, await names('trocas')]).toEqual([1, ['Soyo']]);
    const bad = csv([
      ['Cabinda', 5, 12.2, -5.5],
      ['Longe', 5, 912.2, -5.5],
      ['Perdida', 5, 12, -95],
    ]);
    const failed = await updated('trocas', 'replace', bad);
    expect(failed.lastImport).toMatchObject({ state: 'failed', rowsRefused: 2 });
    expect(failed.lastImport?.error).toMatch(
      /^2 linhas não se guardam; a primeira é a 2: a posição 912\.2, -5\.5 está fora/,
    );
    expect([failed.features, await names('trocas')]).toEqual([1, ['Soyo']]);
    const most = await updated('trocas', 'replace', bad, { skipFaulty: true });
    expect(most.lastImport?.refused.map(({ row }) => row)).toEqual([2, 3]);
    expect(await names('trocas')).toEqual(['Cabinda']);
  });

  test('rows are appended where their columns are those of the layer, and the difference is said where not', async () => {
    await added('somas', csv(three));
    const more = await updated('somas', 'append', csv([['Soyo', 9, 12.3, -6.1]]));
    expect([more.features, more.bbox, await names('somas')]).toEqual([
      4,
      [12.1, -15.2, 13.5, -6.1],
      ['Lobito', 'Luanda', 'Namibe', 'Soyo'],
    ]);
    const other = await updated('somas', 'append', csv([['Soyo', 9, 12.3, -6.1]], 'nome,cor,lon,lat'));
    expect(other.lastImport?.error).toMatch(/faltam fundo; a camada não tem cor/);
    expect(await names('somas')).toHaveLength(4);
  });

  test('the ids of appended GeoJSON are kept, also where the layer had none', async () => {
    const place = (nome: string, id?: string | number) => ({
      ...{ type: 'Feature', ...(id === undefined ? {} : { id }) },
      ...{ geometry: { type: 'Point', coordinates: [12, -9] }, properties: { nome } },
    });
    const file = async (...features: readonly object[]) =>
      (await upload(JSON.stringify({ type: 'FeatureCollection', features }), 'lugares.geojson')).id;
    const append = async (fileId: string) => {
      const body = { kind: 'append' as const, fileId };
      expect((await app.call(contract.importLayer, { token, params: { id: 'antiga' }, body })).status).toBe(202);
      return ended('antiga');
    };
    const body = { ...described, id: 'antiga', fileId: await file(place('Lobito')) };
    expect((await app.call(contract.addLayer, { token, body })).status).toBe(202);
    expect((await ended('antiga')).columns).toEqual([{ name: 'nome', type: 'string' }]);

    const joined = await append(await file(place('Luanda', 'p1'), place('Soyo', 'p2')));
    expect([joined.lastImport?.error, joined.columns]).toEqual([
      null,
      [
        { name: 'nome', type: 'string' },
        { name: 'id', type: 'string' },
      ],
    ]);
    const found = async (query: string) =>
      ((await get(`/collections/antiga/items?${query}`, token)).json() as { features: { properties: object }[] })
        .features;
    expect((await found('sortby=nome')).map(({ properties }) => properties)).toEqual([
      { nome: 'Lobito', id: null },
      { nome: 'Luanda', id: 'p1' },
      { nome: 'Soyo', id: 'p2' },
    ]);
    expect(await found(`filter=${encodeURIComponent("id = 'p2'")}`)).toHaveLength(1);

    // Where the layer has them, they are a column like the others.
    expect((await append(await file(place('Namibe', 'p3')))).features).toBe(4);
    expect((await append(await file(place('Ambriz')))).lastImport?.error).toMatch(/faltam id/);
    expect(await names('antiga')).toHaveLength(4);
  });

  test('a polygon that crosses itself is taken and named', async () => {
    const bow = 'POLYGON((12 -9, 13 -8, 13 -9, 12 -8, 12 -9))';
    const layer = await added('laco', `nome,wkt\nlaço,"${bow}"\nsem lugar,`);
    expect([layer.features, layer.lastImport?.rowsDoubtful, layer.lastImport?.doubtful[0]?.row]).toEqual([2, 1, 1]);
    expect(await names('laco')).toEqual(['laço', 'sem lugar']);
  });

  test('a GeoJSON keeps ids and long whole numbers as they are, and says which depths it leaves out', async () => {
    const sounding = (id: unknown, depth: number, serial: string) =>
      `{"type":"Feature","id":${JSON.stringify(id)},"geometry":{"type":"Point","coordinates":[12,-9,${depth}]},"properties":{"serie":${serial}}}`;
    const features = [sounding('x1', -50, '9007199254740993'), sounding('x2', 0, '7')];
    const { id: fileId } = await upload(
      `{"type":"FeatureCollection","features":[${features.join()}]}`,
      'sondas.geojson',
    );
    const reply = await app.call(contract.addLayer, { token, body: { ...described, id: 'sondas', fileId } });
    expect(reply.status).toBe(202);
    const { lastImport } = await ended('sondas');
    expect(lastImport?.doubtful).toEqual([{ row: 1, reason: expect.stringContaining('profundidade') }]);
    const page = (await get("/collections/sondas/items?filter=id='x1'", token)).json();
    expect(page).toMatchObject({ features: [{ properties: { id: 'x1', serie: '9007199254740993' } }] });
  });

  test('a whole number too long to be kept exact in the column of a layer is refused by its reason', async () => {
    await added('series', 'nome,serie,lon,lat\na,7,12,-9');
    const failed = await updated('series', 'append', 'nome,serie,lon,lat\nb,9007199254740993,12,-9');
    expect(failed.lastImport?.error).toContain('«serie» é string e na camada integer');
  });

  test('removal asks for the id, takes everything and is audited', async () => {
    await added('de-passagem', csv(three));
    const params = { id: 'de-passagem' };
    const remove = (confirm: string) => app.call(contract.removeLayer, { token, params, query: { confirm } });
    expect((await remove('outra')).status).toBe(400);
    expect((await remove('de-passagem')).data).toEqual({ id: 'de-passagem', features: 3 });
    expect((await get('/collections/de-passagem', token)).status).toBe(404);
    const left = await app.select(`select 1 from layers.features f where not exists (select 1 from layers.layers l
      where l.edition = f.edition)`);
    expect(left).toEqual([]);
    const trail = await app.select<{ event: string }>(
      `select event from audit.events where resource = 'layer/de-passagem' order by seq`,
    );
    expect(trail.map(({ event }) => event)).toEqual(['data.import', 'data.delete']);
  });
});

test('a file that is none is refused with the reason, and nothing of it stays', async () => {
  const send = (payload: Buffer, name: string) =>
    app.inject({
      method: 'POST',
      url: `/admin-api/layers/files?fileName=${name}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload,
    });
  const stored = async () => (await Array.fromAsync(app.storage.list('layers/'))).length;
  const before = await stored();
  const broken: readonly (readonly [string, string])[] = [
    ['imagem.png', '\u0089PNG'],
    ['roto.geojson', '{"type":"FeatureCollection","features":['],
    ['roto.gpkg', `SQLite format 3\0${'x'.repeat(4_000)}`],
    ['roto.fgb', 'fgb\u0003fgb\u0000\uffff'],
    ['roto.zip', 'PK\u0003\u0004lixo'],
    ['roto.parquet', 'PAR1lixoPAR1'],
  ];
  for (const [name, text] of broken) {
    const reply = await send(Buffer.from(text), name);
    expect([name, reply.status, reply.problem.code]).toEqual([name, 400, 'validation_failed']);
    expect(reply.problem.detail).toMatch(/^O (ficheiro|GeoPackage|zip)/);
  }
  expect(await stored()).toBe(before);
});

describe('a file that comes in parts', () => {
  /** Rows of ten kilobytes: a file larger than a part that is soon read. */
  const large = Buffer.from(
    csv(Array.from({ length: 1_000 }, (_, at): Place => [String(at).padStart(10_000, 'x'), at, 12, -9])),
  );
  const file = { fileName: 'grande.csv', sizeBytes: large.byteLength, mark: '1' };
  type Begun = { readonly id: string; readonly partBytes: number; readonly parts: readonly number[] };
  const begin = async (body: object = file, as = token) =>
    (await app.call<Begun>(contract.beginLayerUpload, { token: as, body })).data;
  const path = (id: string, part: number) => `/admin-api/layers/uploads/${id}/parts/${part}`;
  const send = (id: string, part: number, payload: Buffer, as = token) =>
    app.inject({
      ...{ method: 'PUT', url: path(id, part), payload },
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/octet-stream' },
    });
  const finish = (id: string, as = token) =>
    app.call<contract.LayerFile>(contract.finishLayerUpload, { token: as, params: { id } });
  const partsLeft = async () => (await Array.fromAsync(app.storage.list('uploads/layers/'))).length;

  test('is whole after a line that was cut in the middle of a part, and only what was missing is sent again', async () => {
    const { id, partBytes } = await begin();
    const parts = [large.subarray(0, partBytes), large.subarray(partBytes)] as const;
    expect((await send(id, 1, parts[0])).data).toEqual({ part: 1, sizeBytes: partBytes });

    const address = new URL(await app.server.listen({ host: '127.0.0.1', port: 0 }));
    const line = connect({ host: address.hostname, port: Number(address.port) });
    const head = [
      `PUT ${path(id, 2)} HTTP/1.1`,
      `host: ${address.host}`,
      `authorization: Bearer ${token}`,
      'content-type: application/octet-stream',
      `content-length: ${parts[1].byteLength}`,
    ];
    line.write(`${head.join('\r\n')}\r\n\r\n`);
    await new Promise<void>((resolve) => line.write(parts[1].subarray(0, 500_000), () => resolve()));
    line.destroy();
    await once(line, 'close');

    // Who comes back is told what is here: never the half of a part.
    expect(await begin()).toEqual({ id, partBytes, parts: [1] });
    expect((await finish(id)).problem).toMatchObject({ status: 409, detail: 'Faltam 1 de 2 partes.' });
    expect((await send(id, 2, parts[1].subarray(1))).status).toBe(400);
    expect((await send(id, 2, parts[1])).status).toBe(200);
    const { status, data } = await finish(id);
    const sha256 = createHash('sha256').update(large).digest('hex');
    expect([status, data.sizeBytes, data.sha256]).toEqual([201, large.byteLength, sha256]);
    expect(large.equals((await app.storage.get(`layers/${data.id}`)) ?? Buffer.alloc(0))).toBe(true);
    expect(await partsLeft()).toBe(0);
    expect((await finish(id)).status).toBe(404);
    const added = await app.call(contract.addLayer, { token, body: { ...described, id: 'grande', fileId: data.id } });
    expect([added.status, (await ended('grande')).features]).toEqual([202, 1_000]);
  });

  test('is of whoever began it, within the limits of size and number, and forgotten after a day', async () => {
    const { token: other } = await app.newSession('cientista');
    const mine = await begin({ ...file, mark: '2' });
    expect((await begin({ ...file, mark: '2' }, other)).id).not.toBe(mine.id);
    expect((await send(mine.id, 1, large.subarray(0, mine.partBytes), other)).status).toBe(404);
    expect((await finish(mine.id, other)).status).toBe(404);
    const ask = (body: object) => app.call(contract.beginLayerUpload, { token: other, body: { ...file, ...body } });
    expect((await ask({ sizeBytes: 513 * 1_048_576 })).status).toBe(413);
    for (let mark = 3; mark < 12; mark += 1) expect((await ask({ mark: String(mark) })).status).toBe(201);
    expect((await ask({ mark: '12' })).problem.detail).toMatch(/^Já tem 10 ficheiros a meio/);

    const old = await begin({ fileName: 'a.csv', sizeBytes: 4 });
    await send(old.id, 1, Buffer.from('a,b\n'));
    expect(await partsLeft()).toBe(1);
    await app.select(`update layers.uploads set created_at = created_at - interval '25 hours' where id = '${old.id}'`);
    const work = { actorId: 'ensaio', trigger: 'manual' } as const;
    expect(await app.ended(await app.composition.queue.enqueue('layers.forget-files', {}, work))).toMatchObject({
      state: 'succeeded',
    });
    expect([await partsLeft(), (await finish(old.id)).status]).toEqual([0, 404]);
    expect((await begin({ ...file, mark: '2' })).id).toBe(mine.id);
  });

  test('and is none of those that are read goes with its parts', async () => {
    const text = Buffer.from('{"type":"FeatureCollection","features":[');
    const { id } = await begin({ fileName: 'roto.geojson', sizeBytes: text.byteLength });
    await send(id, 1, text);
    expect((await finish(id)).problem).toMatchObject({ status: 400, code: 'validation_failed' });
    expect([await partsLeft(), (await finish(id)).status]).toEqual([0, 404]);
  });
});

test('a process that is killed in the middle of an import leaves the layer whole, and the next attempt finishes it', async () => {
  await added('resistente', csv(three));
  const many = Array.from({ length: 1_500 }, (_, index): Place => [`ponto ${index}`, index, 12, -9]);
  const { id: fileId } = await upload(csv(many));
  const importId = randomUUID();
  const { context, run } = await createAuditless(app.database.url, objectFolder());
  await context.repository.addImport({
    ...{ id: importId, layer_id: 'resistente', file_id: fileId, table_name: 'fundeadouros', kind: 'replace' },
    ...{ skip_faulty: false, state: 'waiting', error: null, ended_at: null, requested_at: new Date(app.clock.nowMs()) },
    ...{ account_id: 'ensaio', account_name: 'Ensaio' },
  });
  const script = join(import.meta.dirname, 'testing', 'import-process.ts');
  const child = spawn(process.execPath, [script, app.database.url, objectFolder(), importId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const half = await app.select<{ n: number }>(
    `select count(*)::integer as n from layers.features where edition = '${importId}'`,
  );
  expect(half[0]?.n).toBeGreaterThan(0);
  expect(half[0]?.n).toBeLessThan(1_500);
  expect(await names('resistente')).toEqual(['Lobito', 'Luanda', 'Namibe']);
  await run(context, importId);
  await run(context, importId);
  await context.platform.database.close();
  const { features } = await ended('resistente');
  const reply = await get('/collections/resistente/items?limit=1', token);
  expect([features, (reply.json() as { numberMatched: number }).numberMatched]).toEqual([1_500, 1_500]);
});
