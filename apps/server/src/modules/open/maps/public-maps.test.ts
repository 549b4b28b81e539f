import type { DataOf } from '@kianda/contract';
import { createMap, deleteMap, type MapDefinition, type SavedMap } from '@kianda/contract/open/maps/maps.contract';
import {
  createMapLink,
  listMapLinks,
  previewMapLink,
  publicMap,
  publicMapFields,
  publicMapGrid,
  publicMapPorts,
  publicMapStations,
  publicMapZee,
  revokeMapLink,
} from '@kianda/contract/open/maps/public-maps.contract';
import { listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import { usersUpdate } from '@kianda/contract/people/identity/users.contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApplication, type SignedIn, type TestApplication } from '../../../testing/application.ts';
import { publicView } from './public-layers.rules.ts';

const definition: MapDefinition = {
  base: 'analysedSst',
  baseOpacity: 1,
  fitted: false,
  overlays: { zee: 1, presence: 0.8, protected: 1, stations: 0.5 },
  moment: null,
  camera: null,
};

let app: TestApplication;
let scientist: SignedIn;
let admin: string;
beforeAll(async () => {
  app = await createTestApplication();
  scientist = await app.signIn('cientista');
  admin = (await app.signIn('administrador')).token;
});
afterAll(() => app.close());

async function mapOf({ token }: SignedIn, name: string): Promise<string> {
  const body = { name, category: 'oceanographic', definition };
  return (await app.call<SavedMap>(createMap, { token, body })).data.id;
}
async function linkOf({ token }: SignedIn, id: string, body: object = {}) {
  const made = await app.call<DataOf<typeof createMapLink>>(createMapLink, { token, params: { id }, body });
  expect(made.status).toBe(201);
  return { ...made.data, secret: made.data.url.split('/').at(-1) ?? '' };
}
const open = (token: string) => app.call<DataOf<typeof publicMap>>(publicMap, { params: { token } });

it('a link opens the map without a session, with what may be public, and names what may not', async () => {
  const id = await mapOf(scientist, 'Mar aberto');
  const preview = await app.call<DataOf<typeof previewMapLink>>(previewMapLink, {
    token: scientist.token,
    params: { id },
  });
  expect(preview.data.refused.map(({ layer }) => layer)).toEqual(['presence', 'protected']);
  const { url, embedUrl, secret, link } = await linkOf(scientist, id, { days: 7, note: 'Página do ministério' });
  expect(url).toBe(`${app.config.interfacesUrl}/mapa/${secret}`);
  expect(embedUrl).toBe(`${app.config.interfacesUrl}/incorporar/${secret}`);
  expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(7 * 86_400_000);

  const { data } = await open(secret);
  expect(data).toMatchObject({ name: 'Mar aberto', definition: { base: 'analysedSst', overlays: { zee: 1 } } });
  expect(data.definition.overlays).not.toHaveProperty('presence');
  expect(data.refused.map(({ title }) => title)).toEqual(['Presença de embarcações', 'Áreas protegidas']);

  const params = { token: secret };
  expect((await app.call(publicMapZee, { params })).status).toBe(200);
  expect((await app.call(publicMapStations, { params })).status).toBe(200);
  expect((await app.call(publicMapFields, { params, query: { variable: 'analysedSst' } })).status).toBe(200);
  // Data that the map does not show can't be had through it.
  expect((await app.call(publicMapPorts, { params })).status).toBe(404);
  expect((await app.call(publicMapFields, { params, query: { variable: 'salinity' } })).status).toBe(404);
  expect((await app.call(publicMapFields, { params })).status).toBe(404);
  expect((await app.call(publicMapGrid, { params: { ...params, variable: 'chlorophyll' } })).status).toBe(404);
  const grid = await app.call(publicMapGrid, { params: { ...params, variable: 'analysedSst' } });
  expect(grid.problem.code).toBe('not_found');
});

it('of the token only a digest is kept; the trail says who opened the map to all', async () => {
  const id = await mapOf(scientist, 'Segredo');
  const { secret } = await linkOf(scientist, id);
  const rows = await app.select<{ text: string }>('SELECT l::text AS text FROM maps.links l');
  expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
  const trail = await app.call<DataOf<typeof listAuditEvents>>(listAuditEvents, {
    token: admin,
    query: { event: 'map.published' },
  });
  const found = trail.data.data.find(({ resource }) => resource === `map/${id}`);
  expect(found).toMatchObject({ actorName: scientist.email });
  expect(JSON.stringify(trail.data)).not.toContain(secret);
});

it('ends when it is closed, at its date, with the map, and with its maker’s right', async () => {
  const id = await mapOf(scientist, 'Por pouco tempo');
  const first = await linkOf(scientist, id, { days: 1 });
  const second = await linkOf(scientist, id, { days: 3 });
  expect((await open(first.secret)).status).toBe(200);
  const revoke = { token: scientist.token, params: { linkId: first.link.id } };
  const other = await app.newSession('cientista');
  expect((await app.call(revokeMapLink, { ...revoke, token: other.token })).status).toBe(404);
  expect((await app.call(revokeMapLink, revoke)).status).toBe(200);
  expect((await app.call(revokeMapLink, revoke)).status).toBe(404);
  const trail = await app.call<DataOf<typeof listAuditEvents>>(listAuditEvents, {
    token: admin,
    query: { event: 'map.unpublished' },
  });
  expect(trail.data.data.filter(({ resource }) => resource === `map/${id}`)).toMatchObject([
    { actorName: scientist.email, metadata: { ligacao: first.link.id } },
  ]);
  const closed = await open(first.secret);
  expect([closed.status, closed.problem.message]).toEqual([404, (await open('A'.repeat(43))).problem.message]);

  const theirs = await linkOf(other, await mapOf(other, 'De outrem'), { days: 300 });
  const suspended = await app.call(usersUpdate, {
    token: admin,
    params: { id: other.accountId },
    body: { status: 'suspended' },
  });
  expect(suspended.status).toBe(200);
  expect((await open(theirs.secret)).status).toBe(404);

  expect((await open(second.secret)).status).toBe(200);
  app.clock.advance(3 * 86_400_000 + 1);
  expect((await open(second.secret)).status).toBe(404);
  scientist = await app.signIn('cientista');
  admin = (await app.signIn('administrador')).token;
  const mine = await mapOf(scientist, 'A eliminar');
  const third = await linkOf(scientist, mine);
  await app.call(deleteMap, { token: scientist.token, params: { id: mine } });
  expect((await open(third.secret)).status).toBe(404);
});

it('each maker sees their own links, administrators all; a map opens to all by whoever may change it', async () => {
  const id = await mapOf(scientist, 'Contado');
  const { secret, link } = await linkOf(scientist, id);
  await open(secret);
  await open(secret);
  const list = async (token: string) =>
    (await app.call<DataOf<typeof listMapLinks>>(listMapLinks, { token, query: { map: id } })).data;
  expect((await list(scientist.token)).links).toMatchObject([{ id: link.id, opens: 2 }]);
  expect((await list(admin)).links).toHaveLength(1);
  const operator = await app.signIn('operador');
  expect((await list(operator.token)).links).toEqual([]);
  expect((await list(operator.token)).embedOrigins).toEqual([]);
  const theirs = await app.call(createMapLink, { token: operator.token, params: { id }, body: {} });
  expect(theirs.status).toBe(404);
});

it('a field of a provider whose terms forbid it is refused by name', async () => {
  const view = await publicView(definition, async () => 'Serviço fechado', new Set(['NOAA']));
  expect(view.definition.base).toBe('none');
  expect(view.refused[0]).toMatchObject({ layer: 'analysedSst', reason: expect.stringContaining('Serviço fechado') });
  expect([...view.variables]).toEqual([]);
});
