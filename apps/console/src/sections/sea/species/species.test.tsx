// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { taxonById } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import type { listSpecies, speciesProfile } from '@kianda/contract/sea/biodiversity/species.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { recordsFilter, yearBars } from './species-card.tsx';

const list: DataOf<typeof listSpecies> = {
  data: [
    {
      ...{ aphiaId: 126421, scientificName: 'Sardina pilchardus', commonName: 'Sardinha', class: 'Teleostei' },
      ...{ order: 'Clupeiformes', family: 'Alosidae', redListCategory: null, isThreatened: false },
      ...{ occurrences: 1204, sources: 2, firstYear: 1968, lastYear: 2025 },
    },
  ],
  total: 60,
  page: 1,
  pageSize: 25,
  hasNext: true,
  hasPrev: false,
};
const taxon: DataOf<typeof taxonById> = {
  ...{ aphiaId: 126421, scientificName: 'Sardina pilchardus', authority: '(Walbaum, 1792)', rank: 'Species' },
  ...{ status: 'accepted', acceptedAphiaId: null, acceptedName: null, vernacularName: 'Sardinha', kingdom: 'Animalia' },
  ...{ phylum: 'Chordata', class: 'Teleostei', order: 'Clupeiformes', family: 'Alosidae', genus: 'Sardina' },
  occurrences: 1204,
  ...{ unacceptReason: null, parentAphiaId: 125724, lineage: [], vernaculars: [] },
  environment: { marine: true, brackish: null, freshwater: true, terrestrial: null },
  ...{ extinct: null, redListCategory: null },
  synonyms: [{ aphiaId: 126422, scientificName: 'Clupea pilchardus', authority: 'Walbaum, 1792' }],
  ...{ recordsBySource: [], citation: 'WoRMS (2026)', modifiedAt: null },
};
const profile: DataOf<typeof speciesProfile> = {
  occurrences: 1204,
  byYear: [{ year: 1968, occurrences: 4 }],
  byMonth: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  byDepth: [{ from: 0, to: 50, occurrences: 3 }],
  withoutDate: 7,
  withoutDepth: 1201,
  cells: [{ lon: 12, lat: -9, occurrences: 1204 }],
  cellDegrees: 0.25,
  datasets: [
    {
      ...{ id: '1ad827a8-ef6f-4eb5-801b-6e669f4f6ead', source: 'obis', occurrences: 1204 },
      licence: 'This work is licensed under a Creative Commons Attribution Non Commercial (CC-BY-NC) 4.0 License',
    },
  ],
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());
const open = (address: string, answer: Reply = { json: envelope(profile) }) =>
  page.open(address, {
    '/admin-api/biodiversity/species': { json: envelope(list) },
    '/admin-api/biodiversity/taxa/126421': { json: envelope(taxon) },
    '/admin-api/biodiversity/species/126421/profile': answer,
    '/admin-api/fisheries/species-catch': {
      json: envelope({ region: 'Angola', newest_tons: 103_192, by_year: [{ year: 2019, catch_tons: 103_192 }] }),
    },
  });
const press = async (name: string) => (await page.find(() => page.button(name))).click();

test('a species of the list opens its page, and the way back is the list', async () => {
  open('/?section=species');
  await page.says('Sardinha');
  await press('Abrir Sardina pilchardus');
  await page.says('(Walbaum, 1792)');
  expect(window.location.search).toContain('taxon=126421');
  expect(page.text()).toContain('marinho, água doce');
  await press('Todas as espécies');
  await page.says('Nomes aceites com ocorrências');
  expect(window.location.search).not.toContain('taxon');
});

test('a species leads to the animals of it that were measured', async () => {
  open('/?section=species&taxon=126421');
  await press('Ver exemplares medidos');
  await page.find(() => (window.location.search.includes('section=biological-samples') ? true : null));
  expect(new URLSearchParams(window.location.search).get('q')).toBe('Sardina pilchardus');
});

test('a synonym leads to its own page; what the register does not say is a dash with the reason', async () => {
  open('/?section=species&taxon=126421');
  await page.says('Clupea pilchardus');
  const reasons = [...page.host.querySelectorAll('abbr')].map((mark) => mark.getAttribute('title'));
  expect(reasons).toContain('A classificação inteira ainda não foi pedida ao registo.');
  await press('Clupea pilchardus');
  await page.find(() => (window.location.search.includes('taxon=126422') ? true : null));
});

test('a taxon without records keeps its names, and says so', async () => {
  open('/?section=species&taxon=126421', {
    status: 404,
    json: problem('not_found', 404, 'Não há registos do taxon 126421 em Angola.'),
  });
  await page.says('(Walbaum, 1792)');
  await page.says('Não há registos do taxon 126421 em Angola.');
});

test('a species tells its catch, short licences, and leads to the data set and to its records', async () => {
  open('/?section=species&taxon=126421');
  await page.says('103 192 t em 2019');
  await page.says('CC BY-NC 4.0');
  const dataset = page.host.querySelector('a[href="https://obis.org/dataset/1ad827a8-ef6f-4eb5-801b-6e669f4f6ead"]');
  expect(dataset?.textContent).toBe('Página no OBIS (1ad827a8…)');
  await press('Ver e descarregar');
  await page.find(() => (window.location.search.includes('section=geo-features') ? true : null));
  expect(new URLSearchParams(window.location.search).get('filter')).toBe(
    "species IN ('Sardina pilchardus', 'Clupea pilchardus')",
  );
});

test('years without records have a bar of none; a long time has a bar for each decade', () => {
  const short = yearBars([
    { year: 1973, occurrences: 2 },
    { year: 1975, occurrences: 3 },
  ]);
  expect(short).toEqual([
    { label: '1973', value: 2 },
    { label: '1974', value: 0 },
    { label: '1975', value: 3 },
  ]);
  const long = yearBars([
    { year: 1973, occurrences: 2 },
    { year: 1979, occurrences: 1 },
    { year: 2019, occurrences: 4 },
  ]);
  expect(long.map(({ label, value }) => `${label} ${value}`)).toEqual([
    '1970–1979 3',
    '1980–1989 0',
    '1990–1999 0',
    '2000–2009 0',
    '2010–2019 4',
  ]);
  expect(yearBars([])).toEqual([]);
});

test('a name with an apostrophe stays one name in the filter', () => {
  expect(recordsFilter({ acceptedName: null, scientificName: "Raja d'ensaio", synonyms: [] })).toBe(
    "species IN ('Raja d''ensaio')",
  );
});
