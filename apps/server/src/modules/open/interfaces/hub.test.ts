import type { DataOf } from '@kianda/contract';
import {
  interfacePicture,
  listInterfaces,
  markInterface,
  renewInterfaces,
  visitInterface,
} from '@kianda/contract/open/interfaces/interfaces.contract';
import { interfaces, popularInterfaceIds } from '@kianda/contract/open/interfaces/manifest';
import { generateSite, publishReport, siteState } from '@kianda/contract/open/interfaces/ministry-site.contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { filesNamed } from './page-check.client.ts';
import { drawingOf } from './pictures/drawing.rules.ts';
import { popularOf } from './popular.rules.ts';
import { figureHtml } from './site/site-html.rules.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await createTestApplication();
});
afterAll(() => app.close());

const catalogueOf = async (token: string) =>
  (await app.call<DataOf<typeof listInterfaces>>(listInterfaces, { token })).data;
const site = 'minpermar_site';
const entryOf = async (token: string) => (await catalogueOf(token)).interfaces.find(({ id }) => id === site);

test('what a person opened and keeps at hand is that person’s; how often, everybody’s', async () => {
  const ana = (await app.newSession('cientista')).token;
  const rui = (await app.newSession('cliente')).token;
  expect((await catalogueOf(ana)).popular).toEqual([...popularInterfaceIds]);
  expect(await entryOf(ana)).toMatchObject({ isActive: true, isStatic: true, isFavourite: false, lastAccessed: null });
  expect((await app.call(visitInterface, { token: ana, params: { id: site } })).status).toBe(200);
  await app.call(markInterface, { token: ana, params: { id: site }, body: { isFavourite: true } });
  expect(await entryOf(ana)).toMatchObject({ isFavourite: true, openings: 1, lastAccessed: expect.any(String) });
  expect(await entryOf(rui)).toMatchObject({ isFavourite: false, openings: 1, lastAccessed: null });
  expect(await catalogueOf(rui)).toMatchObject({
    popularBy: 'use',
    popular: [site, ...popularInterfaceIds.slice(0, 3)],
  });
  await app.call(markInterface, { token: ana, params: { id: site }, body: { isFavourite: false } });
  expect((await entryOf(ana))?.isFavourite).toBe(false);
  expect((await app.call(visitInterface, { token: ana, params: { id: 'nenhuma' } })).problem.code).toBe('not_found');
  expect((await app.call(renewInterfaces, { token: rui })).problem.code).toBe('forbidden');
});

test('pages are checked and pictured by tasks; a page that does not answer is said to be so', async () => {
  const { token } = await app.signIn('operador');
  const { jobs } = (await app.call<DataOf<typeof renewInterfaces>>(renewInterfaces, { token })).data;
  for (const job of jobs) await app.ended(job);
  // Nothing listens in a test.
  expect(await entryOf(token)).toMatchObject({
    health: { state: 'bad', detail: 'A página não responde.' },
    picture: { kind: 'drawing', madeAt: expect.any(String) },
  });
  const picture = await app.call<DataOf<typeof interfacePicture>>(interfacePicture, { token, params: { id: site } });
  expect(picture.data.image).toMatch(/^data:image\/(svg\+xml|png);base64,/);
});

test('the portal is a whole folder of pages without scripts, with the source of every figure', async () => {
  const { token } = await app.signIn('operador');
  const { job } = (await app.call<DataOf<typeof generateSite>>(generateSite, { token })).data;
  await app.ended(job);
  const { file } = app.composition.interfaces.site;
  const archive = await file('minpermar-site.zip');
  const folder = unzipSync(archive?.body as Uint8Array);
  const page = (name: string) => strFromU8(folder[`minpermar-site/${name}`] as Uint8Array);
  const names = ['index', 'oceano', 'pescas', 'areas', 'relatorios', 'sobre'].map((name) => `${name}.html`);
  for (const name of names) {
    const markup = page(name);
    expect((await file(name))?.body).toBe(markup);
    expect(markup).not.toMatch(/<script|javascript:|\son\w+=/i);
    const links = [...markup.matchAll(/href="([^"#]+)"/g)].map(([, address]) => address);
    for (const address of links) expect(Object.keys(folder)).toContain(`minpermar-site/${address}`);
    for (const [, value, origin] of markup.matchAll(/<dd><strong>([^<]*)<\/strong>[^<]*<small>([^<]*)<\/small>/g)) {
      expect(origin).toMatch(value === '—' ? /./ : /^Fonte: .+ · .*\d\d\/\d\d\/\d{4}/);
    }
    expect(markup.split('<div class="figura">')).toHaveLength(markup.split('<dd><strong>').length);
  }
  expect(page('index.html')).toContain('518 000'.replace(' ', '\u00a0'));
  const state = (await app.call<DataOf<typeof siteState>>(siteState, { token })).data;
  expect(state).toMatchObject({ files: 7, published: [], generatedAt: expect.any(String) });
  expect(await file('../segredo')).toBeNull();
  const unknown = { params: { id: '5a3c1d10-0000-4000-8000-000000000001' }, body: { isPublished: true } };
  expect((await app.call(publishReport, { token, ...unknown })).problem.code).toBe('not_found');
});

test('the popular row is by use, then by the specification', () => {
  expect(popularOf([])).toEqual({ ids: popularInterfaceIds, by: 'specification' });
  const used = [
    { interface_id: 'zee_limpa', openings: 2 },
    { interface_id: 'qgis_dashboard', openings: 9 },
  ];
  expect(popularOf(used).ids).toEqual(['qgis_dashboard', 'zee_limpa', 'dashboard_cientifico', 'realtime_angola']);
});

test('files of a page: its scripts and styles, each once', () => {
  const markup =
    '<link rel="icon" href="/f.svg"><script type="module" src="/a/x.js"></script><link href="/a/x.css"><script src="/a/x.js"></script><a href="/outra.html">';
  expect(filesNamed(markup)).toEqual(['/f.svg', '/a/x.js', '/a/x.css']);
});

test('a drawing has the name of its page, and each arrangement is a whole picture', () => {
  for (const entry of interfaces) {
    const drawing = drawingOf(entry);
    expect(drawing).toContain(entry.name);
    expect(drawing).not.toMatch(/NaN|undefined/);
    expect(drawing.endsWith('</svg>')).toBe(true);
  }
});

test('a figure never stands without its source; an unknown one says why; texts cannot break out', () => {
  const figure = { label: 'A<b>', value: 1.25, unit: '°C', decimals: 1 };
  const at = '2026-08-31T09:00:00Z';
  const simulated = { state: 'simulated', source: 'X & Y', observedAt: at, retrievedAt: at, seed: 1 } as const;
  const shown = figureHtml({ ...figure, provenance: simulated });
  expect(shown).toContain('A&lt;b&gt;');
  expect(shown).toContain('Fonte: X &amp; Y · 31/08/2026');
  expect(shown).toContain('simulado');
  const missing = figureHtml({ ...figure, value: null, provenance: simulated, missing: 'Sem estações.' });
  expect(missing).toContain('<strong>—</strong>');
  expect(missing).toContain('Sem estações.');
  const nobody = figureHtml({ ...figure, value: 0, provenance: { state: 'fallback', reason: 'Ninguém trouxe.' } });
  expect(nobody).toContain('<strong>—</strong><small>Ninguém trouxe.</small>');
});
